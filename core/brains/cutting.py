"""What sensible players of Time Bomb and Evolution share: looking one cut ahead, and lying about defusing wires; and
how every sensible player chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from core.brains.suspicion import Suspicion
from core.fair import Fair
from core.game import Claim, Move, Seat
from core.timebomb import ROUNDS, TimeBombView

AHEAD = 0.3
"""What the best or worst next cut is worth beside this one: much may happen before it."""

KNOWING = 0.3
"""How much worse for Sherlock, in defusing wires, a Moriarty cuts than I can foresee: he knows his own hand."""

NEW_ROUND = 0.5
"""What it costs Sherlock, in defusing wires, when a Moriarty starts the next round."""

C = TypeVar("C", bound=Claim)


def best(moves: Sequence[Move], worth: Callable[[Move], float], chance: Fair) -> Move:
    """The move worth most; where it does not matter, any of the best."""
    values = [worth(move) for move in moves]
    # Sums of the same chances in another order may differ in the last digits.
    least = max(values) - 1e-9
    return chance.choice([move for move, value in zip(moves, values, strict=True) if value >= least])


def owner_of(cut: Move) -> Seat:
    """In front of whom a cut is made."""
    return int(cut.split(" ")[1])


def handing_over(view: TimeBombView, suspicion: Suspicion, owner: Seat, now: Sequence[float]) -> float:
    """What Sherlock expects, in defusing wires, from whoever gets the cutters by a cut at a seat (TB-8). ``now``: by
    seat what he expects from a cut there.
    """
    suspect = suspicion.moriarty[owner]
    if view.cuts_left == 1:
        return -NEW_ROUND * suspect if view.round < ROUNDS else 0.0
    next_ = [now[seat] for seat in range(view.seats) if seat not in (owner, view.seat) and view.left(seat)] or [0.0]
    return AHEAD * ((1 - suspect) * max(next_) + suspect * (min(next_) - KNOWING))


def others_claims(view: TimeBombView, claims: Sequence[C]) -> list[C]:
    """The newest claim of each other player about this round."""
    newest = {claim.seat: claim for claim in claims if claim.round == view.round and claim.seat != view.seat}
    return list(newest.values())


def lie(defusing: int, lure: bool, chance: Fair) -> int:
    """How many defusing wires a Moriarty says he holds: more than none to lure the cutters to a bomb or to waste a cut,
    fewer than there are to save them from being cut.
    """
    if lure:
        return 1 + chance.below(2)
    if defusing:
        return defusing - 1 if chance.below(3) else 0
    return chance.below(3)
