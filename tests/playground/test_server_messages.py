"""Sending, editing and deleting messages as a bot."""

import pytest

from tests.playground.driver import TOKEN, Driver

pytestmark = pytest.mark.asyncio

NOT_MODIFIED = (
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


async def test_a_sent_text_is_answered_and_stands_in_the_chat_as_a_message_of_the_bot(driver: Driver) -> None:
    ann = await driver.person("Ann", started=True, username="ann", language_code="en")
    sent = await driver.api("sendMessage", chat_id=ann, text="Hello")
    assert sent["text"] == "Hello"
    assert sent["from"] == {"id": 987654321, "is_bot": True, "first_name": "Big Ben", "username": "TestPlayBot"}
    assert sent["chat"] == {"id": ann, "type": "private", "first_name": "Ann", "username": "ann"}
    assert isinstance(sent["date"], int)
    assert (await driver.look(f"chats/{ann}/messages", person=ann))[-1] == sent


async def test_parameters_come_as_json_form_or_query_and_method_names_in_any_case(driver: Driver) -> None:
    ann = await driver.person(started=True)
    keyboard = '{"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}'
    fields = {"chat_id": str(ann), "text": "form", "reply_markup": keyboard}
    async with driver.session.post(f"/bot{TOKEN}/SENDMESSAGE", data=fields) as response:
        assert (await response.json())["result"]["reply_markup"]["inline_keyboard"][0][0]["text"] == "Go"
    async with driver.session.get(f"/bot{TOKEN}/sendmessage", params={"chat_id": ann, "text": "query"}) as response:
        assert (await response.json())["result"]["text"] == "query"
    assert (await driver.upload("sendMessage", {}, chat_id=str(ann), text="multi"))["text"] == "multi"


async def test_an_unknown_method_is_404_and_a_wrong_token_401(driver: Driver) -> None:
    assert await driver.refusal("sendNothing") == (404, "Not Found: method not found")
    async with driver.session.post("/bot1:wrong/getMe") as response:
        assert response.status == 401
        assert await response.json() == {"ok": False, "error_code": 401, "description": "Unauthorized"}
    async with driver.session.get("/elsewhere") as response:
        assert (response.status, (await response.json())["description"]) == (404, "Not Found")


async def test_a_chat_the_bot_never_met_is_not_found(driver: Driver) -> None:
    ann = await driver.person()
    strange = await driver.group(ann, bot=False)
    for chat_id in (4711, strange, "@nobody"):
        assert await driver.refusal("sendMessage", chat_id=chat_id, text="x") == (400, "Bad Request: chat not found")
    assert await driver.refusal("sendMessage", text="x") == (400, "Bad Request: chat_id is empty")


async def test_nobody_hears_from_the_bot_who_never_started_or_who_blocked_it(driver: Driver) -> None:
    ann = await driver.person()
    never = (403, "Forbidden: bot can't initiate conversation with a user")
    assert await driver.refusal("sendMessage", chat_id=ann, text="x") == never
    await driver.sim(f"people/{ann}/start")
    sent = await driver.api("sendMessage", chat_id=ann, text="x")
    await driver.sim(f"people/{ann}/block")
    blocked = (403, "Forbidden: bot was blocked by the user")
    assert await driver.refusal("sendMessage", chat_id=ann, text="x") == blocked
    edit = {"chat_id": ann, "message_id": sent["message_id"], "text": "y"}
    assert await driver.refusal("editMessageText", **edit) == blocked
    await driver.sim(f"people/{ann}/unblock")
    assert (await driver.api("editMessageText", **edit))["text"] == "y"


@pytest.mark.parametrize("kind", ["group", "supergroup"])
async def test_a_bot_outside_a_group_is_told_how_it_came_to_be_outside(driver: Driver, kind: str) -> None:
    ann = await driver.person()
    group = await driver.group(ann, type=kind)
    await driver.api("leaveChat", chat_id=group)
    left = (403, f"Forbidden: bot is not a member of the {kind} chat")
    assert await driver.refusal("sendMessage", chat_id=group, text="x") == left
    await driver.sim("people/bot/join", chat=group)
    await driver.sim("people/bot/kick", chat=group)
    kicked = (403, f"Forbidden: bot was kicked from the {kind} chat")
    assert await driver.refusal("sendMessage", chat_id=group, text="x") == kicked
    assert await driver.refusal("getChat", chat_id=group) == kicked


@pytest.mark.parametrize("text", ["a" * 4096, "😀" * 2048, f"<b>{'a' * 4096}</b>", f"  {'a' * 4096}\n\n"])
async def test_a_text_may_have_4096_utf_16_units_after_parsing(driver: Driver, text: str) -> None:
    ann = await driver.person(started=True)
    sent = await driver.api("sendMessage", chat_id=ann, text=text, parse_mode="HTML")
    assert len(sent["text"].encode("utf-16-le")) == 8192


async def test_a_longer_and_an_empty_text_are_refused(driver: Driver) -> None:
    ann = await driver.person(started=True)
    for text in ("a" * 4097, "😀" * 2048 + "a", f"<b>{'a' * 4097}</b>"):
        answer = await driver.refusal("sendMessage", chat_id=ann, text=text, parse_mode="HTML")
        assert answer == (400, "Bad Request: message is too long")
    for text in ("", " \n ", "<b></b>"):
        answer = await driver.refusal("sendMessage", chat_id=ann, text=text, parse_mode="HTML")
        assert answer == (400, "Bad Request: message text is empty")


async def test_the_same_content_and_keyboard_again_is_not_modified(driver: Driver) -> None:
    ann = await driver.person(started=True)
    markup = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}
    sent = await driver.api("sendMessage", chat_id=ann, text="<b>x</b>", parse_mode="HTML", reply_markup=markup)
    where = {"chat_id": ann, "message_id": sent["message_id"]}
    same = (400, NOT_MODIFIED)
    again = {**where, "text": " <strong>x</strong> ", "parse_mode": "HTML", "reply_markup": markup}
    assert await driver.refusal("editMessageText", **again) == same
    assert await driver.refusal("editMessageReplyMarkup", **where, reply_markup=markup) == same
    plain = await driver.api("editMessageText", **where, text="x", reply_markup=markup)
    assert plain["text"] == "x"
    assert "entities" not in plain
    assert "edit_date" in plain


