"""Chats, members, rights and privacy mode."""

import pytest

from tests.playground.driver import Driver, SimRefused

pytestmark = pytest.mark.asyncio

NO_PIN = "Bad Request: not enough rights to manage pinned messages in the chat"


async def heard(driver: Driver) -> list[str]:
    """The texts of the messages that the bot was told."""
    return [update["message"].get("text") for update in await driver.updates() if "message" in update]


async def test_bringing_the_bot_into_a_group_tells_it_twice(driver: Driver) -> None:
    ann = await driver.person("Ann")
    chat = await driver.sim("groups", title="Table", members=[ann])
    change, message = await driver.updates()
    place = change["my_chat_member"]
    assert (place["old_chat_member"]["status"], place["new_chat_member"]["status"]) == ("left", "member")
    assert (place["from"]["id"], place["chat"]) == (ann, chat)
    assert [user["id"] for user in message["message"]["new_chat_members"]] == [987654321]


async def test_a_group_made_without_the_bot_is_unknown_until_it_is_brought_in(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann, bot=False)
    await driver.sim(f"people/{ann}/send", chat=group, text="/play")
    assert await driver.updates() == []
    await driver.sim("people/bot/join", chat=group, by=ann, payload="here")
    assert (await heard(driver))[-1] == "/start@TestPlayBot here"
    assert (await driver.api("getChat", chat_id=group))["title"] == "Table"


async def test_an_administrator_has_the_rights_he_was_given(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann)
    await driver.sim(f"groups/{group}/promote", person="bot", rights=["can_pin_messages"])
    (update,) = await driver.updates()
    place = update["my_chat_member"]["new_chat_member"]
    assert place["status"] == "administrator"
    assert {name for name, value in place.items() if value is True} == {"can_manage_chat", "can_pin_messages"}
    with pytest.raises(SimRefused, match="no right fly"):
        await driver.sim(f"groups/{group}/promote", person="bot", rights=["fly"])


async def test_people_join_leave_and_are_removed_with_service_messages(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    group = await driver.group(ann)
    await driver.sim(f"people/{bob}/join", chat=group)
    with pytest.raises(SimRefused, match="is in this group already"):
        await driver.sim(f"people/{bob}/join", chat=group)
    await driver.sim(f"people/{bob}/leave", chat=group)
    with pytest.raises(SimRefused, match="is not in this group"):
        await driver.sim(f"people/{bob}/leave", chat=group)
    await driver.sim(f"people/{bob}/join", chat=group)
    await driver.sim(f"people/{bob}/kick", chat=group, by=ann)
    joined, left, again, removed = [update["message"] for update in await driver.updates()]
    assert joined["new_chat_members"][0]["id"] == again["new_chat_members"][0]["id"] == bob
    assert (left["left_chat_member"]["id"], left["from"]["id"]) == (bob, bob)
    assert (removed["left_chat_member"]["id"], removed["from"]["id"]) == (bob, ann)


async def test_only_who_may_remove_members_does(driver: Driver) -> None:
    ann, bob, eve = [await driver.person(name) for name in ("Ann", "Bob", "Eve")]
    group = await driver.group(ann, bob, eve)
    with pytest.raises(SimRefused, match="may not remove members"):
        await driver.sim(f"people/{eve}/kick", chat=group, by=bob)
    await driver.sim(f"groups/{group}/promote", person=eve, rights=["can_restrict_members"])
    with pytest.raises(SimRefused, match="creator cannot be removed"):
        await driver.sim(f"people/{ann}/kick", chat=group, by=eve)


async def test_a_removed_bot_is_told_and_hears_nothing_more(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann)
    await driver.sim("people/bot/kick", chat=group)
    change, message = await driver.updates()
    assert change["my_chat_member"]["new_chat_member"] == {
        "status": "kicked",
        "user": {"id": 987654321, "is_bot": True, "first_name": "Big Ben", "username": "TestPlayBot"},
        "until_date": 0,
    }
    assert message["message"]["left_chat_member"]["is_bot"] is True
    await driver.sim(f"people/{ann}/send", chat=group, text="/play")
    assert await driver.updates() == []


async def test_blocking_and_unblocking_tell_the_bot_and_a_start_unblocks(driver: Driver) -> None:
    ann = await driver.person("Ann", started=True)
    await driver.sim(f"people/{ann}/block")
    with pytest.raises(SimRefused, match="already blocked"):
        await driver.sim(f"people/{ann}/block")
    with pytest.raises(SimRefused, match="unblock it first"):
        await driver.sim(f"people/{ann}/send", text="x")
    await driver.sim(f"people/{ann}/unblock")
    await driver.sim(f"people/{ann}/block")
    await driver.sim(f"people/{ann}/start")
    *changes, started = await driver.updates()
    statuses = [change["my_chat_member"]["new_chat_member"]["status"] for change in changes]
    assert statuses == ["kicked", "member", "kicked", "member"]
    assert all(change["my_chat_member"]["chat"]["id"] == ann for change in changes)
    assert started["message"]["text"] == "/start"


async def test_a_deep_link_sends_its_payload_with_start(driver: Driver) -> None:
    ann = await driver.person("Ann")
    with pytest.raises(SimRefused, match="has not pressed Start"):
        await driver.sim(f"people/{ann}/send", text="x")
    await driver.sim(f"people/{ann}/start", payload="j_Token-1")
    (update,) = await driver.updates()
    assert update["message"]["text"] == "/start j_Token-1"
    assert update["message"]["entities"] == [{"type": "bot_command", "offset": 0, "length": 6}]
    for payload in ("a" * 65, "a b", "ж"):
        with pytest.raises(SimRefused, match="payload"):
            await driver.sim(f"people/{ann}/start", payload=payload)


@pytest.mark.parametrize(
    ("text", "hears"),
    [
        ("hello", False),
        ("/play", True),
        ("/play@TestPlayBot now", True),
        ("/play@testplaybot", True),
        ("/play@OtherBot", False),
        ("please /play", False),
        ("hey @TestPlayBot", True),
        ("hey @OtherBot", False),
    ],
)
async def test_privacy_mode_lets_the_bot_hear_in_a_group(driver: Driver, text: str, hears: bool) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann)
    await driver.sim(f"people/{ann}/send", chat=group, text=text)
    assert await heard(driver) == ([text] if hears else [])


