"""The clock of a match: presets, fixed hours, quiet hours, reminders, more time, pauses (product, Time)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.shell.setting import ANN, BAO, GROUP, HOUR, INES, MINUTE, NOON, PEOPLE, SECOND, Scene
from tests.shell.slow import KINDS, awake, begun, deadline, mover, nothing_before, run_out, until
from tgbot import ballots, choosing, claims, lobby, people, preferences, table
from tgbot.facts import By, Reminders, Status
from tgbot.refusals import Code

LONDON = ZoneInfo("Europe/London")
"""Of the group, whose language is English; at noon in UTC it is one o'clock there."""


def there(text: str, zone: str = "Europe/London") -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


class TestDeadlines:
    @pytest.mark.parametrize(
        ("clock", "due"),
        [
            (60, "2026-08-24 13:01"),
            (300, "2026-08-24 13:05"),
            (3600, "2026-08-24 14:00"),
            (8 * 3600, "2026-08-24 21:00"),
            (24 * 3600, "2026-08-25 22:00"),
            (3 * 24 * 3600, "2026-08-29 10:00"),
        ],
    )
    def test_every_preset_counts_time_outside_quiet_hours(self, scene: Scene, clock: int, due: str) -> None:
        match = begun(scene, clock=clock)
        assert deadline(scene, match) == there(due)

    @pytest.mark.parametrize(("clock", "due"), [(300, "2026-08-25 02:05"), (3600, "2026-08-25 09:00")])
    def test_quiet_hours_are_for_clocks_of_an_hour_and_more(self, scene: Scene, clock: int, due: str) -> None:
        scene.now = there("2026-08-25 02:00")
        assert deadline(scene, begun(scene, clock=clock)) == there(due)

    def test_a_match_may_be_played_without_the_quiet_hours_of_its_group(self, scene: Scene) -> None:
        scene.now = there("2026-08-25 02:00")
        match = begun(scene, quiet=False)
        assert deadline(scene, match) == scene.now + HOUR
        assert scene.facts(match).quiet is None

    def test_a_group_may_have_no_quiet_hours_or_others(self, scene: Scene) -> None:
        scene.now = there("2026-08-25 02:00")
        awake(scene)
        assert deadline(scene, begun(scene)) == scene.now + HOUR
        scene.do(preferences.set_quiet, GROUP, (60, 9 * 60))
        assert deadline(scene, begun(scene)) == there("2026-08-25 10:00")

    @pytest.mark.parametrize("quiet", [(-1, 5), (0, 24 * 60), (5, 5), (8 * 60, 7 * 60)])
    def test_quiet_hours_leave_eight_hours_a_day_to_play_in(self, scene: Scene, quiet: tuple[int, int]) -> None:
        scene.meet(ANN)
        assert scene.refused(preferences.set_quiet, GROUP, quiet).code == Code.UNKNOWN_BUTTON

    @pytest.mark.parametrize(
        ("language", "zone"),
        [("en", "Europe/London"), ("vi", "Asia/Ho_Chi_Minh"), ("fr", "Europe/Paris"), ("ru", "Europe/Moscow")],
    )
    def test_a_group_without_a_zone_has_that_of_its_language(self, scene: Scene, language: str, zone: str) -> None:
        scene.meet(ANN)
        scene.do(preferences.set_group_language, scene_place(), language, admin=True)
        scene.now = there("2026-08-25 03:00", zone)
        match = begun(scene)
        assert deadline(scene, match) == there("2026-08-25 09:00", zone)
        assert scene.facts(match).zone == zone
        settings = scene.do(preferences.group_settings, GROUP)
        assert (settings.zone, settings.zone_chosen, settings.quiet) == (zone, False, (23 * 60, 8 * 60))

    def test_a_zone_is_chosen_by_its_name(self, scene: Scene) -> None:
        scene.meet(ANN)
        scene.do(preferences.set_zone, GROUP, "America/New_York")
        scene.now = there("2026-08-25 03:00", "America/New_York")
        assert deadline(scene, begun(scene)) == there("2026-08-25 09:00", "America/New_York")

    @pytest.mark.parametrize("zone", ["Baker Street", "", "../../etc/passwd", "/etc/localtime", "Europe", "a\0b"])
    def test_an_unknown_zone_is_refused(self, scene: Scene, zone: str) -> None:
        scene.meet(ANN)
        assert scene.refused(preferences.set_zone, GROUP, zone).code == Code.UNKNOWN_ZONE

    def test_another_zone_or_other_quiet_hours_count_from_the_next_turn(self, scene: Scene) -> None:
        match = begun(scene, clock=24 * 3600)
        due = deadline(scene, match)
        scene.do(preferences.set_zone, GROUP, "Asia/Tokyo")
        scene.do(preferences.set_quiet, GROUP, (0, 60))
        assert deadline(scene, match) == due
        pause_and_resume(scene, match)
        assert deadline(scene, match) == due, "not by a pause either"
        scene.press(match)
        assert deadline(scene, match) == scene.now + 25 * HOUR

    @pytest.mark.parametrize("kind", KINDS)
    def test_case_c61_there_is_no_shorter_limit_than_the_one_announced(self, scene: Scene, kind: str) -> None:
        match = begun(scene, kind)
        due = scene.facts(match).deadline
        assert due is not None
        until(scene, match, due - SECOND)
        assert scene.row(match).position == 1
        scene.press(match)
        assert [play.by for play in scene.facts(match).plays] == [By.PERSON]


