"""Computer players of the Race.

The law
    A position is worth my chance to win, which is my share of everybody's strength. Strength falls with the turns
    somebody still needs, the more steeply the nearer the first is to the finish, and with how likely he is shot before.
    *Turns.* Each cell takes as many draws as it takes to come from no points to ten, the next one fewer by the points
    at hand (RA-5).
    *Danger.* Every armed opponent is one, the more the nearer he is; in another cell a mask halves it, and so does a
    pistol to answer with. How long the race still is, how often somebody was hit, and how many share the danger counts
    too.
    So he shoots who stands in his way and whom he fears, and draws when a shot only costs him time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from math import exp, sqrt

from core.brains.chase import choose
from core.chase import DEADLY, FINISH, SOURCES, Card, Character, Shot
from core.fair import Fair
from core.game import Move, Seat
from core.race import STEP, Race, RaceOptions, RaceView

RANKS = range(2, 11)
"""Of the cards that are points, each as frequent as the others."""

POINTS = 0.75
"""How many of the cards are points, about."""

NEAR, NEXT, FAR = 2.0, 0.6, 0.15
"""How often an opponent with one pistol within one cell, two cells away or farther hits somebody before the end."""

HALF = 0.5
"""What is left of a danger that a mask or a pistol keeps away."""

LONG = 10
"""With so many turns to the first arrival a race is long: a danger has its whole time."""


def _draws() -> list[float]:
    """By points at hand: how many draws it takes on average to ten."""
    draws = [0.0] * STEP
    for points in reversed(range(STEP)):
        draws[points] = 1 / POINTS + sum(draws[points + r] for r in RANKS if points + r < STEP) / len(RANKS)
    return draws


DRAWS = _draws()


class Sensible:
    """Plays each move in his mind and takes the one after which his chance to win is best (see above)."""

    def move(self, view: RaceView, claims: Sequence[object], moves: Sequence[Move], chance: Fair) -> Move:
        """The best move by expectation; where it does not matter, any of the best."""
        if not view.shots:
            return chance.choice(moves)
        game = imagine(view)
        return choose(moves, _worth(game, game.on_turn), chance)

    def claim(self, view: RaceView, claims: Sequence[object], chance: Fair) -> None:
        """Everything is open: there is nothing to say."""


def imagine(view: RaceView) -> Race:
    """The match as it may stand for all he knows; what happened before does not matter.

    Raises:
        ValueError: nobody is to act.
    """
    if view.to_act is None:
        raise ValueError("the match is over")
    return Race(
        options=RaceOptions(),
        order=view.order,
        characters=view.characters,
        sources=imagined_sources(view),
        on_turn=view.to_act,
        discards=view.discards,
    )


def imagined_sources(view: RaceView) -> tuple[tuple[Card, ...], ...]:
    """Sources as they may lie, for all he knows."""
    return lay(view.unseen, view.left)


def lay(cards: Sequence[Card], sizes: Sequence[int]) -> tuple[tuple[Card, ...], ...]:
    """The cards in sources of these sizes, in their order."""
    return tuple(tuple(cards[start:end]) for start, end in pairwise(accumulate(sizes, initial=0)))


def _worth(game: Race, seat: Seat) -> Callable[[Move], float]:
    """What a move of the seat to act is worth to it."""
    shots = {shot.move: shot for shot in game.shots(seat)}

    def value(after: Race) -> float:
        return prospects(after, seat)

    def worth(move: Move) -> float:
        if move in shots:
            return mean(value, after_shot(game, seat, shots[move]))
        return mean(value, after_draws(game, seat))

    return worth


def _kind(card: Card) -> int | str:
    """Cards of the same points are alike, so are pistols and masks."""
    return card.points or ("pistol" if card.rank == "A" else "mask")


class Die(Fair):
    """The die of a duel as one imagines it. What else a match draws falls in any way."""

    def __init__(self, shows: int) -> None:
        super().__init__(b"imagined", 0)
        self._shows = shows

    def die(self) -> int:
        """What one imagines."""
        return self._shows


EVEN, ODD = 2, 1
"""Faces of the die: the shooter fires, or the target does (HU-10)."""


def after_draws(game: Race, seat: Seat) -> Iterator[tuple[float, Race]]:
    """What a draw by the seat to act may lead to, each with its chance."""
    cards = [card for source in game.sources for card in source]
    places: dict[int | str, list[int]] = {}
    for place, card in enumerate(cards):
        places.setdefault(_kind(card), []).append(place)
    sizes = [len(source) for source in game.sources]
    draw = next(f"draw {source}" for source, size in zip(SOURCES, sizes, strict=True) if size)
    for alike in places.values():
        laid = replace(game, sources=lay(_first(cards, alike[0]), sizes))
        yield len(alike) / len(cards), laid.play(seat, draw, Die(EVEN))[0]


def _first(cards: Sequence[Card], place: int) -> Sequence[Card]:
    return (cards[place], *cards[:place], *cards[place + 1 :])


def after_shot(game: Race, seat: Seat, shot: Shot) -> Iterator[tuple[float, Race]]:
    """What a shot by the seat to act may lead to, each with its chance."""
    for die in (EVEN, ODD) if shot.duel else (EVEN,):
        yield 0.5 if shot.duel else 1.0, game.play(seat, shot.move, Die(die))[0]


def mean(value: Callable[[Race], float], games: Iterator[tuple[float, Race]]) -> float:
    """What may come, weighed by how likely it is."""
    return sum(share * value(game) for share, game in games)


def prospects(game: Race, seat: Seat) -> float:
    """The chance of a seat to win from here (see above)."""
    if game.outcome:
        return float(seat in game.outcome.winners)
    alive = [other for other in game.order if game.in_play(other)]
    if seat not in alive:
        return 0.0
    turns = {other: _turns(game, other) for other in alive}
    first = min(turns.values())
    spread = 0.8 + 0.5 * sqrt(first)
    time = min((first + 1) / LONG, 1.0)
    strength = {
        other: exp((first - turns[other]) / spread - time * _danger(game, alive, other) * _hurt(game.characters[other]))
        for other in alive
    }
    return strength[seat] / sum(strength.values())


def _turns(game: Race, seat: Seat) -> float:
    """How many turns he needs to the finish, on average, and a part of one for those who come before him."""
    who, seats = game.characters[seat], game.seats
    before = (game.order.index(seat) - game.order.index(game.on_turn)) % seats
    return (FINISH - 1 - who.cell) * DRAWS[0] + DRAWS[who.points] + before / seats


def _hurt(who: Character) -> float:
    return DEADLY / (DEADLY - who.hits)


def _danger(game: Race, alive: Sequence[Seat], seat: Seat) -> float:
    """How often he is hit before the end, about."""
    who, danger = game.characters[seat], 0.0
    for other in alive:
        shooter = game.characters[other]
        if other != seat and shooter.pistols:
            apart = abs(shooter.cell - who.cell)
            reach = NEAR if apart <= 1 else NEXT if apart == 2 else FAR
            danger += len(shooter.pistols) * reach * (HALF if apart and who.worn else 1.0)
    return danger * (HALF if who.pistols else 1.0) / (1 + (len(alive) - 2) / 4)
