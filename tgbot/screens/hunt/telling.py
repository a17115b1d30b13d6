"""What happens in the Hunt only, told as little stories."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from core.chase import Did, Fact
from tgbot.screens.chase.signs import SUITS, card_sign
from tgbot.screens.chase.telling import Names, drew
from tgbot.words import Words


def own(facts: Sequence[Fact], names: Names, say: Words) -> Markup | None:
    """Clues, lanes and arrests."""
    fact = facts[0]
    lane = SUITS[fact.lane] if fact.lane else ""
    match fact.did:
        case Did.CLUE if fact.source is None:
            cards = " ".join(card_sign(one.card, say) for one in facts if one.card)
            return say("🗂 The file tells the detectives more: {cards}.", cards=cards)
        case Did.CLUE:
            trail = say("The trail leads on: {lane}, cell {n}.", lane=lane, n=fact.cell)
            return drew(fact, names, say, say("a clue 🔎")) + Markup(" ") + trail
        case Did.ESCAPED:
            closer = say("One cell closer to Baker Street: cell {n}.", n=fact.cell)
            return drew(fact, names, say, say("a clue about Holmes")) + Markup(" ") + closer
        case Did.FILED:
            return drew(fact, names, say, say("a clue that goes into the file 🗂"))
        case Did.CHANGED_LANE:
            return say("👣 {who} leads the pair to {lane}, cell {n}.", who=names[fact.seat], lane=lane, n=fact.cell)
        case Did.MOVED_ON:
            return say("👣 The pair goes on to {lane}, cell {n}.", lane=lane, n=fact.cell)
        case Did.ARRESTED:
            return say("🚔 {who} is arrested!", who=names[fact.seat])
    return None
