"""A bot's delivery on virtual time: real tables, real rules, a Telegram of ours."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlmodel import select

from tests.shell.setting import PLACE, Scene, hasty
from tests.shell.telegram_fake import Sent, TelegramFake
from tests.wire.virtual_time import run_virtually
from tgbot import table
from tgbot.deliver import Deliverer, glimpse_of
from tgbot.drawing import Drawing
from tgbot.handlers.whispers import Whispers
from tgbot.lobby import Place
from tgbot.pictures import Picture
from tgbot.store import Session, Store
from tgbot.store.tables import Surface
from tgbot.surfaces import wanted
from tgbot.wanted import STAYS, Wanted
from tgbot.wire.limiter import Budget, Limiter
from tgbot.wire.messages import markup

P = ParamSpec("P")
T = TypeVar("T")

PLENTY = Budget(burst=10**6, per_second=10**6)


class InlineStore(Store):
    """Runs transactions in the calling thread, so that time may be virtual. Writes take their turn as with one worker
    thread; ``pause`` gives the seconds before a transaction and again before its answer arrives.
    """

    def __init__(self, url: str, pause: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(url)
        self.pause = pause
        self.failures: list[tuple[str, Exception]] = []
        self._turn = asyncio.Lock()

    async def write(self, do: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        async with self._turn:
            await asyncio.sleep(self.pause())
            self._maybe_fail(do)
            with self.writing() as session:
                value = do(session, *args, **kwargs)
        await asyncio.sleep(self.pause())
        return value

    async def read(self, do: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        await asyncio.sleep(self.pause())
        self._maybe_fail(do)
        with self.reading() as session:
            value = do(session, *args, **kwargs)
        await asyncio.sleep(self.pause())
        return value

    def _maybe_fail(self, do: object) -> None:
        for failure in self.failures:
            if failure[0] == getattr(do, "__name__", ""):
                self.failures.remove(failure)
                raise failure[1]


class World:
    """A scene and its delivery."""

    def __init__(self, scene: Scene, telegram: TelegramFake, *, generous: bool = True, pictures: bool = False) -> None:
        self.scene = scene
        self.pictures = pictures
        self.drawn: list[Picture] = []
        self.brush: Callable[[], float] = lambda: 0.0
        """Seconds the next picture takes."""
        self.telegram = telegram
        self.store = hasty(InlineStore(scene.store.url))
        plenty = {"overall": PLENTY, "private": dict.fromkeys(("send", "edit"), PLENTY)} if generous else {}
        plenty |= {"group": plenty["private"]} if generous else {}
        self.limiter = Limiter(asyncio.get_running_loop().time, **plenty)  # type: ignore[arg-type]
        self.sweeps: list[asyncio.Task[None]] = []
        self.whispers: Whispers
        """Set by those who whisper."""
        self.glimpsed: Callable[[], float | None] = lambda: None
        """Seconds until the deliverer gets the glimpse a change has made of its match; None: it makes none."""
        self._glimpses_until = 0.0
        self.start()

    def start(self) -> None:
        """A process starts."""
        drawing = Drawing(self._draw) if self.pictures else None
        self.deliverer = Deliverer(self.telegram.bot, self.store, self.limiter, lambda: self.scene.now, drawing)
        self.work = asyncio.create_task(self.deliverer.run())

    async def _draw(self, picture: Picture) -> bytes:
        """No thread may work on virtual time; a file here is what the picture shows."""
        self.drawn.append(picture)
        await asyncio.sleep(self.brush())
        return picture.digest.encode()

    def lobby(self, persons: int = 1, computers: int = 0, place: Place = PLACE) -> int:
        """A lobby; its message with the games stands."""
        match = self.scene.lobby(persons, computers, place)
        self._menu(match)
        return match

    def running(self, persons: int = 4, computers: int = 0, **how: Any) -> int:
        """A match that has begun; the message of its lobby stands."""
        match = self.scene.running(persons, computers, **how)
        self._menu(match)
        return match

    def _menu(self, match: int) -> None:
        row = self.rows(match)["lobby"]
        self.telegram.chats.setdefault(row.chat_id, {})[row.message_id] = Sent(row.message_id, row.chat_id, "?", None)

    async def kill(self) -> None:
        """The process is gone, and with it all that only memory held."""
        me = asyncio.current_task()
        for task in asyncio.all_tasks() - {me}:
            if task is self.work or "Outbox._serve" in repr(task.get_coro()):
                task.cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    def do(self, use_case: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """A use case, after which its match is woken; the match is the first argument."""
        since = self.deliverer.forgotten
        done = self.scene.do(use_case, *args, **kwargs)
        self._changed(int(str(args[0])), since)
        return done

    def press(self, match: int, move: str | None = None) -> None:
        """Whoever's turn it is moves."""
        since = self.deliverer.forgotten
        self.scene.press(match, move)
        self._changed(match, since)

    def _changed(self, match: int, since: int) -> None:
        """Glimpses arrive late, but in the order of the transactions: there is one writer."""
        late = self.glimpsed()
        if late is None:
            self.deliverer.wake(match)
            return
        loop = asyncio.get_running_loop()
        self._glimpses_until = max(self._glimpses_until, loop.time() + late)
        glimpse = self.scene.do(glimpse_of, match, since)
        loop.call_at(self._glimpses_until, self.deliverer.wake, match, glimpse)

    async def quiet(self, seconds: float = 3600) -> None:
        """Until everything is shown."""
        # A moment later than the last glimpse, which otherwise may come after this.
        await asyncio.sleep(max(0.0, self._glimpses_until - asyncio.get_running_loop().time()) + 0.001)
        await self.deliverer.drain(seconds)

    async def show(self, match: int) -> None:
        """Wakes a match and waits until it is shown."""
        self.deliverer.wake(match)
        await self.quiet()

    def rows(self, match: int) -> dict[str, Surface]:
        with self.scene.store.reading() as session:
            found = session.exec(select(Surface).where(Surface.match_id == match)).all()
            return {row.which: row for row in found}

    def wanted(self, match: int) -> dict[str, Wanted]:
        look, views = self.scene.do(table.looks, match)
        return {w.which: w for w in wanted(look, views, self.telegram.username, pictures=self.pictures)}

    def message(self, match: int, which: str) -> Sent:
        """The message that a surface is."""
        row = self.rows(match)[which]
        return self.telegram.chats[row.chat_id][row.message_id]

    def assert_shown(self, match: int) -> None:
        """Telegram shows the match as it is committed, and no message but those that count can be pressed."""
        self.assert_surfaces_shown(match)
        self.assert_old_ones_are_dead()

    def assert_surfaces_shown(self, match: int) -> None:
        """Every message that counts is as it should be."""
        rows = self.rows(match)
        for which, want in self.wanted(match).items():
            if which not in rows:
                assert want.epoch == STAYS or want.alone, f"{which} is missing"
                continue
            row = rows.pop(which)
            alone = self.telegram.whispers.get((want.chat_id, want.alone or 0), {})
            sent = (alone if want.alone else self.telegram.chats[want.chat_id]).get(row.message_id)
            assert sent is not None, f"{which} does not stand"
            photo = want.picture is not None and want.chat_id not in self.telegram.no_photos
            text = want.screen.caption if photo else want.screen.text
            assert (sent.text, sent.keyboard) == (text, markup(want.screen.keyboard)), f"{which} is behind"
            assert sent.picture == (want.picture.digest.encode() if want.picture and photo else None)
            assert want.epoch in (row.epoch, STAYS)
            assert (row.photo, row.digest) == (photo, want.photo_digest if photo else want.screen.digest)
            assert row.pinned == (row.message_id in self.telegram.pins.get(row.chat_id, ()))
        assert not rows, "surfaces that nobody wants"
        assert self.scene.row(match).delivered == self.scene.row(match).revision

    def assert_old_ones_are_dead(self) -> None:
        """What no surface stands for any more has no buttons, calls nobody and is not pinned."""
        with self.scene.store.reading() as session:
            live = set(session.exec(select(Surface.message_id)).all())
        # Who has blocked the bot keeps what he had: it cannot be touched.
        blocked = {call.chat_id for call in self.telegram.calls if call.error and "blocked" in call.error}
        for sent in (sent for chat in self.telegram.chats.values() for sent in chat.values()):
            if sent.message_id not in live and sent.chat_id not in blocked:
                assert not sent.keyboard, f"an old message can be pressed: {sent.text}"
                assert not is_call(sent), "an old call stands"
                assert sent.message_id not in self.telegram.pins.get(sent.chat_id, ()), "an old message is pinned"


def is_call(sent: Sent) -> bool:
    """Whether a message calls somebody to the table, in the group or privately."""
    return re.search(r"[Ii]t is your move(!|</b> ·)", sent.text) is not None


@contextlib.asynccontextmanager
async def world(scene: Scene, telegram: TelegramFake | None = None, **how: Any) -> AsyncIterator[World]:
    made = World(scene, telegram or TelegramFake(), **how)
    try:
        yield made
    finally:
        await made.kill()
        made.store.close()


def virtually(test: Callable[[World], Awaitable[None]], scene: Scene, **how: Any) -> None:
    """Runs a test on virtual time in a world of its own."""

    async def main() -> None:
        async with world(scene, **how) as made:
            await test(made)

    run_virtually(main())
