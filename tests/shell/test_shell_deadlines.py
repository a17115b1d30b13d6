"""What happens by itself happens in time, once, and one broken match stops no other (architecture, Time; C18, C20)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from typing import Any, cast

import pytest
from sqlmodel import select

from tests.shell.setting import ANN, NOON, PEOPLE, Scene
from tests.shell.touch import Touch
from tgbot import deadlines as module
from tgbot import lobby, table, timing
from tgbot.clock import Clock
from tgbot.deadlines import Deadlines
from tgbot.deliver import Deliverer
from tgbot.facts import By, Status
from tgbot.store import Session, Store, queries
from tgbot.store.tables import Match, SeatTaken


class StillClock(Clock):
    """Tells the time of the scene."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.scene = scene

    def now(self) -> datetime:
        return self.scene.now


class Bell:
    """In the deliverer's place: notes who was woken and how often it was asked to catch up."""

    def __init__(self) -> None:
        self.woken: list[int] = []
        self.caught_up = 0
        self.then: Callable[[], object] | None = None

    def wake(self, match_id: int) -> None:
        self.woken.append(match_id)
        if then := self.then:
            self.then = None
            then()

    async def catch_up(self) -> None:
        self.caught_up += 1


def deadlines(scene: Scene, clock: Clock | None = None) -> tuple[Deadlines, Bell]:
    bell = Bell()
    made = Deadlines(scene.store, clock or StillClock(scene), cast(Deliverer, bell))
    made._heartbeat._contact = Touch()
    return made, bell


@contextlib.asynccontextmanager
async def started(scene: Scene, clock: Clock | None = None) -> AsyncIterator[tuple[Deadlines, Bell]]:
    made, bell = deadlines(scene, clock)
    await made.start(Touch())
    try:
        yield made, bell
    finally:
        made.stop()
        await asyncio.sleep(0)


async def until(done: Callable[[], bool], seconds: float = 10) -> float:
    """Waits for a real scheduler; the time it took."""
    begun = time.monotonic()
    while not done():
        assert time.monotonic() - begun < seconds, "nothing happened"
        await asyncio.sleep(0.002)
    return time.monotonic() - begun


@pytest.mark.asyncio
async def test_a_stop_while_the_alarm_is_set_is_no_error(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "apscheduler"):
        async with started(scene) as (made, _):
            await asyncio.sleep(0.05)
            made.arm_soon()
            made._look()
        await asyncio.sleep(0.05)
    assert caplog.records == []


@pytest.mark.asyncio
async def test_what_never_started_can_be_stopped(scene: Scene) -> None:
    made, _ = deadlines(scene)
    made.stop()


def due_in(session: Session, match: int, when: datetime) -> None:
    timing.wake(queries.match_of(session, match), when)


@pytest.mark.asyncio
async def test_the_start_takes_what_is_overdue_and_catches_up(scene: Scene) -> None:
    matches = [scene.running(clock=60) for _ in range(3)]
    waiting = scene.running(clock=3 * 24 * 3600)
    expired = scene.lobby()
    scene.later(timedelta(hours=24))
    async with started(scene) as (_, bell):
        assert sorted(bell.woken) == sorted([*matches, expired])
        assert bell.caught_up == 1
    assert scene.row(expired).status == Status.EXPIRED
    for match in matches:
        assert [play.by for play in scene.facts(match).plays] == [By.CLOCK]
    assert scene.facts(waiting).plays == ()


@pytest.mark.asyncio
async def test_more_than_a_batch_is_resolved_each_exactly_once(scene: Scene) -> None:
    match = scene.running(clock=60)

    def copy(session: Session) -> None:
        row = session.get_one(Match, match)
        for number in range(130):
            values = {**row.model_dump(exclude={"id"}), "token": str(number), "made_from": str(number)}
            other = Match(**values)
            session.add(other)
            session.flush()
            for seat in session.exec(select(SeatTaken).where(SeatTaken.match_id == match)).all():
                session.add(SeatTaken(**{**seat.model_dump(), "match_id": other.id}))

    scene.do(copy)
    scene.later(timedelta(seconds=60))
    async with started(scene) as (_, bell):
        assert len(bell.woken) == len(set(bell.woken)) == 131
    assert scene.do(queries.due, scene.now) == []


