"""What a press sees of its match, and how good that is when it comes to be shown."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tests.shell.setting import PEOPLE, Scene
from tests.shell.telegram_fake import TelegramFake
from tgbot import table
from tgbot.clock import Clock
from tgbot.deadlines import Deadlines
from tgbot.deliver import Deliverer
from tgbot.handlers.shell import Shell
from tgbot.people import Visit
from tgbot.running import Done
from tgbot.showing import Glimpse
from tgbot.store import Session
from tgbot.wire.limiter import Limiter

pytestmark = pytest.mark.asyncio


class Seen:
    """A bot in which one press is made; what is handed to the deliverer is kept."""

    def __init__(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        self.scene, self.match, self.glimpses = scene, scene.running(4), list[Glimpse]()
        clock, telegram = Clock(), TelegramFake()
        self.deliverer = Deliverer(telegram.bot, scene.store, Limiter(clock.monotonic), clock.now)
        self.shell = Shell(
            telegram.bot, scene.store, clock, self.deliverer, Deadlines(scene.store, clock, self.deliverer)
        )
        monkeypatch.setattr(self.deliverer, "wake", lambda _, glimpse: self.glimpses.append(glimpse))
        monkeypatch.setattr(self.shell.deadlines, "arm_soon", lambda: None)

    def note(self) -> None:
        """Messages are written down and forgotten."""
        self.deliverer._notes.written += 1

    async def press(self, *, during: bool) -> Glimpse:
        """The match as a press hands it on; ``during``: something is noted while its transaction is under way."""

        def do(session: Session) -> Done:
            if during:
                self.note()
            person, move = PEOPLE[self.scene.to_act(self.match)], self.scene.moves(self.match)[0]
            position = self.scene.row(self.match).position
            return table.press(session, self.match, position, person, move, self.scene.now)

        await self.shell.change(Visit(None, None, self.scene.now), do)
        return self.glimpses[-1]


async def test_what_was_noted_while_a_press_looked_it_may_not_have_seen(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = Seen(scene, monkeypatch)
    glimpse = await seen.press(during=True)
    assert glimpse.since != seen.deliverer.forgotten


async def test_what_was_noted_while_a_press_waited_for_its_turn_it_has_seen(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = Seen(scene, monkeypatch)
    transact = cast(Any, scene.store.transact)

    def later(do: Any) -> Any:
        seen.note()
        return transact(do)

    monkeypatch.setattr(scene.store, "transact", later)
    glimpse = await seen.press(during=False)
    assert glimpse.since == seen.deliverer.forgotten
