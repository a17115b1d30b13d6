"""Everything that is stored of one person, and taking it away."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import String, cast, delete, literal, or_, update
from sqlmodel import col, select

from tgbot.facts import Status
from tgbot.store.operating import Announcement
from tgbot.store.queries.matches import LIVE
from tgbot.store.queries.people import met_chat
from tgbot.store.session import Session
from tgbot.store.tables import Ask, Chat, ChatPerson, Match, Person, SeatTaken, Surface, Vote

NOBODY = -1
"""Who sat where somebody sat that is forgotten: people have numbers above zero."""


def concerned(session: Session, person_id: int) -> Sequence[Match]:
    """Lobbies and running matches in which somebody sits or hosts, or asks for a seat, or in which the table votes on
    him.
    """
    sits = select(SeatTaken.match_id).where(SeatTaken.person_id == person_id)
    asks = select(Ask.match_id).where(Ask.person_id == person_id)
    return session.exec(
        select(Match)
        .where(
            col(Match.status).in_(LIVE),
            or_(
                col(Match.id).in_(sits),
                col(Match.id).in_(asks),
                col(Match.host_id) == person_id,
                col(Match.ballot).like(f"seat % {person_id}"),
            ),
        )
        .order_by(col(Match.id))
    ).all()


def forget(session: Session, person_id: int) -> None:
    """Takes a person out of every table. In seats he had and matches he hosted nobody is in his place, without a name.
    Groups that have blocked him keep his number, and nothing else of him.
    """
    session.flush()
    if session.get(Person, NOBODY) is None:
        session.add(Person(id=NOBODY, name=""))
        session.flush()
    _leave_private_tables(session, person_id)
    session.execute(
        update(SeatTaken).where(col(SeatTaken.person_id) == person_id).values(person_id=NOBODY, name="", muted=None)
    )
    session.execute(update(Match).where(col(Match.host_id) == person_id).values(host_id=NOBODY))
    # What asked for a match at a private table names its chat.
    session.execute(
        update(Match)
        .where(col(Match.made_from).like(f"% {person_id} %"))
        .values(made_from=literal("forgotten ") + cast(col(Match.id), String))
    )
    running = select(Match.id).where(Match.status == Status.RUNNING)
    # Of running matches the deliverer takes the buttons away first.
    his = or_(col(Surface.chat_id) == person_id, col(Surface.which).like(f"% {person_id}"))
    session.execute(delete(Surface).where(his, col(Surface.match_id).not_in(running)))
    for table in (Vote, Ask):
        session.execute(delete(table).where(col(table.person_id) == person_id))
    session.execute(delete(Announcement).where(col(Announcement.chat_id) == person_id))
    session.execute(
        delete(ChatPerson).where(col(ChatPerson.person_id) == person_id, col(ChatPerson.blocked_at).is_(None))
    )
    session.execute(delete(Chat).where(col(Chat.id) == person_id))
    session.expire_all()
    _forget_row(session, person_id)


def _leave_private_tables(session: Session, person_id: int) -> None:
    """What was played at his private tables is somebody else's who sat there, and gone where nobody else did."""
    for match in session.exec(select(Match).where(Match.chat_id == person_id)).all():
        other = session.exec(
            select(Person)
            .join(SeatTaken, col(SeatTaken.person_id) == col(Person.id))
            .where(SeatTaken.match_id == match.id, col(Person.id).not_in((person_id, NOBODY)))
            .order_by(col(SeatTaken.left), col(SeatTaken.seat))
        ).first()
        if other is None:
            session.delete(match)
        else:
            match.chat_id = met_chat(session, other.id, other.name).id
        session.flush()


def _forget_row(session: Session, person_id: int) -> None:
    row = session.get(Person, person_id)
    if row is None:
        return
    blocked = session.exec(select(ChatPerson).where(ChatPerson.person_id == person_id)).all()
    if not blocked:
        session.delete(row)
        session.flush()
        return
    for name, field in Person.model_fields.items():
        if name != "id":
            setattr(row, name, "" if name == "name" else field.get_default())
    for one in blocked:
        one.gone, one.next_game, one.told_of = True, False, None
    session.flush()
