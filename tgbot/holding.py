"""Use cases on matches that stand still although nobody at the table asked for it. Each is one transaction.

The law
    A match is held by whoever runs the bot, who stops all of them, or because this version of the bot cannot read it.
    Held it stands still: what is left on the clock is kept, and nothing but ``release`` ends it. Where it could not be
    read nobody could move, since before it was noticed: then the turn begins anew. A pause that people
    have made stays what it is, and goes over into this one when it ends.
    The order to stop is noted before any match is: what begins later, or can be read again, is held from its first
    moment. It is taken back before any match goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from tgbot import timing
from tgbot.facts import Held, Status
from tgbot.refusals import Code, Refused
from tgbot.running import end, game_of, paused
from tgbot.store import Session, queries
from tgbot.store.snapshot import Unloadable
from tgbot.store.tables import Match


def set_aside(session: Session, match_id: int, now: datetime) -> None:
    """A match cannot be read: nothing happens in it until another version of the bot can. It shows what it showed."""
    _hold(queries.match_of(session, match_id), Held.BROKEN, now)


def order(session: Session, *, hold: bool) -> None:
    """Whoever runs the bot wants everything to stand still, or to go on. In a transaction of its own, so that ``hold``
    and ``release`` find whatever began before it.
    """
    queries.order(session, held=hold)


def begun(session: Session, match: Match, now: datetime) -> None:
    """A match begins; it stands still when everything does."""
    if queries.obey(session):
        _hold(match, Held.OPERATOR, now)


def hold(session: Session, after: int, now: datetime) -> Sequence[int]:
    """Whoever runs the bot stops all matches that run: a batch of those behind the number ``after``. Their numbers in
    order; none: it is done.
    """
    matches = queries.running_behind(session, after, Held.NOT)
    for match in _whole(session, matches):
        _hold(match, Held.OPERATOR, now)
        match.pointing, match.pointing_in = None, ""
        match.revision += 1
    return matches


def release(session: Session, after: int, now: datetime) -> Sequence[int]:
    """What whoever runs the bot has stopped goes on: a batch of matches behind the number ``after``."""
    matches = queries.running_behind(session, after, Held.OPERATOR)
    for match in _whole(session, matches):
        _release(match, now)
    return matches


def mend(session: Session, after: int, now: datetime) -> Sequence[tuple[int, bool]]:
    """What was set aside goes on where this version of the bot can read it, unless everything stands still: a batch of
    matches behind the number ``after``, and whether each can be read.
    """
    found, why = [], Held.OPERATOR if queries.obey(session) else Held.NOT
    for match in _whole(session, queries.running_behind(session, after, Held.BROKEN)):
        try:
            game_of(match)
        except Unloadable:
            found.append((match.id, False))
        else:
            if match.turn_at is not None:
                timing.start(session, match, now)
            _release(match, now, why)
            found.append((match.id, True))
    return found


def call_off(session: Session, match_id: int, now: datetime) -> None:
    """Whoever runs the bot gives up a lobby or a match, also one that cannot be read: that one goes on showing what it
    shows, and whoever presses is told that it is over.

    Raises:
        Refused: there is none, or it is over.
    """
    match = queries.match_of(session, match_id)
    if match.status not in queries.LIVE:
        raise Refused(Code.MATCH_OVER)
    queries.close_ballot(session, match)
    queries.forget_asks(session, match.id)
    end(match, Status.CANCELLED, now)
    match.revision += 1


def _whole(session: Session, matches: Sequence[int]) -> Iterator[Match]:
    """But for those of which something is no JSON, which SQLite does not look after: they stop no other."""
    for match_id in matches:
        try:
            match = queries.match_of(session, match_id)
        except ValueError:
            continue
        yield match


def _hold(match: Match, why: Held, now: datetime) -> None:
    match.held = why
    if not paused(match):
        timing.pause(match, None, now)


def _release(match: Match, now: datetime, why: Held = Held.NOT) -> None:
    """``why``: for what reason it stands still all the same."""
    match.held = why
    if match.pause_until is None:
        timing.go_on(match, now)
    match.revision += 1
