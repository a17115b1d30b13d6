"""Sending updates to the bot's webhook.

Source: Bot API, "setWebhook", and the observable behaviour of Telegram's own server: as many deliveries at a time as
the bot allows, but one at a time and in order within a lane (the messages of a chat, the presses of a person); a
failed one is tried again at once and then ever later; a webhook that is gone (410) for 23 hours is removed.
"""

import asyncio
import random
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from playground.bell import Bell
from playground.clock import Clock
from playground.updates import Queued, Updates

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105
ANSWER_SECONDS = 60
MAX_DELAY_SECONDS = 60
MAX_RETRY_AFTER = 3600
GONE_SECONDS = 23 * 3600
DEFAULT_CONNECTIONS = 40

Reply = Callable[[dict[str, Any]], Awaitable[None]]


@dataclass
class _Tries:
    failed: int = 0
    delay: int = 1
    wake_at: float = 0.0


@dataclass
class Webhook:
    """Where updates go, and how that went. Seconds are Unix seconds of the server's clock.

    `reply` carries out the call with which a webhook may answer.
    """

    url: str
    secret: str
    certificate: bytes | None
    max_connections: int
    updates: Updates
    clock: Clock
    reply: Reply
    ip_address: str | None = None
    last_error_date: int | None = None
    last_error: str | None = None
    gone_since: float | None = None
    _tries: dict[int, _Tries] = field(default_factory=dict)
    _busy: dict[tuple[str, int], asyncio.Task[None]] = field(default_factory=dict)
    _free: Bell = field(default_factory=Bell)
    _task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> int:
        """How many deliveries are under way."""
        return len(self._busy)

    def start(self) -> None:
        """Begin to deliver."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End; what is not delivered stays in the queue."""
        tasks = [task for task in (self._task, *self._busy.values()) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self) -> None:
        trust: ssl.SSLContext | bool = True
        if self.certificate:
            trust = ssl.create_default_context(cadata=self.certificate.decode("ascii", "replace"))
        timeout = aiohttp.ClientTimeout(total=ANSWER_SECONDS)
        connector = aiohttp.TCPConnector(limit=self.max_connections, ssl=trust)
        async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
            while not self._removed():
                wake_at = self._send_ready(session)
                seconds = max(0.001, min(3600.0, wake_at - self.clock.now()))
                await Bell.first([self.updates.added, self.clock.moved, self._free], seconds)
        self.updates.webhook = False

    def _removed(self) -> bool:
        return self.gone_since is not None and self.clock.now() >= self.gone_since + GONE_SECONDS

    def _send_ready(self, session: aiohttp.ClientSession) -> float:
        """Send the first update of every lane that is free, if its time has come; when the next one's time comes."""
        wake_at, seen = float("inf"), set(self._busy)
        for queued in self.updates.waiting():
            if len(self._busy) >= self.max_connections:
                break
            lane = queued.lane
            if lane in seen:
                continue
            seen.add(lane)
            tries = self._tries.setdefault(queued.id, _Tries())
            if tries.wake_at > self.clock.now():
                wake_at = min(wake_at, tries.wake_at)
                continue
            self._busy[lane] = asyncio.create_task(self._deliver(session, queued, lane))
        return wake_at

    async def _deliver(self, session: aiohttp.ClientSession, queued: Queued, lane: tuple[str, int]) -> None:
        headers = {SECRET_HEADER: self.secret} if self.secret else {}
        try:
            async with session.post(self.url, json=queued.update, headers=headers, allow_redirects=False) as response:
                if 200 <= response.status <= 299:
                    await self._delivered(queued, response)
                else:
                    error = f"Wrong response from the webhook: {response.status} {response.reason}"
                    self._failed(queued, error, _retry_after(response), gone=response.status == 410)
        except aiohttp.ClientConnectorError:
            self._failed(queued, "Connection refused")
        except TimeoutError:
            self._failed(queued, "Read timeout expired")
        except aiohttp.ClientError:
            self._failed(queued, "Webhook connection closed")
        finally:
            del self._busy[lane]
            self._free.ring()

    async def _delivered(self, queued: Queued, response: aiohttp.ClientResponse) -> None:
        self.gone_since = None
        self._tries.pop(queued.id, None)
        self.updates.forget(queued.id)
        try:
            said = await response.json(content_type=None)
        except (ValueError, aiohttp.ClientError):
            return
        if isinstance(said, dict) and isinstance(said.get("method"), str):
            await self.reply(said)

    def _failed(self, queued: Queued, error: str, retry_after: int = 0, gone: bool = False) -> None:
        now, tries = self.clock.now(), self._tries.setdefault(queued.id, _Tries())
        self.last_error, self.last_error_date = error, int(now)
        self.gone_since = (self.gone_since or now) if gone else None
        wait = min(retry_after, MAX_RETRY_AFTER)
        if not wait and tries.failed:
            most = random.randint(MAX_DELAY_SECONDS, 2 * MAX_DELAY_SECONDS)
            wait = tries.delay = min(most, 2 * tries.delay)
        tries.failed += 1
        tries.wake_at = now + wait
        if tries.wake_at > queued.expires:
            self._tries.pop(queued.id)
            self.updates.forget(queued.id)


def _retry_after(response: aiohttp.ClientResponse) -> int:
    said = response.headers.get("Retry-After", "")
    return int(said) if said.isdecimal() else 0