def scene_place() -> lobby.Place:
    return lobby.Place(GROUP, "Friday night")


def pause_and_resume(scene: Scene, match: int) -> None:
    scene.do(ballots.pause, match, scene.who(ANN), scene.now)
    scene.do(ballots.resume, match, scene.who(ANN), scene.now)


class TestFixedHours:
    def test_every_day_at_eight_in_the_evening(self, scene: Scene) -> None:
        match = begun(scene, daily=20 * 60)
        assert deadline(scene, match) == there("2026-08-24 20:00")
        assert (scene.facts(match).daily, scene.facts(match).quiet) == (20 * 60, None)

    def test_the_first_one_is_at_least_four_hours_away(self, scene: Scene) -> None:
        match = begun(scene, daily=20 * 60)
        scene.now = there("2026-08-24 16:00:01")
        scene.press(match)
        assert deadline(scene, match) == there("2026-08-25 20:00")

    def test_a_fixed_hour_ignores_quiet_hours(self, scene: Scene) -> None:
        assert deadline(scene, begun(scene, daily=2 * 60)) == there("2026-08-25 02:00")

    def test_it_stays_the_same_hour_when_the_clocks_change(self, scene: Scene) -> None:
        scene.now = there("2026-10-24 21:00")
        assert deadline(scene, begun(scene, daily=20 * 60)) == there("2026-10-25 20:00")

    def test_a_preset_takes_its_place_and_a_rematch_keeps_it(self, scene: Scene) -> None:
        match = begun(scene, daily=20 * 60)
        scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
        again = scene.do(lobby.rematch, match, scene.who(ANN), GROUP, scene.now).match
        assert scene.facts(again).daily == 20 * 60
        scene.do(choosing.set_clock, again, scene.who(ANN), 3600, scene.now)
        assert (scene.facts(again).daily, scene.facts(again).clock) == (None, 3600)

    @pytest.mark.parametrize("minute", [-1, 24 * 60])
    def test_no_other_hours_of_the_day(self, scene: Scene, minute: int) -> None:
        match = scene.lobby()
        assert scene.refused(choosing.set_daily, match, scene.who(ANN), minute, scene.now).code == Code.UNKNOWN_BUTTON


