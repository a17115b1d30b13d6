"""A group, its people and its matches in a database of their own, with a time that tests move."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import pytest
from sqlalchemy import Engine, event
from sqlmodel import SQLModel

from core.catalog import CATALOG
from core.fair import Fair, commitment, seed_of
from core.game import Game, Move, Seat
from tests.shell import databases
from tgbot import choosing, lobby, people, table
from tgbot.facts import MatchFacts
from tgbot.lobby import Place, Who
from tgbot.people import Visit
from tgbot.refusals import Refused
from tgbot.store import Session, Store, queries
from tgbot.store.address import is_sqlite
from tgbot.store.snapshot import load_game, load_options
from tgbot.store.tables import Match

P = ParamSpec("P")
T = TypeVar("T")

NOON = datetime(2026, 8, 24, 12, 0, tzinfo=UTC)
SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
NAMES = ("Ann", "Bảo", "Céline", "Дима", "Eve", "Farid", "Gia", "Hugo", "Ines")
PEOPLE = tuple(2**52 - 1 - n for n in range(len(NAMES)))
"""Telegram's ids have up to 52 significant bits."""
ANN, BAO, CELINE, DIMA, EVE, FARID, GIA, HUGO, INES = PEOPLE
GROUP = -(2**52) + 1
PLACE = Place(GROUP, "Friday night")


@contextmanager
def scene(start: str | None = None) -> Iterator[Scene]:
    """For properties, whose examples must not share a database; ``start``: the address of one to begin with."""
    with tempfile.TemporaryDirectory() as folder:
        made = Scene(Path(folder), start)
        try:
            yield made
        finally:
            made.close()


AnyStore = TypeVar("AnyStore", bound=Store)


