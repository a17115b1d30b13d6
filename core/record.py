"""A match on record, and whether it is what its secret makes of it.

The law
    A match is its secret, the joins, the options and the moves: everything else is computed again from them, in the
    order in which it happened, and compared with the record. The first thing that differs is named by its place.
    What people chose, and what they said, cannot be computed; that they were allowed to is checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.automatic import clock_move, computer_claim, computer_move
from core.catalog import CATALOG
from core.fair import Fair, commitment, seed_of
from core.game import Claim, Game, Move, Options, Outcome, Refusal, Seat

PERSON, CLOCK, COMPUTER = "person", "clock", "computer"
"""Who makes a move: somebody himself, chance for somebody whose clock ran out, or the computer."""


class Different(Exception):
    """The record says at ``place`` (``plays[3].move``) what does not follow: ``said``, where ``computed`` does."""

    def __init__(self, place: str, said: object, computed: object) -> None:
        super().__init__(place, said, computed)
        self.place = place
        self.said = said
        self.computed = computed


@dataclass(frozen=True)
class Moved:
    """A move, by whom it was made, and the position it was made from."""

    position: int
    seat: Seat
    move: Move
    by: str


@dataclass(frozen=True)
class Said:
    """A claim, and the position of the match when it was made."""

    position: int
    seat: Seat
    round: int
    text: str


@dataclass(frozen=True)
class Record:
    """A match that is over. ``dealt``: it had begun. ``outcome`` None: it was cancelled.

    ``computers`` tells of each seat whether it was the computer's from the start: of these what they say is computed,
    too. ``plays`` and ``claims`` are in the order in which they happened.
    """

    kind: str
    options: Options
    computers: tuple[bool, ...]
    joins: tuple[str, ...]
    commitment: str
    secret: bytes
    dealt: bool
    plays: tuple[Moved, ...]
    claims: tuple[Said, ...]
    outcome: Outcome | None


def replay(record: Record) -> Game | None:
    """The game as the match left it, computed from the record; None when it was never dealt.

    Raises:
        Different: the record does not hold together.
    """
    computed = commitment(record.secret)
    if computed != record.commitment:
        raise Different("commitment", record.commitment, computed)
    if not record.dealt:
        for place in ("plays", "claims"):
            if getattr(record, place):
                raise Different(place, f"{len(getattr(record, place))} entries", "none, as nothing was dealt")
        return _ended(record, None)
    if len(record.computers) not in CATALOG[record.kind].sizes:
        raise Different("seats", len(record.computers), "a number of players the game takes")
    if not record.options.fits(len(record.computers)):
        raise Different("options", record.options, f"options for {len(record.computers)} players")
    return _ended(record, _Replay(record).run())


def _ended(record: Record, game: Game | None) -> Game | None:
    outcome = game.outcome if game else None
    if outcome == record.outcome:
        return game
    if outcome is None or record.outcome is None:
        raise Different("outcome", record.outcome, outcome)
    parts = ("winners", "side", "reason")
    differing = next(part for part in parts if getattr(outcome, part) != getattr(record.outcome, part))
    raise Different(f"outcome.{differing}", getattr(record.outcome, differing), getattr(outcome, differing))


class _Replay:
    """The match under way: the game, and what has been heard so far."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._seed = seed_of(record.secret, record.joins)
        self._game = CATALOG[record.kind].game.deal(len(record.computers), record.options, Fair(self._seed, 0))
        self._heard: list[Claim] = []
        self._next = 0
        """Which claim comes next."""

    def run(self) -> Game:
        """The game at the end."""
        self._listen(1, dealt=True)
        for number, play in enumerate(self._record.plays):
            round_ = self._game.round
            self._play(play, number + 1, f"plays[{number}]")
            self._listen(number + 2, dealt=self._game.round != round_)
        if self._next < len(self._record.claims):
            late = self._record.claims[self._next]
            raise Different(f"claims[{self._next}].position", late.position, "a position not behind the one before")
        return self._game

    def _play(self, play: Moved, position: int, place: str) -> None:
        game = self._game
        if play.position != position:
            raise Different(f"{place}.position", play.position, position)
        if game.to_act != play.seat:
            raise Different(f"{place}.seat", play.seat, "nobody" if game.to_act is None else game.to_act)
        if play.move not in game.moves(play.seat):
            raise Different(f"{place}.move", play.move, f"one of {', '.join(game.moves(play.seat))}")
        if play.by != COMPUTER and self._record.computers[play.seat]:
            raise Different(f"{place}.by", play.by, COMPUTER)
        computed = self._chosen(play, position)
        if play.move != computed:
            raise Different(f"{place}.move", play.move, computed)
        self._game, _ = game.play(play.seat, play.move, Fair(self._seed, position))

    def _chosen(self, play: Moved, position: int) -> Move:
        """The move that was to be made: what a person chose stands in the record alone."""
        if play.by == CLOCK:
            return clock_move(self._game, play.seat, self._seed, position)
        if play.by == COMPUTER:
            return computer_move(self._record.kind, self._game, play.seat, self._heard, self._seed, position)
        return play.move

    def _listen(self, position: int, *, dealt: bool) -> None:
        """The claims made at a position. Computer players speak when cards have been dealt, in the order of seats."""
        over = self._game.outcome is not None
        silent = [seat for seat, computer in enumerate(self._record.computers) if computer and dealt and not over]
        claims = self._record.claims
        while self._next < len(claims) and claims[self._next].position == position:
            said, place = claims[self._next], f"claims[{self._next}]"
            claim = self._legal(said, place)
            if self._record.computers[said.seat]:
                self._hush([silent.pop(0) for seat in tuple(silent) if seat < said.seat], position, place)
                if said.seat not in silent:
                    raise Different(f"{place}.seat", said.seat, "nobody: this computer player says nothing here")
                silent.remove(said.seat)
                computed = self._computed(said.seat, position)
                if said.text != computed:
                    raise Different(f"{place}.text", said.text, computed)
            self._heard.append(claim)
            self._next += 1
        self._hush(silent, position, f"claims[{self._next}]")

    def _legal(self, said: Said, place: str) -> Claim:
        if said.seat not in range(self._game.seats):
            raise Different(f"{place}.seat", said.seat, f"0 to {self._game.seats - 1}")
        if said.round != self._game.round:
            raise Different(f"{place}.round", said.round, self._game.round)
        try:
            return self._game.claim(said.seat, said.text)
        except Refusal:
            raise Different(f"{place}.text", said.text, "a claim that may be made here") from None

    def _hush(self, silent: Sequence[Seat], position: int, place: str) -> None:
        """Whether these computer players had nothing to say."""
        for seat in silent:
            computed = self._computed(seat, position)
            if computed is not None:
                raise Different(place, "something else", f"seat {seat}: {computed}")

    def _computed(self, seat: Seat, position: int) -> str | None:
        if not self._record.options.claims:
            return None
        return computer_claim(self._record.kind, self._game, seat, self._heard, self._seed, position)
