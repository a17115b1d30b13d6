"""The signs and terms all screens of the Hunt share."""

from __future__ import annotations

from core.chase import Card, Suit
from core.hunt import HOLMES, WATSON, HuntView
from tgbot.screens.chase.signs import SUITS
from tgbot.words import Words

HOLMES_SIGN, WATSON_SIGN, PAIR, CRIMINAL = "🎩", "🩺", "🕵️", "🦹"
CLUE, FILE, HOME, LAIR = "🔎", "🗂", "🏠", "🏚️"


def title(say: Words) -> str:
    """The game's name."""
    return say.plain("The Hunt")


def figure_sign(figure: Card) -> str:
    """The sign of a figure."""
    return {HOLMES: HOLMES_SIGN, WATSON: WATSON_SIGN}.get(figure, SUITS[figure.suit])


def figure_name(figure: Card, say: Words) -> str:
    """The name of a figure."""
    if figure == HOLMES:
        return say.plain("Holmes")
    if figure == WATSON:
        return say.plain("Watson")
    names = {
        Suit.HEARTS: say.plain("King of hearts"),
        Suit.DIAMONDS: say.plain("King of diamonds"),
        Suit.CLUBS: say.plain("King of clubs"),
    }
    return names[figure.suit]


def signs(view: HuntView) -> list[str]:
    """The signs of the figures, by seat."""
    return [figure_sign(one.figure) for one in view.characters]
