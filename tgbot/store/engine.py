"""Who may read and write when.

On SQLite all writes go through one worker thread with one connection and begin IMMEDIATE: a deferred BEGIN that turns
into a write fails when somebody else wrote in between. Readers have threads and connections of their own. The journal
is a WAL with ``synchronous=FULL``: what was committed survives a loss of power.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool
from sqlmodel import Session

P = ParamSpec("P")
T = TypeVar("T")

_READERS = 4


class Unusable(Exception):
    """The database cannot be used. The text goes on from the name of the setting."""


class Store:
    """The database of the bot.

    A use case is a plain function whose first argument is a session. ``await store.write(use_case, ...)`` runs it in
    one transaction on the writer's thread and commits; an exception rolls everything back. ``read`` is the same for
    those that only look.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._write_engine = make_engine(url, "BEGIN IMMEDIATE", 1)
        self._read_engine = make_engine(url, "BEGIN", _READERS)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store-write")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="store-read")

    def writing(self) -> AbstractContextManager[Session]:
        """One transaction that may write, in the calling thread. Commits when the block ends."""
        return _transaction(self._write_engine)

    def reading(self) -> AbstractContextManager[Session]:
        """One transaction that only reads, in the calling thread."""
        return _transaction(self._read_engine)

    async def write(self, do: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs ``do(session, ...)`` in one transaction on the writer's thread, and waits for the commit."""
        return await self._in_thread(self._writer, self._write_engine, lambda session: do(session, *args, **kwargs))

    async def read(self, do: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs ``do(session, ...)`` on a reader's thread."""
        return await self._in_thread(self._readers, self._read_engine, lambda session: do(session, *args, **kwargs))

    @staticmethod
    async def _in_thread(pool: ThreadPoolExecutor, engine: Engine, do: Callable[[Session], T]) -> T:
        def run() -> T:
            with _transaction(engine) as session:
                return do(session)

        # Shielded: once handed to the thread a transaction ends, whether or not anybody still waits for it.
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(pool, run))

    def close(self) -> None:
        """Waits for what is under way and closes every connection."""
        self._writer.shutdown()
        self._readers.shutdown()
        self._write_engine.dispose()
        self._read_engine.dispose()


@contextmanager
def _transaction(engine: Engine) -> Iterator[Session]:
    with Session(engine, expire_on_commit=False) as session:
        yield session
        session.commit()


def usable(url: str) -> str:
    """The address of a database we can use, unchanged.

    Raises:
        ValueError: it is none; the message goes on from the name of the setting.
    """
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        # A ValueError of its own quotes the port, where a mistyped password may stand.
        raise ValueError("is not a database address; sqlite:///bigben.db is one") from None
    if parts.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise ValueError("must be an SQLite address such as sqlite:///bigben.db")
    if not parts.database or parts.database == ":memory:" or parts.database.startswith("file:"):
        raise ValueError("must name a file, as sqlite:///bigben.db does: matches have to survive a restart")
    return url


def make_engine(url: str, begin: str, connections: int) -> Engine:
    """An engine whose transactions start with ``begin``, with so many connections at the most."""
    # Parameters never reach a log or an error: among them are secrets.
    engine = create_engine(
        url,
        hide_parameters=True,
        poolclass=QueuePool,
        pool_size=connections,
        max_overflow=0,
        connect_args={"check_same_thread": False, "timeout": 10},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def start(connection: Any) -> None:
        connection.exec_driver_sql(begin)

    return engine
