"""Presses, inline queries and their answers."""

import asyncio
from typing import Any

import pytest

from tests.playground.driver import Driver, Refused, SimRefused

pytestmark = pytest.mark.asyncio

TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"
BOARD = {
    "inline_keyboard": [
        [{"text": "Cut", "callback_data": "cut"}, {"text": "Cut all (3)", "callback_data": "all"}],
        [{"text": "Off", "disabled": {}}, {"text": "Open", "url": "https://t.me/TestPlayBot?start=x"}],
        [{"text": "Share", "switch_inline_query": "inv"}, {"text": "Copy", "copy_text": {"text": "c"}}],
    ]
}


async def board(driver: Driver) -> tuple[int, int, int]:
    """A person, his group and the message with the board in it."""
    ann = await driver.person("Ann", started=True, language_code="vi")
    group = await driver.group(ann)
    sent = await driver.api("sendMessage", chat_id=group, text="board", reply_markup=BOARD)
    return ann, group, sent["message_id"]


async def press(driver: Driver, person: int, **body: Any) -> tuple["asyncio.Task[Any]", dict[str, Any]]:
    """Press and give the waiting press and the query that the bot receives."""
    task = asyncio.create_task(driver.sim(f"people/{person}/tap", **body))
    (update,) = await driver.api("getUpdates", timeout=5)
    await driver.api("getUpdates", offset=update["update_id"] + 1, limit=1)
    return task, update["callback_query"]


async def answer_error(driver: Driver, query_id: str, **params: Any) -> str:
    with pytest.raises(Refused) as refused:
        await driver.api("answerCallbackQuery", callback_query_id=query_id, **params)
    assert refused.value.code == 400
    return str(refused.value)


async def test_a_tap_reaches_the_bot_and_its_answer_reaches_the_person(driver: Driver) -> None:
    ann, group, message_id = await board(driver)
    tapping, query = await press(driver, ann, chat=group, label="Cut")
    assert query["data"] == "cut"
    assert query["from"] == {"id": ann, "is_bot": False, "first_name": "Ann", "language_code": "vi"}
    assert query["message"]["message_id"] == message_id
    assert query["message"]["reply_markup"] == BOARD
    assert isinstance(query["chat_instance"], str)
    await driver.api("answerCallbackQuery", callback_query_id=query["id"], text="done", show_alert=True)
    tapped = await tapping
    assert tapped["message_id"] == message_id
    assert tapped["answer"] == {"text": "done", "show_alert": True, "url": None}
    assert tapped["timed_out"] is False


async def test_a_label_is_found_exactly_before_in_part_and_by_data(driver: Driver) -> None:
    ann, group, _ = await board(driver)
    for asked, data in (({"label": "Cut"}, "cut"), ({"label": "all"}, "all"), ({"data": "all"}, "all")):
        tapping, query = await press(driver, ann, chat=group, **asked)
        assert query["data"] == data
        await driver.api("answerCallbackQuery", callback_query_id=query["id"])
        assert (await tapping)["answer"] == {"text": None, "show_alert": False, "url": None}


async def test_the_newest_message_with_such_a_button_is_tapped_or_the_one_named(driver: Driver) -> None:
    ann, group, old = await board(driver)
    new = (await driver.api("sendMessage", chat_id=group, text="new", reply_markup=BOARD))["message_id"]
    for asked, expected in (({}, new), ({"message": old}, old)):
        tapping, query = await press(driver, ann, chat=group, label="Cut", **asked)
        assert query["message"]["message_id"] == expected
        await driver.api("answerCallbackQuery", callback_query_id=query["id"])
        await tapping


async def test_other_kinds_of_buttons_say_what_they_open(driver: Driver) -> None:
    ann, group, message_id = await board(driver)
    tap = {"chat": group}
    opened = await driver.sim(f"people/{ann}/tap", **tap, label="Open")
    assert opened == {"message_id": message_id, "url": "https://t.me/TestPlayBot?start=x"}
    shared = await driver.sim(f"people/{ann}/tap", **tap, label="Share")
    assert shared["switch_inline_query"] == "inv"
    with pytest.raises(SimRefused, match="disabled"):
        await driver.sim(f"people/{ann}/tap", **tap, label="Off")
    with pytest.raises(SimRefused, match="no button 'Nothing'; buttons there: 'Cut'"):
        await driver.sim(f"people/{ann}/tap", **tap, label="Nothing")
    assert await driver.updates() == []


