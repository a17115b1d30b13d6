"""What a player may conclude from his view and the claims: who is who, and what lies in front of whom.

The theory
    In a round every other seat either told the truth about its hand, or its words say nothing about it. For each of
    these cases the ways to lay the wires that fit my hand, the true claims and what has been cut are counted.
    A Sherlock nearly always tells the truth, a Moriarty seldom: that turns the cases into a likelihood of each
    assignment of roles. Rounds are taken for independent given the roles, because all hidden wires are dealt anew
    (TB-9); that cards put aside stay aside is left out.
    Whom a player chose to cut counts too: a Sherlock cuts where defusing wires are said to lie, a Moriarty cares less
    about them and likes the bomb.
    Nothing is ever certain, since a person may err or joke: no legal view has chance zero.

Tables
    As in ``core.brains.layings``, by those who told the truth or by those who are Moriarty.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from math import comb, perm
from typing import Any, NamedTuple

from core.brains.layings import Counts, Heap, Round, Said
from core.game import Claim, Seat
from core.timebomb import HAND_SIZES, ROLE_CARDS, Hand, Reveal, Role, TimeBombView, Wire

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

    def wish(self, heap: Heap, average: float, deadly: Collection[int]) -> float:
        """``average`` is the share of all face-down wires that is defusing, for a seat that said nothing."""
        if not heap.left:
            return 0.0
        if heap.said is None:
            return self.anyway + self.by_share * average
        if any((heap.said[kind] or 0) > heap.found[kind] for kind in deadly):
            return self.at_bomb
        return self.anyway + self.by_share * min(max((heap.said[0] or 0) - heap.found[0], 0) / heap.left, 1.0)


SHERLOCK_CUTS = Habit(0.08, 1.0, 0.01)
MORIARTY_CUTS = Habit(0.3, 0.2, 1.5)


@dataclass(frozen=True)
class Pack:
    """What weighing has to know of a game."""

    kinds: tuple[Wire, ...]
    """Defusing wires first, then the bombs."""
    cards: Counts
    """How many of each kind there are."""
    said: Callable[[Any], Said]
    """What a claim says of each kind."""
    words: Callable[[Said, Counts, int, int], float]
    """How likely somebody whose words say nothing says this of the bombs. Also given: the bombs of each kind he may
    have been dealt, among how many cards, and to how many of his own cards they may be.
    """
    deadly: tuple[tuple[int, ...], ...]
    """Before each reveal, and now: the kinds that would end the match."""
    forced: Collection[int] = ()
    """Reveals, counted from 0, whose cutter had no choice of the seat."""
    aside: int = 0
    """Bombs that were put aside."""


@dataclass(frozen=True)
class Suspicion:
    """Chances by seat. About myself nothing is said: they are 0."""

    moriarty: tuple[float, ...]
    kinds: tuple[Wire, ...]
    wires: tuple[tuple[float, ...], ...]
    """By kind: that the next wire cut in front of the seat is of it; 0 where none is left."""

    @property
    def defusing(self) -> tuple[float, ...]:
        """That the next wire cut in front of the seat is defusing."""
        return self.wires[0]

    def of(self, kind: Wire) -> tuple[float, ...]:
        """That the next wire cut in front of the seat is of a kind."""
        return self.wires[self.kinds.index(kind)]


def conclude(view: TimeBombView, claims: Sequence[Claim], pack: Pack) -> Suspicion:
    """What the player may conclude from his view of a running match and from all claims so far, oldest first.

    Raises:
        ValueError: the view is nobody's.
    """
    if view.seat is None or view.role is None:
        raise ValueError("only a player suspects")
    others = [seat for seat in range(view.seats) if seat != view.seat]
    *past, now = (_round(view, round_, claims, pack) for round_ in range(1, view.round + 1))
    roles = _roles(view, claims, others, pack)
    for round_ in past:
        roles = _product(roles, _by_roles([case.chance for case in round_.cases()]))
    cases = now.cases()
    chances = [case.chance for case in cases]
    truth = _shares(_product(chances, _by_truth(roles)))
    roles = _shares(_product(roles, _by_roles(chances)))
    moriarty = [0.0] * view.seats
    wires = [[0.0] * view.seats for _ in pack.kinds]
    for index, seat in enumerate(others):
        moriarty[seat] = sum(share for who, share in enumerate(roles) if who >> index & 1)
    for who, share in enumerate(truth):
        if share:
            for seat, by_kind in zip(others, now.wires(cases[who], who), strict=True):
                for kind, chance in enumerate(by_kind):
                    wires[kind][seat] += share * chance
    return Suspicion(tuple(moriarty), pack.kinds, tuple(map(tuple, wires)))


def hidden_at_deal(view: TimeBombView, round_: int, wire: Wire, cards: int) -> int:
    """Of so many cards of a kind, those not revealed before a round."""
    return cards - sum(reveal.wire is wire for reveal in view.reveals if reveal.round < round_)


def held(hand: Hand, wire: Wire) -> int:
    """How many wires of a kind a hand contains."""
    match wire:
        case Wire.SAFE:
            return hand.safe
        case Wire.DEFUSING:
            return hand.defusing
        case Wire.BOMB:
            return hand.bomb
    return dict(hand.colours).get(wire, 0)


def _heaps(view: TimeBombView, round_: int, claims: Sequence[Claim], pack: Pack) -> list[list[Heap]]:
    """By seat, before each cut of a round and now."""
    said = {claim.seat: pack.said(claim) for claim in claims if claim.round == round_}
    heaps = [Heap(HAND_SIZES[round_ - 1], (0,) * len(pack.kinds), said.get(seat)) for seat in range(view.seats)]
    states = [heaps]
    for reveal in view.reveals:
        if reveal.round == round_:
            left, found, words = heaps[reveal.owner]
            found = tuple(n + (reveal.wire is kind) for n, kind in zip(found, pack.kinds, strict=True))
            heaps = heaps.copy()
            heaps[reveal.owner] = Heap(left - 1, found, words)
            states.append(heaps)
    return states


def _round(view: TimeBombView, round_: int, claims: Sequence[Claim], pack: Pack) -> Round:
    mine, size = view.hands[round_ - 1], HAND_SIZES[round_ - 1]
    heaps = tuple(heap for seat, heap in enumerate(_heaps(view, round_, claims, pack)[-1]) if seat != view.seat)
    hidden = tuple(
        hidden_at_deal(view, round_, kind, cards) - held(mine, kind)
        for kind, cards in zip(pack.kinds, pack.cards, strict=True)
    )
    lies = tuple(_lie(heap.said, hidden, size, len(heaps), pack) if heap.said else 1.0 for heap in heaps)
    return Round(size, heaps, hidden, lies, pack.aside)


def _lie(said: Said, hidden: Counts, size: int, others: int, pack: Pack) -> float:
    """How likely somebody whose words say nothing says this: mostly what is plausible."""
    words = pack.words(said, hidden, size * others - hidden[0] + pack.aside, size - (said[0] or 0))
    return mostly(plausible(said[0] or 0, size, hidden[0], size * others), 1 / (size + 1)) * words


def mostly(plausible: float, anything: float) -> float:
    """A liar's mix of what may well be with whatever comes to his mind."""
    return 0.8 * plausible + 0.2 * anything


