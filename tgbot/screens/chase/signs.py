"""The signs and terms that the Hunt and the Race share."""

from __future__ import annotations

from collections.abc import Sequence

from core.chase import Card, Character, Fate, Rank, Source, Suit
from tgbot.words import Words

SUITS = {Suit.SPADES: "♠️", Suit.HEARTS: "♥️", Suit.DIAMONDS: "♦️", Suit.CLUBS: "♣️"}
SOURCES = {Source.POLICE: "🚓", Source.PRESS: "📰", Source.STREET: "🌃"}
FATES = {Fate.DEAD: "☠️", Fate.ARRESTED: "🚔"}
PISTOL, MASK, HIT, MEETING, DIE, DEAD = "🔫", "🎭", "🩸", "⚔️", "🎲", "☠️"
WALK, PASS, SHUFFLED = "👣", "✋", "🔀"
NOBODY = "▫️"
"""A cell where nobody stands."""
_LETTERS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)


def card_sign(card: Card, say: Words) -> str:
    """A card as people of the language write it."""
    letters = dict(zip(_LETTERS, say.plain("A K Q J").split(" "), strict=True))
    return f"{SUITS[card.suit]}{letters.get(card.rank, card.rank)}"


def source_name(source: Source, say: Words) -> str:
    """One of the three piles."""
    names = {
        Source.POLICE: say.plain("Police"),
        Source.PRESS: say.plain("Press"),
        Source.STREET: say.plain("Street"),
    }
    return names[source]


def holdings(one: Character) -> list[str]:
    """What lies before somebody, in signs: masks, the reserve in brackets, pistols, hits."""
    masks = f"{MASK}{f'(+{len(one.reserve)})' if one.reserve else ''}" if one.worn else ""
    return [part for part in (masks, PISTOL * len(one.pistols), HIT * one.hits) if part]


def by_suit(cards: Sequence[Card]) -> str:
    """How many cards of each suit."""
    counts = {suit: sum(card.suit is suit for card in cards) for suit in Suit}
    return " ".join(f"{SUITS[suit]}{n}" for suit, n in counts.items() if n)
