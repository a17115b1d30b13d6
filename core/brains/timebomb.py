"""Computer players of Time Bomb."""

from __future__ import annotations

from collections.abc import Sequence

from core.fair import Fair
from core.game import Move
from core.timebomb import Claim, TimeBombView


class Careless:
    """Cuts any wire and says nothing."""

    def move(self, view: TimeBombView, claims: Sequence[Claim], moves: Sequence[Move], chance: Fair) -> Move:
        """Any legal move, each equally likely."""
        return chance.choice(moves)

    def claim(self, view: TimeBombView, claims: Sequence[Claim], chance: Fair) -> str | None:
        """Nothing."""
        return None


class Sensible(Careless):
    """Placeholder until the sensible player is written."""
