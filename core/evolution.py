"""Time Bomb Evolution (4 to 6 players) and its Evolution variant: rulings EV-1 to EV-7 and EV-10 to EV-20.

The law, where it differs from Time Bomb
    As many colours of bombs as there are players, five cards each; as many cards as players are put aside unseen, and
    as many defusing wires are added (EV-1, EV-2). There are no safe wires.
    The 4th bomb of a colour explodes: Moriarty wins (EV-4). All defusing wires: Sherlock wins (EV-5).
The law of the variant
    A defusing wire is attached to a colour that has shown itself: it cannot explode by count any more (EV-10, EV-11).
    Green explodes at the 3rd (EV-13). Orange takes cuts off round 4 (EV-14). Pink straight after pink explodes
    (EV-15). Yellow is never defused (EV-16). Blue takes a defusing wire off again (EV-17). After red the next cut is
    made at a player drawn at random (EV-18, EV-19).

Moves
    As in Time Bomb, and for the player who cut, while the match waits for his choice (EV-20): ``attach COLOUR``,
    ``detach COLOUR``. Claims: ``claim D`` and for any colours ``green1 red2`` after it, in the order of ``COLOURS``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Self

from core.fair import Fair
from core.game import Event, IllegalClaim, MatchOver, Move, Options, Seat, look_up
from core.timebomb import (
    COLOURS,
    HAND_SIZES,
    ROUNDS,
    Reason,
    Role,
    TimeBomb,
    TimeBombView,
    Wire,
    cut_move,
    deal_hands,
    role_deck,
)

SIZES = (4, 5, 6)
CARDS = 5
"""Bombs of each colour."""
LIMIT = 4
"""So many bombs of a colour explode (EV-4)."""


class Why(StrEnum):
    """Why a match ended, besides Time Bomb's reasons. ``explosion`` is followed by the colour."""

    EXPLOSION = "explosion"
    PAIR = "pair"


class Kind(StrEnum):
    """What the player who cut has to choose."""

    ATTACH = "attach"
    DETACH = "detach"


@dataclass(frozen=True)
class EvolutionOptions(Options):
    """``colours``: the host's, as many as players; empty: drawn (EV-1). ``variant``: EV-10 to EV-20."""

    colours: tuple[Wire, ...] = ()
    variant: bool = False

    def fits(self, seats: int) -> bool:
        """Whether so many different colours were picked as there are players, or none."""
        picked = set(self.colours)
        return not self.colours or (picked <= set(COLOURS) and len(picked) == len(self.colours) == seats)


@dataclass(frozen=True)
class Choice:
    """The match waits for ``seat`` to choose one of ``colours`` (EV-20)."""

    seat: Seat
    kind: Kind
    colours: tuple[Wire, ...]


@dataclass(frozen=True)
class Attached(Event):
    """A defusing wire was attached to a colour; ``chosen``: there was a choice (EV-10)."""

    colour: Wire
    chosen: bool


@dataclass(frozen=True)
class Detached(Event):
    """Blue took the defusing wire off a colour; ``chosen``: there was a choice (EV-17)."""

    colour: Wire
    chosen: bool


@dataclass(frozen=True)
class Drawn(Event):
    """Red: the next cut is made at this player (EV-18); ``free``: he had no wire left and cuts freely (EV-19)."""

    seat: Seat
    free: bool


class Did(StrEnum):
    """What a cut did besides showing a wire."""

    ATTACHED = "attached"
    DETACHED = "detached"
    DRAWN = "drawn"
    FREE = "free"
    """Drawn, but without a wire left: he cuts freely (EV-19)."""


@dataclass(frozen=True)
class Effect:
    """What a cut did to a colour or to a player, for everybody to see later (TB-13).

    ``after``: which reveal of the match it was, counted from 1. ``chosen``: whoever cut had a choice.
    """

    after: int
    did: Did
    colour: Wire | None = None
    seat: Seat | None = None
    chosen: bool = False


