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
from tgbot.deliver import Deliverer
from tgbot.lobby import Place
from tgbot.store import Session, Store
from tgbot.store.tables import Surface
from tgbot.surfaces import STAYS, Wanted, wanted
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

    def __init__(self, scene: Scene, telegram: TelegramFake, *, generous: bool = True) -> None:
        self.scene = scene
        self.telegram = telegram
        self.store = hasty(InlineStore(scene.store.url))
        plenty = {"overall": PLENTY, "private": dict.fromkeys(("send", "edit"), PLENTY)} if generous else {}
        plenty |= {"group": plenty["private"]} if generous else {}
        self.limiter = Limiter(asyncio.get_running_loop().time, **plenty)  # type: ignore[arg-type]
        self.sweeps: list[asyncio.Task[None]] = []
        self.start()

    def start(self) -> None:
        """A process starts."""
        self.deliverer = Deliverer(self.telegram.bot, self.store, self.limiter)
        self.work = asyncio.create_task(self.deliverer.run())

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
            if task is self.work or "Deliverer._serve" in repr(task.get_coro()):
                task.cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    def do(self, use_case: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """A use case, after which its match is woken; the match is the first argument."""
        done = self.scene.do(use_case, *args, **kwargs)
        self.deliverer.wake(int(str(args[0])))
        return done

    def press(self, match: int, move: str | None = None) -> None:
        """Whoever's turn it is moves."""
        self.scene.press(match, move)
        self.deliverer.wake(match)

    async def quiet(self, seconds: float = 3600) -> None:
        """Until everything is shown."""
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
        return {w.which: w for w in wanted(look, views, self.telegram.username)}

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
                assert want.epoch == STAYS, f"{which} is missing"
                continue
            row = rows.pop(which)
            sent = self.telegram.chats[want.chat_id].get(row.message_id)
            assert sent is not None, f"{which} does not stand"
            assert (sent.text, sent.keyboard) == (want.screen.text, markup(want.screen.keyboard)), f"{which} is behind"
            assert want.epoch in (row.epoch, STAYS)
            assert row.digest == want.screen.digest
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
    return re.search(r"[Ii]t is your move(!|</b> in)", sent.text) is not None


@contextlib.asynccontextmanager
async def world(scene: Scene, telegram: TelegramFake | None = None, *, generous: bool = True) -> AsyncIterator[World]:
    made = World(scene, telegram or TelegramFake(), generous=generous)
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
