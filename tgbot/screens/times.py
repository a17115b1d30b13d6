"""Moments and durations in words."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from babel.dates import format_skeleton
from markupsafe import Markup

from tgbot.facts import MatchFacts
from tgbot.words import Words, filled
from tgbot.zones import city

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


def moment(at: datetime, zone: str = "UTC", language: str = "en") -> Markup:
    """A moment, told relative to now in each reader's own time zone and counting by itself (Bot API 9.5, ``tg-time``).

    Older apps and notifications show the text inside, which is in the ``zone`` (IANA) of the group.
    """
    unix = int(at.timestamp())
    # By the minute: few moments fall into the same second.
    told = _told(unix - unix % MINUTE, zone, language)
    return filled('<tg-time unix="{unix}" format="r">{told}</tg-time>', unix=unix, told=told)


@lru_cache(maxsize=1024)
def _told(unix: int, zone: str, language: str) -> str:
    there = datetime.fromtimestamp(unix, ZoneInfo(zone))
    return f"{format_skeleton('MMMEd', there, locale=language)}, {there:%H:%M} ({city(zone, language)})"


def of_day(minutes: int) -> str:
    """A time of the day, in minutes after midnight."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def clock(facts: MatchFacts, say: Words) -> str:
    """How long a move may take: so long, or until a fixed hour of the day."""
    if facts.daily is None:
        return duration(facts.clock, say)
    return say.plain("every day until {time} ({city})", time=of_day(facts.daily), city=city(facts.zone, say.language))


def roughly(seconds: int, say: Words) -> str:
    """A length of time as one tells it: in minutes, from two hours on in hours, from two days on in days."""
    for unit in (DAY, HOUR):
        if seconds >= 2 * unit:
            return duration(round(seconds / unit) * unit, say)
    return say.plain_many("{n} minute", "{n} minutes", max(1, round(seconds / MINUTE)))


def duration(seconds: int, say: Words) -> str:
    """A clock's length in full. One day is told as 24 hours."""
    if seconds > DAY and seconds % DAY == 0:
        return say.plain_many("{n} day", "{n} days", seconds // DAY)
    if seconds % HOUR == 0:
        return say.plain_many("{n} hour", "{n} hours", seconds // HOUR)
    return say.plain_many("{n} minute", "{n} minutes", seconds // MINUTE)


def short_duration(seconds: int, say: Words) -> str:
    """A clock's length on a button."""
    if seconds > DAY and seconds % DAY == 0:
        return say.plain("{n} d", n=seconds // DAY)
    if seconds % HOUR == 0:
        return say.plain("{n} h", n=seconds // HOUR)
    return say.plain("{n} min", n=seconds // MINUTE)
