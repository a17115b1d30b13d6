"""Clocks that rest in quiet hours (product, Time)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.clock import ALWAYS, Hours, after, next_daily, running, when_left

SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
NIGHT = (23 * 60, 8 * 60)
LONDON, PARIS, NEW_YORK = ZoneInfo("Europe/London"), ZoneInfo("Europe/Paris"), ZoneInfo("America/New_York")
SAIGON, LORD_HOWE, APIA = ZoneInfo("Asia/Ho_Chi_Minh"), ZoneInfo("Australia/Lord_Howe"), ZoneInfo("Pacific/Apia")
ZONES = (LONDON, PARIS, NEW_YORK, SAIGON, LORD_HOWE, APIA, ZoneInfo("America/Sao_Paulo"), ZoneInfo("Asia/Kathmandu"))


def at(zone: ZoneInfo, text: str, fold: int = 0) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone, fold=fold).astimezone(UTC)


moments = st.datetimes(datetime(2009, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
spans = st.timedeltas(timedelta(), timedelta(days=12))
minutes = st.integers(0, 24 * 60 - 1)


@st.composite
def hours(draw: st.DrawFn) -> Hours:
    """Any zone and quiet hours that leave at least an hour a day, over midnight or not, or none."""
    begin, end = draw(minutes), draw(minutes)
    assume((begin - end) % (24 * 60) >= 60)
    return Hours(draw(st.sampled_from(ZONES)), draw(st.sampled_from([(begin, end), NIGHT, None])))


class TestAfter:
    def test_without_quiet_hours_a_clock_runs_straight_on(self) -> None:
        assert after(ALWAYS, at(LONDON, "2026-08-24 12:00"), 72 * HOUR) == at(LONDON, "2026-08-27 12:00")

    def test_a_deadline_in_quiet_hours_moves_to_their_end_plus_what_was_left(self) -> None:
        hours = Hours(PARIS, NIGHT)
        assert after(hours, at(PARIS, "2026-08-24 22:00"), 3 * HOUR) == at(PARIS, "2026-08-25 10:00")

    def test_a_clock_that_starts_in_quiet_hours_starts_at_their_end(self) -> None:
        hours = Hours(PARIS, NIGHT)
        assert after(hours, at(PARIS, "2026-08-25 02:00"), HOUR) == at(PARIS, "2026-08-25 09:00")

    def test_a_deadline_exactly_when_quiet_hours_begin_is_not_moved(self) -> None:
        hours = Hours(PARIS, NIGHT)
        assert after(hours, at(PARIS, "2026-08-24 22:00"), HOUR) == at(PARIS, "2026-08-24 23:00")

    def test_quiet_hours_within_one_day(self) -> None:
        hours = Hours(SAIGON, (12 * 60, 13 * 60 + 30))
        assert after(hours, at(SAIGON, "2026-08-24 11:00"), 2 * HOUR) == at(SAIGON, "2026-08-24 14:30")

    def test_quiet_hours_that_end_at_midnight(self) -> None:
        hours = Hours(SAIGON, (20 * 60, 0))
        assert after(hours, at(SAIGON, "2026-08-24 19:00"), 2 * HOUR) == at(SAIGON, "2026-08-25 01:00")

    def test_the_same_hour_twice_means_no_quiet_hours(self) -> None:
        assert after(Hours(PARIS, (60, 60)), at(PARIS, "2026-08-24 00:00"), 48 * HOUR) == at(PARIS, "2026-08-26 00:00")

    def test_a_clock_longer_than_a_week_counts_fifteen_hours_a_day(self) -> None:
        hours = Hours(SAIGON, NIGHT)
        assert after(hours, at(SAIGON, "2026-08-24 08:00"), 10 * 15 * HOUR) == at(SAIGON, "2026-09-02 23:00")

    def test_the_hour_that_spring_leaves_out_is_not_counted(self) -> None:
        assert after(Hours(PARIS), at(PARIS, "2026-03-28 12:00"), 24 * HOUR) == at(PARIS, "2026-03-29 13:00")
        assert after(Hours(PARIS, NIGHT), at(PARIS, "2026-03-28 22:30"), HOUR) == at(PARIS, "2026-03-29 08:30")

    def test_the_hour_that_autumn_has_twice_counts_twice(self) -> None:
        assert after(Hours(PARIS), at(PARIS, "2026-10-24 12:00"), 24 * HOUR) == at(PARIS, "2026-10-25 11:00")

    def test_quiet_hours_that_end_in_the_doubled_hour_end_when_it_comes_last(self) -> None:
        hours = Hours(PARIS, (22 * 60, 2 * 60 + 30))
        assert after(hours, at(PARIS, "2026-10-24 21:30"), HOUR) == at(PARIS, "2026-10-25 03:00")

    def test_quiet_hours_that_begin_in_the_doubled_hour_begin_when_it_comes_first(self) -> None:
        hours = Hours(PARIS, (2 * 60 + 30, 8 * 60))
        assert after(hours, at(PARIS, "2026-10-25 02:00"), HOUR) == at(PARIS, "2026-10-25 08:30")

    def test_quiet_hours_that_end_in_the_missing_hour_end_at_the_jump(self) -> None:
        hours = Hours(PARIS, (22 * 60, 2 * 60 + 30))
        assert after(hours, at(PARIS, "2026-03-28 21:30"), HOUR) == at(PARIS, "2026-03-29 03:30")

    def test_quiet_hours_that_begin_in_the_missing_hour_begin_at_the_jump(self) -> None:
        hours = Hours(PARIS, (2 * 60 + 30, 8 * 60))
        assert after(hours, at(PARIS, "2026-03-29 01:30"), HOUR) == at(PARIS, "2026-03-29 08:30")

    def test_quiet_hours_wholly_in_the_missing_hour_do_not_come_that_day(self) -> None:
        hours = Hours(PARIS, (2 * 60 + 10, 2 * 60 + 50))
        assert after(hours, at(PARIS, "2026-03-29 01:30"), HOUR) == at(PARIS, "2026-03-29 03:30")

    def test_a_zone_that_changes_by_half_an_hour(self) -> None:
        hours = Hours(LORD_HOWE, (60, 2 * 60))
        # In April two o'clock becomes half past one: from one to two lasts an hour and a half.
        assert after(hours, at(LORD_HOWE, "2026-04-05 00:30"), HOUR) == at(LORD_HOWE, "2026-04-05 02:30")
        assert running(hours, at(LORD_HOWE, "2026-04-05 00:00"), at(LORD_HOWE, "2026-04-05 03:00")) == 2 * HOUR

    def test_a_day_that_a_zone_leaves_out(self) -> None:
        hours = Hours(APIA, NIGHT)
        # Samoa had no 30 December 2011.
        assert after(hours, at(APIA, "2011-12-29 22:00"), 2 * HOUR) == at(APIA, "2011-12-31 09:00")

    def test_no_span_ends_where_it_starts_even_in_quiet_hours(self) -> None:
        start = at(PARIS, "2026-08-25 02:00")
        assert after(Hours(PARIS, NIGHT), start, timedelta()) == start


class TestRunning:
    def test_only_time_outside_quiet_hours_counts(self) -> None:
        hours = Hours(PARIS, NIGHT)
        assert running(hours, at(PARIS, "2026-08-24 22:00"), at(PARIS, "2026-08-25 09:30")) == 2.5 * HOUR

    def test_within_quiet_hours_nothing_counts(self) -> None:
        hours = Hours(PARIS, NIGHT)
        assert running(hours, at(PARIS, "2026-08-24 23:30"), at(PARIS, "2026-08-25 07:00")) == timedelta()

    def test_backwards_nothing_counts(self) -> None:
        assert running(ALWAYS, at(PARIS, "2026-08-25 07:00"), at(PARIS, "2026-08-25 06:00")) == timedelta()


class TestWhenLeft:
    def test_half_of_a_clock_that_rests_at_night(self) -> None:
        hours, start = Hours(PARIS, NIGHT), at(PARIS, "2026-08-24 22:00")
        end = after(hours, start, 8 * HOUR)
        assert when_left(hours, start, end, 4 * HOUR) == at(PARIS, "2026-08-25 11:00")

    def test_when_less_is_left_from_the_beginning_there_is_no_such_moment(self) -> None:
        start = at(PARIS, "2026-08-24 12:00")
        assert when_left(ALWAYS, start, start + HOUR, 2 * HOUR) is None


class TestNextDaily:
    @pytest.mark.parametrize(
        ("now", "due"),
        [
            ("2026-08-24 12:00", "2026-08-24 20:00"),
            ("2026-08-24 16:00", "2026-08-24 20:00"),
            ("2026-08-24 16:01", "2026-08-25 20:00"),
            ("2026-08-24 23:59", "2026-08-25 20:00"),
        ],
    )
    def test_the_first_one_at_least_four_hours_away(self, now: str, due: str) -> None:
        assert next_daily(LONDON, 20 * 60, at(LONDON, now), 4 * HOUR) == at(LONDON, due)

    def test_an_hour_that_does_not_exist_is_the_jump(self) -> None:
        assert next_daily(PARIS, 2 * 60 + 30, at(PARIS, "2026-03-28 12:00"), 4 * HOUR) == at(PARIS, "2026-03-29 03:00")

    def test_an_hour_that_comes_twice_is_the_first(self) -> None:
        due = next_daily(PARIS, 2 * 60 + 30, at(PARIS, "2026-10-24 12:00"), 4 * HOUR)
        assert due == at(PARIS, "2026-10-25 02:30", fold=0)
        assert next_daily(PARIS, 2 * 60 + 30, due, 4 * HOUR) == at(PARIS, "2026-10-26 02:30")

    @given(st.sampled_from(ZONES), minutes, moments, st.integers(0, 30))
    def test_it_is_never_nearer_than_asked_and_never_more_than_two_days_behind_that(
        self, zone: ZoneInfo, minute: int, now: datetime, least: int
    ) -> None:
        due = next_daily(zone, minute, now, least * HOUR)
        assert timedelta() <= due - now - least * HOUR <= 2 * DAY + HOUR


@given(hours(), moments, spans)
def test_a_clock_has_run_for_just_its_span_when_it_ends(hours: Hours, start: datetime, span: timedelta) -> None:
    assert running(hours, start, after(hours, start, span)) == span


@given(hours(), moments, spans)
def test_it_ends_at_the_first_such_moment(hours: Hours, start: datetime, span: timedelta) -> None:
    assume(span >= SECOND)
    assert running(hours, start, after(hours, start, span) - SECOND) < span


@given(hours(), moments, spans, spans)
def test_a_pause_whenever_it_comes_changes_nothing_but_the_time_of_its_length(
    hours: Hours, start: datetime, span: timedelta, played: timedelta
) -> None:
    """C60: the remaining time is kept exactly, also when the pause begins or ends in quiet hours."""
    end, paused_at = after(hours, start, span), start + played
    left = running(hours, paused_at, end)
    assert running(hours, start, min(paused_at, end)) + left == span
    for resumed_at in (paused_at, paused_at + 3 * HOUR, paused_at + 7 * DAY):
        assert running(hours, resumed_at, after(hours, resumed_at, left)) == left


@given(hours(), moments, spans, spans)
def test_time_adds_up(hours: Hours, start: datetime, one: timedelta, other: timedelta) -> None:
    middle, end = start + one, start + one + other
    assert running(hours, start, middle) + running(hours, middle, end) == running(hours, start, end)
    assert after(hours, after(hours, start, one), other) == after(hours, start, one + other)


@given(hours(), moments, spans, spans)
def test_who_starts_later_is_never_due_sooner(hours: Hours, start: datetime, span: timedelta, later: timedelta) -> None:
    assert after(hours, start, span) <= after(hours, start + later, span)


@given(
    st.sampled_from(ZONES), st.integers(5 * 60, 22 * 60), st.integers(5 * 60, 22 * 60), moments, st.integers(0, 4 * 24)
)
def test_it_is_the_wall_clock_that_tells_quiet_hours(
    zone: ZoneInfo, begin: int, end: int, start: datetime, long: int
) -> None:
    """Counted minute by minute, with hours that no zone changes its clocks in."""
    assume(begin != end and (start.year, zone.key) != (2011, "Pacific/Apia"))
    start = start.replace(second=0, microsecond=0)

    def quiet(moment: datetime) -> bool:
        wall = moment.astimezone(zone)
        minute = wall.hour * 60 + wall.minute
        return begin <= minute < end if begin < end else not end <= minute < begin

    count = sum(not quiet(start + n * MINUTE) for n in range(long * 60))
    assert running(Hours(zone, (begin, end)), start, start + long * HOUR) == count * MINUTE


@given(hours(), moments, spans, spans)
def test_the_moment_of_a_reminder_leaves_just_what_it_says(
    hours: Hours, start: datetime, span: timedelta, left: timedelta
) -> None:
    end = after(hours, start, span)
    moment = when_left(hours, start, end, left)
    if left > span:
        assert moment is None
    else:
        assert moment is not None
        assert start <= moment <= end
        assert running(hours, moment, end) == left
