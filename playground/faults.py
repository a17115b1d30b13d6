"""A plan of faults: calls of the Bot API that are refused, come late, or whose answer is lost on the way."""

import math
import random
from dataclasses import dataclass
from typing import Any

from playground.clock import Clock
from playground.errors import ApiError, NoAnswer, SimError, too_many_requests

KINDS = ("429", "500", "502", "delay", "timeout", "lost")
SERVER_ERRORS = {"500": "Internal Server Error", "502": "Bad Gateway"}


@dataclass
class Fault:
    """One entry of the plan, for calls of `method` (`*`: of all) that name `chat_id` (None: any chat or none).

    `seconds` are how long a 429, 500 or 502 goes on (None: until cleared), or how long the other kinds hold a call.
    `count` are the calls it still strikes (None: all), `probability` is the chance that it strikes one.
    """

    id: int
    kind: str
    method: str
    chat_id: int | None
    seconds: float | None
    until: float
    count: int | None
    probability: float
    chance: random.Random
    struck: int = 0

    def json(self, now: float) -> dict[str, Any]:
        """The entry as the control API tells it."""
        return {
            "id": self.id,
            "kind": self.kind,
            "method": self.method,
            "chat": self.chat_id,
            "seconds": self.seconds,
            "left": None if math.isinf(self.until) else max(0.0, self.until - now),
            "count": self.count,
            "probability": self.probability,
            "struck": self.struck,
        }

    def meets(self, method: str, chat_id: int | None) -> bool:
        """Whether it is meant for such a call."""
        return self.method in ("*", method) and self.chat_id in (None, chat_id)


class Faults:
    """The plan, in the order in which it was made; the first entry that strikes a call decides."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._plan: list[Fault] = []
        self._made = 0

    def add(
        self,
        kind: str,
        method: str = "*",
        *,
        chat_id: int | None = None,
        seconds: float | None = None,
        count: int | None = None,
        probability: float = 1.0,
        seed: int | None = None,
    ) -> Fault:
        """Enter a fault. A 429 without `seconds` goes on for one, and a timeout holds a call for a minute.

        Raises SimError for a plan that makes no sense.
        """
        if kind not in KINDS:
            raise SimError(f"there is no fault {kind!r}; there are {', '.join(KINDS)}")
        if (seconds is not None and not 0 <= seconds < math.inf) or not 0 <= probability <= 1:
            raise SimError("seconds cannot be below 0, and a probability is from 0 to 1")
        if count is not None and count < 1:
            raise SimError("a fault strikes at least once")
        if seconds is None:
            seconds = {"429": 1.0, "timeout": 60.0, "delay": 1.0, "lost": 0.0}.get(kind)
        ends = kind in ("429", "500", "502") and seconds is not None
        until = self._clock.now() + (seconds or 0.0) if ends else math.inf
        self._made += 1
        fault = Fault(self._made, kind, method, chat_id, seconds, until, count, probability, random.Random(seed))
        self._plan.append(fault)
        return fault

    def listing(self) -> list[dict[str, Any]]:
        """What still stands in the plan."""
        now = self._clock.now()
        self._plan = [fault for fault in self._plan if fault.until > now and fault.count != 0]
        return [fault.json(now) for fault in self._plan]

    def clear(self, fault_id: int | None = None) -> None:
        """Take one entry out of the plan, or all. Raises SimError."""
        kept = [fault for fault in self._plan if fault_id not in (None, fault.id)]
        if fault_id is not None and len(kept) == len(self._plan):
            raise SimError(f"there is no fault {fault_id}")
        self._plan = kept

    def strike(self, method: str, chat_id: int | None) -> Fault | None:
        """The fault that strikes a call that is made now."""
        self.listing()
        for fault in self._plan:
            if fault.meets(method, chat_id) and fault.chance.random() < fault.probability:
                fault.struck += 1
                fault.count = None if fault.count is None else fault.count - 1
                return fault
        return None

    async def before(self, fault: Fault) -> None:
        """What a fault does before the deed. Raises ApiError, or NoAnswer."""
        if fault.kind == "429":
            raise too_many_requests(max(1, math.ceil(fault.until - self._clock.now() - 1e-6)))
        if fault.kind in SERVER_ERRORS:
            raise ApiError(int(fault.kind), SERVER_ERRORS[fault.kind])
        if fault.kind in ("delay", "timeout"):
            await self._clock.sleep(fault.seconds or 0.0)
        if fault.kind == "timeout":
            raise NoAnswer("the call was held and never done")

    async def after(self, fault: Fault) -> None:
        """What a fault does after the deed, whether it succeeded or not. Raises NoAnswer."""
        if fault.kind == "lost":
            await self._clock.sleep(fault.seconds or 0.0)
            raise NoAnswer("the call was done and the answer lost")
