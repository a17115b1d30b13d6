"""What a move in the Race did, told to whoever made it."""

from __future__ import annotations

from collections.abc import Sequence

from core.chase import FINISH, Did, Fact
from core.game import Event
from tgbot.screens.chase import told as shared
from tgbot.words import Words


def told(events: Sequence[Event], say: Words) -> str:
    """The answer to the press, at most 200 UTF-16 units."""
    return shared.told(events, say, _own)


def _own(fact: Fact, say: Words) -> str:
    card = shared.drawn(fact, say)
    match fact.did:
        case Did.POINTS:
            n = fact.card.points if fact.card else 0
            return say.plain_many("⭐ {card}: {n} point.", "⭐ {card}: {n} points.", n, card=card)
        case Did.STEPPED if fact.cell == FINISH:
            return say.plain("🏁 Ten points: the finish!")
        case Did.STEPPED:
            return say.plain("🏃 Ten points: you move to cell {n}.", n=fact.cell)
    return ""
