"""Lists of matches: all of mine, and those of a group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from markupsafe import Markup

from tgbot import button
from tgbot.facts import LISTED, MatchFacts, Status
from tgbot.screens import SCREENS
from tgbot.screens.lobby import seats_taken
from tgbot.screens.match import LINE, PARAGRAPH, thinking
from tgbot.screens.names import group_title, isolate, label, text_names
from tgbot.screens.screen import Button, Screen, rows
from tgbot.screens.waiting import clock_lines
from tgbot.words import Words, filled

_NO_LINKS: Mapping[int, str] = MappingProxyType({})


def games(facts_list: Sequence[MatchFacts], person_id: int, say: Words, links: Mapping[int, str] = _NO_LINKS) -> Screen:
    """Somebody's matches in the order given. ``links`` lead to their boards, by the number of the match."""
    if not facts_list:
        return Screen(say("🎲 You are in no match at the moment. Type /play in a group, or in our private chat."))
    listed = facts_list[:LISTED]
    told = [_my_match(number, facts, person_id, say) for number, facts in enumerate(listed, 1)]
    doors = (_doors(number, facts, links.get(facts.match), say) for number, facts in enumerate(listed, 1))
    return Screen(PARAGRAPH.join((say("🎲 <b>Your matches</b>"), *told)), tuple(row for row in doors if row))


def status(facts_list: Sequence[MatchFacts], say: Words, *, private: bool = False) -> Screen:
    """What goes on in this group, or in ``private`` wherever he plays, and whom it waits for until when."""
    if not facts_list:
        return Screen(say("🎲 Nothing is being played here. /play begins a game."))
    told = [
        filled(
            "<b>{game}</b>{where}\n{state}",
            game=SCREENS[facts.kind].title(say),
            where=f" · {isolate(group_title(facts, say))}" if private else "",
            state=_state(facts, say),
        )
        for facts in facts_list[:LISTED]
    ]
    return Screen(PARAGRAPH.join(told))


def which(facts_list: Sequence[MatchFacts], verb: str, say: Words) -> Screen:
    """Asks which of several matches a command is about; the button does what the ``verb`` says."""
    listed = facts_list[:LISTED]
    buttons = [
        Button(
            f"{n}. {SCREENS[f.kind].title(say)} · {label(group_title(f, say))}", button.verb(f.match, f.position, verb)
        )
        for n, f in enumerate(listed, 1)
    ]
    told = [
        filled(
            "{n}. <b>{game}</b> · {names}", n=n, game=SCREENS[f.kind].title(say), names=", ".join(text_names(f, say))
        )
        for n, f in enumerate(listed, 1)
    ]
    return Screen(LINE.join((say("🎲 <b>Which match do you mean?</b>"), *told)), rows(buttons, 1))


def _my_match(number: int, facts: MatchFacts, person_id: int, say: Words) -> Markup:
    head = filled(
        "{number}. <b>{group}</b> · {game}",
        number=number,
        group=isolate(group_title(facts, say)),
        game=SCREENS[facts.kind].title(say),
    )
    seated = facts.seat_of(person_id)
    if facts.status is Status.RUNNING and seated is not None and facts.to_act == seated.seat:
        return LINE.join((head, say("👉 <b>It is your move!</b>"), *clock_lines(facts, say)))
    return LINE.join((head, _state(facts, say)))


def _doors(number: int, facts: MatchFacts, link: str | None, say: Words) -> tuple[Button, ...]:
    """The ways to a match: its hand comes here, and its board stands in the group, or comes here as well."""
    doors: list[Button] = []
    if facts.status is Status.RUNNING:
        text = f"🎴 {number} · {label(group_title(facts, say))}"
        doors.append(Button(text, button.verb(facts.match, facts.position, "show")))
    if link is not None:
        doors.append(Button(say.plain("↗️ {n} · the board", n=number), url=link))
    elif facts.private:
        words = button.verb(facts.match, facts.position, "board")
        doors.append(Button(say.plain("↗️ {n} · the board", n=number), words))
    return tuple(doors)


def _state(facts: MatchFacts, say: Words) -> Markup:
    if facts.status is Status.LOBBY:
        return say("⏳ Not begun yet. {seats}", seats=seats_taken(facts, say))
    if facts.status is not Status.RUNNING:
        return say("🏁 The match is over.")
    if facts.to_act is None:
        return say("▶️ The match is on.")
    if facts.seats[facts.to_act].automatic:
        return LINE.join((thinking(facts, facts.to_act, say), *clock_lines(facts, say)))
    waiting = say("👉 Waiting for <b>{name}</b>", name=text_names(facts, say)[facts.to_act])
    return LINE.join((waiting, *clock_lines(facts, say)))
