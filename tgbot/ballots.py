"""Use cases on what the people of a match decide together: a pause, its end, an early end, who takes a seat over.

Each is one transaction, given by the caller; a refusal changes nothing. One question is open at a time: the
newest of those who play; who asks for a seat waits until there is none.
More than half of the people who play carry it, half or more refuse it; people who left or are absent have no vote.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tgbot import timing
from tgbot.facts import Status
from tgbot.refusals import Code, Refused
from tgbot.running import Done, end, held, hushed, paused, running, seat_of
from tgbot.store import Session, queries, reading
from tgbot.store.queries import SeatRow
from tgbot.store.tables import Match

if TYPE_CHECKING:
    from tgbot.lobby import Who

HOST_PAUSE = timedelta(hours=24)
"""A pause by the host lasts at most so long."""
LONG_PAUSE = timedelta(days=7)
"""A pause by a majority lasts at most so long."""


@contextmanager
def acting(session: Session, match: Match, seats: list[SeatRow], person_id: int, now: datetime) -> Iterator[SeatRow]:
    """While somebody does something in the match himself: his seat. Who was absent is back, and what he voted counts
    again; so afterwards the open question may be decided.

    Raises:
        Refused: he does not sit here.
    """
    seat = seat_of(seats, person_id)
    if seat.absent_since is not None:
        seats[seat.seat] = seat = queries.change_seat(session, seat, absent_since=None, misses=0)
        if match.ballot.startswith(f"seat {seat.seat} "):
            queries.close_ballot(session, match)
        match.revision += 1
    yield seat
    recount(session, match, seats, now)


def pause(session: Session, match_id: int, who: Who, now: datetime, *, admin: bool = False) -> Done:
    """The host or an administrator stops the clock at once; anybody else who plays asks the others.

    Raises:
        Refused: among others ``PAUSED``, it stands still already.
    """
    match, seats = running(session, match_id, moving=True)
    if not _may(match, who, admin=admin):
        return _ask(session, match, seats, "pause", who.id, now)
    _pause(session, match, now + HOST_PAUSE, now)
    return Done(match_id)


def resume(session: Session, match_id: int, who: Who, now: datetime, *, admin: bool = False) -> Done:
    """The host or an administrator ends a pause; anybody else who plays asks the others."""
    match, seats = running(session, match_id)
    if not paused(match):
        raise Refused(Code.NOT_PAUSED)
    if match.held:
        raise held(match)
    if match.pause_until is None:
        raise hushed(session, match)
    if not _may(match, who, admin=admin):
        return _ask(session, match, seats, "resume", who.id, now)
    go_on(session, match, now)
    return Done(match_id)


def ask_end(session: Session, match_id: int, who: Who, now: datetime) -> Done:
    """Somebody who plays asks the others to end the match early. The host does not ask: ``lobby.cancel``."""
    match, seats = running(session, match_id)
    return _ask(session, match, seats, "end", who.id, now)


def open_question(session: Session, match: Match, key: str) -> None:
    """A new question takes the place of the open one."""
    if match.ballot != key:
        queries.close_ballot(session, match)
        match.ballot = key
        match.revision += 1


def withdraw(session: Session, match: Match, person_id: int) -> bool:
    """Somebody does not want a seat any more. Whether it was about him that the others vote."""
    what, *about = match.ballot.split(" ")
    if what != "seat" or int(about[1]) != person_id:
        return False
    queries.close_ballot(session, match)
    match.revision += 1
    return True


def vote(session: Session, match_id: int, person_id: int, what: str, yes: bool, now: datetime) -> Done:
    """Somebody says yes or no to the open question; who changes his mind votes again.

    ``what``: the question, or how its key begins. The absent person whose seat it is about decides by his yes; by his
    no he is back.

    Raises:
        Refused: among others ``NO_BALLOT``, another question is open, or none.
    """
    match, seats = running(session, match_id)
    if not match.ballot or not f"{match.ballot} ".startswith(f"{what} "):
        raise Refused(Code.NO_BALLOT)
    seat = next((s for s in seats if s.person_id == person_id and not s.left), None)
    if seat is None:
        raise Refused(Code.NO_VOTE)
    if match.ballot.startswith(f"seat {seat.seat} "):
        if yes:
            _carry(session, match, seats, now)
            return Done(match_id)
        with acting(session, match, seats, person_id, now):
            return Done(match_id)
    with acting(session, match, seats, person_id, now):
        _vote(session, match, person_id, yes, now)
    return Done(match_id)


def recount(session: Session, match: Match, seats: list[SeatRow], now: datetime) -> None:
    """Who votes, or who has a vote, has changed: the open question may be decided now."""
    if not match.ballot or match.status != Status.RUNNING:
        return
    ballot = reading.facts(session, match.id).ballot
    if ballot is None:
        return
    if len(ballot.yes) >= ballot.needed:
        _carry(session, match, seats, now)
    elif ballot.no and 2 * len(ballot.no) >= ballot.voters:
        queries.close_ballot(session, match)
        match.revision += 1


def go_on(session: Session, match: Match, now: datetime) -> None:
    """A pause ends."""
    if match.ballot == "resume":
        queries.close_ballot(session, match)
    timing.go_on(match, now)
    match.revision += 1


def _may(match: Match, who: Who, *, admin: bool) -> bool:
    return admin or who.id == match.host_id


def _ask(session: Session, match: Match, seats: list[SeatRow], key: str, person_id: int, now: datetime) -> Done:
    with acting(session, match, seats, person_id, now):
        open_question(session, match, key)
        _vote(session, match, person_id, True, now)
    return Done(match.id)


def _vote(session: Session, match: Match, person_id: int, yes: bool, now: datetime) -> None:
    if not queries.vote(session, match.id, match.ballot, person_id, yes=yes, at=now):
        raise Refused(Code.ALREADY_DONE)
    match.revision += 1


def _carry(session: Session, match: Match, seats: list[SeatRow], now: datetime) -> None:
    """What was asked is done."""
    what, *about = match.ballot.split(" ")
    queries.close_ballot(session, match)
    match.revision += 1
    if what == "pause" and not paused(match):
        _pause(session, match, now + LONG_PAUSE, now)
    elif what == "resume" and paused(match):
        go_on(session, match, now)
    elif what == "end":
        end(match, Status.CANCELLED, now)
    elif what == "seat":
        _hand_over(session, match, seats[int(about[0])], int(about[1]), now)


def _pause(session: Session, match: Match, until: datetime, now: datetime) -> None:
    if match.ballot == "pause":
        queries.close_ballot(session, match)
    timing.pause(match, until, now)
    match.pointing, match.pointing_in = None, ""
    match.revision += 1


def _hand_over(session: Session, match: Match, seat: SeatRow, candidate: int, now: datetime) -> None:
    """The seat with its secrets goes to somebody new, who gets a full clock if it is his move."""
    person = queries.person_of(session, candidate)
    if person is None or seat.person_id is None:
        return
    match.former = [*match.former, seat.person_id]
    if match.host_id == seat.person_id:
        match.host_id = candidate
    fresh = {"absent_since": None, "misses": 0, "extended": False, "muted": None}
    queries.change_seat(session, seat, person_id=candidate, name=person.name, **fresh)
    if match.to_act == seat.seat:
        match.pointing, match.pointing_in = None, ""
        timing.start(session, match, now)
