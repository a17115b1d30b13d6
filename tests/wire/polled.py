"""A queue of updates kept as Telegram keeps it, in memory and on virtual time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

from telegram import Bot, Update
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from tgbot.wire.request import AiohttpRequest
from tgbot.wire.updates import UpdateLoop

Json = dict[str, Any]
Take = Callable[[Update], Awaitable[None]]
Fault = Callable[["Telegram"], Awaitable[tuple[int, bytes] | None]]
TOKEN = "4242:AAsecretsecretsecretsecretsecretsec"


@dataclass(frozen=True)
class Poll:
    at: float
    offset: int | None
    timeout: int
    limit: int
    allowed: list[str] | None


class Telegram(BaseRequest):
    """getUpdates: everything from the offset on, until a higher offset confirms it. Nothing else is a call it knows."""

    parse_json_payload = staticmethod(AiohttpRequest.parse_json_payload)

    def __init__(self) -> None:
        self.queue: list[Any] = []
        self.polls: list[Poll] = []
        self.faults: list[Fault] = []
        self.arrived = asyncio.Event()

    @property
    def read_timeout(self) -> float:
        return 5

    async def initialize(self) -> None: ...

    async def shutdown(self) -> None: ...

    def deliver(self, *updates: object) -> None:
        self.queue.extend(updates)
        self.arrived.set()

    @property
    def waiting(self) -> list[int]:
        """Numbers of the updates not confirmed."""
        return [update["update_id"] for update in self.queue]

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *args: object, **timeouts: object
    ) -> tuple[int, bytes]:
        if url.endswith("/getMe"):
            return answer({"id": 1, "is_bot": True, "first_name": "B", "username": "bigben_bot"})
        assert url.endswith("/getUpdates")
        assert request_data is not None
        given = {name: json.loads(value) for name, value in request_data.json_parameters.items()}
        seconds = given["timeout"]
        read_timeout = timeouts.get("read_timeout")
        assert read_timeout is BaseRequest.DEFAULT_NONE or float(str(read_timeout)) > seconds
        offset, limit = given.get("offset"), given.get("limit", 100)
        self.polls.append(Poll(now(), offset, seconds, limit, given.get("allowed_updates")))
        if offset is not None:
            self.queue = [update for update in self.queue if _number(update, offset) >= offset]
        if self.faults and (said := await self.faults.pop(0)(self)) is not None:
            return said
        if not self.queue and seconds:
            self.arrived.clear()
            await asyncio.wait([asyncio.ensure_future(self.arrived.wait())], timeout=seconds)
        return answer(self.queue[:limit])


def _number(update: Any, otherwise: int) -> int:
    number = update.get("update_id") if isinstance(update, dict) else None
    return number if isinstance(number, int) else otherwise


class Silent(Telegram):
    async def do_request(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AssertionError("polling must use its own pool")


def now() -> float:
    return asyncio.get_running_loop().time()


def answer(result: object) -> tuple[int, bytes]:
    return 200, json.dumps({"ok": True, "result": result}).encode()


def refusing(status: int, description: str, **parameters: int) -> Fault:
    async def fault(_: Telegram) -> tuple[int, bytes]:
        return status, json.dumps({"ok": False, "description": description, "parameters": parameters}).encode()

    return fault


def saying(status: int, body: bytes) -> Fault:
    async def fault(_: Telegram) -> tuple[int, bytes]:
        return status, body

    return fault


async def unreachable(_: Telegram) -> NoReturn:
    raise NetworkError("The network failed: ClientConnectorError")


async def lost_answer(_: Telegram) -> NoReturn:
    raise TimedOut


async def wedged(_: Telegram) -> NoReturn:
    await asyncio.Event().wait()
    raise AssertionError


def repeating(*updates: Json) -> Fault:
    async def fault(_: Telegram) -> tuple[int, bytes]:
        return answer(updates)

    return fault


def text(number: int, chat: int, words: str = "x") -> Json:
    """A message in a private chat; the chat is its lane."""
    person = {"id": chat, "is_bot": False, "first_name": "P"}
    message = {"message_id": number, "date": 0, "chat": {"id": chat, "type": "private"}, "from": person, "text": words}
    return {"update_id": number, "message": message}


def chat_of(update: Update) -> Hashable:
    assert update.effective_chat is not None
    return update.effective_chat.id


def make(telegram: Telegram, take: Take, lane: Callable[[Update], Hashable] = chat_of, **options: Any) -> UpdateLoop:
    bot = Bot(TOKEN, request=Silent(), get_updates_request=telegram)
    return UpdateLoop(bot, take, lane, allowed_updates=["message", "callback_query"], **options)


@asynccontextmanager
async def running(loop: UpdateLoop) -> AsyncIterator[asyncio.Task[None]]:
    """Runs the loop; at the end kills it, as a crash does, unless it has returned."""
    task = asyncio.create_task(loop.run())
    try:
        yield task
    finally:
        if not task.done():
            task.cancel()
        await asyncio.wait({task})
        if not task.cancelled() and (error := task.exception()):
            raise error


class Taken:
    """Handles an update in no time, or waits where told to, and remembers begin and end."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.done: list[int] = []
        self.ended_at: dict[int, float] = {}
        self.slow: dict[int, float] = {}

    async def __call__(self, update: Update) -> None:
        self.begun.append(update.update_id)
        await asyncio.sleep(self.slow.get(update.update_id, 0))
        self.done.append(update.update_id)
        self.ended_at[update.update_id] = now()
