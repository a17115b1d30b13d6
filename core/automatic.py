"""What nobody chooses: moves drawn when a clock runs out, and what computer players do and say.

All of it follows from the seed of the match and the position, so that ``core.record`` can check a match.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.catalog import CATALOG
from core.fair import Fair
from core.game import Claim, Game, Move, Seat


def clock_move(game: Game, seat: Seat, seed: bytes, position: int) -> Move:
    """What is played for somebody whose clock ran out: any of ``clock_moves``, each equally likely (TB-14)."""
    return Fair(seed, position, "clock").choice(game.clock_moves(seat))


def computer_move(kind: str, game: Game, seat: Seat, claims: Sequence[Claim], seed: bytes, position: int) -> Move:
    """What the computer plays; it knows what the seat sees and the ``claims`` so far, oldest first."""
    chance = Fair(seed, position, "computer")
    return CATALOG[kind].sensible.move(game.view(seat), claims, game.moves(seat), chance)


def computer_claim(
    kind: str, game: Game, seat: Seat, claims: Sequence[Claim], seed: bytes, position: int
) -> str | None:
    """What the computer says of the hand just dealt to the seat; None: nothing."""
    return CATALOG[kind].sensible.claim(game.view(seat), claims, Fair(seed, position, f"claim {seat}"))
