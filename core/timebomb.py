"""Time Bomb (4 to 8 players): rulings TB-1 to TB-14.

The law
    Everybody is Sherlock or Moriarty, and nobody knows who is what (TB-1, TB-2).
    Wires are dealt face down in four rounds of 5, 4, 3 and 2 each (TB-3). A player knows what his hand contains, not
    where it lies (TB-4).
    Who holds the cutters cuts one face-down wire in front of another player (TB-6); its owner gets the cutters (TB-8).
    A round has as many cuts as there are players (TB-9).
    All defusing wires cut: Sherlock wins. The bomb cut, or four rounds over: Moriarty wins (TB-10).

Moves
    ``cut SEAT PLACE``, both counted from 0. Claims: ``claim D``, ``claim D bomb``, ``claim D nobomb``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, cached_property
from typing import Self

from core.fair import Fair
from core.game import Ended, Event, IllegalClaim, MatchOver, Move, Options, Outcome, Seat, look_up

ROUNDS = 4
HAND_SIZES = (5, 4, 3, 2)


class Role(StrEnum):
    """The two sides."""

    SHERLOCK = "sherlock"
    MORIARTY = "moriarty"


class Wire(StrEnum):
    """The kinds of wire cards. Time Bomb has the first three, Evolution defusing wires and coloured bombs."""

    SAFE = "safe"
    DEFUSING = "defusing"
    BOMB = "bomb"
    GREEN = "green"
    ORANGE = "orange"
    PINK = "pink"
    YELLOW = "yellow"
    BLUE = "blue"
    RED = "red"


COLOURS = (Wire.GREEN, Wire.ORANGE, Wire.PINK, Wire.YELLOW, Wire.BLUE, Wire.RED)
"""The coloured bombs of Evolution, in the order in which they are listed."""


class Reason(StrEnum):
    """Why a match ended (TB-10)."""

    DEFUSED = "defused"
    BOMB = "bomb"
    TIME = "time"


ROLE_CARDS: dict[int, tuple[int, int]] = {4: (3, 2), 5: (3, 2), 6: (4, 2), 7: (5, 3), 8: (5, 3)}
"""Sherlock and Moriarty cards by number of players (TB-1). With 4 and 7 one card is not dealt."""


@dataclass(frozen=True)
class Hand:
    """What a hand contained when it was dealt (TB-4)."""

    safe: int
    defusing: int
    bomb: int
    colours: tuple[tuple[Wire, int], ...] = ()
    """In Evolution the bombs of each colour he holds (EV-3)."""

    @classmethod
    def of(cls, wires: Sequence[Wire]) -> Self:
        """Counts the wires."""
        colours = tuple((colour, wires.count(colour)) for colour in COLOURS if colour in wires)
        return cls(wires.count(Wire.SAFE), wires.count(Wire.DEFUSING), wires.count(Wire.BOMB), colours)


@dataclass(frozen=True)
class Reveal:
    """One cut: in which round who cut which place of whom, and what it was (TB-7, TB-13)."""

    round: int
    cutter: Seat
    owner: Seat
    place: int
    wire: Wire


@dataclass(frozen=True)
class Revealed(Event):
    """A wire was cut."""

    reveal: Reveal


@dataclass(frozen=True)
class Dealt(Event):
    """A new round was dealt."""

    round: int


@dataclass(frozen=True)
class Claim:
    """What a player says of the hand dealt to him in a round. ``bomb`` None: he says nothing about it (TB-12)."""

    seat: Seat
    round: int
    defusing: int
    bomb: bool | None = None

    @property
    def text(self) -> str:
        """The claim as a move would be written."""
        return f"claim {self.defusing}{'' if self.bomb is None else ' bomb' if self.bomb else ' nobomb'}"

    @classmethod
    def read(cls, seat: Seat, round_: int, text: str) -> Self:
        """The claim a text makes.

        Raises:
            IllegalClaim: the text is not written as above.
        """
        match text.split(" "):
            case ["claim", digit, *rest] if len(digit) == 1 and digit in "012345":
                match rest:
                    case []:
                        return cls(seat, round_, int(digit))
                    case ["bomb" | "nobomb" as word]:
                        return cls(seat, round_, int(digit), word == "bomb")
        raise IllegalClaim


@dataclass(frozen=True)
class TimeBombView:
    """What a seat may see. Private: ``role``, ``hands``. Shown to everybody at the end (TB-13): ``roles``, ``spare``,
    ``laid``, ``dealt``; None and empty until then.
    """

    seat: Seat | None
    seats: int
    claims_on: bool
    round: int
    cuts_left: int
    holder: Seat
    found: int
    needed: int
    rows: tuple[tuple[Wire | None, ...], ...]
    """By seat, by place: the wire if it was cut, None while it lies face down."""
    reveals: tuple[Reveal, ...]
    outcome: Outcome | None
    role: Role | None
    hands: tuple[Hand, ...]
    """My hand of each round as it was dealt; the last one is this round's."""
    roles: tuple[Role, ...] | None
    spare: tuple[Role, ...] | None
    laid: tuple[tuple[Wire, ...], ...] | None
    dealt: tuple[tuple[Hand, ...], ...] | None

    @property
    def to_act(self) -> Seat | None:
        """The holder of the cutters, while the match goes on."""
        return None if self.outcome else self.holder

    @property
    def hand_size(self) -> int:
        """Wires dealt to each player this round."""
        return HAND_SIZES[self.round - 1]

    def left(self, seat: Seat) -> int:
        """Face-down wires in front of a seat."""
        return self.rows[seat].count(None)


