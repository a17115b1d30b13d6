"""The server's clock: real time plus an offset that can be moved forward."""

import time

from playground.bell import Bell


class Clock:
    """Every date, expiry and flood limit of the server is read from here, in Unix seconds."""

    def __init__(self) -> None:
        self.offset = 0.0
        """Whole microseconds, as those who follow it give it back."""
        self.known = 0.0
        """The offset that whoever follows the clock has asked after last, so the one he goes by."""
        self.moved = Bell()
        self._stopped = False

    def now(self) -> float:
        """The current time in Unix seconds."""
        return time.time() + self.offset

    def advance(self, seconds: float) -> None:
        """Move the clock forward; like Telegram's, it never goes back."""
        self.offset = round(self.offset + seconds, 6)
        self.moved.ring()

    async def sleep(self, seconds: float) -> None:
        """Return when so much of the server's time has passed; moving the clock shortens it, stopping it ends it."""
        until = self.now() + seconds
        while not self._stopped and (left := until - self.now()) > 0:
            await self.moved.wait(left)

    def stop(self) -> None:
        """Let everybody go who waits for a time, because the server stops."""
        self._stopped = True
        self.moved.ring()
