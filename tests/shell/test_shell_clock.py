"""What time it is, also when a playground moves it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from aiohttp import web

from tgbot.clock import Clock


class Remote:
    """A playground's clock: answers when its offset is another one than the asker knows."""

    def __init__(self) -> None:
        self.offset = 0.0
        self.changed = asyncio.Event()
        self.asked: list[str] = []
        self.odd: list[web.Response] = []
        """Answered first, instead of the time."""

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append(request.query["after_offset"])
        if self.odd:
            return self.odd.pop(0)
        if float(request.query["after_offset"]) == self.offset:
            self.changed.clear()
            await self.changed.wait()
        return web.json_response({"offset": self.offset})

    def move(self, seconds: float) -> None:
        self.offset += seconds
        self.changed.set()


@contextlib.asynccontextmanager
async def followed(clock: Clock) -> AsyncIterator[tuple[Remote, list[timedelta]]]:
    remote, moves = Remote(), []
    application = web.Application()
    application.router.add_get("/clock", remote.answer)
    runner = web.AppRunner(application, shutdown_timeout=1, handler_cancellation=True)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    task = asyncio.create_task(clock.follow(f"http://{host}:{port}/clock", lambda: moves.append(clock.offset)))
    try:
        yield remote, moves
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        remote.changed.set()
        await runner.cleanup()


async def until(moves: list[timedelta], number: int) -> None:
    async with asyncio.timeout(10):
        while len(moves) < number:  # noqa: ASYNC110 - a real server is waited for
            await asyncio.sleep(0.005)


def test_the_time_is_aware_in_utc_and_ahead_by_the_offset() -> None:
    clock = Clock(timedelta(hours=5))
    ahead = clock.now() - datetime.now(UTC)
    assert clock.now().utcoffset() == timedelta()
    assert abs(ahead - timedelta(hours=5)) < timedelta(seconds=1)


def test_the_monotonic_time_jumps_with_the_offset() -> None:
    clock = Clock()
    before = clock.monotonic()
    assert before == pytest.approx(time.monotonic(), abs=1)
    clock.offset = timedelta(hours=1)
    assert clock.monotonic() - before == pytest.approx(3600, abs=1)


@pytest.mark.asyncio
async def test_a_clock_that_follows_hears_of_every_move_and_tells_each_once() -> None:
    clock = Clock()
    async with followed(clock) as (remote, moves):
        for number in range(1, 4):
            remote.move(60)
            await until(moves, number)
        assert moves == [timedelta(minutes=n) for n in (1, 2, 3)]
        assert remote.asked[:3] == ["0.0", "60.0", "120.0"]


@pytest.mark.asyncio
async def test_it_waits_for_an_answer_instead_of_asking_again_and_again() -> None:
    clock = Clock()
    async with followed(clock) as (remote, moves):
        await asyncio.sleep(0.2)
        assert len(remote.asked) == 1
        assert moves == []


@pytest.mark.parametrize(
    "odd",
    [
        {"status": 500},
        {"text": "not JSON"},
        {"text": "{}", "content_type": "application/json"},
        {"text": "null", "content_type": "application/json"},
        {"text": "[]", "content_type": "application/json"},
        {"text": '{"offset": "x"}', "content_type": "application/json"},
        {"text": '{"offset": null}', "content_type": "application/json"},
        {"text": '{"offset": 1e999}', "content_type": "application/json"},
        {"text": '{"offset": NaN}', "content_type": "application/json"},
    ],
    ids=str,
)
@pytest.mark.asyncio
async def test_an_odd_answer_is_passed_over_and_asked_again_after_a_pause(
    odd: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def short(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(min(seconds, 0.005))

    monkeypatch.setattr("tgbot.clock.asyncio.sleep", short)
    clock = Clock()
    async with followed(clock) as (remote, moves):
        remote.odd.append(web.Response(**odd))  # type: ignore[arg-type]
        remote.move(5)
        await until(moves, 1)
    assert clock.offset == timedelta(seconds=5)
    assert 1 in pauses


@pytest.mark.asyncio
async def test_a_playground_that_is_not_there_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    enough = asyncio.Event()
    sleep = asyncio.sleep

    async def short(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            enough.set()
        await sleep(0)

    monkeypatch.setattr("tgbot.clock.asyncio.sleep", short)
    clock = Clock(timedelta(seconds=7))
    task = asyncio.create_task(clock.follow("http://127.0.0.1:9/clock", lambda: None))
    async with asyncio.timeout(10):
        await enough.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert pauses[:3] == [1, 1, 1]
    assert clock.offset == timedelta(seconds=7)
