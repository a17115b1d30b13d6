"""A press is answered as long as Telegram takes the answer, whatever the network does (C09)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest
from sqlalchemy.exc import OperationalError
from telegram import CallbackQuery, Update
from telegram.error import BadRequest, Forbidden, TelegramError

from tests.shell.setting import ANN
from tests.shell.telegram_fake import flood, network, timed_out
from tests.wire.virtual_time import run_virtually
from tgbot.clock import Clock
from tgbot.handlers.presses import pressed
from tgbot.handlers.shell import Shell
from tgbot.refusals import Code
from tgbot.screens.texts import refusal
from tgbot.words import words

Trouble = Callable[[float], TelegramError | None]


class Query:
    """A press with the bot that answers it, and when that was tried; ``trouble``: what Telegram says so many seconds
    after the press.
    """

    def __init__(self, trouble: Trouble) -> None:
        self.trouble = trouble
        self.tried: list[float] = []
        self.answered = False

    id = "123"

    async def do_api_request(self, endpoint: str, values: dict[str, Any]) -> bool:
        assert endpoint.replace("_", "").lower() == "answercallbackquery"
        assert (values["callback_query_id"], values["text"]) == (self.id, "done")
        now = asyncio.get_running_loop().time() - 1000
        self.tried.append(now)
        if error := self.trouble(now):
            raise error
        self.answered = True
        return True


def answered(trouble: Trouble) -> Query:
    """Lets a press be answered, until nothing goes on any more."""
    query = Query(trouble)

    async def main() -> None:
        shell = Shell(*cast(Any, [query, *[None] * 4]))
        shell.answer(cast(CallbackQuery, query), "done")
        await shell.drain(1000)

    run_virtually(main())
    return query


@pytest.mark.parametrize("error", [network, timed_out], ids=["5xx", "no answer"])
@pytest.mark.parametrize("seconds", [1, 10, 60, 130])
def test_c09_a_press_is_answered_when_telegram_is_back_within_150_s(
    error: Callable[[], TelegramError], seconds: float
) -> None:
    query = answered(lambda now: error() if now < seconds else None)
    assert query.answered
    assert query.tried[-1] - seconds <= 5


def test_c09_a_short_failure_costs_half_a_second() -> None:
    assert answered(lambda now: network() if now == 0 else None).tried == [0, 0.5]


def test_c09_after_150_s_nothing_is_tried_any_more() -> None:
    query = answered(lambda _: network())
    assert not query.answered
    assert 140 < query.tried[-1] < 150
    assert len(query.tried) < 40


def test_c09_retry_after_is_kept_however_often() -> None:
    query = answered(lambda now: flood(20) if now < 100 else None)
    assert query.tried == [0, 20, 40, 60, 80, 100]
    assert query.answered


@pytest.mark.parametrize(
    "error", [BadRequest("Query is too old and response timeout expired"), Forbidden("Forbidden")], ids=str
)
def test_c09_what_another_try_would_not_mend_is_tried_once(error: TelegramError) -> None:
    assert answered(lambda _: error).tried == [0]


class Broken:
    """A database that fails; the bot that answers all the same."""

    def __init__(self) -> None:
        self.told: list[str] = []

    async def read(self, *_: object) -> None:
        raise OperationalError("disk", None, Exception("full"))

    async def do_api_request(self, _: str, values: dict[str, Any]) -> bool:
        self.told.append(values["text"])
        return True


@pytest.mark.parametrize(("app", "language"), [("vi", "vi"), ("fr-CA", "fr"), ("ru", "ru"), ("de", "en"), (None, "en")])
def test_c09_a_refused_press_is_answered_in_the_apps_language_when_none_can_be_read(
    app: str | None, language: str
) -> None:
    person = {"id": ANN, "is_bot": False, "first_name": "Ann", "language_code": app}
    query = {"id": "123", "from": person, "chat_instance": "1", "inline_message_id": "i", "data": "no button of ours"}
    broken = Broken()

    async def main() -> None:
        shell = Shell(*cast(Any, [broken, broken, Clock(), None, None]))
        await pressed(shell, Update(5, callback_query=CallbackQuery.de_json(query, None)))
        await shell.drain(1000)

    run_virtually(main())
    assert broken.told == [refusal(Code.UNKNOWN_BUTTON, {}, words(language))]
