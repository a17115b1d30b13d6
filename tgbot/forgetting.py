"""The use case that forgets somebody who wants it.

The law
    He leaves every lobby and match, as if he had said so everywhere, and asks for no seat and no news any more. Then
    nothing that is stored names him: matches that are over keep their moves, made by nobody.
    Who has sat in a match that still runs may not come back to it under a clean name: his number stays among its
    ``former`` until it is over. Who is blocked in a group stays blocked there. What a match needs to be checked stays:
    the numbers Telegram gave the presses and messages that seated people.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from tgbot import ballots, lobby, table
from tgbot.facts import Status
from tgbot.store import Session, queries
from tgbot.store.tables import Match


def forget(session: Session, person_id: int, now: datetime) -> Sequence[int]:
    """Forgets a person. The matches that show it; some of them may be gone."""
    found = [match.id for match in queries.concerned(session, person_id)]
    for match_id in found:
        match = queries.match_of(session, match_id)
        _leave(session, match, person_id, now)
        match.revision += 1
    session.flush()
    queries.forget(session, person_id)
    return found


def _leave(session: Session, match: Match, person_id: int, now: datetime) -> None:
    seats = queries.seats_of(session, match.id)
    sits = any(seat.person_id == person_id and not seat.left for seat in seats)
    if any(seat.person_id == person_id for seat in seats) and match.status == Status.RUNNING:
        match.former = [*match.former, person_id]
    if sits:
        leave = lobby.leave if match.status == Status.LOBBY else table.leave
        leave(session, match.id, person_id, now)
    ballots.withdraw(session, match, person_id)