def hasty(store: AnyStore) -> AnyStore:
    """Does not wait for the disk: these tests lose no power, and their thousands of commits would take minutes. Nor is
    the SQL of a statement made again that another store of the tests has made: a quarter of their work.
    """

    def prepare(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA synchronous=OFF")

    for engine, for_what in ((store._write_engine, "write"), (store._read_engine, "read")):
        if is_sqlite(store.url):
            event.listen(engine, "connect", prepare)
        first = _first(engine, for_what)
        engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache
    return store


def _first(engine: Engine, for_what: str) -> Engine:
    """The engine of its kind that was made first; it has been connected, so its dialect knows what it speaks to."""
    # The dialect knows how a transaction begins.
    name = f"{engine.dialect.name} {for_what}"
    if name not in _engines:
        engine.connect().close()
        _engines[name] = engine
    return _engines[name]


_engines: dict[str, Engine] = {}


class Scene:
    """A store and the time. Use cases run in the calling thread.

    ``folder``: for what the database needs; ``start``: the address of one to begin with.
    """

    def __init__(self, folder: Path, start: str | None = None) -> None:
        self.store = hasty(Store(databases.copy(start, folder) if start else databases.fresh(folder)))
        self.now = NOON
        self.said = 0

    def close(self) -> None:
        """The database goes, too."""
        self.store.close()
        databases.drop(self.store.url)

    def do(self, use_case: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """One transaction."""
        with self.store.writing() as session:
            return use_case(session, *args, **kwargs)

    def refused(
        self, use_case: Callable[Concatenate[Session, P], object], *args: P.args, **kwargs: P.kwargs
    ) -> Refused:
        """What the use case refuses; nothing has changed."""
        before = self.dump()
        with pytest.raises(Refused) as caught:
            self.do(use_case, *args, **kwargs)
        assert self.dump() == before
        return caught.value

    def dump(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of every table."""
        with self.store.reading() as session:
            query = session.connection().exec_driver_sql
            return {
                name: sorted(map(tuple, query(f'SELECT * FROM "{name}"')), key=repr)
                for name in SQLModel.metadata.tables
            }

    def later(self, by: timedelta) -> datetime:
        """Time passes."""
        self.now += by
        return self.now

    def source(self) -> str:
        """Telegram's id of the next press."""
        self.said += 1
        return f"callback {10**18 + self.said}"

    def who(self, person: int) -> Who:
        """Somebody presses."""
        return Who(person, NAMES[PEOPLE.index(person)], self.source())

    def meet(self, person: int, place: Place | None = PLACE, **told: Any) -> Who:
        """Somebody turns up."""
        who = self.who(person)
        self.do(people.attempt, Visit(who, place, self.now, **told), lambda _: None)
        return who

    def lobby(self, persons: int = 1, computers: int = 0, place: Place = PLACE) -> int:
        """Ann opens a lobby; more people join and she adds computer players."""
        self.do(_meet_all, place)
        match = self.do(lobby.open_lobby, place, self.who(ANN), "timebomb", 1000 + self.said, self.now).match
        for person in PEOPLE[1:persons]:
            self.do(lobby.join, match, self.who(person), place.chat_id, self.now)
        for _ in range(computers):
            self.do(lobby.add_computer, match, self.who(ANN), self.now)
        return match

    def running(
        self,
        persons: int = 4,
        computers: int = 0,
        *,
        first: Seat | None = None,
        claims: bool = True,
        clock: int = 3600,
        place: Place = PLACE,
    ) -> int:
        """A match that has begun; ``first``: who got the cutters. Person n of PEOPLE sits in seat n."""
        match = self.lobby(persons, computers, place)
        self.do(choosing.set_option, match, self.who(ANN), "claims", claims, self.now)
        self.do(choosing.set_clock, match, self.who(ANN), clock, self.now)
        self.do(fix_secret, match, first)
        self.do(lobby.start, match, self.who(ANN), self.now)
        return match

    def row(self, match: int) -> Match:
        """The match as it stands in the database."""
        with self.store.reading() as session:
            return queries.match_of(session, match)

    def facts(self, match: int) -> MatchFacts:
        with self.store.reading() as session:
            return people.facts(session, match)

    def game(self, match: int) -> Game:
        row = self.row(match)
        return load_game(row.kind, row.state or "")

    def to_act(self, match: int) -> Seat:
        seat = self.game(match).to_act
        assert seat is not None
        return seat

    def moves(self, match: int) -> list[Move]:
        """The legal moves, those first that do not end the match."""
        lasting = self.lasting(match)
        return [*lasting, *(m for m in self.game(match).moves(self.to_act(match)) if m not in lasting)]

    def lasting(self, match: int) -> list[Move]:
        """The legal moves that do not end the match."""
        game, seat, row = self.game(match), self.to_act(match), self.row(match)
        chance = Fair(_seed(row), row.position)
        return [move for move in game.moves(seat) if game.play(seat, move, chance)[0].outcome is None]

    def press(self, match: int, move: Move | None = None) -> Move:
        """Whoever's turn it is makes a move; without one given, one that lets the match go on where there is one."""
        move = move or self.moves(match)[0]
        self.do(table.press, match, self.row(match).position, PEOPLE[self.to_act(match)], move, self.now)
        return move

    def play_out(self, match: int) -> None:
        """To the end: people press, the computer and the clock do their part."""
        while self.row(match).status == "running":
            seated = self.facts(match).seats[self.to_act(match)]
            if seated.automatic:
                self.now = self.row(match).deadline or self.now
                self.do(table.time_out, match, self.now)
            else:
                self.press(match)


def _meet_all(session: Session, place: Place) -> None:
    queries.met_chat(session, place.chat_id, place.title)
    for person, name in zip(PEOPLE, NAMES, strict=True):
        queries.met_person(session, person, name, None, None)
    session.flush()
    for person in PEOPLE:
        queries.seen_in(session, place.chat_id, person, NOON)


def _seed(match: Match) -> bytes:
    return seed_of(match.secret, match.joins)


def fix_secret(session: Session, match_id: int, first: Seat | None = None) -> None:
    """Gives a lobby a secret that is the same in every run, one with which that seat gets the cutters."""
    match = queries.match_of(session, match_id)
    seats = len(queries.seats_of(session, match_id))
    options = load_options(match.kind, match.options)
    for number in range(match_id, match_id + 1000):
        secret = number.to_bytes(32, "big")
        game = CATALOG[match.kind].game.deal(seats, options, Fair(seed_of(secret, match.joins), 0))
        if first is None or game.to_act == first:
            match.secret, match.commitment = secret, commitment(secret)
            return
    raise AssertionError("no secret found")
