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
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError

from core.game import View
from tgbot import people, table
from tgbot.facts import Look
from tgbot.refusals import Refused
from tgbot.screens.screen import Screen
from tgbot.showing import Showing
from tgbot.store import Session, Store, queries, reading
from tgbot.store.tables import Surface
from tgbot.surfaces import Wanted, wanted
from tgbot.wire.limiter import Kind, Limiter
from tgbot.wire.messages import delete, edit, is_gone, is_shut, send, strip
from tgbot.wire.request import retry_seconds

log = structlog.get_logger(__name__)

_WRITE_EVERY = 0.25
"""Seconds between two notes of what is shown."""
_PAUSES = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds after the first failure of the network, the second, and so on; then always the last."""


@dataclass(frozen=True, eq=False)
class _Errand:
    """A call that no surface waits for: a message of no match, or the end of an old one."""

    kind: Kind
    make: Callable[[int], Awaitable[None]]
    """Makes the call to a chat, the one in whose lane it waits."""


Job = tuple[int, str] | _Errand
"""What waits in a lane: a surface of a match, or an errand."""


@dataclass
class _Lane:
    """What waits for one chat, in order."""

    jobs: dict[Job, None] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None
    failures: int = 0


class Deliverer:
    """Sends and edits the messages of all matches."""

    def __init__(self, bot: Bot, store: Store, limiter: Limiter) -> None:
        self._bot = bot
        self._store = store
        self._limiter = limiter
        self._matches: dict[int, Showing] = {}
        self._planning: int | None = None
        self._woken: dict[int, None] = {}
        self._bell = asyncio.Event()
        self._lanes: dict[int, _Lane] = {}
        self._no_pins: set[int] = set()
        self._settled: dict[int, int] = {}
        """Matches all of which stands, at which revision, to be written down."""
        self._writing: asyncio.Task[None] | None = None
        self._doubted: set[int] | None = None
        """Matches that were behind at the start: an edit may have been made and not noted when the process ended."""

    def wake(self, match_id: int) -> None:
        """The match has changed."""
        self._woken[match_id] = None
        self._bell.set()

    def post(self, chat_id: int, screen: Screen, *, thread_id: int | None = None, reply_to: int | None = None) -> None:
        """A message that belongs to no match, such as the answer to a command. Sent in the chat's turn."""

        async def message(chat: int) -> None:
            await send(self._bot, chat, screen, thread_id=thread_id, reply_to=reply_to if chat == chat_id else None)

        self._enqueue(chat_id, _Errand("send", message))

    async def migrate(self, chat_id: int, new_chat_id: int) -> None:
        """A group has become a supergroup. Its messages stayed behind, what should stand is posted there anew (C34)."""
        for match_id in await self._store.write(people.migrate, chat_id, new_chat_id):
            if match := self._matches.get(match_id):
                match.leave(chat_id)
            self.wake(match_id)

    async def try_again(self, chat_id: int) -> None:
        """The bot's rights in a group have changed: what was refused may be allowed now."""
        self._no_pins.discard(chat_id)
        for match_id in await self._store.read(people.live_in, chat_id):
            self.wake(match_id)

    async def catch_up(self) -> None:
        """Wakes every match that is behind and not under way."""
        if self._doubted is None:
            self._doubted = set(await self._store.read(queries.behind, limit=None))
        for match_id in await self._store.read(queries.behind):
            if match_id not in self._matches or not self._matches[match_id].pending:
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
                self._planning = None

    async def drain(self, seconds: float) -> None:
        """Waits until all that was woken is shown, at the most so long; what is left then waits for the next start."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._woken or self._planning or self._lanes or self._writing:
                    if lanes := [lane.task for lane in self._lanes.values() if lane.task]:
                        await asyncio.wait(lanes, return_when=asyncio.FIRST_COMPLETED)
                    else:
                        await asyncio.sleep(0.01)
        tasks = [lane.task for lane in self._lanes.values() if lane.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _plan(self, match_id: int) -> None:
        match = self._matches.setdefault(match_id, Showing(self._no_pins))
        try:
            look, views, rows = await self._store.read(_read, match_id)
        except Refused:
            self._matches.pop(match_id, None)
            return
        if match.rows is None:
            match.rows = rows
            if self._doubted and match_id in self._doubted:
                self._doubted.discard(match_id)
                for row in rows.values():
                    row.digest = ""
        match.revision = look.facts.revision
        match.want = {w.which: w for w in wanted(look, views, self._bot.username)}
        for which in dict.fromkeys([*match.want, *match.rows]):
            if match.step(which):
                self._assign(match_id, match, which)
        if not match.pending:
            self._settle(match_id, match)

    def _settle(self, match_id: int, match: Showing) -> None:
        """Everything of the match stands at Telegram, which is written down soon."""
        self._settled[match_id] = match.revision
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        """Writes down what stands, many matches at a time: nothing is lost when it comes too late, see ``catch_up``."""
        try:
            while self._settled:
                await asyncio.sleep(_WRITE_EVERY)
                await self._write_once()
        except Exception as error:
            log.exception("what is shown cannot be noted", error=type(error).__name__)
        finally:
            # Whatever happens the next match that settles can start it anew, and ``drain`` does not wait in vain.
            self._writing = None

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

    def _forget(self, match_id: int) -> None:
        """Only when its rows are written: who read them sooner would take old messages for the present ones."""
        match = self._matches.get(match_id)
        if match and not match.pending and match_id not in self._settled and match_id != self._planning:
            del self._matches[match_id]

    def _assign(self, match_id: int, match: Showing, which: str) -> None:
        """Puts a surface into its chat's lane, also when it waits in another chat's; but not while it is called for."""
        chat = match.chat(which)
        if match.pending.get(which) != chat and which not in match.calling:
            match.pending[which] = chat
            self._enqueue(chat, (match_id, which))

    def _enqueue(self, chat_id: int, job: Job) -> None:
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

    async def _try(self, chat_id: int, lane: _Lane, job: Job) -> bool:
        """One step of a job. False: it needs another one."""
        try:
            done = await (self._step(chat_id, *job) if isinstance(job, tuple) else self._run(chat_id, job))
            lane.failures = 0
        except RetryAfter as error:
            self._limiter.halt(chat_id, retry_seconds(error))
        except ChatMigrated as error:
            await self._follow(chat_id, job, error.new_chat_id)
            return True
        except Exception as error:
            if not _may_mend(error):
                await self._give_up(chat_id, job, error)
                return True
            await asyncio.sleep(_PAUSES[min(lane.failures, len(_PAUSES) - 1)])
            lane.failures += 1
        else:
            return done
        return False

    async def _run(self, chat_id: int, errand: _Errand) -> bool:
        await self._slot(chat_id, errand.kind)
        await errand.make(chat_id)
        return True

    async def _follow(self, chat_id: int, job: Job, new_chat_id: int) -> None:
        """A call tells that the group is a supergroup now: it is made there."""
        try:
            await self.migrate(chat_id, new_chat_id)
        except Exception as failure:
            await self._give_up(chat_id, job, failure)
            return
        if not isinstance(job, tuple):
            # Only a new message: there is nothing in the supergroup that an edit could mean.
            if job.kind == "send":
                self._enqueue(new_chat_id, job)
        elif match := self._matches.get(job[0]):
            match.pending.pop(job[1], None)
            self.wake(job[0])

    async def _step(self, chat_id: int, match_id: int, which: str) -> bool:
        """One call for a surface. False: it may need another one in this chat."""
        match = self._matches.get(match_id)
        if match is None or match.pending.get(which) != chat_id:
            return True  # It has gone to another lane.
        step = match.step(which)
        if step is None:
            await self._done(match_id, match, which)
            return True
        if match.chat(which) != chat_id:
            self._assign(match_id, match, which)
            return True
        if step in ("send", "edit"):
            await self._slot(chat_id, "send" if step == "send" else "edit")
            if match.step(which) is None or match.chat(which) != chat_id:
                return False
        match.calling.add(which)
        try:
            await self._show(match_id, match, which)
        finally:
            match.calling.discard(which)
        return False

    async def _done(self, match_id: int, match: Showing, which: str) -> None:
        match.pending.pop(which, None)
        if not match.pending and self._planning != match_id:
            self._settle(match_id, match)

    async def _give_up(self, chat_id: int, job: Job, error: Exception) -> None:
        """An error that another try would not mend must not stop the lane; the next revision tries again."""
        shut = isinstance(error, TelegramError) and is_shut(error)
        said = error.message if isinstance(error, TelegramError) else ""
        (log.info if shut else log.error)(
            "a message cannot be shown", chat=chat_id, error=type(error).__name__, said=said
        )
        try:
            if isinstance(job, tuple) and (match := self._matches.get(job[0])):
                await self._done(job[0], match, job[1])
            if shut and chat_id > 0:
                for match_id in await self._store.write(people.reach, chat_id, False):
                    self.wake(match_id)
        except Exception as failure:
            # The match stays behind, where the next sweep finds it.
            log.error("a delivery cannot be noted", chat=chat_id, error=type(failure).__name__)

    async def _slot(self, chat_id: int, kind: Kind) -> None:
        """Waits for a place in the budget, in the order of asking. Meanwhile something newer may have to be shown."""
        await asyncio.sleep(self._limiter.reserve(chat_id, kind))
        await asyncio.sleep(self._limiter.halted(chat_id))

    async def _show(self, match_id: int, match: Showing, which: str) -> None:
        """Makes the call a surface needs, and notes what it shows now."""
        rows = match.rows if match.rows is not None else {}
        row, want, step = rows.get(which), match.want.get(which), match.step(which)
        if want is not None and step == "send":
            rows[which] = await self._send(match_id, want, match.revision)
            if row is not None:
                self._retire(row, fleeting=want.fleeting)
        elif want is not None and row is not None and step == "edit":
            await self._edit(match, rows, row, want)
        elif row is not None and step in ("pin", "unpin"):
            await self._pin(row, on=step == "pin")
        elif row is not None and step == "end":
            del rows[which]
            self._retire(row, fleeting=which == "turn")
            await self._store.write(queries.gone, match_id, which)

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
        return row

    async def _edit(self, match: Showing, rows: dict[str, Surface], row: Surface, want: Wanted) -> None:
        revision = match.revision
        try:
            await edit(self._bot, row.chat_id, row.message_id, want.screen)
        except BadRequest as error:
            if not is_gone(error):
                raise
            # Somebody deleted it: it is posted again.
            rows.pop(want.which, None)
            await self._store.write(queries.gone, row.match_id, want.which)
            return
        row.digest, row.revision = want.screen.digest, revision
        match.edited.add(want.which)

    async def _pin(self, row: Surface, *, on: bool) -> None:
        """Pins silently where the bot may; where it may not it does not ask again until the next start."""
        try:
            if on:
                await self._bot.pin_chat_message(row.chat_id, row.message_id, disable_notification=True)
            else:
                await self._bot.unpin_chat_message(row.chat_id, row.message_id)
        except (BadRequest, Forbidden):
            if on:
                self._no_pins.add(row.chat_id)
                return
        row.pinned = on
        await self._store.write(queries.shown, row)

    def _retire(self, row: Surface, *, fleeting: bool) -> None:
        """A message that is not the newest any more is deleted or loses its buttons, in its own chat's turn."""

        async def retire(chat: int) -> None:
            await (delete if fleeting else strip)(self._bot, chat, row.message_id)
            if row.pinned:
                with contextlib.suppress(BadRequest, Forbidden):
                    await self._bot.unpin_chat_message(chat, row.message_id)

        self._enqueue(row.chat_id, _Errand("edit", retire))


def _may_mend(error: Exception) -> bool:
    """The network or Telegram failed, not what we asked for: BadRequest is a NetworkError to python-telegram-bot."""
    return isinstance(error, NetworkError) and not isinstance(error, BadRequest)


def _read(session: Session, match_id: int) -> tuple[Look, tuple[View, ...], dict[str, Surface]]:
    look, views = table.looks(session, match_id)
    return look, views, reading.surfaces(session, match_id)
