"""The transport: encoding, uploads, pools, timeouts, kinds of errors."""

from __future__ import annotations

import asyncio
import io
import json
from typing import Any

import pytest
from aiohttp import web
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InputFile, InputMediaPhoto, Update
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from tests.wire.served import (
    MESSAGE,
    SECRET,
    TOKEN,
    Handler,
    broken_off,
    calling,
    hang_up,
    json_list,
    never,
    occupied,
    ok,
    page,
    page_as_success,
    redirect,
    refusal,
    refused_connection,
    serving,
)
from tgbot.wire.bot import WireBot
from tgbot.wire.messages import answer
from tgbot.wire.request import AiohttpRequest, retry_seconds
from tgbot.wire.updates import UpdateLoop

pytestmark = pytest.mark.asyncio


async def test_calls_are_json() -> None:
    async with serving() as server, calling(server.base_url) as bot:
        board = InlineKeyboardMarkup([[InlineKeyboardButton("Cắt <1>", callback_data="cut 3 1")]])
        sent = await bot.send_message(-7, "Ваш ход & é", reply_markup=board, disable_notification=True)
    assert sent.message_id == 5
    assert server.methods == ["sendMessage"]
    assert server.content_type == "application/json"
    markup = {"inline_keyboard": [[{"text": "Cắt <1>", "callback_data": "cut 3 1"}]]}
    assert server.fields == {
        "chat_id": -7,
        "text": "Ваш ход & é",
        "disable_notification": True,
        "reply_markup": markup,
    }


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({}, {}),
        ({"text": "Đã cắt 1"}, {"text": "Đã cắt 1", "show_alert": False}),
        ({"text": "Ваша рука", "alert": True}, {"text": "Ваша рука", "show_alert": True}),
        ({"url": "https://t.me/bigben_bot?start=j_x"}, {"url": "https://t.me/bigben_bot?start=j_x"}),
    ],
    ids=["nothing", "a line", "an alert", "a link"],
)
async def test_a_press_is_answered_as_asked(said: dict[str, Any], expected: dict[str, Any]) -> None:
    async def done(request: web.Request) -> web.Response:
        return ok(True)

    async with serving(done) as server, calling(server.base_url) as bot:
        await answer(bot, "123", **said)
    assert server.methods == ["answerCallbackQuery"]
    assert server.fields == {"callback_query_id": "123", "cache_time": 0, **expected}


async def test_a_call_without_parameters_needs_no_body() -> None:
    async def me(request: web.Request) -> web.Response:
        return ok({"id": 1, "is_bot": True, "first_name": "Big Ben", "username": "bigben_bot"})

    async with serving(me) as server, calling(server.base_url) as bot:
        assert (await bot.get_me()).username == "bigben_bot"
    assert (server.fields, server.files) == ({}, {})


