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


ARTICLE = {
    "type": "article",
    "id": "lobby-1",
    "title": "Join us",
    "input_message_content": {"message_text": "<b>Lobby</b>", "parse_mode": "HTML"},
    "reply_markup": {"inline_keyboard": [[{"text": "Join", "callback_data": "j"}]]},
}


async def inline(driver: Driver, person: int, results: list[Any], **answer: Any) -> dict[str, Any]:
    """Ask inline, let the bot answer with the results, and give what the person is shown."""
    asking = asyncio.create_task(driver.sim(f"people/{person}/inline", query="q"))
    (update,) = await driver.api("getUpdates", timeout=5)
    await driver.api("getUpdates", offset=update["update_id"] + 1, limit=1)
    query = update["inline_query"]
    assert (query["query"], query["offset"], query["from"]["id"]) == ("q", "", person)
    await driver.api(
        "answerInlineQuery", **{"inline_query_id": query["id"], "results": results, "cache_time": 0, **answer}
    )
    shown: dict[str, Any] = await asking
    return shown


async def test_a_chosen_inline_result_is_posted_via_the_bot_and_can_be_pressed_and_edited(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    group = await driver.group(ann, bob)
    shown = await inline(driver, ann, [ARTICLE])
    assert shown["results"] == [ARTICLE]
    chosen = {"query_id": shown["query_id"], "result_id": "lobby-1", "chat": group}
    posted = await driver.sim(f"people/{ann}/choose", **chosen)
    assert (posted["from"]["id"], posted["via_bot"]["username"]) == (ann, "TestPlayBot")
    assert (posted["text"], posted["entities"][0]["type"]) == ("Lobby", "bold")
    (update,) = await driver.updates()
    assert update["message"]["via_bot"]["is_bot"] is True
    tapping, query = await press(driver, bob, chat=group, label="Join")
    assert "message" not in query
    edit = {"inline_message_id": query["inline_message_id"], "text": "Full"}
    assert await driver.api("editMessageText", **edit) is True
    with pytest.raises(Refused, match="message is not modified"):
        await driver.api("editMessageText", **edit)
    with pytest.raises(Refused, match="MESSAGE_ID_INVALID"):
        await driver.api("editMessageText", inline_message_id="x", text="y")
    await driver.api("answerCallbackQuery", callback_query_id=query["id"])
    await tapping
    assert (await driver.look(f"chats/{group}/messages"))[-1]["text"] == "Full"


async def test_an_inline_result_without_keyboard_has_no_inline_message_id(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann, bot=False)
    plain = {name: value for name, value in ARTICLE.items() if name != "reply_markup"}
    shown = await inline(driver, ann, [plain])
    chosen = {"query_id": shown["query_id"], "result_id": "lobby-1", "chat": group}
    assert "inline_message_id" not in await driver.sim(f"people/{ann}/choose", **chosen)
    assert await driver.updates() == []


async def test_a_choice_is_reported_only_with_inline_feedback(driver: Driver) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann, bot=False)
    shown = await inline(driver, ann, [ARTICLE])
    chosen = {"query_id": shown["query_id"], "result_id": "lobby-1", "chat": group}
    await driver.sim(f"people/{ann}/choose", **chosen)
    assert await driver.updates() == []
    driver.playground.settings.inline_feedback = True
    posted = await driver.sim(f"people/{ann}/choose", **chosen)
    (update,) = await driver.updates()
    result = update["chosen_inline_result"]
    assert (result["result_id"], result["query"]) == ("lobby-1", "q")
    assert result["inline_message_id"] == posted["inline_message_id"]


async def test_inline_results_are_cached_for_all_or_for_the_person(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    await inline(driver, ann, [ARTICLE], cache_time=60, is_personal=True)
    assert (await driver.sim(f"people/{ann}/inline", query="q"))["results"] == [ARTICLE]
    await inline(driver, bob, [], cache_time=60)
    eve = await driver.person("Eve")
    assert (await driver.sim(f"people/{eve}/inline", query="q"))["results"] == []
    await driver.advance(60)
    assert (await driver.sim(f"people/{ann}/inline", query="q", wait=0))["timed_out"] is True


async def test_an_inline_query_is_answered_once_and_within_30_seconds(driver: Driver) -> None:
    ann = await driver.person("Ann")
    asked = await driver.sim(f"people/{ann}/inline", query="q", wait=0)
    answer = {"inline_query_id": asked["query_id"], "results": [], "cache_time": 0}
    await driver.api("answerInlineQuery", **answer)
    with pytest.raises(Refused, match="query is too old"):
        await driver.api("answerInlineQuery", **answer)
    late = await driver.sim(f"people/{ann}/inline", query="q", wait=0)
    await driver.advance(30)
    with pytest.raises(Refused, match="query is too old"):
        await driver.api("answerInlineQuery", **{**answer, "inline_query_id": late["query_id"]})


@pytest.mark.parametrize(
    ("results", "extra", "error"),
    [
        ([ARTICLE, ARTICLE], {}, "RESULT_ID_DUPLICATE"),
        ([{**ARTICLE, "id": "a" * 65}], {}, "RESULT_ID_INVALID"),
        ([{**ARTICLE, "id": ""}], {}, "RESULT_ID_INVALID"),
        ([{**ARTICLE, "id": str(n)} for n in range(51)], {}, "RESULTS_TOO_MUCH"),
        ([{**ARTICLE, "title": ""}], {}, "title"),
        ([{**ARTICLE, "input_message_content": None}], {}, "input_message_content"),
        ([{**ARTICLE, "input_message_content": {"message_text": "<b>"}}], {}, None),
        (
            [{**ARTICLE, "input_message_content": {"message_text": "<b>", "parse_mode": "HTML"}}],
            {},
            "can't parse entities",
        ),
        ([{**ARTICLE, "reply_markup": {"inline_keyboard": [[{"text": "x"}]]}}], {}, "Text buttons"),
        ([5], {}, "InlineQueryResult"),
        ("x", {}, "results"),
        ([], {"next_offset": "a" * 65}, "NEXT_OFFSET_INVALID"),
        ([], {"button": {"text": "x", "start_parameter": "a b"}}, "START_PARAM_INVALID"),
        ([], {"button": {"text": "x", "start_parameter": "a"}}, None),
    ],
)
async def test_inline_results_are_checked(
    driver: Driver, results: Any, extra: dict[str, Any], error: str | None
) -> None:
    ann = await driver.person("Ann")
    asked = await driver.sim(f"people/{ann}/inline", query="q", wait=0)
    answer = {"inline_query_id": asked["query_id"], "results": results, "cache_time": 0, **extra}
    if error is None:
        assert await driver.api("answerInlineQuery", **answer) is True
    else:
        with pytest.raises(Refused, match=error):
            await driver.api("answerInlineQuery", **answer)
