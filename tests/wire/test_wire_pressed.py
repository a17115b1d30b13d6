"""What is read of a message whose button was pressed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from telegram import CallbackQuery, InlineKeyboardMarkup, Message, Update

from tests.wire.polled import Json, Telegram, make, running
from tests.wire.virtual_time import run_virtually

CHAT = {"id": -1007, "type": "supergroup", "title": "Friday night", "is_forum": True}
BOARD: Json = {
    "message_id": 77,
    "date": 1_700_000_000,
    "edit_date": 1_700_000_100,
    "from": {"id": 42, "is_bot": True, "first_name": "Big Ben"},
    "chat": CHAT,
    "message_thread_id": 9,
    "is_topic_message": True,
    "text": "Round 1",
    "entities": [{"type": "bold", "offset": 0, "length": 5}],
    "reply_markup": {
        "inline_keyboard": [
            [{"text": "Ann", "callback_data": "1:2:a"}, {"text": "Bob", "callback_data": "1:2:b"}],
            [{"text": "Rules", "url": "https://t.me/x"}],
        ]
    },
}


class Kept:
    """Keeps the updates it is given."""

    def __init__(self) -> None:
        self.queries: list[CallbackQuery] = []

    async def __call__(self, update: Update) -> None:
        assert update.callback_query is not None
        self.queries.append(update.callback_query)


def pressed(data: str | None = "1:2:b", **message: Any) -> CallbackQuery:
    """A press as the handlers get it."""
    query = {"id": "5", "from": {"id": 1, "is_bot": False, "first_name": "P"}, "chat_instance": "1", "data": data}
    query["message"] = {**BOARD, **message}
    kept = Kept()

    async def main() -> None:
        telegram = Telegram()
        telegram.deliver({"update_id": 70, "callback_query": query})
        async with running(make(telegram, kept)):
            await asyncio.sleep(1)

    run_virtually(main())
    return kept.queries[0]


def test_of_a_pressed_message_its_place_and_the_pressed_button_are_read() -> None:
    query = pressed()
    message = query.message
    assert isinstance(message, Message)
    assert (query.id, query.data, query.from_user.id) == ("5", "1:2:b", 1)
    assert (message.message_id, message.chat.id, message.chat.title) == (77, -1007, "Friday night")
    assert (message.message_thread_id, message.is_topic_message) == (9, True)
    keyboard = message.reply_markup
    assert isinstance(keyboard, InlineKeyboardMarkup)
    assert [b.callback_data for row in keyboard.inline_keyboard for b in row] == ["1:2:b"]


@pytest.mark.parametrize("markup", [BOARD["reply_markup"], {"inline_keyboard": []}, {}, None])
def test_a_button_that_does_not_hang_under_the_message_is_not_found_there(markup: object) -> None:
    message = pressed("9:9:forged", reply_markup=markup).message
    assert isinstance(message, Message)
    assert message.reply_markup is None


def test_a_press_without_data_finds_no_button_that_has_none_either() -> None:
    message = pressed(None).message
    assert isinstance(message, Message)
    assert message.reply_markup is None


def test_a_message_that_is_out_of_reach_tells_its_chat() -> None:
    query = pressed(date=0)
    assert query.message is not None
    assert not query.message.is_accessible
    assert query.message.chat.id == -1007
