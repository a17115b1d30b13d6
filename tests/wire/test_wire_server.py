"""The port: who is let in, and what health and figures say."""

from __future__ import annotations

import asyncio
import io
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families
from telegram import Bot

from tests.wire.polled import TOKEN, Silent, Taken, chat_of, text
from tgbot.wire.server import LARGEST, SECRET, Server, routes
from tgbot.wire.webhook import Receiver

pytestmark = pytest.mark.asyncio

PATH = "/telegram"
RIGHT = {SECRET: "right"}


@dataclass
class State:
    illness: str = ""
    absence: str = ""
    looked: int = 0
    taken: Taken = field(default_factory=Taken)

    def ill(self) -> str:
        return self.illness

    async def unready(self) -> str:
        return self.absence

    async def look(self) -> None:
        self.looked += 1


@asynccontextmanager
async def serving(state: State, *, webhook: bool = True) -> AsyncIterator[aiohttp.ClientSession]:
    bot = Bot(TOKEN, request=Silent(), get_updates_request=Silent())
    receiver = Receiver(bot, state.taken, chat_of, secret="right") if webhook else None
    if receiver is not None:
        receiver.open()
    server = Server(routes(state, PATH, receiver), "127.0.0.1", 0)
    await server.open()
    try:
        async with aiohttp.ClientSession(server.url) as client:
            yield client
    finally:
        await server.close()


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=utf-8", "text/plain", None])
async def test_an_update_with_the_right_secret_is_taken_whatever_it_is_called(kind: str | None) -> None:
    state = State()
    async with serving(state) as client:
        headers = RIGHT | ({"Content-Type": kind} if kind else {})
        sent = json.dumps(text(1, chat=7)).encode()
        async with client.post(PATH, data=sent, headers=headers) as answer:
            assert answer.status == 200
    assert state.taken.done == [1]


@pytest.mark.parametrize("headers", [{}, {SECRET: ""}, {SECRET: "wrong"}, {SECRET: "right\t."}, {SECRET: "ключ"}])
async def test_without_the_right_secret_nothing_is_taken(headers: dict[str, str]) -> None:
    state = State()
    async with serving(state) as client, client.post(PATH, json=text(1, chat=7), headers=headers) as answer:
        assert answer.status == 403
    assert state.taken.begun == []


async def test_a_body_that_is_too_large_is_refused_before_it_is_there() -> None:
    state = State()
    async with serving(state) as client:
        async with client.post(PATH, data=io.BytesIO(b" " * (LARGEST + 1)), headers=RIGHT) as answer:
            assert answer.status == 413
        async with client.post(PATH, json=text(1, chat=7), headers=RIGHT) as answer:
            assert answer.status == 200
    assert state.taken.done == [1]


async def test_whoever_hangs_up_in_the_middle_harms_nobody() -> None:
    state = State()
    async with serving(state) as client:
        url = client._base_url
        assert url is not None
        _, writer = await asyncio.open_connection(url.host, url.port)
        writer.write(f"POST {PATH} HTTP/1.1\r\nHost: x\r\n{SECRET}: right\r\nContent-Length: 99\r\n\r\n{{".encode())
        await writer.drain()
        writer.close()
        await writer.wait_closed()
        async with client.post(PATH, json=text(1, chat=7), headers=RIGHT) as answer:
            assert answer.status == 200


async def test_an_update_is_taken_to_its_end_also_when_telegram_hangs_up() -> None:
    state = State()
    state.taken.slow[1] = 0.3
    async with serving(state) as client:
        with pytest.raises(TimeoutError):
            await client.post(PATH, json=text(1, chat=7), headers=RIGHT, timeout=aiohttp.ClientTimeout(total=0.1))
        async with client.post(PATH, json=text(1, chat=7), headers=RIGHT) as answer:
            assert answer.status == 200
    assert (state.taken.begun, state.taken.done) == ([1], [1])


async def test_nothing_else_is_served() -> None:
    async with serving(State()) as client:
        for method, path, status in (("GET", PATH, 405), ("POST", "/", 404), ("POST", "/metrics", 405)):
            async with client.request(method, path, headers=RIGHT) as answer:
                assert answer.status == status, path
    async with serving(State(), webhook=False) as client, client.post(PATH, headers=RIGHT) as answer:
        assert answer.status == 404


@pytest.mark.parametrize(("path", "what"), [("/healthz", "illness"), ("/readyz", "absence")])
async def test_health_says_what_is_wrong(path: str, what: str) -> None:
    state = State()
    async with serving(state) as client:
        async with client.get(path) as answer:
            assert (answer.status, await answer.json()) == (200, {"status": "ok"})
        setattr(state, what, "stopping")
        async with client.get(path) as answer:
            assert (answer.status, await answer.json()) == (503, {"status": "stopping"})


async def test_figures_are_brought_up_to_date_and_prometheus_can_read_them() -> None:
    state = State()
    async with serving(state) as client:
        async with client.post(PATH, json=text(1, chat=7), headers=RIGHT):
            pass
        async with client.get("/metrics") as answer:
            assert answer.content_type == "text/plain"
            families = {family.name: family for family in text_string_to_metric_families(await answer.text())}
    assert state.looked == 1
    assert any(
        sample.labels == {"kind": "message", "outcome": "done"} and sample.value >= 1
        for sample in families["bigben_updates"].samples
    )
    assert {"bigben_api_calls", "bigben_leader", "bigben_transaction_seconds", "bigben_info"} <= families.keys()


async def test_a_port_that_is_taken_is_known_before_anything_starts() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        Server(routes(State()), "127.0.0.1", taken.getsockname()[1])
