"""Sizes Telegram enforces, and its flood limits as token buckets.

Telegram does not publish the flood limits exactly; these follow its FAQ: about 30 calls a second over all chats, one
message a second in a private chat with short bursts, 20 messages a minute in a group, and edits counted apart.
"""

import math
from dataclasses import dataclass

from playground.clock import Clock
from playground.errors import too_many_requests

MAX_TEXT = 4096
MAX_CAPTION = 1024
MAX_ALERT = 200
MAX_CALLBACK_DATA = 64
MAX_ROW = 8
MAX_BUTTONS = 100
MAX_MARKUP_BYTES = 10_000
MAX_PHOTO_BYTES = 10 * 1024 * 1024
MAX_DOCUMENT_BYTES = 50 * 1024 * 1024
MAX_PHOTO_SIDES = 10_000
MAX_PHOTO_RATIO = 20
MAX_RESULTS = 50
CALLBACK_SECONDS = 150
INLINE_SECONDS = 30
UPDATE_SECONDS = 24 * 3600
DELETE_SECONDS = 48 * 3600


@dataclass(frozen=True)
class Rate:
    """A bucket: how many calls at once, and how many more each second."""

    burst: int
    per_second: float


OVERALL = Rate(30, 30)
RATES = {
    ("send", "private"): Rate(5, 1),
    ("edit", "private"): Rate(20, 2),
    ("send", "group"): Rate(20, 20 / 60),
    ("edit", "group"): Rate(20, 20 / 60),
}


@dataclass
class _Bucket:
    rate: Rate
    tokens: float
    at: float

    def wait(self, now: float) -> float:
        """Refill up to now; the seconds until one token is there."""
        self.tokens = min(self.rate.burst, self.tokens + (now - self.at) * self.rate.per_second)
        self.at = now
        return max(0.0, (1 - self.tokens) / self.rate.per_second)


class Flood:
    """The flood limits of one bot; `on` switches them."""

    def __init__(self, clock: Clock, on: bool) -> None:
        self.on = on
        self._clock = clock
        self._buckets: dict[tuple[str, int], _Bucket] = {}

    def spend(self, act: str, chat_id: int | None) -> None:
        """Count one call; `act` is send, edit or other, `chat_id` None where no chat is named (inline messages).

        Raises ApiError 429 and counts nothing when a bucket is empty.
        """
        if not self.on:
            return
        now = self._clock.now()
        buckets = [self._bucket("overall", 0, OVERALL, now)]
        rate = RATES.get((act, "private" if (chat_id or 0) > 0 else "group"))
        if rate and chat_id is not None:
            buckets.append(self._bucket(act, chat_id, rate, now))
        wait = max(bucket.wait(now) for bucket in buckets)
        if wait > 1e-9:
            raise too_many_requests(max(1, math.ceil(wait - 1e-6)))
        for bucket in buckets:
            bucket.tokens -= 1

    def _bucket(self, act: str, chat_id: int, rate: Rate, now: float) -> _Bucket:
        return self._buckets.setdefault((act, chat_id), _Bucket(rate, rate.burst, now))
