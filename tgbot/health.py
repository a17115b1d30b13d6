"""How the process is, for those who look after it: whether it lives, whether it takes part, and figures."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Literal

from tgbot import metrics
from tgbot.clock import Clock
from tgbot.leading import Leader
from tgbot.store import Session, Store, queries

_PATIENCE = 2.0
"""Seconds in which the database must answer."""
_FRESH = 10.0
"""Seconds for which figures that cost a look at all matches are good."""


class Health:
    """Of one process."""

    def __init__(self, store: Store, clock: Clock, leader: Leader, takes: Callable[[], bool] = lambda: True) -> None:
        """``takes``: whether this process may take updates at the moment."""
        self._store = store
        self._clock = clock
        self._leader = leader
        self._takes = takes
        self._answer: asyncio.Task[object] | None = None
        self._counted = float("-inf")
        self.state: Literal["starting", "running", "stopping"] = "starting"
        """``starting`` until Telegram has been reached."""

    def ill(self) -> str:
        """Why it had better be started anew. Empty: it lives."""
        return self._leader.ill()

    async def unready(self) -> str:
        """Why it takes no part: it starts, it stops, it stands by, or its database does not answer. Empty: it does."""
        if self.state != "running":
            return self.state
        if not self._takes():
            return "standby"
        return "" if await self._database_answers() else "database"

    async def look(self) -> None:
        """Brings those figures up to date that have to be looked up."""
        unready = await self.unready()
        metrics.READY.set(not unready)
        metrics.CHATS_WAITING.set(self._leader.deliverer.waiting)
        metrics.SILENT.set(self._leader.source.silent_for() if self._leader.source is not None else 0)
        up = unready != "database" and await self._database_answers()
        metrics.DATABASE_UP.set(up)
        if up and time.monotonic() - self._counted > _FRESH:
            self._counted = time.monotonic()
            await self._count()

    async def _count(self) -> None:
        live, figures = await self._store.read(_figures, self._clock)
        for status, number in live.items():
            metrics.MATCHES.labels(status).set(number)
        metrics.WAITING.set(figures.waiting)
        metrics.OVERDUE.set(figures.overdue)
        metrics.OLDEST.set(figures.oldest_overdue.total_seconds() if figures.oldest_overdue else 0)

    async def _database_answers(self) -> bool:
        """Asked once at a time: one that does not answer keeps a thread busy for a while."""
        if self._answer is None or self._answer.done():
            self._answer = asyncio.create_task(self._store.read(queries.last_beat))
        done, _ = await asyncio.wait({self._answer}, timeout=_PATIENCE)
        return bool(done) and not self._answer.cancelled() and self._answer.exception() is None

    def close(self) -> None:
        """Waits for no answer any more."""
        if self._answer is not None:
            self._answer.cancel()


def _figures(session: Session, clock: Clock) -> tuple[dict[str, int], queries.Figures]:
    return queries.live_figures(session), queries.waiting_figures(session, clock.now())
