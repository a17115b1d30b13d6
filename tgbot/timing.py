"""The clock of a match: when it runs, rests, reminds and stands still (product, Time).

The law
    ``deadline`` is what people see, ``wake_at`` the next moment at which anything happens by itself.
    A person's clock goes by the zone and quiet hours its turn began with; computers and absent people have short
    deadlines that nothing moves: the same mechanism.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Literal
from zoneinfo import ZoneInfo

from core.clock import ALWAYS, Hours, after, next_daily, running, when_left
from tgbot.facts import SLOW, Reminders
from tgbot.running import paused
from tgbot.store import Session, queries, reading
from tgbot.store.queries import SeatRow
from tgbot.store.tables import Match

TALK = timedelta(seconds=60)
"""A computer player's first cut of a round waits so long for people to claim (product, the table)."""
THINK = timedelta(seconds=4)
"""A computer player's other cuts wait so long."""
ABSENT = timedelta(seconds=60)
"""The turns of somebody absent are played after so long."""
DAY = 24 * 3600
"""The clock of a match with a fixed hour of the day, in seconds: what half a clock and the like are taken of."""
FIRST_DAILY = timedelta(hours=4)
"""A fixed hour of the day is at least so far away when a turn begins."""
REMINDERS = {1: 0.5, 2: 0.2}
"""The share of the clock that is left when each reminder is due, by its stage."""
AWAY = timedelta(seconds=60)
"""Out of touch for longer, the bot was away; shorter gaps just fire late."""
GENTLE = 2
"""The only stage for those who want few reminders."""
_MS = timedelta(milliseconds=1)


def wake(match: Match, at: datetime) -> None:
    """Something happens by itself at a moment, and nothing before: a lobby's end."""
    match.deadline = match.wake_at = at


def wait(match: Match, span: timedelta, now: datetime) -> None:
    """A short deadline: the computer or an absent person moves after so long."""
    _begin(match, None, "")
    if paused(match):
        match.left_ms = span // _MS
    else:
        wake(match, now + span)


def hurry(match: Match, span: timedelta, now: datetime) -> None:
    """A short deadline comes no later than that."""
    if match.deadline is not None:
        wake(match, min(match.deadline, now + span))


def start(session: Session, match: Match, now: datetime) -> None:
    """A person's turn begins with a full clock."""
    _begin(match, now, _hours_now(session, match))
    full = timedelta(seconds=match.clock)
    if match.daily is not None:
        zone, _ = reading.group_hours(session, match.chat_id, match.host_id)
        end = next_daily(ZoneInfo(zone), match.daily, now, FIRST_DAILY)
        full = end - now
    if paused(match):
        match.left_ms = full // _MS
    else:
        _run(match, now, after(_hours(match.hours), now, full))


def extend(session: Session, match: Match, now: datetime) -> None:
    """Half a clock more for the turn that runs."""
    if match.turn_at is None:
        match.hours = _hours_now(session, match)
    more = timedelta(seconds=match.clock) / 2
    _run(match, match.turn_at or now, after(_hours(match.hours), match.deadline or now, more), since=now)


def pause(match: Match, until: datetime | None, now: datetime) -> None:
    """The clock stands still, what is left is kept; it goes on by itself at a moment, or not before it is told to."""
    if match.deadline is not None:
        match.left_ms = running(_hours(match.hours), now, match.deadline) // _MS
        if match.turn_at is not None and (match.ran_until is None or now - match.turn_at > AWAY):
            # Where the clock ran for a moment only since the last pause, it is the stretch before that counts.
            match.ran_from, match.ran_until = match.turn_at, min(now, match.deadline)
    match.deadline, match.pause_until, match.wake_at = None, until, until


def go_on(match: Match, now: datetime) -> None:
    """The end of a pause: the clock goes on with what was left, unless the bot cannot write in the group or the match
    is held.
    """
    if match.hushed or match.held:
        match.pause_until = match.wake_at = None
        return
    left = (match.left_ms or 0) * _MS
    match.left_ms = match.pause_until = None
    if match.turn_at is None:
        wake(match, now + left)
    else:
        _run(match, now, after(_hours(match.hours), now, left))


