"""Forum topics, General, and threads of replies elsewhere."""

from typing import Any

import pytest

from tests.playground.driver import Driver, SimRefused

pytestmark = pytest.mark.asyncio

NOT_FOUND = "Bad Request: message thread not found"


async def forum(driver: Driver, *members: int, **fields: Any) -> int:
    return await driver.group(*members, forum=True, **fields)


async def test_a_chat_with_topics_says_so(driver: Driver) -> None:
    ann = await driver.person("Ann")
    chat = await forum(driver, ann)
    assert (await driver.api("getChat", chat_id=chat))["is_forum"] is True
    sent = await driver.api("sendMessage", chat_id=chat, text="x")
    assert sent["chat"]["is_forum"] is True
    await driver.sim(f"groups/{chat}/forum", on=False)
    assert "is_forum" not in await driver.api("getChat", chat_id=chat)
    basic = await driver.group(ann, type="group")
    with pytest.raises(SimRefused, match="only a supergroup"):
        await driver.sim(f"groups/{basic}/forum")


async def test_messages_in_general_tell_no_thread_and_its_number_is_not_found(driver: Driver) -> None:
    ann = await driver.person("Ann")
    chat = await forum(driver, ann)
    sent = await driver.api("sendMessage", chat_id=chat, text="x")
    said = await driver.sim(f"people/{ann}/send", chat=chat, text="/play")
    for message in (sent, said):
        assert "message_thread_id" not in message
        assert "is_topic_message" not in message
    assert await driver.error("sendMessage", chat_id=chat, text="x", message_thread_id=1) == NOT_FOUND


async def test_the_bot_makes_a_topic_and_writes_into_it(driver: Driver) -> None:
    ann = await driver.person("Ann")
    chat = await forum(driver, ann)
    topic = await driver.api("createForumTopic", chat_id=chat, name="Match 7", icon_color=7322096)
    assert (topic["name"], topic["icon_color"]) == ("Match 7", 7322096)
    thread = topic["message_thread_id"]
    created = (await driver.look(f"chats/{chat}/messages"))[-1]
    assert created["message_id"] == created["message_thread_id"] == thread
    assert created["forum_topic_created"] == {"name": "Match 7", "icon_color": 7322096}
    sent = await driver.api("sendMessage", chat_id=chat, text="x", message_thread_id=thread)
    assert (sent["message_thread_id"], sent["is_topic_message"]) == (thread, True)
    assert sent["reply_to_message"]["forum_topic_created"]["name"] == "Match 7"
    other = await driver.api("createForumTopic", chat_id=chat, name="Match 8")
    assert other["message_thread_id"] != thread
    assert [topic["name"] for topic in await driver.look(f"groups/{chat}/topics")] == ["General", "Match 7", "Match 8"]


async def test_what_people_write_in_a_topic_and_replies_there_stay_in_it(driver: Driver) -> None:
    ann = await driver.person("Ann")
    chat = await forum(driver, ann)
    thread = (await driver.sim(f"groups/{chat}/topics", name="Games"))["id"]
    said = await driver.sim(f"people/{ann}/send", chat=chat, text="/play", thread=thread)
    made, heard = await driver.updates()
    assert made["message"]["forum_topic_created"]["name"] == "Games"
    assert heard["message"] == said
    assert (said["message_thread_id"], said["is_topic_message"]) == (thread, True)
    reply = {"message_id": said["message_id"]}
    answer = await driver.api("sendMessage", chat_id=chat, text="lobby", reply_parameters=reply)
    assert answer["message_thread_id"] == thread
    assert answer["reply_to_message"]["message_id"] == said["message_id"]
    again = await driver.sim(f"people/{ann}/send", chat=chat, text="ok", reply_to=answer["message_id"])
    assert again["message_thread_id"] == thread


async def test_a_deleted_topic_is_gone_with_its_messages(driver: Driver) -> None:
    ann = await driver.person("Ann")
    chat = await forum(driver, ann)
    thread = (await driver.sim(f"groups/{chat}/topics", name="Games"))["id"]
    sent = await driver.api("sendMessage", chat_id=chat, text="x", message_thread_id=thread)
    await driver.sim(f"groups/{chat}/topics/{thread}/delete")
    assert await driver.error("sendMessage", chat_id=chat, text="x", message_thread_id=thread) == NOT_FOUND
    edit = await driver.error("editMessageText", chat_id=chat, message_id=sent["message_id"], text="y")
    assert edit == "Bad Request: message to edit not found"
    with pytest.raises(SimRefused, match="General cannot be deleted"):
        await driver.sim(f"groups/{chat}/topics/1/delete")


