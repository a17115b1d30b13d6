"""Texts that belong to no single game: help, lists of matches, invitations, choices."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from tgbot import button
from tgbot.facts import MatchFacts, Status
from tgbot.languages import LANGUAGES
from tgbot.screens import SCREENS
from tgbot.screens.answers import Answer, answer, refusal
from tgbot.screens.lobby import seats_taken
from tgbot.screens.names import clean, isolate, label, text_names
from tgbot.screens.screen import Button, Screen, rows
from tgbot.screens.times import duration, moment
from tgbot.words import Words

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
    "status",
    "welcome",
]

PARAGRAPH = Markup("\n\n")
LINE = Markup("\n")
_LISTED = 20
"""So many matches at most in one list: more fits no message and interests nobody."""


def welcome(say: Words, bot: str, lobbies: Sequence[MatchFacts]) -> Screen:
    """The first words in a private chat, and the open lobbies of groups in which the person was seen."""
    parts = [
        say(
            "👋 <b>Hello, I am Big Ben!</b>\nWith me your group plays hidden-role games right on Telegram: the table "
            "stands in the group, your secrets come to this chat. Take an hour or a week, no match gets lost."
        ),
        say("Add me to a group and type /play there. /rules explains the games, /games lists your matches."),
    ]
    if lobbies:
        parts.append(say("🎲 These games are looking for players:"))
    joins = [
        Button(
            f"✅ {SCREENS[f.kind].title(say)} · {label(_title(f, say))}",
            button.verb(f.match, 0, "join"),
            style="success",
        )
        for f in lobbies[:_LISTED]
    ]
    add = Button(say.plain("➕ Add me to a group"), url=f"https://t.me/{bot}?startgroup=new", style="primary")
    return Screen(PARAGRAPH.join(parts), (*rows(joins, 1), (add,)))


def help(say: Words) -> Screen:
    """How to go about it, and every command."""
    lists = commands(say)
    return Screen(
        PARAGRAPH.join(
            (
                say(
                    "❓ <b>How it works</b>\n1. In a group, /play opens a lobby; everybody taps Join, the host taps "
                    "Start.\n2. Your role and your wires come to the private chat; 🎴 My hand on the board shows them "
                    "to you alone, too.\n3. Who has the cutters taps a name, then a wire, on the board or in the "
                    "private chat.\n4. The clock never stops the game: when it runs out, chance moves."
                ),
                LINE.join((say("<b>In a group</b>"), *_listed(lists["group"]))),
                LINE.join((say("<b>In private</b>"), *_listed(lists["private"]))),
            )
        )
    )


def joined_private(facts: MatchFacts, say: Words) -> Screen:
    """Tells in the private chat that somebody is seated, and where."""
    text = say(
        "✅ You are in: <b>{game}</b> in {group}.\nWhen the match begins, your role and your wires come here. "
        "Time for a move: {clock}.",
        game=SCREENS[facts.kind].title(say),
        group=isolate(_title(facts, say)),
        clock=duration(facts.clock, say),
    )
    leave = Button(say.plain("🚪 Leave"), button.verb(facts.match, facts.position, "leave"))
    return Screen(PARAGRAPH.join((text, seats_taken(facts, say))), ((leave,),))


def games(facts_list: Sequence[MatchFacts], person_id: int, say: Words) -> Screen:
    """Somebody's matches, those that wait for him first."""
    if not facts_list:
        return Screen(say("🎲 You are in no match at the moment. Type /play in a group to begin one."))
    ordered = sorted(facts_list, key=lambda facts: (not _waits_for(facts, person_id), facts.status is Status.LOBBY))
    lines = [_my_match(facts, person_id, say) for facts in ordered[:_LISTED]]
    return Screen(PARAGRAPH.join((say("🎲 <b>Your matches</b>"), *lines)))


def status(facts_list: Sequence[MatchFacts], say: Words) -> Screen:
    """What goes on in this group, and whom it waits for."""
    if not facts_list:
        return Screen(say("🎲 Nothing is being played here. /play begins a game."))
    lines = [
        Markup("<b>{game}</b>\n{state}").format(game=SCREENS[facts.kind].title(say), state=_state(facts, say))
        for facts in facts_list[:_LISTED]
    ]
    return Screen(PARAGRAPH.join(lines))


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


def confirm_end(facts: MatchFacts, say: Words) -> Screen:
    """Asks the host whether he means it."""
    text = say("🚫 Really end <b>{game}</b> for everybody? Nobody wins then.", game=SCREENS[facts.kind].title(say))
    yes = Button(say.plain("🚫 End it"), button.verb(facts.match, facts.position, "end yes"), style="danger")
    no = Button(say.plain("👍 Play on"), button.verb(facts.match, facts.position, "end no"))
    return Screen(text, ((yes, no),))


