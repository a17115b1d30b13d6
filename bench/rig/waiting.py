"""Very many matches that wait for somebody's move, copied from one by SQL: our own code would take minutes.

Each is at its first position, of six people who have not started the bot, in a group with others of its kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import BigInteger, Connection, DateTime, bindparam, func, select, text, update
from sqlmodel import col

from bench.rig.databases import engine_of
from bench.rig.matches import PLAYERS
from tgbot.store.tables import Match, Play, SeatTaken, Surface

_PEOPLE, _GROUPS = 6_000, 1_000
_FIRST_PERSON, _FIRST_GROUP = 6_000_000_000, -1_003_000_000_000
_NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :many) "
_PERSONS = (
    "INSERT INTO person (id, name, reachable, reminders, client_language)"
    " SELECT :person + i, 'P' || CAST(i AS VARCHAR), FALSE, 'all', 'en' FROM n"
)
_CHATS = "INSERT INTO chat (id, title) SELECT :group - i, 'G' || CAST(i AS VARCHAR) FROM n"


def add_waiting(database: Path, many: int, until: datetime) -> list[int]:
    """Copies the first match so often, to wait until then; the numbers of the copies."""
    with _connected(database) as connection:
        first = connection.execute(select(func.coalesce(func.max(Match.id), 0) + 1)).scalar_one()
        given: dict[str, object] = {"many": many, "first": first, "people": _PEOPLE, "groups": _GROUPS}
        given |= {"person": _FIRST_PERSON, "group": _FIRST_GROUP, "until": until}
        for statement in _statements():
            asked = text(statement)
            types = {"until": DateTime(timezone=True)}
            typed = [bindparam(name, type_=types.get(name, BigInteger())) for name in asked._bindparams]
            connection.execute(asked.bindparams(*typed), {name: given[name] for name in asked._bindparams})
    with _connected(database) as connection:
        if connection.dialect.name == "postgresql":
            # It would see to that by itself within a minute; SQLite never does.
            connection.exec_driver_sql("ANALYZE")
    return list(range(first, first + many))


def due_at(database: Path, at: Sequence[tuple[int, datetime]]) -> None:
    """Lets matches fall due at moments of their own."""
    due = update(Match).where(col(Match.id) == bindparam("number"))
    with _connected(database) as connection:
        connection.execute(
            due.values(deadline=bindparam("moment"), wake_at=bindparam("moment")),
            [{"number": match, "moment": moment} for match, moment in at],
        )


def overdue(database: Path, at: datetime) -> int:
    """How many matches wait for a moment that has come."""
    with _connected(database) as connection:
        return connection.execute(select(func.count()).where(col(Match.wake_at) <= at)).scalar_one()


def first_moves(database: Path, matches: Sequence[int]) -> dict[int, datetime]:
    """When each match was moved on from its first position."""
    wanted = set(matches)
    with _connected(database) as connection:
        rows = connection.execute(select(Play.match_id, Play.at).where(Play.position == 1)).all()  # type: ignore[call-overload]
        return {match: at for match, at in rows if match in wanted}


def chat_of(number: int) -> int:
    """The group of the copy with this number among the copies."""
    return _FIRST_GROUP - number % _GROUPS


def _statements() -> list[str]:
    match = {
        "id": ":first + i",
        "chat_id": ":group - i % :groups",
        "token": "'waits ' || CAST(:first + i AS VARCHAR)",
        "made_from": "'waits ' || CAST(:first + i AS VARCHAR)",
        "deadline": ":until",
        "wake_at": ":until",
    }
    seat = {"match_id": ":first + i", "person_id": f":person + (i * {PLAYERS} + seat) % :people"}
    surface = {"match_id": ":first + i", "chat_id": ":group - i % :groups", "message_id": "2 + i / :groups"}
    return [
        _NUMBERS.replace(":many", ":people") + _PERSONS,
        _NUMBERS.replace(":many", ":groups") + _CHATS,
        _copies(Match, match, "id = 1"),
        _copies(SeatTaken, seat, "match_id = 1"),
        _copies(Surface, surface, "match_id = 1"),
    ]


def _copies(table: type[Match | SeatTaken | Surface], changed: dict[str, str], which: str) -> str:
    names = [column.name for column in table.__table__.columns]  # type: ignore[union-attr]
    into = ", ".join(f'"{name}"' for name in names)
    values = ", ".join(changed.get(name, f'"{name}"') for name in names)
    name = table.__tablename__
    return (
        f'{_NUMBERS}INSERT INTO "{name}" ({into}) SELECT {values} FROM n, (SELECT * FROM "{name}" WHERE {which}) AS one'
    )


@contextmanager
def _connected(database: Path) -> Iterator[Connection]:
    """What is done is committed."""
    engine = engine_of(database)
    with engine.begin() as connection:
        yield connection
    engine.dispose()
