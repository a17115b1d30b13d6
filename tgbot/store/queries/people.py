"""People and groups, and who was seen where."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, or_, update
from sqlmodel import col, select

from tgbot.store.queries.matches import LIVE
from tgbot.store.reading import language
from tgbot.store.session import Session
from tgbot.store.tables import Chat, ChatPerson, Match, Person, SeatTaken, Surface

SEEN_AGAIN = timedelta(days=1)
"""Who is seen in a group again is noted at most so often."""
TOLD = 50
"""So many people at most are told of one lobby."""

_UNCHANGED = update(Chat).where(col(Chat.id) == bindparam("number")).values(title=col(Chat.title))


def unseen(session: Session, chat_id: int, person_id: int) -> None:
    """Somebody is not in a group any more. Who is blocked there stays so."""
    row = session.get(ChatPerson, (chat_id, person_id))
    if row is None:
        return
    row.gone, row.next_game = True, False
    if row.blocked_at is None:
        session.delete(row)


def is_seen(session: Session, chat_id: int, person_id: int) -> bool:
    """Whether somebody was seen in a group, and has not left it as far as we know."""
    row = session.get(ChatPerson, (chat_id, person_id))
    return row is not None and not row.gone


def is_blocked(session: Session, chat_id: int, person_id: int) -> bool:
    """Whether a group has blocked somebody."""
    row = session.get(ChatPerson, (chat_id, person_id))
    return row is not None and row.blocked_at is not None


def block(session: Session, chat_id: int, person_id: int, now: datetime) -> None:
    """Notes that a group has blocked somebody, who need not have met the bot there."""
    row = session.get(ChatPerson, (chat_id, person_id))
    if row is None:
        session.flush()
        row = ChatPerson(chat_id=chat_id, person_id=person_id, seen_at=now, gone=True)
        session.add(row)
    row.blocked_at, row.next_game, row.told_of = now, False, None


def in_group(session: Session, chat_id: int, person_id: int) -> ChatPerson | None:
    """What is known of somebody in a group."""
    return session.get(ChatPerson, (chat_id, person_id))


def blocked_in(session: Session, chat_id: int) -> Sequence[Person]:
    """Whom a group has blocked, the newest first."""
    return session.exec(
        select(Person)
        .join(ChatPerson, col(ChatPerson.person_id) == col(Person.id))
        .where(ChatPerson.chat_id == chat_id, col(ChatPerson.blocked_at).is_not(None))
        .order_by(col(ChatPerson.blocked_at).desc(), col(Person.id))
    ).all()


def known_in(session: Session, chat_id: int) -> Sequence[Person]:
    """Everybody who was seen in a group, is blocked there, or sits in a lobby or match of it."""
    here = select(ChatPerson.person_id).where(ChatPerson.chat_id == chat_id)
    sits = (
        select(SeatTaken.person_id)
        .join(Match, col(Match.id) == col(SeatTaken.match_id))
        .where(Match.chat_id == chat_id, col(Match.status).in_(LIVE))
    )
    return session.exec(
        select(Person).where(or_(col(Person.id).in_(here), col(Person.id).in_(sits))).order_by(col(Person.name))
    ).all()


def awaited(session: Session, person_id: int) -> Sequence[Chat]:
    """The groups of whose next lobby somebody wants to be told."""
    return session.exec(
        select(Chat)
        .join(ChatPerson, col(ChatPerson.chat_id) == col(Chat.id))
        .where(ChatPerson.person_id == person_id, col(ChatPerson.next_game))
        .order_by(col(Chat.title), col(Chat.id))
    ).all()


def announce(session: Session, match: Match) -> None:
    """A lobby opens: who wants to know, may come and can be written to is told of it, once. The first ones, when they
    are too many; the others wait for the next lobby.
    """
    waiting = session.exec(
        select(ChatPerson)
        .join(Person, col(Person.id) == col(ChatPerson.person_id))
        .where(
            ChatPerson.chat_id == match.chat_id,
            col(ChatPerson.next_game),
            ~col(ChatPerson.gone),
            col(ChatPerson.blocked_at).is_(None),
            col(Person.reachable),
        )
        .order_by(col(ChatPerson.person_id))
        .limit(TOLD)
    ).all()
    for row in waiting:
        row.next_game, row.told_of = False, match.id


def heard(session: Session, match: Match, person_id: int) -> None:
    """Somebody need not be told of a lobby any more."""
    session.execute(
        update(ChatPerson)
        .where(
            col(ChatPerson.chat_id) == match.chat_id,
            col(ChatPerson.person_id) == person_id,
            col(ChatPerson.told_of) == match.id,
        )
        .values(told_of=None)
    )


def met_chat(session: Session, chat_id: int, title: str) -> Chat:
    """The group's row, made or brought up to date."""
    chat = session.get(Chat, chat_id)
    if chat is None:
        chat = Chat(id=chat_id, title=title)
        session.add(chat)
    elif title and chat.title != title:
        chat.title = title
    return chat


def take_turns(session: Session, chat_id: int) -> None:
    """Of transactions that look what there is in a group and add to it, one comes after the other: of those that run
    at the same time all but one are done again, and see what it has done. The row must be there.
    """
    session.flush()
    session.connection().execute(_UNCHANGED, {"number": chat_id})


def move_chat(session: Session, chat_id: int, new_chat_id: int) -> Sequence[Match]:
    """A group goes on under another id, with what was set for it. Its messages stay in the old chat, so those of
    matches that still show something are forgotten. These matches.
    """
    old = session.get(Chat, chat_id)
    if old is None or chat_id == new_chat_id:
        return ()
    new = met_chat(session, new_chat_id, old.title)
    # Written first: in a row that is not, the column's default takes the place of a choice of nothing.
    session.flush()
    for name, field in Chat.model_fields.items():
        if name not in ("id", "title") and getattr(new, name) == field.get_default():
            setattr(new, name, getattr(old, name))
    session.flush()
    for seen in session.exec(select(ChatPerson).where(ChatPerson.chat_id == chat_id)).all():
        seen_in(session, new_chat_id, seen.person_id, seen.seen_at)
        moved = session.get_one(ChatPerson, (new_chat_id, seen.person_id))
        moved.blocked_at = moved.blocked_at or seen.blocked_at
        moved.next_game, moved.told_of = moved.next_game or seen.next_game, moved.told_of or seen.told_of
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


def seen(row: Person | Chat, now: datetime) -> None:
    """Notes that somebody did something, or that something was done in a group; to within a day."""
    if row.seen_at is None or now - row.seen_at >= SEEN_AGAIN:
        row.seen_at = now


def seen_in(session: Session, chat_id: int, person_id: int, now: datetime) -> None:
    """Notes that somebody was seen in a group. Both must have been met."""
    row = session.get(ChatPerson, (chat_id, person_id))
    if row is None:
        session.add(ChatPerson(chat_id=chat_id, person_id=person_id, seen_at=now))
    elif row.gone or now - row.seen_at >= SEEN_AGAIN:
        row.seen_at, row.gone = now, False


def person_of(session: Session, person_id: int) -> Person | None:
    """Somebody who has met the bot."""
    return session.get(Person, person_id)


def chat_of(session: Session, chat_id: int) -> Chat | None:
    """A group that has met the bot."""
    return session.get(Chat, chat_id)


def language_of(person: Person | None) -> str:
    """The language somebody reads: chosen, else his app's, else English."""
    return language(person.language, person.client_language) if person else "en"
