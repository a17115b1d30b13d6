"""The queue of updates and getUpdates.

Source: Bot API, "Getting updates", and the observable behaviour of Telegram's own server: an update stays until a
larger offset confirms it or its time is over; of two pollers the older one is told of the conflict; a bot that asks
again with the same offset at once is slowed down.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from playground.bell import Bell
from playground.clock import Clock
from playground.errors import ApiError
from playground.limits import CALLBACK_SECONDS, INLINE_SECONDS, UPDATE_SECONDS

LIFETIMES = {"callback_query": CALLBACK_SECONDS, "inline_query": INLINE_SECONDS, "chosen_inline_result": 600}
NOT_BY_DEFAULT = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
CONFLICT = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
CONFLICT_WEBHOOK_SET = "Conflict: terminated by setWebhook request"
CONFLICT_WEBHOOK = (
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)
MAX_LIMIT = 100
MAX_TIMEOUT = 50
SAME_OFFSET_SECONDS = 3
SAME_OFFSET_AT_ONCE_SECONDS = 0.5
CONFLICT_SECONDS = 3


@dataclass(frozen=True)
class Queued:
    """An update that waits for the bot until `expires` (Unix seconds)."""

    id: int
    expires: float
    update: dict[str, Any]

    @property
    def lane(self) -> tuple[str, int]:
        """What a webhook gets in order, one at a time: the messages of a chat, the presses of a person, and so on."""
        kind, payload = next(((name, value) for name, value in self.update.items() if name != "update_id"), ("", None))
        given = payload if isinstance(payload, dict) else {}
        named = given.get("from") if kind in LIFETIMES else given.get("chat")
        number = named.get("id") if isinstance(named, dict) else None
        kind = "message" if kind == "edited_message" else kind
        return kind, number if isinstance(number, int) else self.id


class Updates:
    """Updates of one bot in order; `allowed` is None for Telegram's default kinds.

    `throttle` switches what slows a bot down that polls too often; `webhook` tells that updates go there instead.
    """

    def __init__(self, clock: Clock, throttle: bool = True) -> None:
        self.allowed: frozenset[str] | None = None
        self.throttle = throttle
        self.webhook = False
        self.added = Bell()
        self._clock = clock
        self._queue: list[Queued] = []
        self._next_id = 730_000_001
        self._poller: asyncio.Future[None] | None = None
        self._last_offset, self._last_poll = -1, 0.0
        self._next_conflict = 0.0

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
        self._queue.append(Queued(update_id, self._clock.now() + lifetime, {"update_id": update_id, **update}))
        self.wake()
        self.added.ring()
        return update_id

    def waiting(self) -> list[Queued]:
        """All that wait, oldest first."""
        now = self._clock.now()
        self._queue = [queued for queued in self._queue if queued.expires > now]
        return self._queue

    def pending(self) -> int:
        """How many updates wait."""
        return len(self.waiting())

    def forget(self, update_id: int) -> None:
        """Take one update out of the queue."""
        self._queue = [queued for queued in self._queue if queued.id != update_id]

    def drop(self) -> None:
        """Forget all that wait."""
        self._queue.clear()

    def allow(self, kinds: Iterable[str]) -> None:
        """Remember the kinds the bot wants from now on; none means Telegram's default."""
        self.allowed = frozenset(kinds) or None

    async def get(self, offset: int, limit: int, timeout: int) -> list[dict[str, Any]]:
        """The oldest waiting updates from `offset` on, which confirms all before it; a negative one keeps only the
        last so many. Waits up to `timeout` seconds for the first. Raises ApiError 409 when another poll begins, and
        while there is a webhook.
        """
        if self.webhook:
            await self._conflict(CONFLICT_WEBHOOK)
        self.end_poll(CONFLICT)
        limit, timeout = min(max(limit, 1), MAX_LIMIT), min(max(timeout, 0), MAX_TIMEOUT)
        limit, timeout = self._throttled(offset, limit, timeout)
        self._confirm(offset)
        if not self.pending() and timeout > 0:
            await self._wait(timeout)
        return [queued.update for queued in self.waiting()[:limit]]

    def _throttled(self, offset: int, limit: int, timeout: int) -> tuple[int, int]:
        now = self._clock.now()
        again = self.throttle and offset == self._last_offset
        if again and now < self._last_poll + SAME_OFFSET_SECONDS:
            timeout = max(timeout, SAME_OFFSET_SECONDS)
        if again and now < self._last_poll + SAME_OFFSET_AT_ONCE_SECONDS:
            limit = 1
        self._last_offset, self._last_poll = offset, now
        return limit, timeout

    @property
    def polling(self) -> bool:
        """Whether a long poll waits now."""
        return self._poller is not None and not self._poller.done()

    def wake(self) -> None:
        """Let a waiting poll end with what there is."""
        if self._poller and self.polling:
            self._poller.set_result(None)

    def end_poll(self, text: str) -> None:
        """Let a waiting poll end with a conflict."""
        if self._poller and self.polling:
            self._poller.set_exception(ApiError(409, text))
        self._poller = None

    async def _conflict(self, text: str) -> None:
        """Raises ApiError 409; soon after another one only three seconds later."""
        now = self._clock.now()
        if self.throttle and now < self._next_conflict:
            await self._clock.sleep(CONFLICT_SECONDS)
        else:
            self._next_conflict = now + CONFLICT_SECONDS
        raise ApiError(409, text)

    def _confirm(self, offset: int) -> None:
        if offset > 0:
            self._queue = [queued for queued in self._queue if queued.id >= offset]
        elif offset < 0:
            self._queue = self.waiting()[offset:]

    async def _wait(self, seconds: float) -> None:
        self._poller = poller = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(seconds):
                await poller
        except TimeoutError:
            pass
        except ApiError as conflict:
            await self._conflict(conflict.description)
