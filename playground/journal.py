"""Numbered records that can be read from any point and waited for."""

import json
from collections import deque
from itertools import islice
from typing import Any

from playground.bell import Bell

KEPT = 100_000


class Journal:
    """An append-only list of JSON objects numbered from 1 under `key`; only the newest 100,000 are kept.

    Records are frozen as JSON when they are added, so that later edits of a message do not change the past.
    """

    def __init__(self, key: str) -> None:
        self._key = key
        self._records: deque[str] = deque(maxlen=KEPT)
        self.last = 0
        self.added = Bell()

    def add(self, record: dict[str, Any]) -> None:
        """Append a record and wake everybody who waits for one."""
        self.last += 1
        self._records.append(json.dumps({self._key: self.last, **record}))
        self.added.ring()

    def since(self, after: int) -> list[dict[str, Any]]:
        """The kept records numbered above `after`, oldest first."""
        skip = max(0, after - (self.last - len(self._records)))
        return [json.loads(record) for record in islice(self._records, skip, None)]
