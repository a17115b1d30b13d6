"""What a move did, told to whoever made it, in short sentences. Public: everybody sees it on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from core.chase import Did, Fact
from core.game import Event, Seat
from tgbot.screens.chase.signs import card_sign
from tgbot.screens.screen import MAX_ALERT, units
from tgbot.words import Words

Own = Callable[[Fact, Words], str]
"""A sentence about what only one of the games has, empty for all else."""


def told(events: Sequence[Event], say: Words, own: Own) -> str:
    """The answer to the press: as many sentences as fit into 200 UTF-16 units."""
    facts = [event for event in events if isinstance(event, Fact)]
    mover = facts[0].seat if facts else None
    sentences = list(dict.fromkeys(filter(None, (own(f, say) or _told(f, mover, say) for f in facts))))
    fitting = [text for text in accumulate(sentences, "{} {}".format) if units(text) <= MAX_ALERT]
    return fitting[-1] if fitting else ""


def drawn(fact: Fact, say: Words) -> str:
    """The card of a fact, empty if it has none."""
    return card_sign(fact.card, say) if fact.card else ""


def _told(fact: Fact, mover: Seat | None, say: Words) -> str:
    return _found(fact, say) if fact.source else _shot(fact, say, mine=fact.seat == mover)


def _found(fact: Fact, say: Words) -> str:
    card = drawn(fact, say)
    match fact.did:
        case Did.ARMED:
            return say.plain("🔫 {card}: a pistol!", card=card)
        case Did.MASKED:
            return say.plain("🎭 {card}: you put on a mask.", card=card)
        case Did.RESERVED:
            return say.plain("🎭 {card}: a mask for your reserve.", card=card)
        case Did.DISCARDED:
            return say.plain("🤷 {card}: of no use.", card=card)
    return ""


def _shot(fact: Fact, say: Words, *, mine: bool) -> str:
    match fact.did:
        case Did.UNMASKED if fact.other is None:
            return say.plain("⚔️ Face to face: masks off!")
        case Did.ROLLED:
            return say.plain("🎲 The die shows {n}.", n=fact.rolled)
        case Did.FIRED if mine:
            return say.plain_many("🔫 You hit the target {n} time.", "🔫 You hit the target {n} times.", fact.hits or 0)
        case Did.FIRED:
            return say.plain_many("🩸 You are hit {n} time.", "🩸 You are hit {n} times.", fact.hits or 0)
        case Did.DIED:
            return say.plain("☠️ That was deadly for you.") if mine else say.plain("☠️ That was deadly.")
        case Did.PASSED if mine:
            return say.plain("✋ You pass.")
    return ""