@pytest.mark.parametrize("size", [3, 3 * 2**20])
async def test_bytes_are_uploaded_as_a_file_beside_the_parameters(size: int) -> None:
    picture = b"\xff\xd8\xff" * (size // 3)
    async with serving() as server, calling(server.base_url) as bot:
        await bot.send_photo(7, picture, caption="Bàn cờ: ход 3", filename='доска "1".jpg')
    assert server.content_type == "multipart/form-data"
    assert server.fields == {"chat_id": "7", "caption": "Bàn cờ: ход 3"}
    assert server.files == {"photo": ('доска "1".jpg', "image/jpeg", picture)}


async def test_a_file_object_is_uploaded_too() -> None:
    async with serving() as server, calling(server.base_url) as bot:
        await bot.send_document(7, InputFile(io.BytesIO(b"log"), filename="match.json", read_file_handle=False))
    assert server.files == {"document": ("match.json", "application/json", b"log")}


async def test_a_picture_inside_edited_media_is_attached_by_name() -> None:
    async with serving() as server, calling(server.base_url) as bot:
        await bot.edit_message_media(InputMediaPhoto(b"jpeg", caption="c", filename="b.jpg"), chat_id=7, message_id=5)
    media = json.loads(server.fields["media"])
    scheme, _, name = media["media"].partition("://")
    assert scheme == "attach"
    assert server.files == {name: ("b.jpg", "image/jpeg", b"jpeg")}


async def test_a_file_is_downloaded() -> None:
    content = SECRET.encode() + b"\x00\xff" * 5000

    async def answer(request: web.Request) -> web.StreamResponse:
        return web.Response(body=content)

    async with serving(answer) as server, AiohttpRequest() as request:
        url = server.base_url.replace("/bot", f"/file/bot{TOKEN}/photos/1.jpg")
        assert await request.retrieve(url) == content


async def test_connections_are_kept_and_their_number_is_limited() -> None:
    async def slowly(request: web.Request) -> web.StreamResponse:
        await asyncio.sleep(0.01)
        return ok(MESSAGE)

    async with serving(slowly) as server, calling(server.base_url, AiohttpRequest(limit=3)) as bot:
        await asyncio.gather(*(bot.send_message(7, "x") for _ in range(30)))
        assert len(server.methods) == 30
        assert len(server.peers) == 3


async def test_polling_has_its_own_pool() -> None:
    """A raw getUpdates goes through get_updates_request, although do_api_request makes it."""
    async with serving() as server:
        polling, other = AiohttpRequest(), AiohttpRequest()
        bot = WireBot(TOKEN, base_url=server.base_url, request=other, get_updates_request=polling)
        async with polling:
            await bot.do_api_request("get_Updates", {"timeout": 0})
            with pytest.raises(NetworkError, match="not initialized"):
                await bot.do_api_request("sendDice2", {"chat_id": 7})
    assert server.methods == ["getUpdates"]


async def test_the_default_read_timeout_is_what_was_given() -> None:
    assert AiohttpRequest(read_timeout=12.5).read_timeout == 12.5
    assert AiohttpRequest(read_timeout=None).read_timeout is None


async def test_it_can_be_closed_twice_and_opened_again() -> None:
    async with serving() as server, calling(server.base_url) as bot:
        await bot.request.initialize()
        await bot.send_message(7, "x")
        await bot.request.shutdown()
        await bot.request.shutdown()
        with pytest.raises(NetworkError, match="not initialized"):
            await bot.send_message(7, "x")
        await bot.request.initialize()
        await bot.send_message(7, "x")


async def test_an_answer_that_does_not_come_is_a_timeout() -> None:
    async with serving(never) as server, calling(server.base_url, AiohttpRequest(read_timeout=0.05)) as bot:
        with pytest.raises(TimedOut):
            await bot.send_message(7, "x")


async def test_the_timeouts_of_a_call_win_over_the_defaults() -> None:
    async with serving(never) as server, calling(server.base_url, AiohttpRequest(read_timeout=None)) as bot:
        with pytest.raises(TimedOut):
            await bot.send_message(7, "x", read_timeout=0.05)

    async def late(request: web.Request) -> web.StreamResponse:
        await asyncio.sleep(0.2)
        return ok(MESSAGE)

    async with serving(late) as server, calling(server.base_url, AiohttpRequest(read_timeout=0.05)) as bot:
        await bot.send_message(7, "x", read_timeout=None)
        await bot.send_message(7, "x", read_timeout=5)


async def test_a_full_pool_is_a_timeout() -> None:
    request = AiohttpRequest(limit=1, pool_timeout=0.05, connect_timeout=0.05)
    async with serving(never) as server, calling(server.base_url, request) as bot, occupied(server, bot):
        with pytest.raises(TimedOut):
            await bot.send_message(7, "x")
    assert len(server.methods) == 1


async def test_a_server_that_does_not_read_is_a_timeout() -> None:
    connections: list[asyncio.StreamWriter] = []
    listener = await asyncio.start_server(lambda _, writer: connections.append(writer), "127.0.0.1", 0, limit=1024)
    port = listener.sockets[0].getsockname()[1]
    request = AiohttpRequest(
        connect_timeout=0.05, pool_timeout=0.05, read_timeout=0.05, write_timeout=30, media_write_timeout=0.2
    )
    async with calling(f"http://127.0.0.1:{port}/bot", request) as bot:
        async with asyncio.timeout(10):
            with pytest.raises(TimedOut):
                await bot.send_photo(7, b"\xff" * (9 * 2**20))
    listener.close()
    for connection in connections:
        connection.transport.abort()


async def test_a_refused_connection_is_a_network_error_and_no_timeout() -> None:
    async with calling(await refused_connection()) as bot:
        with pytest.raises(NetworkError, match="ClientConnectorError") as caught:
            await bot.send_message(7, "x")
    assert not isinstance(caught.value, TimedOut)


@pytest.mark.parametrize("handler", [hang_up, broken_off, page, page_as_success, json_list, redirect])
async def test_any_nonsense_is_an_error_of_the_library(handler: Handler) -> None:
    async with serving(handler) as server, calling(server.base_url) as bot:
        with pytest.raises(TelegramError):
            await bot.send_message(7, "x")
    assert server.methods == ["sendMessage"], "nothing is sent twice, no redirect is followed"


@pytest.mark.parametrize(
    ("handler", "expected"),
    [
        (refusal(400, "Bad Request: message is not modified"), BadRequest),
        (refusal(401, "Unauthorized"), InvalidToken),
        (refusal(403, "Forbidden: bot was blocked by the user"), Forbidden),
        (refusal(404, "Not Found"), InvalidToken),
        (refusal(409, "Conflict: terminated by other getUpdates request"), Conflict),
        (refusal(500, "Internal Server Error"), NetworkError),
    ],
)
async def test_refusals_of_telegram_keep_their_kind(handler: Handler, expected: type[TelegramError]) -> None:
    async with serving(handler) as server, calling(server.base_url) as bot:
        with pytest.raises(TelegramError) as caught:
            await bot.send_message(7, "x")
    assert type(caught.value) is expected


async def test_c57_retry_after_arrives_in_seconds() -> None:
    handler = refusal(429, "Too Many Requests: retry after 17", retry_after=17)
    async with serving(handler) as server, calling(server.base_url) as bot:
        with pytest.raises(RetryAfter) as caught:
            await bot.send_message(7, "x")
    assert retry_seconds(caught.value) == 17.0


async def test_a_group_that_became_a_supergroup_tells_its_new_id() -> None:
    handler = refusal(400, "Bad Request: group chat was upgraded", migrate_to_chat_id=-1007)
    async with serving(handler) as server, calling(server.base_url) as bot:
        with pytest.raises(ChatMigrated) as caught:
            await bot.send_message(-7, "x")
    assert caught.value.new_chat_id == -1007


async def test_a_stop_hangs_up_a_long_poll() -> None:
    """Virtual time cannot show this: the loop over real connections."""
    taken: list[int] = []

    async def updates(request: web.Request) -> web.StreamResponse:
        asked = await request.json()
        if "offset" not in asked:
            return ok([{"update_id": 70, "message": MESSAGE}])
        return ok([]) if asked["timeout"] == 0 else await never(request)

    async def take(update: Update) -> None:
        taken.append(update.update_id)

    async with serving(updates) as server:
        polling = AiohttpRequest(limit=4)
        bot = WireBot(TOKEN, base_url=server.base_url, request=AiohttpRequest(), get_updates_request=polling)
        loop = UpdateLoop(bot, take, lambda update: update.update_id, allowed_updates=["message"])
        async with polling, asyncio.timeout(10):
            running = asyncio.create_task(loop.run())
            while len(server.methods) < 2:
                server.reached.clear()
                await server.reached.wait()
            loop.stop()
            await running
    assert taken == [70]
    assert server.methods == ["getUpdates"] * 3
    assert server.fields == {"offset": 71, "timeout": 0, "limit": 1}
