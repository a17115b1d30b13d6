"""The games on the shelf: what the shell needs to know to host one. Adding a game adds one entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from core import hunt, race
from core.brains import chase as chase_brains
from core.brains import evolution as evolution_brains
from core.brains import hunt as hunt_brains
from core.brains import race as race_brains
from core.brains import timebomb as timebomb_brains
from core.evolution import SIZES, Evolution, EvolutionOptions
from core.game import Brain, Game, Options
from core.timebomb import ROLE_CARDS, TimeBomb

RULES_VERSION = 2
"""Rises when a rule or a computer player changes so that a match would replay differently (``core.record``)."""
PLAYABLE = frozenset({1, 2})
"""The versions of the rules whose matches can be played on by this one, from the move on at which it meets them."""


@dataclass(frozen=True)
class Entry:
    """One game: its class, its default options, the numbers of players it takes, and its computer players."""

    kind: str
    game: type[Game]
    options: Callable[..., Options]
    sizes: tuple[int, ...]
    careless: Brain
    sensible: Brain
    hands: bool = True
    """Each round people are dealt hands that nobody else sees."""
    fills: bool = False
    """Computer players take the seats nobody has taken when the match starts (HU-1)."""


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
            Entry(
                kind="hunt",
                game=hunt.Hunt,
                options=hunt.HuntOptions,
                sizes=hunt.SIZES,
                careless=chase_brains.Careless(),
                sensible=hunt_brains.Sensible(),
                hands=False,
                fills=True,
            ),
            Entry(
                kind="race",
                game=race.Race,
                options=race.RaceOptions,
                sizes=race.SIZES,
                careless=chase_brains.Careless(),
                sensible=race_brains.Sensible(),
                hands=False,
            ),
        )
    }
)
