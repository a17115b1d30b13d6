"""Updates that Telegram brings to us (Bot API `setWebhook`).

Law: an update is acknowledged only when it is done, as in `wire/updates.py`; what comes twice is taken once. Telegram
brings one again until it is acknowledged, at once and then ever later, and meanwhile nothing else of the same chat. So
what can never be read is logged without its content and acknowledged, and so is what a handler fails at; while we stop
or have too much in hand nothing is begun, and Telegram tries again, perhaps at another process.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import logging
import time
from collections.abc import Awaitable, Callable, Hashable, Sequence
from datetime import UTC, datetime, timedelta
from http import HTTPStatus

from telegram import Bot, Update, WebhookInfo
from telegram.error import BadRequest, InvalidToken, RetryAfter, TelegramError

from tgbot import metrics
from tgbot.wire.incoming import read
from tgbot.wire.lanes import Lanes
from tgbot.wire.request import retry_seconds

log = logging.getLogger(__name__)

CONNECTIONS = 100
"""Telegram brings so many updates at a time, the most it can: each waits for its turn in the lane of its match."""
MOST = 4 * CONNECTIONS
"""So many in hand are too many; Telegram holds them back meanwhile."""

EVERY = 15.0
"""Seconds between two looks at how Telegram gets on."""
SOON = 1.0
"""The same while updates may wait there."""
EXPIRED = 150.0
"""Seconds after which no press waits at Telegram any more, and within which Telegram tries again."""
IN_FLIGHT = 5.0
"""Seconds after which what waits, where nothing has failed, is new: Telegram brings it without delay."""
NOTHING_FOR = 30.0
"""Seconds for which nothing has got through when something is wrong."""
_STUCK = 60.0
"""Seconds after the moment at which it should have looked when it is taken for dead."""


class Receiver:
    """Takes what Telegram brings, the lanes side by side.

    `take`, `lane` and `take_limit`: as of `UpdateLoop`. `secret`: what Telegram shows to prove itself. `takes`: whether
    this process may take anything at the moment.
    """

    def __init__(
        self,
        bot: Bot,
        take: Callable[[Update], Awaitable[None]],
        lane: Callable[[Update], Hashable],
        *,
        secret: str,
        takes: Callable[[], bool] = lambda: True,
        take_limit: float = 30.0,
    ) -> None:
        self._bot = bot
        self._takes = takes
        self._lanes = Lanes(take, lane, take_limit)
        self._secret = secret.encode()
        self._closed = "starting"
        """Why nothing is taken; empty: it is."""
        self.taken = 0
        """How many updates have been done here."""

    def __len__(self) -> int:
        """How many updates are in hand."""
        return len(self._lanes)

    def trusts(self, secret: str) -> bool:
        """Whether this is Telegram; takes as long for any wrong secret."""
        return hmac.compare_digest(secret.encode(errors="replace"), self._secret)

    def open(self) -> None:
        """Takes updates from now on; before, they stay with Telegram."""
        self._closed = ""

    async def bring(self, body: bytes) -> HTTPStatus:
        """Does what an update asks for; what Telegram is answered."""
        if reason := self._closed or ("full" if len(self._lanes) >= MOST else "" if self._takes() else "standby"):
            return _refused(reason, HTTPStatus.SERVICE_UNAVAILABLE)
        try:
            raw = json.loads(body)
        except (ValueError, RecursionError):
            raw = None
        number = raw.get("update_id") if isinstance(raw, dict) else None
        if not isinstance(number, int):
            return _refused("json", HTTPStatus.BAD_REQUEST)
        if self._lanes.knows(number):
            metrics.UPDATES.labels("other", "again").inc()
        else:
            try:
                self._lanes.begin(read(raw, self._bot))
            except Exception as error:
                self._lanes.skip(number, error)
        if (task := self._lanes.task(number)) is not None:
            await asyncio.wait({task})
            if task.cancelled():
                return _refused("stopping", HTTPStatus.SERVICE_UNAVAILABLE)
        self.taken += 1
        return HTTPStatus.OK

    async def stop(self, seconds: float) -> None:
        """Begins nothing any more; returns when what is in hand is done, or is broken off after so many seconds."""
        self._closed = "stopping"
        await self._lanes.wait(seconds)
        await self._lanes.abandon()


def _refused(reason: str, status: HTTPStatus) -> HTTPStatus:
    metrics.WEBHOOK_REFUSED.labels(reason).inc()
    return status


class Watch:
    """Sees to it that Telegram knows our address, and how it gets on there (Bot API `getWebhookInfo`).

    Telegram is out of reach when it does not answer, and as well when it cannot bring us what it has for us: people
    press then, and nothing happens. `url` and `secret` are those of the webhook, `receiver` takes updates in this
    process; other processes may take some, too. `now` is the time by Telegram's clock.
    """

    def __init__(
        self,
        bot: Bot,
        receiver: Receiver,
        *,
        url: str,
        secret: str,
        allowed_updates: Sequence[str],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bot = bot
        self._receiver = receiver
        self._url = url
        self._secret = secret
        self._allowed_updates = list(allowed_updates)
        self._now = now
        self._clock = clock
        self._back_at = clock()
        self._stopping = asyncio.Event()
        self._again = asyncio.Event()
        self._behind_since: float | None = clock()
        self._trouble = ""
        self._failures = 0
        self._set_at: datetime | None = None
        self._others = 0
        self._taken = receiver.taken
        self._pending = 0
        self.last_success = clock()
        """Time on `clock` at which all was well the last time."""

    @property
    def failing(self) -> bool:
        """Telegram does not answer, or cannot bring us anything."""
        return bool(self._trouble)

    @property
    def caught_up(self) -> bool:
        """The updates that waited are taken: Telegram has none, or only new ones, or after `EXPIRED` no press."""
        return self._behind_since is None

    @property
    def stuck(self) -> bool:
        """It has not looked for far too long: a call has a limit of its own."""
        return self._clock() > self._back_at + _STUCK

    def silent_for(self) -> float:
        """Seconds since all was well."""
        return self._clock() - self.last_success

    def look_again(self) -> None:
        """Updates may have gathered unseen: not caught up until Telegram says so anew."""
        self._behind_since = self._clock()
        self._again.set()

    def others_took(self) -> None:
        """Another process has done an update."""
        self._others += 1

    def stop(self) -> None:
        """Makes `run` return."""
        self._stopping.set()
        self._again.set()

    async def run(self) -> None:
        """Watches until `stop` or cancellation.

        Raises `telegram.error.InvalidToken` when Telegram refuses the token.
        """
        while not self._stopping.is_set():
            self._again.clear()
            looking, stopping = asyncio.ensure_future(self._look()), asyncio.ensure_future(self._stopping.wait())
            try:
                await asyncio.wait({looking, stopping}, return_when=asyncio.FIRST_COMPLETED)
                pause = looking.result() if looking.done() else 0.0
            finally:
                looking.cancel()
                stopping.cancel()
            self._back_at = self._clock() + pause
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._again.wait()

    async def _look(self) -> float:
        """One look; how many seconds to wait until the next one."""
        try:
            info = await self._bot.get_webhook_info()
            if self._differs(info):
                await self._set()
                return SOON
        except InvalidToken:
            raise
        except TelegramError as error:
            trouble = "Telegram refuses WEBHOOK_URL" if isinstance(error, BadRequest) else "Telegram does not answer"
            self._report(trouble, f"{type(error).__name__}: {error.message}")
            self._failures += 1
            asked = retry_seconds(error) if isinstance(error, RetryAfter) else 0.0
            return max(asked, min(EVERY, 2.0 ** (self._failures - 1)))
        self._failures = 0
        self._see(info)
        return EVERY if self.caught_up else SOON

    def _differs(self, info: WebhookInfo) -> bool:
        """Whether Telegram has to be told anew. Which secret it has it does not say, only that ours was another."""
        wanted = (self._url, CONNECTIONS, frozenset(self._allowed_updates))
        if (info.url, info.max_connections, frozenset(info.allowed_updates or ())) != wanted:
            return True
        refused = "403" in (info.last_error_message or "") and self._troubled(info)
        return refused and (self._set_at is None or self._now() - self._set_at > timedelta(seconds=EXPIRED))

    async def _set(self) -> None:
        await self._bot.set_webhook(
            self._url,
            allowed_updates=self._allowed_updates,
            max_connections=CONNECTIONS,
            drop_pending_updates=False,
            secret_token=self._secret,
        )
        self._set_at = self._now()
        log.info("Telegram knows WEBHOOK_URL")

    def _see(self, info: WebhookInfo) -> None:
        pending, taken = info.pending_update_count, self._receiver.taken + self._others
        metrics.PENDING.set(pending)
        if info.last_error_date is not None:
            metrics.WEBHOOK_ERROR.set(info.last_error_date.timestamp())
        moves = taken != self._taken or pending < self._pending
        self._taken, self._pending = taken, pending
        if not (pending and self._troubled(info)) or moves:
            self._well()
        elif self.silent_for() > NOTHING_FOR:
            self._report("Telegram cannot bring updates to WEBHOOK_URL", info.last_error_message or "")
        if self._behind_since is not None and not self.failing:
            behind = self._clock() - self._behind_since
            flows = pending < CONNECTIONS and not self._troubled(info)
            if not pending or behind > (IN_FLIGHT if flows else EXPIRED):
                self._behind_since = None

    def _troubled(self, info: WebhookInfo) -> bool:
        """Whether a delivery has failed lately."""
        at = info.last_error_date
        return at is not None and self._now() - at < timedelta(seconds=EXPIRED)

    def _well(self) -> None:
        self.last_success = self._clock()
        if self._trouble:
            self._trouble = ""
            # What gathered meanwhile has to be taken first.
            self._behind_since = self._clock()
            log.info("Updates are coming again")

    def _report(self, trouble: str, said: str) -> None:
        """Logs the first of a row of failures alike."""
        if trouble != self._trouble:
            self._trouble = trouble
            log.warning("%s; trying on (%s)", trouble, said[:200])
