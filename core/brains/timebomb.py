"""Computer players of Time Bomb."""

from __future__ import annotations

from collections.abc import Sequence

from core.brains.suspicion import Suspicion, hidden_at_deal, weigh
from core.fair import Fair
from core.game import Move, Seat
from core.timebomb import ROUNDS, Claim, Hand, Role, TimeBombView

BOMB = 4.0
"""What cutting the bomb costs Sherlock, in defusing wires."""

AHEAD = 0.3
"""What the best or worst next cut is worth beside this one: much may happen before it."""

KNOWING = 0.3
"""How much worse for Sherlock, in defusing wires, a Moriarty cuts than I can foresee: he knows his own hand."""

NEW_ROUND = 0.5
"""What it costs Sherlock, in defusing wires, when a Moriarty starts the next round."""


class Careless:
    """Cuts any wire, and blurts out what he holds.

    He is careless with his tongue too because silence would be a strong move: to a Moriarty all face-down wires of
    silent players are alike, so against silent Sherlocks nobody does much better than chance.
    """

    def move(self, view: TimeBombView, claims: Sequence[Claim], moves: Sequence[Move], chance: Fair) -> Move:
        """Any legal move, each equally likely."""
        return chance.choice(moves)

    def claim(self, view: TimeBombView, claims: Sequence[Claim], chance: Fair) -> str | None:
        """The truth, whatever his role; nothing where claims are off."""
        return _say(view.hands[-1].defusing, bool(view.hands[-1].bomb)) if view.claims_on else None


class Sensible:
    """Weighs who is who and where the wires lie (``core.brains.suspicion``), and looks one cut ahead.

    A Sherlock tells the truth, cuts where defusing wires are likely and the bomb is not, and keeps the cutters from
    suspects. A Moriarty wants the opposite of every cut, so that he spares defusing wires, goes for the bomb and passes
    the cutters to whom he takes for his partner; and he lies about his hand, within what the others can believe.
    He takes nobody for a computer: people's claims and cuts are weighed by the same measure.
    """

    def move(self, view: TimeBombView, claims: Sequence[Claim], moves: Sequence[Move], chance: Fair) -> Move:
        """The best cut by expectation; where it does not matter, any of the best."""
        suspicion = weigh(view, claims)
        side = 1 if view.role is Role.SHERLOCK else -1
        worth = {seat: side * _worth(view, suspicion, seat) for seat in sorted({_owner(move) for move in moves})}
        # Sums of the same chances in another order may differ in the last digits.
        best = max(worth.values()) - 1e-9
        return chance.choice([move for move in moves if worth[_owner(move)] >= best])

    def claim(self, view: TimeBombView, claims: Sequence[Claim], chance: Fair) -> str | None:
        """A Sherlock's whole truth or a Moriarty's lie; nothing where claims are off."""
        if not view.claims_on:
            return None
        hand = view.hands[-1]
        if view.role is Role.SHERLOCK:
            return _say(hand.defusing, bool(hand.bomb))
        said = {claim.seat: claim.defusing for claim in claims if claim.round == view.round and claim.seat != view.seat}
        room = hidden_at_deal(view, view.round) - sum(said.values())
        return _say(min(_lie(view.hands[-1], chance), max(room, 0)), bomb=False)


def _say(defusing: int, bomb: bool) -> str:
    return f"claim {defusing} {'bomb' if bomb else 'nobomb'}"


def _lie(hand: Hand, chance: Fair) -> int:
    """How many defusing wires a Moriarty says he holds: more than none to lure the cutters to the bomb or to waste a
    cut, fewer than there are to save them from being cut.
    """
    if hand.bomb:
        return 1 + chance.below(2)
    if hand.defusing:
        return hand.defusing - 1 if chance.below(3) else 0
    return chance.below(3)


def _owner(move: Move) -> Seat:
    return int(move.split(" ")[1])


def _worth(view: TimeBombView, suspicion: Suspicion, owner: Seat) -> float:
    """What Sherlock expects, in defusing wires, from a cut at a seat and from whoever gets the cutters by it (TB-8)."""

    def now(seat: Seat) -> float:
        return suspicion.defusing[seat] - BOMB * suspicion.bomb[seat]

    suspect = suspicion.moriarty[owner]
    if view.cuts_left == 1:
        return now(owner) - (NEW_ROUND * suspect if view.round < ROUNDS else 0)
    next_ = [now(seat) for seat in range(view.seats) if seat not in (owner, view.seat) and view.left(seat)] or [0.0]
    return now(owner) + AHEAD * ((1 - suspect) * max(next_) + suspect * (min(next_) - KNOWING))
