"""What waits to be said in each chat, and the calls that say it: one after the other in a chat, chats side by side.

The law
    Calls to one chat are made in order, within its budget; one slow or limited chat never holds up another.
    A call that may have failed is made again. A send whose answer was lost may so repeat a message; that is the price.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

import structlog
from telegram.error import BadRequest, ChatMigrated, NetworkError, RetryAfter

from tgbot.wire.limiter import Kind, Limiter
from tgbot.wire.request import retry_seconds

_PAUSES = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds after the first failure of the network, the second, and so on; then always the last."""


@dataclass(frozen=True, eq=False)
class Errand:
    """A call that no surface waits for: a message of no match, or the end of an old one."""

    kind: Kind
    make: Callable[[int], Awaitable[None]]
    """Makes the call to a chat, the one in whose lane it waits."""
    ended: Callable[[], Awaitable[None]] | None = None
    """Done when Telegram has taken it, or has refused it for good."""


Place = tuple[int, str]
"""A surface of a match, by the match's number and the surface's name."""
Job = Place | Errand
"""What waits in a lane. The same surface waits there once."""


class Steps(Protocol):
    """Who knows what surfaces need."""

    async def step(self, chat_id: int, match_id: int, which: str) -> bool:
        """One call for a surface. False: it may need another one in this chat."""
        ...

    async def follow(self, chat_id: int, job: Job, new_chat_id: int) -> None:
        """A call told that the group is a supergroup now."""
        ...

    async def give_up(self, chat_id: int, job: Job, error: Exception) -> None:
        """A call failed in a way that another try would not mend."""
        ...


@dataclass
class _Lane:
    """What waits for one chat, in order."""

    jobs: dict[Job, None] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None
    failures: int = 0


class Outbox:
    """The lanes of all chats."""

    def __init__(self, limiter: Limiter, steps: Steps) -> None:
        self._limiter = limiter
        self._steps = steps
        self._lanes: dict[int, _Lane] = {}

    def __len__(self) -> int:
        """For how many chats something waits."""
        return len(self._lanes)

    def add(self, chat_id: int, job: Job) -> None:
        """Puts a job at the end of the chat's lane, unless it waits there."""
        lane = self._lanes.setdefault(chat_id, _Lane())
        lane.jobs[job] = None
        if lane.task is None:
            lane.task = asyncio.create_task(self._serve(chat_id, lane))

    async def slot(self, chat_id: int, kind: Kind) -> None:
        """Waits for a place in the budget, in the order of asking. Meanwhile something newer may have to be shown."""
        await asyncio.sleep(self._limiter.reserve(chat_id, kind))
        await asyncio.sleep(self._limiter.halted(chat_id))

    async def wait(self) -> None:
        """Until one lane at least is empty; there must be one."""
        await asyncio.wait(list(self._tasks()), return_when=asyncio.FIRST_COMPLETED)

    async def abandon(self) -> None:
        """Breaks off what is under way, and forgets what waits."""
        tasks = list(self._tasks())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._lanes.clear()

    def _tasks(self) -> Iterator[asyncio.Task[None]]:
        return (lane.task for lane in self._lanes.values() if lane.task)

    async def _serve(self, chat_id: int, lane: _Lane) -> None:
        """Does the chat's jobs one after the other, each when the budget allows."""
        # Whoever brought the first of them was busy with something else.
        structlog.contextvars.clear_contextvars()
        while lane.jobs:
            job = next(iter(lane.jobs))
            # Taken out first: while it is done it may be asked for again.
            del lane.jobs[job]
            about = {"match": job[0], "surface": job[1]} if isinstance(job, tuple) else {}
            with structlog.contextvars.bound_contextvars(chat=chat_id, **about):
                if not await self._try(chat_id, lane, job):
                    lane.jobs = {job: None, **lane.jobs}
        del self._lanes[chat_id]

    async def _try(self, chat_id: int, lane: _Lane, job: Job) -> bool:
        """One step of a job. False: it needs another one."""
        try:
            done = await (self._steps.step(chat_id, *job) if isinstance(job, tuple) else self._run(chat_id, job))
            lane.failures = 0
        except RetryAfter as error:
            self._limiter.halt(chat_id, retry_seconds(error))
        except ChatMigrated as error:
            await self._steps.follow(chat_id, job, error.new_chat_id)
            return True
        except Exception as error:
            if not may_mend(error):
                await self._steps.give_up(chat_id, job, error)
                await _end(job)
                return True
            await asyncio.sleep(_PAUSES[min(lane.failures, len(_PAUSES) - 1)])
            lane.failures += 1
        else:
            return done
        return False

    async def _run(self, chat_id: int, errand: Errand) -> bool:
        await self.slot(chat_id, errand.kind)
        await errand.make(chat_id)
        await _end(errand)
        return True


async def _end(job: Job) -> None:
    if isinstance(job, Errand) and job.ended is not None:
        await job.ended()


def may_mend(error: Exception) -> bool:
    """The network or Telegram failed, not what we asked for: BadRequest is a NetworkError to python-telegram-bot."""
    return isinstance(error, NetworkError) and not isinstance(error, BadRequest)
