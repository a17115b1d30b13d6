"""The bot itself: its commands, its texts, its menu button."""

from typing import Any

import pytest

from tests.playground.driver import Driver

pytestmark = pytest.mark.asyncio


async def test_get_me_tells_what_the_bot_may(driver: Driver) -> None:
    me = await driver.api("getMe")
    assert (me["id"], me["is_bot"], me["username"]) == (987654321, True, "TestPlayBot")
    assert (me["can_join_groups"], me["can_read_all_group_messages"]) == (True, False)
    assert me["supports_inline_queries"] is True


async def test_commands_are_kept_by_scope_and_language_and_the_narrowest_is_shown(driver: Driver) -> None:
    ann = await driver.person("Ann", started=True, language_code="fr")
    bob = await driver.person("Bob", started=True)
    group = await driver.group(ann, bob)

    async def set_commands(command: str, scope: dict[str, Any] | None, language: str = "") -> None:
        commands = [{"command": command, "description": "x"}]
        given = {"scope": scope} if scope else {}
        assert await driver.api("setMyCommands", commands=commands, language_code=language, **given) is True

    async def shown(person: int, chat: int) -> list[str]:
        found = await driver.look("commands", person=person, chat=chat)
        return [command["command"] for command in found]

    await set_commands("default", None)
    await set_commands("private", {"type": "all_private_chats"})
    await set_commands("privee", {"type": "all_private_chats"}, "fr")
    await set_commands("groups", {"type": "all_group_chats"})
    await set_commands("admins", {"type": "all_chat_administrators"})
    assert [await shown(ann, ann), await shown(bob, bob)] == [["privee"], ["private"]]
    assert [await shown(ann, group), await shown(bob, group)] == [["admins"], ["groups"]]
    await set_commands("only_bob", {"type": "chat_member", "chat_id": group, "user_id": bob})
    assert await shown(bob, group) == ["only_bob"]
    assert (await driver.api("getMyCommands", scope={"type": "all_private_chats"}))[0]["command"] == "private"
    assert await driver.api("deleteMyCommands", scope={"type": "all_private_chats"}) is True
    assert await shown(bob, bob) == ["default"]
    assert await driver.api("getMyCommands", scope={"type": "all_private_chats"}) == []


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"commands": [{"command": "Play", "description": "x"}]}, "BOT_COMMAND_INVALID"),
        ({"commands": [{"command": "a" * 33, "description": "x"}]}, "BOT_COMMAND_INVALID"),
        ({"commands": [{"command": "play", "description": ""}]}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        ({"commands": [{"command": "play", "description": "x" * 257}]}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        ({"commands": [{"command": f"c{n}", "description": "x"} for n in range(101)]}, "BOT_COMMANDS_TOO_MUCH"),
        ({"commands": [], "language_code": "eng"}, "invalid language code specified"),
        ({"commands": [], "scope": {"type": "moon"}}, "BotCommandScope"),
        ({"commands": [], "scope": {"type": "chat"}}, "BotCommandScope"),
    ],
)
async def test_commands_telegram_would_refuse_are_refused(driver: Driver, given: dict[str, Any], text: str) -> None:
    assert text in await driver.error("setMyCommands", **given)


async def test_names_and_descriptions_are_kept_by_language(driver: Driver) -> None:
    assert await driver.api("getMyName") == {"name": "Big Ben"}
    for suffix, name, most in (
        ("Name", "name", 64),
        ("Description", "description", 512),
        ("ShortDescription", "short_description", 120),
    ):
        await driver.api(f"setMy{suffix}", **{name: "all"})
        await driver.api(f"setMy{suffix}", **{name: "tous", "language_code": "fr"})
        assert await driver.api(f"getMy{suffix}", language_code="fr") == {name: "tous"}
        assert await driver.api(f"getMy{suffix}", language_code="vi") == {name: "all"}
        assert "too long" in await driver.error(f"setMy{suffix}", **{name: "a" * (most + 1)})


async def test_the_menu_button_is_kept_by_chat(driver: Driver) -> None:
    ann = await driver.person("Ann", started=True)
    await driver.api("setChatMenuButton", chat_id=ann, menu_button={"type": "default"})
    assert await driver.api("getChatMenuButton", chat_id=ann) == {"type": "default"}
    assert await driver.api("getChatMenuButton") == {"type": "commands"}
    assert "menu button" in await driver.error("setChatMenuButton", menu_button={"type": "x"})
