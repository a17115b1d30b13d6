"""What happens by itself: deadlines, clocks, reminders, and the heartbeat."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, func, or_
from sqlmodel import col, select

from tgbot.facts import Held, Status
from tgbot.store.operating import Heartbeat
from tgbot.store.queries.matches import LIVE
from tgbot.store.session import Session
from tgbot.store.tables import Match, Notice


def due(session: Session, now: datetime, without: Collection[int] = (), limit: int = 100) -> Sequence[int]:
    """The matches in which something is due by itself, earliest first, a small batch; but for some that are broken."""
    return session.exec(
        select(Match.id)
        .where(col(Match.wake_at) <= now, col(Match.id).not_in(without))
        .order_by(col(Match.wake_at))
        .limit(limit)
    ).all()


def next_deadline(session: Session, without: Collection[int] = ()) -> datetime | None:
    """When something happens next by itself in any match, but for some that are broken."""
    return session.exec(
        select(Match.wake_at)
        .where(col(Match.wake_at).is_not(None), col(Match.id).not_in(without))
        .order_by(col(Match.wake_at))
        .limit(1)
    ).first()


def clocks(session: Session, after: int, since: datetime, limit: int = 500) -> Sequence[int]:
    """Matches in which a person's clock runs, or ran after a moment until a pause, by number, those behind one."""
    return session.exec(
        select(Match.id)
        .where(
            col(Match.id) > after,
            col(Match.status) == Status.RUNNING,
            col(Match.turn_at).is_not(None),
            or_(col(Match.deadline).is_not(None), col(Match.ran_until) > since),
        )
        .order_by(col(Match.id))
        .limit(limit)
    ).all()


def running_behind(session: Session, after: int, held: Held, limit: int = 200) -> Sequence[int]:
    """Running matches that are held for this reason, or not held at all, by number, those behind one."""
    return session.exec(
        select(Match.id)
        .where(col(Match.id) > after, Match.status == Status.RUNNING, Match.held == held)
        .order_by(col(Match.id))
        .limit(limit)
    ).all()


@dataclass(frozen=True)
class Figures:
    """How many matches and lobbies wait for a moment, how many of those moments are past, and since when the oldest."""

    waiting: int
    overdue: int
    oldest_overdue: timedelta | None


def waiting_figures(session: Session, now: datetime) -> Figures:
    """What an operator wants to know of the deadlines."""
    waits = col(Match.wake_at).is_not(None)
    waiting = session.exec(select(func.count()).select_from(Match).where(waits)).one()
    late = select(func.count(), func.min(Match.wake_at)).select_from(Match).where(waits, col(Match.wake_at) < now)
    overdue, oldest = session.exec(late).one()
    return Figures(waiting, overdue, now - oldest if oldest is not None else None)


def live_figures(session: Session) -> dict[str, int]:
    """How many lobbies are open and how many matches are running."""
    counted = select(Match.status, func.count()).where(col(Match.status).in_(LIVE)).group_by(col(Match.status))
    return {**{str(status): 0 for status in LIVE}, **dict(session.exec(counted).all())}


def last_beat(session: Session) -> datetime | None:
    """When the bot was last known to be alive and in touch with Telegram, by the machine's clock."""
    beat = session.get(Heartbeat, 1)
    return beat.at if beat else None


def beat(session: Session, at: datetime) -> None:
    """Notes that the bot is alive and in touch with Telegram."""
    session.merge(Heartbeat(id=1, at=at))


def notice(session: Session, match_id: int, turn: int, stage: int) -> bool:
    """Notes that a reminder is about to be sent. False: it was noted before."""
    if session.get(Notice, (match_id, turn, stage)) is not None:
        return False
    session.add(Notice(match_id=match_id, position=turn, stage=stage))
    return True


def unnotice(session: Session, match_id: int, turn: int, stage: int) -> None:
    """Notes that a reminder has certainly not been sent."""
    session.execute(
        delete(Notice).where(col(Notice.match_id) == match_id, col(Notice.position) == turn, col(Notice.stage) == stage)
    )