@pytest.mark.asyncio
async def test_a_deadline_fires_on_time_by_the_alarm(scene: Scene) -> None:
    clock = Clock()
    scene.now = clock.now()
    match = scene.running(4, 1, first=4, claims=False)
    async with started(scene, clock) as (made, bell):
        due = clock.now() + timedelta(seconds=0.3)
        scene.do(due_in, match, due)
        await made.arm()
        await until(lambda: match in bell.woken)
        late = (clock.now() - due).total_seconds()
    # 50 ms on a quiet machine (quality, Speed); the sweep alone would be seconds late.
    assert 0 <= late < 0.5


@pytest.mark.asyncio
async def test_the_alarm_moves_to_a_nearer_deadline_and_rings_again_for_the_next(scene: Scene) -> None:
    clock = Clock()
    scene.now = clock.now()
    first, second = scene.running(), scene.running()
    async with started(scene, clock) as (made, bell):
        scene.do(due_in, first, clock.now() + timedelta(seconds=0.4))
        await made.arm()
        scene.do(due_in, second, clock.now() + timedelta(seconds=0.1))
        await made.arm()
        await until(lambda: len(bell.woken) == 2, 3)
        assert bell.woken == [second, first]


@pytest.mark.asyncio
async def test_when_the_clock_is_moved_what_is_due_fires_at_once(scene: Scene) -> None:
    clock = Clock()
    scene.now = clock.now()
    match = scene.running(clock=300)
    async with started(scene, clock) as (made, bell):
        await made.arm()
        clock.offset = timedelta(minutes=5, seconds=1)
        await made.arm()
        await until(lambda: match in bell.woken, 3)
    assert len(scene.facts(match).plays) == 1


@pytest.mark.asyncio
async def test_c18_a_blocked_process_fires_late_but_once(scene: Scene) -> None:
    clock = Clock()
    scene.now = clock.now()
    match = scene.running(clock=3600)
    async with started(scene, clock) as (made, bell):
        scene.do(due_in, match, clock.now() + timedelta(seconds=0.05))
        await made.arm()
        time.sleep(1.2)  # noqa: ASYNC251 - longer than the grace of one second that APScheduler gives a job by default
        await until(lambda: match in bell.woken, 3)
        await asyncio.sleep(0.05)
        assert bell.woken == [match]
    assert len(scene.facts(match).plays) == 1


@pytest.mark.asyncio
async def test_the_sweep_finds_what_the_alarm_missed(scene: Scene) -> None:
    match = scene.running(clock=60)
    made, bell = deadlines(scene)
    scene.later(timedelta(seconds=60))
    await made._sweep()
    await made.resolve()
    assert bell.woken == [match]


def test_the_sweep_is_every_five_seconds_and_late_jobs_run() -> None:
    made = Deadlines(cast(Store, None), Clock(), cast(Deliverer, Bell()))
    assert made._scheduler._job_defaults == {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}


def break_match(session: Session, match: int) -> None:
    queries.match_of(session, match).joins = cast(Any, 7)


@pytest.mark.asyncio
async def test_a_broken_match_stops_no_other_and_is_left_alone_until_the_next_sweep(
    scene: Scene, capsys: pytest.CaptureFixture[str]
) -> None:
    broken, whole = scene.running(clock=60), scene.running(clock=60)
    scene.do(break_match, broken)
    scene.later(timedelta(seconds=60))
    made, bell = deadlines(scene)
    for sweeps in (1, 2):
        await made._sweep()
        await asyncio.wait_for(made.resolve(), 10)
        assert bell.woken == [whole]
        told = capsys.readouterr()
        said = [line for line in (told.out + told.err).splitlines() if "a deadline cannot be resolved" in line]
        assert [("error" in line.partition("]")[0]) for line in said] == [sweeps == 1], "an error the first time"
        await asyncio.wait_for(made.resolve(), 10)
        assert "cannot be resolved" not in capsys.readouterr().out
    assert scene.row(broken).position == 1


