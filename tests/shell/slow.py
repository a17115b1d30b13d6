"""Slow matches on a clock we own: whatever happens by itself until a moment, happens."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from core.catalog import CATALOG
from tests.shell.setting import ANN, GROUP, PEOPLE, PLACE, SECOND, Scene, fix_secret
from tgbot import choosing, lobby, preferences, table
from tgbot.facts import MatchFacts
from tgbot.lobby import Who

KINDS = tuple(CATALOG)
"""Every game."""


def begun(scene: Scene, kind: str = "timebomb", persons: int = 5, *, clock: int = 3600, **how: Any) -> int:
    """A match that has begun. ``daily`` and ``quiet`` as in the lobby, ``computers``: so many more seats."""
    for person in PEOPLE:
        scene.meet(person)
    scene.said += 1
    match = scene.do(lobby.open_lobby, PLACE, scene.who(ANN), kind, 5000 + scene.said, scene.now).match
    for person in PEOPLE[1:persons]:
        scene.do(lobby.join, match, scene.who(person), GROUP, scene.now)
    for _ in range(how.get("computers", 0)):
        scene.do(lobby.add_computer, match, scene.who(ANN), scene.now)
    scene.do(choosing.set_clock, match, scene.who(ANN), clock, scene.now)
    if "daily" in how:
        scene.do(choosing.set_daily, match, scene.who(ANN), how["daily"], scene.now)
    if "quiet" in how:
        scene.do(choosing.set_quiet, match, scene.who(ANN), how["quiet"], scene.now)
    scene.do(fix_secret, match, how.get("first"))
    scene.do(lobby.start, match, scene.who(ANN), scene.now)
    return match


def awake(scene: Scene) -> None:
    """The group has no quiet hours."""
    scene.meet(ANN)
    scene.do(preferences.set_quiet, GROUP, None)


def mover(scene: Scene, match: int) -> int:
    """The person whose move it is."""
    person = scene.facts(match).seats[scene.to_act(match)].person_id
    assert person is not None
    return person


def who(scene: Scene, person: int) -> Who:
    return scene.who(person)


def until(scene: Scene, match: int, moment: datetime) -> list[datetime]:
    """Time goes by to a moment; when something happened by itself."""
    happened = []
    while (at := scene.row(match).wake_at) is not None and at <= moment:
        scene.now = max(scene.now, at)
        assert scene.do(table.time_out, match, scene.now) is not None
        happened.append(at)
    scene.now = moment
    return happened


def run_out(scene: Scene, match: int) -> MatchFacts:
    """Nobody does anything until the turn is over."""
    position = scene.row(match).position
    while (row := scene.row(match)).status == "running" and row.position == position:
        until(scene, match, row.wake_at or scene.now)
    return scene.facts(match)


def deadline(scene: Scene, match: int) -> datetime:
    at = scene.row(match).deadline
    assert at is not None
    return at


def nothing_before(scene: Scene, match: int, moment: datetime) -> None:
    """Nothing is due a second before."""
    assert scene.do(table.time_out, match, moment - SECOND) is None


def span(**parts: float) -> timedelta:
    return timedelta(**parts)
