"""Whether the bot is alive and in touch with Telegram, and what is done when it was not (product, Time).

The law
    While Telegram is out of reach for more than ``timing.AWAY`` no deadline fires.
    When the process was dead or asleep, or Telegram out of reach, for longer than that, then first the updates that
    waited are taken, then people's clocks get back the time, then deadlines fire. Shorter gaps just fire late.
    Gaps are measured by the machine's clock, which no playground moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Protocol

import structlog

from tgbot import metrics, timing
from tgbot.clock import Clock
from tgbot.deliver import Deliverer
from tgbot.store import Session, Store, queries

log = structlog.get_logger(__name__)

EVERY = timedelta(seconds=15)
"""The heartbeat is written down at most so often."""


class Contact(Protocol):
    """What the loop that asks Telegram for updates knows of its contact."""

    @property
    def failing(self) -> bool:
        """Telegram's last answer was a failure, or none came."""
        ...

    @property
    def caught_up(self) -> bool:
        """The updates that waited are taken: there were fewer than an answer may bring, and all of them are done."""
        ...

    def silent_for(self) -> float:
        """Seconds since Telegram's last good answer."""
        ...

    def look_again(self) -> None:
        """Updates may have gathered unseen: not caught up until Telegram says so anew."""
        ...


class Heartbeat:
    """Beats while the bot is alive and in touch; gives back what clocks lost while it was not."""

    def __init__(self, store: Store, clock: Clock, deliverer: Deliverer) -> None:
        self._store = store
        self._clock = clock
        self._deliverer = deliverer
        self._contact: Contact | None = None
        self._last: datetime | None = None
        """The last moment at which all was well."""
        self._written: datetime | None = None
        self._well = False
        """All is well since; False: at the start, and after a gap until it is dealt with."""

    async def start(self, contact: Contact) -> None:
        """Finds out when the bot was last alive."""
        self._contact = contact
        self._last = self._written = await self._store.read(queries.last_beat)

    async def steady(self) -> bool:
        """Whether deadlines may fire. Deals with a gap first. Asked every few seconds."""
        contact, now = self._contact, self._clock.machine()
        if contact is None:
            return False
        if contact.failing:
            silent = timedelta(seconds=contact.silent_for())
            if self._well and self._last is not None:
                # What was taken for well since then was not.
                self._last = min(self._last, now - silent)
            return self._well and silent <= timing.AWAY
        gap = now - self._last if self._last is not None else timedelta()
        if gap > timing.AWAY and self._well:
            self._well = False
            contact.look_again()
        if not self._well:
            if not contact.caught_up:
                return False
            if gap > timing.AWAY:
                await self._give_back(gap)
            self._well = True
        await self._beat(self._clock.machine())
        return True

    async def _beat(self, at: datetime) -> None:
        self._last = at
        if self._written is None or not timedelta() <= at - self._written < EVERY:
            await self._store.write(queries.beat, at)
            self._written = at

    async def _give_back(self, gap: timedelta) -> None:
        now = self._clock.now()
        log.warning("the bot was away, clocks get the time back", seconds=round(gap.total_seconds()))
        metrics.AWAY.inc()
        metrics.AWAY_SECONDS.inc(gap.total_seconds())
        after = 0
        while matches := await self._store.write(give_back, after, now - gap, now):
            for match_id in matches:
                self._deliverer.wake(match_id)
            after = matches[-1]


def give_back(session: Session, after: int, last: datetime, now: datetime) -> Sequence[int]:
    """People's clocks that ran while the bot was away since ``last`` get the time back, in a batch of matches behind
    the number ``after``. Their numbers in order; none: it is done.
    """
    matches = queries.clocks(session, after, last)
    for match_id in matches:
        try:
            timing.give_back(queries.match_of(session, match_id), last, now)
        except Exception as error:
            # One broken match must not keep the deadlines of all others from firing.
            log.error("a clock does not get its time back", match=match_id, error=type(error).__name__)
    return matches
