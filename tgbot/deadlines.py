"""The scheduler: what happens by itself, happens in time.

The law
    A deadline is a column, not a job. Two jobs live in the scheduler: an alarm for the next deadline, moved when a
    commit brings a nearer one, and a sweep every five seconds that finds what the alarm missed. Both only ring: the
    scheduler would drop a job that falls due while an earlier run of it is still at work.
    A stopped process or a lost job loses no deadline; the match's position decides that none counts twice.
    Nothing fires while the bot is not in touch, nor before what it missed is made good: see ``heartbeat``.
    One broken match never stops the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.date import DateTrigger
from apscheduler.triggers.interval import IntervalTrigger

from tgbot import holding, lobby, metrics, table
from tgbot.chores import Chores
from tgbot.clock import Clock
from tgbot.deliver import Deliverer
from tgbot.heartbeat import Contact, Heartbeat
from tgbot.store import Session, Store, queries
from tgbot.store.snapshot import Unloadable

log = structlog.get_logger(__name__)

SWEEP = 5
"""Seconds between two sweeps."""
TOGETHER = 10
"""So many matches that are due share a commit; a press never waits for more than that."""
SOON = timedelta(seconds=1)
"""When not everything that waited is taken yet, so long until the next look."""


class Deadlines:
    """Wakes matches whose deadline has come."""

    def __init__(self, store: Store, clock: Clock, deliverer: Deliverer, chores: Chores | None = None) -> None:
        """``chores``: what else each sweep does."""
        self._chores = chores
        self._store = store
        self._clock = clock
        self._deliverer = deliverer
        self._heartbeat = Heartbeat(store, clock, deliverer)
        self._bell = asyncio.Event()
        self._work: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()
        self._arming = asyncio.Lock()
        self._soon: asyncio.TimerHandle | None = None
        self._broken: set[int] = set()
        """Matches left alone until the next sweep."""
        self._told: set[tuple[int, str]] = set()
        """What the log has said of them: once is enough."""
        self._scheduler = _scheduler()

    async def start(self, contact: Contact) -> None:
        """Keeps watch; what is overdue is taken as soon as the bot is in touch. May be called again after ``stop``."""
        self._heartbeat = Heartbeat(self._store, self._clock, self._deliverer)
        self._scheduler = _scheduler()
        await self._heartbeat.start(contact)
        if self._chores is not None:
            self._chores.start()
        await self._mend()
        self._scheduler.add_job(_stoppable(self._sweep), IntervalTrigger(seconds=SWEEP, timezone=UTC), id="sweep")
        self._scheduler.start()
        self._work = asyncio.create_task(self._answer())
        await self._sweep()
        await self.resolve()

    def stop(self) -> None:
        """Nothing happens by itself any more; what is under way is broken off, and still due."""
        if self._soon is not None:
            self._soon.cancel()
        if self._work is not None:
            self._work.cancel()
        self._soon = self._work = None
        if self._scheduler.running:
            # The shutdown happens a turn of the loop later; a job that begins in between would be logged as an error.
            self._scheduler.pause()
            self._scheduler.shutdown(wait=False)

    async def _mend(self) -> None:
        """What an earlier version of the bot could not read may be read by this one."""
        after = 0
        while found := await self._store.write(holding.mend, after, self._clock.now()):
            for match_id, goes_on in found:
                if goes_on:
                    log.info("a match that was set aside can be read again", match=match_id)
                    self._deliverer.wake(match_id)
                else:
                    log.error("a match still cannot be read", match=match_id)
            after = found[-1][0]

    async def _fail(self, match_id: int, error: Exception) -> None:
        """A match that cannot be read is set aside; anything else is tried again at the next sweep."""
        self._broken.add(match_id)
        name = str(error.code) if isinstance(error, Unloadable) else type(error).__name__
        (log.debug if (match_id, name) in self._told else log.error)(
            "a deadline cannot be resolved", match=match_id, error=name
        )
        self._told.add((match_id, name))
        if isinstance(error, Unloadable):
            try:
                await self._store.write(holding.set_aside, match_id, self._clock.now())
            except Exception as failure:
                log.error("a match cannot be set aside", match=match_id, error=type(failure).__name__)

    def arm_soon(self) -> None:
        """A commit may have brought a nearer deadline. None is nearer than ``timing.THINK``, so a look a second will
        do, however many commits there are. In a process that keeps no watch it does nothing.
        """
        if self._soon is None and self._work is not None:
            # In a context of its own: what the log says of a press is not to be said of what the scheduler does.
            loop = asyncio.get_running_loop()
            self._soon = loop.call_later(1.0, self._look, context=contextvars.Context())

    def _look(self) -> None:
        self._soon = None
        self._scheduler.add_job(
            _stoppable(self.arm), DateTrigger(datetime.now(UTC), timezone=UTC), id="look", replace_existing=True
        )

    async def arm(self) -> None:
        """Sets the alarm to the next deadline."""
        # One after the other: who read sooner must not set the alarm later, to what was the next deadline then.
        async with self._arming:
            nearest = await self._store.read(queries.next_deadline, frozenset(self._broken))
            if nearest is None or self._work is None:
                return
            # The scheduler goes by the machine's clock, the deadline by ours.
            self._alarm(max(nearest - self._clock.now(), timedelta()))

    def _alarm(self, span: timedelta) -> None:
        at = DateTrigger(datetime.now(UTC) + span, timezone=UTC)
        self._scheduler.add_job(self._ring, at, id="alarm", replace_existing=True)

    async def _sweep(self) -> None:
        self._broken.clear()
        self._bell.set()
        await self._deliverer.catch_up()
        if self._chores is not None:
            await self._chores.sweep()

    async def _ring(self) -> None:
        self._bell.set()

    async def _answer(self) -> None:
        """Does what is due whenever it rings, until cancelled."""
        while True:
            await self._bell.wait()
            self._bell.clear()
            try:
                await self.resolve()
            except Exception as error:
                # The next sweep rings again.
                log.error("deadlines cannot be looked after", error=type(error).__name__)

    async def resolve(self) -> None:
        """Resolves everything that is due, in small batches, and sets the alarm anew."""
        async with self._lock:
            while await self._heartbeat.steady():
                batch = await self._store.read(queries.due, self._clock.now(), frozenset(self._broken))
                if not batch:
                    break
                for start in range(0, len(batch), TOGETHER):
                    await self._resolve_together(batch[start : start + TOGETHER])
            else:
                self._alarm(SOON)
                return
        await self.arm()

    async def _resolve_together(self, matches: Sequence[int]) -> None:
        """Some matches with one commit, where it goes well; else each by itself."""
        now, undone = self._clock.now(), set(matches)
        if len(matches) > 1:
            with contextlib.suppress(Exception):
                for happened in await self._store.write(time_outs, matches, now):
                    undone.discard(happened.match)
                    self._tell(happened)
        for match_id in matches:
            if match_id in undone:
                await self._resolve(match_id)

    def _tell(self, happened: Happened) -> None:
        log.debug("done by itself", **asdict(happened))
        self._deliverer.wake(happened.match)

    async def _resolve(self, match_id: int) -> None:
        try:
            happened = await self._store.write(time_out, match_id, self._clock.now())
        except Exception as error:
            await self._fail(match_id, error)
            return
        if happened is not None:
            self._tell(happened)
        elif match_id in await self._store.read(queries.due, self._clock.now(), frozenset(self._broken)):
            # No press came first: it is due all the same, and the loop must not turn for ever.
            self._broken.add(match_id)


def _scheduler() -> AsyncIOScheduler:
    # A job that is late runs all the same: the default grace of one second would drop it.
    late = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
    return AsyncIOScheduler(timezone=UTC, job_defaults=late)


@dataclass(frozen=True)
class Happened:
    """Something happened by itself: in which match, whose turn it was, and how the match stands then."""

    match: int
    seat: int | None
    position: int
    revision: int
    status: str


def time_out(session: Session, match_id: int, now: datetime) -> Happened | None:
    """What happens by itself in a match or lobby whose deadline has come; None when it has not."""
    before = queries.match_of(session, match_id)
    since, seat = before.wake_at, before.to_act
    if (table.time_out(session, match_id, now) or lobby.time_out(session, match_id, now)) is None:
        return None
    if since is not None:
        metrics.LAG.observe((now - since).total_seconds())
    match = queries.match_of(session, match_id)
    return Happened(match_id, seat, match.position, match.revision, str(match.status))


def time_outs(session: Session, matches: Sequence[int], now: datetime) -> list[Happened]:
    """The same in some matches at once; in order, so that no two transactions wait for each other."""
    found = (time_out(session, match_id, now) for match_id in sorted(matches))
    return [happened for happened in found if happened is not None]


def _stoppable(job: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
    """A stop cancels what runs, which the scheduler would log as an error; what was not done then is still due."""

    async def run() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await job()

    return run
