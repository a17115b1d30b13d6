"""Positions of the Hunt and of the Race from short text.

Everywhere: a card is its suit and rank, ``SA``, ``H10``. ``police S2 HA``: the top cards of a source. Cards the text
does not tell lie at the bottom of the street; with ``dry`` they are discarded. Before somebody lies: ``P2`` two
pistols, ``M2`` a worn mask and one in reserve, ``hit2``, ``dead``, ``arrested``.

The Hunt: ``on D; to watson; clues H3 D5; hearts S2 D4 P1 hit1; police H9``. ``on``: the pair's lane; ``clues``: the
pair's; S, H, D, C before a criminal: how many of his own clues, and in his file. ``SEATS`` says who sits where.
The Race: ``to 1; order 1 0 2; police S2; at3 S9 P1 | M1 | at2``: racers in the order of seats, with their point cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from core.chase import DECK, FINISH, SOURCES, Card, Character, Did, Fact, Fate, Rank, Suit
from core.chase_rules import Chase, belongings
from core.fair import Fair
from core.game import Event
from core.hunt import CRIMINALS, HOLMES, WATSON, Hunt, HuntOptions
from core.race import FIGURES, Race, RaceOptions

SEATS = {"watson": 0, "clubs": 1, "holmes": 2, "hearts": 3, "diamonds": 4}
"""Who sits where in the Hunt. Their order of turns is another."""
ORDER = ("holmes", "watson", "hearts", "diamonds", "clubs")
SUITS = {suit[0].upper(): suit for suit in Suit}
C = TypeVar("C", bound=Chase)


class Dice(Fair):
    """A fair source of which the first dice are known."""

    def __init__(self, *dice: int) -> None:
        super().__init__(b"any", 0)
        self._dice = list(dice)

    def die(self) -> int:
        return self._dice.pop(0) if self._dice else super().die()


class Pool:
    """The cards not yet laid."""

    def __init__(self, figures: Sequence[Card]) -> None:
        self.cards = [card for card in DECK if card not in figures]

    def card(self, text: str) -> Card:
        found = card(text)
        self.cards.remove(found)
        return found

    def some(self, number: int, fits: Callable[[Card], bool]) -> tuple[Card, ...]:
        found = [card for card in self.cards if fits(card)][:number]
        if len(found) < number:
            raise ValueError("there are not so many such cards")
        self.cards = [card for card in self.cards if card not in found]
        return tuple(found)

    def clues(self, suit: Suit, number: int) -> tuple[Card, ...]:
        return self.some(number, lambda card: card.suit is suit and card.points > 0)


def card(text: str) -> Card:
    return Card(SUITS[text[0]], Rank(text[1:]))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(card, text.split()))


def hunt(text: str, *, no_draws: bool = False) -> Hunt:
    """The position a text tells."""
    said = _said(text.split(";"))
    pool = Pool((HOLMES, WATSON, *CRIMINALS))
    tops = _tops(said, pool)
    figures = dict(zip(ORDER, (HOLMES, WATSON, *CRIMINALS), strict=True))
    people = {name: Character(figure, FINISH if figure in CRIMINALS else 0) for name, figure in figures.items()}
    for name in ORDER:
        people[name] = _laid(people[name], said.get(name, []), pool)
    clues = [clue for item in said.get("clues", []) for clue in pool.clues(SUITS[item[0]], int(item[1:]))]
    lane = SUITS[said.get("on", ["H"])[0]]
    for name in ORDER[:2]:
        people[name] = replace(people[name], cell=sum(clue.suit is lane for clue in clues))
    rest = tuple(pool.cards)
    return Hunt(
        options=HuntOptions(no_draws=no_draws),
        order=tuple(SEATS[name] for name in ORDER),
        characters=tuple(people[name] for name in SEATS),
        sources=tops if "dry" in said else (*tops[:2], (*tops[2], *rest)),
        on_turn=SEATS[said.get("to", ["holmes"])[0]],
        discards=rest if "dry" in said else (),
        lane=lane,
        clues=tuple(clues),
    )


def race(text: str) -> Race:
    """The position a text tells."""
    *settings, laid = text.split(";")
    said, racers = _said(settings), laid.split("|")
    pool = Pool(FIGURES[: len(racers)])
    tops = _tops(said, pool)
    people = []
    for figure, racer in zip(FIGURES, racers, strict=False):
        people.append(_laid(Character(figure, 0), racer.split(), pool))
    rest = tuple(pool.cards)
    order = tuple(map(int, said.get("order", range(len(racers)))))
    return Race(
        options=RaceOptions(),
        order=order,
        characters=tuple(people),
        sources=tops if "dry" in said else (*tops[:2], (*tops[2], *rest)),
        on_turn=int(said.get("to", order)[0]),
        discards=rest if "dry" in said else (),
    )


def _said(settings: Sequence[str]) -> dict[str, list[str]]:
    return {words[0]: words[1:] for setting in settings if (words := setting.split())}


def _tops(said: dict[str, list[str]], pool: Pool) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(map(pool.card, said.get(source, []))) for source in SOURCES)


def _laid(character: Character, items: Sequence[str], pool: Pool) -> Character:
    """With what a text says lies before it."""
    criminal = character.figure in CRIMINALS and character.cell == FINISH
    for item in items:
        match re.fullmatch(r"([a-z]+|[A-Z])(\d*|[AJQK])", item):
            case re.Match() as found:
                character = _lay(character, found[1], found[2], pool, criminal=criminal)
            case _:
                raise ValueError(f"what is {item}?")
    return character


def _lay(character: Character, kind: str, what: str, pool: Pool, *, criminal: bool) -> Character:
    match kind:
        case "dead" | "arrested":
            return replace(character, fate=Fate(kind))
        case "hit":
            return replace(character, hits=int(what))
        case "at":
            return replace(character, cell=int(what))
        case "P":
            return replace(character, pistols=pool.some(int(what), lambda card: card.rank is Rank.ACE))
        case "M":
            masks = pool.some(int(what), lambda card: card.rank in (Rank.QUEEN, Rank.JACK))
            return replace(character, worn=masks[0], reserve=masks[1:])
    if not criminal:
        return replace(character, cards=(*character.cards, pool.card(kind + what)))
    clues = pool.clues(SUITS[kind], int(what))
    if kind == "S":
        return replace(character, cards=clues, cell=FINISH - int(what))
    return replace(character, file=(*character.file, *clues))


def play(game: C, *moves: str, dice: tuple[int, ...] = ()) -> C:
    """The position after moves by whoever is to act. ``shoot hearts``: a name instead of a seat."""
    for move in moves:
        game, _ = told(game, move, dice=dice)
    return game


def told(game: C, move: str, dice: tuple[int, ...] = ()) -> tuple[C, tuple[Event, ...]]:
    """The position after a move, and what happened."""
    assert game.to_act is not None
    return game.play(game.to_act, seated(move), Dice(*dice))  # type: ignore[attr-defined, no-any-return]


def seated(move: str) -> str:
    verb, _, what = move.partition(" ")
    return f"{verb} {SEATS.get(what, what)}" if verb == "shoot" else move


def moves(game: Any) -> set[str]:
    """The legal moves of whoever is to act; in the Hunt a target by its name."""
    names = {f"shoot {seat}": f"shoot {name}" for name, seat in SEATS.items()} if isinstance(game, Hunt) else {}
    return {names.get(move, move) for move in game.moves(game.to_act)}


def who(game: Chase, name: str | int) -> Character:
    return game.characters[SEATS[name] if isinstance(name, str) else name]


def did(events: Sequence[Event]) -> list[Did]:
    return [event.did for event in events if isinstance(event, Fact)]


def all_cards(game: Any) -> list[Card]:
    """Every card of a match, wherever it lies."""
    lying = [card for c in game.characters for card in (c.figure, *belongings(c))]
    return [*lying, *(card for source in game.sources for card in source), *game.discards, *getattr(game, "clues", ())]
