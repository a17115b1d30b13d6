"""What the pictures of the Hunt and the Race show: views and facts in, values out."""

from __future__ import annotations

from dataclasses import dataclass

from core.chase import SOURCES, Card, Character, ChaseView, Fate, Suit
from core.game import Seat
from tgbot.facts import MatchFacts
from tgbot.pictures.people import names
from tgbot.screens.chase.signs import SOURCES as SIGNS
from tgbot.screens.match import running
from tgbot.words import Words


@dataclass(frozen=True)
class FigureShown:
    """A figure and all that lies before it. ``who``: the figure's name in the pictures, or the letter of its card.

    ``counts``: cards by suit, as ``(suit, how many)``: a criminal's file. ``clues``: his clues about Holmes.
    """

    name: str
    who: str
    suit: Suit
    cell: int
    masked: bool
    reserve: int
    pistols: int
    hits: int
    fate: Fate | None
    clues: int
    points: int
    counts: tuple[tuple[Suit, int], ...]
    acting: bool
    away: bool
    won: bool


def figure(facts: MatchFacts, view: ChaseView, say: Words, seat: Seat, who: str) -> FigureShown:
    """The figure of a seat."""
    one: Character = view.characters[seat]
    seated = facts.seats[seat]
    return FigureShown(
        name=names(facts, say)[seat],
        who=who,
        suit=one.figure.suit,
        cell=one.cell,
        masked=one.worn is not None,
        reserve=len(one.reserve),
        pistols=len(one.pistols),
        hits=one.hits,
        fate=one.fate,
        clues=len(one.cards),
        points=one.points,
        counts=by_suit(one.file),
        acting=running(facts, view) and view.to_act == seat,
        away=seated.left or seated.absent,
        won=view.outcome is not None and seat in view.outcome.winners,
    )


def by_suit(cards: tuple[Card, ...]) -> tuple[tuple[Suit, int], ...]:
    """How many cards of each suit there are, if any."""
    counts = ((suit, sum(card.suit is suit for card in cards)) for suit in Suit)
    return tuple((suit, n) for suit, n in counts if n)


def piles(view: ChaseView) -> tuple[str, ...]:
    """The sources with the cards left in each."""
    return tuple(f"{SIGNS[source]} {n}" for source, n in zip(SOURCES, view.left, strict=True))
