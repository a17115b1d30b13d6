"""Computer players of Time Bomb."""

from __future__ import annotations

from collections.abc import Sequence

from core.brains.cutting import best, handing_over, lie, others_claims, owner_of
from core.brains.layings import Said
from core.brains.suspicion import Pack, Suspicion, conclude, hidden_at_deal
from core.fair import Fair
from core.game import Move
from core.timebomb import Claim, Role, TimeBombView, Wire

BOMB = 4.0
"""What cutting the bomb costs Sherlock, in defusing wires."""

LIE_ABOUT_BOMB = {None: 1.0, 0: 0.96, 1: 0.04}
"""How likely somebody whose words say nothing adds "and no bomb" and "and the bomb". To leave it out tells nothing."""


class Careless:
    """Cuts any wire, and blurts out what he holds.

    He is careless with his tongue too because silence would be a strong move: to a Moriarty all face-down wires of
    silent players are alike, so that not even Moriartys who know each other would do better than chance. What silence
    is worth, ``bench.brains`` measures.
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
        now = [a - BOMB * b for a, b in zip(suspicion.defusing, suspicion.of(Wire.BOMB), strict=True)]
        worth = [now[seat] + handing_over(view, suspicion, seat, now) for seat in range(view.seats)]
        return best(moves, lambda move: side * worth[owner_of(move)], chance)

    def claim(self, view: TimeBombView, claims: Sequence[Claim], chance: Fair) -> str | None:
        """A Sherlock's whole truth or a Moriarty's lie; nothing where claims are off."""
        if not view.claims_on:
            return None
        hand = view.hands[-1]
        if view.role is Role.SHERLOCK:
            return _say(hand.defusing, bool(hand.bomb))
        hidden = hidden_at_deal(view, view.round, Wire.DEFUSING, view.needed)
        room = hidden - sum(claim.defusing for claim in others_claims(view, claims))
        return _say(min(lie(hand.defusing, bool(hand.bomb), chance), max(room, 0)), bomb=False)


def weigh(view: TimeBombView, claims: Sequence[Claim]) -> Suspicion:
    """What a player may conclude from his view of a running match and from all claims so far, oldest first.

    Raises:
        ValueError: the view is nobody's.
    """
    deadly = ((1,),) * (len(view.reveals) + 1)
    return conclude(view, claims, Pack((Wire.DEFUSING, Wire.BOMB), (view.needed, 1), _said, _words, deadly))


def _said(claim: Claim) -> Said:
    return claim.defusing, None if claim.bomb is None else int(claim.bomb)


def _words(said: Said, *_: object) -> float:
    return LIE_ABOUT_BOMB[said[1]]


def _say(defusing: int, bomb: bool) -> str:
    return f"claim {defusing} {'bomb' if bomb else 'nobomb'}"
