"""Moments and durations in words."""

from __future__ import annotations

from datetime import UTC, datetime

from markupsafe import Markup

from tgbot.words import Words

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


def moment(at: datetime) -> Markup:
    """A moment, told relative to now in each reader's own time zone and counting by itself (Bot API 9.5, ``tg-time``).

    Older apps show the text inside.
    """
    there = at.astimezone(UTC)
    return Markup('<tg-time unix="{unix}" format="r">{text}</tg-time>').format(
        unix=int(there.timestamp()), text=f"{there:%Y-%m-%d %H:%M} UTC"
    )


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
