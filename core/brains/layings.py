"""In how many ways the wires of a round may lie in front of the other players, given who told the truth of his hand.

The law
    Every way to lay them is equally likely (TB-3). What a player sees of it: his own hand, what has been cut, and the
    claims. Somebody who told the truth holds what he said; the words of others say nothing.

The theory
    Defusing wires are laid first, then the bombs; what is left over is safe. The count is exact while every true claim
    names all its bombs, or none, or there is just one bomb: so always in Time Bomb. Of claims that name some colours
    only, the rest of each hand is taken for as likely to be any colour it does not name.

Numbers
    The others are numbered from 0, leaving the viewer out. A list of 2**others items is indexed by a set of them, one
    bit each. Kinds of wires are numbered too: 0 is defusing, the bombs follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, factorial, perm, prod
from operator import add, sub
from typing import NamedTuple, TypeAlias

Counts: TypeAlias = tuple[int, ...]
"""A number by kind."""

Said: TypeAlias = tuple[int | None, ...]
"""By kind what somebody says he was dealt of it; None: nothing."""


class Heap(NamedTuple):
    """What one seat has in front of it in one round, as everybody sees it."""

    left: int
    found: Counts
    """What was cut of it this round."""
    said: Said | None


class Hand(NamedTuple):
    """What somebody who told the truth still has in front of him."""

    named: Counts
    ways: float
    """To lay it."""
    unnamed: Counts
    """By kind: wires that are not this kind for certain although he does not name what they are."""
    rest: int
    """Wires he does not name."""


class Case(NamedTuple):
    """One answer to the question who told the truth."""

    chance: float
    """Of the heaps and the claims as they are; 0 when the case cannot be."""
    hidden: Counts
    """Wires that no true claim accounts for."""
    pool: int
    """Face-down wires of those whose words say nothing."""
    rest: int
    """Wires of truthful seats that they do not name, and the cards put aside: none of them is defusing."""
    closed: Counts
    """By kind: how many of the rest it cannot be."""

    @property
    def open(self) -> int:
        """Wires that lie anywhere, after the defusing ones were laid."""
        return self.pool - self.hidden[0] + self.rest


@dataclass(frozen=True)
class Round:
    """The others' wires in one round."""

    size: int
    heaps: tuple[Heap, ...]
    hidden: Counts
    """Wires of each kind that were dealt to the others or put aside."""
    lies: tuple[float, ...]
    """By seat: how likely somebody whose words say nothing says what it says."""
    aside: int = 0
    """Cards put aside, bombs all of them."""

    def cases(self) -> list[Case]:
        """By who told the truth. Somebody who claimed nothing is the same in and out of the set."""
        hidden = tuple(map(sub, self.hidden, map(sum, zip(*(heap.found for heap in self.heaps), strict=True))))
        cases = [Case(1 / self._deals(), hidden, 0, self.aside, (0,) * len(hidden))]
        for heap, lie in zip(self.heaps, self.lies, strict=True):
            untrue = [case._replace(chance=case.chance * lie, pool=case.pool + heap.left) for case in cases]
            cases = untrue + (_all_true(cases, _hand(heap, heap.said)) if heap.said else untrue)
        return [_lay_the_rest(case) for case in cases]

    def _deals(self) -> float:
        defusing, *bombs = self.hidden
        dealt = self.size * len(self.heaps)
        return comb(dealt, defusing) * _arrangements(dealt - defusing + self.aside, bombs)

    def wires(self, case: Case, truthful: int) -> Iterator[tuple[float, ...]]:
        """By other seat, by kind: the chance that the next wire cut there is of this kind."""
        defusing = case.hidden[0] / case.pool if case.pool else 0.0
        bombs = zip(case.hidden[1:], case.closed[1:], strict=True)
        shares = [n / (case.open - closed) if n else 0.0 for n, closed in bombs]
        untrue = (defusing, *((1 - defusing) * share for share in shares))
        for seat, heap in enumerate(self.heaps):
            if not heap.left:
                yield (0.0,) * len(case.hidden)
            elif heap.said and truthful >> seat & 1:
                yield _told(heap, heap.said, shares)
            else:
                yield untrue


def _told(heap: Heap, said: Said, shares: Sequence[float]) -> tuple[float, ...]:
    """The chances by kind at a seat whose words are true. Everybody who speaks names his defusing wires."""
    named = [None if n is None else (n - found) / heap.left for n, found in zip(said, heap.found, strict=True)]
    rest = 1 - sum(filter(None, named))
    return tuple(rest * share if n is None else n for n, share in zip(named, (0.0, *shares), strict=True))


_NEVER = Case(0.0, (), 0, 0, ())


def _hand(heap: Heap, said: Said) -> Hand | None:
    """What is left of a hand if the words about it are true; None when they cannot be."""
    named = tuple(0 if n is None else n - found for n, found in zip(said, heap.found, strict=True))
    rest = heap.left - sum(named)
    if rest < 0 or min(named) < 0:
        return None
    ways = factorial(heap.left) / factorial(rest) / prod(map(factorial, named))
    return Hand(named, ways, tuple(0 if n is None else rest for n in said), rest)


def _all_true(cases: Sequence[Case], hand: Hand | None) -> list[Case]:
    return [_true(case, hand) if hand and case.chance else _NEVER for case in cases]


def _true(case: Case, hand: Hand) -> Case:
    hidden = tuple(map(sub, case.hidden, hand.named))
    if min(hidden) < 0:
        return _NEVER
    closed = tuple(map(add, case.closed, hand.unnamed))
    return Case(case.chance * hand.ways, hidden, case.pool, case.rest + hand.rest, closed)


def _lay_the_rest(case: Case) -> Case:
    if not case.chance or case.hidden[0] > case.pool:
        return _NEVER
    defusing, *bombs = case.hidden
    open_ = case.open
    if sum(bombs) > open_:
        return _NEVER
    ways = comb(case.pool, defusing) * _arrangements(open_, bombs)
    for n, closed in zip(bombs, case.closed[1:], strict=True):
        if n and closed:
            ways *= perm(open_ - closed, n) / perm(open_, n)
    return case._replace(chance=case.chance * ways)


def _arrangements(places: int, kinds: Sequence[int]) -> float:
    """In how many ways so many wires of each kind lie at these places; the others are safe."""
    return factorial(places) / factorial(places - sum(kinds)) / prod(map(factorial, kinds))
