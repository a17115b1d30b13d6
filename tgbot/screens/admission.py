"""Who may come in: what the host is asked and what whoever asked reads, people a group has blocked, the next lobby."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from markupsafe import Markup

from tgbot import button
from tgbot.facts import LISTED, Asker, MatchFacts
from tgbot.refusals import Code
from tgbot.screens import SCREENS
from tgbot.screens.answers import Answer, answer, refusal
from tgbot.screens.lobby import asker_rows, seats_taken
from tgbot.screens.match import mention
from tgbot.screens.names import ON_BUTTONS, clean, group_title, isolate, label
from tgbot.screens.screen import Button, Keyboard, Screen, rows
from tgbot.words import Words, filled

LINE, PARAGRAPH = Markup("\n"), Markup("\n\n")


class Named(Protocol):
    """Somebody by number and name."""

    @property
    def id(self) -> int:
        """Telegram's."""

    @property
    def name(self) -> str:
        """As he gave it."""

    @property
    def username(self) -> str | None:
        """Without @."""


def question(facts: MatchFacts, say: Words, *, private: bool) -> Screen:
    """Asks the host whom of those who want to join he lets in: in his ``private`` chat, or by a call in the group."""
    asked = say(
        "🙋 <b>Who may join {game} in {group}?</b>\nThey have come by the invite link, and I cannot see whether they "
        "belong to the group. The host or an administrator decides.",
        game=SCREENS[facts.kind].title(say),
        group=isolate(group_title(facts, say)),
    )
    host = facts.seat_of(facts.host_id)
    called = [] if private or host is None else [filled("👑 {host}", host=mention(facts, host.seat, say))]
    return Screen(LINE.join((*called, asked, *(_asker(one, say) for one in facts.askers))), asker_rows(facts, say))


def waiting(facts: MatchFacts, say: Words) -> Screen:
    """Tells who asked that the host has to answer first."""
    return Screen(
        say(
            "⏳ I cannot see whether you belong to {group}, so I have asked the host of <b>{game}</b> to let you in. "
            "You will read the answer here.\nAre you in the group? Then tap Join there, and you are in at once.",
            game=SCREENS[facts.kind].title(say),
            group=isolate(group_title(facts, say)),
        )
    )


def turned_away(facts: MatchFacts, say: Words) -> Screen:
    """Tells who asked that the host has said no."""
    return Screen(
        say(
            "🚫 The host of <b>{game}</b> in {group} has not let you in.",
            game=SCREENS[facts.kind].title(say),
            group=isolate(group_title(facts, say)),
        )
    )


def too_late(say: Words) -> Screen:
    """Tells who asked that the lobby is over."""
    return Screen(Markup.escape(refusal(Code.LOBBY_CLOSED, {}, say)))


def opened(facts: MatchFacts, say: Words) -> Screen:
    """Tells somebody who wanted to know of the next lobby that it is open."""
    text = say(
        "🔔 <b>{game}</b> is looking for players in {group}. You wanted to know.\n{seats}",
        game=SCREENS[facts.kind].title(say),
        group=isolate(group_title(facts, say)),
        seats=seats_taken(facts, say),
    )
    join = Button(say.plain("✅ Join"), button.verb(facts.match, facts.position, "join next"), style="success")
    return Screen(text, ((join,),))


def confirm_block(who: Named, asker: int, say: Words) -> Screen:
    """Asks an administrator whether he means it; the buttons are for him alone, ``asker`` 0: for any administrator."""
    text = say(
        "⛔ Really keep <b>{name}</b> out of the games of this group? A seat in a game that has not begun is free "
        "again; matches that run go on.",
        name=_name(who, say),
    )
    yes = Button(say.plain("⛔ Block"), button.verb(0, 0, f"block {who.id} {asker}"), style="danger")
    no = Button(say.plain("👍 No"), button.verb(0, 0, f"spare {asker}"))
    return Screen(text, ((yes, no),))


