"""The short way of calls in plain values: as far as Telegram can tell it is the library's own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiohttp import web
from telegram import Bot, Message
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, InvalidToken, NetworkError, RetryAfter

from tests.wire.served import MESSAGE, Handler, calling, message, never, ok, refusal, serving
from tgbot.screens.screen import Button, Screen
from tgbot.wire.bot import WireBot
from tgbot.wire.ephemeral import edit_whisper
from tgbot.wire.messages import answer, edit, edit_buttons, edit_caption
from tgbot.wire.request import AiohttpRequest

pytestmark = pytest.mark.asyncio

_SCREEN = Screen(
    "Lượt của bạn <b>Энн</b> & co", ((Button("Cắt <1>", "1:2:!cut 3 1"), Button("?", url="https://t.me/x")),), "c"
)
_CALLS: list[Callable[[Bot], Awaitable[object]]] = [
    lambda bot: edit(bot, -7, 5, _SCREEN),
    lambda bot: edit(bot, -7, 5, Screen("no buttons")),
    lambda bot: edit_caption(bot, -7, 5, _SCREEN),
    lambda bot: edit_buttons(bot, -7, 5, _SCREEN),
    lambda bot: edit_whisper(bot, -7, 9, 5, _SCREEN),
    lambda bot: answer(bot, "123", "Đã cắt", alert=True),
    lambda bot: answer(bot, "123"),
]


@pytest.mark.parametrize("call", _CALLS)
async def test_what_is_sent_is_what_the_library_would_send(call: Callable[[Bot], Awaitable[object]]) -> None:
    sent = []
    for kind in (Bot, WireBot):
        async with serving() as server, calling(server.base_url, kind=kind) as bot:
            await call(bot)
        sent.append((server.methods, server.content_type, server.fields, server.files))
    assert sent[0] == sent[1]


async def test_what_comes_back_is_plain_unless_a_type_is_asked_for() -> None:
    async with serving(message) as server, calling(server.base_url) as bot:
        assert await bot.do_api_request("editNewText", {"chat_id": 7}) == MESSAGE
        made = await bot.do_api_request("editNewText", {"chat_id": 7}, Message)
    assert (type(made), made.message_id) == (Message, 5)
    assert server.methods == ["editNewText"] * 2


@pytest.mark.parametrize(
    ("handler", "expected"),
    [
        (refusal(400, "Bad Request: message is not modified"), BadRequest),
        (refusal(400, "Bad Request: group chat was upgraded", migrate_to_chat_id=-1007), ChatMigrated),
        (refusal(401, "Unauthorized"), InvalidToken),
        (refusal(403, "Forbidden: bot was kicked"), Forbidden),
        (refusal(404, "Not Found"), InvalidToken),
        (refusal(409, "Conflict"), Conflict),
        (refusal(429, "Too Many Requests: retry after 17", retry_after=17), RetryAfter),
        (refusal(502, "Bad Gateway"), NetworkError),
    ],
)
async def test_refusals_keep_their_kind(handler: Handler, expected: type[Exception]) -> None:
    async with serving(handler) as server, calling(server.base_url) as bot:
        with pytest.raises(expected) as caught:
            await answer(bot, "123")
    assert type(caught.value) is expected
    assert server.methods == ["answerCallbackQuery"]


async def test_the_timeouts_of_a_call_win_over_the_defaults() -> None:
    async with serving(never) as server, calling(server.base_url, AiohttpRequest(read_timeout=None)) as bot:
        with pytest.raises(NetworkError, match="Timed out"):
            await bot.do_api_request("editNewText", {}, read_timeout=0.05)

    async def late(_: web.Request) -> web.StreamResponse:
        await asyncio.sleep(0.2)
        return ok(True)

    async with serving(late) as server, calling(server.base_url, AiohttpRequest(read_timeout=0.05)) as bot:
        assert await bot.do_api_request("editNewText", {}, read_timeout=5)


async def test_updates_are_asked_for_as_the_library_does() -> None:
    async def nothing(_: web.Request) -> web.StreamResponse:
        return ok([])

    async with serving(nothing) as server:
        bot: Any = WireBot("4242:x", base_url=server.base_url, get_updates_request=AiohttpRequest())
        async with bot._request[0]:
            assert await bot.do_api_request("get_Updates", {"timeout": 0}) == []
    assert (server.methods, server.fields) == (["getUpdates"], {"timeout": 0})
