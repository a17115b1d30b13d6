"""Who may read and write when.

The law
    A transaction sees the database as it stood at one moment, and changes only what still stands so.
    On SQLite all writes go through one worker thread with one connection and begin IMMEDIATE: a deferred BEGIN that
    turns into a write fails when somebody else wrote in between. Readers have threads and connections of their own.
    The journal is a WAL with ``synchronous=FULL``: what was committed survives a loss of power.
    On PostgreSQL there are several writers. Whoever would change what another transaction has changed since, or write
    a row that another has written, fails and is done again from the beginning (``transaction``).
    A database that is away is waited for by those who come first; who comes after them is told at once.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

import structlog
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from tgbot import metrics
from tgbot.store import transaction
from tgbot.store.address import is_sqlite
from tgbot.store.session import Session

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

_READERS = 4
_WRITERS = 4


class Unusable(Exception):
    """The database cannot be used. The text goes on from the name of the setting."""


class Store:
    """The database of the bot.

    A use case is a plain function whose first argument is a session. ``await store.write(use_case, ...)`` runs it in
    one transaction on a writer's thread and commits; an exception rolls everything back. ``read`` is the same for
    those that only look. It may be run more than once, so it does nothing but what the session undoes.
    """

    def __init__(self, url: str, *, prepares: bool = True) -> None:
        """``prepares``: PostgreSQL keeps the statements of a connection, as a pooler of transactions does not bear."""
        self.url = url
        self.name = secrets.token_hex(4)
        """Of this process among those on the same database."""
        self.leads = False
        """Whether this process leads (``leader``): no other one has to hear what it commits."""
        self._stopping = threading.Event()
        writers = 1 if is_sqlite(url) else _WRITERS
        self._write_engine = make_engine(url, writers, prepares=prepares)
        self._read_engine = make_engine(url, _READERS, read_only=True, prepares=prepares)
        self._writer = ThreadPoolExecutor(writers, thread_name_prefix="store-write")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="store-read")
        self._fault: tuple[float, DBAPIError] | None = None
        """When a transaction last failed through the database, and how; None: one has succeeded since."""

    def writing(self) -> AbstractContextManager[Session]:
        """One transaction that may write, in the calling thread. Commits when the block ends; is never done again."""
        return transaction.once(self._write_engine, self._author)

    def reading(self) -> AbstractContextManager[Session]:
        """One transaction that only reads, in the calling thread; it is never done again."""
        return transaction.once(self._read_engine, None)

    async def write(self, do: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs ``do(session, ...)`` in one transaction on a writer's thread, and waits for the commit."""
        work = self._in_turn(lambda: self.transact(lambda session: do(session, *args, **kwargs)))
        return await _in_thread("write", self._writer, work)

    async def read(self, do: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs ``do(session, ...)`` on a reader's thread."""
        work = self._in_turn(lambda: self.look(lambda session: do(session, *args, **kwargs)))
        return await _in_thread("read", self._readers, work)

    def _in_turn(self, do: Callable[[], T]) -> Callable[[], T]:
        """The same for a thread. Whoever waits for one while the database fails somebody else is failed with him: a
        server that is away would keep everybody for as long, one after the other.
        """
        asked = time.monotonic()

        def done() -> T:
            fault = self._fault
            if fault is not None and fault[0] >= asked:
                gone = fault[1]
                raise type(gone)(None, None, gone.orig or gone, connection_invalidated=gone.connection_invalidated)
            try:
                value = do()
            except DBAPIError as error:
                if transaction.at_fault(error):
                    self._fault = time.monotonic(), error
                raise
            self._fault = None
            return value

        return done

    def transact(self, do: Callable[[Session], T]) -> T:
        """Runs ``do`` in one transaction that may write, in the calling thread."""
        return transaction.run(self._write_engine, do, self._author, self._stopping, patient=self._fault is None)

    def look(self, do: Callable[[Session], T]) -> T:
        """Runs ``do`` in one transaction that only reads, in the calling thread."""
        return transaction.run(self._read_engine, do, None, self._stopping, patient=self._fault is None)

    @property
    def _author(self) -> str:
        return "" if self.leads else self.name

    def close(self) -> None:
        """Waits for what is under way, though not for a server that is away, and closes every connection."""
        self._stopping.set()
        self._writer.shutdown()
        self._readers.shutdown()
        self._write_engine.dispose()
        self._read_engine.dispose()


async def _in_thread(kind: str, pool: ThreadPoolExecutor, do: Callable[[], T]) -> T:
    began = time.monotonic()
    work = asyncio.get_running_loop().run_in_executor(pool, do)
    try:
        # Shielded: once handed to the thread a transaction ends, whether or not anybody still waits for it.
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        work.add_done_callback(partial(_unheard, kind))
        raise
    except Exception:
        metrics.TRANSACTIONS_FAILED.labels(kind).inc()
        raise
    finally:
        metrics.TRANSACTION_SECONDS.labels(kind).observe(time.monotonic() - began)


def _unheard(kind: str, work: asyncio.Future[Any]) -> None:
    """Nobody waits any more for what ``work`` comes to."""
    error = None if work.cancelled() else work.exception()
    if error is not None:
        metrics.TRANSACTIONS_FAILED.labels(kind).inc()
        log.warning("a transaction that nobody waits for any more has failed", kind=kind, error=type(error).__name__)


def make_engine(url: str, connections: int, *, read_only: bool = False, prepares: bool = False) -> Engine:
    """An engine with so many connections at the most; ``prepares``: see ``Store``."""
    if is_sqlite(url):
        engine = _engine(url, connections, {"check_same_thread": False, "timeout": 10})
        _for_sqlite(engine, read_only)
        return engine
    # Only then: its driver takes 7 MB.
    from tgbot.store import postgresql  # noqa: PLC0415

    engine = _engine(url, connections, postgresql.line(prepares=prepares))
    postgresql.set_up(engine, read_only=read_only)
    return engine


def _engine(url: str, connections: int, line: dict[str, Any]) -> Engine:
    return create_engine(
        url,
        # Parameters never reach a log or an error: among them are secrets.
        hide_parameters=True,
        poolclass=QueuePool,
        pool_size=connections,
        max_overflow=0,
        connect_args=line,
    )


def _for_sqlite(engine: Engine, read_only: bool) -> None:
    begin = "BEGIN" if read_only else "BEGIN IMMEDIATE"

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")

    def start(dbapi_connection: Any) -> None:
        dbapi_connection.execute(begin).close()

    # As a listener it would have every statement look for others.
    engine.dialect.do_begin = start  # type: ignore[method-assign]
