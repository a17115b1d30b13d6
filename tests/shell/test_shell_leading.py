"""Leading and standing by: what begins, and what ends, when a process leads and when it does not any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from telegram.error import InvalidToken

from tests.shell.setting import Scene
from tests.shell.telegram_fake import TelegramFake
from tests.shell.touch import Touch
from tgbot import leading, metrics
from tgbot.clock import Clock
from tgbot.deadlines import Deadlines
from tgbot.deliver import Deliverer
from tgbot.handlers.shell import Shell
from tgbot.leading import AMONG_OTHERS, STANDING_BY, Leader
from tgbot.store import queries
from tgbot.store.leader import Leadership
from tgbot.wire.limiter import OVERALL, Limiter

DATABASES = ("sqlite",)
OF_THE_LEADER = ("bigben_leader", "bigben_webhook_pending")

pytestmark = pytest.mark.asyncio


async def soon(seen: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while True:
            if seen():
                return
            await asyncio.sleep(0.01)


class Lead:
    """In the place of ``Leadership``: it is given and taken by the test."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.lost = asyncio.Event()
        self.lost.set()
        self.heard: list[Any] = []
        self.releases = 0

    @property
    def leads(self) -> bool:
        return not self.lost.is_set()

    def listen(self, heard: Any) -> None:
        self.heard.append(heard)

    async def acquire(self) -> None:
        await self.free.wait()
        self.lost.clear()

    async def release(self) -> None:
        self.releases += 1
        self.lost.set()

    def take_away(self) -> None:
        self.free.clear()
        self.lost.set()


class Source(Touch):
    """What would ask Telegram for updates. ``fails``: what happens as soon as it does."""

    def __init__(self, fails: Exception | None = None) -> None:
        super().__init__()
        self.stuck = False
        self.fails = fails
        self.running = False
        self._stop = asyncio.Event()

    async def run(self) -> None:
        if self.fails is not None:
            raise self.fails
        self.running = True
        try:
            await self._stop.wait()
        finally:
            self.running = False

    def stop(self) -> None:
        self._stop.set()


@dataclass
class Process:
    shell: Shell
    lead: Lead
    leader: Leader
    telegram: TelegramFake
    fails: list[Exception] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    work: asyncio.Task[None] | None = None

    async def until_source(self, number: int) -> Source:
        await soon(lambda: len(self.sources) >= number and self.sources[-1].running)
        return self.sources[-1]


@asynccontextmanager
async def process(scene: Scene, *, alone: bool = True) -> AsyncIterator[Process]:
    telegram, clock, lead = TelegramFake(), Clock(), Lead()
    deliverer = Deliverer(telegram.bot, scene.store, Limiter(clock.monotonic), clock.now)
    shell = Shell(telegram.bot, scene.store, clock, deliverer, Deadlines(scene.store, clock, deliverer))
    made: list[Process] = []

    def source() -> Source:
        one = made[0]
        one.sources.append(Source(one.fails.pop(0) if one.fails else None))
        return one.sources[-1]

    async def introduce() -> None:
        """Telegram knows us."""

    leader = Leader(shell, cast(Leadership, lead), source, introduce, alone=alone)
    made.append(Process(shell, lead, leader, telegram))
    made[0].work = leader.start()
    try:
        yield made[0]
    finally:
        await leader.stop()
        await leader.end()


async def test_who_stands_by_shows_nothing_and_looks_after_nothing(scene: Scene) -> None:
    match = scene.running(4)
    async with process(scene) as one:
        one.shell.changed(match)
        await asyncio.sleep(0.1)
        assert one.telegram.calls == []
        assert not one.shell.deadlines._scheduler.running
        assert one.leader.ill() == ""
        one.lead.free.set()
        await one.until_source(1)
        await soon(lambda: bool(one.telegram.made("send")))


async def test_what_another_process_has_changed_is_shown(scene: Scene) -> None:
    async with process(scene) as one:
        one.lead.free.set()
        await one.until_source(1)
        match = scene.running(4)
        assert one.telegram.made("send") == []
        one.lead.heard[0](match)
        await soon(lambda: bool(one.telegram.made("send")))


