"""The token is nowhere in an exception, its causes and contexts, or a log."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Awaitable, Callable

import pytest
from telegram import InputFile
from telegram.error import (
    NetworkError,
    TelegramError,
    TimedOut,
)

from tests.wire.served import (
    SECRET,
    Handler,
    broken_off,
    calling,
    hang_up,
    json_list,
    never,
    occupied,
    page,
    page_as_success,
    redirect,
    refusal,
    refused_connection,
    serving,
)
from tgbot.wire.request import AiohttpRequest

pytestmark = pytest.mark.asyncio


def chain(error: BaseException | None) -> list[BaseException]:
    """The error, its causes and contexts, suppressed ones too."""
    return [] if error is None else [error, *chain(error.__cause__), *chain(error.__context__)]


FAILURES = [
    never,
    hang_up,
    broken_off,
    page,
    page_as_success,
    json_list,
    redirect,
    refusal(401, "Unauthorized"),
    refusal(400, "Bad Request: chat not found"),
    refusal(429, "Too Many Requests", retry_after=3),
]


def assert_silent_about_the_token(error: BaseException, caplog: pytest.LogCaptureFixture) -> None:
    for link in chain(error):
        assert SECRET not in "".join(traceback.format_exception(link))
        assert SECRET not in repr(link) + str(link) + repr(link.args) + repr(getattr(link, "__dict__", ""))
    assert SECRET not in caplog.text


@pytest.mark.parametrize("handler", FAILURES)
async def test_no_failure_tells_the_token(handler: Handler, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with serving(handler) as server, calling(server.base_url, AiohttpRequest(read_timeout=0.05)) as bot:
        calls: list[Callable[[], Awaitable[object]]] = [
            lambda: bot.do_api_request("editMessageText", {"chat_id": 7, "text": "x"}),
            lambda: bot.send_message(7, "x"),
            lambda: bot.send_document(7, InputFile(b"x")),
        ]
        for call in calls:
            with pytest.raises(TelegramError) as caught:
                await call()
            assert_silent_about_the_token(caught.value, caplog)


BAD_ADDRESSES = ["http://127.0.0.1:99999/bot", "http://no.such.host.invalid/bot", "gopher://x/bot", "nonsense/bot"]


@pytest.mark.parametrize("base_url", BAD_ADDRESSES)
async def test_a_wrong_address_does_not_tell_the_token(base_url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with calling(base_url) as bot:
        with pytest.raises(NetworkError) as caught:
            await bot.send_message(7, "x")
    assert_silent_about_the_token(caught.value, caplog)


async def test_a_refused_connection_does_not_tell_the_token(caplog: pytest.LogCaptureFixture) -> None:
    async with calling(await refused_connection()) as bot:
        with pytest.raises(NetworkError) as caught:
            await bot.send_message(7, "x")
    assert_silent_about_the_token(caught.value, caplog)


async def test_a_connection_never_made_does_not_tell_the_token(caplog: pytest.LogCaptureFixture) -> None:
    """The timeouts of aiohttp quote the whole URL."""
    request = AiohttpRequest(limit=1, pool_timeout=0.02, connect_timeout=0.03)
    async with serving(never) as server, calling(server.base_url, request) as bot, occupied(server, bot):
        with pytest.raises(TimedOut) as caught:
            await bot.send_message(7, "x")
    assert len(server.methods) == 1
    assert_silent_about_the_token(caught.value, caplog)