async def test_privacy_mode_lets_the_bot_hear_replies_to_it(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann)
    own = await driver.api("sendMessage", chat_id=group, text="board")
    theirs = await driver.sim(f"people/{ann}/send", chat=group, text="chat")
    await driver.sim(f"people/{ann}/send", chat=group, text="to you", reply_to=own["message_id"])
    await driver.sim(f"people/{ann}/send", chat=group, text="to me", reply_to=theirs["message_id"])
    assert await heard(driver) == ["to you"]


async def test_without_privacy_mode_the_bot_hears_everything(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann)
    for on, text in ((False, "hello"), (True, "psst")):
        assert await driver.sim("privacy", on=on) == {"on": on}
        assert (await driver.api("getMe"))["can_read_all_group_messages"] is not on
        said = await driver.sim(f"people/{ann}/send", chat=group, text=text)
        await driver.sim(f"people/{ann}/edit", chat=group, message=said["message_id"], text=f"{text}!")
    updates = await driver.updates()
    assert [(list(update)[1], list(update.values())[1]["text"]) for update in updates] == [
        ("message", "hello"),
        ("edited_message", "hello!"),
    ]


async def test_an_administrator_and_a_private_chat_hear_everything(driver: Driver) -> None:
    ann = await driver.person("Ann", started=True)
    group = await driver.group(ann, bot_admin=True)
    await driver.sim(f"people/{ann}/send", chat=group, text="hello")
    await driver.sim(f"people/{ann}/send", text="psst")
    assert await heard(driver) == ["hello", "psst"]


async def test_only_members_write_into_a_group(driver: Driver) -> None:
    ann, eve = await driver.person("Ann"), await driver.person("Eve", started=True)
    group = await driver.group(ann)
    with pytest.raises(SimRefused, match="Eve is not in chat"):
        await driver.sim(f"people/{eve}/send", chat=group, text="x")
    with pytest.raises(SimRefused, match="Eve is not in chat"):
        await driver.sim(f"people/{eve}/send", chat=ann, text="x")


