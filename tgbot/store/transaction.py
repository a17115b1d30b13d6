"""One transaction, and doing it again when it has failed through no fault of its own.

The law
    Done again is only what certainly has not happened: the database has undone it, or says that it was not committed.
    When the connection is lost in the middle of a commit, the database is asked what came of it.
"""

from __future__ import annotations

import contextlib
import itertools
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import structlog
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError, OperationalError

from tgbot import metrics
from tgbot.store.session import Session

T = TypeVar("T")

log = structlog.get_logger(__name__)

TRIES = 12
"""So often a transaction is done that others come in the way of."""
PATIENCE = 10.0
"""Seconds for which a server that cannot be reached, as during a restart, is tried again."""
ANSWER = 60.0
"""Seconds for which the server is asked what came of a commit: it must not be done again before."""
_STATUS = text("SELECT pg_xact_status(CAST(:number AS xid8))")
_GONE = ("08", "57P", "53300")
"""Classes of SQLSTATE: connections, the server stops or starts; too many connections."""
_IN_THE_WAY = ("40", "23")
"""Classes of SQLSTATE: another transaction has changed the same rows or holds them; it has written the same key."""

_FAULTS = ("53", "55P03", "25006")
"""Classes of SQLSTATE: no more disk or memory; somebody holds a lock for too long; a server that only reads."""
_SQLITE_FAULTS = (5, 6, 8, 10, 13, 14)
"""Its codes: locked in two ways, not writable, no good disk, no more disk, no file."""


@contextmanager
def once(engine: Engine, author: str | None) -> Iterator[Session]:
    """A transaction that commits when the block ends; ``author``: see ``Session``."""
    with Session(engine, author=author) as session:
        yield session
        session.commit()


def run(
    engine: Engine, do: Callable[[Session], T], author: str | None, stopping: threading.Event, *, patient: bool = True
) -> T:
    """What ``do`` returns, in a transaction that is committed. ``stopping``: nobody waits for it any more. Not
    ``patient``: a server that cannot be reached is tried once.

    Raises:
        DBAPIError: the database cannot be reached, or others come in the way for too long. When the answer to a commit
            was lost, and could not be had for a minute, nobody knows whether it was done.
        Exception: what ``do`` raises. Nothing has changed then.
    """
    late = time.monotonic() + (PATIENCE if patient else 0.0)
    for tried in itertools.count(1):
        outcome: str | None = "aborted"
        try:
            with Session(engine, author=author) as session:
                value = do(session)
                try:
                    session.commit()
                except DBAPIError as error:
                    if session.number is not None and _gone(error):
                        outcome = _outcome(engine, session.number, stopping)
                    if outcome != "committed":
                        raise
                return value
        except DBAPIError as error:
            gone = _gone(error)
            mends = not stopping.is_set() if gone else _in_the_way(error) and tried < TRIES
            if outcome != "aborted" or not mends or time.monotonic() >= late:
                raise
            metrics.RETRIES.inc()
            log.info("a transaction is done again", error=type(error.orig).__name__, tried=tried)
            stopping.wait(_pause(tried, gone=gone))
    raise AssertionError("never reached")


def _outcome(engine: Engine, number: str, stopping: threading.Event) -> str | None:
    """What came of the transaction with this number: ``committed`` or ``aborted``; None: that cannot be known."""
    late = time.monotonic() + ANSWER
    while True:
        with contextlib.suppress(DBAPIError), engine.connect() as connection:
            status = connection.execute(_STATUS, {"number": number}).scalar()
            if status != "in progress":
                return str(status) if status else None
        if time.monotonic() >= late or stopping.wait(0.1):
            return None


def at_fault(error: BaseException) -> bool:
    """Whether it is the database that fails, not what was asked of it: it cannot be reached, or takes nothing for the
    time being. Whatever was to be done can be done later.
    """
    if not isinstance(error, DBAPIError):
        return False
    if isinstance(error.orig, sqlite3.Error):
        return (getattr(error.orig, "sqlite_errorcode", 0) & 0xFF) in _SQLITE_FAULTS
    return _gone(error) or _state(error).startswith(_FAULTS)


def _pause(tried: int, *, gone: bool) -> float:
    """Seconds before the next try: not all who were in each other's way at the same moment."""
    longest = min(1.0, 0.05 * 2.0**tried) if gone else min(0.2, 0.002 * 2.0**tried)
    return longest * random.uniform(0.5, 1)  # noqa: S311 -- No game's chance.


def _in_the_way(error: DBAPIError) -> bool:
    return _state(error).startswith(_IN_THE_WAY)


def _gone(error: DBAPIError) -> bool:
    """Whether the connection is lost, or none could be made."""
    if not hasattr(error.orig, "sqlstate"):
        return False  # SQLite has no connections.
    return error.connection_invalidated or _state(error).startswith(_GONE) or _unconnected(error)


def _unconnected(error: DBAPIError) -> bool:
    return isinstance(error, OperationalError) and not _state(error)


def _state(error: DBAPIError) -> str:
    return getattr(error.orig, "sqlstate", None) or ""
