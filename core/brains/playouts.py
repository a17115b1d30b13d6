"""How a match of the Hunt may end, by playing it out carelessly, often, in the mind.

The law
    A *playout* goes on from a position to an end. Whoever can shoot does: a criminal rather at a detective who cannot
    answer, then at the one who was hit more often. A detective changes the lane in one of ``LANE_CHANGES`` turns. Else
    everybody draws, any of the cards still to be drawn, all being alike to him.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import cycle

from core.brains.chase import LANE_CHANGES
from core.brains.numbers import Numbers
from core.fair import Fair
from core.hunt import Side

WORTH = {Side.DETECTIVES: 1.0, Side.DRAW: 0.0, Side.CRIMINALS: -1.0}
"""Of an end, to the detectives."""

TOSSES = 200
"""Made for a playout; after that they come again."""


@cache
def tosses(number: int) -> tuple[float, ...]:
    """Those of a playout, each from 0 to 1 and below it."""
    fair, words = Fair(b"playout", number), 2**32
    return tuple(fair.below(words) / words for _ in range(TOSSES))


def lead(now: Numbers, playouts: int, *, draws: bool = False) -> float:
    """By how much more often the detectives win than the criminals. ``draws``: whoever is to act draws first.

    Equal positions give equal leads, and the playouts of any two have the same tosses, so they differ by what they are
    rather than by luck.
    """
    end = now.end()
    if end is not None:
        return WORTH[end]
    sum_ = 0.0
    for number in range(playouts):
        then, toss = now.copy(), cycle(tosses(number)).__next__
        if draws:
            draw(then, toss)
            then.next()
        sum_ += WORTH[play_out(then, toss)]
    return sum_ / playouts


def play_out(now: Numbers, toss: Callable[[], float]) -> Side:
    """How a playout ends. It changes the position it begins with."""
    while (end := now.end()) is None:
        if now.at < 2 and not now.changed and toss() < 1 / LANE_CHANGES and (ways := now.ways()):
            now.go(ways[int(toss() * len(ways))])
        targets = now.targets()
        if targets:
            target = min(targets, key=lambda who: (now.pistols[who] > 0, -now.hits[who], toss()))
            if now.pistols[target] and toss() < 0.5:
                now.fire(target, now.at)
            else:
                now.fire(now.at, target)
        elif now.cards:
            draw(now, toss)
        else:
            now.passes += 1
        now.next()
    return end


def draw(now: Numbers, toss: Callable[[], float]) -> None:
    """Any card."""
    cards = now.cards
    place = int(toss() * len(cards))
    cards[place], cards[-1] = cards[-1], cards[place]
    now.draw(cards.pop())
