"""Use cases on people who miss their turns. Each is one transaction, given by the caller; a refusal changes nothing.

The law
    The first turn in a row that somebody misses earns a warning, the second makes him absent: his turns are played
    after a minute, until he does anything in the match himself.
    After a day of absence his seat may go to somebody who never sat in this match.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from core.game import Seat
from tgbot import ballots
from tgbot.facts import SEAT_KEPT, By, is_private
from tgbot.refusals import Code, Refused
from tgbot.running import Done, automatic, check_blocked, running, seat_of
from tgbot.store import Session, queries, reading
from tgbot.store.queries import SeatRow
from tgbot.store.tables import Match

if TYPE_CHECKING:
    from tgbot.lobby import Who

MISSES = 2
"""So many turns missed in a row make somebody absent."""


def missed(
    session: Session, match: Match, seats: list[SeatRow], seat: SeatRow, now: datetime, *, goes_on: bool
) -> None:
    """Somebody's clock has run out. A turn that ``goes_on`` after a move of its own is missed once."""
    before = reading.play_at(session, match.id, match.position - 1) if goes_on else None
    if seat.absent_since is not None or (before is not None and before.by == By.CLOCK):
        return
    misses = seat.misses + 1
    absent_since = now if misses >= MISSES else None
    seats[seat.seat] = queries.change_seat(session, seat, misses=misses, absent_since=absent_since)


def excuse(session: Session, match: Match, seats: list[SeatRow], out: Sequence[Seat]) -> None:
    """Nobody waits for who is out of the game: he is not absent, and his seat goes to nobody."""
    for seat in out:
        if seats[seat].absent_since is not None:
            seats[seat] = queries.change_seat(session, seats[seat], absent_since=None, misses=0)
            if match.ballot.startswith(f"seat {seat} "):
                queries.close_ballot(session, match)


def back(session: Session, match_id: int, person_id: int, now: datetime) -> Done:
    """Somebody absent is back; at his own turn the clock that runs goes on (C63)."""
    match, seats = running(session, match_id)
    if seat_of(seats, person_id).absent_since is None:
        raise Refused(Code.ALREADY_DONE)
    with ballots.acting(session, match, seats, person_id, now):
        return Done(match_id)


def ask_seat(session: Session, match_id: int, who: Who, seat: int, member_of: int | None, now: datetime) -> Done:
    """A member of the group asks for the seat of somebody absent; he or a majority of the others decides.

    Raises:
        Refused: among others ``NOT_ABSENT``, ``SAT_BEFORE``, ``QUESTION_OPEN``, and ``NOT_MEMBER`` with the
            match's ``chat_id``; a private table, which nobody else sees, gives no seats away: ``NOT_INVITED``.
    """
    match, seats = running(session, match_id)
    if is_private(match.chat_id):
        raise Refused(Code.NOT_INVITED)
    if any(s.person_id == who.id and not s.left for s in seats):
        raise Refused(Code.ALREADY_SEATED)
    if who.id in match.former or any(s.person_id == who.id for s in seats):
        raise Refused(Code.SAT_BEFORE)
    if seat not in range(len(seats)):
        raise Refused(Code.UNKNOWN_BUTTON)
    since = None if automatic(seats[seat]) else seats[seat].absent_since
    if since is None or now - since < SEAT_KEPT:
        raise Refused(Code.NOT_ABSENT, name=seats[seat].name)
    if member_of != match.chat_id:
        chat = queries.chat_of(session, match.chat_id)
        raise Refused(Code.NOT_MEMBER, title=chat.title if chat else "", chat_id=match.chat_id)
    check_blocked(session, match.chat_id, who.id)
    key = f"seat {seat} {who.id}"
    if match.ballot == key:
        raise Refused(Code.ALREADY_DONE)
    if match.ballot:
        raise Refused(Code.QUESTION_OPEN)
    ballots.open_question(session, match, key)
    return Done(match_id)
