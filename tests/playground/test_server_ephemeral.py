"""Messages in a group that one person sees, and commands that only the bot sees."""

import asyncio
from typing import Any

import pytest

from tests.playground.driver import Driver, Refused, SimRefused, png

pytestmark = pytest.mark.asyncio

TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"
MARKUP = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}


def only_for(person: int, query_id: str | None = None) -> dict[str, Any]:
    return {"receiver_user_id": person} | ({"callback_query_id": query_id} if query_id else {})


async def test_an_administrator_shows_one_person_a_message_nobody_else_sees(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    group = await driver.group(ann, bob, bot_admin=True)
    before = await driver.look(f"chats/{group}/messages")
    sent = await driver.api("sendMessage", chat_id=group, text="hand", ephemeral_message_parameters=only_for(ann))
    assert (sent["message_id"], sent["ephemeral_message_id"], sent["receiver_user"]["id"]) == (0, 1, ann)
    assert await driver.look(f"chats/{group}/messages") == before
    assert await driver.look(f"chats/{group}/ephemeral", person=ann) == [sent]
    assert await driver.look(f"chats/{group}/ephemeral", person=bob) == []
    kinds = [event["kind"] for event in (await driver.look("events"))["events"]]
    assert kinds[-1] == "ephemeral"
    assert await driver.updates() == []


async def test_a_plain_member_needs_a_press_of_that_person_there_within_15_seconds(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    group, other = await driver.group(ann, bob), await driver.group(ann, bob)
    for chat in (group, other):
        await driver.api("sendMessage", chat_id=chat, text="board", reply_markup=MARKUP)

    async def refused(person: int, query_id: str | None = None, chat: int = group) -> str:
        shown = only_for(person, query_id)
        return await driver.error("sendMessage", chat_id=chat, text="x", ephemeral_message_parameters=shown)

    assert "not enough rights" in await refused(ann)
    pressed = await driver.sim(f"people/{ann}/tap", chat=group, label="Go", wait=0)
    query_id = pressed["query_id"]
    assert await refused(bob, query_id) == TOO_OLD
    assert await refused(ann, query_id, other) == TOO_OLD
    assert await refused(ann, "1") == TOO_OLD
    shown = only_for(ann, query_id)
    await driver.api("sendMessage", chat_id=group, text="x", ephemeral_message_parameters=shown)
    await driver.advance(15)
    assert await refused(ann, query_id) == TOO_OLD


async def test_ephemeral_messages_are_for_members_of_groups(driver: Driver) -> None:
    ann, eve = await driver.person("Ann", started=True), await driver.person("Eve")
    group = await driver.group(ann, bot_admin=True)
    for chat, person in ((group, eve), (group, 987654321), (ann, ann)):
        with pytest.raises(Refused) as refused:
            await driver.api("sendMessage", chat_id=chat, text="x", ephemeral_message_parameters=only_for(person))
        assert refused.value.code == 400


async def test_ephemeral_messages_are_edited_and_deleted_by_their_own_methods(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann, bot_admin=True)
    await driver.api("sendMessage", chat_id=group, text="hand", ephemeral_message_parameters=only_for(ann))
    which = {"chat_id": group, "receiver_user_id": ann, "ephemeral_message_id": 1}
    assert await driver.api("editEphemeralMessageText", **which, text="<b>new</b>", parse_mode="HTML") is True
    assert "not modified" in await driver.error(
        "editEphemeralMessageText", **which, text="<b>new</b>", parse_mode="HTML"
    )
    assert await driver.api("editEphemeralMessageReplyMarkup", **which, reply_markup=MARKUP) is True
    assert "no caption" in await driver.error("editEphemeralMessageCaption", **which, caption="x")
    (shown,) = await driver.look(f"chats/{group}/ephemeral", person=ann)
    assert (shown["text"], shown["reply_markup"]) == ("new", MARKUP)
    media = '{"type": "photo", "media": "attach://p", "caption": "c"}'
    picture = {"p": png()}
    fields = {name: str(value) for name, value in which.items()}
    assert await driver.upload("editEphemeralMessageMedia", picture, **fields, media=media) is True
    assert await driver.api("editEphemeralMessageCaption", **which, caption="d") is True
    assert "no text" in await driver.error("editEphemeralMessageText", **which, text="x")
    assert await driver.error("editMessageText", chat_id=group, message_id=0, text="x") == (
        "Bad Request: message to edit not found"
    )
    assert await driver.api("deleteEphemeralMessage", **which) is True
    assert await driver.error("deleteEphemeralMessage", **which) == "Bad Request: message to delete not found"
    assert await driver.look(f"chats/{group}/ephemeral", person=ann) == []


async def test_a_press_on_an_ephemeral_message_tells_which(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    group = await driver.group(ann, bob, bot_admin=True)
    shown = only_for(ann)
    await driver.api("sendMessage", chat_id=group, text="hand", reply_markup=MARKUP, ephemeral_message_parameters=shown)
    with pytest.raises(SimRefused, match="no button"):
        await driver.sim(f"people/{bob}/tap", chat=group, label="Go", wait=0)
    tapping = asyncio.create_task(driver.sim(f"people/{ann}/tap", chat=group, label="Go"))
    (update,) = await driver.updates(timeout=5)
    pressed = update["callback_query"]
    assert (pressed["message"]["message_id"], pressed["message"]["ephemeral_message_id"]) == (0, 1)
    await driver.api("answerCallbackQuery", callback_query_id=pressed["id"], text="ok")
    assert (await tapping)["answer"]["text"] == "ok"


async def test_an_ephemeral_command_reaches_the_bot_alone(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    group = await driver.group(ann, bob)
    commands = [
        {"command": "hand", "description": "Your hand", "is_ephemeral": True},
        {"command": "play", "description": "A new table"},
    ]
    await driver.api("setMyCommands", commands=commands)
    assert await driver.api("getMyCommands") == commands
    said = await driver.sim(f"people/{ann}/send", chat=group, text="/hand@TestPlayBot")
    open_command = await driver.sim(f"people/{ann}/send", chat=group, text="/play")
    first, second = [update["message"] for update in await driver.updates()]
    assert (first, second) == (said, open_command)
    assert (first["message_id"], first["receiver_user"]["id"]) == (0, 987654321)
    standing = [message["message_id"] for message in await driver.look(f"chats/{group}/messages")]
    assert standing[-1] == second["message_id"] != 0
    assert await driver.look(f"chats/{group}/ephemeral", person=bob) == []


async def test_a_press_that_was_answered_allows_no_message(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann)
    await driver.api("sendMessage", chat_id=group, text="board", reply_markup=MARKUP)
    query_id = (await driver.sim(f"people/{ann}/tap", chat=group, label="Go", wait=0))["query_id"]
    shown = only_for(ann, query_id)
    await driver.api("sendMessage", chat_id=group, text="x", ephemeral_message_parameters=shown)
    await driver.api("answerCallbackQuery", callback_query_id=query_id)
    assert await driver.error("sendMessage", chat_id=group, text="x", ephemeral_message_parameters=shown) == TOO_OLD


async def test_an_ephemeral_command_is_replied_to_ephemerally_within_15_seconds(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    group = await driver.group(ann, bob)
    command = {"command": "hand", "description": "Your hand", "is_ephemeral": True}
    await driver.api("setMyCommands", commands=[command])
    said = await driver.sim(f"people/{ann}/send", chat=group, text="/hand")
    reply = {"ephemeral_message_id": said["ephemeral_message_id"]}

    async def refused(**how: Any) -> str:
        return await driver.error("sendMessage", chat_id=group, text="x", reply_parameters=reply, **how)

    assert await refused() == "Bad Request: message to be replied not found"
    assert await refused(ephemeral_message_parameters=only_for(bob)) == "Bad Request: message to be replied not found"
    shown = {"reply_parameters": reply, "ephemeral_message_parameters": only_for(ann)}
    sent = await driver.api("sendMessage", chat_id=group, text="hand", **shown)
    assert (sent["message_id"], sent["receiver_user"]["id"]) == (0, ann)
    await driver.advance(15)
    assert "any more" in await refused(ephemeral_message_parameters=only_for(ann))


async def test_an_edited_text_is_held_to_the_length_of_a_caption(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann, bot_admin=True)
    await driver.api("sendMessage", chat_id=group, text="x" * 1025, ephemeral_message_parameters=only_for(ann))
    which = {"chat_id": group, "receiver_user_id": ann, "ephemeral_message_id": 1}
    too_long = await driver.error("editEphemeralMessageText", **which, text="y" * 1025)
    assert too_long == "Bad Request: MEDIA_CAPTION_TOO_LONG"
    assert await driver.api("editEphemeralMessageText", **which, text="y" * 1024) is True


async def test_ephemeral_messages_can_be_refused_and_be_unknown_to_an_older_server(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann, bot_admin=True)
    shown = {"chat_id": group, "text": "hand", "ephemeral_message_parameters": only_for(ann)}
    await driver.sim("ephemeral", mode="refused")
    assert (await driver.refusal("sendMessage", **shown))[0] == 400
    await driver.sim("ephemeral", mode="unknown")
    sent = await driver.api("sendMessage", **shown)
    assert sent["message_id"] > 0, "an older server posts it for everybody"
    which = {"chat_id": group, "receiver_user_id": ann, "ephemeral_message_id": 1}
    for method in ("editEphemeralMessageText", "deleteEphemeralMessage"):
        assert await driver.refusal(method, **which, text="x") == (404, "Not Found: method not found")
    await driver.sim("ephemeral", mode="works")
    assert (await driver.api("sendMessage", **shown))["message_id"] == 0
    with pytest.raises(SimRefused, match="no mode"):
        await driver.sim("ephemeral", mode="sometimes")
