"""The few queries. Each takes the session of the transaction it runs in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, delete, insert, or_, update
from sqlalchemy import select as select_columns
from sqlmodel import Session, col, select

from tgbot.facts import By, Status
from tgbot.refusals import Code, Refused
from tgbot.store.reading import language
from tgbot.store.tables import Chat, ChatPerson, ClaimMade, Match, Person, Play, SeatTaken, Surface

LIVE = (Status.LOBBY, Status.RUNNING)
SEEN_AGAIN = timedelta(days=1)
"""Who is seen in a group again is noted at most so often."""

# Made once: they run at every press.
_SEAT = ("match_id", "seat", "person_id", "name", "left", "misses", "asked")
_SEATS = (
    select_columns(*(col(getattr(SeatTaken, name)) for name in _SEAT))
    .where(col(SeatTaken.match_id) == bindparam("id"))
    .order_by(col(SeatTaken.seat))
)
_ADD_PLAY = insert(Play)
_ADD_CLAIM = insert(ClaimMade)
_EDITED = (
    update(Surface)
    .where(col(Surface.match_id) == bindparam("id"), col(Surface.which) == bindparam("name"))
    .values(digest=bindparam("now"), revision=bindparam("newest"), pinned=bindparam("pin"))
)
_DELIVERED = (
    update(Match)
    .where(col(Match.id) == bindparam("number"), col(Match.delivered) < bindparam("newest"))
    .values(delivered=bindparam("newest"))
)


def match_of(session: Session, match_id: int) -> Match:
    """The match with this number.

    Raises:
        Refused: there is none.
    """
    match = session.get(Match, match_id)
    if match is None:
        raise Refused(Code.NO_SUCH_MATCH)
    return match


def match_by_token(session: Session, token: str) -> Match | None:
    """The match an invite link names."""
    return session.exec(select(Match).where(Match.token == token)).first()


def match_made_from(session: Session, source: str) -> Match | None:
    """The match some message or earlier match gave rise to."""
    return session.exec(select(Match).where(Match.made_from == source)).first()


def matches_in_chat(
    session: Session, chat_id: int, thread_id: int | None, statuses: Sequence[Status] = LIVE
) -> Sequence[Match]:
    """Matches of a place, newest first."""
    return session.exec(
        select(Match)
        .where(Match.chat_id == chat_id, Match.thread_id == thread_id, col(Match.status).in_(statuses))
        .order_by(col(Match.id).desc())
    ).all()


def matches_in_group(session: Session, chat_id: int) -> Sequence[Match]:
    """Lobbies and running matches of a group, in all its topics."""
    return session.exec(select(Match).where(Match.chat_id == chat_id, col(Match.status).in_(LIVE))).all()


def matches_of_person(session: Session, person_id: int, statuses: Sequence[Status] = LIVE) -> Sequence[Match]:
    """Matches in which somebody sits, newest first."""
    return session.exec(
        select(Match)
        .join(SeatTaken, col(SeatTaken.match_id) == col(Match.id))
        .where(SeatTaken.person_id == person_id, SeatTaken.left == False, col(Match.status).in_(statuses))  # noqa: E712
        .order_by(col(Match.id).desc())
    ).all()


def lobbies_for(session: Session, person_id: int) -> Sequence[Match]:
    """Open lobbies of the groups in which somebody was seen, newest first."""
    return session.exec(
        select(Match)
        .join(ChatPerson, col(ChatPerson.chat_id) == col(Match.chat_id))
        .where(ChatPerson.person_id == person_id, Match.status == Status.LOBBY)
        .order_by(col(Match.id).desc())
    ).all()


@dataclass(frozen=True)
class SeatRow:
    """A seat as it stands in the table."""

    match_id: int
    seat: int
    person_id: int | None
    name: str
    left: bool
    misses: int
    asked: int


def seats_of(session: Session, match_id: int) -> list[SeatRow]:
    """The seats of a match in order."""
    return [SeatRow(*row) for row in session.connection().execute(_SEATS, {"id": match_id})]


def add_seat(session: Session, match_id: int, seat: int, person_id: int | None, name: str) -> None:
    """Seats somebody; None: a computer player."""
    session.flush()
    session.connection().execute(insert(SeatTaken), _seat_values(match_id, seat, person_id, name))


def change_seat(session: Session, seat: SeatRow, **to: Any) -> SeatRow:
    """The seat with other values, in the table too."""
    session.connection().execute(
        update(SeatTaken).where(col(SeatTaken.match_id) == seat.match_id, col(SeatTaken.seat) == seat.seat).values(**to)
    )
    return replace(seat, **to)


def replace_seats(session: Session, match_id: int, seats: Sequence[SeatRow]) -> None:
    """Seats somebody anew, numbered from 0 in the order given."""
    session.connection().execute(delete(SeatTaken).where(col(SeatTaken.match_id) == match_id))
    for number, old in enumerate(seats):
        add_seat(session, match_id, number, old.person_id, old.name)


def _seat_values(match_id: int, seat: int, person_id: int | None, name: str) -> dict[str, Any]:
    row = SeatRow(match_id, seat, person_id, name, left=False, misses=0, asked=0)
    return asdict(row)


def add_play(session: Session, match_id: int, position: int, seat: int, move: str, by: By, at: datetime) -> None:
    """Writes a move down. One position takes one move."""
    values = {"match_id": match_id, "position": position, "seat": seat, "move": move, "at": at, "by": str(by)}
    session.connection().execute(_ADD_PLAY, values)


def add_claim(session: Session, match_id: int, seat: int, round_: int, text: str, at: datetime) -> None:
    """Writes a claim down."""
    session.connection().execute(
        _ADD_CLAIM, {"match_id": match_id, "seat": seat, "round": round_, "text": text, "at": at}
    )


def due(session: Session, now: datetime, without: Collection[int] = (), limit: int = 100) -> Sequence[int]:
    """The matches whose deadline has come, earliest first, a small batch; but for some that are broken."""
    return session.exec(
        select(Match.id)
        .where(col(Match.deadline) <= now, col(Match.id).not_in(without))
        .order_by(col(Match.deadline))
        .limit(limit)
    ).all()


def next_deadline(session: Session, without: Collection[int] = ()) -> datetime | None:
    """The earliest deadline of all matches, but for some that are broken."""
    return session.exec(
        select(Match.deadline)
        .where(col(Match.deadline).is_not(None), col(Match.id).not_in(without))
        .order_by(col(Match.deadline))
        .limit(1)
    ).first()


def behind(session: Session, limit: int | None = 100) -> Sequence[int]:
    """Matches some of whose surfaces do not show the newest revision; None: all of them."""
    return session.exec(
        select(Match.id).where(col(Match.delivered) < col(Match.revision)).order_by(col(Match.id)).limit(limit)
    ).all()


def delivered(session: Session, revisions: Mapping[int, int], rows: Sequence[Surface] = ()) -> None:
    """Notes of matches that all their surfaces show a revision, and what those that were edited show."""
    connection = session.connection()
    if rows:
        shown = [
            {"id": r.match_id, "name": r.which, "now": r.digest, "newest": r.revision, "pin": r.pinned} for r in rows
        ]
        connection.execute(_EDITED, shown)
    if revisions:
        connection.execute(_DELIVERED, [{"number": m, "newest": revision} for m, revision in revisions.items()])


def surface(session: Session, match_id: int, which: str) -> Surface | None:
    """One message of a match."""
    return session.get(Surface, (match_id, which))


def shown(session: Session, row: Surface) -> None:
    """Notes what a message shows now."""
    session.merge(row)


def gone(session: Session, match_id: int, which: str) -> None:
    """Notes that a message does not exist any more."""
    session.execute(delete(Surface).where(col(Surface.match_id) == match_id, col(Surface.which) == which))


def met_chat(session: Session, chat_id: int, title: str) -> Chat:
    """The group's row, made or brought up to date."""
    chat = session.get(Chat, chat_id)
    if chat is None:
        chat = Chat(id=chat_id, title=title)
        session.add(chat)
    elif title and chat.title != title:
        chat.title = title
    return chat