@pytest.mark.asyncio
async def test_a_broken_match_does_not_hide_the_deadline_of_another(scene: Scene) -> None:
    clock = Clock()
    scene.now = clock.now()
    broken, whole = scene.running(clock=60), scene.running(clock=60)
    scene.do(break_match, broken)
    async with started(scene, clock) as (made, bell):
        scene.do(due_in, broken, clock.now() - timedelta(seconds=1))
        await made.resolve()
        scene.do(due_in, whole, clock.now() + timedelta(seconds=0.2))
        await made.arm()
        assert await until(lambda: whole in bell.woken, 3) < 2


@pytest.mark.asyncio
async def test_a_press_that_was_quicker_costs_its_match_no_alarm(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found due, moved by a press before its turn came: the next deadline is still kept to the second."""
    monkeypatch.setattr(module, "TOGETHER", 1)
    _, second = scene.running(clock=60), scene.running(clock=60)
    scene.later(timedelta(seconds=60))
    made, bell = deadlines(scene)
    bell.then = lambda: scene.press(second)
    await made.resolve()
    assert [play.by for play in scene.facts(second).plays] == [By.PERSON]
    scene.later(timedelta(seconds=60))
    await made.resolve()
    assert [play.by for play in scene.facts(second).plays] == [By.PERSON, By.CLOCK]


@pytest.mark.asyncio
async def test_c04_press_and_deadline_together_exactly_one_wins_and_the_other_is_told(scene: Scene) -> None:
    for number in range(6):
        match = scene.running(clock=60)
        scene.later(timedelta(seconds=60))
        mover, move = PEOPLE[scene.to_act(match)], scene.moves(match)[0]
        made, _ = deadlines(scene)
        press = scene.store.write(table.press, match, 1, mover, move, scene.now)
        both = [made.resolve(), press] if number % 2 else [press, made.resolve()]
        results = await asyncio.gather(*both, return_exceptions=True)
        refused = [r for r in results if isinstance(r, Exception)]
        [play] = scene.facts(match).plays
        assert scene.row(match).position == 2
        assert [str(r) for r in refused] == ([] if play.by is By.PERSON else ["old_board"])
        scene.do(lobby.cancel, match, scene.who(ANN), NOON)


@pytest.mark.asyncio
async def test_two_rings_at_once_play_nothing_twice(scene: Scene) -> None:
    matches = [scene.running(clock=60) for _ in range(4)]
    scene.later(timedelta(seconds=60))
    one, other = deadlines(scene)[0], deadlines(scene)[0]
    await asyncio.gather(one.resolve(), other.resolve(), one.resolve())
    assert [len(scene.facts(match).plays) for match in matches] == [1, 1, 1, 1]


@pytest.mark.asyncio
async def test_with_nothing_to_wait_for_no_alarm_is_set(scene: Scene) -> None:
    async with started(scene) as (made, bell):
        await made.arm()
        assert bell.woken == []
        assert [job.id for job in made._scheduler.get_jobs()] == ["sweep"]


@pytest.mark.asyncio
async def test_after_the_stop_nothing_fires_any_more(scene: Scene) -> None:
    clock = Clock()
    scene.now = clock.now()
    match = scene.running()
    made, bell = deadlines(scene, clock)
    await made.start(Touch())
    scene.do(due_in, match, clock.now() + timedelta(seconds=0.1))
    await made.arm()
    made.stop()
    await made.arm()
    await asyncio.sleep(0.3)
    assert bell.woken == []


@pytest.mark.asyncio
async def test_deadlines_closer_together_than_their_work_takes_none_waits_for_the_sweep(scene: Scene) -> None:
    """The scheduler drops a job that falls due while an earlier run of it is at work: it may only ring a bell."""
    clock = Clock()
    scene.now = clock.now()
    matches = [scene.running(clock=3600) for _ in range(40)]
    async with started(scene, clock) as (made, bell):
        due = [clock.now() + timedelta(seconds=0.2) + timedelta(milliseconds=5 * n) for n in range(len(matches))]
        for match, when in zip(matches, due, strict=True):
            scene.do(due_in, match, when)
        await made.arm()
        assert await until(lambda: set(matches) <= set(bell.woken), 10) < 3
    late = [scene.facts(match).plays[0].at - when for match, when in zip(matches, due, strict=True)]
    assert max(late) < timedelta(seconds=1.5)
