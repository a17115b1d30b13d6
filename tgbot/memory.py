"""Memory that is free goes back to the system.

What was needed for a moment, to draw a picture or when thousands of deadlines fall due at once, glibc keeps for the
next time: between things that stay there are holes. Asked to, it gives back the pages in the holes (malloc_trim(3)).
"""

from __future__ import annotations

import asyncio
import ctypes
from collections.abc import Callable

EVERY = 10.0
"""Seconds. It takes a millisecond or two, in which the loop goes on."""


async def give_back() -> None:
    """Again and again, until cancelled; where the system's library cannot do it, nothing."""
    trim = trimmer()
    while trim is not None:
        await asyncio.sleep(EVERY)
        await asyncio.to_thread(trim)


def trimmer() -> Callable[[], None] | None:
    """What gives back all that is free; None: there is no such function here, as on macOS and with musl."""
    try:
        function = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return lambda: function(0)
