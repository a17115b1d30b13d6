"""What whoever runs the bot asks of it: figures, what is stuck, announcements, and what is old enough to go."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from datetime import datetime

import sqlalchemy
from sqlalchemy import delete, exists, func, or_
from sqlmodel import col, select

from tgbot.facts import Held, Status
from tgbot.store.operating import Announcement, Operation
from tgbot.store.queries.matches import LIVE
from tgbot.store.session import Session
from tgbot.store.tables import Chat, ChatPerson, Match, Person, SeatTaken

ENDED = (Status.FINISHED, Status.CANCELLED, Status.EXPIRED)


def counted(session: Session) -> dict[str, int]:
    """How many matches there are by status, people and groups, and how many matches stand still or are behind."""
    statuses = dict(session.exec(select(Match.status, func.count()).group_by(col(Match.status))).all())
    running = Match.status == Status.RUNNING
    return {
        **{str(status): statuses.get(status, 0) for status in Status},
        "paused": _count(session, Match, running, col(Match.left_ms).is_not(None)),
        "held": _count(session, Match, running, Match.held == Held.OPERATOR),
        "set aside": _count(session, Match, running, Match.held == Held.BROKEN),
        "behind": _count(session, Match, col(Match.delivered) < col(Match.revision)),
        "people": _count(session, Person, col(Person.id) > 0),
        "groups": _count(session, Chat, col(Chat.id) < 0),
    }


def _count(session: Session, what: type[Match | Person | Chat], *where: object) -> int:
    return session.exec(select(func.count()).select_from(what).where(*where)).one()  # type: ignore[arg-type]


@dataclass(frozen=True)
class Stuck:
    """Of a match that does not go on what can be read of every row."""

    id: int
    kind: str
    held: str
    rules_version: int
    wake_at: datetime | None
    delivered: int
    revision: int


_OF_STUCK = [getattr(Match, one.name) for one in fields(Stuck)]


def stuck(session: Session, late: datetime, limit: int) -> Sequence[Stuck]:
    """Matches that were set aside, overdue since before a moment, or behind in what they show; oldest number first."""
    found = session.execute(
        sqlalchemy.select(*_OF_STUCK)
        .where(
            or_(
                (col(Match.held) == Held.BROKEN) & (col(Match.status) == Status.RUNNING),
                col(Match.wake_at) < late,
                col(Match.delivered) < col(Match.revision),
            )
        )
        .order_by(col(Match.id))
        .limit(limit)
    )
    return [Stuck(*row) for row in found]


def order(session: Session, *, held: bool) -> None:
    """Notes that everything is to stand still, or to go on."""
    session.merge(Operation(id=1, held=held))


def ordered(session: Session) -> bool:
    """Whether everything is to stand still."""
    return bool(session.exec(select(Operation.held)).first())


def obey(session: Session) -> bool:
    """The same for a transaction in which something begins: who changes the order meanwhile comes before it or after
    it, and sees what it has done.
    """
    return bool(session.exec(select(Operation.held).with_for_update(read=True)).first())


def live_places(session: Session) -> Sequence[tuple[int, int | None]]:
    """The chats and topics in which a lobby is open or a match runs."""
    places = select(Match.chat_id, Match.thread_id).where(col(Match.status).in_(LIVE)).distinct()
    return session.exec(places.order_by(col(Match.chat_id), col(Match.thread_id))).all()


def seated_privately(session: Session) -> Sequence[int]:
    """The people at private tables with a lobby or match, whom the bot may write to."""
    return session.exec(
        select(Person.id)
        .join(SeatTaken, col(SeatTaken.person_id) == col(Person.id))
        .join(Match, col(Match.id) == col(SeatTaken.match_id))
        .where(col(Match.chat_id) > 0, col(Match.status).in_(LIVE), ~col(SeatTaken.left), col(Person.reachable))
        .distinct()
        .order_by(col(Person.id))
    ).all()


def to_announce(
    session: Session, place: tuple[int, int | None], text: str, restart_at: datetime | None, until: datetime
) -> None:
    """Notes something to be said in a chat before a moment."""
    chat_id, thread_id = place
    session.add(Announcement(chat_id=chat_id, thread_id=thread_id, text=text, restart_at=restart_at, until=until))


def announcements(session: Session, without: Collection[int], limit: int) -> Sequence[Announcement]:
    """What is to be said, oldest first, but for some that are being said."""
    to_say = select(Announcement).where(col(Announcement.id).not_in(without))
    return session.exec(to_say.order_by(col(Announcement.id)).limit(limit)).all()


def announced(session: Session, numbers: Collection[int]) -> None:
    """These are said, or not worth saying any more."""
    session.execute(delete(Announcement).where(col(Announcement.id).in_(numbers)))


def forget_matches(session: Session, ended_before: datetime, unplayed_before: datetime, limit: int) -> int:
    """Deletes matches that ended before a moment, and lobbies that came to nothing before another one, with all that
    belongs to them. How many, so many at the most.
    """
    old = session.exec(
        select(Match.id)
        .where(
            col(Match.status).in_(ENDED),
            or_(
                col(Match.ended_at) < ended_before,
                (col(Match.ended_at) < unplayed_before) & col(Match.state).is_(None),
            ),
        )
        .limit(limit)
    ).all()
    session.execute(delete(Match).where(col(Match.id).in_(old)))
    return len(old)


def forget_chats(session: Session, unseen_since: datetime, limit: int) -> int:
    """Deletes groups in which nobody did anything since a moment, and what people set for private tables when they are
    gone themselves; but where a match is known. How many.
    """
    gone = (col(Chat.id) > 0) & ~exists().where(col(Person.id) == col(Chat.id))
    old = session.exec(
        select(Chat.id)
        .where(
            or_((col(Chat.id) < 0) & (col(Chat.seen_at) < unseen_since), gone),
            col(Chat.id).not_in(select(Match.chat_id)),
        )
        .limit(limit)
    ).all()
    session.execute(delete(Chat).where(col(Chat.id).in_(old)))
    return len(old)


def forget_people(session: Session, unseen_since: datetime, limit: int) -> int:
    """Deletes people who did nothing since a moment, sit in no match that is known, and are blocked nowhere. How
    many.
    """
    hosts = select(Match.host_id)
    blocked = select(ChatPerson.person_id).where(col(ChatPerson.blocked_at).is_not(None))
    old = session.exec(
        select(Person.id)
        .where(
            col(Person.id) > 0,
            # Whom somebody blocked, and lets in again, may never have been seen.
            or_(col(Person.seen_at) < unseen_since, col(Person.seen_at).is_(None)),
            ~exists().where(col(SeatTaken.person_id) == col(Person.id)),
            col(Person.id).not_in(hosts),
            col(Person.id).not_in(blocked),
        )
        .limit(limit)
    ).all()
    session.execute(delete(Person).where(col(Person.id).in_(old)))
    return len(old)
