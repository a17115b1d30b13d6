"""What befalls a group: rights, muting, anonymity, channels, migration, the end."""

from typing import Any

import pytest

from tests.playground.driver import Driver, Refused, SimRefused, png

pytestmark = pytest.mark.asyncio

BOT = 987654321


async def kinds(driver: Driver) -> list[str]:
    return [list(update)[1] for update in await driver.updates()]


async def test_a_muted_bot_cannot_send_but_edits_deletes_and_answers(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann)
    sent = await driver.api("sendMessage", chat_id=group, text="board")
    restricted = await driver.sim(f"groups/{group}/mute")
    assert (restricted["status"], restricted["can_send_messages"], restricted["is_member"]) == (
        "restricted",
        False,
        True,
    )
    (update,) = await driver.updates()
    assert update["my_chat_member"]["new_chat_member"] == restricted
    no_text = "Bad Request: not enough rights to send text messages to the chat"
    assert await driver.refusal("sendMessage", chat_id=group, text="x") == (400, no_text)
    with pytest.raises(Refused, match="not enough rights to send photos to the chat"):
        await driver.upload("sendPhoto", {"photo": png()}, chat_id=str(group))
    where = {"chat_id": group, "message_id": sent["message_id"]}
    await driver.api("editMessageText", **where, text="edited")
    await driver.api("deleteMessage", **where)
    assert (await driver.api("getChatMember", chat_id=group, user_id=BOT))["status"] == "restricted"
    await driver.sim(f"groups/{group}/mute", on=False)
    assert await kinds(driver) == ["my_chat_member"]
    await driver.api("sendMessage", chat_id=group, text="x")


async def test_somebody_restricted_keeps_what_is_left_to_him(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    group = await driver.group(ann, bob)
    await driver.sim(f"groups/{group}/mute", left=["can_send_messages"])
    await driver.api("sendMessage", chat_id=group, text="x")
    await driver.sim(f"groups/{group}/mute", person=bob)
    with pytest.raises(SimRefused, match="may not write here"):
        await driver.sim(f"people/{bob}/send", chat=group, text="x")
    for person, message in ((ann, "no plain member"), (4711, "no person")):
        with pytest.raises(SimRefused, match=message):
            await driver.sim(f"groups/{group}/mute", person=person)
    basic = await driver.group(ann, bob, type="group")
    with pytest.raises(SimRefused, match="basic group"):
        await driver.sim(f"groups/{basic}/mute", person=bob)


async def test_what_members_may_not_do_the_bot_may_not_either_unless_it_administers(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann)
    await driver.sim(f"groups/{group}/permissions", can_send_messages=False)
    assert (await driver.api("getChat", chat_id=group))["permissions"]["can_send_messages"] is False
    assert "not enough rights" in await driver.error("sendMessage", chat_id=group, text="x")
    await driver.sim(f"groups/{group}/promote", person="bot")
    await driver.api("sendMessage", chat_id=group, text="x")


async def test_who_hides_in_a_group_is_told_to_administrators_only(driver: Driver) -> None:
    ann, bob, eve = [await driver.person(name) for name in ("Ann", "Bob", "Eve")]
    group = await driver.group(ann, bob)
    await driver.sim(f"groups/{group}/hide_members")
    assert (await driver.api("getChat", chat_id=group))["has_hidden_members"] is True
    # Administrators and bots are known to everybody.
    for known, status in ((ann, "creator"), (BOT, "member")):
        assert (await driver.api("getChatMember", chat_id=group, user_id=known))["status"] == status
    for hidden in (bob, eve):
        refused = await driver.error("getChatMember", chat_id=group, user_id=hidden)
        assert refused == "Bad Request: CHAT_ADMIN_REQUIRED"
    await driver.sim(f"groups/{group}/promote", person="bot")
    for person, status in ((bob, "member"), (eve, "left")):
        assert (await driver.api("getChatMember", chat_id=group, user_id=person))["status"] == status
    await driver.sim(f"groups/{group}/hide_members", on=False)
    assert "has_hidden_members" not in await driver.api("getChat", chat_id=group)
    with pytest.raises(SimRefused, match="basic group"):
        await driver.sim(f"groups/{await driver.group(ann, type='group')}/hide_members")


async def test_a_right_is_taken_from_the_bot_and_given_back(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann, bot_admin=True)
    sent = await driver.api("sendMessage", chat_id=group, text="board")
    pin = {"chat_id": group, "message_id": sent["message_id"]}
    await driver.sim(f"groups/{group}/rights", take=["can_pin_messages"])
    (update,) = await driver.updates()
    change = update["my_chat_member"]
    changed = {name for name, value in change["new_chat_member"].items() if change["old_chat_member"][name] != value}
    assert changed == {"can_pin_messages"}
    assert "not enough rights to manage pinned messages" in await driver.error("pinChatMessage", **pin)
    await driver.sim(f"groups/{group}/rights", give=["can_pin_messages"])
    assert await driver.api("pinChatMessage", **pin) is True
    with pytest.raises(SimRefused, match="no right fly"):
        await driver.sim(f"groups/{group}/rights", give=["fly"])
    with pytest.raises(SimRefused, match="no administrator"):
        await driver.sim(f"groups/{group}/rights", person=ann, give=["can_pin_messages"])


async def test_deleting_what_people_write_needs_the_right(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann, bot_admin=True)
    said = await driver.sim(f"people/{ann}/send", chat=group, text="x")
    where = {"chat_id": group, "message_id": said["message_id"]}
    await driver.sim(f"groups/{group}/rights", take=["can_delete_messages"])
    assert await driver.refusal("deleteMessage", **where) == (400, "Bad Request: message can't be deleted")
    await driver.sim(f"groups/{group}/rights", give=["can_delete_messages"])
    assert await driver.api("deleteMessage", **where) is True


async def test_an_anonymous_administrator_writes_as_the_group_and_presses_as_himself(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann)
    markup = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}
    await driver.api("sendMessage", chat_id=group, text="board", reply_markup=markup)
    await driver.sim(f"groups/{group}/anonymous", person=ann)
    assert (await driver.api("getChatMember", chat_id=group, user_id=ann))["is_anonymous"] is True
    await driver.sim(f"people/{ann}/send", chat=group, text="/play")
    await driver.sim(f"people/{ann}/tap", chat=group, label="Go", wait=0)
    message, pressed = await driver.updates()
    assert message["message"]["from"] == {
        "id": 1087968824,
        "is_bot": True,
        "first_name": "Group",
        "username": "GroupAnonymousBot",
    }
    assert message["message"]["sender_chat"]["id"] == group
    assert pressed["callback_query"]["from"]["id"] == ann
    await driver.sim(f"groups/{group}/anonymous", person=ann, on=False)
    await driver.sim(f"people/{ann}/send", chat=group, text="/play")
    assert (await driver.updates())[-1]["message"]["from"]["id"] == ann