def confirm_leave(facts: MatchFacts, person_id: int, say: Words) -> Screen:
    """Asks somebody whether he means to leave a match; the button is for him alone."""
    seated = facts.seat_of(person_id)
    text = say(
        "🚪 {name}, really leave <b>{game}</b> in {group}? The computer plays on for you.",
        name=text_names(facts, say)[seated.seat] if seated else "",
        game=SCREENS[facts.kind].title(say),
        group=isolate(_title(facts, say)),
    )
    yes = Button(say.plain("🚪 Leave"), button.verb(facts.match, facts.position, f"leave {person_id}"), style="danger")
    no = Button(say.plain("👍 Play on"), button.verb(facts.match, facts.position, "end no"))
    return Screen(text, ((yes, no),))


def expired(facts: MatchFacts, say: Words) -> Markup:
    """Tells the group that a lobby has closed."""
    return say(
        "⌛ Nobody started <b>{game}</b> for a day, so its lobby has closed. /play opens a new one.",
        game=SCREENS[facts.kind].title(say),
    )


def invite(facts: MatchFacts, say: Words, bot: str) -> Screen:
    """An invitation to send into another chat."""
    text = say(
        "📨 <b>Come and play {game}!</b>\nA game in {group} is looking for players.\n{seats}",
        game=SCREENS[facts.kind].title(say),
        group=isolate(_title(facts, say)),
        seats=seats_taken(facts, say),
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
        group=label(_title(facts, say)),
        n=len(facts.seats),
    )


def no_invites(say: Words) -> str:
    """The list of invitations is empty."""
    return say.plain("No open game of yours. Type /play in a group first.")


def commands(say: Words) -> dict[str, list[tuple[str, str]]]:
    """The command lists by scope (Bot API, ``setMyCommands``): ``private`` and ``group``."""
    hand = ("hand", say.plain("My role and my wires, for my eyes only"))
    history = ("history", say.plain("Who cut what from whom"))
    leave = ("leave", say.plain("Leave the game"))
    rules = ("rules", say.plain("How the games are played"))
    language_ = ("language", say.plain("Choose the language"))
    help_ = ("help", say.plain("How I work"))
    return {
        "private": [
            ("start", say.plain("Begin, and see open games")),
            ("games", say.plain("My matches")),
            hand,
            history,
            language_,
            rules,
            help_,
            leave,
        ],
        "group": [
            ("play", say.plain("Begin a game")),
            ("table", say.plain("Show the board again")),
            hand,
            history,
            ("status", say.plain("Whom are we waiting for?")),
            leave,
            ("cancel", say.plain("Call the game off (host)")),
            rules,
            language_,
            help_,
        ],
    }


def _title(facts: MatchFacts, say: Words) -> str:
    return clean(facts.chat_title) or say.plain("your group")


def _listed(entries: Sequence[tuple[str, str]]) -> list[Markup]:
    return [Markup("/{name} · {text}").format(name=name, text=text) for name, text in entries]


def _waits_for(facts: MatchFacts, person_id: int) -> bool:
    seated = facts.seat_of(person_id)
    return facts.status is Status.RUNNING and seated is not None and facts.to_act == seated.seat


def _my_match(facts: MatchFacts, person_id: int, say: Words) -> Markup:
    head = Markup("<b>{group}</b> · {game}").format(
        group=isolate(_title(facts, say)), game=SCREENS[facts.kind].title(say)
    )
    if _waits_for(facts, person_id):
        return LINE.join((head, say("👉 <b>It is your move!</b>"), *_deadline(facts, say)))
    return LINE.join((head, _state(facts, say)))


def _state(facts: MatchFacts, say: Words) -> Markup:
    if facts.status is Status.LOBBY:
        return say("⏳ Not begun yet. {seats}", seats=seats_taken(facts, say))
    if facts.status is not Status.RUNNING:
        return say("🏁 The match is over.")
    if facts.to_act is None:
        return say("▶️ The match is on.")
    name = text_names(facts, say)[facts.to_act]
    if facts.seats[facts.to_act].automatic:
        return say("💭 <b>{name}</b> is thinking…", name=name)
    return LINE.join((say("⏳ Waiting for <b>{name}</b>", name=name), *_deadline(facts, say)))


def _deadline(facts: MatchFacts, say: Words) -> list[Markup]:
    return [say("⏳ Time is up: {when}", when=moment(facts.deadline))] if facts.deadline else []
