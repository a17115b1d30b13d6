"""Answering presses and inline queries."""

import re
from typing import Any

from playground.entities import utf16_length
from playground.errors import bad_request
from playground.limits import CALLBACK_SECONDS, INLINE_SECONDS, MAX_ALERT, MAX_RESULTS
from playground.links import START_PAYLOAD, deep_link
from playground.methods.common import keyboard, nested, photo_content, photo_given, text_content
from playground.methods.params import Params
from playground.methods.registry import method
from playground.state import Playground


@method("answerCallbackQuery")
def answer_callback_query(playground: Playground, params: Params) -> bool:
    """Answer a press, exactly once and within 150 seconds."""
    text = params.text("text")
    if utf16_length(text) > MAX_ALERT:
        raise bad_request("MESSAGE_TOO_LONG")
    url = params.text("url")
    if url:
        payload = (deep_link(url, playground.bot.username or "") or {}).get("start")
        if payload is None or not START_PAYLOAD.fullmatch(payload):
            raise bad_request("URL_INVALID")
    query = playground.close_query(playground.callbacks, params.text("callback_query_id"), CALLBACK_SECONDS)
    answer = {"text": text or None, "show_alert": params.flag("show_alert"), "url": url or None}
    cache = params.integer("cache_time")
    if cache > 0:
        playground.answer_cache[("callback", query.person_id, *_button(query.asked))] = (
            playground.clock.now() + cache,
            answer,
        )
    playground.note("answered", query.asked["chat_id"], query_id=query.id, **query.asked["told"], answer=answer)
    if not query.answer.done():
        query.answer.set_result(answer)
    return True


def _button(asked: dict[str, Any]) -> tuple[int, int, str, int | None]:
    return asked["chat_id"], asked["message_id"], asked["data"], asked["receiver_id"]


@method("answerInlineQuery")
def answer_inline_query(playground: Playground, params: Params) -> bool:
    """Answer an inline query with up to 50 results, exactly once and within 30 seconds."""
    results = params.structure("results")
    if not isinstance(results, list):
        raise bad_request("can't parse inline query results: expected an Array of InlineQueryResult")
    if len(results) > MAX_RESULTS:
        raise bad_request("RESULTS_TOO_MUCH")
    if len(params.text("next_offset").encode()) > 64:
        raise bad_request("NEXT_OFFSET_INVALID")
    answer: dict[str, Any] = {
        "results": [_result(playground, result) for result in results],
        "button": _button_above(params.structure("button")),
        "next_offset": params.text("next_offset"),
    }
    ids = [result["id"] for result in answer["results"]]
    if len(set(ids)) < len(ids):
        raise bad_request("RESULT_ID_DUPLICATE")
    query = playground.close_query(playground.inlines, params.text("inline_query_id"), INLINE_SECONDS)
    cache = params.integer("cache_time", 300)
    if cache > 0:
        owner = query.person_id if params.flag("is_personal") else 0
        key = ("inline", owner, query.asked["query"], query.asked["offset"])
        playground.answer_cache[key] = (playground.clock.now() + cache, answer)
    playground.note("inline_answered", None, query_id=query.id, person=query.person_id, answer=answer)
    if not query.answer.done():
        query.answer.set_result(answer)
    return True


def _result(playground: Playground, result: Any) -> dict[str, Any]:
    """Check one InlineQueryResult as if it were sent, so that a choice cannot fail later."""
    given = nested(result, "InlineQueryResult")
    if not 1 <= len(given.text("id").encode()) <= 64:
        raise bad_request("RESULT_ID_INVALID")
    if given.text("type") == "article" and not given.text("title"):
        raise bad_request("can't parse InlineQueryResult: Can't find field \"title\"")
    result_content(playground, result)
    return {**result, "id": given.text("id")}


def result_content(playground: Playground, result: dict[str, Any]) -> Any:
    """The message that choosing an inline result posts. Raises ApiError 400."""
    given = nested(result, "InlineQueryResult")
    if given.has("input_message_content"):
        message = nested(given.structure("input_message_content"), "InputMessageContent")
        content = text_content(playground, message, "message_text")
    elif given.text("type") == "photo" and given.has("photo_file_id"):
        content = photo_content(playground, given, photo_given(playground, given, "photo_file_id"))
    elif given.text("type") == "article":
        raise bad_request("can't parse InlineQueryResult: Can't find field \"input_message_content\"")
    else:
        raise bad_request(f"inline results of type {given.text('type')!r} are not supported by this server")
    return content.with_markup(keyboard(playground, given))


def _button_above(button: Any) -> dict[str, Any] | None:
    if button is None:
        return None
    given = nested(button, "InlineQueryResultsButton")
    if not given.text("text"):
        raise bad_request("can't parse InlineQueryResultsButton: Can't find field \"text\"")
    if not given.has("web_app") and not re.fullmatch(START_PAYLOAD, given.text("start_parameter")):
        raise bad_request("START_PARAM_INVALID")
    return dict(button)
