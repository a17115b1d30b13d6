"""What one process does for all: it shows matches, looks after deadlines, and sees to it that updates come.

The law
    Only the process that leads (``store/leader.py``) does this; the others take updates and answer them, and stand by.
    Who is not certain to lead any more stops at once, and who cannot reach Telegram lets another one try. Whoever leads
    next finds in the database what is to be done.
    Of what other processes commit it hears from the database; what it does not hear of the sweep finds.
    Telegram counts the calls of all processes together. Edits, and what matches send, come from one. Messages that
    belong to no match, such as answers to commands, are sent by whoever took the command, two a second at the most, and
    the leader leaves room for that: three processes stay within what Telegram grants. More are slowed down by it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

import structlog
from telegram.error import InvalidToken

from tgbot import metrics
from tgbot.deliver import Deliverer
from tgbot.handlers.shell import Shell
from tgbot.heartbeat import Contact
from tgbot.store.address import is_sqlite
from tgbot.store.leader import Leadership
from tgbot.wire.limiter import OVERALL, Budget

log = structlog.get_logger(__name__)

AMONG_OTHERS = Budget(burst=2, per_second=OVERALL.per_second - 4)
"""The leader's calls a second where other processes take updates as well."""
STANDING_BY = Budget(burst=1, per_second=2)
"""Those of each of the others."""
ADRIFT = 45.0
"""Seconds without Telegram after which another process shall try."""
_REST = 15.0
"""Seconds for which it may."""
_STOP = 6.5
"""Seconds in which a source stops; something else than the source may be slow, too."""
_AGAIN = 1.0
"""Seconds after which a process that could not begin to lead tries again."""


class Source(Contact, Protocol):
    """What sees to it that updates come: it fetches them, or has Telegram bring them."""

    @property
    def stuck(self) -> bool:
        """It has not come round for far too long."""
        ...

    async def run(self) -> None:
        """Until ``stop`` and cancellation."""
        ...

    def stop(self) -> None:
        """Makes ``run`` return as soon as what is in hand is done."""
        ...


class Leader:
    """This process, as far as it leads. ``introduce`` tells Telegram what it should know of the bot before ``source``
    begins. ``alone``: no other process takes updates at the same time.
    """

    def __init__(
        self,
        shell: Shell,
        leadership: Leadership,
        source: Callable[[], Source],
        introduce: Callable[[], Awaitable[None]],
        *,
        alone: bool,
    ) -> None:
        self._shell = shell
        self._leadership = leadership
        self._make_source = source
        self._introduce = introduce
        self._several = not is_sqlite(shell.store.url)
        self._budget = shell.deliverer.limiter.overall if alone else AMONG_OTHERS
        self._work: asyncio.Task[None] | None = None
        self._showing: asyncio.Task[None] | None = None
        self._stopping = False
        self.source: Source | None = None
        """None: this process does not lead."""
        shell.deliverer.leads = lambda: leadership.leads
        shell.deliverer.limiter.overall = STANDING_BY
        leadership.listen(self._heard)

    @property
    def deliverer(self) -> Deliverer:
        """Whose work is the leader's."""
        return self._shell.deliverer

    def start(self) -> asyncio.Task[None]:
        """Leads as soon as nobody else does. What it gives back ends with ``stop``, or raises InvalidToken."""
        self._work = asyncio.create_task(self._run())
        return self._work

    async def stop(self) -> None:
        """Asks for no more updates, finishes those in hand, and looks after deadlines no more."""
        self._stopping = True
        if self._work is not None:
            if self.source is not None:
                self.source.stop()
                await asyncio.wait({self._work}, timeout=_STOP)
            self._work.cancel()
            await asyncio.wait({self._work})

    async def end(self) -> None:
        """Shows nothing any more, and lets another process lead."""
        await self._step_down()
        await self._leadership.release()

    def ill(self) -> str:
        """What does not work any more and should. Empty: nothing."""
        if self._work is not None and self._work.done() and not self._stopping:
            return "leading"
        if self._showing is not None and self._showing.done():
            return "showing"
        return "updates" if self.source is not None and self.source.stuck else ""

    def _heard(self, match_id: int) -> None:
        """Another process has changed a match."""
        self._shell.changed(match_id)

    async def _run(self) -> None:
        while not self._stopping:
            await self._leadership.acquire()
            rest = 0.0
            try:
                if await self._lead():
                    rest = _REST
            except InvalidToken:
                raise
            except Exception:
                log.exception("this process cannot lead, trying again")
                rest = _AGAIN
            if rest:
                await self._leadership.release()
                await asyncio.sleep(rest)

    async def _lead(self) -> bool:
        """Until ``stop``, or until another process may lead. True: it should."""
        work, adrift = asyncio.create_task(self._term()), asyncio.create_task(self._adrift())
        lost = asyncio.create_task(self._leadership.lost.wait())
        try:
            await asyncio.wait({work, adrift, lost}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ended, gives_way = work.done(), adrift.done()
            for task in (work, adrift, lost):
                task.cancel()
            await asyncio.gather(work, adrift, lost, return_exceptions=True)
            self._shell.deadlines.stop()
            if not self._stopping:
                await self._step_down()
        if ended:
            work.result()
        return gives_way

    async def _adrift(self) -> None:
        """Until Telegram has been out of reach for too long. Where there is no other process it never is."""
        while True:
            await asyncio.sleep(_AGAIN)
            source = self.source
            if self._several and source is not None and source.failing and source.silent_for() > ADRIFT:
                log.warning("this process cannot reach Telegram, another one may lead")
                return

    async def _term(self) -> None:
        metrics.LEADER.set(1)
        self.deliverer.limiter.overall = self._budget
        self._showing = asyncio.create_task(self.deliverer.run())
        self.source = source = self._make_source()
        await self._introduce()
        await self._shell.deadlines.start(source)
        await source.run()

    async def _step_down(self) -> None:
        metrics.LEADER.set(0)
        metrics.PENDING.set(0)
        self.source, showing, self._showing = None, self._showing, None
        if showing is None:
            return
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)
        await self.deliverer.step_down()
        self.deliverer.limiter.overall = STANDING_BY
