"""What a position of the Hunt is worth to the detectives, and each of their choices.

The law
    A position is worth the share of matches they may hope to win from it; a draw counts ``DRAW`` of one.
    *Arrest.* Of the n clues about a criminal not yet drawn, each falls to the detectives with the chance q, their share
    of the players in play: he is arrested if the clues they lack are among them, counting what the files of those they
    may arrest before hold about him (HU-9).
    *Shots.* He is within reach at some time if the clues still to be drawn, the detectives' about him and his own about
    Holmes, bring them together: into one cell while he is masked, else within one. The best armed detective then needs
    so many hits; against an armed criminal each shot is a toss (HU-10).
    *Danger.* A detective may be killed the sooner the more pistols criminals hold and the more often he was hit; a mask
    or a pistol of his own protects him. A criminal may draw the spades he lacks (HU-12).
    To this comes what the criminals to act before one of the two can change the lane may gain by a shot at once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from math import ceil, comb, prod

from core.brains.numbers import MASK, PISTOL, SPADES, Choice, Numbers
from core.chase import DEADLY, FINISH
from core.hunt import LANES, Side

DRAW = 0.25
"""What a draw is worth to the detectives, in matches won."""

IN_TIME = 0.7
"""How often there is time for a shot while the pair shares a cell with a criminal on its way."""

LATER = 0.6
"""What a pistol still to be drawn is worth, of one at hand."""

KILLED = 0.3
"""How often a detective who was never hit is killed at last, with many pistols in criminals' hands."""

MISSED = 0.6
"""How often another pistol in criminals' hands changes nothing of that."""

BARELY = 1e-6
"""A lane is not changed for less."""

ENDS = {Side.DETECTIVES: 1.0, Side.DRAW: DRAW, Side.CRIMINALS: 0.0}
"""What an end is worth to them."""


def mean(value: Callable[[Numbers], float], after: Iterable[tuple[float, Numbers]]) -> float:
    """What may come, weighed by how likely it is."""
    return sum(share * value(now) for share, now in after)


class Judge:
    """Judges positions that come from one by shots or by a draw of a detective: those that differ only in lane and turn
    have the same prospects.
    """

    def __init__(self) -> None:
        self._prospects: dict[Hashable, float] = {}
        self._worths: dict[Hashable, float] = {}

    def worth(self, now: Numbers, choice: Choice) -> float:
        """What a choice of the detective to act is worth to him."""
        return mean(self._worth, now.after(choice))

    def _worth(self, now: Numbers) -> float:
        """Of a position; of one after a lane change, what he then does best."""
        key = now.key()
        found = self._worths.get(key)
        if found is None:
            if now.changed:
                found = max(self.worth(now, choice) for choice in now.choices()) - BARELY
            else:
                found = self.prospects(now) - self.threats(now)
            self._worths[key] = found
        return found

    def threats(self, now: Numbers) -> float:
        """What the criminals may gain by a shot at once, until a detective can change the lane: in prospects of the
        detectives.
        """
        sum_ = 0.0
        if now.end() is None:
            for other in (*range(now.at, 5), *range(now.at)):
                if now.alive[other] and other < 2:
                    break
                if targets := now.within_reach(other, now.lane):
                    turn = now.copy()
                    turn.at = other
                    hoped = self.prospects(now)
                    losses = (hoped - mean(self.prospects, turn.after(("shoot", target))) for target in targets)
                    sum_ += max(0.0, *losses)
        return sum_

    def prospects(self, now: Numbers) -> float:
        """The share of matches the detectives may hope to win from here, draws counted (see above)."""
        end = now.end()
        if end is not None:
            return ENDS[end]
        key = now.state()
        found = self._prospects.get(key)
        if found is None:
            found = self._prospects[key] = Prospects(now).share()
        return found


