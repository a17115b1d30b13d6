"""The scheduler: what happens by itself, happens in time.

The law
    A deadline is a column, not a job. Two jobs live in the scheduler: an alarm for the next deadline, moved when a
    commit brings a nearer one, and a sweep every five seconds that finds what the alarm missed.
    A stopped process or a lost job loses no deadline; the match's position decides that none counts twice.
    One broken match never stops the others.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.date import DateTrigger
from apscheduler.triggers.interval import IntervalTrigger

from tgbot import lobby, table
from tgbot.clock import Clock
from tgbot.deliver import Deliverer
from tgbot.store import Session, Store, queries
from tgbot.table import Done

log = structlog.get_logger(__name__)

SWEEP = 5
"""Seconds between two sweeps."""


class Deadlines:
    """Wakes matches whose deadline has come."""

    def __init__(self, store: Store, clock: Clock, deliverer: Deliverer) -> None:
        self._store = store
        self._clock = clock
        self._deliverer = deliverer
        self._lock = asyncio.Lock()
        self._arming = asyncio.Lock()
        self._soon: asyncio.TimerHandle | None = None
        self._broken: set[int] = set()
        """Matches left alone until the next sweep."""
        # A job that is late runs all the same: the default grace of one second would drop it.
        late = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        self._scheduler = AsyncIOScheduler(timezone=UTC, job_defaults=late)

    async def start(self) -> None:
        """Takes what is overdue, then keeps watch."""
        self._scheduler.add_job(_stoppable(self._sweep), IntervalTrigger(seconds=SWEEP, timezone=UTC), id="sweep")
        self._scheduler.start()
        await self._sweep()

    def stop(self) -> None:
        """No job starts any more."""
        if self._soon is not None:
            self._soon.cancel()
        self._scheduler.shutdown(wait=False)

    def arm_soon(self) -> None:
        """A commit may have brought a nearer deadline. None is nearer than ``table.THINK``, so a look a second will do,
        however many commits there are.
        """
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(1.0, self._look)

    def _look(self) -> None:
        self._soon = None
        self._scheduler.add_job(
            _stoppable(self.arm), DateTrigger(datetime.now(UTC), timezone=UTC), id="look", replace_existing=True
        )

    async def arm(self) -> None:
        """Sets the alarm to the next deadline."""
        # One after the other: who read sooner must not set the alarm later, to what was the next deadline then.
        async with self._arming:
            nearest = await self._store.read(queries.next_deadline, self._broken)
            if nearest is None:
                return
            # The scheduler goes by the machine's clock, the deadline by ours.
            at = datetime.now(UTC) + max(nearest - self._clock.now(), timedelta())
            ring = _stoppable(self._ring)
            self._scheduler.add_job(ring, DateTrigger(at, timezone=UTC), id="alarm", replace_existing=True)

    async def _sweep(self) -> None:
        self._broken.clear()
        await self._deliverer.catch_up()
        await self._ring()

    async def _ring(self) -> None:
        """Resolves everything that is due, in small batches, and sets the alarm anew."""
        async with self._lock:
            while batch := await self._store.read(queries.due, self._clock.now(), self._broken):
                for match_id in batch:
                    await self._resolve(match_id)
        await self.arm()

    async def _resolve(self, match_id: int) -> None:
        try:
            done = await self._store.write(time_out, match_id, self._clock.now())
        except Exception as error:
            self._broken.add(match_id)
            log.error("a deadline cannot be resolved", match=match_id, error=type(error).__name__)
            return
        if done is not None:
            self._deliverer.wake(match_id)
        elif match_id in await self._store.read(queries.due, self._clock.now(), self._broken):
            # No press came first: it is due all the same, and the loop must not turn for ever.
            self._broken.add(match_id)


def time_out(session: Session, match_id: int, now: datetime) -> Done | None:
    """What happens by itself in a match or lobby whose deadline has come; None when it has not."""
    return table.time_out(session, match_id, now) or lobby.time_out(session, match_id, now)


def _stoppable(job: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
    """A stop cancels what runs, which the scheduler would log as an error; what was not done then is still due."""

    async def run() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await job()

    return run
