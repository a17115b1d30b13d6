"""Messages that show matches, and what they show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from sqlalchemy import bindparam, delete, update
from sqlmodel import col, select

from tgbot.store.reading import SurfaceRow
from tgbot.store.session import Session
from tgbot.store.tables import Match, Surface

_EDITED = (
    update(Surface)
    .where(
        col(Surface.match_id) == bindparam("id"),
        col(Surface.which) == bindparam("name"),
        # Another message may have taken its place since, and shows something else.
        col(Surface.chat_id) == bindparam("chat"),
        col(Surface.message_id) == bindparam("message"),
    )
    .values(digest=bindparam("now"), revision=bindparam("newest"), pinned=bindparam("pin"))
)
_DELIVERED = (
    update(Match)
    .where(col(Match.id) == bindparam("number"), col(Match.delivered) < bindparam("newest"))
    .values(delivered=bindparam("newest"))
)


def behind(session: Session, limit: int | None = 100) -> Sequence[int]:
    """Matches some of whose surfaces do not show the newest revision; None: all of them."""
    return session.exec(
        select(Match.id).where(col(Match.delivered) < col(Match.revision)).order_by(col(Match.id)).limit(limit)
    ).all()


def delivered(session: Session, revisions: Mapping[int, int], rows: Sequence[SurfaceRow] = ()) -> None:
    """Notes of matches that all their surfaces show a revision, and what those that were edited show; the matches in
    order, so that no two transactions wait for each other.
    """
    connection = session.connection()
    if revisions:
        connection.execute(_DELIVERED, [{"number": m, "newest": revisions[m]} for m in sorted(revisions)])
    if rows:
        shown = [
            {
                "id": r.match_id,
                "name": r.which,
                "chat": r.chat_id,
                "message": r.message_id,
                "now": r.digest,
                "newest": r.revision,
                "pin": r.pinned,
            }
            for r in rows
        ]
        connection.execute(_EDITED, shown)


def surface(session: Session, match_id: int, which: str) -> Surface | None:
    """One message of a match."""
    return session.get(Surface, (match_id, which))


def shown(session: Session, row: SurfaceRow) -> None:
    """Notes what a message shows now."""
    session.merge(Surface(**asdict(row)))


def replaced(session: Session, row: SurfaceRow) -> SurfaceRow | None:
    """Notes a message that takes another one's place; that one."""
    before = session.get(Surface, (row.match_id, row.which))
    found = SurfaceRow(**before.model_dump()) if before is not None else None
    shown(session, row)
    return found


def forget_shown(session: Session, chat_id: int, match_ids: Sequence[int]) -> None:
    """Notes that nothing of these matches stands in a chat any more."""
    session.execute(delete(Surface).where(col(Surface.chat_id) == chat_id, col(Surface.match_id).in_(match_ids)))


def gone(session: Session, match_id: int, which: str, message_id: int) -> None:
    """Notes that a message does not exist any more; one that has taken its place does."""
    this = (col(Surface.match_id) == match_id, col(Surface.which) == which, col(Surface.message_id) == message_id)
    session.execute(delete(Surface).where(*this))
