"""Screens as the Bot API wants them, and what its errors mean (C02)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from telegram import InlineKeyboardMarkup
from telegram.error import BadRequest, Forbidden, TelegramError

from tests.shell.telegram_fake import TelegramFake
from tgbot.screens.screen import Button, Screen
from tgbot.wire.messages import delete, edit, is_gone, is_shut, markup, send, strip


def test_a_keyboard_without_buttons_is_none() -> None:
    assert markup(()) is None


@pytest.mark.parametrize(
    ("button", "expected"),
    [
        (Button("A", data="1:2:join"), {"text": "A", "callback_data": "1:2:join"}),
        (Button("A", data="1:2:x", style="danger"), {"text": "A", "callback_data": "1:2:x", "style": "danger"}),
        (Button("A", url="https://t.me/x"), {"text": "A", "url": "https://t.me/x"}),
        (
            Button("A", share="token", style="success"),
            {
                "text": "A",
                "style": "success",
                "switch_inline_query_chosen_chat": {
                    "query": "token",
                    "allow_user_chats": True,
                    "allow_group_chats": True,
                },
            },
        ),
        (
            Button("A", share=""),
            {
                "text": "A",
                "switch_inline_query_chosen_chat": {"query": "", "allow_user_chats": True, "allow_group_chats": True},
            },
        ),
    ],
)
def test_each_kind_of_button_carries_exactly_one_action(button: Button, expected: dict[str, object]) -> None:
    made = markup(((button,),))
    assert made is not None
    assert made.to_dict() == {"inline_keyboard": [[expected]]}


def test_rows_stay_rows() -> None:
    made = markup(((Button("1", data="a"), Button("2", data="b")), (Button("3", data="c"),)))
    assert isinstance(made, InlineKeyboardMarkup)
    assert [[button.text for button in row] for row in made.inline_keyboard] == [["1", "2"], ["3"]]


def test_a_message_is_sent_as_asked() -> None:
    class Recorder:
        async def send_message(self, *args: object, **named: object) -> None:
            self.sent = args, named

    recorder = Recorder()
    asyncio.run(
        send(recorder, -5, Screen("<b>x</b>"), thread_id=3, silent=True, secret=True, reply_to=9)  # type: ignore[arg-type]
    )
    args, named = recorder.sent
    assert args == (-5, "<b>x</b>")
    wanted = {
        "parse_mode": "HTML",
        "message_thread_id": 3,
        "disable_notification": True,
        "protect_content": True,
        "reply_to_message_id": 9,
        "allow_sending_without_reply": True,
    }
    assert {name: named[name] for name in wanted} == wanted


Act = Callable[[TelegramFake], Awaitable[object]]
ACTS: dict[str, Act] = {
    "edit": lambda t: edit(t.bot, 1, 2, Screen("x")),
    "strip": lambda t: strip(t.bot, 1, 2),
    "delete": lambda t: delete(t.bot, 1, 2),
}
NOT_MODIFIED = "Message is not modified: specified new message content and reply markup are exactly the same"


@pytest.mark.parametrize(
    ("act", "text", "passes"),
    [
        ("edit", NOT_MODIFIED, True),
        ("edit", "Message to edit not found", False),
        ("edit", "Can't parse entities", False),
        ("strip", NOT_MODIFIED, True),
        ("strip", "Message to edit not found", True),
        ("strip", "Message can't be edited", True),
        ("strip", "Chat not found", False),
        ("delete", "Message to delete not found", True),
        ("delete", "Chat not found", False),
    ],
)
def test_an_error_that_says_that_it_is_so_already_is_success(act: str, text: str, passes: bool) -> None:
    telegram = TelegramFake()
    telegram.fail(BadRequest(text), act)
    if passes:
        asyncio.run(ACTS[act](telegram))  # type: ignore[arg-type]
    else:
        with pytest.raises(BadRequest):
            asyncio.run(ACTS[act](telegram))  # type: ignore[arg-type]


def test_a_message_too_old_to_be_deleted_loses_its_buttons() -> None:
    telegram = TelegramFake()
    telegram.fail(BadRequest("Message can't be deleted for everyone"), "delete")
    telegram.fail(BadRequest(NOT_MODIFIED), "strip")
    asyncio.run(delete(telegram.bot, 1, 2))
    assert [call.method for call in telegram.calls] == ["delete", "strip"]


@pytest.mark.parametrize(
    ("error", "gone", "shut"),
    [
        (BadRequest("Message to edit not found"), True, False),
        (BadRequest("Message to delete not found"), True, False),
        (BadRequest("Message can't be edited"), True, False),
        (BadRequest("Message can't be deleted"), True, False),
        (BadRequest("Chat not found"), False, True),
        (Forbidden("Forbidden: bot was blocked by the user"), False, True),
        (Forbidden("Forbidden: bot was kicked from the supergroup chat"), False, True),
        (BadRequest("Can't parse entities: message"), False, False),
    ],
)
def test_what_telegrams_errors_mean(error: TelegramError, gone: bool, shut: bool) -> None:
    assert (is_gone(error), is_shut(error)) == (gone, shut)
