"""The parts of a board: how far the match is, the wires, what happened, whose move it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from markupsafe import Markup

from core.game import Seat
from core.timebomb import ROUNDS, TimeBombView
from tgbot.facts import By, MatchFacts, Status
from tgbot.screens.match import (
    EVENTS,
    closed,
    move_of,
    running,
    thinking,
)
from tgbot.screens.names import text_names, titled
from tgbot.screens.waiting import lines, warning
from tgbot.screens.wires.cutting import target_of
from tgbot.screens.wires.signs import CUT, moved_by, wire_name, wires
from tgbot.words import Words, filled

Follow = Mapping[int, Sequence[Markup]]
"""What else a cut did, by its number, counted from 1."""
NOTHING: Follow = MappingProxyType({})


def progress(facts: MatchFacts, view: TimeBombView, say: Words, name: str) -> list[Markup]:
    """The game, the round, what is found, and the cuts left. ``name`` is the game's."""
    found = "🔵" * view.found + "▫️" * (view.needed - view.found)
    lines = [
        say(
            "💣 <b>{game}</b> · round {round} of {rounds}",
            game=titled(facts, name, say),
            round=view.round,
            rounds=ROUNDS,
        ),
        say("{signs} found: {found} of {needed}", signs=found, found=view.found, needed=view.needed),
    ]
    if running(facts, view):
        lines.append(say.many("✂️ {n} cut left in this round", "✂️ {n} cuts left in this round", view.cuts_left))
    return lines


def seat_rows(facts: MatchFacts, view: TimeBombView, say: Words, said: Mapping[Seat, str]) -> list[Markup]:
    """The wires of every seat, who holds the cutters, in bold who is to act, and what everybody ``said``."""
    live = facts.status is Status.RUNNING and view.to_act is not None
    return [
        filled(
            "{wires} {cut}{name}{said}",
            wires=wires(view.rows[seat]),
            cut=f"{CUT} " if live and seat == view.holder else "",
            name=filled("<b>{name}</b>", name=name) if live and seat == view.to_act else name,
            said=f" · {said[seat]}" if seat in said else "",
        )
        for seat, name in enumerate(text_names(facts, say))
    ]


def events(facts: MatchFacts, view: TimeBombView, say: Words, follow: Follow = NOTHING) -> list[Markup]:
    """The last three things that happened, a new deal among them, and a warning to whoever just ran out of time."""
    names = text_names(facts, say)
    told: list[Markup] = []
    for number, (reveal, by) in list(enumerate(zip(view.reveals, moved_by(facts, view), strict=True), 1))[-EVENTS:]:
        fields = {"cutter": names[reveal.cutter], "owner": names[reveal.owner], "wire": wire_name(reveal.wire, say)}
        told.append(
            say("⏰ {cutter} ran out of time. Cut at random: {owner}, {wire}", **fields)
            if by is By.CLOCK
            else say("✂️ {cutter} → {owner}: {wire}", **fields)
        )
        told += follow.get(number, ())
    if view.outcome is None and all(reveal.round != view.round for reveal in view.reveals):
        told.append(_dealt(view, say))
    return told[-EVENTS:] if view.outcome else [*told[-EVENTS:], *warning(facts, say)]


def whose_move(facts: MatchFacts, view: TimeBombView, say: Words, task: Iterable[Markup] = ()) -> list[Markup]:
    """Who is to act, what is his ``task`` besides cutting, and until when."""
    if not running(facts, view) or view.to_act is None:
        return [closed(facts, say)]
    if facts.seats[view.to_act].automatic:
        return [thinking(facts, view.to_act, say), *task, *lines(facts, say), *_how(facts, view, say)]
    moving = (move_of(facts, view.to_act, say), *task, *pointed(facts, view, say, "board"))
    return [*moving, *lines(facts, say), *_how(facts, view, say)]


def _how(facts: MatchFacts, view: TimeBombView, say: Words) -> Iterator[Markup]:
    """What the buttons are for: how to cut until somebody has cut, and how to claim while a round has not begun, when
    the computer gives people time for it.
    """
    if facts.paused:
        return
    if not view.reveals and view.to_act is not None and not facts.seats[view.to_act].automatic:
        yield say("✂️ Tap a name below, then one of the wires.")
    if view.claims_on and all(reveal.round != view.round for reveal in view.reveals):
        yield say("🗣 How many 🔵 do you hold? Tap it for all to see, true or not.")


def pointed(facts: MatchFacts, view: TimeBombView, say: Words, where: str) -> list[Markup]:
    """At whom the cutters point, as far as it shows on a surface."""
    target = target_of(facts, view, where)
    return [] if target is None else [say("✂️ → <b>{name}</b>: which wire?", name=text_names(facts, say)[target])]


def _dealt(view: TimeBombView, say: Words) -> Markup:
    return say.many(
        "🔀 Round {round}: shuffled and dealt, {n} wire each",
        "🔀 Round {round}: shuffled and dealt, {n} wires each",
        view.hand_size,
        round=view.round,
    )