def which_person(found: Sequence[Named], verb: str, asker: int, say: Words) -> Screen:
    """What was typed fits several people; the button does what the ``verb`` says."""
    buttons = [
        Button(_label(number, one, say), button.verb(0, 0, f"{verb} {one.id} {asker}"))
        for number, one in enumerate(found[:LISTED], 1)
    ]
    told = [_line(number, one, say) for number, one in enumerate(found[:LISTED], 1)]
    return Screen(LINE.join((say("👤 <b>Who is meant?</b>"), *told)), rows(buttons, 2))


def blocked(found: Sequence[Named], page: int, say: Words) -> Screen:
    """Whom a group has blocked, a page of them, with a way back for each: within the settings."""
    last = max(0, (len(found) - 1) // LISTED)
    page = min(page, last)
    shown = list(enumerate(found, 1))[page * LISTED : (page + 1) * LISTED]
    if not found:
        text = say(
            "⛔ <b>Blocked people</b>\nNobody is. An administrator keeps somebody out of the games of this group with "
            "/block in reply to one of their messages."
        )
    else:
        text = say("⛔ <b>Blocked people</b>\nThey cannot join the games of this group. A tap lets them in again.")
    turn = tuple(_set(sign, f"blocked {to}") for sign, to in (("◀️", page - 1), ("▶️", page + 1)) if 0 <= to <= last)
    buttons = [_set(f"✅ {_label(number, one, say)}", f"unblock {one.id} {page}") for number, one in shown]
    keyboard: Keyboard = (*rows(buttons, 2), *((turn,) if turn else ()), (_set(say.plain("↩️ Back"), "menu"),))
    return Screen(LINE.join((text, *(_line(number, one, say) for number, one in shown))), keyboard)


def next_game(name: str, on: bool, reachable: bool, bot: str, say: Words, *, open_now: bool) -> Screen:
    """Answers /nextgame in a group. ``open_now``: a lobby is open there already."""
    parts = [Markup.escape(answer(Answer.NEXT_ON if on else Answer.NEXT_OFF, say, name=name))]
    keyboard: Keyboard = ()
    if on and not reachable:
        parts.append(say("✉️ Only, I may not write to you yet: open my private chat and press Start."))
        keyboard = ((Button(say.plain("✉️ Open my private chat"), url=f"https://t.me/{bot}?start=next"),),)
    if on and open_now:
        parts.append(say("🎲 A game is looking for players here right now: tap Join."))
    return Screen(LINE.join(parts), keyboard)


def waits_for(groups: Sequence[tuple[int, str]], say: Words) -> Screen:
    """The groups of whose next lobby somebody will be told, with a way out of each: /nextgame in the private chat."""
    if not groups:
        return Screen(
            say("🔔 You wait for no game. Type /nextgame in a group, and I write to you when the next one opens there.")
        )
    titles = [clean(title) or say.plain("your group") for _, title in groups[:LISTED]]
    told = [filled("{number}. {title}", number=number, title=isolate(title)) for number, title in enumerate(titles, 1)]
    buttons = [
        Button(f"🔕 {number} · {label(clean(title, ON_BUTTONS))}", button.verb(0, 0, f"next off {chat}"))
        for (number, title), (chat, _) in zip(enumerate(titles, 1), groups, strict=False)
    ]
    head = say("🔔 <b>I write to you when the next game opens in these groups:</b>")
    return Screen(LINE.join((head, *told)), rows(buttons, 1))


def _asker(asker: Asker, say: Words) -> Markup:
    """Who asks, in a way that shows who it is: a name is easily borrowed."""
    name = isolate(clean(asker.name) or say.plain("somebody"))
    link = filled('• <a href="tg://user?id={id}">{name}</a>', id=asker.person_id, name=name)
    return link + filled(" @{username}", username=asker.username) if asker.username else link


def _name(who: Named, say: Words) -> str:
    return isolate(clean(who.name) or say.plain("somebody"))


def _line(number: int, who: Named, say: Words) -> Markup:
    username = f" @{who.username}" if who.username else ""
    return filled("{number}. {name}{username}", number=number, name=_name(who, say), username=username)


def _label(number: int, who: Named, say: Words) -> str:
    return f"{number} · {label(clean(who.name, ON_BUTTONS) or say.plain('somebody'))}"


def _set(text: str, words: str) -> Button:
    return Button(text, button.verb(0, 0, f"set {words}"))