async def test_who_does_not_lead_any_more_stops_at_once_and_may_lead_again(scene: Scene) -> None:
    match = scene.running(4)
    async with process(scene) as one:
        one.telegram.latency = lambda: 0.2
        one.lead.free.set()
        first = await one.until_source(1)
        await asyncio.sleep(0.1)
        metrics.PENDING.set(5)
        one.lead.take_away()
        await asyncio.sleep(0.05)
        assert [metrics.REGISTRY.get_sample_value(name) for name in OF_THE_LEADER] == [0, 0]
        assert not first.running
        assert one.shell.deliverer.waiting == 0
        assert not one.shell.deadlines._scheduler.running
        calls = len(one.telegram.calls)
        one.shell.changed(match)
        await asyncio.sleep(0.3)
        assert len(one.telegram.calls) == calls
        one.lead.free.set()
        second = await one.until_source(2)
        assert second is not first
        await one.shell.deliverer.drain(5)
        assert scene.do(queries.behind) == []


async def test_the_budget_leaves_room_for_others_where_there_are_any(scene: Scene) -> None:
    for alone, leads in ((True, OVERALL), (False, AMONG_OTHERS)):
        async with process(scene, alone=alone) as one:
            limiter = one.shell.deliverer.limiter
            assert limiter.overall == STANDING_BY
            one.lead.free.set()
            await one.until_source(1)
            assert limiter.overall == leads
            one.lead.take_away()
            await asyncio.sleep(0.05)
            assert limiter.overall == STANDING_BY
    assert AMONG_OTHERS.per_second + 2 * STANDING_BY.per_second <= OVERALL.per_second


async def test_who_cannot_begin_to_lead_lets_another_one_try_and_tries_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leading, "_AGAIN", 0.05)
    async with process(scene) as one:
        one.fails.append(OSError("the database is away"))
        one.lead.free.set()
        await one.until_source(2)
        assert one.lead.releases == 1


@pytest.mark.parametrize("several", [True, False])
async def test_who_cannot_reach_telegram_lets_another_one_try_if_there_may_be_one(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, several: bool
) -> None:
    monkeypatch.setattr(leading, "_AGAIN", 0.01)
    monkeypatch.setattr(leading, "_REST", 0.1)
    async with process(scene) as one:
        one.leader._several = several
        one.lead.free.set()
        first = await one.until_source(1)
        first.failing, first.silent = True, leading.ADRIFT - 1
        await asyncio.sleep(0.1)
        assert first.running
        first.silent = leading.ADRIFT + 1
        await asyncio.sleep(0.05)
        assert (one.lead.releases == 1, first.running) == (several, not several)
        if several:
            await one.until_source(2)


async def test_a_token_that_is_refused_ends_it(scene: Scene) -> None:
    async with process(scene) as one:
        one.fails.append(InvalidToken("refused"))
        one.lead.free.set()
        assert one.work is not None
        with pytest.raises(InvalidToken):
            await asyncio.wait_for(one.work, 5)
        assert one.leader.ill() == "leading"


async def test_a_stop_waits_for_nothing_that_hangs(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leading, "_STOP", 0.1)
    async with process(scene) as one:
        monkeypatch.setattr(one.leader, "_introduce", asyncio.Event().wait)
        one.lead.free.set()
        await soon(lambda: bool(one.sources))
        await asyncio.wait_for(one.leader.stop(), 1)
    assert one.lead.releases == 1


async def test_a_loop_that_does_not_come_round_is_told(scene: Scene) -> None:
    async with process(scene) as one:
        one.lead.free.set()
        source = await one.until_source(1)
        assert one.leader.ill() == ""
        source.stuck = True
        assert one.leader.ill() == "updates"
        source.stuck = False
        assert one.leader._showing is not None
        one.leader._showing.cancel()
        await asyncio.sleep(0)
        assert one.leader.ill() == "showing"
