"""The Hunt (5 seats): Holmes and Watson against three criminals, rulings HU-1 to HU-13.

The law, besides that of ``core.chase``
    Three lanes of cells 0 to 6; a criminal starts at 6 of his own, the detectives stand together at 0 of hearts (HU-2).
    Before he draws or shoots a detective may once move the pair to another open lane (HU-4).
    A clue: the pair gets nearer to that criminal; spades bring a criminal nearer to Baker Street, other suits go into
    his file (HU-7). Where the pair and the criminal of its lane meet, each loses a mask (HU-8).
    The 6th clue about a criminal arrests him, and what is in his file may arrest others (HU-9).
    One shoots at the other team, on the pair's lane only (HU-10).
    A criminal with six clues about Holmes wins for his team, so do two dead detectives; no criminal at large: the
    detectives win (HU-12). When nothing is left to draw and nobody shoots it is a draw (HU-13).

Moves
    As in ``core.chase``, and ``lane hearts``, ``lane diamonds``, ``lane clubs``; ``pass`` when all sources are empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from core.chase import DECK, FINISH, Card, Character, ChaseView, Did, Fate, Rank, Source, Suit
from core.chase_rules import Chase, belongings, lay_sources
from core.fair import Fair
from core.game import Event, Move, Options, Seat, look_up

SIZES = (5,)
LANES = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
HOLMES = Card(Suit.SPADES, Rank.KING)
WATSON = Card(Suit.HEARTS, Rank.JACK)
CRIMINALS = tuple(Card(lane, Rank.KING) for lane in LANES)
"""In the order of ``LANES``."""
FIGURES = (HOLMES, WATSON, *CRIMINALS)
"""In the order of turns (HU-3)."""


class Side(StrEnum):
    """The two teams, and who wins when nobody does (HU-12, HU-13)."""

    DETECTIVES = "detectives"
    CRIMINALS = "criminals"
    DRAW = "draw"


class Reason(StrEnum):
    """Why a match ended."""

    CAUGHT = "caught"
    """No criminal is at large (HU-12)."""
    ESCAPE = "escape"
    """A criminal stands at Baker Street with six clues about Holmes (HU-12)."""
    MURDER = "murder"
    """Both detectives are dead (HU-12)."""
    STALEMATE = "stalemate"
    """Nothing to draw, nobody shoots: a draw (HU-13)."""
    COUNT = "count"
    """The same with *no draws*: more of the one side are out, or not (HU-13)."""


@dataclass(frozen=True)
class HuntOptions(Options):
    """``no_draws``: at a stalemate it counts who is out (HU-13). There is nothing to claim whatever ``claims`` is."""

    claims: bool = False
    no_draws: bool = False


@dataclass(frozen=True)
class Lane:
    """A lane of the board (HU-2). ``clues``: the detectives' about its criminal, so also the cell where they stand when
    they are on it.
    """

    suit: Suit
    criminal: Seat
    open: bool
    clues: int


@dataclass(frozen=True)
class HuntView(ChaseView):
    """What everybody may see."""

    no_draws: bool
    holmes: Seat
    watson: Seat
    lanes: tuple[Lane, ...]
    """In the order of ``LANES``."""
    lane: Suit
    """Where the detectives stand. Their cell is that of either character."""
    clues: tuple[Card, ...]
    """The detectives', oldest first, also those about criminals who are out."""
    lane_changed: bool
    """The detective to act has moved the pair in this turn already (HU-4)."""
    passes: int
    """Passes in a row, once all sources are empty; so many as are in play end the match (HU-13)."""


