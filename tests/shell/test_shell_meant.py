"""Whom /block is about: somebody mentioned, or whoever wrote the message it replies to (Bot API ``Message``)."""

from __future__ import annotations

from typing import Any, cast

import pytest
from telegram import Message

from tests.shell.test_shell_handlers import ANONYMOUS, CHANNEL, CHANNEL_BOT, PERSON, SUPERGROUP, message
from tgbot.handlers import members
from tgbot.handlers.saying import Said

ZOE = {"id": 7, "is_bot": False, "first_name": "Zoë"}
BOT = {"id": 42, "is_bot": True, "first_name": "Big Ben"}


def said(text: str = "/block", **more: Any) -> Said:
    made = Message.de_json(message(sender=PERSON, **{"text": text, **more}), None)
    payload = text.partition(" ")[2]
    return Said(*cast(Any, [None, made, None, None, payload]))


def replying(sender: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"reply_to_message": {"message_id": 70, "date": 1, "chat": SUPERGROUP, "from": sender, "text": "x", **more}}


def test_a_reply_means_whoever_wrote_the_message() -> None:
    found = members._replied_to(said(**replying(ZOE)))
    assert found is not None
    assert (found.id, found.full_name) == (7, "Zoë")
    assert members._replied_to(said()) is None


@pytest.mark.parametrize(
    ("sender", "more"),
    [(BOT, {}), (ANONYMOUS, {"sender_chat": SUPERGROUP}), (CHANNEL_BOT, {"sender_chat": CHANNEL})],
    ids=["bot", "anonymous administrator", "channel"],
)
def test_a_reply_to_nobody_in_person_means_nobody(sender: dict[str, Any], more: dict[str, Any]) -> None:
    assert members._replied_to(said(**replying(sender, **more))) is None


def test_in_a_topic_every_message_replies_to_its_beginning_which_means_nobody() -> None:
    topic: dict[str, Any] = {"message_thread_id": 70, "is_topic_message": True}
    assert members._replied_to(said(**replying(ZOE), **topic)) is None
    other = {**topic, "message_thread_id": 60}
    assert members._replied_to(said(**replying(ZOE), **other)) is not None


def test_who_has_no_user_name_is_mentioned_by_number() -> None:
    entities = [
        {"type": "bot_command", "offset": 0, "length": 6},
        {"type": "text_mention", "offset": 7, "length": 3, "user": ZOE},
    ]
    found = members._mentioned(said("/block Zoë", entities=entities))
    assert found is not None
    assert found.id == 7
    entities[1]["user"] = BOT
    assert members._mentioned(said("/block Ben", entities=entities)) is None
    assert members._mentioned(said("/block Zoë", entities=entities[:1])) is None
