"""Waiting for the next thing to happen, without polling."""

import asyncio
from collections.abc import Iterable


class Bell:
    """Wakes everybody who waits when it rings."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def ring(self) -> None:
        """Wake all who wait now."""
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)

    async def wait(self, seconds: float) -> None:
        """Return at the next ring, at the latest after `seconds` of real time."""
        await Bell.first([self], seconds)

    @staticmethod
    async def first(bells: Iterable["Bell"], seconds: float) -> None:
        """Return at the next ring of any of the bells, at the latest after `seconds` of real time."""
        if seconds <= 0:
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waited = [bell._waiting for bell in bells]
        for waiting in waited:
            waiting.add(waiter)
        try:
            async with asyncio.timeout(seconds):
                await waiter
        except TimeoutError:
            pass
        finally:
            for waiting in waited:
                waiting.discard(waiter)
