"""Makes Telegram show what is committed.

The law
    Screens are projections of the database. ``wake`` says that a match may be behind; nothing else is remembered that
    the database does not hold, so after a crash ``catch_up`` finds what is behind.
    Calls to one chat are made one after the other, within its budget; one slow or limited chat never holds up another.
    While a surface waits, a newer picture of it takes the older one's place: newest wins.
    A call that may have failed is made again. A send whose answer was lost may so repeat a message; that is the price.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import structlog
from telegram import Bot
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError

from core.game import View
from tgbot import people, table
from tgbot.facts import Look
from tgbot.refusals import Refused
from tgbot.screens.screen import Screen
from tgbot.store import Session, Store, queries
from tgbot.store.tables import Surface
from tgbot.surfaces import STAYS, Wanted, wanted
from tgbot.wire.limiter import Kind, Limiter
from tgbot.wire.messages import delete, edit, is_gone, is_shut, send, strip
from tgbot.wire.request import retry_seconds

log = structlog.get_logger(__name__)

_LONGEST_PAUSE = 30.0

Post = Callable[[], Awaitable[None]]


@dataclass
class _Match:
    """A match under delivery. ``rows``: its messages as the lanes have left them; None until read."""

    rows: dict[str, Surface] | None = None
    want: dict[str, Wanted] = field(default_factory=dict)
    revision: int = 0
    pending: set[str] = field(default_factory=set)
    edited: set[str] = field(default_factory=set)
    """Surfaces whose rows have changed and are not written yet: an edit made twice does no harm."""

    def step(self, which: str) -> Kind | None:
        """What the surface needs: a new message, an edit (or the end of a message), or nothing."""
        row, want = (self.rows or {}).get(which), self.want.get(which)
        if want is None:
            return "edit" if row is not None else None
        if row is None and want.epoch == STAYS:
            return None
        if row is None or want.epoch not in (row.epoch, STAYS):
            return "send"
        return None if row.digest == want.screen.digest else "edit"

    def chat(self, which: str) -> int:
        """The chat in whose turn the surface is dealt with."""
        want, row = self.want.get(which), (self.rows or {}).get(which)
        return want.chat_id if want is not None else row.chat_id if row is not None else 0


@dataclass
class _Lane:
    """What waits for one chat, in order: surfaces of matches, and messages that belong to none."""

    jobs: dict[tuple[int, str] | Post, None] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None
    failures: int = 0


class Deliverer:
    """Sends and edits the messages of all matches."""

    def __init__(self, bot: Bot, store: Store, limiter: Limiter) -> None:
        self._bot = bot
        self._store = store
        self._limiter = limiter
        self._matches: dict[int, _Match] = {}
        self._planning: int | None = None
        self._woken: dict[int, None] = {}
        self._bell = asyncio.Event()
        self._lanes: dict[int, _Lane] = {}
        self._no_pins: set[int] = set()

    def wake(self, match_id: int) -> None:
        """The match has changed."""
        self._woken[match_id] = None
        self._bell.set()

    def post(self, chat_id: int, screen: Screen, *, thread_id: int | None = None, reply_to: int | None = None) -> None:
        """A message that belongs to no match, such as the answer to a command. Sent in the chat's turn."""

        async def message() -> None:
            await send(self._bot, chat_id, screen, thread_id=thread_id, reply_to=reply_to)

        self._enqueue(chat_id, message)

    async def catch_up(self) -> None:
        """Wakes every match that is behind and not under way."""
        for match_id in await self._store.read(queries.behind):
            if match_id not in self._matches:
                self.wake(match_id)

    async def run(self) -> None:
        """Looks at the matches that were woken, until cancelled."""
        while True:
            await self._bell.wait()
            self._bell.clear()
            while self._woken:
                self._planning = next(iter(self._woken))
                del self._woken[self._planning]
                try:
                    await self._plan(self._planning)
                except Exception:
                    log.exception("a match cannot be shown", match=self._planning)
                    if failed := self._matches.get(self._planning):
                        self._forget(self._planning, failed)
                self._planning = None

    async def drain(self, seconds: float) -> None:
        """Waits until all that was woken is shown, at the most so long; what is left then waits for the next start."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._woken or self._planning or self._lanes:  # noqa: ASYNC110 - three things, waited for once
                    await asyncio.sleep(0.02)
        tasks = [lane.task for lane in self._lanes.values() if lane.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _plan(self, match_id: int) -> None:
        match = self._matches.setdefault(match_id, _Match())
        try:
            look, views, rows = await self._store.read(_read, match_id)
        except Refused:
            del self._matches[match_id]
            return
        if match.rows is None:
            match.rows = rows
        match.revision = look.facts.revision
        match.want = {w.which: w for w in wanted(look, views, self._bot.username)}
        for which in dict.fromkeys([*match.want, *match.rows]):
            if which not in match.pending and match.step(which):
                match.pending.add(which)
                self._enqueue(match.chat(which), (match_id, which))
        if not match.pending:
            await self._settle(match_id, match)
            self._forget(match_id, match)

    async def _settle(self, match_id: int, match: _Match) -> None:
        """Everything of the match stands at Telegram."""
        edited = [row for which, row in (match.rows or {}).items() if which in match.edited]
        match.edited.clear()
        await self._store.write(queries.delivered, match_id, match.revision, edited)

    def _forget(self, match_id: int, match: _Match) -> None:
        """Only when its rows are written: who read them sooner would take old messages for the present ones."""
        if not match.pending and self._matches.get(match_id) is match:
            del self._matches[match_id]

    def _enqueue(self, chat_id: int, job: tuple[int, str] | Post) -> None:
        lane = self._lanes.setdefault(chat_id, _Lane())
        lane.jobs[job] = None
        if lane.task is None:
            lane.task = asyncio.create_task(self._serve(chat_id, lane))

    async def _serve(self, chat_id: int, lane: _Lane) -> None:
        """Does the chat's jobs one after the other, each when the budget allows."""
        while lane.jobs:
            job = next(iter(lane.jobs))
            # Taken out first: while it is done it may be asked for again.
            del lane.jobs[job]
            if not await self._try(chat_id, lane, job):
                lane.jobs = {job: None, **lane.jobs}
        del self._lanes[chat_id]

    async def _try(self, chat_id: int, lane: _Lane, job: tuple[int, str] | Post) -> bool:
        """One step of a job. False: it needs another one."""
        try:
            done = await (self._step(chat_id, *job) if isinstance(job, tuple) else self._say(chat_id, job))
            lane.failures = 0
        except RetryAfter as error:
            self._limiter.halt(chat_id, retry_seconds(error))
        except Exception as error:
            if not _may_mend(error):
                await self._give_up(chat_id, job, error)
                return True
            lane.failures += 1
            await asyncio.sleep(min(_LONGEST_PAUSE, 0.5 * 2**lane.failures))
        else:
            return done
        return False

    async def _say(self, chat_id: int, post: Post) -> bool:
        if not await self._may(chat_id, "send"):
            return False
        await post()
        return True

    async def _step(self, chat_id: int, match_id: int, which: str) -> bool:
        """One call for a surface. False: it needs another one in this chat."""
        match = self._matches[match_id]
        step = match.step(which)
        if step is not None and match.chat(which) == chat_id:
            if await self._may(chat_id, step):
                await self._show(match_id, match, which)
            if match.step(which) is not None and match.chat(which) == chat_id:
                return False
        if match.step(which) is not None:
            self._enqueue(match.chat(which), (match_id, which))
        else:
            await self._done(match_id, match, which)
        return True

    async def _done(self, match_id: int, match: _Match, which: str) -> None:
        match.pending.discard(which)
        if not match.pending and self._planning != match_id:
            await self._settle(match_id, match)
            if self._planning != match_id:
                self._forget(match_id, match)

    async def _give_up(self, chat_id: int, job: tuple[int, str] | Post, error: Exception) -> None:
        """An error that another try would not mend must not stop the lane; the next revision tries again."""
        shut = isinstance(error, TelegramError) and is_shut(error)
        said = error.message if isinstance(error, TelegramError) else ""
        (log.info if shut else log.error)(
            "a message cannot be shown", chat=chat_id, error=type(error).__name__, said=said
        )
        if isinstance(job, tuple):
            await self._done(job[0], self._matches[job[0]], job[1])
        if shut and chat_id > 0:
            for match_id in await self._store.write(people.reach, chat_id, False):
                self.wake(match_id)

    async def _may(self, chat_id: int, kind: Kind) -> bool:
        """Counts the call when the budget allows it now, else waits and says no: something newer may want it then."""
        delay = self._limiter.delay(chat_id, kind)
        if delay > 0:
            await asyncio.sleep(delay)
            return False
        self._limiter.spend(chat_id, kind)
        return True

    async def _show(self, match_id: int, match: _Match, which: str) -> None:
        """Makes the call a surface needs, and notes what it shows now."""
        want = match.want.get(which)
        rows = match.rows if match.rows is not None else {}
        row = rows.get(which)
        if want is None:
            if row is not None:
                del rows[which]
                await self._store.write(queries.gone, match_id, which)
                await self._retire(row, fleeting=which == "turn")
        elif match.step(which) == "send":
            rows[which] = await self._send(match_id, want, match.revision)
            if row is not None:
                await self._retire(row, fleeting=want.fleeting)
        elif row is not None:
            await self._edit(match, rows, row, want)

    async def _send(self, match_id: int, want: Wanted, revision: int) -> Surface:
        message = await send(
            self._bot, want.chat_id, want.screen, thread_id=want.thread_id, silent=want.silent, secret=want.secret
        )
        row = Surface(
            match_id=match_id,
            which=want.which,
            chat_id=want.chat_id,
            message_id=message.message_id,
            epoch=want.epoch,
            digest=want.screen.digest,
            revision=revision,
        )
        await self._store.write(queries.shown, row)
        if want.pinned and want.chat_id not in self._no_pins and await self._pin(row):
            row.pinned = True
            await self._store.write(queries.shown, row)
        return row

    async def _edit(self, match: _Match, rows: dict[str, Surface], row: Surface, want: Wanted) -> None:
        try:
            await edit(self._bot, row.chat_id, row.message_id, want.screen)
        except BadRequest as error:
            if not is_gone(error):
                raise
            # Somebody deleted it: it is posted again.
            del rows[want.which]
            await self._store.write(queries.gone, row.match_id, want.which)
            return
        row.digest, row.revision = want.screen.digest, match.revision
        match.edited.add(want.which)
        if row.pinned and not want.pinned:
            row.pinned = False
            await self._unpin(row)

    async def _retire(self, row: Surface, *, fleeting: bool) -> None:
        """A message that is not the newest any more is deleted or loses its buttons."""
        with contextlib.suppress(Forbidden):
            await (delete if fleeting else strip)(self._bot, row.chat_id, row.message_id)
        if row.pinned:
            await self._unpin(row)

    async def _pin(self, row: Surface) -> bool:
        """Pins silently where the bot may; where it may not it does not ask again until the next start."""
        try:
            await self._bot.pin_chat_message(row.chat_id, row.message_id, disable_notification=True)
        except (BadRequest, Forbidden):
            self._no_pins.add(row.chat_id)
            return False
        return True

    async def _unpin(self, row: Surface) -> None:
        with contextlib.suppress(BadRequest, Forbidden):
            await self._bot.unpin_chat_message(row.chat_id, row.message_id)


def _may_mend(error: Exception) -> bool:
    """The network or Telegram failed, not what we asked for: BadRequest is a NetworkError to python-telegram-bot."""
    return isinstance(error, NetworkError) and not isinstance(error, BadRequest)


def _read(session: Session, match_id: int) -> tuple[Look, tuple[View, ...], dict[str, Surface]]:
    look, views = table.looks(session, match_id)
    return look, views, queries.surfaces(session, match_id)