@dataclass(frozen=True)
class Hunt(Chase):
    """A match of the Hunt. Keeps ``core.game.Game``."""

    options: HuntOptions
    lane: Suit = LANES[0]
    """Where the pair stands."""
    clues: tuple[Card, ...] = ()
    """The pair's, oldest first."""
    lane_changed: bool = False
    passes: int = 0
    """In a row (HU-13)."""

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Fair) -> Self:
        """A new match. The order of draws is fixed: figures, sources (HU-1).

        Raises:
            ValueError: not 5 seats.
            TypeError: options of another game.
        """
        if seats not in SIZES:
            raise ValueError(f"the Hunt is for 5 players, not {seats}")
        if not isinstance(options, HuntOptions):
            raise TypeError("the Hunt has options of its own")
        figures = chance.shuffle(FIGURES)
        order = tuple(map(figures.index, FIGURES))
        return cls(
            options=options,
            order=order,
            characters=tuple(Character(figure, FINISH if figure in CRIMINALS else 0) for figure in figures),
            sources=lay_sources([card for card in DECK if card not in FIGURES], chance),
            on_turn=order[0],
        )

    @property
    def goes_on(self) -> bool:
        """He has changed the lane; the clock belongs to the turn (HU-4)."""
        return self.lane_changed

    @property
    def detectives(self) -> tuple[Seat, ...]:
        """The seats of Holmes and Watson, dead or alive."""
        return self.order[:2]

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """Lane changes first (HU-4), then what ends the turn."""
        if seat != self.to_act:
            return ()
        return (*(f"lane {lane}" for lane in self._ways(seat)), *self.clock_moves(seat))

    def clock_moves(self, seat: Seat) -> tuple[Move, ...]:
        """Never a lane change (TB-14). Once all sources are empty one may pass (HU-13)."""
        if seat != self.to_act:
            return ()
        shots = tuple(shot.move for shot in self.shots(seat))
        return (*shots, "pass") if self.dry else (*self._draws(), *shots)

    def play(self, seat: Seat, move: Move, chance: Fair) -> tuple[Self, tuple[Event, ...]]:
        """Changes the lane, draws, shoots or passes."""
        look_up(self, seat, move)
        verb, _, what = move.partition(" ")
        match verb:
            case "lane":
                after = self._change_lane(seat, Suit(what))
                if not after.dry or after.shots(seat):
                    return after._since(self)
                after = after._pass(seat)
            case "draw":
                after = self._draw(seat, Source(what))
            case "shoot":
                after = replace(self, passes=0)._shoot(seat, int(what), chance)
            case _:
                after = self._pass(seat)
        return after._settle()._next()._since(self)

    def view(self, seat: Seat | None) -> HuntView:
        """Everything but the order of the sources."""
        lanes = zip(LANES, self.order[2:], strict=True)
        return HuntView(
            **vars(super().view(seat)),
            no_draws=self.options.no_draws,
            holmes=self.order[0],
            watson=self.order[1],
            lanes=tuple(Lane(lane, criminal, self.in_play(criminal), self._known(lane)) for lane, criminal in lanes),
            lane=self.lane,
            clues=self.clues,
            lane_changed=self.lane_changed,
            passes=self.passes,
        )

    def _targets(self, seat: Seat) -> Iterator[Seat]:
        """The other team on the shooter's lane (HU-10)."""
        here = self._criminal(self.lane)
        if seat in self.detectives:
            targets: tuple[Seat, ...] = (here,)
        else:
            targets = tuple(sorted(self.detectives)) if seat == here else ()
        return filter(self.in_play, targets)

    def _criminal(self, lane: Suit) -> Seat:
        return self.order[2 + LANES.index(lane)]

    def _open(self) -> tuple[Suit, ...]:
        """The lanes of criminals at large."""
        return tuple(lane for lane in LANES if self.in_play(self._criminal(lane)))

    def _known(self, lane: Suit) -> int:
        """Clues of the pair about the criminal of a lane, as many as count."""
        return min(FINISH, sum(clue.suit is lane for clue in self.clues))

    def _ways(self, seat: Seat) -> tuple[Suit, ...]:
        """Lanes to which he may move the pair (HU-4)."""
        if seat not in self.detectives or self.lane_changed:
            return ()
        return tuple(lane for lane in self._open() if lane is not self.lane)

    def _stand(self, lane: Suit) -> Self:
        """The pair stands on a lane, at the cell equal to its clues there (HU-2)."""
        cell, pair = self._known(lane), self.detectives
        people = enumerate(self.characters)
        characters = tuple(replace(who, cell=cell) if seat in pair else who for seat, who in people)
        return replace(self, lane=lane, characters=characters)

    def _meet(self) -> Self:
        """Holmes, Watson and the criminal of their lane each lose a mask if they share a cell (HU-8)."""
        after, three = self, (*self.detectives, self._criminal(self.lane))
        if len({self.characters[seat].cell for seat in three}) == 1:
            for seat in three:
                after = after._unmask(seat)
        return after

    def _change_lane(self, seat: Seat, lane: Suit) -> Self:
        after = replace(self, lane_changed=True)._stand(lane)
        return after._note(Did.CHANGED_LANE, seat, lane=lane, cell=self._known(lane))._meet()

    def _draw(self, seat: Seat, source: Source) -> Self:
        after, card = self._take(source)
        if not card.points:
            return after._gain(seat, card, source=source)
        if seat not in self.detectives:
            return after._collect(seat, card, source)
        if card.suit not in after._open():
            return after._discard(card)._note(Did.DISCARDED, seat, card=card, source=source)
        return after._learn(seat, card, source)

    def _learn(self, seat: Seat, clue: Card, source: Source) -> Self:
        """A detective's clue (HU-7): first to their cell of that lane, then one further (HU-8). The 6th arrests."""
        lane = clue.suit
        known = self._known(lane) + 1
        after = self._note(Did.CLUE, seat, card=clue, source=source, lane=lane, cell=known)
        if lane is not self.lane:
            after = after._stand(lane)._meet()
        after = replace(after, clues=(*self.clues, clue))._stand(lane)
        return after._arrest(lane) if known == FINISH else after._meet()

    def _collect(self, seat: Seat, clue: Card, source: Source) -> Self:
        """A criminal's clue: about Holmes, which may win the match (HU-12), or for his file (HU-7)."""
        who = self.characters[seat]
        if clue.suit is not Suit.SPADES:
            return self._with(seat, file=(*who.file, clue))._note(Did.FILED, seat, card=clue, source=source)
        cell = who.cell - 1
        after = self._with(seat, cards=(*who.cards, clue), cell=cell)
        after = after._note(Did.ESCAPED, seat, card=clue, source=source, cell=cell)
        if cell == 0:
            return after._end(Side.CRIMINALS, Reason.ESCAPE)
        return after._meet() if after._criminal(after.lane) == seat else after

    def _arrest(self, lane: Suit) -> Self:
        """HU-9 as far as cards go; the lane is closed when all arrests are made (``_settle``)."""
        seat = self._criminal(lane)
        who, heir = self.characters[seat], next(filter(self.in_play, self.detectives))
        after = self._strip(seat, Fate.ARRESTED)._note(Did.ARRESTED, seat, lane=lane)
        for card in belongings(replace(who, cards=(), file=())):
            after = after._gain(heir, card, other=seat)
        for clue in who.file:
            if clue.suit in after._open():
                after = replace(after, clues=(*after.clues, clue))
                cell = after._known(clue.suit)
                after = after._note(Did.CLUE, heir, card=clue, other=seat, lane=clue.suit, cell=cell)
        after = after._discard(*who.cards, *(clue for clue in who.file if clue not in after.clues))
        for other in LANES:
            if other in after._open() and after._known(other) == FINISH:
                after = after._arrest(other)
        return after

    def _settle(self) -> Self:
        """Who is out may end the match (HU-12); else his lane is closed, and the pair goes where it is furthest, the
        first such lane (HU-9, HU-11).
        """
        here = self._criminal(self.lane)
        if self.outcome or self.in_play(here):
            return self if any(map(self.in_play, self.detectives)) else self._end(Side.CRIMINALS, Reason.MURDER)
        if not self._open():
            return self._end(Side.DETECTIVES, Reason.CAUGHT)
        lane = max(self._open(), key=self._known)
        return self._stand(lane)._note(Did.MOVED_ON, here, lane=lane, cell=self._known(lane))._meet()

    def _pass(self, seat: Seat) -> Self:
        return replace(self, passes=self.passes + 1)._note(Did.PASSED, seat)

    def _next(self) -> Self:
        """The next player, or the next of those who can shoot once all sources are empty, or a draw (HU-3, HU-13)."""
        after = replace(self, lane_changed=False)
        while not after.outcome:
            if after.passes >= sum(map(after.in_play, after.order)):
                return after._stalemate()
            after = after._pass_on()
            if not after.dry or after._can_shoot(after.on_turn):
                return after
            after = after._pass(after.on_turn)
        return after

    def _can_shoot(self, seat: Seat) -> bool:
        """At once or after a lane change (HU-13)."""
        if not self.characters[seat].pistols:
            return False
        # A meeting there makes no difference: in one cell a mask does not protect.
        there = (self._stand(lane) for lane in self._ways(seat))
        return bool(self.shots(seat)) or any(after.shots(seat) for after in there)

    def _stalemate(self) -> Self:
        """HU-13."""
        if not self.options.no_draws:
            return self._end(Side.DRAW, Reason.STALEMATE)
        caught = len(LANES) - len(self._open())
        dead = sum(not self.in_play(seat) for seat in self.detectives)
        return self._end(Side.DETECTIVES if caught > dead else Side.CRIMINALS, Reason.COUNT)

    def _end(self, side: Side, reason: Reason) -> Self:
        teams = {Side.DETECTIVES: self.order[:2], Side.CRIMINALS: self.order[2:], Side.DRAW: ()}
        return self._won(teams[side], side, reason)
