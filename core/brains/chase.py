"""Computer players of the Hunt and of the Race, as far as they are alike.

The law
    Everything is open but the order of the sources, so a player can imagine the match as it stands and make each of his
    moves there. A draw is worth the mean over the cards it may bring: all sources are alike to him. A duel is worth the
    mean of both ways the die may fall (HU-10, RA-7). What a position is worth, each game says for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.brains.cutting import best
from core.chase import ChaseView
from core.fair import Fair
from core.game import Move

LANE_CHANGES = 6
"""A careless detective changes the lane in one of so many turns."""


class Careless:
    """Shoots whenever he can, at anybody, whether the target can answer or not; seldom changes the lane; else draws."""

    def move(self, view: ChaseView, claims: Sequence[object], moves: Sequence[Move], chance: Fair) -> Move:
        """Any shot; else now and then any lane; else any source, or a pass."""
        if view.shots:
            return chance.choice([shot.move for shot in view.shots])
        lanes = [move for move in moves if move.startswith("lane")]
        if lanes and chance.below(LANE_CHANGES) == 0:
            return chance.choice(lanes)
        return chance.choice([move for move in moves if move not in lanes])

    def claim(self, view: ChaseView, claims: Sequence[object], chance: Fair) -> None:
        """Everything is open: there is nothing to say."""


def choose(moves: Sequence[Move], worth: Callable[[Move], float], chance: Fair) -> Move:
    """The move worth most; as all sources are alike, only one draw is weighed, and any source drawn from."""
    draws = [move for move in moves if move.startswith("draw")]
    chosen = best([move for move in moves if move not in draws[1:]], worth, chance)
    return chance.choice(draws) if chosen in draws else chosen
