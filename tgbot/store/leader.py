"""Which of several processes on one database sends, edits and sweeps (architecture, More than one process).

The law
    Exactly one process leads: it alone sends and edits messages, looks after deadlines and beats. What it holds for
    that goes with a connection of its own (PostgreSQL, an advisory lock) or with the process (SQLite, a locked file):
    when it dies, the next one takes over within seconds.
    Who is not certain to lead does not: ``lost`` is set before anybody else can lead.
    What other processes commit is heard at once (``NOTIFY``). What is not heard the sweep finds.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Protocol

import structlog

from tgbot.store.address import file_of, is_sqlite
from tgbot.store.engine import Store

log = structlog.get_logger(__name__)

TRY_EVERY = 1.0
"""Seconds between two tries of a process that stands by."""
SETTLE = 1.0
"""Seconds after which a new leader begins: what the old one had under way is noted by then."""

Heard = Callable[[int], None]


class Leadership:
    """This process's part in it."""

    def __init__(self, store: Store, direct_url: str = "") -> None:
        """``direct_url``: where ``store`` reaches PostgreSQL through a pooler, the address of the server itself, since
        a pooler takes no lock of a connection.
        """
        url = direct_url or store.url
        self._store = store
        self.lost = asyncio.Event()
        """Set whenever this process does not lead."""
        self.lost.set()
        self._heard: list[Heard] = []
        self._hold: _Hold = _File(file_of(url)) if is_sqlite(url) else self._server(url)
        self._watch: asyncio.Task[None] | None = None
        self._unknown = False
        """The last try has failed, and that was said."""

    def _server(self, url: str) -> _Hold:
        # Only then: the driver of PostgreSQL takes 7 MB.
        from tgbot.store.advisory_lock import AdvisoryLock  # noqa: PLC0415

        return AdvisoryLock(url, self._store.name, lambda: tuple(self._heard))

    @property
    def leads(self) -> bool:
        """Whether this process leads, as far as can be known at this very moment."""
        return not self.lost.is_set() and self._hold.certain()

    def listen(self, heard: Heard) -> None:
        """Calls ``heard``, while this process leads, with the number of each match that another process has changed.
        It is called in the loop and must not wait.
        """
        self._heard.append(heard)

    async def acquire(self) -> None:
        """Waits until this process leads. After ``lost`` it may be called again.

        Raises:
            Unusable: a pooler stands before the server.
        """
        await self.release()
        waited = False
        while not await self._try():
            if not waited:
                log.info("another process leads, this one stands by")
            waited = True
            await asyncio.sleep(TRY_EVERY)
        if waited:
            await asyncio.sleep(SETTLE)
        self._set(leads=True)
        self._watch = asyncio.create_task(self._until_lost())
        log.info("this process leads")

    async def release(self) -> None:
        """Lets another process lead, at once."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
            self._watch = None
        self._set(leads=False)
        await self._hold.drop()

    async def _try(self) -> bool:
        unknown: tuple[type[Exception], ...] = (*self._hold.errors, OSError)
        try:
            taken = await self._hold.take()
        except unknown as error:
            if not self._unknown:
                log.warning("whether another process leads cannot be known, trying again", error=type(error).__name__)
            self._unknown = True
            await self._hold.drop()
            return False
        self._unknown = False
        return taken

    async def _until_lost(self) -> None:
        try:
            await self._hold.keep()
        except Exception as error:
            log.warning("this process does not lead any more", error=type(error).__name__)
        finally:
            self._set(leads=False)
        await self._hold.drop()

    def _set(self, *, leads: bool) -> None:
        self._store.leads = leads
        (self.lost.clear if leads else self.lost.set)()


class _Hold(Protocol):
    """What only one process can have."""

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What it raises, besides OSError, when it cannot be known whether it is ours."""
        ...

    async def take(self) -> bool: ...

    async def keep(self) -> None:
        """Goes on as long as it is ours; raises one of ``errors`` or OSError when it is not certain any more."""

    def certain(self) -> bool: ...

    async def drop(self) -> None: ...


class _File:
    """A locked file beside the database: the system unlocks it when the process ends, however it ends."""

    errors: tuple[type[Exception], ...] = ()

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}-leader")
        self._file: IO[bytes] | None = None

    async def take(self) -> bool:
        self._file = self._path.open("ab")
        if _lock(self._file):
            return True
        await self.drop()
        return False

    async def keep(self) -> None:
        await asyncio.Event().wait()

    def certain(self) -> bool:
        return self._file is not None

    async def drop(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            file.close()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
