"""The queue of updates and getUpdates.

Source: Bot API, "Getting updates", and the observable behaviour of Telegram's own server: an update stays until a
larger offset confirms it or its time is over; of two pollers the older one is told of the conflict.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from playground.clock import Clock
from playground.errors import ApiError
from playground.limits import CALLBACK_SECONDS, INLINE_SECONDS, UPDATE_SECONDS

LIFETIMES = {"callback_query": CALLBACK_SECONDS, "inline_query": INLINE_SECONDS, "chosen_inline_result": 600}
NOT_BY_DEFAULT = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
CONFLICT = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
MAX_LIMIT = 100
MAX_TIMEOUT = 50


@dataclass(frozen=True)
class _Queued:
    id: int
    expires: float
    update: dict[str, Any]


class Updates:
    """Updates of one bot in order; `allowed` is None for Telegram's default kinds."""

    def __init__(self, clock: Clock) -> None:
        self.allowed: frozenset[str] | None = None
        self._clock = clock
        self._queue: list[_Queued] = []
        self._next_id = 730_000_001
        self._poller: asyncio.Future[None] | None = None

    def add(self, kind: str, payload: Any) -> int | None:
        """Queue an update of one kind; its id, or None if the bot does not want this kind."""
        wanted = kind not in NOT_BY_DEFAULT if self.allowed is None else kind in self.allowed
        return self._append({kind: payload}, LIFETIMES.get(kind, UPDATE_SECONDS)) if wanted else None

    def inject(self, update: dict[str, Any]) -> int:
        """Queue an update as it is, whatever it holds; only the id is always the server's own."""
        return self._append({name: value for name, value in update.items() if name != "update_id"}, UPDATE_SECONDS)

    def _append(self, update: dict[str, Any], lifetime: float) -> int:
        update_id = self._next_id
        self._next_id += 1
        self._queue.append(_Queued(update_id, self._clock.now() + lifetime, {"update_id": update_id, **update}))
        self.wake()
        return update_id

    def pending(self) -> int:
        """How many updates wait."""
        now = self._clock.now()
        self._queue = [queued for queued in self._queue if queued.expires > now]
        return len(self._queue)

    def drop(self) -> None:
        """Forget all that wait."""
        self._queue.clear()

    def allow(self, kinds: Iterable[str]) -> None:
        """Remember the kinds the bot wants from now on; none means Telegram's default."""
        self.allowed = frozenset(kinds) or None

    async def get(self, offset: int, limit: int, timeout: int) -> list[dict[str, Any]]:
        """The oldest waiting updates from `offset` on, which confirms all before it; a negative one keeps only the
        last so many. Waits up to `timeout` seconds for the first. Raises ApiError 409 when another poll begins.
        """
        self._take_over()
        self._confirm(offset)
        limit = limit if 1 <= limit <= MAX_LIMIT else MAX_LIMIT
        if not self.pending() and timeout > 0:
            await self._wait(min(timeout, MAX_TIMEOUT))
            self.pending()
        return [queued.update for queued in self._queue[:limit]]

    @property
    def polling(self) -> bool:
        """Whether a long poll waits now."""
        return self._poller is not None and not self._poller.done()

    def wake(self) -> None:
        """Let a waiting poll end with what there is."""
        if self._poller and self.polling:
            self._poller.set_result(None)

    def _take_over(self) -> None:
        if self._poller and self.polling:
            self._poller.set_exception(ApiError(409, CONFLICT))
        self._poller = None

    def _confirm(self, offset: int) -> None:
        if offset > 0:
            self._queue = [queued for queued in self._queue if queued.id >= offset]
        elif offset < 0:
            self.pending()
            self._queue = self._queue[offset:]

    async def _wait(self, seconds: float) -> None:
        self._poller = poller = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(seconds):
                await poller
        except TimeoutError:
            pass