def move_chat(session: Session, chat_id: int, new_chat_id: int) -> Sequence[Match]:
    """A group goes on under another id. Its messages stay in the old chat, so those of matches that still show
    something are forgotten. These matches.
    """
    old = session.get(Chat, chat_id)
    if old is None or chat_id == new_chat_id:
        return ()
    new = met_chat(session, new_chat_id, old.title)
    new.language = new.language or old.language
    session.flush()
    for seen in session.exec(select(ChatPerson).where(ChatPerson.chat_id == chat_id)).all():
        seen_in(session, new_chat_id, seen.person_id, seen.seen_at)
        session.delete(seen)
    showing = session.exec(
        select(Match).where(
            Match.chat_id == chat_id, or_(col(Match.status).in_(LIVE), col(Match.delivered) < col(Match.revision))
        )
    ).all()
    there = col(Surface.chat_id) == chat_id
    session.execute(delete(Surface).where(there, col(Surface.match_id).in_([match.id for match in showing])))
    session.execute(update(Surface).where(there).values(chat_id=new_chat_id))
    session.execute(update(Match).where(col(Match.chat_id) == chat_id).values(chat_id=new_chat_id))
    session.flush()
    session.delete(old)
    return showing


def met_person(session: Session, person_id: int, name: str, username: str | None, language: str | None) -> Person:
    """The person's row, made or brought up to date."""
    person = session.get(Person, person_id)
    if person is None:
        person = Person(id=person_id, name=name, username=username, client_language=language)
        session.add(person)
    elif (person.name, person.username, person.client_language) != (name, username, language or person.client_language):
        person.name, person.username = name, username
        person.client_language = language or person.client_language
    return person


def seen_in(session: Session, chat_id: int, person_id: int, now: datetime) -> None:
    """Notes that somebody was seen in a group. Both must have been met."""
    row = session.get(ChatPerson, (chat_id, person_id))
    if row is None:
        session.add(ChatPerson(chat_id=chat_id, person_id=person_id, seen_at=now))
    elif now - row.seen_at >= SEEN_AGAIN:
        row.seen_at = now


def person_of(session: Session, person_id: int) -> Person | None:
    """Somebody who has met the bot."""
    return session.get(Person, person_id)


def chat_of(session: Session, chat_id: int) -> Chat | None:
    """A group that has met the bot."""
    return session.get(Chat, chat_id)


def language_of(person: Person | None) -> str:
    """The language somebody reads: chosen, else his app's, else English."""
    return language(person.language, person.client_language) if person else "en"
