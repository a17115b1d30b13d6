"""Texts that belong to no single game: help, lists of matches, invitations, choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from tgbot import button
from tgbot.facts import LISTED, MatchFacts
from tgbot.languages import LANGUAGES
from tgbot.screens import SCREENS
from tgbot.screens.answers import Answer, answer, refusal
from tgbot.screens.lists import games, status, which
from tgbot.screens.lobby import seats_taken
from tgbot.screens.names import clean, group_title, isolate, label, text_names, titled
from tgbot.screens.screen import Button, Keyboard, Screen, rows
from tgbot.screens.times import clock
from tgbot.words import Words, filled

__all__ = [
    "Answer",
    "answer",
    "commands",
    "confirm_end",
    "confirm_leave",
    "expired",
    "games",
    "help",
    "invite",
    "invite_description",
    "invite_title",
    "joined_private",
    "language",
    "no_invites",
    "refusal",
    "rules",
    "status",
    "table_picture",
    "welcome",
    "which",
    "which_rules",
]

PARAGRAPH = Markup("\n\n")
LINE = Markup("\n")


def which_rules(say: Words) -> Screen:
    """The games to choose from for somebody who asks for the rules."""
    return Screen(say("📖 Which game shall I explain?"), _explained(say))


def rules(kind: str, say: Words) -> Screen:
    """The rules of a game, and buttons for those of the others."""
    return replace(SCREENS[kind].rules(say), keyboard=_explained(say, kind))


def _explained(say: Words, but: str = "") -> Keyboard:
    games = [
        Button(f"📖 {screens.title(say)}", button.verb(0, 0, f"rules {kind}"))
        for kind, screens in SCREENS.items()
        if kind != but
    ]
    return rows(games, 2)


def table_picture(game: str, say: Words) -> Screen:
    """Stands under a picture in the rules; ``game``: its title."""
    text = say("🖼 The table in the middle of a match: {game}.", game=game)
    return Screen(text, caption=text)


def welcome(say: Words, bot: str, lobbies: Sequence[MatchFacts]) -> Screen:
    """The first words in a private chat, and the open lobbies of groups in which the person was seen."""
    parts = [
        say(
            "👋 <b>Hello, I am Big Ben!</b>\nWith me your group plays games of hidden roles and of detectives right "
            "on Telegram: the table stands in the group, your secrets come to this chat. Take an hour or a week, no "
            "match gets lost."
        ),
        say("Add me to a group and type /play there. /rules explains the games, /games lists your matches."),
        say("🤖 You can also practise alone right here against computer players: /play"),
    ]
    if lobbies:
        parts.append(say("🎲 These games are looking for players:"))
    joins = [
        Button(
            f"✅ {SCREENS[f.kind].title(say)} · {label(group_title(f, say))}",
            button.verb(f.match, 0, "join"),
            style="success",
        )
        for f in lobbies[:LISTED]
    ]
    add = Button(say.plain("➕ Add me to a group"), url=f"https://t.me/{bot}?startgroup=new", style="primary")
    alone = Button(say.plain("🤖 Practise alone"), button.verb(0, 0, "play"))
    return Screen(PARAGRAPH.join(parts), (*rows(joins, 1), (add,), (alone,)))


def help(say: Words) -> Screen:
    """How to go about it, and every command."""
    lists = commands(say)
    return Screen(
        PARAGRAPH.join(
            (
                say(
                    "❓ <b>How it works</b>\n1. In a group, /play opens a lobby; everybody taps Join, the host taps "
                    "Start.\n2. Who you are and what you hold comes to the private chat; 🎴 My hand on the board "
                    "shows it to you alone, too.\n3. Whoever is to move taps the buttons, on the board or in the "
                    "private chat; /rules explains every game.\n4. The clock never stops the game: when it runs out, "
                    "chance moves. At night slow clocks stand still (/settings); /pause stops them, too."
                ),
                say(
                    "🏠 <b>Without a group</b>\n/play in our private chat sets a private table: practise alone against "
                    "computer players, or send its link to those you want to play with. Everybody sees the board in "
                    "the private chat."
                ),
                LINE.join((say("<b>In a group</b>"), *_listed(lists["group"]))),
                LINE.join((say("<b>In private</b>"), *_listed(lists["private"]))),
            )
        )
    )


def joined_private(facts: MatchFacts, say: Words) -> Screen:
    """Tells in the private chat that somebody is seated, and where."""
    text = say(
        "✅ You are in: <b>{game}</b> in {group}.\nWhen the match begins, you learn here who you are and what you "
        "hold. Time for a move: {clock}.",
        game=SCREENS[facts.kind].title(say),
        group=isolate(group_title(facts, say)),
        clock=clock(facts, say),
    )
    leave = Button(say.plain("🚪 Leave"), button.verb(facts.match, facts.position, "leave"))
    return Screen(PARAGRAPH.join((text, seats_taken(facts, say))), ((leave,),))


def language(say: Words, group: bool) -> Screen:
    """The languages to choose from, for a group or for oneself."""
    text = (
        say("🌐 Which language shall I speak in this group?")
        if group
        else say("🌐 Which language shall I speak with you?")
    )
    buttons = [
        Button(f"✅ {name}" if code == say.language else name, button.verb(0, 0, f"lang {code}"))
        for code, name in LANGUAGES.items()
    ]
    return Screen(text, rows(buttons, 2))


def confirm_end(facts: MatchFacts, asker: int, say: Words) -> Screen:
    """Asks the host whether he means it; the first button is for him alone, ``asker`` 0: for any administrator."""
    game = titled(facts, SCREENS[facts.kind].title(say), say)
    asked = say("🚫 Really end <b>{game}</b> for everybody? Nobody wins then.", game=game)
    text = LINE.join((asked, Markup(", ").join(text_names(facts, say))))
    yes = Button(say.plain("🚫 End it"), button.verb(facts.match, facts.position, f"end yes {asker}"), style="danger")
    no = Button(say.plain("👍 Play on"), button.verb(facts.match, facts.position, "end no"))
    return Screen(text, ((yes, no),))


def confirm_leave(facts: MatchFacts, person_id: int, say: Words) -> Screen:
    """Asks somebody whether he means to leave a match; the button is for him alone."""
    seated, game = facts.seat_of(person_id), SCREENS[facts.kind].title(say)
    name = text_names(facts, say)[seated.seat] if seated else ""
    if not facts.private:
        text = say(
            "🚪 {name}, really leave <b>{game}</b> in {group}? The computer plays on for you.",
            name=name,
            game=game,
            group=isolate(group_title(facts, say)),
        )
    elif sum(not one.automatic for one in facts.seats) > 1:
        text = say(
            "🚪 {name}, really leave <b>{game}</b>? The computer plays on for you.",
            name=name,
            game=titled(facts, game, say),
        )
    else:
        text = say("🚪 {name}, really leave <b>{game}</b>? That ends it.", name=name, game=titled(facts, game, say))
    yes = Button(say.plain("🚪 Leave"), button.verb(facts.match, facts.position, f"leave {person_id}"), style="danger")
    no = Button(say.plain("👍 Play on"), button.verb(facts.match, facts.position, "end no"))
    return Screen(text, ((yes, no),))


def expired(facts: MatchFacts, say: Words) -> Markup:
    """Tells the group that a lobby has closed."""
    return say(
        "⌛ Nobody started <b>{game}</b> for a day, so its lobby has closed. /play opens a new one.",
        game=titled(facts, SCREENS[facts.kind].title(say), say),
    )


def invite(facts: MatchFacts, say: Words, bot: str) -> Screen:
    """An invitation to send into another chat."""
    game, seats = SCREENS[facts.kind].title(say), seats_taken(facts, say)
    if facts.private:
        text = say(
            "📨 <b>Come and play {game}!</b>\n{name} has set a private table.\n{seats}",
            game=game,
            name=isolate(clean(facts.chat_title) or say.plain("somebody")),
            seats=seats,
        )
    else:
        text = say(
            "📨 <b>Come and play {game}!</b>\nA game in {group} is looking for players.\n{seats}",
            game=game,
            group=isolate(group_title(facts, say)),
            seats=seats,
        )
    join = Button(say.plain("✅ Join"), url=f"https://t.me/{bot}?start=j_{facts.token}", style="success")
    return Screen(text, ((join,),))


def invite_title(facts: MatchFacts, say: Words) -> str:
    """The first line of an invitation in the list to choose from."""
    return say.plain("📨 Invite to {game}", game=SCREENS[facts.kind].title(say))


def invite_description(facts: MatchFacts, say: Words) -> str:
    """The second line: which group, how many sit."""
    return say.plain(
        "{group}, players so far: {n}",
        group=label(group_title(facts, say)),
        n=len(facts.seats),
    )


def no_invites(say: Words) -> str:
    """The list of invitations is empty."""
    return say.plain("No open game of yours. Type /play in a group first.")


def commands(say: Words) -> dict[str, list[tuple[str, str]]]:
    """The command lists by scope (Bot API, ``setMyCommands``): ``private`` and ``group``."""
    hand = ("hand", say.plain("Who I am and what I hold, for my eyes only"))
    history = ("history", say.plain("What happened so far"))
    leave = ("leave", say.plain("Leave the game"))
    rules = ("rules", say.plain("How the games are played"))
    extend = ("extend", say.plain("More time for my move, once a match"))
    back = ("back", say.plain("I am back at the table"))
    table = ("table", say.plain("Show the board again"))
    status_ = ("status", say.plain("Whom are we waiting for?"))
    pauses = (("pause", say.plain("Pause the match")), ("resume", say.plain("End the pause")))
    ends = (("cancel", say.plain("Call the game off (host)")), ("end", say.plain("End the match by a vote")))
    language_ = ("language", say.plain("Choose the language"))
    help_ = ("help", say.plain("How I work"))
    return {
        "private": [
            ("start", say.plain("Begin, and see open games")),
            ("play", say.plain("A private table: alone or with friends")),
            ("games", say.plain("My matches")),
            table,
            hand,
            history,
            status_,
            extend,
            back,
            *pauses,
            ("nextgame", say.plain("Games I wait for")),
            ("settings", say.plain("Reminders, language, time zone")),
            language_,
            rules,
            help_,
            leave,
            *ends,
            ("privacy", say.plain("What I keep of you")),
            ("forgetme", say.plain("Delete what you keep of me")),
        ],
        "group": [
            ("play", say.plain("Begin a game")),
            table,
            hand,
            history,
            status_,
            extend,
            back,
            *pauses,
            leave,
            *ends,
            ("nextgame", say.plain("Tell me when the next game opens")),
            ("block", say.plain("Keep somebody out of the games (administrators)")),
            ("unblock", say.plain("Let somebody in again (administrators)")),
            rules,
            ("settings", say.plain("Time zone, quiet hours, language")),
            language_,
            help_,
        ],
    }


def _listed(entries: Sequence[tuple[str, str]]) -> list[Markup]:
    return [filled("/{name} · {text}", name=name, text=text) for name, text in entries]
