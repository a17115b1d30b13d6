"""The few queries. Each takes the session of the transaction it runs in."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import delete, update
from sqlmodel import Session, col, select

from core.catalog import CATALOG
from tgbot.facts import By, MatchFacts, Played, Revelation, Seated, StartRule, Status
from tgbot.languages import nearest
from tgbot.refusals import Code, Refused
from tgbot.store.snapshot import load_options
from tgbot.store.tables import Chat, ChatPerson, ClaimMade, Match, Person, Play, SeatTaken, Surface

LIVE = (Status.LOBBY, Status.RUNNING)


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


def seats_of(session: Session, match_id: int) -> list[SeatTaken]:
    """The seats of a match in order."""
    return list(
        session.exec(select(SeatTaken).where(SeatTaken.match_id == match_id).order_by(col(SeatTaken.seat))).all()
    )


def replace_seats(session: Session, match_id: int, seats: Sequence[SeatTaken]) -> None:
    """Seats somebody anew, numbered from 0 in the order given."""
    session.execute(delete(SeatTaken).where(col(SeatTaken.match_id) == match_id))
    for number, old in enumerate(seats):
        session.add(SeatTaken(match_id=match_id, seat=number, person_id=old.person_id, name=old.name))


def play_at(session: Session, match_id: int, position: int) -> Play | None:
    """The move made at a position."""
    return session.get(Play, (match_id, position))


def claims_of(session: Session, match_id: int) -> Sequence[ClaimMade]:
    """All claims of a match, oldest first."""
    return session.exec(select(ClaimMade).where(ClaimMade.match_id == match_id).order_by(col(ClaimMade.id))).all()


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


def delivered(session: Session, match_id: int, revision: int, rows: Sequence[Surface] = ()) -> None:
    """Notes that all surfaces show a revision, and what those that were edited show."""
    for row in rows:
        session.merge(row)
    session.execute(
        update(Match).where(col(Match.id) == match_id, col(Match.delivered) < revision).values(delivered=revision)
    )


def surfaces(session: Session, match_id: int) -> dict[str, Surface]:
    """What a match shows at Telegram, by name."""
    return {s.which: s for s in session.exec(select(Surface).where(Surface.match_id == match_id)).all()}


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
    elif (now - row.seen_at).days >= 1:
        row.seen_at = now


def person_of(session: Session, person_id: int) -> Person | None:
    """Somebody who has met the bot."""
    return session.get(Person, person_id)


def chat_of(session: Session, chat_id: int) -> Chat | None:
    """A group that has met the bot."""
    return session.get(Chat, chat_id)


def language_of(person: Person | None) -> str:
    """The language somebody reads: chosen, else his app's, else English."""
    if person is None:
        return "en"
    return person.language or nearest(person.client_language) or "en"


def facts_of(session: Session, match: Match) -> MatchFacts:
    """What everybody may know of a match."""
    seats = seats_of(session, match.id)
    ids = {s.person_id for s in seats if s.person_id is not None} | {match.host_id}
    people = {p.id: p for p in session.exec(select(Person).where(col(Person.id).in_(ids))).all()}
    chat = session.get(Chat, match.chat_id)
    type_ = CATALOG[match.kind].game
    started = match.status != Status.LOBBY
    over = match.status in (Status.FINISHED, Status.CANCELLED)
    return MatchFacts(
        match=match.id,
        kind=match.kind,
        status=Status(match.status),
        chat_id=match.chat_id,
        chat_title=chat.title if chat else "",
        thread_id=match.thread_id,
        language=(chat.language if chat else None) or language_of(people.get(match.host_id)),
        position=match.position,
        revision=match.revision,
        seats=tuple(_seated(s, people.get(s.person_id or 0)) for s in seats),
        host_id=match.host_id,
        options=load_options(match.kind, match.options),
        clock=match.clock,
        start_rule=StartRule(match.start_rule),
        panel=match.panel,
        deadline=match.deadline,
        to_act=match.to_act,
        pointing=match.pointing,
        pointing_in=match.pointing_in,
        reposted=match.reposted,
        commitment=match.commitment,
        token=match.token,
        invited=_invited(session, match, seats) if match.previous_id and not started else (),
        claims=tuple(type_.recall(c.seat, c.round, c.text) for c in claims_of(session, match.id)) if started else (),
        plays=_plays(session, match.id) if started else (),
        revelation=Revelation(match.secret.hex(), tuple(match.joins)) if over else None,
    )


def _seated(row: SeatTaken, person: Person | None) -> Seated:
    return Seated(
        seat=row.seat,
        name=person.name if person else row.name,
        person_id=row.person_id,
        left=row.left,
        reachable=bool(person and person.reachable),
        language=language_of(person),
        asked=row.asked,
        misses=row.misses,
    )


def _plays(session: Session, match_id: int) -> tuple[Played, ...]:
    rows = session.exec(select(Play).where(Play.match_id == match_id).order_by(col(Play.position))).all()
    return tuple(Played(p.position, p.seat, p.move, By(p.by), p.at) for p in rows)


def _invited(session: Session, match: Match, seats: Sequence[SeatTaken]) -> tuple[str, ...]:
    here = {s.person_id for s in seats}
    before = seats_of(session, match.previous_id or 0)
    return tuple(s.name for s in before if s.person_id is not None and s.person_id not in here)
