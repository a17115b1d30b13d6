"""A Bot API server that remembers what came and answers as told, over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from telegram import Bot

from tgbot.wire.bot import WireBot
from tgbot.wire.request import AiohttpRequest

SECRET = "AAsecretsecretsecretsecretsecretsec"
TOKEN = f"4242:{SECRET}"
MESSAGE = {"message_id": 5, "date": 1_700_000_000, "chat": {"id": 7, "type": "private"}}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass
class Server:
    """Remembers what came and answers as told."""

    base_url: str = ""
    content_type: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    files: dict[str, tuple[str, str, bytes]] = field(default_factory=dict)
    methods: list[str] = field(default_factory=list)
    peers: set[object] = field(default_factory=set)
    reached: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self, request: web.Request) -> None:
        self.methods.append(request.path.rpartition("/")[2])
        self.content_type = request.content_type
        assert request.transport is not None
        self.peers.add(request.transport.get_extra_info("peername"))
        if request.content_type == "application/json":
            self.fields, self.files = await request.json(), {}
            self.reached.set()
            return
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
async def calling(
    base_url: str, request: AiohttpRequest | None = None, kind: type[Bot] = WireBot
) -> AsyncIterator[Bot]:
    request = request or AiohttpRequest()
    bot = kind(TOKEN, base_url=base_url, request=request, get_updates_request=AiohttpRequest(limit=4))
    async with request:
        yield bot


async def never(request: web.Request) -> web.StreamResponse:
    await asyncio.Event().wait()
    raise AssertionError


@asynccontextmanager
async def occupied(server: Server, bot: Bot) -> AsyncIterator[None]:
    """One call waits for its answer."""
    call = asyncio.create_task(bot.send_message(7, "x"))
    async with asyncio.timeout(10):
        await server.reached.wait()
    yield
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)


async def refused_connection() -> str:
    listener = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    listener.close()
    await listener.wait_closed()
    return f"http://127.0.0.1:{port}/bot"


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
