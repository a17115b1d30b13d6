"""The Race of detectives (2 to 8 players, each for himself): rulings RA-1 to RA-11.

The law, besides that of ``core.chase``
    One lane from cell 0 to 6 (RA-2). Ten points move a racer one cell; points over ten are lost (RA-5). Who enters a
    cell with others makes everybody there lose a mask (RA-6).
    One shoots at anybody near enough (RA-7). Empty sources are made anew from the discards (RA-9).
    The sixth step wins, and so does the last alive (RA-10).

Moves
    As in ``core.chase``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from core.chase import DECK, FINISH, Card, Character, ChaseView, Did, Rank, Source, Suit
from core.chase_rules import Chase, lay_sources
from core.fair import Fair
from core.game import Event, Move, Options, Seat, look_up

SIZES = tuple(range(2, 9))
FIGURES = tuple(Card(suit, rank) for rank in (Rank.KING, Rank.JACK) for suit in Suit)
"""The eight kings and jacks (RA-1)."""
STEP = 10
"""So many points move a racer one cell (RA-5)."""
RACER = "racer"
"""The side of whoever wins."""


class Reason(StrEnum):
    """Why a match ended (RA-10)."""

    FINISH = "finish"
    LAST = "last"
    """He is the last alive."""


@dataclass(frozen=True)
class RaceOptions(Options):
    """The host has nothing to choose. There is nothing to claim whatever ``claims`` is."""

    claims: bool = False


@dataclass(frozen=True)
class RaceView(ChaseView):
    """What everybody may see. ``round``: 1, and one more for each time the discards became new sources (RA-9)."""


@dataclass(frozen=True)
class Race(Chase):
    """A match of the Race. Keeps ``core.game.Game``."""

    options: RaceOptions

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Fair) -> Self:
        """A new match. The order of draws is fixed: order of turns, figures, sources (RA-2).

        Raises:
            ValueError: not 2 to 8 seats.
            TypeError: options of another game.
        """
        if seats not in SIZES:
            raise ValueError(f"the Race is for 2 to 8 players, not {seats}")
        if not isinstance(options, RaceOptions):
            raise TypeError("the Race has options of its own")
        order = chance.shuffle(range(seats))
        figures = chance.shuffle(FIGURES)[:seats]
        return cls(
            options=options,
            order=order,
            characters=tuple(Character(figure, 0) for figure in figures),
            sources=lay_sources([card for card in DECK if card not in figures], chance),
            on_turn=order[0],
        )

    @property
    def goes_on(self) -> bool:
        """A turn is one move (RA-3)."""
        return False

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """Sources that have cards, then targets (RA-3). There is always a card to draw (RA-11)."""
        if seat != self.to_act:
            return ()
        return (*self._draws(), *(shot.move for shot in self.shots(seat)))

    def clock_moves(self, seat: Seat) -> tuple[Move, ...]:
        """Any legal move (TB-14)."""
        return self.moves(seat)

    def play(self, seat: Seat, move: Move, chance: Fair) -> tuple[Self, tuple[Event, ...]]:
        """Draws or shoots."""
        look_up(self, seat, move)
        verb, _, what = move.partition(" ")
        after = self._draw(seat, Source(what)) if verb == "draw" else self._shoot(seat, int(what), chance)
        return after._end_turn(chance)._since(self)

    def view(self, seat: Seat | None) -> RaceView:
        """Everything but the order of the sources."""
        return RaceView(**vars(super().view(seat)))

    def _targets(self, seat: Seat) -> Iterable[Seat]:
        """Any living opponent (RA-7)."""
        return (target for target in range(self.seats) if target != seat and self.in_play(target))

    def _draw(self, seat: Seat, source: Source) -> Self:
        after, card = self._take(source)
        if not card.points:
            return after._gain(seat, card, source=source)
        cards = (*self.characters[seat].cards, card)
        after = after._with(seat, cards=cards)._note(Did.POINTS, seat, card=card, source=source)
        return after._step(seat) if after.characters[seat].points >= STEP else after

    def _step(self, seat: Seat) -> Self:
        """One cell on, and all points are gone (RA-5); the sixth wins at once, else it may be a meeting (RA-6)."""
        who = self.characters[seat]
        cell = who.cell + 1
        after = self._with(seat, cell=cell, cards=())._discard(*who.cards)._note(Did.STEPPED, seat, cell=cell)
        if cell == FINISH:
            return after._won([seat], RACER, Reason.FINISH)
        there = [other for other in self._alive() if after.characters[other].cell == cell]
        if len(there) > 1:
            for other in there:
                after = after._unmask(other)
        return after

    def _alive(self) -> list[Seat]:
        return [seat for seat in range(self.seats) if self.in_play(seat)]

    def _end_turn(self, chance: Fair) -> Self:
        """The last alive wins (RA-10); empty sources are made anew (RA-9); else the next."""
        if self.outcome:
            return self
        alive = self._alive()
        if len(alive) == 1:
            return self._won(alive, RACER, Reason.LAST)
        if not self.dry:
            return self._pass_on()
        sources = lay_sources(self.discards, chance)
        after = self._note(Did.RESHUFFLED, self.on_turn)
        return replace(after, sources=sources, discards=(), round=self.round + 1)._pass_on()
