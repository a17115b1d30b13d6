"""Side by side, but each lane in order.

Law: updates of one lane are taken one after the other in the order they came, different lanes do not wait for one
another. An update that fails or hangs is logged without its content and counts as done. One about which nothing can be
done for the time being is in hand until something can.
"""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
from collections.abc import Awaitable, Callable, Hashable

from telegram import Update

from tgbot import metrics

log = logging.getLogger(__name__)

_KINDS = ("callback_query", "message", "inline_query", "my_chat_member", "chat_member")
_AGAIN = 2.0  # seconds after which an update is tried again about which nothing could be done
_REMEMBERED = 1000  # many batches; not "highest so far", for update_id may restart anywhere after an idle week


class NotNow(Exception):
    """Nothing was done about an update, and through no fault of its own: it is taken again later."""


class Lanes:
    """The updates in hand and those done lately, by `update_id`.

    `take` handles one update and returns when its effect is committed; after `take_limit` seconds it is cancelled.
    `lane` gives updates that must stay in order the same key.
    """

    def __init__(
        self,
        take: Callable[[Update], Awaitable[None]],
        lane: Callable[[Update], Hashable],
        take_limit: float,
    ) -> None:
        self._take = take
        self._lane = lane
        self._take_limit = take_limit
        self._open: dict[int, asyncio.Task[None]] = {}
        self._last: dict[Hashable, asyncio.Task[None]] = {}  # the newest open update of each lane
        self._done: dict[int, None] = {}

    @property
    def oldest(self) -> int | None:
        """The lowest number of an update in hand, None when there is none."""
        return min(self._open, default=None)

    def knows(self, number: int) -> bool:
        """Whether that update is in hand or was done lately."""
        return number in self._open or number in self._done

    def __len__(self) -> int:
        """How many updates are in hand."""
        return len(self._open)

    def begin(self, update: Update) -> None:
        """Queue the update in its lane and return at once. Raises what `lane` raises."""
        lane = self._lane(update)
        task = asyncio.create_task(self._serve(update, lane, self._last.get(lane)))
        self._open[update.update_id] = self._last[lane] = task
        metrics.IN_HAND.inc()
        task.add_done_callback(lambda _: metrics.IN_HAND.dec())

    def task(self, number: int) -> asyncio.Task[None] | None:
        """What ends when that update is done; None: it is not in hand."""
        return self._open.get(number)

    def skip(self, number: int, error: Exception) -> None:
        """Count an update as done that cannot be begun. It is logged without its content."""
        log.error("Update %d cannot be read and is skipped: %s", number, type(error).__name__)
        metrics.UPDATES.labels("other", "unreadable").inc()
        self._note(number)

    def _note(self, number: int) -> None:
        self._done[number] = None
        if len(self._done) > _REMEMBERED:
            del self._done[next(iter(self._done))]

    async def wait(self, seconds: float) -> None:
        """Return when nothing is in hand, at the latest after so many seconds."""
        if self._open:
            await asyncio.wait(self._open.values(), timeout=seconds)

    async def abandon(self) -> None:
        """Cancel what is in hand. It stays in hand: it is not done."""
        for task in self._open.values():
            task.cancel()
        await asyncio.gather(*self._open.values(), return_exceptions=True)

    async def _serve(self, update: Update, lane: Hashable, before: asyncio.Task[None] | None) -> None:
        came = time.monotonic()
        if before is not None:
            await asyncio.wait({before})
        outcome = await self._take_one(update)
        if outcome is None:
            log.warning("Update %d has to wait until something can be done about it", update.update_id)
        while outcome is None:
            await asyncio.sleep(_AGAIN)
            outcome = await self._take_one(update)
        kind = next((kind for kind in _KINDS if getattr(update, kind) is not None), "other")
        metrics.UPDATES.labels(kind, outcome).inc()
        metrics.UPDATE_SECONDS.labels(kind).observe(time.monotonic() - came)
        self._note(update.update_id)
        del self._open[update.update_id]
        if self._last[lane] is asyncio.current_task():
            del self._last[lane]

    async def _take_one(self, update: Update) -> str | None:
        """What became of it, as the metrics call it. None: nothing yet."""
        limit = asyncio.timeout(self._take_limit)
        try:
            async with limit:
                await self._take(update)
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            _log_failure(update.update_id, error)  # it leaked from something inside; nobody cancelled this update
        except NotNow:
            return None
        except Exception as error:
            if limit.expired():
                log.error("Update %d was given up after %g s", update.update_id, self._take_limit)
                return "late"
            _log_failure(update.update_id, error)
        else:
            return "done"
        return "failed"


def _log_failure(number: int, error: BaseException) -> None:
    """Where it failed, not what was said: the text of an exception may quote the update."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    log.error("Update %d failed: %s\n%s", number, type(error).__name__, frames)
