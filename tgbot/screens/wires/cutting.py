"""The buttons that cut and claim, on the board and in the private chat."""

from __future__ import annotations

from core.game import Seat
from core.timebomb import TimeBombView
from tgbot import button
from tgbot.facts import MatchFacts
from tgbot.screens.match import always, back, pointing
from tgbot.screens.names import seat_labels
from tgbot.screens.screen import Button, Keyboard, rows
from tgbot.screens.waiting import under_board
from tgbot.screens.wires.signs import CUT
from tgbot.words import Words


def target_of(facts: MatchFacts, view: TimeBombView, where: str) -> Seat | None:
    """At whom the cutters point, if it was done on this surface."""
    return pointing(facts, where) if view.to_act is not None else None


def cutting_keyboard(facts: MatchFacts, view: TimeBombView, say: Words, where: str) -> Keyboard:
    """The two taps of a cut: first a player, then one of his face-down wires, which keep their numbers (TB-6)."""
    if (target := target_of(facts, view, where)) is not None:
        return places(facts, view, target), back(facts, say, "unpoint", facts.position)
    names = seat_labels(facts, say)
    return rows(
        [
            Button(f"{names[seat]} · {view.left(seat)}", button.verb(facts.match, facts.position, f"point {seat}"))
            for seat in range(view.seats)
            if seat != view.holder and view.left(seat)
        ],
        2,
    )


def places(facts: MatchFacts, view: TimeBombView, target: Seat) -> tuple[Button, ...]:
    """The face-down wires of a player."""
    return tuple(
        Button(f"{CUT} {place + 1}", button.move(facts.match, facts.position, f"cut {target} {place}"))
        for place, wire in enumerate(view.rows[target])
        if wire is None
    )


def aiming_keyboard(facts: MatchFacts, view: TimeBombView, say: Words, position: int) -> Keyboard:
    """The same two taps in the message with the hand, which offers everybody else the whole round long."""
    if view.to_act == view.seat and (target := target_of(facts, view, "hand")) is not None:
        return places(facts, view, target), back(facts, say, "unaim", position)
    names = seat_labels(facts, say)
    return rows(
        [
            Button(f"{CUT} {names[seat]}", button.verb(facts.match, position, f"aim {seat}"))
            for seat in range(view.seats)
            if seat != view.seat
        ],
        2,
    )


def claim_row(facts: MatchFacts, view: TimeBombView, position: int, chosen: int | None = None) -> Keyboard:
    """One tap to say how many defusing wires one holds (TB-12). Empty when claims are off."""
    if not view.claims_on:
        return ()
    return (
        tuple(
            Button(f"{'✅' if n == chosen else '🗣'} {n}", button.verb(facts.match, position, f"claim {n}"))
            for n in range(view.hand_size + 1)
        ),
    )


def board_keyboard(facts: MatchFacts, view: TimeBombView, say: Words, moving: Keyboard) -> Keyboard:
    """Under the board: ``moving`` unless the computer moves or nobody may, claims, and what is always there."""
    idle = facts.paused or (view.to_act is not None and facts.seats[view.to_act].automatic)
    talk = claim_row(facts, view, facts.position)
    return (*(() if idle else moving), *talk, *under_board(facts, say), always(facts, say))


def dealt_at(facts: MatchFacts, view: TimeBombView) -> int:
    """The position at which the round was dealt: the same for the whole round, so no move makes an edit necessary."""
    cuts = [play.position for play in facts.plays if play.move.startswith("cut ")]
    before = sum(reveal.round != view.round for reveal in view.reveals)
    return cuts[before] if before < len(cuts) else facts.position
