"""The bot's run: however it ends, nothing of it goes on."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from telegram.error import InvalidToken

from tests.shell.setting import Scene
from tests.shell.telegram_fake import TelegramFake
from tests.shell.touch import Touch
from tgbot import app, process
from tgbot.clock import Clock
from tgbot.config import Settings
from tgbot.deadlines import Deadlines
from tgbot.deliver import Deliverer
from tgbot.gate import Gate
from tgbot.handlers.shell import Shell
from tgbot.wire.limiter import Limiter


class Refused(Touch):
    """A loop of updates that Telegram refuses in the middle of the work."""

    def __init__(self, shell: Shell, match: int) -> None:
        super().__init__()
        self.shell, self.match = shell, match

    stuck = False

    def stop(self) -> None:
        """Nobody asks for it."""

    async def run(self) -> None:
        self.shell.changed(self.match)
        await asyncio.sleep(0.1)
        raise InvalidToken("refused")


@pytest.mark.asyncio
async def test_a_run_that_fails_leaves_nothing_at_work(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(*_: object) -> None:
        """Telegram is there, and needs no command lists."""

    clock, match, before = Clock(), scene.running(4), asyncio.all_tasks()
    deliverer = Deliverer(TelegramFake().bot, scene.store, Limiter(clock.monotonic), clock.now)
    shell = Shell(deliverer._bot, scene.store, clock, deliverer, Deadlines(scene.store, clock, deliverer))
    monkeypatch.setattr(process, "_introduce", silent)
    monkeypatch.setattr(process, "_reach_telegram", silent)
    monkeypatch.setattr(process, "UpdateLoop", lambda *_, **__: Refused(shell, match))
    gate, bot = Gate(Settings(_env_file=None).limits, clock.monotonic), cast(Any, deliverer._bot)
    application = app.make_application(bot, shell, gate)
    with pytest.raises(InvalidToken):
        await process._run(Settings(_env_file=None), shell, application)
    await asyncio.sleep(0)
    assert not shell.deadlines._scheduler.running
    assert asyncio.all_tasks() == before
