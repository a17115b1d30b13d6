"""Whole matches played at random, for tests of every game in the catalog."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import pytest

from bench.rig.setups import SETUPS
from core.catalog import CATALOG, Entry
from core.evolution import EvolutionOptions
from core.fair import Fair
from core.game import Event, Game, Move, Options, Seat
from core.timebomb import Wire

_PICKED = partial(EvolutionOptions, colours=(Wire.RED, Wire.PINK, Wire.ORANGE, Wire.BLUE), variant=True)

EVERY_SETUP: Mapping[str, Entry] = {
    **SETUPS,
    "evolution-picked": replace(CATALOG["evolution"], kind="evolution-picked", options=_PICKED, sizes=(4,)),
}
"""Every game in the catalog, also with what else the host may choose, each as an entry of its own."""

EVERY_GAME = [
    pytest.param(entry, seats, id=f"{name}-{seats}") for name, entry in EVERY_SETUP.items() for seats in entry.sizes
]


@dataclass(frozen=True)
class Played:
    """A match from the deal to its outcome. ``games[n]`` is the game after n moves."""

    seed: bytes
    options: Options
    games: tuple[Any, ...]
    turns: tuple[tuple[Seat, Move], ...]
    events: tuple[tuple[Event, ...], ...]


@lru_cache(maxsize=256)
def played(entry: Entry, seats: int, number: int) -> Played:
    """A match of every move any legal one. The same number gives the same match."""
    seed, options, pick = b"match %d" % number, entry.options(), random.Random(number)
    games: list[Game] = [entry.game.deal(seats, options, Fair(seed, 0))]
    turns: list[tuple[Seat, Move]] = []
    events: list[tuple[Event, ...]] = []
    while (seat := games[-1].to_act) is not None:
        move = pick.choice(games[-1].moves(seat))
        game, happened = games[-1].play(seat, move, Fair(seed, len(games)))
        games.append(game)
        turns.append((seat, move))
        events.append(happened)
    return Played(seed, options, tuple(games), tuple(turns), tuple(events))