class TestReminders:
    def test_at_half_time_and_when_a_fifth_is_left(self, scene: Scene) -> None:
        match = begun(scene)
        assert scene.row(match).wake_at == NOON + 30 * MINUTE
        nothing_before(scene, match, NOON + 30 * MINUTE)
        until(scene, match, NOON + 30 * MINUTE)
        assert (scene.facts(match).reminded, scene.row(match).wake_at) == (1, NOON + 48 * MINUTE)
        until(scene, match, NOON + 48 * MINUTE)
        assert (scene.facts(match).reminded, scene.row(match).wake_at) == (2, NOON + HOUR)

    def test_half_of_the_time_that_counts(self, scene: Scene) -> None:
        scene.now = there("2026-08-24 22:45")
        match = begun(scene)
        assert scene.row(match).wake_at == there("2026-08-25 08:15")

    def test_short_clocks_remind_of_nothing(self, scene: Scene) -> None:
        match = begun(scene, clock=300)
        assert scene.row(match).wake_at == scene.row(match).deadline

    @pytest.mark.parametrize("kind", KINDS)
    def test_case_c19_each_once_a_turn_and_never_after_the_move(self, scene: Scene, kind: str) -> None:
        match = begun(scene, kind)
        stages = []
        for moment in (0, 29, 30, 31, 47, 48, 49, 59):
            until(scene, match, NOON + moment * MINUTE)
            stages.append(scene.facts(match).reminded)
        assert stages == [0, 0, 1, 1, 1, 2, 2, 2]
        scene.press(match)
        if scene.row(match).deadline != NOON + HOUR:  # the clock of a turn with several moves goes on
            assert scene.facts(match).reminded == 0
            assert scene.row(match).wake_at == scene.now + 30 * MINUTE

    def test_case_c22_a_reminder_that_comes_too_late_is_dropped(self, scene: Scene) -> None:
        match = begun(scene)
        scene.now = NOON + 50 * MINUTE
        scene.do(table.time_out, match, scene.now)
        assert scene.facts(match).reminded == 2, "the newest only"
        late = begun(scene)
        scene.now = deadline(scene, late)
        scene.do(table.time_out, late, scene.now)
        assert [play.by for play in scene.facts(late).plays] == [By.CLOCK], "when the deadline is past, none"
        assert scene.facts(late).reminded == 0

    @pytest.mark.parametrize(
        ("level", "stages"), [(Reminders.ALL, [1, 2]), (Reminders.GENTLE, [0, 2]), (Reminders.NONE, [0, 0])]
    )
    def test_everybody_chooses_which_he_wants(self, scene: Scene, level: Reminders, stages: list[int]) -> None:
        match = begun(scene)
        scene.do(preferences.set_reminders, mover(scene, match), level)
        assert scene.do(preferences.reminders_of, mover(scene, match)) == level
        revision = scene.row(match).revision
        found = []
        for minute in (30, 48):
            until(scene, match, NOON + minute * MINUTE)
            found.append(scene.facts(match).reminded)
        assert found == stages
        assert scene.row(match).revision == revision + len({*stages} - {0}), "what shows nothing is not delivered"
        run_out(scene, match)
        assert deadline(scene, match) == NOON + 2 * HOUR

    def test_mute_for_this_turn_is_for_this_turn(self, scene: Scene) -> None:
        match = begun(scene)
        mine = mover(scene, match)
        until(scene, match, NOON + 30 * MINUTE)
        scene.do(table.mute, match, mine, scene.row(match).position)
        assert scene.facts(match).seats[scene.to_act(match)].muted
        until(scene, match, NOON + 48 * MINUTE)
        assert scene.facts(match).reminded == 1
        assert scene.refused(table.mute, match, mine, 1).code == Code.ALREADY_DONE
        scene.press(match)
        assert not any(seat.muted for seat in scene.facts(match).seats)
        assert scene.refused(table.mute, match, mine, 1).code == Code.OLD_BOARD

    def test_a_turn_of_several_moves_is_one_turn_and_stays_mute(self, scene: Scene) -> None:
        match = begun(scene, "hunt")
        until(scene, match, NOON + 30 * MINUTE)
        mine = mover(scene, match)
        scene.do(table.mute, match, mine, scene.row(match).position)
        scene.press(match, next(move for move in scene.moves(match) if move.startswith("lane")))
        assert mover(scene, match) == mine
        facts = scene.facts(match)
        assert (facts.turn, facts.position, facts.reminded) == (1, 2, 1)
        assert facts.seats[scene.to_act(match)].muted
        assert scene.refused(table.mute, match, mine, 2).code == Code.ALREADY_DONE
        until(scene, match, NOON + 48 * MINUTE)
        assert scene.facts(match).reminded == 1
        scene.press(match)
        assert scene.facts(match).turn == 3

    def test_nobody_mutes_the_turn_of_another(self, scene: Scene) -> None:
        match = begun(scene, first=0)
        assert scene.refused(table.mute, match, BAO, 1).code == Code.OLD_BOARD
        assert scene.refused(table.mute, match, INES, 1).code == Code.NOT_YOUR_MATCH

    def test_a_fixed_hour_that_is_near_reminds_only_of_what_lies_ahead(self, scene: Scene) -> None:
        match = begun(scene, daily=20 * 60)  # seven hours from now
        assert scene.row(match).wake_at == there("2026-08-24 15:12")
        until(scene, match, there("2026-08-24 15:12"))
        assert scene.facts(match).reminded == 2


