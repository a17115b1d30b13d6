"""What the host of a lobby chooses: the clock, the options of the game, when it starts. Each is one transaction, given
by the caller; a refusal changes nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from core.timebomb import COLOURS
from tgbot import timing
from tgbot.facts import StartRule
from tgbot.gathering import LIFE, hosted, start_when_full
from tgbot.lobby import Who
from tgbot.presets import CLOCKS, START_IN
from tgbot.refusals import Code, Refused
from tgbot.running import Done
from tgbot.store import Session, queries
from tgbot.store.snapshot import dump_options, load_options
from tgbot.store.tables import Match


def show_panel(session: Session, match_id: int, who: Who, panel: str, now: datetime, *, admin: bool = False) -> Done:
    """The host opens or closes a part of the keyboard."""
    match, _ = hosted(session, match_id, who, now, admin=admin)
    if panel not in ("", "options", "clock", "daily"):
        raise Refused(Code.UNKNOWN_BUTTON)
    if match.panel != panel:
        match.panel = panel
        match.revision += 1
    return Done(match_id)


def set_clock(session: Session, match_id: int, who: Who, seconds: int, now: datetime, *, admin: bool = False) -> Done:
    """The host chooses how long a move may take, among the presets."""
    match, _ = hosted(session, match_id, who, now, admin=admin)
    if seconds not in CLOCKS:
        raise Refused(Code.UNKNOWN_BUTTON)
    return _set_clock(match, seconds, None)


def set_daily(session: Session, match_id: int, who: Who, minutes: int, now: datetime, *, admin: bool = False) -> Done:
    """The host chooses a fixed hour of the day by which every move is due, in minutes after midnight."""
    match, _ = hosted(session, match_id, who, now, admin=admin)
    if minutes not in range(24 * 60):
        raise Refused(Code.UNKNOWN_BUTTON)
    return _set_clock(match, timing.DAY, minutes)


def set_quiet(session: Session, match_id: int, who: Who, on: bool, now: datetime, *, admin: bool = False) -> Done:
    """The host chooses whether the clock rests in the group's quiet hours."""
    match, _ = hosted(session, match_id, who, now, admin=admin)
    if match.quiet != on:
        match.quiet = on
        match.revision += 1
    return Done(match_id)


def set_option(
    session: Session, match_id: int, who: Who, name: str, value: Any, now: datetime, *, admin: bool = False
) -> Done:
    """The host sets an option of the game: ``claims`` (TB-12), ``variant`` (EV-10) …

    Raises:
        Refused: among others, the game has no such option.
    """
    match, _ = hosted(session, match_id, who, now, admin=admin)
    options = dump_options(load_options(match.kind, match.options))
    if name not in options:
        raise Refused(Code.UNKNOWN_BUTTON)
    options = {**options, name: value}
    if match.options != options:
        match.options = options
        match.revision += 1
    return Done(match_id)


def pick_colour(
    session: Session, match_id: int, who: Who, colour: str, picked: bool, now: datetime, *, admin: bool = False
) -> Done:
    """The host picks a colour of bombs or gives it back (EV-1).

    The buttons carry the change, not the whole choice: who taps fast taps before the lobby is drawn anew.
    """
    before = queries.match_of(session, match_id).options.get("colours", ())
    after = [one for one in COLOURS if (picked if one == colour else one in before)]
    return set_option(session, match_id, who, "colours", after, now, admin=admin)


def set_start(session: Session, match_id: int, who: Who, when: str, now: datetime, *, admin: bool = False) -> Done:
    """The host chooses when the match starts: ``hand``, ``full``, or in so many minutes, one of ``START_IN``."""
    match, _ = hosted(session, match_id, who, now, admin=admin)
    latest = match.created_at + LIFE
    if when in map(str, START_IN):
        chosen = str(StartRule.TIME), min(now + timedelta(minutes=int(when)), latest)
    elif when in (StartRule.HAND, StartRule.FULL):
        chosen = when, latest
    else:
        raise Refused(Code.UNKNOWN_BUTTON)
    if (match.start_rule, match.deadline) != chosen:
        match.start_rule, deadline = chosen
        timing.wake(match, deadline)
        match.revision += 1
    return start_when_full(session, match, now)


def _set_clock(match: Match, seconds: int, daily: int | None) -> Done:
    if (match.clock, match.daily) != (seconds, daily):
        match.clock, match.daily = seconds, daily
        match.revision += 1
    return Done(match.id)
