"""What can be chosen: for a match by its host, for a group by its members."""

from __future__ import annotations

from dataclasses import dataclass

CLOCKS = (60, 300, 3600, 8 * 3600, 24 * 3600, 3 * 24 * 3600)
"""The presets of a match's clock in seconds a move (product, Time)."""

DAILY_HOURS = tuple(range(8, 24))
"""The hours of the day by which a move may be due, in the group's zone."""

START_IN = (15, 60, 240)
"""Minutes until a lobby starts by itself, for the choice *at a set time*."""


@dataclass(frozen=True)
class GroupSettings:
    """What is set for a group.

    ``zone``: its IANA name; not ``zone_chosen``: it follows from the language. ``quiet``: from when until when no clock
    runs, in minutes after midnight; None: never. ``pictures``: boards are pictures; None: this bot draws none.
    """

    zone: str
    zone_chosen: bool
    quiet: tuple[int, int] | None
    language: str
    pictures: bool | None = True
    whispers: bool = False
    """Hands are shown in messages that only one member sees."""