class TestMoreTime:
    @pytest.mark.parametrize("kind", KINDS)
    def test_the_player_to_move_extends_by_half_a_clock_once_a_match(self, scene: Scene, kind: str) -> None:
        match = begun(scene, kind)
        mine = mover(scene, match)
        scene.do(table.extend, match, mine, scene.later(10 * MINUTE))
        assert deadline(scene, match) == NOON + 90 * MINUTE
        assert scene.facts(match).seats[scene.to_act(match)].extended
        assert scene.refused(table.extend, match, mine, scene.now).code == Code.EXTENDED_ALREADY

    def test_half_a_clock_of_time_that_counts(self, scene: Scene) -> None:
        scene.now = there("2026-08-24 21:45")
        match = begun(scene)
        scene.do(table.extend, match, mover(scene, match), scene.now)
        assert deadline(scene, match) == there("2026-08-25 08:15")

    def test_reminders_come_when_so_much_is_left_but_none_twice(self, scene: Scene) -> None:
        match = begun(scene)
        until(scene, match, NOON + 30 * MINUTE)
        scene.do(table.extend, match, mover(scene, match), scene.now)
        assert scene.facts(match).reminded == 1
        assert until(scene, match, NOON + 80 * MINUTE) == [NOON + 78 * MINUTE]
        assert scene.facts(match).reminded == 2

    def test_nobody_extends_the_clock_of_another(self, scene: Scene) -> None:
        match = begun(scene, first=0)
        assert scene.refused(table.extend, match, BAO, scene.now).code == Code.NOT_YOUR_TURN
        assert scene.refused(table.extend, match, INES, scene.now).code == Code.NOT_YOUR_MATCH


class TestPauses:
    @pytest.mark.parametrize("kind", KINDS)
    def test_case_c60_a_pause_keeps_the_remaining_time_to_the_second(self, scene: Scene, kind: str) -> None:
        match = begun(scene, kind)
        scene.do(ballots.pause, match, scene.who(ANN), scene.later(timedelta(minutes=13, seconds=7)))
        facts = scene.facts(match)
        assert (facts.paused, facts.deadline, facts.pause_until) == (True, None, scene.now + 24 * HOUR)
        scene.do(ballots.resume, match, scene.who(ANN), scene.later(timedelta(hours=3, seconds=5)))
        assert deadline(scene, match) == scene.now + timedelta(minutes=46, seconds=53)
        assert not scene.facts(match).paused

    @pytest.mark.parametrize("paused", ["2026-08-24 22:30", "2026-08-24 23:30", "2026-08-25 07:59"])
    @pytest.mark.parametrize(
        "resumed", ["2026-08-25 08:00", "2026-08-25 12:00", "2026-08-25 22:50", "2026-08-26 04:00"]
    )
    def test_case_c60_in_quiet_hours_too(self, scene: Scene, paused: str, resumed: str) -> None:
        scene.now = there("2026-08-24 22:15")
        match = begun(scene)
        left = timedelta(minutes=45 if paused == "2026-08-24 22:30" else 15)
        scene.now = there(paused)
        scene.do(ballots.pause, match, scene.who(ANN), scene.now)
        scene.now = there(resumed)
        scene.do(ballots.pause if not scene.facts(match).paused else ballots.resume, match, scene.who(ANN), scene.now)
        start = {"2026-08-26 04:00": "2026-08-26 08:00"}.get(resumed, resumed)
        due = there(start) + left
        if resumed == "2026-08-25 22:50":
            due += 9 * HOUR
        assert deadline(scene, match) == due

    def test_it_goes_on_by_itself_when_the_pause_is_over(self, scene: Scene) -> None:
        match = begun(scene)
        scene.do(ballots.pause, match, scene.who(ANN), scene.now)
        nothing_before(scene, match, NOON + 24 * HOUR)
        until(scene, match, NOON + 24 * HOUR)
        assert deadline(scene, match) == NOON + 25 * HOUR
        assert not scene.facts(match).paused

    def test_in_a_pause_nobody_moves_points_or_extends(self, scene: Scene) -> None:
        match = begun(scene)
        move, mine = scene.moves(match)[0], mover(scene, match)
        scene.do(ballots.pause, match, scene.who(ANN), scene.now)
        refusals = [
            scene.refused(table.press, match, 1, mine, move, scene.now),
            scene.refused(table.point, match, mine, None, "board", scene.now),
            scene.refused(table.extend, match, mine, scene.now),
            scene.refused(ballots.pause, match, scene.who(ANN), scene.now),
        ]
        assert [refusal.code for refusal in refusals] == [Code.PAUSED] * 4

    def test_in_a_pause_people_talk_look_and_leave(self, scene: Scene) -> None:
        match = begun(scene)
        scene.do(ballots.pause, match, scene.who(ANN), scene.now)
        scene.do(claims.claim, match, BAO, "claim 1", scene.now)
        scene.do(table.look, match, BAO)
        scene.do(table.ask_hand, match, BAO)
        scene.do(table.leave, match, mover(scene, match), scene.now)
        assert scene.facts(match).paused
        until(scene, match, NOON + 24 * HOUR)
        assert deadline(scene, match) == scene.now + MINUTE, "the computer moves for him when all have had their say"

    def test_a_match_ends_in_a_pause_for_good(self, scene: Scene) -> None:
        match = begun(scene)
        scene.do(ballots.pause, match, scene.who(ANN), scene.now)
        scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
        assert until(scene, match, NOON + 100 * HOUR) == []
        assert (scene.facts(match).paused, scene.facts(match).pause_until) == (False, None)

    def test_reminders_come_after_a_pause_as_if_it_had_not_been(self, scene: Scene) -> None:
        match = begun(scene)
        until(scene, match, NOON + 20 * MINUTE)
        scene.do(ballots.pause, match, scene.who(ANN), scene.now)
        scene.do(ballots.resume, match, scene.who(ANN), scene.later(HOUR))
        assert until(scene, match, NOON + 110 * MINUTE) == [NOON + 90 * MINUTE, NOON + 108 * MINUTE]

    def test_nothing_resumes_that_is_not_paused(self, scene: Scene) -> None:
        match = begun(scene)
        assert scene.refused(ballots.resume, match, scene.who(ANN), scene.now).code == Code.NOT_PAUSED


