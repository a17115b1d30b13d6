"""The games on the shelf: what the shell needs to know to host one. Adding a game adds one entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from core.brains import evolution as evolution_brains
from core.brains import timebomb as timebomb_brains
from core.evolution import SIZES, Evolution, EvolutionOptions
from core.game import Brain, Game, Options
from core.timebomb import ROLE_CARDS, TimeBomb

RULES_VERSION = 1
"""Rises when a rule changes so that a running match would replay differently."""


@dataclass(frozen=True)
class Entry:
    """One game: its class, its default options, the numbers of players it takes, and its computer players."""

    kind: str
    game: type[Game]
    options: Callable[..., Options]
    sizes: tuple[int, ...]
    careless: Brain
    sensible: Brain


CATALOG: Mapping[str, Entry] = MappingProxyType(
    {
        entry.kind: entry
        for entry in (
            Entry(
                kind="timebomb",
                game=TimeBomb,
                options=Options,
                sizes=tuple(ROLE_CARDS),
                careless=timebomb_brains.Careless(),
                sensible=timebomb_brains.Sensible(),
            ),
            Entry(
                kind="evolution",
                game=Evolution,
                options=EvolutionOptions,
                sizes=SIZES,
                careless=evolution_brains.Careless(),
                sensible=evolution_brains.Sensible(),
            ),
        )
    }
)
