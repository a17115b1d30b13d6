"""Where the bot is taken in it shows the games, if they can be played there."""

from __future__ import annotations

import pytest
from telegram import Update

from tests.shell.fuzzing import RIGHTS, Telegram
from tests.shell.setting import ANN, Scene
from tests.shell.world import World, virtually
from tgbot.clock import Clock
from tgbot.deadlines import Deadlines
from tgbot.handlers import others
from tgbot.handlers.shell import Shell

CHAT = -1001234567890


@pytest.mark.parametrize(("kind", "shown"), [("group", 1), ("supergroup", 1), ("channel", 0)])
def test_a_group_that_takes_the_bot_in_is_shown_the_games_and_a_channel_is_not(
    scene: Scene, kind: str, shown: int
) -> None:
    telegram = Telegram()
    bot = {"id": telegram.id, "is_bot": True, "first_name": "Big Ben"}
    change = {
        "chat": {"id": CHAT, "type": kind, "title": "News"},
        "from": {"id": ANN, "is_bot": False, "first_name": "Ann"},
        "date": 1,
        "old_chat_member": {"status": "left", "user": bot},
        "new_chat_member": {"status": "administrator", "user": bot, **dict.fromkeys(RIGHTS, True)},
    }

    async def play(world: World) -> None:
        clock = Clock()
        deadlines = Deadlines(world.store, clock, world.deliverer)
        shell = Shell(world.telegram.bot, world.store, clock, world.deliverer, deadlines)
        update = Update.de_json({"update_id": 1, "my_chat_member": change}, None)
        assert update is not None
        await others.my_chat_member(shell, update)
        await world.quiet()
        assert len(telegram.stands(CHAT)) == shown

    virtually(play, scene, telegram=telegram)
