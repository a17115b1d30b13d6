"""How one of several processes on a PostgreSQL server comes to lead (``leader``): by an advisory lock.

The law
    The lock goes with the connection. Whoever has had no answer from the server for a while is not certain to have it
    any more, long before the server gives it to another one.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from typing import LiteralString

import psycopg

from tgbot.store.address import LINE, conninfo_of
from tgbot.store.engine import Unusable
from tgbot.store.leader import Heard
from tgbot.store.session import CHANNEL

KEY = 0x42696742656E
"""The number of the advisory lock."""
ASK_EVERY = 2.0
"""Seconds after which the leader asks the server whether it is still there."""
PATIENCE = 3.0
"""Seconds in which the server must answer."""
LEASE = 12
"""Seconds without a question after which the server drops the leader's connection, and with it the lock. A leader that
hangs, or that the network has cut off, has given up long before.
"""


class AdvisoryLock:
    """A lock on a connection of its own, which also hears what is told to the leader. ``name``: of this process, whose
    own commits it need not hear.
    """

    errors = (psycopg.Error,)

    def __init__(self, url: str, name: str, heard: Callable[[], tuple[Heard, ...]]) -> None:
        self._conninfo = conninfo_of(url)
        self._name = name
        self._heard = heard
        self._connection: psycopg.AsyncConnection | None = None
        self._answered = float("-inf")

    async def take(self) -> bool:
        if self._connection is None:
            async with asyncio.timeout(PATIENCE):
                self._connection = await psycopg.AsyncConnection.connect(
                    self._conninfo, autocommit=True, prepare_threshold=None, **LINE
                )
            if await self._answer("SELECT pg_backend_pid()") != self._connection.info.backend_pid:
                await self.drop()
                raise Unusable(
                    "names a pooler, which keeps no locks of connections; DATABASE_DIRECT_URL must name the server"
                )
            await self._ask(f"SET idle_session_timeout = '{LEASE}s'")
        if not await self._answer(f"SELECT pg_try_advisory_lock({KEY})"):
            return False
        await self._ask(f"LISTEN {CHANNEL}")
        return True

    async def _answer(self, question: LiteralString) -> object:
        row = await (await self._ask(question)).fetchone()
        return row[0] if row else None

    async def keep(self) -> None:
        while self._connection is not None:
            async for told in self._connection.notifies(timeout=ASK_EVERY):
                match, _, author = told.payload.partition(" ")
                if author != self._name and match.isdecimal():
                    for heard in self._heard():
                        heard(int(match))
            await self._ask("SELECT 1")

    async def _ask(self, question: LiteralString) -> psycopg.AsyncCursor:
        """The server's answer, which must come in time."""
        if self._connection is None:
            raise psycopg.OperationalError("the connection is closed")
        asking = asyncio.create_task(self._connection.execute(question))
        try:
            await asyncio.wait({asking}, timeout=PATIENCE)
        finally:
            if not asking.done():
                # Cancelled, it would first ask the server to break off, which does not answer either.
                _hang_up(self._connection)
                await asyncio.wait({asking})
        answer = await asking
        self._answered = asyncio.get_running_loop().time()
        return answer

    def certain(self) -> bool:
        return asyncio.get_running_loop().time() - self._answered < ASK_EVERY + PATIENCE

    async def drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(psycopg.Error, OSError):
                await connection.close()


def _hang_up(connection: psycopg.AsyncConnection) -> None:
    with contextlib.suppress(OSError), socket.fromfd(connection.fileno(), socket.AF_INET, socket.SOCK_STREAM) as line:
        line.shutdown(socket.SHUT_RDWR)
