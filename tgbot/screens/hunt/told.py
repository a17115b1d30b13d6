"""What a move in the Hunt did, told to whoever made it."""

from __future__ import annotations

from collections.abc import Sequence

from core.chase import Did, Fact
from core.game import Event
from tgbot.screens.chase import told as shared
from tgbot.screens.chase.signs import SUITS
from tgbot.words import Words


def told(events: Sequence[Event], say: Words) -> str:
    """The answer to the press, at most 200 UTF-16 units."""
    return shared.told(events, say, _own)


def _own(fact: Fact, say: Words) -> str:
    card, lane = shared.drawn(fact, say), SUITS[fact.lane] if fact.lane else ""
    match fact.did:
        case Did.CLUE if fact.source:
            return say.plain(
                "🔎 {card}: a clue! The trail leads to {lane}, cell {n}.", card=card, lane=lane, n=fact.cell
            )
        case Did.ESCAPED:
            return say.plain("🔎 {card}: a clue about Holmes! You are on cell {n} now.", card=card, n=fact.cell)
        case Did.FILED:
            return say.plain("🗂 {card}: a clue for your file.", card=card)
        case Did.CHANGED_LANE:
            return say.plain("👣 You are on {lane} now, cell {n}. Now draw or shoot.", lane=lane, n=fact.cell)
        case Did.ARRESTED:
            return say.plain("🚔 An arrest!")
    return ""