async def test_an_edit_without_keyboard_takes_the_keyboard_away(driver: Driver) -> None:
    ann = await driver.person(started=True)
    markup = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}
    sent = await driver.api("sendMessage", chat_id=ann, text="x", reply_markup=markup)
    assert "reply_markup" not in await driver.api(
        "editMessageText", chat_id=ann, message_id=sent["message_id"], text="x"
    )


async def test_only_standing_messages_of_its_own_can_be_edited(driver: Driver) -> None:
    ann = await driver.person(started=True)
    theirs = await driver.sim(f"people/{ann}/send", text="mine")
    edit = {"chat_id": ann, "text": "x"}
    other = await driver.refusal("editMessageText", **edit, message_id=theirs["message_id"])
    assert other == (400, "Bad Request: message can't be edited")
    missing = (400, "Bad Request: message to edit not found")
    assert await driver.refusal("editMessageText", **edit, message_id=999) == missing
    sent = await driver.api("sendMessage", chat_id=ann, text="y")
    await driver.sim(f"people/{ann}/delete", message=sent["message_id"])
    assert await driver.refusal("editMessageText", **edit, message_id=sent["message_id"]) == missing
    none = await driver.refusal("editMessageText", **edit)
    assert none == (400, "Bad Request: message identifier is not specified")


async def test_a_reply_names_a_standing_message(driver: Driver) -> None:
    ann = await driver.person(started=True)
    asked = await driver.sim(f"people/{ann}/send", text="question")
    reply = {"message_id": asked["message_id"]}
    answer = await driver.api("sendMessage", chat_id=ann, text="a", reply_parameters=reply)
    assert answer["reply_to_message"] == asked
    send = {"chat_id": ann, "text": "a"}
    missing = (400, "Bad Request: message to be replied not found")
    assert await driver.refusal("sendMessage", **send, reply_parameters={"message_id": 999}) == missing
    anyway = {"message_id": 999, "allow_sending_without_reply": True}
    assert "reply_to_message" not in await driver.api("sendMessage", **send, reply_parameters=anyway)
    thread = (400, "Bad Request: message thread not found")
    assert await driver.refusal("sendMessage", **send, message_thread_id=5) == thread


async def test_protected_content_says_so(driver: Driver) -> None:
    ann = await driver.person(started=True)
    assert (await driver.api("sendMessage", chat_id=ann, text="x", protect_content=True))["has_protected_content"]
    assert "has_protected_content" not in await driver.api("sendMessage", chat_id=ann, text="x")