@pytest.mark.parametrize("kind", KINDS)
def test_case_c04_a_press_and_its_deadline_never_both_happen(scene: Scene, kind: str) -> None:
    match = begun(scene, kind)
    move, mine = scene.moves(match)[0], mover(scene, match)
    scene.now = deadline(scene, match)
    scene.do(table.time_out, match, scene.now)
    assert scene.row(match).position == 2
    late = scene.refused(table.press, match, 1, mine, move, scene.now)
    assert late.code == Code.OLD_BOARD
    other = begun(scene, kind)
    scene.now = deadline(scene, other)
    scene.press(other)
    scene.do(table.time_out, other, scene.now)
    first = scene.facts(other).plays[0]
    assert (first.position, first.by, first.at) == (1, By.PERSON, scene.now)


@pytest.mark.parametrize("kind", KINDS)
def test_case_c17_c23_untouched_it_goes_on_to_its_end_and_then_nothing_is_due(scene: Scene, kind: str) -> None:
    match = begun(scene, kind)
    moves = 0
    while scene.row(match).status == Status.RUNNING:
        run_out(scene, match)
        moves += 1
        assert moves < 2000
    row = scene.row(match)
    assert row.status == Status.FINISHED
    assert (row.deadline, row.wake_at, row.turn_at, row.ballot) == (None, None, None, "")
    assert {play.by for play in scene.facts(match).plays} == {By.CLOCK}
    assert until(scene, match, scene.now + 1000 * HOUR) == []


@pytest.mark.parametrize("kind", KINDS)
def test_people_come_to_the_table_first_where_the_clock_waits_for_them(scene: Scene, kind: str) -> None:
    waiting, other = begun(scene, kind), begun(scene, kind, clock=300)
    scene.do(ballots.pause, other, scene.who(ANN), scene.now)
    mine = mover(scene, waiting)
    assert [facts.match for facts in scene.do(people.waiting_first, mine)] == [waiting, other]
    assert {facts.match for facts in scene.do(people.waiting_first, PEOPLE[0])} == {waiting, other}
