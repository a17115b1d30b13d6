"""The bot was away: dead, asleep, or Telegram out of reach (product, Time; cases C18, C20, C21)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, cast

import pytest

from tests.shell.setting import ANN, BAO, CELINE, DIMA, GROUP, HOUR, INES, MINUTE, NOON, SECOND, Scene
from tests.shell.slow import KINDS, awake, begun, deadline
from tests.shell.test_shell_absence import make_absent
from tests.shell.test_shell_deadlines import Bell
from tests.shell.touch import Touch
from tgbot import absence, ballots, groups, heartbeat, metrics
from tgbot.clock import Clock
from tgbot.deadlines import Deadlines
from tgbot.deliver import Deliverer
from tgbot.facts import By, Status
from tgbot.store import Session, queries


class SceneClock(Clock):
    """Tells the time of the scene, ahead of the machine's by what a playground moved it."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.scene = scene

    def now(self) -> datetime:
        return self.scene.now


class Process:
    """A bot whose sweeps we call by hand, every five seconds while it is awake."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.touch, self.bell, self.clock = Touch(), Bell(), SceneClock(scene)
        self.deadlines = Deadlines(scene.store, self.clock, cast(Deliverer, self.bell))
        # Nothing but our sweeps runs.
        self.deadlines._alarm = lambda span: None  # type: ignore[method-assign]

    async def start(self) -> Process:
        await self.deadlines._heartbeat.start(self.touch)
        await self.sweep()
        return self

    async def sweep(self) -> None:
        await self.deadlines.resolve()

    async def run(self, span: timedelta) -> None:
        """Time goes by while it is awake."""
        until = self.scene.now + span
        while self.scene.now < until:
            self.scene.now = min(until, self.scene.now + 5 * SECOND)
            if self.touch.failing:
                self.touch.silent += 5
            await self.sweep()

    async def sleep(self, span: timedelta) -> None:
        """Time goes by while it is not."""
        self.scene.now += span
        await self.sweep()

    def lose(self) -> None:
        """Telegram is out of reach from now on."""
        self.touch.failing, self.touch.silent, self.touch.caught_up = True, 0.0, False

    def find(self, *, waiting: bool = False) -> None:
        """Telegram answers again; whether updates have waited that are not taken yet."""
        self.touch.failing, self.touch.silent, self.touch.caught_up = False, 0.0, not waiting


async def played(scene: Scene, *, ran: timedelta = 10 * MINUTE, **how: Any) -> tuple[int, Process]:
    """A match whose clock has run for so long, without quiet hours, and the bot that was awake meanwhile."""
    awake(scene)
    match = begun(scene, **how)
    process = await Process(scene).start()
    await process.run(ran)
    return match, process


def figure(name: str) -> float:
    """What operators are told."""
    return metrics.REGISTRY.get_sample_value(name) or 0


pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("kind", KINDS)
async def test_case_c20_after_a_stop_over_a_deadline_nobody_is_played_for(scene: Scene, kind: str) -> None:
    match, _ = await played(scene, kind=kind)
    scene.later(5 * HOUR)
    times, seconds = figure("bigben_away_total"), figure("bigben_away_seconds_total")
    after = await Process(scene).start()
    assert (figure("bigben_away_total"), figure("bigben_away_seconds_total")) == (times + 1, seconds + 5 * 3600)
    facts = scene.facts(match)
    assert facts.plays == ()
    assert facts.deadline == scene.now + 50 * MINUTE, "what was left when it stopped"
    assert facts.away == 5 * 3600
    assert after.bell.woken.count(match) == 1
    await after.run(50 * MINUTE)
    assert [play.by for play in scene.facts(match).plays][:1] == [By.CLOCK]
    assert scene.facts(match).away == 0


async def test_case_c20_the_time_given_back_counts_outside_quiet_hours(scene: Scene) -> None:
    scene.now = NOON + timedelta(hours=9, minutes=30)  # half past ten in London
    match = begun(scene)
    await (await Process(scene).start()).run(10 * MINUTE)
    scene.later(2 * HOUR)
    await Process(scene).start()
    assert deadline(scene, match) == NOON + timedelta(hours=19, minutes=50), "ten to nine in London"


@pytest.mark.parametrize("gap", [5, 30, 54])
async def test_case_c18_a_shorter_gap_just_fires_late_and_once(scene: Scene, gap: int) -> None:
    match, process = await played(scene, clock=300, ran=timedelta(seconds=295))
    late = figure("bigben_deadline_lag_seconds_sum")
    await process.sleep(timedelta(seconds=gap))
    assert figure("bigben_deadline_lag_seconds_sum") == pytest.approx(late + gap - 5)
    assert [play.at for play in scene.facts(match).plays] == [NOON + timedelta(seconds=295 + gap)]
    assert scene.facts(match).away == 0
    await process.sweep()
    assert len(scene.facts(match).plays) == 1


async def test_a_machine_that_slept_asks_for_what_waited_before_anything_fires(scene: Scene) -> None:
    match, process = await played(scene, clock=300, ran=2 * MINUTE)
    await process.sleep(HOUR)
    assert process.touch.asked == 1
    assert scene.facts(match).away == 0, "not yet"
    scene.press(match)
    await process.run(10 * SECOND)
    process.touch.caught_up = True
    await process.run(5 * SECOND)
    assert [play.by for play in scene.facts(match).plays] == [By.PERSON], "a press that waited counts (C21)"
    assert scene.facts(match).away == 0, "nobody is told whose turn began after it"


async def test_while_telegram_is_out_of_reach_no_deadline_fires(scene: Scene) -> None:
    match, process = await played(scene, clock=300, ran=3 * MINUTE)
    process.lose()
    await process.run(20 * MINUTE)
    assert scene.facts(match).plays == ()
    process.find(waiting=True)
    await process.run(10 * SECOND)
    assert scene.facts(match).plays == (), "first what waited is taken"
    process.touch.caught_up = True
    await process.run(5 * SECOND)
    assert deadline(scene, match) == scene.now + 2 * MINUTE, "what was left when it went out of reach"
    assert 20 * 60 <= scene.facts(match).away <= 20 * 60 + 20


async def test_out_of_reach_for_less_than_a_minute_changes_nothing(scene: Scene) -> None:
    match, process = await played(scene, clock=300, ran=timedelta(minutes=4, seconds=30))
    process.lose()
    await process.run(45 * SECOND)
    assert [play.at for play in scene.facts(match).plays] == [NOON + 5 * MINUTE]
    process.find()
    await process.run(5 * SECOND)
    assert scene.facts(match).away == 0


async def test_at_the_start_nothing_fires_before_telegram_answers_and_what_waited_is_taken(scene: Scene) -> None:
    match, _ = await played(scene, clock=300, ran=MINUTE)
    scene.later(50 * SECOND)
    after = Process(scene)
    after.lose()
    await after.start()
    await after.run(30 * SECOND)
    after.find(waiting=True)
    await after.run(5 * MINUTE)
    assert scene.facts(match).plays == ()
    after.touch.caught_up = True
    await after.run(5 * SECOND)
    assert scene.facts(match).away > 300


async def test_the_first_start_ever_gives_nothing_back(scene: Scene) -> None:
    match = begun(scene, clock=300)
    scene.later(4 * MINUTE)
    await (await Process(scene).start()).run(MINUTE)
    assert [play.at for play in scene.facts(match).plays] == [NOON + 5 * MINUTE]


async def test_computers_and_absent_people_get_nothing(scene: Scene) -> None:
    computer, gone = begun(scene, persons=4, computers=1, first=4), begun(scene, first=0)
    make_absent(scene, gone, 1)
    scene.press(gone, next(move for move in scene.moves(gone) if move.startswith("cut 1 ")))
    await Process(scene).start()
    scene.later(HOUR)
    await Process(scene).start()
    assert [play.by for play in scene.facts(computer).plays] == [By.COMPUTER]
    assert [play.by for play in scene.facts(gone).plays] == [By.PERSON, By.CLOCK]


async def test_a_pause_and_a_lobby_are_not_made_longer(scene: Scene) -> None:
    paused, lobby = begun(scene), scene.lobby()
    scene.do(ballots.pause, paused, scene.who(ANN), scene.now)
    await Process(scene).start()
    scene.later(25 * HOUR)
    await Process(scene).start()
    assert scene.row(lobby).status == Status.EXPIRED
    assert deadline(scene, paused) == scene.now + HOUR, "in London it is two in the afternoon"


def stop(scene: Scene, match: int) -> None:
    scene.do(ballots.pause, match, scene.who(ANN), scene.now)


def stop_together(scene: Scene, match: int) -> None:
    for person in (BAO, CELINE, DIMA):
        scene.do(ballots.pause, match, scene.who(person), scene.now)


def silence(scene: Scene, _: int) -> None:
    scene.do(groups.hush, GROUP, scene.now)


def go_on(scene: Scene, match: int) -> None:
    scene.do(ballots.resume, match, scene.who(ANN), scene.now)


def unsilence(scene: Scene, _: int) -> None:
    scene.do(groups.speak, GROUP, scene.now)


STOPS = [(stop, go_on), (stop_together, go_on), (silence, unsilence)]
Doing = Callable[[Scene, int], None]


@pytest.mark.parametrize(("stop", "go_on"), STOPS)
@pytest.mark.parametrize("gap", [30 * MINUTE, 5 * HOUR])
async def test_case_c60_a_pause_that_waited_keeps_what_was_left_when_the_bot_went_away(
    scene: Scene, stop: Doing, go_on: Doing, gap: timedelta
) -> None:
    match, _ = await played(scene)
    scene.later(gap)
    stop(scene, match)
    process = await Process(scene).start()
    assert scene.facts(match).away == gap.total_seconds()
    await process.run(2 * MINUTE)
    go_on(scene, match)
    assert deadline(scene, match) == scene.now + 50 * MINUTE


@pytest.mark.parametrize(("stop", "go_on"), STOPS)
async def test_case_c60_pauses_that_waited_together_with_their_ends_cost_nothing_either(
    scene: Scene, stop: Doing, go_on: Doing
) -> None:
    match, _ = await played(scene)
    scene.later(5 * HOUR)
    for _ in range(2):
        for done in (stop, go_on):
            done(scene, match)
            scene.later(SECOND)
    await Process(scene).start()
    assert -5 * SECOND <= deadline(scene, match) - (scene.now + 50 * MINUTE) <= timedelta()


@pytest.mark.parametrize("again", [False, True])
async def test_a_turn_that_began_while_the_bot_was_away_is_paused_with_what_it_began_with(
    scene: Scene, again: bool
) -> None:
    match, _ = await played(scene)
    scene.later(5 * HOUR)
    scene.press(match)
    scene.later(10 * SECOND)
    stop(scene, match)
    scene.later(10 * SECOND)
    if again:
        go_on(scene, match)
        stop(scene, match)
    await Process(scene).start()
    assert scene.facts(match).away == 0, "this turn lost nothing"
    go_on(scene, match)
    assert deadline(scene, match) == scene.now + HOUR


@pytest.mark.parametrize(("stop", "go_on"), STOPS)
async def test_what_ran_before_the_bot_went_away_is_not_given_back(scene: Scene, stop: Doing, go_on: Doing) -> None:
    match, process = await played(scene)
    stop(scene, match)
    await process.run(10 * MINUTE)
    revision = scene.row(match).revision
    scene.later(HOUR)
    process = await Process(scene).start()
    assert (scene.row(match).revision, scene.facts(match).away) == (revision, 0)
    go_on(scene, match)
    scene.later(HOUR)
    await Process(scene).start()
    assert deadline(scene, match) == scene.now + 50 * MINUTE


@pytest.mark.parametrize(("stop", "go_on"), STOPS)
async def test_a_pause_whose_end_waited_cost_nothing_and_nobody_is_told(
    scene: Scene, stop: Doing, go_on: Doing
) -> None:
    match, process = await played(scene)
    stop(scene, match)
    await process.run(10 * MINUTE)
    scene.later(HOUR)
    go_on(scene, match)
    await Process(scene).start()
    assert (deadline(scene, match), scene.facts(match).away) == (scene.now + 50 * MINUTE, 0)


@pytest.mark.parametrize(("stop", "go_on"), STOPS)
async def test_of_several_pauses_it_is_the_one_that_waited_that_gets_it_back(
    scene: Scene, stop: Doing, go_on: Doing
) -> None:
    awake(scene)
    match = begun(scene)
    process = await Process(scene).start()
    for _ in range(2):
        await process.run(10 * MINUTE)
        stop(scene, match)
        await process.run(2 * MINUTE)
        go_on(scene, match)
    await process.run(10 * MINUTE)
    scene.later(5 * HOUR)
    stop(scene, match)
    await Process(scene).start()
    go_on(scene, match)
    assert deadline(scene, match) == scene.now + 30 * MINUTE


async def test_a_pause_gets_back_only_what_runs_outside_quiet_hours(scene: Scene) -> None:
    scene.now = NOON + timedelta(hours=9, minutes=30)  # half past ten in London
    match = begun(scene)
    await (await Process(scene).start()).run(10 * MINUTE)
    scene.later(10 * HOUR)
    stop(scene, match)
    await Process(scene).start()
    go_on(scene, match)
    assert deadline(scene, match) == scene.now + 50 * MINUTE


async def test_who_takes_a_seat_over_in_such_a_pause_has_one_full_clock(scene: Scene) -> None:
    match, _ = await played(scene, first=1)
    make_absent(scene, match, 1, ago=timedelta(days=1))
    scene.later(5 * HOUR)
    stop(scene, match)
    scene.do(absence.ask_seat, match, scene.meet(INES), 1, GROUP, scene.now)
    scene.do(ballots.vote, match, BAO, "seat 1", True, scene.now)
    await Process(scene).start()
    go_on(scene, match)
    assert deadline(scene, match) == scene.now + HOUR


@pytest.mark.parametrize("paused", [False, True])
async def test_given_back_twice_a_pause_wins_nothing(scene: Scene, paused: bool) -> None:
    awake(scene)
    match = begun(scene)
    last = scene.later(10 * MINUTE)
    scene.later(2 * HOUR)
    stop(scene, match)
    if not paused:
        go_on(scene, match)
    assert scene.do(heartbeat.give_back, 0, last, scene.now) == [match]
    scene.do(heartbeat.give_back, 0, last, scene.now)
    if paused:
        go_on(scene, match)
    assert deadline(scene, match) == scene.now + 50 * MINUTE


async def test_given_back_twice_it_does_no_harm(scene: Scene) -> None:
    """Killed in the middle it begins again: who was served already has lost nothing and won nothing."""
    awake(scene)
    matches = [begun(scene) for _ in range(3)]
    last, back = scene.now, scene.later(2 * HOUR)
    for again in range(2):
        assert scene.do(heartbeat.give_back, 0, last, back + again * SECOND) == matches
        assert scene.do(heartbeat.give_back, matches[1], last, back + again * SECOND) == matches[2:]
    assert {deadline(scene, match) for match in matches} == {back + SECOND + HOUR}


async def test_a_reminder_is_not_repeated_and_the_next_one_keeps_its_distance(scene: Scene) -> None:
    match, _ = await played(scene, ran=30 * MINUTE)
    assert scene.facts(match).reminded == 1
    scene.later(3 * HOUR)
    after = await Process(scene).start()
    assert (scene.facts(match).reminded, scene.row(match).wake_at) == (1, scene.now + 18 * MINUTE)
    await after.run(18 * MINUTE)
    assert scene.facts(match).reminded == 2


async def test_the_gap_is_measured_by_the_machine_a_playground_moves_only_our_time(scene: Scene) -> None:
    awake(scene)
    match = begun(scene)
    process = await Process(scene).start()
    scene.now, process.clock.offset = scene.now + 40 * MINUTE, 40 * MINUTE
    await process.sweep()
    assert (scene.facts(match).away, scene.facts(match).reminded) == (0, 1)


async def test_the_heartbeat_is_written_every_fifteen_seconds(scene: Scene) -> None:
    process = await Process(scene).start()
    seen = set()
    for _ in range(60):
        await process.run(5 * SECOND)
        seen.add(scene.do(queries.last_beat))
    assert 15 <= len(seen) <= 21
    last = scene.do(queries.last_beat)
    assert last is not None
    assert last >= scene.now - 15 * SECOND


async def test_many_matches_get_it_back_in_batches(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries.clocks, "__defaults__", (2,))
    awake(scene)
    matches = [begun(scene) for _ in range(5)]
    await Process(scene).start()
    scene.later(2 * HOUR)
    after = await Process(scene).start()
    assert {deadline(scene, match) for match in matches} == {scene.now + HOUR}
    assert set(after.bell.woken) == set(matches)


async def test_one_match_whose_clock_is_broken_stops_no_other(scene: Scene) -> None:
    awake(scene)
    broken, whole = begun(scene), begun(scene)
    await Process(scene).start()
    scene.do(_break, broken)
    scene.later(2 * HOUR)
    process = await Process(scene).start()
    assert deadline(scene, whole) == scene.now + HOUR
    await process.run(HOUR)
    assert [play.by for play in scene.facts(whole).plays] == [By.CLOCK]


def _break(session: Session, match: int) -> None:
    queries.match_of(session, match).hours = "Nowhere/Land 1380 480"


async def test_what_an_operator_wants_to_know(scene: Scene) -> None:
    assert scene.do(queries.waiting_figures, scene.now) == queries.Figures(0, 0, None)
    for clock in (60, 300, 300):
        begun(scene, clock=clock)
    scene.lobby()
    assert scene.do(queries.waiting_figures, scene.now) == queries.Figures(4, 0, None)
    scene.later(7 * MINUTE)
    assert scene.do(queries.waiting_figures, scene.now) == queries.Figures(4, 3, 6 * MINUTE)
