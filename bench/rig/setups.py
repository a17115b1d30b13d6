"""The games with the options that make a difference to who wins, each as an entry of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from core.catalog import CATALOG, Entry
from core.evolution import EvolutionOptions
from core.hunt import HuntOptions

_VARIANT = replace(CATALOG["evolution"], kind="evolution-variant", options=partial(EvolutionOptions, variant=True))
_NO_DRAWS = replace(CATALOG["hunt"], kind="hunt-no-draws", options=partial(HuntOptions, no_draws=True))

SETUPS: Mapping[str, Entry] = MappingProxyType({**CATALOG, **{entry.kind: entry for entry in (_VARIANT, _NO_DRAWS)}})