async def test_into_a_closed_topic_only_who_manages_topics_writes(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    chat = await forum(driver, ann, bob)
    thread = (await driver.sim(f"groups/{chat}/topics", name="Games"))["id"]
    for topic, where in ((thread, {"message_thread_id": thread}), (1, {})):
        await driver.sim(f"groups/{chat}/topics/{topic}/close")
        assert await driver.error("sendMessage", chat_id=chat, text="x", **where) == "Bad Request: TOPIC_CLOSED"
    with pytest.raises(SimRefused, match="topic is closed"):
        await driver.sim(f"people/{bob}/send", chat=chat, text="x", thread=thread)
    await driver.sim(f"people/{ann}/send", chat=chat, text="x", thread=thread)
    await driver.sim(f"groups/{chat}/promote", person="bot", rights=["can_manage_topics"])
    await driver.api("sendMessage", chat_id=chat, text="x", message_thread_id=thread)
    await driver.sim(f"groups/{chat}/promote", person="bot", rights=[])
    await driver.sim(f"groups/{chat}/topics/{thread}/close", on=False)
    await driver.api("sendMessage", chat_id=chat, text="x", message_thread_id=thread)
    told = [set(update["message"]) for update in await driver.updates() if "message" in update]
    assert sum("forum_topic_closed" in names for names in told) == 2
    assert sum("forum_topic_reopened" in names for names in told) == 1


async def test_a_member_changes_his_own_topics_only_and_a_manager_all(driver: Driver) -> None:
    ann = await driver.person("Ann")
    chat = await forum(driver, ann)
    theirs = {"chat_id": chat, "message_thread_id": (await driver.sim(f"groups/{chat}/topics", name="A"))["id"]}
    own = {
        "chat_id": chat,
        "message_thread_id": (await driver.api("createForumTopic", chat_id=chat, name="B"))["message_thread_id"],
    }
    assert await driver.api("editForumTopic", **own, name="C") is True
    assert await driver.api("closeForumTopic", **own) is True
    assert await driver.api("reopenForumTopic", **own) is True
    no_right = "Bad Request: not enough rights to edit the topic"
    assert await driver.error("editForumTopic", **theirs, name="x") == no_right
    assert await driver.error("closeGeneralForumTopic", chat_id=chat) == no_right
    assert "not enough rights" in await driver.error("deleteForumTopic", **own)
    await driver.sim(f"groups/{chat}/promote", person="bot", rights=["can_manage_topics", "can_delete_messages"])
    assert await driver.api("editForumTopic", **theirs, name="x", icon_custom_emoji_id="") is True
    assert await driver.error("editForumTopic", **theirs, name="x") == "Bad Request: TOPIC_NOT_MODIFIED"
    assert await driver.error("reopenForumTopic", **theirs) == "Bad Request: TOPIC_NOT_MODIFIED"
    assert await driver.api("deleteForumTopic", **theirs) is True
    assert await driver.error("closeForumTopic", **theirs) == "Bad Request: TOPIC_ID_INVALID"
    for method in ("hideGeneralForumTopic", "unhideGeneralForumTopic", "reopenGeneralForumTopic"):
        assert await driver.api(method, chat_id=chat) is True
    assert await driver.api("closeGeneralForumTopic", chat_id=chat) is True
    assert await driver.api("editGeneralForumTopic", chat_id=chat, name="Lounge") is True
    assert (await driver.look(f"groups/{chat}/topics"))[0] == {
        "id": 1,
        "name": "Lounge",
        "closed": True,
        "hidden": False,
    }


async def test_where_members_may_make_no_topics_the_bot_needs_the_right(driver: Driver) -> None:
    ann = await driver.person("Ann")
    chat = await forum(driver, ann)
    await driver.sim(f"groups/{chat}/permissions", can_manage_topics=False)
    text = "Bad Request: not enough rights to create a topic"
    assert await driver.error("createForumTopic", chat_id=chat, name="x") == text
    await driver.sim(f"groups/{chat}/promote", person="bot", rights=["can_manage_topics"])
    await driver.api("createForumTopic", chat_id=chat, name="x" * 128)
    for name in ("", "x" * 129):
        assert "TOPIC_TITLE" in await driver.error("createForumTopic", chat_id=chat, name=name)


async def test_there_are_no_topics_in_other_chats(driver: Driver) -> None:
    ann = await driver.person("Ann", started=True)
    for chat in (await driver.group(ann), await driver.group(ann, type="group"), ann):
        assert await driver.error("createForumTopic", chat_id=chat, name="x") == "Bad Request: the chat is not a forum"
        assert await driver.error("sendMessage", chat_id=chat, text="x", message_thread_id=77) == NOT_FOUND


async def test_in_a_supergroup_without_topics_a_chain_of_replies_is_a_thread_but_no_topic(driver: Driver) -> None:
    ann = await driver.person("Ann")
    chat = await driver.group(ann)
    root = await driver.api("sendMessage", chat_id=chat, text="board")
    first = await driver.sim(f"people/{ann}/send", chat=chat, text="a", reply_to=root["message_id"])
    second = await driver.sim(f"people/{ann}/send", chat=chat, text="b", reply_to=first["message_id"])
    assert "message_thread_id" not in root
    for message in (first, second):
        assert message["message_thread_id"] == root["message_id"]
        assert "is_topic_message" not in message
    sent = await driver.api("sendMessage", chat_id=chat, text="x", message_thread_id=root["message_id"])
    assert sent["message_thread_id"] == root["message_id"]


async def test_pins_of_one_topic_are_taken_away_together(driver: Driver) -> None:
    ann = await driver.person("Ann")
    chat = await forum(driver, ann, bot_admin=True)
    thread = (await driver.sim(f"groups/{chat}/topics", name="Games"))["id"]
    inside = await driver.api("sendMessage", chat_id=chat, text="in", message_thread_id=thread)
    outside = await driver.api("sendMessage", chat_id=chat, text="out")
    for message in (inside, outside):
        await driver.api("pinChatMessage", chat_id=chat, message_id=message["message_id"])
    assert await driver.api("unpinAllForumTopicMessages", chat_id=chat, message_thread_id=thread) is True
    assert (await driver.api("getChat", chat_id=chat))["pinned_message"]["text"] == "out"
    assert await driver.api("unpinAllGeneralForumTopicMessages", chat_id=chat) is True
    assert "pinned_message" not in await driver.api("getChat", chat_id=chat)
