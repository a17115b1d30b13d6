"""Updates by long polling (Bot API `getUpdates`).

Law: an update is confirmed only when it is done, and done means that `take` returned, that is, committed. The offset of
a request is the oldest update not yet done, so a crash at any moment loses nothing; what comes twice is taken once.
One update that cannot be read is logged without its content and skipped; it never holds up the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Any

from telegram import Bot, Update
from telegram.error import Conflict, EndPointNotFound, InvalidToken, RetryAfter, TelegramError, TimedOut

from tgbot.wire.incoming import read
from tgbot.wire.lanes import Lanes
from tgbot.wire.request import retry_seconds

log = logging.getLogger(__name__)

# Bot.get_updates fails for the whole batch when one update is malformed, so the answer is fetched raw. do_api_request
# warns about names for which Bot has a method; this spelling it turns into getUpdates without looking for one.
_GET_UPDATES = "get_Updates"

_LIMIT = 100  # updates an answer brings at most, unless asked otherwise (Bot API `getUpdates`)

# all in seconds
_READ_MARGIN = 10.0  # an answer may come so long after the poll's own timeout
_WEDGED = 20.0  # so long after it a request that does not even fail is given up
_PATIENCE = 1.0  # a slow batch keeps the next look at the server so long
_CONFLICT_PAUSE = 5.0
_LONGEST_PAUSE = 30.0
_STUCK = 60.0  # so long after the last moment at which it must have come round the loop is taken for dead
# a stop takes at most _PATIENCE + _DRAIN_LIMIT + _CONFIRM_LIMIT = 6 s
_DRAIN_LIMIT = 4.0
_CONFIRM_LIMIT = 1.0

_TROUBLES = {
    "failing": "No updates, trying on (%s: %s)",
    "conflict": "Another process polls this token; waiting until it stops (%s: %s)",
    "webhook": "A webhook is set for this token; waiting until it is deleted (%s: %s)",
}


class UpdateLoop:
    """Fetches updates and hands each to `take`, the lanes side by side.

    While updates may have waited, Telegram is asked for those at once; then a poll lasts until there is one.

    `take` handles one update and returns when its effect is committed; after `take_limit` seconds it is cancelled.
    `lane` gives updates that must stay in order the same key. `bot` needs a `get_updates_request` of its own (see
    AiohttpRequest). `poll_timeout` is Telegram's, whole seconds up to 50. `hooked`: a webhook may be set, beside
    which Telegram lets nobody poll; it is deleted first. `clock` serves `last_success` and `stuck` only.
    """

    def __init__(  # noqa: PLR0913 -- Most have a default that only tests change.
        self,
        bot: Bot,
        take: Callable[[Update], Awaitable[None]],
        lane: Callable[[Update], Hashable],
        *,
        allowed_updates: Sequence[str],
        poll_timeout: int = 30,
        take_limit: float = 30.0,
        hooked: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bot = bot
        self._lanes = Lanes(take, lane, take_limit)
        self._allowed_updates = list(allowed_updates)
        self._poll_timeout = poll_timeout
        self._hooked = hooked
        self._clock = clock
        self._back_at = clock()
        self._stopping = asyncio.Event()
        self._next: int | None = None  # the offset when nothing is in hand
        self._confirmed: int | None = None  # the offset of the last request that was answered
        self._trouble: str | None = None
        self._failures = 0
        self._behind = True  # updates may wait that we have not seen
        self._backlog: int | None = None  # the newest of those that waited
        self._again = asyncio.Event()
        self.last_success = clock()
        """Time on `clock` of the last successful getUpdates; until the first one, of the loop's making."""

    async def run(self) -> None:
        """Fetch and hand out until `stop` or cancellation; after a cancellation nothing more is confirmed.

        Raises `telegram.error.InvalidToken` when Telegram refuses the token.
        """
        try:
            while not self._stopping.is_set():
                await self._round()
            await self._lanes.wait(_DRAIN_LIMIT)
        finally:
            await self._lanes.abandon()
        await self._confirm()

    @property
    def failing(self) -> bool:
        """Telegram's last answer was a failure, or none came."""
        return self._trouble is not None

    @property
    def caught_up(self) -> bool:
        """The updates that waited are taken: there were fewer than an answer may bring, and all of them are done."""
        oldest = self._lanes.oldest
        return not self._behind and (oldest is None or self._backlog is None or oldest > self._backlog)

    @property
    def stuck(self) -> bool:
        """The loop has not come round for far too long: whatever it waits for has a limit that it outlasted."""
        return self._clock() > self._back_at + _STUCK

    def __len__(self) -> int:
        """How many updates are in hand."""
        return len(self._lanes)

    def silent_for(self) -> float:
        """Seconds since Telegram's last good answer."""
        return self._clock() - self.last_success

    def look_again(self) -> None:
        """Updates may have gathered unseen, as after a sleep: ask at once, and anew."""
        self._behind = True
        self._again.set()

    def stop(self) -> None:
        """Make `run` return when what is in hand is done and confirmed, within 6 s in any case."""
        self._stopping.set()

    async def _round(self) -> None:
        answer = await self._fetch()
        if answer is None:
            return
        numbered = {raw["update_id"]: raw for raw in answer if _has_number(raw)}
        fresh = [number for number in sorted(numbered) if not self._lanes.knows(number)]
        for number in fresh:
            self._begin(number, numbered[number])
        if numbered:
            self._next = max(numbered) + 1
        if self._behind and len(answer) < _LIMIT and not self._again.is_set():
            self._behind, self._backlog = False, max(numbered, default=None)
        if self._lanes.oldest is not None:
            await self._lanes.wait(_PATIENCE)
        elif answer and not fresh:
            await self._pause(_PATIENCE)  # a server that repeats itself must not make us run hot

    async def _fetch(self) -> list[Any] | None:
        """One getUpdates. None: it failed, and the pause due is over; or it was broken off."""
        offset = self._offset
        self._again.clear()
        try:
            if self._hooked:
                await self._bot.delete_webhook(drop_pending_updates=False)
                self._hooked = False
            answer = await self._poll(offset)
        except Exception as error:
            pause = self._report(error)
        else:
            if answer is not None:
                self._confirmed = offset
                self._report_success()
            return answer
        await self._pause(pause)
        return None

    async def _poll(self, offset: int | None) -> list[Any] | None:
        seconds = 0 if self._behind else self._poll_timeout
        self._back_at = self._clock() + seconds + _WEDGED
        parameters = {"offset": offset, "timeout": seconds, "allowed_updates": self._allowed_updates}
        poll = asyncio.ensure_future(
            self._bot.do_api_request(_GET_UPDATES, parameters, read_timeout=seconds + _READ_MARGIN)
        )
        stopping = asyncio.ensure_future(self._stopping.wait())
        again = asyncio.ensure_future(self._again.wait())
        try:
            await asyncio.wait({poll, stopping, again}, timeout=seconds + _WEDGED, return_when=asyncio.FIRST_COMPLETED)
            if poll.done():
                return _listed(poll.result())
        finally:
            poll.cancel()
            stopping.cancel()
            again.cancel()
        if self._stopping.is_set() or self._again.is_set():
            return None
        raise TimedOut("The request for updates was given up")

    def _report(self, error: Exception) -> float:
        """Log the first of a row of failures alike; give back the seconds to wait."""
        if isinstance(error, InvalidToken | EndPointNotFound):  # do_api_request takes a 401 for an unknown method
            raise InvalidToken("Telegram refuses the token in BOT_TOKEN") from None
        trouble = "failing"
        if isinstance(error, Conflict):
            trouble, pause = "webhook" if "webhook" in str(error) else "conflict", _CONFLICT_PAUSE
        elif isinstance(error, RetryAfter):
            pause = retry_seconds(error)
        else:
            jitter = random.uniform(0.8, 1.2)  # noqa: S311 - no secret hangs on it
            pause = jitter * min(_LONGEST_PAUSE, 2.0**self._failures)
            self._failures = min(self._failures + 1, 5)
        self._behind = True
        if trouble != self._trouble:
            self._trouble = trouble
            log.warning(_TROUBLES[trouble], type(error).__name__, str(error)[:200])
        return pause

    def _report_success(self) -> None:
        self.last_success = self._clock()
        self._failures = 0
        if self._trouble is not None:
            self._trouble = None
            log.info("Updates are coming again")

    def _begin(self, number: int, raw: dict[str, Any]) -> None:
        try:
            self._lanes.begin(read(raw, self._bot))
        except Exception as error:
            self._lanes.skip(number, error)

    @property
    def _offset(self) -> int | None:
        oldest = self._lanes.oldest
        return self._next if oldest is None else oldest

    async def _pause(self, seconds: float) -> None:
        self._back_at = self._clock() + seconds
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()

    async def _confirm(self) -> None:
        """Tell Telegram the last offset. What the answer brings is not confirmed: it comes to the next process."""
        if self._offset == self._confirmed:
            return
        try:
            async with asyncio.timeout(_CONFIRM_LIMIT):
                await self._bot.do_api_request(_GET_UPDATES, {"offset": self._offset, "timeout": 0, "limit": 1})
        except TimeoutError:
            return  # An offset asked for a moment ago is noted at once and answered three seconds later.
        except Exception as error:  # harmless: these updates come again, and what comes twice takes effect once
            log.warning("The last updates could not be confirmed: %s", type(error).__name__)


def _listed(answer: object) -> list[Any]:
    if not isinstance(answer, list):
        raise TelegramError("The answer to getUpdates is not a list")
    return answer


def _has_number(raw: object) -> bool:
    if isinstance(raw, dict) and isinstance(raw.get("update_id"), int):
        return True
    log.error("An update without update_id is skipped")
    return False
