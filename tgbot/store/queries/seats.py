"""Seats of a match as plain rows: they are read at every press."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import bindparam, delete, insert, update
from sqlalchemy import select as select_columns
from sqlmodel import col

from tgbot.store.session import Session
from tgbot.store.tables import SeatTaken

_SEAT = (
    *("match_id", "seat", "person_id", "name", "left", "misses", "asked", "absent_since", "extended", "muted"),
    "reposted",
)
_SEATS = (
    select_columns(*(col(getattr(SeatTaken, name)) for name in _SEAT))
    .where(col(SeatTaken.match_id) == bindparam("id"))
    .order_by(col(SeatTaken.seat))
)


@dataclass(frozen=True)
class SeatRow:
    """A seat as it stands in the table."""

    match_id: int
    seat: int
    person_id: int | None
    name: str
    left: bool = False
    misses: int = 0
    asked: int = 0
    absent_since: datetime | None = None
    extended: bool = False
    muted: int | None = None
    reposted: int = 0


def seats_of(session: Session, match_id: int) -> list[SeatRow]:
    """The seats of a match in order."""
    return [SeatRow(*row) for row in session.connection().execute(_SEATS, {"id": match_id})]


def add_seat(
    session: Session, match_id: int, seat: int, person_id: int | None, name: str, *, reposted: int = 0
) -> None:
    """Seats somebody; None: a computer player."""
    session.flush()
    values = asdict(SeatRow(match_id, seat, person_id, name, reposted=reposted))
    session.connection().execute(insert(SeatTaken), values)


def change_seat(session: Session, seat: SeatRow, **to: Any) -> SeatRow:
    """The seat with other values, in the table too."""
    new = {f"new_{name}": value for name, value in to.items()}
    session.connection().execute(_seat_update(tuple(to)), {"id": seat.match_id, "number": seat.seat, **new})
    return replace(seat, **to)


@cache
def _seat_update(names: tuple[str, ...]) -> Any:
    where = col(SeatTaken.match_id) == bindparam("id"), col(SeatTaken.seat) == bindparam("number")
    return update(SeatTaken).where(*where).values({name: bindparam(f"new_{name}") for name in names})


def replace_seats(session: Session, match_id: int, seats: Sequence[SeatRow]) -> None:
    """Seats somebody anew, numbered from 0 in the order given."""
    session.connection().execute(delete(SeatTaken).where(col(SeatTaken.match_id) == match_id))
    for number, old in enumerate(seats):
        add_seat(session, match_id, number, old.person_id, old.name, reposted=old.reposted)
