"""Addresses of databases: which we can use, and what they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

_SQLITE = ("sqlite", "sqlite+pysqlite")
_POSTGRESQL = ("postgresql", "postgres", "postgresql+psycopg")


LINE: dict[str, Any] = {
    "fallback_application_name": "Big Ben",
    "client_encoding": "utf8",
    # A server whose machine is gone says nothing: it is given up after about ten seconds.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How we are connected to PostgreSQL (libpq, connection parameters)."""


def usable(url: str) -> str:
    """The address of a database we can use. One of PostgreSQL names our driver afterwards.

    Raises:
        ValueError: it is none; the message goes on from the name of the setting.
    """
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        # A ValueError of its own quotes the port, where a mistyped password may stand.
        raise ValueError(
            "is not a database address; sqlite:///bigben.db is one, and postgresql://name:password@host/bigben"
        ) from None
    if parts.drivername in _POSTGRESQL:
        return _postgresql(parts)
    if parts.drivername not in _SQLITE:
        raise ValueError("must be an address of SQLite such as sqlite:///bigben.db, or of PostgreSQL")
    if not parts.database or parts.database == ":memory:" or parts.database.startswith("file:"):
        raise ValueError("must name a file, as sqlite:///bigben.db does: matches have to survive a restart")
    return url


def direct(url: str) -> str:
    """The address of a PostgreSQL server that stands behind the pooler of ``DATABASE_URL``; empty: there is none.

    Raises:
        ValueError: it is none; the message goes on from the name of the setting.
    """
    if url and is_sqlite(url := usable(url)):
        raise ValueError("must be an address of PostgreSQL, the server's own; SQLite needs none")
    return url


def is_sqlite(url: str) -> bool:
    """Whether a usable address is one of SQLite, not of PostgreSQL."""
    return make_url(url).drivername in _SQLITE


def file_of(url: str) -> Path:
    """The file of a usable address of SQLite."""
    return Path(make_url(url).database or "")


def conninfo_of(url: str) -> str:
    """A usable address of PostgreSQL as its own library wants it, with the password."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def password_of(url: str) -> str:
    """The password in a usable address; empty: there is none."""
    return (make_url(url).password or "") if url else ""


def _postgresql(parts: URL) -> str:
    if not parts.database:
        raise ValueError("must name a database, as postgresql://name:password@host/bigben does")
    # Only then: the driver takes 7 MB.
    from psycopg import ProgrammingError, conninfo  # noqa: PLC0415

    made = parts.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    try:
        conninfo.conninfo_to_dict(conninfo_of(made))
    except ProgrammingError:
        raise ValueError("has an option after the ? that PostgreSQL does not know") from None
    return made
