"""A database that can do nothing for a while: who presses is told so, everything else is done when it is back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import psycopg
import pytest
from sqlalchemy.exc import OperationalError

from tests.shell.ear import Ear, Heard
from tests.shell.overheard import Table
from tests.shell.setting import ANN, GROUP, PEOPLE, PLACE, Scene
from tests.shell.world import World, world
from tests.wire.virtual_time import run_virtually
from tgbot.app import lane, make_application, taking
from tgbot.gate import Gate, Limits
from tgbot.refusals import Code
from tgbot.screens.texts import refusal
from tgbot.wire.incoming import read
from tgbot.wire.lanes import Lanes
from tgbot.words import words

LANGUAGES = ("en", "vi", "fr", "ru")


class Bot:
    """The bot with its lanes, and Telegram that brings updates. ``away``: the database cannot be reached."""

    def __init__(self, world: World, ear: Ear, match: int) -> None:
        self.world, self.ear = world, ear
        self.away = False
        world.store._maybe_fail = self._fail  # type: ignore[method-assign]
        self.shell = Table(world, ear, match).shell
        gate = Gate(Limits(commands=1), asyncio.get_running_loop().time)
        application = make_application(cast(Any, ear.bot), self.shell, gate)
        application._initialized = True
        self.lanes = Lanes(taking(application), lane, 30)
        self.brought = 0

    def _fail(self, do: object) -> None:
        if self.away:
            raise OperationalError("a statement", None, psycopg.OperationalError("the server is away"))

    def bring(self, kind: str, person: int, app: str, **content: Any) -> None:
        self.brought += 1
        self.ear.asked[str(self.brought)] = (person, "?")
        user = {"id": person, "is_bot": False, "first_name": "Ann", "language_code": app}
        chat = {"id": GROUP, "type": "supergroup", "title": PLACE.title}
        message = {"message_id": 10**5 + self.brought, "date": 1, "chat": chat}
        if kind == "callback_query":
            made = {"id": str(self.brought), "from": user, "chat_instance": "1", "message": message, **content}
        else:
            made = {**message, "from": user, **content}
        self.lanes.begin(read({"update_id": self.brought, kind: made}, cast(Any, self.ear)))

    def heard(self, where: str) -> list[Heard]:
        return [one for one in self.ear.heard if one.where == where]


def served(scene: Scene, test: Callable[[Bot, int], Any]) -> None:
    """Runs a test on virtual time with a match that runs and is shown."""

    async def main() -> None:
        ear = Ear()
        async with world(scene, ear) as made:
            match = made.running(4)
            bot = Bot(made, ear, match)
            await made.show(match)
            await test(bot, match)
            await bot.shell.drain(1)
            await bot.lanes.abandon()

    run_virtually(main())


@pytest.mark.parametrize("app", LANGUAGES)
def test_c09_a_press_is_told_to_be_made_again_and_is_not_made_later(scene: Scene, app: str) -> None:
    async def test(bot: Bot, match: int) -> None:
        person, move = PEOPLE[scene.to_act(match)], scene.moves(match)[0]
        data, before = f"{match}:{scene.row(match).position}:!{move}", scene.dump()
        bot.away = True
        bot.bring("callback_query", person, app, data=data)
        await asyncio.sleep(5)
        [told] = bot.heard(f"answer {person}")
        assert refusal(Code.NOT_NOW, {}, words(app)) in told.said
        assert "show_alert: True" in told.said
        bot.away = False
        await asyncio.sleep(60)
        assert scene.dump() == before
        bot.bring("callback_query", person, app, data=data)
        await asyncio.sleep(1)
        assert [play.move for play in scene.facts(match).plays] == [move]

    served(scene, test)


def test_a_command_waits_and_is_done_once_and_to_wait_counts_as_no_other_command(scene: Scene) -> None:
    async def test(bot: Bot, match: int) -> None:
        bot.away = True
        entities = [{"type": "bot_command", "offset": 0, "length": 7}]
        shown = len(bot.heard(f"chat {GROUP}"))
        bot.bring("message", ANN, "en", text="/status", entities=entities)
        await asyncio.sleep(100)
        assert len(bot.lanes) == 1
        assert len(bot.heard(f"chat {GROUP}")) == shown
        bot.away = False
        await asyncio.sleep(10)
        assert len(bot.lanes) == 0
        [said] = bot.heard(f"chat {GROUP}")[shown:]
        assert "Time Bomb" in said.said

    served(scene, test)
