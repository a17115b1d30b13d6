"""Computer players of Time Bomb Evolution and of its variant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from operator import mul

from core.brains import timebomb
from core.brains.cutting import AHEAD, best, handing_over, lie, others_claims, owner_of
from core.brains.layings import Counts, Said
from core.brains.suspicion import Pack, Suspicion, conclude, held, hidden_at_deal, mostly
from core.evolution import CARDS, Bomb, Claim, Did, EvolutionView, Kind
from core.fair import Fair
from core.game import Move, Seat
from core.timebomb import ROUNDS, Role, TimeBombView, Wire

MATCH = 6.0
"""What the match is worth, in defusing wires."""

CARE = 0.8
"""How much more seldom than by chance a bomb of a colour that matters is cut."""

ORANGE = 0.4
"""What a cut of the fourth round is worth, in defusing wires (EV-14)."""


class Careless(timebomb.Careless):
    """Cuts any wire, chooses any colour, and blurts out all he holds."""

    def claim(self, view: TimeBombView, claims: Sequence[object], chance: Fair) -> str | None:
        """The truth, whatever his role; nothing where claims are off."""
        hand = view.hands[-1]
        return Claim(0, view.round, hand.defusing, hand.colours).text if view.claims_on else None


class Sensible:
    """Weighs who is who and where the wires lie (``core.brains.suspicion``), and looks one cut ahead.

    What a cut is worth to Sherlock follows from how likely each colour is to explode before the match ends: from its
    count and number, its bombs still hidden, the cuts to come and the defusing wire attached to it. A Sherlock tells
    the truth, attaches where an explosion is likeliest and takes off where it is unlikeliest. A Moriarty wants the
    opposite each time, and lies about his hand within what the others can believe.
    """

    def move(self, view: EvolutionView, claims: Sequence[Claim], moves: Sequence[Move], chance: Fair) -> Move:
        """The best move by expectation; where it does not matter, any of the best."""
        suspicion = weigh(view, claims)
        side = 1 if view.role is Role.SHERLOCK else -1
        stakes = Stakes(view, suspicion, side)
        if view.choice:
            sign = side if view.choice.kind is Kind.ATTACH else -side
            return best(moves, lambda move: sign * stakes.bare(Wire(move.split(" ")[1])), chance)
        now = [stakes.cut(seat) for seat in range(view.seats)]
        after_red = stakes.after_red(now)
        worth = [
            now[seat] + _mix(handing_over(view, suspicion, seat, now), after_red, stakes.red(seat))
            for seat in range(view.seats)
        ]
        return best(moves, lambda move: side * worth[owner_of(move)], chance)

    def claim(self, view: EvolutionView, claims: Sequence[Claim], chance: Fair) -> str | None:
        """A Sherlock's whole truth or a Moriarty's lie; nothing where claims are off."""
        if not view.claims_on:
            return None
        hand = view.hands[-1]
        if view.role is Role.SHERLOCK:
            return Claim(0, view.round, hand.defusing, hand.colours).text
        return _invent(view, others_claims(view, claims), chance).text


def _mix(one: float, other: float, share: float) -> float:
    return (1 - share) * one + share * other


def weigh(view: EvolutionView, claims: Sequence[Claim]) -> Suspicion:
    """What a player may conclude from his view of a running match and from all claims so far, oldest first.

    Raises:
        ValueError: the view is nobody's.
    """
    colours = tuple(bomb.colour for bomb in view.bombs)

    def said(claim: Claim) -> Said:
        named = dict(claim.colours)
        return (claim.defusing, *(named.get(colour) for colour in colours))

    pack = Pack(
        kinds=(Wire.DEFUSING, *colours),
        cards=(view.needed, *(CARDS,) * len(colours)),
        said=said,
        words=_words,
        deadly=tuple(_deadly(view)),
        # A player drawn without wires cuts freely (EV-19).
        forced=frozenset(effect.after for effect in view.effects if effect.did is Did.DRAWN),
        aside=view.seats,
    )
    return conclude(view, claims, pack)


def _words(said: Said, hidden: Counts, places: int, mine: int) -> float:
    """How likely a liar names these bombs. To leave a colour out tells nothing."""
    named = [(n, cards) for n, cards in zip(said[1:], hidden[1:], strict=True) if n is not None]
    if not named:
        return 1.0
    told = sum(n for n, _ in named)
    others = places - sum(cards for _, cards in named)
    ways = prod(comb(cards, n) for n, cards in named) * comb(others, mine - told) if told <= mine else 0
    return mostly(ways / comb(places, mine), 1 / comb(mine + len(named), mine))


def _deadly(view: EvolutionView) -> Iterator[tuple[int, ...]]:
    """Before each reveal, and now: the kinds that would end the match, numbered as in ``weigh``."""
    defused: set[Wire | None] = set()
    seen: list[Wire] = []
    for n in range(len(view.reveals) + 1):
        for effect in view.effects:
            if effect.after == n and effect.did is Did.ATTACHED:
                defused.add(effect.colour)
            if effect.after == n and effect.did is Did.DETACHED:
                defused.discard(effect.colour)
        pair = view.variant and seen[-1:] == [Wire.PINK]
        yield tuple(
            kind
            for kind, bomb in enumerate(view.bombs, 1)
            if (bomb.colour not in defused and seen.count(bomb.colour) + 1 >= bomb.limit)
            or (pair and bomb.colour is Wire.PINK)
        )
        seen += [reveal.wire for reveal in view.reveals[n : n + 1]]


@dataclass(frozen=True)
class Stakes:
    """What Sherlock expects of cuts and choices, in defusing wires. ``side``: 1 if Sherlock chooses, -1 if Moriarty."""

    view: EvolutionView
    suspicion: Suspicion
    side: int

    @cached_property
    def bombs(self) -> Mapping[Wire, Bomb]:
        return {bomb.colour: bomb for bomb in self.view.bombs}

    @cached_property
    def hidden(self) -> Mapping[Wire, float]:
        """Face-down bombs by colour, as far as I can tell."""
        view, left = self.view, [self.view.left(seat) for seat in range(self.view.seats)]
        return {colour: sum(map(mul, self.suspicion.of(colour), left)) + _mine(view, colour) for colour in self.bombs}

    @cached_property
    def share(self) -> float:
        """Of the wires face down now, how many will be cut."""
        view = self.view
        later = view.seats * (ROUNDS - view.round)
        if view.variant and view.round < ROUNDS and Wire.ORANGE in self.bombs:
            later -= self.bombs[Wire.ORANGE].revealed
        down = sum(map(view.left, range(view.seats)))
        return CARE * min(1.0, (view.cuts_left + max(later, 0)) / down) if down else 0.0

    def bare(self, colour: Wire, more: int = 0) -> float:
        """How likely a colour explodes when ``more`` of its bombs are revealed and no defusing wire is on it."""
        bomb = self.bombs[colour]
        need = bomb.limit - bomb.revealed - more
        return _at_least(need, max(self.hidden[colour] - more, 0.0), self.share)

    def risk(self, colour: Wire, more: int = 0) -> float:
        """The same with the defusing wire that may be on it."""
        return 0.0 if self.bombs[colour].defused else self.bare(colour, more)

    def cut(self, seat: Seat) -> float:
        """Of a cut at a seat, by what the wire may be."""
        if not self.view.left(seat):
            return 0.0
        gain = self.suspicion.defusing[seat] * self.defusing
        return gain + sum(self.suspicion.of(colour)[seat] * self.bomb[colour] for colour in self.bombs)

    @cached_property
    def defusing(self) -> float:
        """Of a defusing wire, with what it will be attached to (EV-10)."""
        if self.view.found + 1 == self.view.needed:
            return MATCH
        if not self.view.variant:
            return 1.0
        open_to = [
            self.bare(bomb.colour)
            for bomb in self.view.bombs
            if bomb.revealed and not bomb.defused and bomb.colour is not Wire.YELLOW
        ]
        return 1.0 + MATCH * self._chosen(open_to)

    @cached_property
    def bomb(self) -> Mapping[Wire, float]:
        """Of a bomb, by colour, with its effect."""
        return {colour: self._bomb(colour) for colour in self.bombs}

    def _bomb(self, colour: Wire) -> float:
        view, now = self.view, self.risk(colour)
        if view.variant and colour is Wire.PINK and view.reveals and view.reveals[-1].wire is Wire.PINK:
            return -MATCH * (1 - now)
        cost = MATCH * (self.risk(colour, 1) - now)
        if view.variant and colour is Wire.ORANGE and view.round < ROUNDS:
            last = self.bombs[colour].revealed + 1 >= view.seats
            cost += MATCH if last else ORANGE
        if view.variant and colour is Wire.BLUE:
            # Of two ills Sherlock takes the lesser, Moriarty the greater.
            on = [-self.bare(bomb.colour) for bomb in view.bombs if bomb.defused]
            cost -= MATCH * self._chosen(on)
        if view.variant and colour is Wire.PINK:
            # The next cut could make a pair (EV-15); who can choose avoids half of them.
            down = sum(map(view.left, range(view.seats)))
            cost += MATCH * CARE * self.hidden[colour] / max(down, 1) / 2
        return -cost

    def _chosen(self, values: Sequence[float]) -> float:
        """What is left when the player who cuts chooses the best of these for his side."""
        return self.side * max((self.side * value for value in values), default=0.0)

    def red(self, seat: Seat) -> float:
        """The chance that a cut at a seat has the next one made at a player drawn at random (EV-18)."""
        if not self.view.variant or Wire.RED not in self.bombs:
            return 0.0
        return self.suspicion.of(Wire.RED)[seat]

    def after_red(self, now: Sequence[float]) -> float:
        """What the next cut is worth beside this one when nobody chooses where it is made."""
        return AHEAD * sum(now) / self.view.seats


def _mine(view: TimeBombView, colour: Wire) -> int:
    """Bombs of a colour still face down in front of me."""
    assert view.seat is not None
    return held(view.hands[-1], colour) - view.rows[view.seat].count(colour)


def _at_least(need: int, cards: float, share: float) -> float:
    """The chance that at least so many of the cards, a number that may be between two, are among a share of all."""
    few = int(cards)
    part = cards - few
    return (1 - part) * _tail(need, few, share) + part * _tail(need, few + 1, share)


def _tail(need: int, cards: int, share: float) -> float:
    return float(sum(comb(cards, n) * share**n * (1 - share) ** (cards - n) for n in range(max(need, 0), cards + 1)))


def _invent(view: EvolutionView, others: Sequence[Claim], chance: Fair) -> Claim:
    """A hand a Moriarty may hold as far as the others can tell. What he says less of one kind he says more of another:
    for defusing wires he hides he names colours nobody cuts, for bombs he wants cut he names defusing wires.
    """
    hand = view.hands[-1]
    deadly = [view.bombs[kind - 1].colour for kind in list(_deadly(view))[-1]]
    room = hidden_at_deal(view, view.round, Wire.DEFUSING, view.needed) - sum(claim.defusing for claim in others)
    defusing = min(lie(hand.defusing, any(held(hand, colour) for colour in deadly), chance), max(room, 0))
    near = sorted(chance.shuffle(view.bombs), key=lambda bomb: bomb.limit - bomb.revealed)
    bombs = [bomb.colour for bomb in near for _ in range(held(hand, bomb.colour))]
    missing = view.hand_size - defusing - len(bombs)
    if missing <= 0:
        named = bombs[-missing:]
    else:
        said = {bomb.colour: sum(dict(claim.colours).get(bomb.colour, 0) for claim in others) for bomb in near}
        spare = [
            bomb.colour
            for bomb in near
            for _ in range(
                hidden_at_deal(view, view.round, bomb.colour, CARDS) - said[bomb.colour] - bombs.count(bomb.colour)
            )
        ]
        named = bombs + (spare + [near[-1].colour] * missing)[:missing]
    counts = ((bomb.colour, named.count(bomb.colour)) for bomb in view.bombs)
    return Claim(0, view.round, defusing, tuple((colour, n) for colour, n in counts if n))
