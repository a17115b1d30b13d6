"""What the server takes as an inline keyboard."""

from typing import Any

import pytest

from playground.errors import ApiError
from playground.keyboards import buttons, inline_keyboard

Button = dict[str, Any]


def keyboard(*rows: list[Button]) -> Any:
    return inline_keyboard({"inline_keyboard": list(rows)}, "TestPlayBot")


def go(data: str = "go", text: str = "Go") -> Button:
    return {"text": text, "callback_data": data}


def refusal(*rows: list[Button]) -> str:
    with pytest.raises(ApiError) as refused:
        keyboard(*rows)
    assert refused.value.code == 400
    return refused.value.description.removeprefix("Bad Request: ")


@pytest.mark.parametrize("data", ["a", "a" * 64, "ж" * 32, "😀" * 16])
def test_callback_data_may_have_1_to_64_bytes(data: str) -> None:
    assert next(buttons(keyboard([go(data)])))["callback_data"] == data


@pytest.mark.parametrize("data", ["", "a" * 65, "ж" * 33, "😀" * 16 + "a", 5])
def test_other_callback_data_is_invalid(data: Any) -> None:
    assert refusal([go(data)]) == "BUTTON_DATA_INVALID"


def test_a_row_has_at_most_8_buttons_and_a_keyboard_100() -> None:
    assert len(list(buttons(keyboard(*[[go()] * 8] * 12, [go()] * 4)))) == 100
    assert refusal([go()] * 9) == "reply markup is too long"
    assert refusal(*[[go()] * 8] * 12, [go()] * 5) == "reply markup is too long"


def test_a_keyboard_is_at_most_10_kilobytes_of_json() -> None:
    assert keyboard(*[[go("a" * 64, "b" * 20)]] * 80)
    assert refusal(*[[go("a" * 64, "b" * 100)]] * 60) == "reply markup is too long"


@pytest.mark.parametrize(
    "action",
    [
        {"callback_data": "x"},
        {"url": "https://example.com/"},
        {"switch_inline_query": ""},
        {"switch_inline_query_current_chat": "x"},
        {"switch_inline_query_chosen_chat": {"query": "x", "allow_group_chats": True}},
        {"copy_text": {"text": "x"}},
        {"disabled": {}},
    ],
)
def test_each_kind_of_button_is_taken_alone_and_said_back(action: Button) -> None:
    assert keyboard([{"text": "x", **action}]) == {"inline_keyboard": [[{"text": "x", **action}]]}


def test_a_button_has_exactly_one_action() -> None:
    assert "Text buttons are unallowed in the inline keyboard" in refusal([{"text": "x"}])
    assert "only one action" in refusal([{"text": "x", "callback_data": "x", "url": "https://example.com"}])
    assert "only one action" in refusal([{"text": "x", "callback_data": "x", "disabled": {}}])


@pytest.mark.parametrize("style", ["primary", "success", "danger"])
def test_a_button_may_have_one_of_three_styles(style: str) -> None:
    assert next(buttons(keyboard([{**go(), "style": style}])))["style"] == style


@pytest.mark.parametrize("style", ["", "red", "Primary", 1])
def test_another_style_is_refused(style: Any) -> None:
    assert "invalid button style" in refusal([{**go(), "style": style}])


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://t.me/TestPlayBot?start=j_abc-1", "https://t.me/TestPlayBot?start=j_abc-1"),
        ("t.me/TestPlayBot?start=" + "a" * 64, "http://t.me/TestPlayBot?start=" + "a" * 64),
        ("example.com", "http://example.com/"),
        ("tg://resolve?domain=TestPlayBot&start=x", "tg://resolve?domain=TestPlayBot&start=x"),
        ("http://127.0.0.1:8081/x", "http://127.0.0.1:8081/x"),
    ],
)
def test_an_address_is_said_back_in_normal_form(url: str, said: str) -> None:
    assert next(buttons(keyboard([{"text": "x", "url": url}])))["url"] == said


@pytest.mark.parametrize(
    "url", ["", "x", "http://localhost/", "ftp://example.com", "javascript:alert(1)", "http://a b.c"]
)
def test_no_address_is_refused(url: str) -> None:
    assert refusal([{"text": "x", "url": url}]) == f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL"


@pytest.mark.parametrize("payload", ["a" * 65, "a.b", "", "ж"])
@pytest.mark.parametrize("parameter", ["start", "startgroup"])
def test_a_deep_link_to_the_bot_has_a_payload_of_64_plain_characters(payload: str, parameter: str) -> None:
    url = f"https://t.me/TestPlayBot?{parameter}={payload}"
    assert refusal([{"text": "x", "url": url}]) == "BUTTON_URL_INVALID"
    assert keyboard([{"text": "x", "url": url.replace("TestPlay", "Other")}])


@pytest.mark.parametrize("markup", [{"inline_keyboard": []}, {"inline_keyboard": [[]]}, {"force_reply": True}, None])
def test_other_and_empty_markup_is_no_keyboard(markup: Any) -> None:
    assert inline_keyboard(markup, "TestPlayBot") is None


@pytest.mark.parametrize(
    "markup",
    [
        [],
        "x",
        {"inline_keyboard": "x"},
        {"inline_keyboard": [{"text": "x"}]},
        {"inline_keyboard": [["x"]]},
        {"inline_keyboard": [[{"callback_data": "x"}]]},
        {"inline_keyboard": [[{"text": 5, "callback_data": "x"}]]},
        {"inline_keyboard": [[{"text": " ", "callback_data": "x"}]]},
        {"inline_keyboard": [[{"text": "x", "copy_text": {"text": "a" * 257}}]]},
        {"inline_keyboard": [[{"text": "x", "switch_inline_query": 5}]]},
        {"inline_keyboard": [[{"text": "x", "disabled": True}]]},
        {"inline_keyboard": [[{"text": "x", "url": 5}]]},
    ],
)
def test_misshapen_markup_is_refused(markup: Any) -> None:
    with pytest.raises(ApiError) as refused:
        inline_keyboard(markup, "TestPlayBot")
    assert refused.value.code == 400
