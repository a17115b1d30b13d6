"""The transport against a Bot API server of our own, over real sockets."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, InputFile, InputMediaPhoto
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

from tgbot.wire.request import AiohttpRequest, retry_seconds

SECRET = "AAsecretsecretsecretsecretsecretsec"
TOKEN = f"4242:{SECRET}"
MESSAGE = {"message_id": 5, "date": 1_700_000_000, "chat": {"id": 7, "type": "private"}}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
pytestmark = pytest.mark.asyncio


@dataclass
class Server:
    """Remembers what came and answers as told."""

    base_url: str = ""
    content_type: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    files: dict[str, tuple[str, str, bytes]] = field(default_factory=dict)
    methods: list[str] = field(default_factory=list)
    peers: set[object] = field(default_factory=set)
    reached: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self, request: web.Request) -> None:
        self.methods.append(request.path.rpartition("/")[2])
        self.content_type = request.content_type
        assert request.transport is not None
        self.peers.add(request.transport.get_extra_info("peername"))
        form = await request.post()
        self.fields = {name: value for name, value in form.items() if isinstance(value, str)}
        self.files = {}
        for name, value in form.items():
            if isinstance(value, web.FileField):
                with value.file as content:
                    self.files[name] = (value.filename, value.content_type, content.read())
        self.reached.set()


def ok(result: object) -> web.Response:
    return web.json_response({"ok": True, "result": result})


def refusal(status: int, description: str, **parameters: int) -> Handler:
    async def handler(request: web.Request) -> web.Response:
        answer: dict[str, Any] = {"ok": False, "error_code": status, "description": description}
        return web.json_response(answer | ({"parameters": parameters} if parameters else {}), status=status)

    return handler


async def message(request: web.Request) -> web.StreamResponse:
    return ok(MESSAGE)


@asynccontextmanager
async def serving(handler: Handler = message) -> AsyncIterator[Server]:
    server = Server()

    async def handle(request: web.Request) -> web.StreamResponse:
        await server.read(request)
        return await handler(request)

    app = web.Application(client_max_size=20 * 2**20)
    app.router.add_route("*", "/{path:.*}", handle)
    runner = web.AppRunner(app, shutdown_timeout=0.01, handler_cancellation=True, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    server.base_url = f"http://{host}:{port}/bot"
    try:
        yield server
    finally:
        await runner.cleanup()


@asynccontextmanager
async def calling(base_url: str, request: AiohttpRequest | None = None) -> AsyncIterator[Bot]:
    request = request or AiohttpRequest()
    bot = Bot(TOKEN, base_url=base_url, request=request, get_updates_request=AiohttpRequest(limit=4))
    async with request:
        yield bot


async def test_calls_are_form_encoded_with_nested_values_as_json() -> None:
    async with serving() as server, calling(server.base_url) as bot:
        board = InlineKeyboardMarkup([[InlineKeyboardButton("Cắt <1>", callback_data="cut 3 1")]])
        sent = await bot.send_message(-7, "Ваш ход & é", reply_markup=board, disable_notification=True)
    assert sent.message_id == 5
    assert server.methods == ["sendMessage"]
    assert server.content_type == "application/x-www-form-urlencoded"
    markup = json.loads(server.fields.pop("reply_markup"))
    assert markup == {"inline_keyboard": [[{"text": "Cắt <1>", "callback_data": "cut 3 1"}]]}
    assert server.fields == {"chat_id": "-7", "text": "Ваш ход & é", "disable_notification": "true"}


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
        bot = Bot(TOKEN, base_url=server.base_url, request=other, get_updates_request=polling)
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


async def never(request: web.Request) -> web.StreamResponse:
    await asyncio.Event().wait()
    raise AssertionError


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


@asynccontextmanager
async def occupied(server: Server, bot: Bot) -> AsyncIterator[None]:
    """One call waits for its answer."""
    call = asyncio.create_task(bot.send_message(7, "x"))
    async with asyncio.timeout(10):
        await server.reached.wait()
    yield
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)


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


async def refused_connection() -> str:
    listener = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    listener.close()
    await listener.wait_closed()
    return f"http://127.0.0.1:{port}/bot"


async def test_a_refused_connection_is_a_network_error_and_no_timeout() -> None:
    async with calling(await refused_connection()) as bot:
        with pytest.raises(NetworkError, match="ClientConnectorError") as caught:
            await bot.send_message(7, "x")
    assert not isinstance(caught.value, TimedOut)


async def hang_up(request: web.Request) -> web.StreamResponse:
    assert request.transport is not None
    request.transport.abort()
    return ok(MESSAGE)


async def page(request: web.Request) -> web.StreamResponse:
    """What a proxy says: it quotes the address."""
    return web.Response(status=502, text=f"<html>Cannot reach {request.url}</html>", content_type="text/html")


async def page_as_success(request: web.Request) -> web.StreamResponse:
    return web.Response(text=f"<html>Log in to see {request.url}</html>", content_type="text/html")


async def json_list(request: web.Request) -> web.StreamResponse:
    return web.json_response([str(request.url)])


async def redirect(request: web.Request) -> web.StreamResponse:
    raise web.HTTPFound("/elsewhere" + request.path)


async def broken_off(request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Length": "1000"})
    await response.prepare(request)
    await response.write(b'{"ok": true')
    return await hang_up(request)


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
        for endpoint, content in (("sendNew", "x"), ("sendNewFile", InputFile(b"x"))):
            with pytest.raises(TelegramError) as caught:
                await bot.do_api_request(endpoint, {"chat_id": 7, "content": content})
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
