"""The arithmetic of clocks that rest in quiet hours. Pure: aware datetimes in, aware datetimes in UTC out.

The law
    A clock counts only time outside quiet hours, and that time is real time: an hour that a zone leaves out in spring
    is not counted, the one it has twice in autumn counts twice.
    Quiet hours begin and end by the wall clock of a zone, every day. A wall time that does not exist is the moment at
    which the clocks are put forward; one that exists twice begins quiet hours when it first comes and ends them when
    it last does, so that nobody is woken too early.
    ``after(hours, start, span)`` and ``running(hours, start, end)`` undo each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

_ONE_DAY = timedelta(days=1)
_NOTHING = timedelta()


@dataclass(frozen=True)
class Hours:
    """When clocks run: always but for ``quiet``, from when until when in minutes after midnight in ``zone``.

    None, or twice the same minute: no quiet hours. They may go over midnight.
    """

    zone: tzinfo
    quiet: tuple[int, int] | None = None


ALWAYS = Hours(UTC)
"""Clocks that never rest."""


def after(hours: Hours, start: datetime, span: timedelta) -> datetime:
    """The first moment at which a clock that starts then has run so long. Without a span: ``start`` itself."""
    at, left = start.astimezone(UTC), span
    if left <= _NOTHING:
        return at
    for quiet_from, quiet_to in _quiets(hours, at):
        if at + left <= quiet_from:
            break
        left -= max(quiet_from - at, _NOTHING)
        at = max(at, quiet_to)
    return at + left


def running(hours: Hours, start: datetime, end: datetime) -> timedelta:
    """How long a clock runs between two moments; nothing when the end comes first."""
    at, until, total = start.astimezone(UTC), end.astimezone(UTC), _NOTHING
    for quiet_from, quiet_to in _quiets(hours, at):
        if until <= quiet_from:
            break
        total += max(quiet_from - at, _NOTHING)
        at = max(at, quiet_to)
    return total + max(until - at, _NOTHING)


def when_left(hours: Hours, start: datetime, end: datetime, left: timedelta) -> datetime | None:
    """The first moment from ``start`` on at which no more than that is left until ``end``; None when less is left from
    the beginning.
    """
    span = running(hours, start, end) - left
    return after(hours, start, span) if span >= _NOTHING else None


def next_daily(zone: tzinfo, minute: int, now: datetime, at_least: timedelta) -> datetime:
    """The first time a wall clock shows that minute after midnight, so long from now or later."""
    earliest = now.astimezone(UTC) + at_least
    day = earliest.astimezone(zone).date() - _ONE_DAY
    while (at := _first(zone, day, minute)) < earliest:
        day += _ONE_DAY
    return at


def _quiets(hours: Hours, at: datetime) -> Iterator[tuple[datetime, datetime]]:
    """The quiet hours that end after a moment, by their beginning, for ever, unless there are none. Those of two days
    may overlap where a zone has an hour twice.
    """
    if hours.quiet is None or hours.quiet[0] == hours.quiet[1]:
        return
    begin, end = hours.quiet
    over = _ONE_DAY if end < begin else _NOTHING
    day = at.astimezone(hours.zone).date() - 2 * _ONE_DAY
    while True:
        quiet_from, quiet_to = _first(hours.zone, day, begin), _last(hours.zone, day + over, end)
        if quiet_to > max(at, quiet_from):
            yield quiet_from, quiet_to
        day += _ONE_DAY


def _first(zone: tzinfo, day: date, minute: int) -> datetime:
    return _moment(zone, day, minute, 0)


def _last(zone: tzinfo, day: date, minute: int) -> datetime:
    return _moment(zone, day, minute, 1)


def _moment(zone: tzinfo, day: date, minute: int, fold: int) -> datetime:
    """The moment a wall clock shows a minute of a day, the first or the last when it does so twice; when never, the
    moment it jumps over it.
    """
    wall = datetime.combine(day, time(minute // 60, minute % 60), zone)
    # Before a jump the offset is smaller than after it, and fold tells which of them is meant (PEP 495).
    before, behind = wall.replace(fold=0).utcoffset() or _NOTHING, wall.replace(fold=1).utcoffset() or _NOTHING
    plain = wall.replace(tzinfo=UTC)
    if before >= behind:
        return plain - (behind if fold else before)
    return _jump(zone, plain - behind, plain - before)


def _jump(zone: tzinfo, low: datetime, high: datetime) -> datetime:
    """The moment between two, to the second, at which the clocks are put forward."""
    old = low.astimezone(zone).utcoffset()
    while high - low > timedelta(seconds=1):
        middle = low + timedelta(seconds=(high - low) // timedelta(seconds=2))
        if middle.astimezone(zone).utcoffset() == old:
            low = middle
        else:
            high = middle
    return high
