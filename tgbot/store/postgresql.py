"""How we are connected to PostgreSQL. Imported only where matches are there: its driver takes 7 MB."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import psycopg
from psycopg import IsolationLevel
from psycopg.types.string import StrDumper
from sqlalchemy import Engine, event
from sqlalchemy.engine import ExceptionContext

from tgbot.store.address import LINE

_CONNECT = 5
"""Seconds in which a server must take a connection."""
_OFTEN = 5
"""So often a statement is made on a connection to PostgreSQL before it is kept there."""
_SETTINGS = {
    "timezone": "UTC",
    # As long as a writer waits for another on SQLite.
    "lock_timeout": "10s",
    "statement_timeout": "30s",
    # The rows that a process has locked are free again when its machine is gone.
    "idle_in_transaction_session_timeout": "30s",
}


class _Text(StrDumper):
    """PostgreSQL's texts have no room for the character 0, which in a name means nothing."""

    def dump(self, obj: str) -> Any:
        return super().dump(obj.replace("\0", "\N{REPLACEMENT CHARACTER}"))


class _Cursor(psycopg.Cursor[Any]):
    """Describes columns only to who looks: SQLAlchemy asks at every statement, and mostly whether there are any."""

    __slots__ = ()

    @property
    def description(self) -> Any:
        return _Description(self) if self.pgresult is not None and self.pgresult.nfields else super().description


class _Description(Sequence[psycopg.Column]):
    def __init__(self, cursor: _Cursor) -> None:
        self._cursor = cursor

    @cached_property
    def _columns(self) -> list[psycopg.Column]:
        return super(_Cursor, self._cursor).description or []

    def __len__(self) -> int:
        return len(self._columns)

    def __getitem__(self, index: Any) -> Any:
        return self._columns[index]


def line(*, prepares: bool) -> dict[str, Any]:
    """What a connection is made with; ``prepares``: see ``Store``."""
    prepared = {"prepare_threshold": _OFTEN if prepares else None}
    return {**LINE, **prepared, "connect_timeout": _CONNECT, "cursor_factory": _Cursor}


def set_up(engine: Engine, *, read_only: bool) -> None:
    """What every connection begins with, and what is told of an error."""

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.adapters.register_dumper(str, _Text)
        connection.isolation_level = IsolationLevel.REPEATABLE_READ
        connection.read_only = read_only
        connection.autocommit = True
        settings = ", ".join(f"set_config('{name}', '{value}', false)" for name, value in _SETTINGS.items())
        connection.execute(f"SELECT {settings}")
        connection.autocommit = False

    @event.listens_for(engine, "handle_error")
    def hide(context: ExceptionContext) -> None:
        # What follows the first line quotes values: DETAIL: Key (token)=(...) already exists.
        error, told = context.original_exception, context.sqlalchemy_exception
        text = str(error)
        first = text.partition("\n")[0]
        error.args = (first, *error.args[1:])
        if told is not None:
            told.args = tuple(str(arg).replace(text, first) for arg in told.args)
