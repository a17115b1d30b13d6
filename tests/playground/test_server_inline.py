"""Inline queries, their results and what is chosen of them."""

import asyncio
from typing import Any

import pytest

from tests.playground.driver import Driver, Refused

pytestmark = pytest.mark.asyncio

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
    tapping = asyncio.create_task(driver.sim(f"people/{bob}/tap", chat=group, label="Join"))
    (update,) = await driver.api("getUpdates", timeout=5)
    query = update["callback_query"]
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


async def test_a_choice_that_is_reported_waits_ten_minutes_for_the_bot(driver: Driver) -> None:
    driver.playground.settings.inline_feedback = True
    ann = await driver.person("Ann")
    group = await driver.group(ann, bot=False)
    shown = await inline(driver, ann, [ARTICLE])
    await driver.sim(f"people/{ann}/choose", query_id=shown["query_id"], result_id="lobby-1", chat=group)
    await driver.advance(599)
    assert [list(update)[1] for update in await driver.api("getUpdates")] == ["chosen_inline_result"]
    await driver.advance(1)
    assert await driver.api("getUpdates") == []


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
