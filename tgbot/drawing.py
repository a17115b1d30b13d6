"""Pictures on their way to Telegram: drawn beside the event loop, one at a time, and known again by Telegram's ids.

The law
    A picture is drawn only when it is about to be sent, and when its turn comes only the newest one is: what it
    replaces is never drawn. Files and ids are kept by what they show, which is what a seat may see, never by a state:
    so nobody is sent what was drawn for somebody who may see more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from tgbot.pictures import Picture
from tgbot.wanted import Wanted
from tgbot.wire.messages import Photo

KEPT = 1024
"""Telegram's ids kept, some hundred bytes each."""


class Drawing:
    """Draws pictures, and remembers which Telegram has. ``draw`` makes a file; else a thread of ours does."""

    def __init__(self, draw: Callable[[Picture], Awaitable[bytes]] | None = None) -> None:
        # More than one thread would not be faster: most of drawing holds Python's one lock.
        self._pool = ThreadPoolExecutor(1, "drawing")
        self._draw = draw or self._in_thread
        self._turn = asyncio.Lock()
        self._ids: dict[str, str] = {}

    async def newest(self, wanted: Callable[[], Wanted | None]) -> tuple[Wanted, Photo] | None:
        """The picture of a message as it should be when its turn has come; None: it should be none then.

        Raises what drawing raises.
        """
        async with self._turn:
            want = wanted()
            if want is None or want.picture is None:
                return None
            return want, Photo(await self._file(want.picture), want.spoiler)

    async def file(self, picture: Picture) -> bytes | str:
        """A picture as it is sent: Telegram's id of it, else the file. Raises what drawing raises."""
        async with self._turn:
            return await self._file(picture)

    def sent(self, picture: Picture, file_id: str) -> None:
        """Telegram has a picture under this id, which sends it again without an upload."""
        if file_id:
            self._ids.pop(picture.digest, None)
            self._ids[picture.digest] = file_id
            if len(self._ids) > KEPT:
                del self._ids[next(iter(self._ids))]

    def forget(self, picture: Picture) -> None:
        """Telegram does not know its id any more."""
        self._ids.pop(picture.digest, None)

    def close(self) -> None:
        """Draws no more. Nothing under way is waited for."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _file(self, picture: Picture) -> bytes | str:
        return self._ids.get(picture.digest) or await self._draw(picture)

    async def _in_thread(self, picture: Picture) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(self._pool, picture.jpeg)