async def test_fields_of_newer_bot_apis_do_no_harm(driver: Driver) -> None:
    ann = await driver.person(started=True)
    button = {"text": "x", "callback_data": "x", "shape_of_2031": "round"}
    sent = await driver.api(
        "sendMessage",
        chat_id=ann,
        text="x",
        field_of_2031={"a": 1},
        reply_markup={"inline_keyboard": [[button]], "wide": True},
    )
    assert sent["reply_markup"] == {"inline_keyboard": [[{"text": "x", "callback_data": "x"}]]}


async def test_message_ids_count_apart_in_each_supergroup_and_together_elsewhere(driver: Driver) -> None:
    ann, bob = await driver.person(started=True), await driver.person("Bob", started=True)
    basic = await driver.group(ann, type="group")
    first, second = await driver.group(ann), await driver.group(ann)
    together = [
        (await driver.api("sendMessage", chat_id=chat, text="x"))["message_id"] for chat in (ann, bob, basic, ann)
    ]
    assert together == list(range(together[0], together[0] + 4))
    apart = [(await driver.api("sendMessage", chat_id=chat, text="x"))["message_id"] for chat in (first, second)]
    assert apart[0] == apart[1]


async def test_own_messages_can_be_deleted_and_those_of_others_with_the_right_to(driver: Driver) -> None:
    ann = await driver.person(started=True)
    group = await driver.group(ann)
    own = await driver.api("sendMessage", chat_id=group, text="x")
    theirs = await driver.sim(f"people/{ann}/send", chat=group, text="y")
    assert await driver.api("deleteMessage", chat_id=group, message_id=own["message_id"]) is True
    gone = (400, "Bad Request: message to delete not found")
    assert await driver.refusal("deleteMessage", chat_id=group, message_id=own["message_id"]) == gone
    kept = (400, "Bad Request: message can't be deleted")
    assert await driver.refusal("deleteMessage", chat_id=group, message_id=theirs["message_id"]) == kept
    await driver.sim(f"groups/{group}/promote", person="bot", rights=["can_delete_messages"])
    assert await driver.api("deleteMessage", chat_id=group, message_id=theirs["message_id"]) is True


async def test_a_message_older_than_48_hours_stays(driver: Driver) -> None:
    ann = await driver.person(started=True)
    sent = await driver.api("sendMessage", chat_id=ann, text="x")
    await driver.advance(48 * 3600)
    kept = (400, "Bad Request: message can't be deleted")
    assert await driver.refusal("deleteMessage", chat_id=ann, message_id=sent["message_id"]) == kept
    assert (await driver.api("editMessageText", chat_id=ann, message_id=sent["message_id"], text="y"))["text"] == "y"


async def test_many_messages_are_deleted_at_once_and_missing_ones_passed_over(driver: Driver) -> None:
    ann = await driver.person(started=True)
    ids = [(await driver.api("sendMessage", chat_id=ann, text="x"))["message_id"] for _ in range(3)]
    assert await driver.api("deleteMessages", chat_id=ann, message_ids=[*ids, 999]) is True
    standing = await driver.look(f"chats/{ann}/messages")
    assert [message["text"] for message in standing] == ["/start"]
    many = (400, "Bad Request: too many messages to delete")
    assert await driver.refusal("deleteMessages", chat_id=ann, message_ids=list(range(101))) == many
    none = (400, "Bad Request: message identifiers are not specified")
    assert await driver.refusal("deleteMessages", chat_id=ann, message_ids=[]) == none


async def test_text_that_is_no_unicode_is_refused_and_changes_nothing(driver: Driver) -> None:
    ann = await driver.person(started=True)
    for body in (
        '"\\ud83d"',
        '"x", "reply_markup": {"inline_keyboard": [[{"text": "\\ud83d", "callback_data": "x"}]]}',
    ):
        data = f'{{"chat_id": {ann}, "text": {body}}}'
        headers = {"content-type": "application/json"}
        async with driver.session.post(f"/bot{TOKEN}/sendMessage", data=data, headers=headers) as response:
            assert response.status == 400
    assert len(await driver.look(f"chats/{ann}/messages")) == 1


async def test_a_mention_of_somebody_by_number_names_the_user(driver: Driver) -> None:
    ann = await driver.person("Ann", started=True)
    html = f'<a href="tg://user?id={ann}">you</a> <a href="tg://user?id=4711">none</a>'
    sent = await driver.api("sendMessage", chat_id=ann, text=html, parse_mode="HTML")
    user = {"id": ann, "is_bot": False, "first_name": "Ann"}
    assert sent["entities"] == [{"type": "text_mention", "offset": 0, "length": 3, "user": user}]