@dataclass(frozen=True)
class Claim:
    """What a player says of the hand dealt to him in a round; only the colours he names (EV-7)."""

    seat: Seat
    round: int
    defusing: int
    colours: tuple[tuple[Wire, int], ...] = ()

    @property
    def text(self) -> str:
        """The claim as a move would be written."""
        return " ".join((f"claim {self.defusing}", *(f"{colour}{n}" for colour, n in self.colours)))

    @property
    def total(self) -> int:
        """Wires he says he holds."""
        return self.defusing + sum(n for _, n in self.colours)

    @classmethod
    def read(cls, seat: Seat, round_: int, text: str) -> Self:
        """The claim a text makes.

        Raises:
            IllegalClaim: the text is not written as above.
        """
        found = re.fullmatch(r"claim ([0-5])((?: [a-z]+[0-5])*)", text)
        if not found:
            raise IllegalClaim
        named = [(word[:-1], int(word[-1])) for word in found[2].split()]
        order = [colour for colour in COLOURS if colour in [name for name, _ in named]]
        if [name for name, _ in named] != order:
            raise IllegalClaim
        return cls(seat, round_, int(found[1]), tuple((Wire(name), n) for name, n in named))


@dataclass(frozen=True)
class Bomb:
    """A colour on the table: how many were revealed, at how many it explodes, whether a defusing wire is attached."""

    colour: Wire
    revealed: int
    limit: int
    defused: bool


@dataclass(frozen=True)
class EvolutionView(TimeBombView):
    """What a seat may see. ``aside``: the cards of EV-2, shown to everybody at the end, None until then."""

    variant: bool
    bombs: tuple[Bomb, ...]
    choice: Choice | None
    draw: Seat | None
    """The next cut must be made at this player (EV-18)."""
    effects: tuple[Effect, ...]
    """Oldest first."""
    aside: tuple[Wire, ...] | None

    @property
    def to_act(self) -> Seat | None:
        """The player who has to choose, else the holder of the cutters."""
        if self.outcome:
            return None
        return self.choice.seat if self.choice else self.holder


