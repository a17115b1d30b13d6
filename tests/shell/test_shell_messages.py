"""Screens as the Bot API wants them, and what its errors mean (C02)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from telegram import InlineKeyboardMarkup
from telegram.error import (
    BadRequest,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from tests.shell.telegram_fake import TelegramFake
from tgbot.screens.screen import Button, Screen
from tgbot.wire.ephemeral import Overheard, delete_whisper, edit_whisper, whisper
from tgbot.wire.messages import (
    Photo,
    delete,
    edit,
    edit_buttons,
    edit_caption,
    edit_photo,
    file_id,
    is_gone,
    is_no_photo,
    is_shut,
    is_stale,
    is_topic_closed,
    is_topic_gone,
    markup,
    refuses,
    send,
    send_photo,
    strip,
    takes_no_photos,
)


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
        (BadRequest("Message to pin not found"), True, False),
        (BadRequest("Message can't be edited"), True, False),
        (BadRequest("Message can't be deleted"), True, False),
        (BadRequest("Chat not found"), False, True),
        (BadRequest("Have no rights to send a message"), False, True),
        (BadRequest("Not enough rights to send text messages to the chat"), False, True),
        (BadRequest("Not enough rights to send photos to the chat"), False, False),
        (BadRequest("Not enough rights to send documents to the chat"), False, False),
        (Forbidden("Forbidden: bot was blocked by the user"), False, True),
        (Forbidden("Forbidden: bot was kicked from the supergroup chat"), False, True),
        (BadRequest("Topic_closed"), False, False),
        (BadRequest("Message thread not found"), False, False),
        (BadRequest("Can't parse entities: message"), False, False),
    ],
)
def test_what_telegrams_errors_mean(error: TelegramError, gone: bool, shut: bool) -> None:
    assert (is_gone(error), is_shut(error)) == (gone, shut)


@pytest.mark.parametrize(
    ("error", "no_photos", "no_photo", "stale"),
    [
        (BadRequest("Not enough rights to send photos to the chat"), True, False, False),
        (BadRequest("Chat_send_photos_forbidden"), True, False, False),
        (BadRequest("Not enough rights to send text messages to the chat"), False, False, False),
        (BadRequest("Image_process_failed"), False, True, False),
        (BadRequest("Photo_invalid_dimensions"), False, True, False),
        (BadRequest("File is too big"), False, True, False),
        (NetworkError("Request Entity Too Large (413)"), False, True, False),
        (NetworkError("Bad Gateway"), False, False, False),
        (BadRequest("Wrong file identifier/http url specified"), False, False, True),
        (BadRequest("Message to edit not found"), False, False, False),
        (TimedOut(), False, False, False),
    ],
)
def test_what_is_said_of_pictures(error: TelegramError, no_photos: bool, no_photo: bool, stale: bool) -> None:
    assert (takes_no_photos(error), is_no_photo(error), is_stale(error)) == (no_photos, no_photo, stale)


PICTURE = Screen("text", ((Button("Go", data="1:2:hand"),),), "the <b>caption</b>")


def test_a_picture_goes_with_its_caption_and_its_buttons_and_is_known_by_its_id() -> None:
    async def act(telegram: TelegramFake) -> None:
        sent = await send_photo(telegram.bot, 1, Photo(b"file", spoiler=True), PICTURE, secret=True)
        shown = telegram.chats[1][sent.message_id]
        assert (shown.text, shown.picture, shown.keyboard) == (PICTURE.caption, b"file", markup(PICTURE.keyboard))
        assert (shown.spoiler, shown.secret) == (True, True)
        again = await send_photo(telegram.bot, 1, Photo(file_id(sent)), PICTURE)
        assert telegram.chats[1][again.message_id].picture == b"file"
        assert telegram.uploads == 1
        other = await edit_photo(telegram.bot, 1, sent.message_id, Photo(b"other"), PICTURE)
        assert (shown.picture, shown.spoiler) == (b"other", False)
        assert telegram.files[other] == b"other"
        await edit_caption(telegram.bot, 1, sent.message_id, replace(PICTURE, caption="new"))
        assert (shown.text, shown.picture) == ("new", b"other")
        await edit_buttons(telegram.bot, 1, sent.message_id, Screen("", (), "not looked at"))
        assert (shown.text, shown.keyboard) == ("new", None)

    asyncio.run(act(TelegramFake()))


@pytest.mark.parametrize("what", ["edit photo", "edit caption", "edit buttons"])
def test_a_picture_that_is_so_already_is_success(what: str) -> None:
    async def act(telegram: TelegramFake) -> None:
        sent = await send_photo(telegram.bot, 1, Photo(b"file"), PICTURE)
        telegram.fail(BadRequest(NOT_MODIFIED), what)
        match what:
            case "edit photo":
                assert await edit_photo(telegram.bot, 1, sent.message_id, Photo(b"file"), PICTURE) == ""
            case "edit caption":
                await edit_caption(telegram.bot, 1, sent.message_id, PICTURE)
            case _:
                await edit_buttons(telegram.bot, 1, sent.message_id, PICTURE)
        assert telegram.calls[-1].error

    asyncio.run(act(TelegramFake()))


def test_what_is_said_of_topics() -> None:
    assert is_topic_closed(BadRequest("Topic_closed"))
    assert is_topic_gone(BadRequest("Message thread not found"))
    assert not is_topic_gone(BadRequest("Message to edit not found"))


@pytest.mark.parametrize(
    ("error", "refused"),
    [
        (BadRequest("User_not_participant"), True),
        (Forbidden("Forbidden: bot is not a member of the supergroup chat"), True),
        (EndPointNotFound("Endpoint not found"), True),
        (InvalidToken("Not Found"), True),
        (TimedOut(), False),
        (NetworkError("Bad Gateway"), False),
        (RetryAfter(3), False),
    ],
)
def test_what_is_refused_and_what_may_be_tried_again(error: TelegramError, refused: bool) -> None:
    assert refuses(error) is refused


def test_a_whisper_goes_to_one_member_in_answer_to_his_press() -> None:
    telegram = TelegramFake()
    number = asyncio.run(whisper(telegram.bot, -5, 7, Screen("<b>x</b>"), query_id="q", thread_id=3))
    (sent,) = telegram.whispers[-5, 7].values()
    assert (sent.api_kwargs["ephemeral_message_id"], sent.text, sent.thread_id) == (number, "<b>x</b>", 3)
    assert (sent.silent, sent.secret) == (True, True)


def test_a_whisper_holds_no_more_than_an_edit_of_it_may() -> None:
    telegram = TelegramFake()
    number = asyncio.run(whisper(telegram.bot, -5, 7, Screen("x" * 2000)))
    assert len(telegram.whispers[-5, 7][number].text) == 1024
    asyncio.run(edit_whisper(telegram.bot, -5, 7, number, Screen("y" * 2000)))
    assert len(telegram.whispers[-5, 7][number].text) == 1024


def test_what_was_overheard_is_taken_back_and_told() -> None:
    telegram = TelegramFake(knows_whispers=False)
    with pytest.raises(Overheard):
        asyncio.run(whisper(telegram.bot, -5, 7, Screen("x")))
    assert telegram.stands(-5) == []


@pytest.mark.parametrize("text", ["Message to delete not found", "User_not_participant"])
def test_a_whisper_that_cannot_be_taken_away_is_let_be(text: str) -> None:
    telegram = TelegramFake()
    telegram.fail(BadRequest(text), "delete whisper")
    asyncio.run(delete_whisper(telegram.bot, -5, 7, 1))
    telegram.fail(NetworkError("Bad Gateway"), "delete whisper")
    with pytest.raises(NetworkError):
        asyncio.run(delete_whisper(telegram.bot, -5, 7, 1))


def test_an_edit_of_a_whisper_that_changes_nothing_is_success() -> None:
    telegram = TelegramFake()
    telegram.fail(BadRequest(NOT_MODIFIED), "edit whisper")
    asyncio.run(edit_whisper(telegram.bot, -5, 7, 1, Screen("x")))
    with pytest.raises(BadRequest, match="not found"):
        asyncio.run(edit_whisper(telegram.bot, -5, 7, 1, Screen("x")))
