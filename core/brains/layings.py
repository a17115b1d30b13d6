"""In how many ways the wires of a round may lie in front of the other players, given who told the truth of his hand.

The law
    Every way to lay them is equally likely (TB-3). What a player sees of it: his own hand, what has been cut, and the
    claims. Somebody who told the truth holds what he said; the words of others say nothing.

Numbers
    The others are numbered from 0, leaving the viewer out. A list of 2**others items is indexed by a set of them, one
    bit each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

from core.timebomb import Claim

LIE_ABOUT_BOMB = {None: 1.0, False: 0.96, True: 0.04}
"""How likely somebody whose words say nothing adds "and no bomb" and "and the bomb". To leave it out tells nothing."""


class Heap(NamedTuple):
    """What one seat has in front of it in one round, as everybody sees it."""

    left: int
    found: int
    claim: Claim | None


class Case(NamedTuple):
    """One answer to the question who told the truth."""

    chance: float
    """Of the heaps and the claims as they are; 0 when the case cannot be."""
    defusing: int
    """Face-down defusing wires that no true claim accounts for."""
    pool: int
    """Face-down wires of those whose words say nothing."""
    may_be_bomb: int
    """Face-down wires of truthful seats that may be the bomb."""
    bomb_at: int | None
    """Who says truly that he has the bomb."""


@dataclass(frozen=True)
class Round:
    """The others' wires in one round."""

    size: int
    heaps: tuple[Heap, ...]
    defusing: int
    """Defusing wires dealt to the others."""
    bomb: bool
    """Whether the bomb was dealt to one of them."""

    def cases(self) -> list[Case]:
        """By who told the truth. Somebody who claimed nothing is the same in and out of the set."""
        dealt = self.size * len(self.heaps)
        deals = comb(dealt, self.defusing) * (dealt - self.defusing if self.bomb else 1)
        hidden = self.defusing - sum(heap.found for heap in self.heaps)
        lies = [self._lie(said) for said in range(self.size + 1)]
        cases = [Case(1 / deals, hidden, 0, 0, None)]
        for seat, heap in enumerate(self.heaps):
            untrue = [_untrue(case, heap, lies) for case in cases]
            cases = untrue + ([_true(case, heap, heap.claim, seat) for case in cases] if heap.claim else untrue)
        return [self._lay_the_rest(case) for case in cases]

    def _lie(self, said: int) -> float:
        """How likely somebody whose words say nothing says this many: mostly what is plausible."""
        anything = 0.2 / (self.size + 1)
        if said > self.defusing:
            return anything
        dealt = self.size * len(self.heaps)
        plausible = comb(self.size, said) * comb(dealt - self.size, self.defusing - said) / comb(dealt, self.defusing)
        return 0.8 * plausible + anything

    def _lay_the_rest(self, case: Case) -> Case:
        if not 0 <= case.defusing <= case.pool or (case.bomb_at is not None and not self.bomb):
            return case._replace(chance=0.0)
        places = _bomb_places(case) if self.bomb else 1
        return case._replace(chance=case.chance * comb(case.pool, case.defusing) * places)

    def wires(self, case: Case, truthful: int) -> Iterator[tuple[float, float]]:
        """By other seat: the chances that the next wire cut there is defusing, and that it is the bomb."""
        places = _bomb_places(case) if self.bomb else 0
        for seat, heap in enumerate(self.heaps):
            if not heap.left:
                yield 0.0, 0.0
                continue
            if heap.claim and truthful >> seat & 1:
                defusing = (heap.claim.defusing - heap.found) / heap.left
                possible = heap.claim.bomb is not False and case.bomb_at in (None, seat)
            else:
                defusing = case.defusing / case.pool
                possible = case.bomb_at is None
            yield defusing, (1 - defusing) / places if places and possible else 0.0


def _untrue(case: Case, heap: Heap, lies: Sequence[float]) -> Case:
    lie = lies[heap.claim.defusing] * LIE_ABOUT_BOMB[heap.claim.bomb] if heap.claim else 1.0
    return case._replace(chance=case.chance * lie, pool=case.pool + heap.left)


def _true(case: Case, heap: Heap, claim: Claim, seat: int) -> Case:
    defusing, bomb = claim.defusing - heap.found, claim.bomb
    if not 0 <= defusing <= heap.left - bool(bomb) or (bomb and case.bomb_at is not None):
        return case._replace(chance=0.0)
    not_defusing = heap.left - defusing
    rest = case._replace(chance=case.chance * comb(heap.left, defusing), defusing=case.defusing - defusing)
    if bomb:
        return rest._replace(may_be_bomb=not_defusing, bomb_at=seat)
    if bomb is None and case.bomb_at is None:
        return rest._replace(may_be_bomb=case.may_be_bomb + not_defusing)
    return rest


def _bomb_places(case: Case) -> int:
    return case.may_be_bomb + (case.pool - case.defusing if case.bomb_at is None else 0)