def remind(session: Session, match: Match, seat: SeatRow, now: datetime) -> None:
    """The moment of a reminder has come. Only the newest counts, and only if the player wants it."""
    stage = max((s for s, at in _reminders(match).items() if at <= now), default=0)
    if stage > match.reminded and _wants(session, seat, stage, match.turn):
        match.reminded = stage
        match.revision += 1
    match.wake_at = _next(match, now)


def notice(session: Session, match_id: int, turn: int, stage: int, *, stands: bool) -> Literal["send", "edit"] | None:
    """A reminder is to be shown. That is noted before it is sent, which so happens at most once.

    ``stands``: an earlier call of the turn stands, and can become the reminder by an edit where that one may have been
    sent before. None: it is not wanted any more. Its turn is over or stands still, or, where no call stands, it has had
    its time: the player is called as if he had not been reminded.
    """
    match = queries.match_of(session, match_id)
    if (match.turn, match.reminded) != (turn, stage) or match.deadline is None:
        return None
    if queries.notice(session, match_id, turn, stage):
        return "send"
    if stands:
        return "edit"
    match.reminded = 0
    match.revision += 1
    return None


def give_back(match: Match, last: datetime, now: datetime) -> None:
    """The bot was away since ``last``: a person's clock goes on, or stands still, with what was left then, or when the
    turn began.

    The updates that waited are taken before, and one of them may have paused the match, or paused it and ended the
    pause: what the clock ran until then counts too. Done twice it does no harm: the clock began anew the first time.
    """
    if match.turn_at is None:
        return
    hours, began, lost = _hours(match.hours), match.turn_at, timedelta()
    if match.ran_from is not None and match.ran_until is not None and match.ran_until > last:
        began, lost = match.ran_from, running(hours, max(last, match.ran_from), match.ran_until)
    match.ran_from = match.ran_until = None
    if match.left_ms is not None:
        match.left_ms += lost // _MS
    elif match.deadline is not None:
        left = lost + running(hours, max(last, match.turn_at), match.deadline)
        _run(match, now, after(hours, now, left))
    if began <= last + AWAY:
        # A later turn began when the updates that had waited were taken.
        match.away = round((now - last).total_seconds())
    match.revision += 1


def _begin(match: Match, at: datetime | None, hours: str) -> None:
    """A turn begins, with the clock of a person or, without a time, with a short deadline."""
    match.turn, match.turn_at, match.hours, match.reminded = match.position, at, hours, 0
    match.ran_from = match.ran_until = None


def _run(match: Match, began: datetime, until: datetime, *, since: datetime | None = None) -> None:
    match.turn_at, match.deadline = began, until
    match.wake_at = _next(match, since or began)


def _next(match: Match, now: datetime) -> datetime | None:
    ahead = [at for stage, at in _reminders(match).items() if stage > match.reminded and at > now]
    return min(ahead, default=match.deadline)


def _reminders(match: Match) -> dict[int, datetime]:
    """When each reminder of this turn is due; those that its clock was too short for from the beginning are not."""
    if match.turn_at is None or match.deadline is None or match.clock < SLOW:
        return {}
    found = {}
    for stage, share in REMINDERS.items():
        left = timedelta(seconds=match.clock * share)
        at = when_left(_hours(match.hours), match.turn_at, match.deadline, left)
        if at is not None and at < match.deadline:
            found[stage] = at
    return found


def _wants(session: Session, seat: SeatRow, stage: int, turn: int) -> bool:
    person = queries.person_of(session, seat.person_id) if seat.person_id is not None else None
    if person is None or seat.muted == turn or person.reminders == Reminders.NONE:
        return False
    return stage == GENTLE or person.reminders == Reminders.ALL


def _hours_now(session: Session, match: Match) -> str:
    """What a clock that starts now goes by, as text: a zone and two times of the day, or nothing."""
    if match.daily is not None or match.clock < SLOW or not match.quiet:
        return ""
    zone, quiet = reading.group_hours(session, match.chat_id, match.host_id)
    return f"{zone} {quiet[0]} {quiet[1]}" if quiet else ""


@lru_cache(maxsize=256)
def _hours(text: str) -> Hours:
    if not text:
        return ALWAYS
    zone, begin, end = text.split(" ")
    return Hours(ZoneInfo(zone), (int(begin), int(end)))