class Prospects:
    """What counts for how a match may end."""

    def __init__(self, now: Numbers) -> None:
        self.now = now
        self.detectives = [who for who in (0, 1) if now.alive[who]]
        self.lanes = [lane for lane in (0, 1, 2) if now.alive[2 + lane]]
        """Of the criminals at large."""
        self.hidden = [now.cards.count(kind) for kind in range(6)]
        """Cards still to be drawn, by kind."""
        self.players = len(self.detectives) + len(self.lanes)
        self.drawn = len(self.detectives) / self.players
        """The share of the cards to come that falls to the detectives."""
        self.arrests = {lane: at_least(self.hidden[lane], self.drawn, FINISH - now.clues[lane]) for lane in self.lanes}
        """By lane, that the clues to come suffice for an arrest."""

    def share(self) -> float:
        """Of matches the detectives win, draws counted."""
        out = _number([self.out(lane) for lane in self.lanes])
        killed = _number([self.killed(who) for who in self.detectives])
        ends = (p * q * self._end(i, j) for i, p in enumerate(out) for j, q in enumerate(killed))
        return self.no_escape() * sum(ends)

    def _end(self, out: int, killed: int) -> float:
        """What it is worth if so many more criminals are out at the end and so many more detectives dead."""
        if out == len(self.lanes):
            return 1.0
        if killed == len(self.detectives):
            return 0.0
        if not self.now.no_draws:
            return DRAW
        return float(len(LANES) - len(self.lanes) + out > 2 - len(self.detectives) + killed)

    def no_escape(self) -> float:
        """That no criminal draws all the spades he lacks."""
        spades = self.now.spades
        lacking = (FINISH - spades[lane] for lane in self.lanes)
        return prod(1 - at_least(self.hidden[SPADES], 1 / self.players, lack) for lack in lacking)

    def out(self, lane: int) -> float:
        """That the criminal of a lane is arrested or killed."""
        now = self.now
        filed = sum(self.arrests[other] * now.files[other][lane] for other in self.lanes if other != lane)
        arrested = at_least(self.hidden[lane], self.drawn, FINISH - now.clues[lane] - filed)
        return 1 - (1 - arrested) * (1 - self.reached(lane) * self.shot(2 + lane))

    def reached(self, lane: int) -> float:
        """That the criminal of a lane is within reach of a shot at some time."""
        masks, apart = self.now.masks[2 + lane], self.now.apart(lane)
        if apart < 0:
            return float(apart == -1 and not masks)
        same, near = (self._nearer(lane, cells) for cells in (apart, apart - 1))
        # A mask to come may come too late.
        masked = 1.0 if masks else at_least(self.hidden[MASK], 1 / self.players, 1) / 2
        return masked * same * (IN_TIME if apart else 1.0) + (1 - masked) * near

    def _nearer(self, lane: int, cells: int) -> float:
        """That the pair and the criminal of a lane come nearer by so many cells."""
        return together(self.hidden[lane], self.drawn, self.hidden[SPADES], 1 / self.players, cells)

    def shot(self, target: int) -> float:
        """That a detective kills a criminal once he is within reach."""
        pistols, hit = self.now.pistols, self.now.hits
        shooter = max(self.detectives, key=pistols.__getitem__)
        hits, answer = pistols[shooter], pistols[target]
        if not hits:
            comes = 1 - (1 - self.drawn) ** self.hidden[PISTOL]
            return comes * LATER * (0.6 if answer else 1.0)
        needed = ceil((DEADLY - hit[target]) / hits)
        if not answer:
            # Each shot takes time.
            return 1 - 0.05 * needed
        survives = ceil((DEADLY - hit[shooter]) / answer)
        return at_least(needed + survives - 1, 0.5, needed)

    def killed(self, who: int) -> float:
        """That a detective is killed before the end."""
        now = self.now
        pistols = sum(now.pistols[2 + lane] for lane in self.lanes)
        risk = (KILLED * (1 - MISSED**pistols) + 0.02) * (1 + now.hits[who])
        return min(risk * (0.8 if now.masks[who] else 1.0) * (0.7 if now.pistols[who] else 1.0), 0.95)


def _number(chances: Sequence[float]) -> list[float]:
    """How likely none, one, two … of independent things happen."""
    numbers = [1.0]
    for chance in chances:
        numbers = [(1 - chance) * a + chance * b for a, b in zip([*numbers, 0.0], [0.0, *numbers], strict=True)]
    return numbers


@cache
def _binomial(n: int, chance: float) -> list[float]:
    return [comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(n + 1)]


@cache
def _at_least(n: int, chance: float, k: int) -> float:
    return 1.0 if k <= 0 else sum(_binomial(n, chance)[k:])


def at_least(n: int, chance: float, k: float) -> float:
    """That k or more of n things happen; between whole numbers, in between."""
    whole = int(k // 1)
    part = k - whole
    return (1 - part) * _at_least(n, chance, whole) + (part and part * _at_least(n, chance, whole + 1))


@cache
def together(n: int, chance: float, m: int, other: float, k: int) -> float:
    """That k or more of n things with one chance and of m with another happen."""
    return sum(p * _at_least(m, other, k - i) for i, p in enumerate(_binomial(n, chance)))