@cache
def cut_move(seat: Seat, place: int) -> Move:
    """The move that cuts a place of a seat."""
    return f"cut {seat} {place}"


def role_deck(seats: int) -> tuple[Role, ...]:
    """The role cards for a number of players, before they are shuffled (TB-1)."""
    sherlocks, moriartys = ROLE_CARDS[seats]
    return (Role.SHERLOCK,) * sherlocks + (Role.MORIARTY,) * moriartys


def wire_deck(seats: int) -> tuple[Wire, ...]:
    """The wires for a number of players, before they are shuffled: as many defusing as players, one bomb, 5 each."""
    safe = seats * HAND_SIZES[0] - seats - 1
    return (Wire.SAFE,) * safe + (Wire.DEFUSING,) * seats + (Wire.BOMB,)


@dataclass(frozen=True)
class TimeBomb:
    """A match of Time Bomb. Keeps ``core.game.Game``."""

    options: Options
    roles: tuple[Role, ...]
    spare: tuple[Role, ...]
    """Role cards nobody was dealt (TB-1)."""
    round: int
    hands: tuple[tuple[Wire, ...], ...]
    """By seat, by place: the wires of this round."""
    cut: tuple[tuple[int, ...], ...]
    """By seat: the places cut this round, in order."""
    holder: Seat
    found: int
    reveals: tuple[Reveal, ...]
    dealt: tuple[tuple[Hand, ...], ...]
    """By round, by seat."""
    outcome: Outcome | None = None

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Fair) -> Self:
        """A new match. The order of draws is fixed: roles, first holder, wires (TB-3, TB-5).

        Raises:
            ValueError: not 4 to 8 seats.
        """
        if seats not in ROLE_CARDS:
            raise ValueError(f"Time Bomb is for 4 to 8 players, not {seats}")
        roles = chance.shuffle(role_deck(seats))
        holder = chance.below(seats)
        hands, dealt = deal_hands(seats, 1, wire_deck(seats), chance)
        return cls(options, roles[:seats], roles[seats:], 1, hands, ((),) * seats, holder, 0, (), (dealt,))

    @classmethod
    def recall(cls, seat: Seat, round_: int, text: str) -> Claim:
        """A claim made earlier, from its text."""
        return Claim.read(seat, round_, text)

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.roles)

    @property
    def to_act(self) -> Seat | None:
        """The holder of the cutters, while the match goes on (TB-6)."""
        return None if self.outcome else self.holder

    @property
    def cuts_left(self) -> int:
        """Cuts until the round is over (TB-9)."""
        return self.seats - sum(map(len, self.cut))

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """Every face-down wire in front of another player (TB-6). Never empty for the seat to act (TB-11)."""
        if seat != self.to_act:
            return ()
        places = range(HAND_SIZES[self.round - 1])
        return tuple(
            cut_move(owner, place)
            for owner, cut in enumerate(self.cut)
            if owner != seat
            for place in places
            if place not in cut
        )

    def clock_moves(self, seat: Seat) -> tuple[Move, ...]:
        """Any legal move (TB-14)."""
        return self.moves(seat)

    @property
    def goes_on(self) -> bool:
        """Every cut and every choice has a clock of its own (EV-20)."""
        return False

    @property
    def out(self) -> tuple[Seat, ...]:
        """Nobody: the last who held the cutters may get them again."""
        return ()

    def play(self, seat: Seat, move: Move, chance: Fair) -> tuple[Self, tuple[Event, ...]]:
        """Cuts a wire (TB-7 to TB-10)."""
        look_up(self, seat, move)
        after, revealed = self._cut(seat, move)
        # TB-10 in its order: the last defusing wire wins even on the very last cut.
        if after.found == after.seats:
            return after._won(Role.SHERLOCK, Reason.DEFUSED, revealed)
        if revealed.reveal.wire is Wire.BOMB:
            return after._won(Role.MORIARTY, Reason.BOMB, revealed)
        return after._go_on(chance, revealed)

    def _cut(self, seat: Seat, move: Move) -> tuple[Self, Revealed]:
        """The wire is open, its owner has the cutters (TB-7, TB-8)."""
        owner, place = map(int, move.split(" ")[1:])
        wire = self.hands[owner][place]
        reveal = Reveal(self.round, seat, owner, place, wire)
        after = replace(
            self,
            cut=(*self.cut[:owner], (*self.cut[owner], place), *self.cut[owner + 1 :]),
            holder=owner,
            found=self.found + (wire is Wire.DEFUSING),
            reveals=(*self.reveals, reveal),
        )
        return after, Revealed(None, reveal)

    def _go_on(self, chance: Fair, *happened: Event) -> tuple[Self, tuple[Event, ...]]:
        """The next cut, or the end of the round, or of the match (TB-9, TB-10)."""
        if self.cuts_left:
            return self, happened
        if self.round == ROUNDS:
            return self._won(Role.MORIARTY, Reason.TIME, *happened)
        return self._next_round(chance), (*happened, Dealt(None, self.round + 1))

    def _won(self, role: Role, reason: str, *happened: Event) -> tuple[Self, tuple[Event, ...]]:
        winners = tuple(seat for seat, dealt in enumerate(self.roles) if dealt is role)
        outcome = Outcome(winners, role, reason)
        return replace(self, outcome=outcome), (*happened, Ended(None, outcome))

    def _next_round(self, chance: Fair) -> Self:
        """Unrevealed wires are gathered by seat and place, shuffled and dealt, one fewer each (TB-9)."""
        left = [
            wire for hand, cut in zip(self.hands, self.cut, strict=True) for p, wire in enumerate(hand) if p not in cut
        ]
        hands, dealt = deal_hands(self.seats, self.round + 1, left, chance)
        return replace(self, round=self.round + 1, hands=hands, cut=((),) * self.seats, dealt=(*self.dealt, dealt))

    def claim(self, seat: Seat, text: str) -> Claim:
        """A claim about the hand dealt this round, however untrue (TB-12)."""
        if self.outcome:
            raise MatchOver
        claim = Claim.read(seat, self.round, text)
        if not self.options.claims or claim.defusing + (claim.bomb is True) > HAND_SIZES[self.round - 1]:
            raise IllegalClaim
        return claim

    @cached_property
    def _rows(self) -> tuple[tuple[Wire | None, ...], ...]:
        """What lies in front of everybody, the same for all who look."""
        return tuple(
            tuple(wire if place in cut else None for place, wire in enumerate(hand))
            for hand, cut in zip(self.hands, self.cut, strict=True)
        )

    def view(self, seat: Seat | None) -> TimeBombView:
        """TB-4 and TB-13: own role and hands; everything when the match is over."""
        over = self.outcome is not None
        return TimeBombView(
            seat=seat,
            seats=self.seats,
            claims_on=self.options.claims,
            round=self.round,
            cuts_left=self.cuts_left,
            holder=self.holder,
            found=self.found,
            needed=self.seats,
            rows=self._rows,
            reveals=self.reveals,
            outcome=self.outcome,
            role=None if seat is None else self.roles[seat],
            hands=() if seat is None else tuple(dealt[seat] for dealt in self.dealt),
            roles=self.roles if over else None,
            spare=self.spare if over else None,
            laid=self.hands if over else None,
            dealt=self.dealt if over else None,
        )


def deal_hands(
    seats: int, round_: int, pile: Sequence[Wire], chance: Fair
) -> tuple[tuple[tuple[Wire, ...], ...], tuple[Hand, ...]]:
    """Seat 0 takes the first h cards of the shuffled pile, and so on; card p of a slice lies at place p (TB-3)."""
    size = HAND_SIZES[round_ - 1]
    shuffled = chance.shuffle(pile)
    hands = tuple(shuffled[first : first + size] for first in range(0, seats * size, size))
    return hands, tuple(map(Hand.of, hands))
