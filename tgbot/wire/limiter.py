"""The budget of calls Telegram grants (product.md, section 10).

Law: 28 calls a second over all chats; to a private chat one message a second, three at once; to a group twenty
messages a minute, eighteen at once. Edits are counted apart from messages, with budgets alike. A message that one
member sees (a whisper) is a message of its group, and of those there are never more than nine at once and one in eight
seconds, so that the board has its place. A 429 halts the chat it came from and no other. Answers to callback queries
are not limited.

Each budget is a token bucket kept as the one number of the generic cell rate algorithm: the time at which the bucket
will be full again. A bucket whose time has passed is full and need not be remembered.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tgbot import metrics

Kind = Literal["send", "edit", "whisper"]


@dataclass(frozen=True)
class Budget:
    """A token bucket: `burst` calls at once when it is full, refilled by `per_second` calls a second.

    So any half-open window of t seconds holds at most burst + t * per_second calls.
    """

    burst: int
    per_second: float


# 2 + 28 keeps every window of one second within Telegram's 30, and two calls 36 ms apart look simultaneous.
OVERALL = Budget(burst=2, per_second=28)
PRIVATE: dict[Kind, Budget] = {"send": Budget(burst=3, per_second=1), "edit": Budget(burst=5, per_second=1)}
GROUP: dict[Kind, Budget] = {"send": Budget(burst=18, per_second=20 / 60), "edit": Budget(burst=18, per_second=20 / 60)}

WHISPERS = Budget(burst=9, per_second=1 / 8)
"""A part of what a group has for messages."""

_Key = tuple[int, Kind] | None  # None: all chats together


class Limiter:
    """Says how long to wait before a call, and counts the calls made.

    It neither waits nor queues. Between a `delay` of 0 and the `spend` that follows nothing may be awaited. Not thread
    safe. `clock` gives seconds and never goes back.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        overall: Budget = OVERALL,
        private: dict[Kind, Budget] = PRIVATE,
        group: dict[Kind, Budget] = GROUP,
    ) -> None:
        self._clock = clock
        self.overall = overall
        """The budget over all chats; may be another one from any moment on."""
        self._private = private
        self._group = group
        self._full_at: dict[_Key, float] = {}
        self._halted_until: dict[int, float] = {}
        self._sweep_at = 1024

    def __len__(self) -> int:
        """Number of buckets and halts remembered."""
        return len(self._full_at) + len(self._halted_until)

    def delay(self, chat_id: int, kind: Kind) -> float:
        """Seconds to wait before such a call may be made, 0 for now. Consumes nothing."""
        now = self._clock()
        waits = [0.0, self._halted_until.get(chat_id, now) - now]
        for key, budget in self._buckets(chat_id, kind):
            tolerance = (budget.burst - 1) / budget.per_second
            waits.append(self._full_at.get(key, now) - tolerance - now)
        return max(waits)

    def spend(self, chat_id: int, kind: Kind) -> None:
        """Count one call. A call made too early is a debt that later ones wait for."""
        now = self._clock()
        for key, budget in self._buckets(chat_id, kind):
            self._full_at[key] = max(now, self._full_at.get(key, now)) + 1 / budget.per_second
        self._sweep(now)

    def reserve(self, chat_id: int, kind: Kind) -> float:
        """Counts a call and says how many seconds to wait before it is made; who asks first waits least."""
        wait = self.delay(chat_id, kind)
        metrics.BUDGET_SECONDS.observe(wait)
        self.spend(chat_id, kind)
        return wait

    def halted(self, chat_id: int) -> float:
        """Seconds for which nothing may go to that chat after a 429, 0 when there was none."""
        now = self._clock()
        return max(0.0, self._halted_until.get(chat_id, now) - now)

    def halt(self, chat_id: int, seconds: float) -> None:
        """Let nothing go to that chat for so many seconds (`retry_after` of a 429); never shortens a longer halt."""
        now = self._clock()
        self._halted_until[chat_id] = max(now + seconds, self._halted_until.get(chat_id, now))
        self._sweep(now)

    def _buckets(self, chat_id: int, kind: Kind) -> tuple[tuple[_Key, Budget], ...]:
        budgets = self._group if chat_id < 0 else self._private
        if kind == "whisper":
            return (None, self.overall), ((chat_id, "send"), budgets["send"]), ((chat_id, kind), WHISPERS)
        return (None, self.overall), ((chat_id, kind), budgets[kind])

    def _sweep(self, now: float) -> None:
        """Forget full buckets and halts that are over. Sweeping at twice what was left costs O(1) a call."""
        if len(self) < self._sweep_at:
            return
        self._full_at = {key: at for key, at in self._full_at.items() if at > now}
        self._halted_until = {chat: at for chat, at in self._halted_until.items() if at > now}
        self._sweep_at = max(1024, 2 * len(self))
