"""What happens in the Race only, told as little stories."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from core.chase import FINISH, Did, Fact
from tgbot.screens.chase.telling import Names, drew
from tgbot.words import Words


def own(facts: Sequence[Fact], names: Names, say: Words) -> Markup | None:
    """Points, moves and new sources."""
    fact = facts[0]
    match fact.did:
        case Did.POINTS:
            n = fact.card.points if fact.card else 0
            return drew(fact, names, say, say.many("{n} point ⭐", "{n} points ⭐", n))
        case Did.STEPPED if fact.cell == FINISH:
            return say("🏁 That makes ten, and the finish!")
        case Did.STEPPED:
            return say("🏃 That makes ten: on to cell {n}.", n=fact.cell)
        case Did.RESHUFFLED:
            return say("🔀 The discards are shuffled into three new piles.")
    return None
