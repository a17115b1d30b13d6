"""A Bot API server that checks nothing and does almost nothing, so that only the bot under it is measured.

It answers as plausibly as the libraries need: an edit gives back the whole message, ``getUpdates`` keeps an update
until a later offset confirms it. HTTP is read by hand: one request on a connection at a time, bodies with a length.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qsl

Json = dict[str, Any]

_ME = {"id": 1, "is_bot": True, "first_name": "Bench", "username": "BenchBot"}
_TAG = re.compile(r"<[^>]*>")
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_NAME = re.compile(rb' name="([^"]+)"')
_BATCH = 100
"""``getUpdates`` gives at most so many."""


class Bot:
    """What the server keeps for one token: updates not confirmed, and the newest message with text of each chat."""

    def __init__(self) -> None:
        self.calls: dict[str, int] = {}
        self.messages: dict[int, Json] = {}
        self.pictures = 0
        self.polled = asyncio.Event()
        """Set by the first ``getUpdates``: the bot is ready."""
        self._updates: dict[int, Json] = {}
        self._added = asyncio.Event()
        self._number = 1
        self._answered: dict[str, asyncio.Future[str]] = {}
        self._shown: dict[int, asyncio.Future[float]] = {}

    def press(self, chat: Json, user: Json, data: str) -> tuple[asyncio.Future[str], asyncio.Future[float]]:
        """Somebody presses a button of the newest message of a chat. The text of the answer, and the time at which
        the chat was shown something new.
        """
        loop = asyncio.get_running_loop()
        self._number += 1
        number = self._number
        message = self.messages.get(chat["id"]) or _message(chat, 1, "…", "")
        query = {"id": str(number), "from": user, "message": message, "chat_instance": "1", "data": data}
        answered = self._answered[str(number)] = loop.create_future()
        shown = self._shown[chat["id"]] = loop.create_future()
        self._updates[number] = {"update_id": number, "callback_query": query}
        self._added.set()
        return answered, shown

    def expect(self, chat_id: int) -> asyncio.Future[float]:
        """The time at which a chat will have been shown something new."""
        return self._shown.setdefault(chat_id, asyncio.get_running_loop().create_future())

    async def call(self, method: str, fields: Json) -> Any:
        """What the Bot API method gives."""
        self.calls[method] = self.calls.get(method, 0) + 1
        match method:
            case "getupdates":
                return await self._get_updates(int(fields.get("offset") or 0), float(fields.get("timeout") or 0))
            case "getme":
                return _ME
            case "answercallbackquery":
                answered = self._answered.pop(fields["callback_query_id"], None)
                if answered is not None:
                    answered.set_result(fields.get("text", ""))
            case "sendmessage" | "editmessagetext" | "sendphoto" | "editmessagemedia" | "editmessagecaption":
                return self._show(fields)
            case "editmessagereplymarkup":
                return _message({"id": int(fields["chat_id"])}, int(fields["message_id"]), "…", "")
        return True

    def _show(self, fields: Json) -> Json:
        chat_id = int(fields["chat_id"])
        before = self.messages.get(chat_id)
        number = int(fields.get("message_id") or (before["message_id"] if before else 0) + 1)
        shown = self._shown.pop(chat_id, None)
        if shown is not None:
            shown.set_result(time.perf_counter())
        message = _message({"id": chat_id}, number, fields.get("text", "…"), fields.get("reply_markup", ""))
        if "photo" in fields or "media" in fields:
            self.pictures += 1
            file = {"file_id": f"file{self.pictures}", "file_unique_id": f"one{self.pictures}"}
            message["photo"] = [{**file, "width": 1280, "height": 960}]
        self.messages[chat_id] = message
        return message

    async def _get_updates(self, offset: int, seconds: float) -> list[Json]:
        self.polled.set()
        for number in [number for number in self._updates if number < offset]:
            del self._updates[number]
        if not self._updates:
            self._added.clear()
            try:
                async with asyncio.timeout(seconds):
                    await self._added.wait()
            except TimeoutError:
                return []
        return [update for update, _ in zip(self._updates.values(), range(_BATCH), strict=False)]


class Server:
    """Serves many tokens. ``latency``: seconds of a call's way to the server and back, half of it each way."""

    def __init__(self) -> None:
        self.latency = 0.0
        self.url = ""
        self._bots: dict[str, Bot] = {}

    def bot(self, token: str) -> Bot:
        """What is kept for a token; made when it is first asked for."""
        return self._bots.setdefault(token, Bot())

    async def answer(self, path: str, body: bytes) -> bytes:
        """The body of the answer to a request of the form ``/botTOKEN/METHOD``."""
        if self.latency:
            await asyncio.sleep(self.latency / 2)
        _, token, method = path.split("?", 1)[0].rsplit("/", 2)[-3:]
        result = await self.bot(token.removeprefix("bot")).call(method.lower(), _fields(body))
        if self.latency:
            await asyncio.sleep(self.latency / 2)
        return json.dumps({"ok": True, "result": result}).encode()


@asynccontextmanager
async def serving() -> AsyncIterator[Server]:
    """A server on a free port of this machine."""
    server = Server()
    listening = await asyncio.get_running_loop().create_server(lambda: _Connection(server), "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    try:
        yield server
    finally:
        listening.close()


class _Connection(asyncio.Protocol):
    def __init__(self, server: Server) -> None:
        self._server = server
        self._buffer = b""
        self._tasks: set[asyncio.Task[None]] = set()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        for task in self._tasks:
            task.cancel()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        for path, body in self._requests():
            task = asyncio.ensure_future(self._answer(path, body))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _requests(self) -> Iterator[tuple[str, bytes]]:
        while (end := self._buffer.find(b"\r\n\r\n")) >= 0:
            head = self._buffer[:end]
            length = _LENGTH.search(head)
            whole = end + 4 + (int(length[1]) if length else 0)
            if len(self._buffer) < whole:
                return
            body, self._buffer = self._buffer[end + 4 : whole], self._buffer[whole:]
            yield head.split(b" ", 2)[1].decode(), body

    async def _answer(self, path: str, body: bytes) -> None:
        answer = await self._server.answer(path, body)
        if self._transport is not None and not self._transport.is_closing():
            head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(answer)}\r\n\r\n"
            self._transport.write(head.encode() + answer)


def _fields(body: bytes) -> Json:
    """The parameters of a call, as JSON, form-encoded or in parts with files; the Bot API takes them all."""
    if body.startswith(b"{"):
        given: Json = json.loads(body)
        return given
    if not body.startswith(b"--"):
        return dict(parse_qsl(body.decode()))
    fields: Json = {}
    for part in body.split(body[: body.index(b"\r\n")])[1:-1]:
        head, _, value = part.partition(b"\r\n\r\n")
        name = _NAME.search(head)
        assert name is not None
        fields[name[1].decode()] = "a file" if b"filename=" in head else value[:-2].decode()
    return fields


def _message(chat: Json, number: int, html: str, markup: Json | str) -> Json:
    """A message as the Bot API gives it; where its entities begin and end is of no matter here."""
    message: Json = {
        "message_id": number,
        "date": 1_800_000_000,
        "edit_date": 1_800_000_001,
        "from": _ME,
        "chat": {"type": "supergroup", "title": "Bench", **chat},
        "text": _TAG.sub("", html),
        "entities": [{"type": "bold", "offset": 0, "length": 1}] * html.count("</"),
    }
    if markup:
        message["reply_markup"] = json.loads(markup) if isinstance(markup, str) else markup
    return message
