"""Writes down which matches stand at Telegram as they should, many at a time.

The law
    Nothing is lost when it comes too late or not at all: what is not written is found behind and looked at again.
    A match is forgotten only when its rows are written.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping

import structlog

from tgbot.showing import Showing
from tgbot.store import Store, queries

log = structlog.get_logger(__name__)

_EVERY = 0.25
"""Seconds between two notes."""


class Notes:
    """Of matches under delivery. ``forget``: what is done with a match that is written down."""

    def __init__(self, store: Store, matches: Mapping[int, Showing], forget: Callable[[int], None]) -> None:
        self._store = store
        self._matches = matches
        self._forget = forget
        self._settled: dict[int, int] = {}
        """Matches all of which stands, at which revision."""
        self._task: asyncio.Task[None] | None = None
        self.written = 0
        """How often something was written and forgotten."""

    def __contains__(self, match_id: int) -> bool:
        """Whether a match waits to be written down."""
        return match_id in self._settled

    @property
    def writing(self) -> bool:
        """Whether anything waits to be written down, or is being written."""
        return self._task is not None

    def add(self, match_id: int, match: Showing) -> None:
        """Everything of the match stands at Telegram."""
        self._settled[match_id] = match.revision
        if self._task is None:
            self._task = asyncio.create_task(self._write())

    async def finish(self) -> None:
        """Waits until all is written, but not for ever."""
        if self._task is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(4 * _EVERY):
                    await self._task

    async def abandon(self) -> None:
        """Writes no more; what stands is for others to find out."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._settled.clear()
        self._task = None
        self.written += 1

    async def _write(self) -> None:
        try:
            while self._settled:
                await asyncio.sleep(_EVERY)
                await self._write_once()
        except Exception as error:
            log.exception("what is shown cannot be noted", error=type(error).__name__)
        finally:
            # Whatever happens the next match that settles can start it anew, and nobody waits in vain.
            self._task = None

    async def _write_once(self) -> None:
        settled, self._settled = self._settled, {}
        # A match may be gone from the database, and from here, since it settled.
        matches = {match_id: match for match_id in settled if (match := self._matches.get(match_id))}
        edited = {match_id: match.take_edited() for match_id, match in matches.items()}
        try:
            await self._store.write(queries.delivered, settled, [row for rows in edited.values() for row in rows])
        except Exception as error:
            log.error("what is shown cannot be noted", error=type(error).__name__)
            self._settled = {**settled, **self._settled}
            for match_id, rows in edited.items():
                matches[match_id].edited.update(row.which for row in rows)
            return
        for match_id in settled:
            self._forget(match_id)
        self.written += 1
