"""The contract every game keeps, and the few words all games share.

The law
    A game in progress is a frozen value. ``deal`` makes the first, ``play`` makes the next, nothing changes in place.
    A move is one short text, the same on the button, in the log, in tests and bug reports. Reading a press is looking
    its text up among ``moves(seat)``: that one look-up answers readable, allowed and legal.
    ``view`` is the only door out. Screens, pictures and computer players get views, never a game.
    Chance is an argument: a match is its seed, its options and its moves, and replays exactly.
    A refusal raises a ``Refusal`` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeAlias

from core.fair import Fair

Seat: TypeAlias = int
"""A place at the table, counted from 0."""

Move: TypeAlias = str
"""The text of a move: a verb and its arguments, separated by single spaces, at most 20 characters of ASCII."""


class Refusal(Exception):
    """What somebody asked for is not done, and nothing has changed."""


class MatchOver(Refusal):
    """The match has an outcome; nothing can be played or claimed any more."""


class NotYourTurn(Refusal):
    """Somebody else is to act."""


class IllegalMove(Refusal):
    """The text is none of the legal moves of the seat to act."""


class IllegalClaim(Refusal):
    """The text is no claim that this game knows, or more than the hand can hold, or claims are off."""


@dataclass(frozen=True)
class Options:
    """What the host may choose before the start. Games add their own fields; each has a default."""

    claims: bool = True

    def fits(self, seats: int) -> bool:
        """Whether a match of so many players can be dealt with these options."""
        return seats > 0


@dataclass(frozen=True)
class Outcome:
    """The end of a match: which seats won, for which side, and why. ``side`` and ``reason`` are words of the game."""

    winners: tuple[Seat, ...]
    side: str
    reason: str


@dataclass(frozen=True)
class Event:
    """A fact in the past tense. ``audience`` is the one seat that may know it, None when everybody may."""

    audience: Seat | None


@dataclass(frozen=True)
class Ended(Event):
    """The match ended."""

    outcome: Outcome


class Claim(Protocol):
    """What a player says of his hand, true or not (TB-12)."""

    @property
    def seat(self) -> Seat: ...
    @property
    def round(self) -> int: ...
    @property
    def text(self) -> str: ...


class View(Protocol):
    """What one seat may see, or everybody (``seat`` None)."""

    @property
    def seat(self) -> Seat | None: ...
    @property
    def seats(self) -> int: ...
    @property
    def round(self) -> int: ...
    @property
    def to_act(self) -> Seat | None: ...
    @property
    def outcome(self) -> Outcome | None: ...


class Game(Protocol):
    """A game in progress. Implementations are frozen dataclasses of tuples, enums and numbers."""

    @classmethod
    def deal(cls, seats: int, options: Any, chance: Fair) -> Self:
        """A new game, dealt. ``options`` is the game's own ``Options``."""
        ...

    @classmethod
    def recall(cls, seat: Seat, round_: int, text: str) -> Claim:
        """A claim made earlier, read back from its text without judging it."""
        ...

    @property
    def seats(self) -> int: ...

    @property
    def round(self) -> int:
        """The round being played, counted from 1."""
        ...

    @property
    def to_act(self) -> Seat | None:
        """The seat the match waits for; None when it is over."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """None while the match goes on."""
        ...

    def moves(self, seat: Seat) -> Sequence[Move]:
        """Every legal move of the seat, in a fixed order; empty when it is not to act."""
        ...

    def clock_moves(self, seat: Seat) -> Sequence[Move]:
        """Those of ``moves`` one of which is drawn when the clock of the seat runs out (TB-14)."""
        ...

    @property
    def goes_on(self) -> bool:
        """The seat to act has moved in this turn already: its clock goes on (HU-4)."""
        ...

    @property
    def out(self) -> tuple[Seat, ...]:
        """The seats that will never act again although the match goes on (HU-11, RA-8)."""
        ...

    def play(self, seat: Seat, move: Move, chance: Fair) -> tuple[Self, tuple[Event, ...]]:
        """The game after the move, and what happened.

        Raises:
            MatchOver, NotYourTurn, IllegalMove: and nothing has changed.
        """
        ...

    def claim(self, seat: Seat, text: str) -> Claim:
        """The claim the text makes, if the seat may make it now. The game itself does not change (TB-12).

        Raises:
            MatchOver, IllegalClaim
        """
        ...

    def view(self, seat: Seat | None) -> View:
        """All that the seat may know; for None all that everybody may know."""
        ...


class Brain(Protocol):
    """A computer player: a view in, a text out. It keeps nothing between calls and never sees a game."""

    def move(self, view: Any, claims: Sequence[Any], moves: Sequence[Move], chance: Fair) -> Move:
        """One of ``moves``. ``claims`` are all claims of the match so far, oldest first."""
        ...

    def claim(self, view: Any, claims: Sequence[Any], chance: Fair) -> str | None:
        """What to say of the hand just dealt; None to say nothing."""
        ...


def look_up(game: Game, seat: Seat, move: Move) -> None:
    """Whether the seat may make the move now, for every game's ``play``.

    Raises:
        MatchOver, NotYourTurn, IllegalMove
    """
    if game.outcome is not None:
        raise MatchOver
    if game.to_act != seat:
        raise NotYourTurn
    if move not in game.moves(seat):
        raise IllegalMove
