"""A transaction as the use cases see it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

import sqlmodel
from sqlalchemy import Connection, Engine, Text, bindparam, func, inspect, select, text
from sqlalchemy import cast as typed

from tgbot.store.tables import Match

_MATCHES: Any = Match.__table__  # type: ignore[attr-defined]
_MATCH = select(*_MATCHES.c).where(_MATCHES.c.id == bindparam("number"))
_HELD = {
    # It knows no such locks, and needs none.
    "sqlite": _MATCH,
    # Messages may refer to the match meanwhile: its key stays. The number is there anyway, for the lock has one.
    "postgresql": _MATCH.add_columns(typed(func.pg_current_xact_id(), Text).label("transaction")).with_for_update(
        key_share=True
    ),
}

CHANNEL = "bigben"
"""On which a commit in PostgreSQL tells which matches it has changed, and in which process."""
_LAST = text(
    f"SELECT CAST(pg_current_xact_id_if_assigned() AS text), (SELECT count(pg_notify('{CHANNEL}', told))"  # noqa: S608
    " FROM unnest(CAST(:told AS text[])) AS told)"
)
_TELLING = ("revision", "wake_at")
"""What of a match its messages or its deadline follow."""


class _Row(SimpleNamespace):
    """A match as a plain row; what is printed of it holds no secret."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _MATCHES.c:
            raise AttributeError(f"a match has no column {name}")
        super().__setattr__(name, value)

    def __repr__(self) -> str:
        return f"Match(id={self.id})"


class Session(sqlmodel.Session):
    """The ORM's session, which also keeps the match a use case works on.

    That row is read and written at every press, and by the ORM each costs five times as much. What was assigned to it
    is written with everything else: before a query of the ORM, by ``flush``, and by ``commit``.

    ``author``: the name of the process among those on the same database; empty: no other one has to hear what is
    committed. None: the transaction only reads.
    """

    def __init__(self, engine: Engine, *, author: str | None = None) -> None:
        super().__init__(engine, expire_on_commit=False)
        self._author = author
        self._match = _MATCH if author is None else _HELD[engine.dialect.name]
        self._numbered = self._match is not _MATCH
        """Whether what came of the commit can be asked by a number."""
        self._tells = self._numbered and bool(author)
        """Whether the commit tells what it has changed. On SQLite nobody would hear it."""
        self._matches: dict[int, tuple[_Row, dict[str, Any]]] = {}
        """The rows with what stands in the database."""
        self._core: Connection | None = None
        self._touched: set[int] = set()
        """Matches of which something has changed that others have to know."""
        self.number: str | None = None
        """PostgreSQL's number of the transaction, known by the beginning of the commit, where it changes anything."""

    def match(self, match_id: int) -> Match | None:
        """A match to read and to assign to; the same object at every call in one transaction."""
        if (held := self.held(match_id)) is not None:
            return held
        self.flush()
        known: Match | None = self.identity_map.get(self.identity_key(Match, match_id))
        if known is not None:
            return known
        found = self.connection().execute(self._match, {"number": match_id}).one_or_none()
        if found is None:
            return None
        values = dict(found._mapping)
        self.number = values.pop("transaction", None)
        self._matches[match_id] = row, _ = _Row(**values), values
        return cast(Match, row)

    def held(self, match_id: int) -> Match | None:
        """The match as it is read and assigned to in this transaction; None where it was not asked for."""
        return cast(Match, self._matches[match_id][0]) if match_id in self._matches else None

    def connection(self, *args: Any, **kwargs: Any) -> Connection:
        """The connection of this transaction."""
        if args or kwargs:
            return super().connection(*args, **kwargs)
        if self._core is None:
            self._core = super().connection()
        return self._core

    def flush(self, objects: Sequence[Any] | None = None) -> None:
        """Writes what was assigned."""
        for match_id in self._matches:
            self._write(match_id)
        changed = [row for row in (*self.new, *self.dirty) if isinstance(row, Match)] if self._tells else []
        told = [match for match in changed if _tells(match)]
        super().flush(objects)
        self._touched.update(match.id for match in told)

    def commit(self) -> None:
        """Writes what was assigned, and commits."""
        self.flush()
        told = [f"{match_id} {self._author}" for match_id in sorted(self._touched)] if self._tells else []
        # After a rollback there is nothing to tell. What locks a match has its number already.
        if self._numbered and self.in_transaction() and (told or self.number is None):
            self.number = self.connection().execute(_LAST, {"told": told}).one()[0]
        super().commit()
        self._forget()

    def rollback(self) -> None:
        """Undoes everything."""
        self._forget()
        super().rollback()

    def _forget(self) -> None:
        self._matches.clear()
        self._touched.clear()
        self._core = self.number = None

    def _write(self, match_id: int) -> None:
        row, stands = self._matches[match_id]
        changed = {name: value for name, value in vars(row).items() if value != stands[name]}
        if not changed:
            return
        if self.identity_map.get(self.identity_key(Match, match_id)) in self.dirty:
            raise RuntimeError(f"match {match_id} is changed by two objects: of each the other knows nothing")
        new = {f"new_{name}": value for name, value in changed.items()}
        self.connection().execute(_update(tuple(changed)), {"number": match_id, **new})
        stands.update(changed)
        if any(name in changed for name in _TELLING):
            self._touched.add(match_id)


def _tells(match: Match) -> bool:
    state = inspect(match)
    return any(state.attrs[name].history.has_changes() for name in _TELLING)


@cache
def _update(names: tuple[str, ...]) -> Any:
    values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in names}
    return _MATCHES.update().where(_MATCHES.c.id == bindparam("number")).values(values)
