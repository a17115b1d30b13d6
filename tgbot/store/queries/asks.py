"""Who asks to be let into a lobby."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete
from sqlmodel import col, select

from tgbot.store.session import Session
from tgbot.store.tables import Ask


def ask_of(session: Session, match_id: int, person_id: int) -> Ask | None:
    """What became of somebody's question, or that it is open; None when he has asked nothing."""
    return session.get(Ask, (match_id, person_id))


def asks_of(session: Session, match_id: int) -> Sequence[Ask]:
    """The questions of a lobby, answered or not, oldest first."""
    return session.exec(select(Ask).where(Ask.match_id == match_id).order_by(col(Ask.at), col(Ask.person_id))).all()


def forget_asks(session: Session, match_id: int, people: Sequence[int] | None = None) -> None:
    """These people have asked nothing; None: nobody has."""
    session.flush()
    whose = delete(Ask).where(col(Ask.match_id) == match_id)
    session.execute(whose if people is None else whose.where(col(Ask.person_id).in_(people)))
