"""What time it is. Everything that depends on the time asks here, so that the playground can move it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import aiohttp
import structlog

log = structlog.get_logger(__name__)


class Clock:
    """The time in UTC, ahead of the machine's by ``offset``."""

    def __init__(self, offset: timedelta = timedelta()) -> None:
        self.offset = offset

    def now(self) -> datetime:
        """The time, aware and in UTC."""
        return datetime.now(UTC) + self.offset

    def machine(self) -> datetime:
        """The machine's own time, aware and in UTC, which a playground does not move."""
        return self.now() - self.offset

    def monotonic(self) -> float:
        """Seconds that never go back; they jump when a playground moves its clock, whose flood limits do the same."""
        return time.monotonic() + self.offset.total_seconds()

    async def follow(self, url: str, moved: Callable[[], None]) -> None:
        """Keeps to a playground's clock until cancelled, and says when it was moved.

        ``url`` answers ``{"offset": seconds}``, and with ``after_offset`` and ``wait`` as soon as that has changed.
        """
        async with aiohttp.ClientSession() as session:
            while True:
                wanted = {"after_offset": str(self.offset.total_seconds()), "wait": "20"}
                try:
                    async with session.get(url, params=wanted) as answer:
                        offset = timedelta(seconds=float((await answer.json())["offset"]))
                except (aiohttp.ClientError, TimeoutError, ValueError, LookupError, TypeError, OverflowError) as error:
                    log.warning("the playground's clock cannot be read", error=type(error).__name__)
                    await asyncio.sleep(1)
                    continue
                if offset != self.offset:
                    self.offset = offset
                    moved()
