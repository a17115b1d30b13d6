"""What the sweep does besides deadlines: says what whoever runs the bot announces, and lets old things go."""

from __future__ import annotations

import asyncio
from functools import partial

import structlog

from tgbot import upkeep
from tgbot.clock import Clock
from tgbot.deliver import Deliverer
from tgbot.screens.operation import announcement
from tgbot.store import Store
from tgbot.words import words

log = structlog.get_logger(__name__)

FORGET_EVERY = 3600.0
"""Seconds after which it is looked again what is old enough to go."""
FIRST = 600.0
"""Seconds after the start before it is looked for the first time."""
BATCHES = 5
"""So many batches are let go in one sweep; the next one goes on."""


class Chores:
    """``retention_days``: how long matches that are over are kept, and people and groups not seen; 0: for ever."""

    def __init__(self, store: Store, clock: Clock, deliverer: Deliverer, retention_days: int = 0) -> None:
        self._store = store
        self._clock = clock
        self._deliverer = deliverer
        self._days = retention_days
        self._saying: set[int] = set()
        """Announcements that Telegram has not taken yet, or that are not noted as said."""
        self._said: set[int] = set()
        self._noting = asyncio.Lock()
        # A machine that has just started may not know the time yet, and what is deleted is gone.
        self._next = clock.monotonic() + FIRST

    def start(self) -> None:
        """This process leads, perhaps again: of what it was saying then nobody knows whether it was said."""
        self._saying.clear()
        self._said.clear()

    async def sweep(self) -> None:
        """One look at what there is to do; what fails is looked at again by the next one."""
        try:
            await self._announce()
            await self._forget()
        except Exception as error:
            log.error("chores are not done", error=type(error).__name__)

    async def _announce(self) -> None:
        await self._note()
        now = self._clock.now()
        if not await self._store.read(upkeep.anything_to_say, frozenset(self._saying)):
            return
        for one in await self._store.write(upkeep.to_say, now, frozenset(self._saying)):
            self._saying.add(one.number)
            screen = announcement(one.text, one.restart_at, now, words(one.language))
            ended = partial(self._ended, one.number)
            self._deliverer.post(one.chat_id, screen, thread_id=one.thread_id, ended=ended)

    async def _ended(self, number: int) -> None:
        self._said.add(number)
        try:
            await self._note()
        except Exception as error:
            # The next sweep notes it.
            log.error("an announcement is not noted as said", error=type(error).__name__)

    async def _note(self) -> None:
        # One after the other: SQLite gives the numbers of rows that are gone to new ones.
        async with self._noting:
            if said := frozenset(self._said):
                await self._store.write(upkeep.said, said)
                self._said -= said
                self._saying -= said

    async def _forget(self) -> None:
        if not self._days or self._clock.monotonic() < self._next:
            return
        gone = 0
        for _ in range(BATCHES):
            found = await self._store.write(upkeep.forget_old, self._days, self._clock.now())
            if not found:
                self._next = self._clock.monotonic() + FORGET_EVERY
                break
            gone += found
        if gone:
            log.info("old matches, groups or people are deleted", number=gone)