def plausible(said: int, size: int, cards: int, places: int) -> float:
    """The chance that a hand of a size among so many places was dealt this many of the cards."""
    if said > cards:
        return 0.0
    return comb(size, said) * comb(places - size, cards - said) / comb(places, cards)


def _roles(view: TimeBombView, claims: Sequence[Claim], others: Sequence[Seat], pack: Pack) -> list[float]:
    """By who is Moriarty: in how many ways the role cards fall like that (TB-1), times what the cuts tell."""
    sherlocks, moriartys = ROLE_CARDS[view.seats]
    mine = view.role is Role.MORIARTY
    counts = [who.bit_count() + mine for who in range(1 << len(others))]
    roles = [float(perm(moriartys, count) * perm(sherlocks, view.seats - count)) for count in counts]
    for cutter, as_sherlock, as_moriarty in _cuts(view, claims, pack):
        if cutter != view.seat:
            bit = 1 << others.index(cutter)
            roles = [weight * (as_moriarty if who & bit else as_sherlock) for who, weight in enumerate(roles)]
    return roles


def _cuts(view: TimeBombView, claims: Sequence[Claim], pack: Pack) -> Iterator[tuple[Seat, float, float]]:
    """Of each cut at a seat of the cutter's choice: who cut, and how likely a Sherlock and a Moriarty would have chosen
    that seat.
    """
    for round_ in range(1, view.round + 1):
        cuts = [(n, reveal) for n, reveal in enumerate(view.reveals) if reveal.round == round_]
        hidden = hidden_at_deal(view, round_, Wire.DEFUSING, pack.cards[0])
        # The last state of the heaps has seen every cut already.
        for (n, reveal), heaps in zip(cuts, _heaps(view, round_, claims, pack), strict=False):
            if n in pack.forced:
                continue
            left = hidden - sum(heap.found[0] for heap in heaps)
            average = left / sum(heap.left for heap in heaps)
            as_sherlock, as_moriarty = (
                _choice([habit.wish(heap, average, pack.deadly[n]) for heap in heaps], reveal)
                for habit in (SHERLOCK_CUTS, MORIARTY_CUTS)
            )
            yield reveal.cutter, as_sherlock, as_moriarty


def _choice(wishes: Sequence[float], reveal: Reveal) -> float:
    """How likely a player with these wishes would have cut at the seat he did."""
    return wishes[reveal.owner] / (sum(wishes) - wishes[reveal.cutter])


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