async def test_a_channel_writes_in_a_supergroup_through_its_owner(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    group = await driver.group(ann, bob)
    channel = await driver.sim("channels", title="News", owner=ann, username="news")
    await driver.sim(f"people/{ann}/send", chat=group, text="/play", **{"as": channel["id"]})
    (update,) = await driver.updates()
    assert update["message"]["from"]["id"] == 136817688
    assert update["message"]["from"]["username"] == "Channel_Bot"
    assert update["message"]["sender_chat"] == {
        "id": channel["id"],
        "title": "News",
        "type": "channel",
        "username": "news",
    }
    with pytest.raises(SimRefused, match="Bob cannot write as"):
        await driver.sim(f"people/{bob}/send", chat=group, text="x", **{"as": channel["id"]})
    assert await driver.error("getChat", chat_id=channel["id"]) == "Bad Request: chat not found"


async def test_a_group_becomes_a_supergroup_and_the_old_id_tells_the_new_one(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    old = await driver.group(ann, bob, type="group")
    markup = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}
    board = await driver.api("sendMessage", chat_id=old, text="board", reply_markup=markup)
    new = (await driver.sim(f"groups/{old}/migrate"))["id"]
    place, leaving, arriving = await driver.updates()
    assert (place["my_chat_member"]["chat"]["id"], place["my_chat_member"]["new_chat_member"]["status"]) == (
        new,
        "member",
    )
    assert (leaving["message"]["chat"]["id"], leaving["message"]["migrate_to_chat_id"]) == (old, new)
    assert (arriving["message"]["chat"]["id"], arriving["message"]["migrate_from_chat_id"]) == (new, old)
    assert arriving["message"]["sender_chat"]["id"] == new
    calls: dict[str, dict[str, Any]] = {
        "sendMessage": {"text": "x"},
        "editMessageText": {"message_id": board["message_id"], "text": "x"},
        "getChat": {},
        "getChatMember": {"user_id": ann},
        "leaveChat": {},
    }
    for method, params in calls.items():
        with pytest.raises(Refused) as refused:
            await driver.api(method, chat_id=old, **params)
        assert refused.value.description == "Bad Request: group chat was upgraded to a supergroup chat"
        assert refused.value.parameters == {"migrate_to_chat_id": new}
    await driver.api("sendMessage", chat_id=new, text="here we are")
    assert await driver.api("getChatMemberCount", chat_id=new) == 3
    (left_behind,) = [chat for chat in await driver.look("chats") if chat["id"] == old]
    assert left_behind["migrated_to"] == new
    await driver.sim(f"people/{bob}/tap", chat=old, label="Go", wait=0)
    (pressed,) = await driver.updates()
    assert pressed["callback_query"]["message"]["chat"]["id"] == old
    for path, body in ((f"people/{ann}/send", {"chat": old, "text": "x"}), (f"groups/{old}/migrate", {})):
        with pytest.raises(SimRefused, match="became the supergroup"):
            await driver.sim(path, **body)


async def test_a_deleted_basic_group_is_told_and_refused_as_deleted(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann, type="group")
    await driver.sim(f"groups/{group}/delete")
    (update,) = await driver.updates()
    assert update["my_chat_member"]["new_chat_member"]["status"] == "left"
    assert await driver.refusal("sendMessage", chat_id=group, text="x") == (
        403,
        "Forbidden: the group chat was deleted",
    )
    with pytest.raises(SimRefused, match="Ann is not in chat"):
        await driver.sim(f"people/{ann}/send", chat=group, text="x")


async def test_of_a_deleted_supergroup_the_bot_is_no_member_and_hears_it_for_the_basic_group_too(
    driver: Driver,
) -> None:
    ann = await driver.person("Ann")
    old = await driver.group(ann, type="group")
    new = (await driver.sim(f"groups/{old}/migrate"))["id"]
    await driver.updates()
    await driver.sim(f"groups/{new}/delete")
    left = [update["my_chat_member"]["chat"]["id"] for update in await driver.updates()]
    assert left == [old, new]
    text = "Forbidden: bot is not a member of the supergroup chat"
    assert await driver.refusal("sendMessage", chat_id=new, text="x") == (403, text)


async def test_somebody_who_deleted_the_account_cannot_be_written_to(driver: Driver) -> None:
    ann = await driver.person("Ann", started=True)
    await driver.sim(f"people/{ann}/deactivate")
    assert await driver.refusal("sendMessage", chat_id=ann, text="x") == (403, "Forbidden: user is deactivated")
    with pytest.raises(SimRefused, match="deleted the account"):
        await driver.sim(f"people/{ann}/send", text="x")


async def test_people_edit_their_own_messages_and_the_bot_hears_as_of_new_ones(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    group = await driver.group(ann, bob)
    heard = await driver.sim(f"people/{ann}/send", chat=group, text="/play")
    unheard = await driver.sim(f"people/{ann}/send", chat=group, text="psst")
    await driver.updates()
    for message, text in ((heard, "/play now"), (unheard, "psst!")):
        await driver.sim(f"people/{ann}/edit", chat=group, message=message["message_id"], text=text)
    (update,) = await driver.updates()
    edited = update["edited_message"]
    assert (edited["text"], edited["message_id"], edited["date"]) == (
        "/play now",
        heard["message_id"],
        heard["date"],
    )
    assert edited["edit_date"] >= edited["date"]
    with pytest.raises(SimRefused, match="Bob cannot edit"):
        await driver.sim(f"people/{bob}/edit", chat=group, message=heard["message_id"], text="x")
    with pytest.raises(SimRefused, match="not changed"):
        await driver.sim(f"people/{ann}/edit", chat=group, message=heard["message_id"], text="/play now")


async def test_people_pin_and_unpin_what_they_may(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    group = await driver.group(ann, bob)
    sent = await driver.api("sendMessage", chat_id=group, text="board")
    act: dict[str, Any] = {"chat": group, "message": sent["message_id"]}
    with pytest.raises(SimRefused, match="Bob may not pin here"):
        await driver.sim(f"people/{bob}/pin", **act)
    await driver.sim(f"people/{ann}/pin", **act)
    (update,) = await driver.updates()
    assert update["message"]["pinned_message"]["message_id"] == sent["message_id"]
    assert update["message"]["from"]["id"] == ann
    await driver.sim(f"people/{ann}/pin", **act, on=False)
    assert await driver.updates() == []
    assert "pinned_message" not in await driver.api("getChat", chat_id=group)


async def test_a_group_goes_on_without_its_creator(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    group = await driver.group(ann, bob)
    await driver.sim(f"people/{ann}/leave", chat=group)
    with pytest.raises(SimRefused, match="may not remove members"):
        await driver.sim("people/bot/kick", chat=group)
    await driver.sim(f"groups/{group}/promote", person=bob)
    await driver.sim("people/bot/kick", chat=group)
    await driver.sim(f"people/{bob}/leave", chat=group)
    with pytest.raises(SimRefused, match="nobody is in chat"):
        await driver.sim(f"groups/{group}/delete")