@dataclass(frozen=True)
class Evolution(TimeBomb):
    """A match of Time Bomb Evolution. Keeps ``core.game.Game``."""

    options: EvolutionOptions
    colours: tuple[Wire, ...] = ()
    aside: tuple[Wire, ...] = ()
    """Cards nobody was dealt (EV-2)."""
    cuts: int = 0
    """Cuts of this round (TB-9, EV-14)."""
    attached: tuple[Wire, ...] = ()
    """Colours with a defusing wire, in the order they were attached."""
    choice: Choice | None = None
    draw: Seat | None = None
    effects: tuple[Effect, ...] = ()

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Fair) -> Self:
        """A new match. The order of draws is fixed: colours, bombs, roles, first holder, wires (EV-1).

        Raises:
            ValueError: not 4 to 6 seats, or other colours picked than the players need.
        """
        if seats not in SIZES:
            raise ValueError(f"Time Bomb Evolution is for 4 to 6 players, not {seats}")
        if not isinstance(options, EvolutionOptions):
            raise TypeError("Time Bomb Evolution has options of its own")
        colours = _colours(seats, options, chance)
        bombs = chance.shuffle([colour for colour in colours for _ in range(CARDS)])
        roles = chance.shuffle(role_deck(seats))
        holder = chance.below(seats)
        hands, dealt = deal_hands(seats, 1, (*bombs[seats:], *(Wire.DEFUSING,) * seats), chance)
        return cls(
            options=options,
            roles=roles[:seats],
            spare=roles[seats:],
            round=1,
            hands=hands,
            cut=((),) * seats,
            holder=holder,
            found=0,
            reveals=(),
            dealt=(dealt,),
            colours=colours,
            aside=bombs[:seats],
            cuts=seats,
        )

    @classmethod
    def recall(cls, seat: Seat, round_: int, text: str) -> Claim:  # type: ignore[override]
        """A claim made earlier, from its text."""
        return Claim.read(seat, round_, text)

    @property
    def to_act(self) -> Seat | None:
        """The player who has to choose (EV-20), else the holder of the cutters."""
        if self.outcome:
            return None
        return self.choice.seat if self.choice else self.holder

    @property
    def cuts_left(self) -> int:
        """Cuts until the round is over (EV-14)."""
        return self.cuts - sum(map(len, self.cut))

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """The choice he has to make (EV-20); after red the wires of the player drawn (EV-18); else as in Time Bomb."""
        if seat != self.to_act:
            return ()
        if self.choice:
            return tuple(f"{self.choice.kind} {colour}" for colour in self.choice.colours)
        if self.draw is not None:
            places = range(HAND_SIZES[self.round - 1])
            return tuple(cut_move(self.draw, place) for place in places if place not in self.cut[self.draw])
        return super().moves(seat)

    def play(self, seat: Seat, move: Move, chance: Fair) -> tuple[Self, tuple[Event, ...]]:
        """Cuts a wire, or makes the choice the match waits for."""
        look_up(self, seat, move)
        verb, _, colour = move.partition(" ")
        if verb == Kind.ATTACH:
            return self._attach(Wire(colour), chance, chosen=True)
        if verb == Kind.DETACH:
            return self._detach(Wire(colour), chance, chosen=True)
        cut, revealed = self._cut(seat, move)
        after = replace(cut, draw=None)
        if revealed.reveal.wire is Wire.DEFUSING:
            if after.found == after.seats:
                return after._won(Role.SHERLOCK, Reason.DEFUSED, revealed)
            return after._defusing(seat, chance, revealed)
        return after._bomb(seat, revealed.reveal.wire, chance, revealed)

    def _defusing(self, cutter: Seat, chance: Fair, *happened: Event) -> tuple[Self, tuple[Event, ...]]:
        """EV-10: attached to a colour that has shown itself, has none yet, and is not yellow."""
        open_to = tuple(
            colour
            for colour in self.colours
            if self._revealed(colour) and colour not in self.attached and colour is not Wire.YELLOW
        )
        if not self.options.variant or not open_to:
            return self._go_on(chance, *happened)
        if len(open_to) == 1:
            return self._attach(open_to[0], chance, *happened, chosen=False)
        return replace(self, choice=Choice(cutter, Kind.ATTACH, open_to)), happened

    def _bomb(self, cutter: Seat, colour: Wire, chance: Fair, *happened: Event) -> tuple[Self, tuple[Event, ...]]:
        """EV-12, in its order: pair, count, blue or red; then the round's end."""
        if self._pair():
            return self._won(Role.MORIARTY, Why.PAIR, *happened)
        if self._explodes(colour):
            return self._won(Role.MORIARTY, f"{Why.EXPLOSION} {colour}", *happened)
        if not self.options.variant:
            return self._go_on(chance, *happened)
        if colour is Wire.RED:
            return self._red(chance, *happened)
        if colour is Wire.BLUE and self.attached:
            if len(self.attached) == 1:
                return self._detach(self.attached[0], chance, *happened, chosen=False)
            on = tuple(colour for colour in self.colours if colour in self.attached)
            return replace(self, choice=Choice(cutter, Kind.DETACH, on)), happened
        return self._go_on(chance, *happened)

    def _attach(self, colour: Wire, chance: Fair, *happened: Event, chosen: bool) -> tuple[Self, tuple[Event, ...]]:
        effects = self._and(Did.ATTACHED, colour=colour, chosen=chosen)
        after = replace(self, attached=(*self.attached, colour), choice=None, effects=effects)
        return after._go_on(chance, *happened, Attached(None, colour, chosen))

    def _detach(self, colour: Wire, chance: Fair, *happened: Event, chosen: bool) -> tuple[Self, tuple[Event, ...]]:
        """EV-17: that colour can explode again, and does at once when it has its number."""
        effects = self._and(Did.DETACHED, colour=colour, chosen=chosen)
        on = tuple(c for c in self.attached if c is not colour)
        after = replace(self, attached=on, choice=None, effects=effects)
        happened = (*happened, Detached(None, colour, chosen))
        if after._explodes(colour):
            return after._won(Role.MORIARTY, f"{Why.EXPLOSION} {colour}", *happened)
        return after._go_on(chance, *happened)

    def _red(self, chance: Fair, *happened: Event) -> tuple[Self, tuple[Event, ...]]:
        """EV-18 and EV-19. On the last cut of round 4 nothing is drawn."""
        if self.round == ROUNDS and not self.cuts_left:
            return self._go_on(chance, *happened)
        drawn = chance.below(self.seats)
        free = bool(self.cuts_left) and len(self.cut[drawn]) == HAND_SIZES[self.round - 1]
        after = replace(self, effects=self._and(Did.FREE if free else Did.DRAWN, seat=drawn))
        after = replace(after, holder=drawn) if free else replace(after, draw=drawn)
        return after._go_on(chance, *happened, Drawn(None, drawn, free))

    def _and(self, did: Did, **fields: Any) -> tuple[Effect, ...]:
        return (*self.effects, Effect(len(self.reveals), did, **fields))

    def _next_round(self, chance: Fair) -> Self:
        """EV-14: orange bombs take cuts off round 4. That none are left is seen before, in ``_go_on``."""
        return replace(super()._next_round(chance), cuts=self._cuts_next())

    def _go_on(self, chance: Fair, *happened: Event) -> tuple[Self, tuple[Event, ...]]:
        if not self.cuts_left and self.round < ROUNDS and self._cuts_next() <= 0:
            return self._won(Role.MORIARTY, Reason.TIME, *happened)
        return super()._go_on(chance, *happened)

    def _cuts_next(self) -> int:
        orange = self.options.variant and self.round + 1 == ROUNDS
        return self.seats - (self._revealed(Wire.ORANGE) if orange else 0)

    def _revealed(self, colour: Wire) -> int:
        return sum(reveal.wire is colour for reveal in self.reveals)

    def _limit(self, colour: Wire) -> int:
        return LIMIT - 1 if self.options.variant and colour is Wire.GREEN else LIMIT

    def _explodes(self, colour: Wire) -> bool:
        """EV-4, EV-11, EV-13."""
        return colour not in self.attached and self._revealed(colour) >= self._limit(colour)

    def _pair(self) -> bool:
        """EV-15: pink straight after pink, whatever lies between but another wire."""
        return self.options.variant and [reveal.wire for reveal in self.reveals[-2:]] == [Wire.PINK, Wire.PINK]

    def claim(self, seat: Seat, text: str) -> Claim:  # type: ignore[override]
        """A claim about the hand dealt this round, however untrue (TB-12, EV-7)."""
        if self.outcome:
            raise MatchOver
        claim = Claim.read(seat, self.round, text)
        if not self.options.claims or claim.total > HAND_SIZES[self.round - 1]:
            raise IllegalClaim
        if any(colour not in self.colours for colour, _ in claim.colours):
            raise IllegalClaim
        return claim

    def view(self, seat: Seat | None) -> EvolutionView:
        """Time Bomb's view and the bombs by colour, the choice waited for, the draw; at the end the cards put aside."""
        return EvolutionView(
            **vars(super().view(seat)),
            variant=self.options.variant,
            bombs=tuple(Bomb(c, self._revealed(c), self._limit(c), c in self.attached) for c in self.colours),
            choice=self.choice,
            draw=self.draw,
            effects=self.effects,
            aside=self.aside if self.outcome else None,
        )


def _colours(seats: int, options: EvolutionOptions, chance: Fair) -> tuple[Wire, ...]:
    """EV-1. Listed in the order of ``COLOURS``."""
    if not options.fits(seats):
        raise ValueError(f"{seats} players need {seats} different colours")
    drawn = COLOURS if options.colours or seats == len(COLOURS) else chance.shuffle(COLOURS)[:seats]
    return tuple(colour for colour in COLOURS if colour in (options.colours or drawn))
