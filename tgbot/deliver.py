"""Makes Telegram show what is committed.

The law
    Screens are projections of the database. ``wake`` says that a match may be behind; nothing else is remembered that
    the database does not hold, so after a crash ``catch_up`` finds what is behind.
    While a surface waits in its chat's lane (``tgbot.outbox``), a newer state of it takes the older one's place: newest
    wins.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from datetime import datetime

import structlog
from telegram import Bot
from telegram.error import TelegramError

from tgbot import errands, people, table
from tgbot.clock import Clock
from tgbot.closures import Closure, Closures, closure
from tgbot.drawing import Drawing
from tgbot.noting import Notes
from tgbot.outbox import Job, Outbox
from tgbot.pictures import Picture
from tgbot.posting import Poster, log_broken
from tgbot.refusals import Refused
from tgbot.screens.screen import Screen
from tgbot.showing import Glimpse, Showing
from tgbot.store import Session, Store, queries, reading
from tgbot.store.reading import SurfaceRow
from tgbot.store.snapshot import Unloadable
from tgbot.surfaces import wanted
from tgbot.wanted import Wanted
from tgbot.wire.limiter import Limiter

log = structlog.get_logger(__name__)

_ASK_AGAIN = 3600.0
"""Seconds after which what a chat refused is tried again: another process may have been told that it is allowed now."""


class Deliverer:
    """Sends and edits the messages of all matches."""

    def __init__(
        self,
        bot: Bot,
        store: Store,
        limiter: Limiter,
        now: Callable[[], datetime] | None = None,
        drawing: Drawing | None = None,
    ) -> None:
        """``drawing`` None: everything is text."""
        self._bot = bot
        self._store = store
        self.limiter = limiter
        self._outbox = Outbox(limiter, self)
        self._poster = Poster(bot, store, self._outbox, drawing, self._replan)
        self._now = now or Clock().now
        self._matches: dict[int, Showing] = {}
        self._planning: int | None = None
        self._woken: dict[int, Glimpse | None] = {}
        self._bell = asyncio.Event()
        self._whispering = asyncio.Lock()
        self._ask_again = time.monotonic() + _ASK_AGAIN
        self._notes = Notes(store, self._matches, self._forget)
        self._closures = Closures(store, self._matches, self.wake, self._now)
        self._doubted: set[int] | None = None
        """Matches that were behind at the start: an edit may have been made and not noted when the process ended."""
        self.leads: Callable[[], bool] = lambda: True
        """Whether this process shows matches. Where another one does, it hears of each commit from the database."""

    @property
    def forgotten(self) -> int:
        """How often messages of matches were written down and forgotten. A transaction that began before may not have
        seen what was written, and what it saw is no start to go on from.
        """
        return self._notes.written

    @property
    def draws(self) -> bool:
        """Whether anything is shown as a picture, where people want it."""
        return self._poster.drawing is not None

    @property
    def waiting(self) -> int:
        """In how many chats something waits to be sent or edited."""
        return len(self._outbox)

    def wake(self, match_id: int, glimpse: Glimpse | None = None) -> None:
        """The match has changed. ``glimpse``: the match as the change left it; without one it is read."""
        if not self.leads():
            return
        waits = self._woken.get(match_id, glimpse)
        # Whoever gives no glimpse may know of something that the glimpses of others do not show. Several writers may
        # be heard in another order than they committed.
        if waits is None or glimpse is None:
            self._woken[match_id] = None
        elif glimpse.look.facts.revision >= waits.look.facts.revision:
            self._woken[match_id] = glimpse
        self._bell.set()

    def post(
        self,
        chat_id: int,
        screen: Screen,
        *,
        thread_id: int | None = None,
        reply_to: int | None = None,
        ended: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """A message that belongs to no match, such as the answer to a command. Sent in the chat's turn. ``ended``: done
        when Telegram has taken it, or has refused it for good; not when this process stops before.
        """
        self._outbox.add(chat_id, errands.message(self._bot, chat_id, screen, thread_id, reply_to, ended))

    def post_file(self, chat_id: int, name: str, content: bytes, caption: str) -> None:
        """A file that belongs to no message, such as a match to check. Sent in the chat's turn."""
        self._outbox.add(chat_id, errands.document(self._bot, name, content, caption))

    def post_picture(self, chat_id: int, picture: Picture, screen: Screen, *, thread_id: int | None = None) -> None:
        """A picture that belongs to no match, with the screen's caption; where none can be shown it is left out."""
        if self._poster.drawing is not None:
            drawn = errands.Drawn(picture, self._poster.drawing, self._poster.no_photos)
            self._outbox.add(chat_id, errands.pictured(self._bot, drawn, screen, thread_id))

    def redraw(self, chat_id: int, message_id: int, screen: Screen) -> None:
        """Something else in a message that belongs to no match, such as settings. It does no harm where it is gone."""
        self._outbox.add(chat_id, errands.redrawn(self._bot, message_id, screen))

    async def whispered(self, row: SurfaceRow) -> None:
        """A message that one member alone sees stands now; the one before it goes."""
        # What is written last is known last.
        async with self._whispering:
            before = await self._store.write(queries.replaced, row)
            if match := self._matches.get(row.match_id):
                match.note(row)
        if before is not None and before.message_id != row.message_id:
            self._poster.retire(before, fleeting=True)
        # The match may have gone on meanwhile.
        self.wake(row.match_id)

    async def migrate(self, chat_id: int, new_chat_id: int) -> None:
        """A group has become a supergroup. Its messages stayed behind, what should stand is posted there anew (C34)."""
        for match_id in await self._store.write(people.migrate, chat_id, new_chat_id):
            if match := self._matches.get(match_id):
                match.leave(chat_id)
            self.wake(match_id)

    async def try_again(self, chat_id: int) -> None:
        """The bot's rights in a group have changed: what was refused may be allowed now."""
        self._poster.no_pins.discard(chat_id)
        self._poster.no_photos.discard(chat_id)
        for match_id in await self._store.read(people.live_in, chat_id):
            self.wake(match_id)

    async def step_down(self) -> None:
        """Another process shows matches from now on, and ``run`` has ended: what is known of them is forgotten."""
        await self._outbox.abandon()
        await self._notes.abandon()
        for known in (self._matches, self._woken, self._poster.no_pins, self._poster.no_photos):
            known.clear()
        self._planning = self._doubted = None

    async def catch_up(self) -> None:
        """Wakes every match that is behind and not under way."""
        if time.monotonic() >= self._ask_again:
            self._ask_again = time.monotonic() + _ASK_AGAIN
            self._poster.no_pins.clear()
            self._poster.no_photos.clear()
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
                glimpse = self._woken.pop(self._planning)
                try:
                    await self._plan(self._planning, glimpse)
                except Exception:
                    log.exception("a match cannot be shown", match=self._planning)
                self._planning = None

    async def drain(self, seconds: float) -> None:
        """Waits until all that was woken is shown, at the most so long; what is left then waits for the next start."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._woken or self._planning or self._outbox or self._notes.writing:
                    if self._outbox:
                        await self._outbox.wait()
                    else:
                        await asyncio.sleep(0.01)
        await self._outbox.abandon()
        await self._notes.finish()

    async def _plan(self, match_id: int, glimpse: Glimpse | None) -> None:
        match = self._matches.setdefault(match_id, Showing(self._poster.no_pins, self._poster.no_photos))
        if glimpse is None or (match.rows is None and glimpse.since != self.forgotten):
            try:
                glimpse = await self._store.read(glimpse_of, match_id, self.forgotten)
            except Unloadable as refused:
                await self._leave(match_id, match, refused)
                return
            except Refused:
                self._matches.pop(match_id, None)
                return
        if glimpse.look.facts.revision < match.revision:
            return  # Something newer is shown or under way.
        self._draw(match_id, match, glimpse)

    async def _replan(self, match_id: int) -> None:
        await self._plan(match_id, None)

    async def _leave(self, match_id: int, match: Showing, refused: Unloadable) -> None:
        """A match that cannot be read goes on showing what it showed; whoever can read it again shows it anew."""
        log.error("a match cannot be read", match=match_id, error=str(refused.code))
        match.revision = (await self._store.read(queries.match_of, match_id)).revision
        if not match.pending:
            self._settle(match_id, match)

    def _draw(self, match_id: int, match: Showing, glimpse: Glimpse) -> None:
        """Finds out which surfaces need something, and puts them into their lanes."""
        if match.rows is None:
            match.rows = glimpse.rows | match.learnt
            if self._doubted and match_id in self._doubted:
                self._doubted.discard(match_id)
                for row in glimpse.rows.values():
                    row.digest = ""
        facts = glimpse.look.facts
        match.revision, match.shut = facts.revision, facts.chat_id if facts.hushed else None
        match.plain = self._poster.plain.get(match_id, match.plain)
        match.want = self._wanted(match_id, glimpse)
        for which in dict.fromkeys([*match.want, *match.rows]):
            if match.step(which):
                self._assign(match_id, match, which)
        if not match.pending:
            self._settle(match_id, match)

    def _wanted(self, match_id: int, glimpse: Glimpse) -> dict[str, Wanted]:
        look, views, bot = glimpse.look, glimpse.views, self._bot.username
        if self.draws:
            try:
                return {w.which: w for w in wanted(look, views, bot)}
            except Exception as error:
                log_broken("a match cannot be pictured", error, match=match_id)
        return {w.which: w for w in wanted(look, views, bot, pictures=False)}

    def _settle(self, match_id: int, match: Showing) -> None:
        """Everything of the match stands at Telegram, which is written down soon."""
        self._notes.add(match_id, match)

    def _forget(self, match_id: int) -> None:
        """Only when its rows are written: who read them sooner would take old messages for the present ones."""
        match = self._matches.get(match_id)
        if match and not match.pending and match_id not in self._notes and match_id != self._planning:
            del self._matches[match_id]

    def _assign(self, match_id: int, match: Showing, which: str) -> None:
        """Puts a surface into its chat's lane, also when it waits in another chat's; but not while it is called for."""
        chat = match.chat(which)
        if match.pending.get(which) != chat and which not in match.calling:
            match.pending[which] = chat
            self._outbox.add(chat, (match_id, which))

    async def follow(self, chat_id: int, job: Job, new_chat_id: int) -> None:
        """A call tells that the group is a supergroup now: it is made there."""
        try:
            await self.migrate(chat_id, new_chat_id)
        except Exception as failure:
            await self.give_up(chat_id, job, failure)
            return
        if not isinstance(job, tuple):
            # Only a new message: there is nothing in the supergroup that an edit could mean.
            if job.kind == "send":
                self._outbox.add(new_chat_id, job)
        elif match := self._matches.get(job[0]):
            match.pending.pop(job[1], None)
            self.wake(job[0])

    async def step(self, chat_id: int, match_id: int, which: str) -> bool:
        """One call for a surface. False: it may need another one in this chat."""
        match = self._matches.get(match_id)
        if match is None or match.pending.get(which) != chat_id or not self.leads():
            return True  # It has gone to another lane, or to another process.
        step = match.step(which)
        if step is None:
            self._done(match_id, match, which)
            return True
        if match.chat(which) != chat_id:
            self._assign(match_id, match, which)
            return True
        if step in ("send", "edit"):
            await self._outbox.slot(chat_id, "send" if step == "send" else "edit")
            if match.step(which) is None or match.chat(which) != chat_id or not self.leads():
                return False
        match.calling.add(which)
        try:
            await self._poster.show(match_id, match, which)
        finally:
            match.calling.discard(which)
        return False

    def _done(self, match_id: int, match: Showing, which: str) -> None:
        match.pending.pop(which, None)
        if not match.pending and self._planning != match_id:
            self._settle(match_id, match)

    async def give_up(self, chat_id: int, job: Job, error: Exception) -> None:
        """An error that another try would not mend must not stop the lane; the next revision tries again."""
        closed = closure(error)
        said = error.message if isinstance(error, TelegramError) else ""
        (log.error if closed is None else log.info)(
            "a message cannot be shown", chat=chat_id, error=type(error).__name__, said=said
        )
        if closed is Closure.CHAT:
            self._closures.stop(chat_id)
        if isinstance(job, tuple) and (match := self._matches.get(job[0])):
            if closed in (Closure.TOPIC, Closure.DELETED) and (want := match.want.get(job[1])):
                await self._closures.close_topic(want, deleted=closed is Closure.DELETED)
            self._done(job[0], match, job[1])
        if closed is Closure.CHAT:
            await self._closures.shut(chat_id)


def glimpse_of(session: Session, match_id: int, since: int) -> Glimpse:
    """The match as the transaction sees it; ``since`` as in ``Glimpse``. Raises Refused when there is none."""
    look, views = table.looks(session, match_id)
    return Glimpse(look, views, reading.surfaces(session, match_id), since)
