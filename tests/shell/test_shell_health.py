"""What those who look after the process are told: it lives, it takes part, how it does."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import Any, cast

import pytest
from prometheus_client import generate_latest

from tests.shell.setting import MINUTE, Scene
from tests.shell.touch import Touch
from tgbot import health, metrics
from tgbot.clock import Clock
from tgbot.health import Health
from tgbot.leading import Leader

pytestmark = pytest.mark.asyncio


class Leads:
    """In the leader's place."""

    def __init__(self) -> None:
        self.illness = ""
        self.source: Touch | None = None
        self.deliverer = self
        self.waiting = 3

    def ill(self) -> str:
        return self.illness


class At(Clock):
    """The scene's time."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.scene = scene

    def now(self) -> Any:
        return self.scene.now


def made(scene: Scene) -> Health:
    return Health(scene.store, At(scene), cast(Leader, Leads()))


async def test_how_long_telegram_has_been_silent_is_told_by_the_process_that_leads(scene: Scene) -> None:
    leads = Leads()
    found = Health(scene.store, At(scene), cast(Leader, leads))
    leads.source = Touch()
    leads.source.silent = 77.0
    await found.look()
    assert value("bigben_telegram_silent_seconds") == 77
    leads.source = None
    await found.look()
    assert value("bigben_telegram_silent_seconds") == 0


def value(name: str, **labels: str) -> float | None:
    return metrics.REGISTRY.get_sample_value(name, labels)


async def test_it_takes_part_once_telegram_was_reached_until_it_stops(scene: Scene) -> None:
    found = made(scene)
    assert await found.unready() == "starting"
    found.state = "running"
    assert await found.unready() == ""
    found.state = "stopping"
    assert await found.unready() == "stopping"


async def test_it_takes_no_part_while_its_database_does_not_answer(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_PATIENCE", 0.1)
    found, stuck, asked = made(scene), threading.Event(), []
    found.state = "running"
    read = scene.store.read

    async def slow(do: Any, *args: Any) -> Any:
        asked.append(do)
        return await read(lambda session: (stuck.wait(10), do(session, *args))[1])

    monkeypatch.setattr(scene.store, "read", slow)
    answers = await asyncio.gather(*(found.unready() for _ in range(20)))
    assert set(answers) == {"database"}
    assert len(asked) == 1, "many who ask keep no more than one thread busy"
    await found.look()
    assert (value("bigben_database_up"), value("bigben_ready")) == (0, 0)
    stuck.set()
    assert await found.unready() == ""
    await found.look()
    assert (value("bigben_database_up"), value("bigben_ready")) == (1, 1)


async def test_a_database_that_fails_is_no_answer(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    found = made(scene)
    found.state = "running"

    async def fails(*_: Any) -> Any:
        raise OSError("gone")

    with monkeypatch.context() as patch:
        patch.setattr(scene.store, "read", fails)
        assert await found.unready() == "database"
        await found.look()
    assert await found.unready() == ""


async def test_figures_of_matches_are_those_of_the_database(scene: Scene) -> None:
    found = made(scene)
    scene.running(4)
    scene.lobby(2)
    found.state = "running"
    await found.look()
    assert (value("bigben_matches", status="lobby"), value("bigben_matches", status="running")) == (1, 1)
    assert (value("bigben_deadlines_waiting"), value("bigben_deadlines_overdue")) == (2, 0)
    scene.now += 100_000 * MINUTE
    await found.look()
    assert value("bigben_deadlines_overdue") == 0, "not looked up more often than every few seconds"
    found._counted = float("-inf")
    await found.look()
    assert value("bigben_deadlines_overdue") == 2
    assert (value("bigben_deadlines_oldest_overdue_seconds") or 0) > 60
    assert value("bigben_chats_waiting") == 3


async def test_a_line_of_the_log_is_counted_from_warnings_upwards() -> None:
    counter, before = metrics.LogCounter(), value("bigben_logged_total", level="error") or 0
    logger = logging.getLogger("tests.health")
    logger.addHandler(counter)
    try:
        logger.info("no")
        logger.error("yes")
    finally:
        logger.removeHandler(counter)
    assert value("bigben_logged_total", level="error") == before + 1


async def test_nothing_of_other_libraries_is_among_the_figures() -> None:
    names = {line.split()[2] for line in generate_latest(metrics.REGISTRY).decode().splitlines() if "# TYPE" in line}
    assert all(name.startswith(("bigben", "process_")) for name in names)
