"""Reactions of the bot and of people."""

import pytest

from tests.playground.driver import Driver, SimRefused

pytestmark = pytest.mark.asyncio

THUMB = [{"type": "emoji", "emoji": "👍"}]
HEART = [{"type": "emoji", "emoji": "❤"}]


async def test_the_bot_reacts_with_one_known_emoji_or_takes_it_back(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann)
    said = await driver.sim(f"people/{ann}/send", chat=group, text="hello")
    where = {"chat_id": group, "message_id": said["message_id"]}
    assert await driver.api("setMessageReaction", **where, reaction=THUMB, is_big=True) is True
    coloured = [{"type": "emoji", "emoji": "❤️"}]
    assert await driver.api("setMessageReaction", **where, reaction=coloured) is True
    assert driver.playground.world.chats[group].messages[said["message_id"]].reactions == {987654321: ("❤",)}
    assert await driver.api("setMessageReaction", **where) is True
    assert driver.playground.world.chats[group].messages[said["message_id"]].reactions == {}
    unknown = [{"type": "emoji", "emoji": "🂡"}]
    assert await driver.error("setMessageReaction", **where, reaction=unknown) == "Bad Request: REACTION_INVALID"
    many = await driver.error("setMessageReaction", **where, reaction=[*THUMB, *HEART])
    assert many == "Bad Request: REACTIONS_TOO_MANY"
    missing = await driver.error("setMessageReaction", chat_id=group, message_id=999, reaction=THUMB)
    assert missing == "Bad Request: message to react not found"
    assert await driver.updates() == []


async def test_reactions_of_people_are_told_on_demand_and_only_to_an_administrator(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann)
    sent = await driver.api("sendMessage", chat_id=group, text="board")

    async def react(*emoji: str) -> None:
        await driver.sim(f"people/{ann}/react", chat=group, message=sent["message_id"], emoji=list(emoji))

    await react("👍")
    await driver.sim(f"groups/{group}/promote", person="bot")
    await react("❤")
    assert [list(update)[1] for update in await driver.updates()] == ["my_chat_member"]
    await driver.api("getUpdates", allowed_updates=["message_reaction"])
    await react("👍", "🎉")
    await react("👍", "🎉")
    await react()
    first, second = [update["message_reaction"] for update in await driver.updates()]
    assert (first["user"]["id"], first["message_id"], first["chat"]["id"]) == (ann, sent["message_id"], group)
    assert (first["old_reaction"], first["new_reaction"]) == (HEART, [*THUMB, {"type": "emoji", "emoji": "🎉"}])
    assert second["new_reaction"] == []
    await driver.sim(f"groups/{group}/promote", person="bot", rights=[])
    await react("👎")
    assert await driver.updates() == []


async def test_an_anonymous_administrator_reacts_as_the_group(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann, bot_admin=True)
    sent = await driver.api("sendMessage", chat_id=group, text="board")
    await driver.api("getUpdates", allowed_updates=["message_reaction"])
    await driver.sim(f"groups/{group}/anonymous", person=ann)
    await driver.sim(f"people/{ann}/react", chat=group, message=sent["message_id"], emoji=["👍"])
    (update,) = await driver.updates()
    assert update["message_reaction"]["actor_chat"]["id"] == group
    assert "user" not in update["message_reaction"]


async def test_people_react_only_with_emoji_telegram_has_and_where_they_may(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    group = await driver.group(ann, bob)
    sent = await driver.api("sendMessage", chat_id=group, text="board")
    react = {"chat": group, "message": sent["message_id"]}
    with pytest.raises(SimRefused, match="can react with this"):
        await driver.sim(f"people/{bob}/react", **react, emoji=["x"])
    await driver.sim(f"groups/{group}/permissions", can_react_to_messages=False)
    with pytest.raises(SimRefused, match="may not react here"):
        await driver.sim(f"people/{bob}/react", **react, emoji=["👍"])
    await driver.sim(f"people/{ann}/react", **react, emoji=["👍"])
    thumb = {"chat_id": group, "message_id": sent["message_id"], "reaction": THUMB}
    assert "not enough rights" in await driver.error("setMessageReaction", **thumb)
