"""What a player of Time Bomb may conclude from his view and the claims: who is who, and what lies in front of whom.

The theory
    In a round every other seat either told the truth about its hand, or its words say nothing about it. For each of
    these cases the ways to lay the wires that fit my hand, the true claims and what has been cut are counted exactly.
    A Sherlock nearly always tells the truth, a Moriarty seldom: that turns the cases into a likelihood of each
    assignment of roles. Rounds are independent given the roles, because all hidden wires are dealt anew (TB-9).
    Whom a player chose to cut counts too: a Sherlock cuts where defusing wires are said to lie, a Moriarty cares less
    about them and likes the bomb.
    Nothing is ever certain, since a person may err or joke: no legal view has chance zero.

Tables
    As in ``core.brains.layings``, by those who told the truth or by those who are Moriarty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import perm
from typing import NamedTuple

from core.brains.layings import Heap, Round
from core.game import Seat
from core.timebomb import HAND_SIZES, ROLE_CARDS, Claim, Reveal, Role, TimeBombView, Wire

SHERLOCK_TRUE = 0.96
MORIARTY_TRUE = 0.1
"""The chance that a player of the role tells the truth about his hand."""


class Habit(NamedTuple):
    """How readily a player of one role cuts at a seat."""

    anyway: float
    by_share: float
    """Times the share of its face-down wires said to be defusing."""
    at_bomb: float
    """At a seat that says it has the bomb."""

    def wish(self, heap: Heap, average: float) -> float:
        """``average`` is the share of all face-down wires that is defusing, for a seat that said nothing."""
        if not heap.left:
            return 0.0
        if heap.claim is None:
            return self.anyway + self.by_share * average
        if heap.claim.bomb:
            return self.at_bomb
        return self.anyway + self.by_share * min(max(heap.claim.defusing - heap.found, 0) / heap.left, 1.0)


SHERLOCK_CUTS = Habit(0.08, 1.0, 0.01)
MORIARTY_CUTS = Habit(0.3, 0.2, 1.5)


@dataclass(frozen=True)
class Suspicion:
    """Chances by seat. About myself nothing is said: they are 0."""

    moriarty: tuple[float, ...]
    defusing: tuple[float, ...]
    """That the next wire cut in front of the seat is defusing; 0 where none is left."""
    bomb: tuple[float, ...]
    """That the next wire cut in front of the seat is the bomb; 0 where none is left."""


def weigh(view: TimeBombView, claims: Sequence[Claim]) -> Suspicion:
    """What the player may conclude from his view of a running match and from all claims so far, oldest first.

    Raises:
        ValueError: the view is nobody's.
    """
    if view.seat is None or view.role is None:
        raise ValueError("only a player suspects")
    others = [seat for seat in range(view.seats) if seat != view.seat]
    *past, now = (_round(view, round_, claims) for round_ in range(1, view.round + 1))
    roles = _roles(view, claims, others)
    for round_ in past:
        roles = _product(roles, _by_roles([case.chance for case in round_.cases()]))
    cases = now.cases()
    chances = [case.chance for case in cases]
    truth = _shares(_product(chances, _by_truth(roles)))
    roles = _shares(_product(roles, _by_roles(chances)))
    moriarty, defusing, bomb = ([0.0] * view.seats for _ in range(3))
    for index, seat in enumerate(others):
        moriarty[seat] = sum(share for who, share in enumerate(roles) if who >> index & 1)
    for who, share in enumerate(truth):
        if share:
            for seat, (is_defusing, is_bomb) in zip(others, now.wires(cases[who], who), strict=True):
                defusing[seat] += share * is_defusing
                bomb[seat] += share * is_bomb
    return Suspicion(tuple(moriarty), tuple(defusing), tuple(bomb))


def hidden_at_deal(view: TimeBombView, round_: int) -> int:
    """Defusing wires dealt in a round, to all players together."""
    return view.needed - sum(reveal.wire is Wire.DEFUSING for reveal in view.reveals if reveal.round < round_)


def _heaps(view: TimeBombView, round_: int, claims: Sequence[Claim]) -> list[list[Heap]]:
    """By seat, before each cut of a round and now."""
    newest = {claim.seat: claim for claim in claims if claim.round == round_}
    heaps = [Heap(HAND_SIZES[round_ - 1], 0, newest.get(seat)) for seat in range(view.seats)]
    states = [heaps]
    for reveal in view.reveals:
        if reveal.round == round_:
            left, found, claim = heaps[reveal.owner]
            heaps = heaps.copy()
            heaps[reveal.owner] = Heap(left - 1, found + (reveal.wire is Wire.DEFUSING), claim)
            states.append(heaps)
    return states


def _round(view: TimeBombView, round_: int, claims: Sequence[Claim]) -> Round:
    mine = view.hands[round_ - 1]
    heaps = _heaps(view, round_, claims)[-1]
    return Round(
        size=HAND_SIZES[round_ - 1],
        heaps=tuple(heap for seat, heap in enumerate(heaps) if seat != view.seat),
        defusing=hidden_at_deal(view, round_) - mine.defusing,
        bomb=not mine.bomb,
    )


def _roles(view: TimeBombView, claims: Sequence[Claim], others: Sequence[Seat]) -> list[float]:
    """By who is Moriarty: in how many ways the role cards fall like that (TB-1), times what the cuts tell."""
    sherlocks, moriartys = ROLE_CARDS[view.seats]
    mine = view.role is Role.MORIARTY
    counts = [who.bit_count() + mine for who in range(1 << len(others))]
    roles = [float(perm(moriartys, count) * perm(sherlocks, view.seats - count)) for count in counts]
    for cutter, as_sherlock, as_moriarty in _cuts(view, claims):
        if cutter != view.seat:
            bit = 1 << others.index(cutter)
            roles = [weight * (as_moriarty if who & bit else as_sherlock) for who, weight in enumerate(roles)]
    return roles


def _cuts(view: TimeBombView, claims: Sequence[Claim]) -> Iterator[tuple[Seat, float, float]]:
    """Of each cut: who cut, and how likely a Sherlock and a Moriarty would have chosen that seat."""
    for round_ in range(1, view.round + 1):
        cuts = [reveal for reveal in view.reveals if reveal.round == round_]
        hidden = hidden_at_deal(view, round_)
        # The last state of the heaps has seen every cut already.
        for reveal, heaps in zip(cuts, _heaps(view, round_, claims), strict=False):
            left = hidden - sum(heap.found for heap in heaps)
            average = left / sum(heap.left for heap in heaps)
            as_sherlock, as_moriarty = (
                _choice(habit, heaps, average, reveal) for habit in (SHERLOCK_CUTS, MORIARTY_CUTS)
            )
            yield reveal.cutter, as_sherlock, as_moriarty


def _choice(habit: Habit, heaps: Sequence[Heap], average: float, reveal: Reveal) -> float:
    """How likely a player with a habit would have cut at the seat he did."""
    wishes = [habit.wish(heap, average) if seat != reveal.cutter else 0.0 for seat, heap in enumerate(heaps)]
    return wishes[reveal.owner] / sum(wishes)


def _product(one: Sequence[float], other: Sequence[float]) -> list[float]:
    return [a * b for a, b in zip(one, other, strict=True)]


def _shares(weights: Sequence[float]) -> list[float]:
    whole = sum(weights)
    return [weight / whole for weight in weights]


def _by_roles(truth: Sequence[float]) -> list[float]:
    """From chances by who told the truth to the likelihood by who is Moriarty."""
    return _each_bit(truth, (1 - SHERLOCK_TRUE, SHERLOCK_TRUE), (1 - MORIARTY_TRUE, MORIARTY_TRUE))


def _by_truth(roles: Sequence[float]) -> list[float]:
    """From weights by who is Moriarty to weights by who told the truth."""
    return _each_bit(roles, (1 - SHERLOCK_TRUE, 1 - MORIARTY_TRUE), (SHERLOCK_TRUE, MORIARTY_TRUE))


def _each_bit(table: Sequence[float], out: tuple[float, float], in_: tuple[float, float]) -> list[float]:
    """For every set asked for, the sum over all sets of ``table`` times a factor for each seat: one of ``out`` when the
    seat is not in the set asked for, of ``in_`` when it is; the first when it is not in the set summed over.
    """
    sums = list(table)
    step = 1
    while step < len(sums):
        for without in range(len(sums)):
            if not without & step:
                a, b = sums[without], sums[without | step]
                sums[without] = out[0] * a + out[1] * b
                sums[without | step] = in_[0] * a + in_[1] * b
        step *= 2
    return sums
