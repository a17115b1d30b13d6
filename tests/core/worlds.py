"""Other worlds a seat cannot tell from this one: what it may not know is exchanged, all it knows stays.

A game joins the secrecy tests by a function here: (game, seat, chance) -> game. ``seat`` None is somebody who sees only
what everybody sees.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from core.game import Seat
from core.timebomb import Hand, TimeBomb, Wire

World = Callable[[Any, Seat | None, random.Random], Any]


def timebomb(game: TimeBomb, seat: Seat | None, chance: random.Random) -> TimeBomb:
    """Shuffles the roles of the others with the spare card, the face-down wires of the others, my own among their
    places, and in past rounds what the others held beyond what was cut from them.
    """
    cards = [*game.roles, *game.spare]
    unknown = [place for place in range(len(cards)) if place != seat]
    _permute(cards, unknown, chance)
    wires = [wire for hand in game.hands for wire in hand]
    size = len(game.hands[0])
    hidden = [owner * size + place for owner, cut in enumerate(game.cut) for place in range(size) if place not in cut]
    _permute(wires, [place for place in hidden if place // size != seat], chance)
    _permute(wires, [place for place in hidden if place // size == seat], chance)
    hands = tuple(tuple(wires[first : first + size]) for first in range(0, len(wires), size))
    past = (_past(game, round_, seat, chance) for round_ in range(1, game.round))
    return replace(
        game,
        roles=tuple(cards[: game.seats]),
        spare=tuple(cards[game.seats :]),
        hands=hands,
        dealt=(*past, tuple(map(Hand.of, hands))),
    )


def _past(game: TimeBomb, round_: int, seat: Seat | None, chance: random.Random) -> tuple[Hand, ...]:
    """The hands of a past round with the cards of the others that were never cut exchanged."""
    rests: list[list[Wire]] = []
    cut: list[list[Wire]] = []
    for owner, hand in enumerate(game.dealt[round_ - 1]):
        rest = [Wire.SAFE] * hand.safe + [Wire.DEFUSING] * hand.defusing + [Wire.BOMB] * hand.bomb
        cut.append([reveal.wire for reveal in game.reveals if (reveal.round, reveal.owner) == (round_, owner)])
        for wire in cut[-1]:
            rest.remove(wire)
        rests.append(rest)
    pool = [wire for owner, rest in enumerate(rests) if owner != seat for wire in rest]
    chance.shuffle(pool)
    for owner, rest in enumerate(rests):
        if owner != seat:
            rest[:] = [pool.pop() for _ in rest]
    return tuple(Hand.of(rest + shown) for rest, shown in zip(rests, cut, strict=True))


def _permute(items: list[Any], places: Sequence[int], chance: random.Random) -> None:
    moved = [items[place] for place in places]
    chance.shuffle(moved)
    for place, item in zip(places, moved, strict=True):
        items[place] = item


WORLDS: dict[str, World] = {"timebomb": timebomb}