async def test_pinning_in_a_group_needs_the_right_and_leaves_a_service_message_of_the_bot(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann)
    sent = await driver.api("sendMessage", chat_id=group, text="board")
    pin = {"chat_id": group, "message_id": sent["message_id"]}
    for method in ("pinChatMessage", "unpinChatMessage", "unpinAllChatMessages"):
        assert await driver.error(method, **pin) == NO_PIN
    await driver.sim(f"groups/{group}/promote", person="bot", rights=["can_pin_messages"])
    await driver.updates()
    assert await driver.api("pinChatMessage", **pin, disable_notification=True) is True
    (update,) = await driver.updates()
    assert update["message"]["from"]["id"] == 987654321
    assert update["message"]["pinned_message"]["message_id"] == sent["message_id"]
    assert (await driver.api("getChat", chat_id=group))["pinned_message"]["text"] == "board"
    assert await driver.api("deleteMessage", chat_id=group, message_id=update["message"]["message_id"]) is True
    missing = {"chat_id": group, "message_id": 999}
    assert await driver.error("pinChatMessage", **missing) == "Bad Request: message to pin not found"


async def test_the_newest_pinned_message_shows_and_is_unpinned_first(driver: Driver) -> None:
    ann = await driver.person("Ann", started=True)
    first, second, third = [
        (await driver.api("sendMessage", chat_id=ann, text=text))["message_id"] for text in ("1", "2", "3")
    ]

    async def shown() -> str | None:
        chat = await driver.api("getChat", chat_id=ann)
        return str(chat["pinned_message"]["text"]) if "pinned_message" in chat else None

    for message_id in (first, second, third):
        await driver.api("pinChatMessage", chat_id=ann, message_id=message_id)
    assert await shown() == "3"
    await driver.api("unpinChatMessage", chat_id=ann)
    assert await shown() == "2"
    await driver.api("deleteMessage", chat_id=ann, message_id=second)
    assert await shown() == "1"
    await driver.api("unpinChatMessage", chat_id=ann, message_id=first)
    assert await shown() is None
    assert await driver.error("unpinChatMessage", chat_id=ann) == "Bad Request: message to unpin not found"
    await driver.api("pinChatMessage", chat_id=ann, message_id=third)
    assert await driver.api("unpinAllChatMessages", chat_id=ann) is True
    assert await shown() is None


async def test_the_place_of_everybody_in_a_group_can_be_asked(driver: Driver) -> None:
    ann, bob, eve, dan = [await driver.person(name) for name in ("Ann", "Bob", "Eve", "Dan")]
    group = await driver.group(ann, bob, eve)
    await driver.sim(f"groups/{group}/promote", person=bob)
    await driver.sim(f"people/{eve}/kick", chat=group)
    asked = [ann, bob, eve, dan, 987654321]
    places = [await driver.api("getChatMember", chat_id=group, user_id=user_id) for user_id in asked]
    assert [place["status"] for place in places] == ["creator", "administrator", "kicked", "left", "member"]
    assert [place["user"]["id"] for place in places] == asked
    assert await driver.api("getChatMemberCount", chat_id=group) == 3
    administrators = await driver.api("getChatAdministrators", chat_id=group)
    assert [place["user"]["id"] for place in administrators] == [ann, bob]
    assert await driver.error("getChatMember", chat_id=group, user_id=4711) == "Bad Request: PARTICIPANT_ID_INVALID"
    assert await driver.error("getChatMember", chat_id=group) == "Bad Request: invalid user_id specified"


async def test_a_private_chat_has_two_members_and_no_administrators(driver: Driver) -> None:
    ann = await driver.person("Ann", started=True)
    assert await driver.api("getChatMemberCount", chat_id=ann) == 2
    none = "Bad Request: there are no administrators in the private chat"
    assert await driver.error("getChatAdministrators", chat_id=ann) == none
    assert "private chats" in await driver.error("leaveChat", chat_id=ann)


async def test_leaving_leaves_a_service_message_and_tells_the_bot_its_place(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann)
    assert await driver.api("leaveChat", chat_id=group) is True
    (update,) = await driver.updates()
    assert update["my_chat_member"]["new_chat_member"]["status"] == "left"
    assert (await driver.look(f"chats/{group}/messages"))[-1]["left_chat_member"]["id"] == 987654321


async def test_a_chat_action_is_one_of_telegrams(driver: Driver) -> None:
    ann = await driver.person("Ann", started=True)
    assert await driver.api("sendChatAction", chat_id=ann, action="typing") is True
    assert "wrong parameter action" in await driver.error("sendChatAction", chat_id=ann, action="dance")