async def test_who_is_not_in_the_chat_cannot_tap(driver: Driver) -> None:
    _, group, _ = await board(driver)
    eve = await driver.person("Eve")
    with pytest.raises(SimRefused, match="Eve is not in chat"):
        await driver.sim(f"people/{eve}/tap", chat=group, label="Cut")


async def test_a_press_that_is_not_answered_times_out(driver: Driver) -> None:
    ann, group, _ = await board(driver)
    tapped = await driver.sim(f"people/{ann}/tap", chat=group, label="Cut", wait=0.05)
    assert (tapped["answer"], tapped["timed_out"]) == (None, True)


async def test_any_data_can_be_forged_on_any_message_and_for_a_deleted_one_only_a_trace_is_told(
    driver: Driver,
) -> None:
    ann, group, message_id = await board(driver)
    eve = await driver.person("Eve")
    await driver.sim(f"people/{eve}/press", chat=group, message=message_id, data="forged", wait=0)
    (update,) = await driver.updates()
    assert update["callback_query"]["data"] == "forged"
    assert update["callback_query"]["from"]["id"] == eve
    await driver.api("deleteMessage", chat_id=group, message_id=message_id)
    await driver.sim(f"people/{ann}/press", chat=group, message=message_id, data="cut", wait=0)
    (update,) = await driver.updates()
    assert update["callback_query"]["message"] == {
        "chat": {"id": group, "title": "Table", "type": "supergroup"},
        "message_id": message_id,
        "date": 0,
    }
    with pytest.raises(SimRefused, match="never was a message"):
        await driver.sim(f"people/{ann}/press", chat=group, message=999, data="x", wait=0)


async def test_a_press_is_answered_exactly_once_and_within_150_seconds(driver: Driver) -> None:
    ann, group, message_id = await board(driver)
    pressed = {"chat": group, "message": message_id, "data": "cut", "wait": 0}
    once = (await driver.sim(f"people/{ann}/press", **pressed))["query_id"]
    await driver.advance(149)
    assert await driver.api("answerCallbackQuery", callback_query_id=once) is True
    assert await answer_error(driver, once) == TOO_OLD
    late = (await driver.sim(f"people/{ann}/press", **pressed))["query_id"]
    await driver.advance(150)
    assert await answer_error(driver, late) == TOO_OLD
    for unknown in ("", "1", "x"):
        assert await answer_error(driver, unknown) == TOO_OLD


async def test_an_alert_has_at_most_200_characters_and_a_refused_answer_does_not_use_up_the_press(
    driver: Driver,
) -> None:
    ann, group, message_id = await board(driver)
    pressed = await driver.sim(f"people/{ann}/press", chat=group, message=message_id, data="cut", wait=0)
    assert await answer_error(driver, pressed["query_id"], text="a" * 201) == "Bad Request: MESSAGE_TOO_LONG"
    assert await answer_error(driver, pressed["query_id"], text="😀" * 101) == "Bad Request: MESSAGE_TOO_LONG"
    assert await driver.api("answerCallbackQuery", callback_query_id=pressed["query_id"], text="😀" * 100)


async def test_an_answer_opens_only_a_deep_link_to_the_bot(driver: Driver) -> None:
    ann, group, message_id = await board(driver)
    pressed = await driver.sim(f"people/{ann}/press", chat=group, message=message_id, data="cut", wait=0)
    bad = ("https://example.com", "t.me/OtherBot?start=x", "t.me/TestPlayBot", "t.me/TestPlayBot?start=" + "a" * 65)
    for url in bad:
        assert await answer_error(driver, pressed["query_id"], url=url) == "Bad Request: URL_INVALID"
    url = "https://t.me/TestPlayBot?start=j_1"
    await driver.api("answerCallbackQuery", callback_query_id=pressed["query_id"], url=url)
    (answered,) = await driver.look("answers", person=ann)
    assert answered["answer"]["url"] == url
    assert (answered["data"], answered["message_id"]) == ("cut", message_id)


async def test_a_cached_answer_is_given_again_without_asking_the_bot(driver: Driver) -> None:
    ann, group, _ = await board(driver)
    tapping, query = await press(driver, ann, chat=group, label="Cut")
    await driver.api("answerCallbackQuery", callback_query_id=query["id"], text="cached", cache_time=60)
    await tapping
    assert (await driver.sim(f"people/{ann}/tap", chat=group, label="Cut"))["answer"]["text"] == "cached"
    assert await driver.updates() == []
    await driver.advance(60)
    await driver.sim(f"people/{ann}/tap", chat=group, label="Cut", wait=0)
    assert len(await driver.updates()) == 1
