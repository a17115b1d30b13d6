"""Other worlds a seat cannot tell from this one: what it may not know is exchanged, all it knows stays.

A game joins the secrecy tests by a function here: (game, seat, chance) -> game. ``seat`` None is somebody who sees only
what everybody sees.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from core.chase_rules import Chase
from core.evolution import Evolution
from core.game import Game, Seat
from core.hunt import Hunt
from core.race import Race
from core.timebomb import Hand, TimeBomb, Wire

World = Callable[[Any, Seat | None, random.Random], Any]
T = TypeVar("T", bound=TimeBomb)
C = TypeVar("C", bound=Chase)


def timebomb(game: T, seat: Seat | None, chance: random.Random) -> T:
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
        rest = wires_of(hand)
        cut.append(_cut(game, round_, owner))
        for wire in cut[-1]:
            rest.remove(wire)
        rests.append(rest)
    pool = [wire for owner, rest in enumerate(rests) if owner != seat for wire in rest]
    chance.shuffle(pool)
    for owner, rest in enumerate(rests):
        if owner != seat:
            rest[:] = [pool.pop() for _ in rest]
    return tuple(Hand.of(rest + shown) for rest, shown in zip(rests, cut, strict=True))


def wires_of(hand: Hand) -> list[Wire]:
    """The cards of a hand, in no order that tells anything."""
    plain = [Wire.SAFE] * hand.safe + [Wire.DEFUSING] * hand.defusing + [Wire.BOMB] * hand.bomb
    return plain + [colour for colour, n in hand.colours for _ in range(n)]


def _cut(game: TimeBomb, round_: int, owner: Seat) -> list[Wire]:
    return [reveal.wire for reveal in game.reveals if (reveal.round, reveal.owner) == (round_, owner)]


def evolution(game: Evolution, seat: Seat | None, chance: random.Random) -> Evolution:
    """As in Time Bomb, and cards put aside are exchanged with face-down bombs of the others, where the seat cannot tell
    from a hand it held itself.
    """
    world = timebomb(game, seat, chance)
    for at in range(len(world.aside)):
        hidden = [
            (owner, place)
            for owner, hand in enumerate(world.hands)
            for place, wire in enumerate(hand)
            if owner != seat and place not in world.cut[owner] and wire is not Wire.DEFUSING
        ]
        if hidden:
            world = _put_aside(world, at, chance.choice(hidden), seat)
    return world


def _put_aside(world: Evolution, at: int, place: tuple[Seat, int], seat: Seat | None) -> Evolution:
    """The card put aside and the one at a place change places, in every round; nothing when the seat would notice."""
    inside, outside = world.hands[place[0]][place[1]], world.aside[at]
    dealt = []
    for round_, hands in enumerate(world.dealt[:-1], 1):
        mixed = [wires_of(hand) for hand in hands]
        may = [
            owner
            for owner in range(world.seats)
            if owner != seat and mixed[owner].count(inside) > _cut(world, round_, owner).count(inside)
        ]
        if not may:
            return world
        mixed[may[0]].remove(inside)
        mixed[may[0]].append(outside)
        dealt.append(tuple(map(Hand.of, mixed)))
    rows = [list(hand) for hand in world.hands]
    rows[place[0]][place[1]] = outside
    laid = tuple(tuple(row) for row in rows)
    aside = (*world.aside[:at], inside, *world.aside[at + 1 :])
    return replace(world, aside=aside, hands=laid, dealt=(*dealt, tuple(map(Hand.of, laid))))


def chase(game: C, seat: Seat | None, chance: random.Random) -> C:
    """Shuffles the cards of the sources: which they are can be counted, where they lie nobody knows."""
    cards = [card for source in game.sources for card in source]
    chance.shuffle(cards)
    return replace(game, sources=tuple(tuple(cards.pop() for _ in source) for source in game.sources))


def _permute(items: list[Any], places: Sequence[int], chance: random.Random) -> None:
    moved = [items[place] for place in places]
    chance.shuffle(moved)
    for place, item in zip(places, moved, strict=True):
        items[place] = item


WORLDS: dict[type[Game], World] = {TimeBomb: timebomb, Evolution: evolution, Hunt: chase, Race: chase}

NOBODYS: frozenset[type[Game]] = frozenset({Hunt, Race})
"""Games whose only secrets are nobody's: they show when they are drawn."""
