"""Matches: found, and what is said and done in them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, exists, insert
from sqlmodel import col, select

from tgbot.facts import By, Status
from tgbot.refusals import Code, Refused
from tgbot.store.session import Session
from tgbot.store.tables import Ask, ChatPerson, ClaimMade, Match, Play, SeatTaken, Vote

LIVE = (Status.LOBBY, Status.RUNNING)

# Made once: they run at every press.
_ADD_PLAY = insert(Play)
_ADD_CLAIM = insert(ClaimMade)


def match_of(session: Session, match_id: int) -> Match:
    """The match with this number.

    Raises:
        Refused: there is none.
    """
    match = session.match(match_id)
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


def lobbies_for(session: Session, person_id: int, limit: int) -> Sequence[Match]:
    """Open lobbies of the groups in which somebody was seen, those he may join, newest first: he neither sits there nor
    has asked to be let in.
    """
    sits = select(SeatTaken.seat).where(SeatTaken.match_id == Match.id, SeatTaken.person_id == person_id).exists()
    asked = select(Ask.match_id).where(Ask.match_id == Match.id, Ask.person_id == person_id).exists()
    return session.exec(
        select(Match)
        .join(ChatPerson, col(ChatPerson.chat_id) == col(Match.chat_id))
        .where(
            ChatPerson.person_id == person_id,
            ~col(ChatPerson.gone),
            col(ChatPerson.blocked_at).is_(None),
            Match.status == Status.LOBBY,
            ~sits,
            ~asked,
        )
        .order_by(col(Match.id).desc())
        .limit(limit)
    ).all()


def add_play(session: Session, match_id: int, position: int, seat: int, move: str, by: By, at: datetime) -> None:
    """Writes a move down. One position takes one move."""
    values = {"match_id": match_id, "position": position, "seat": seat, "move": move, "at": at, "by": str(by)}
    session.connection().execute(_ADD_PLAY, values)


def add_claim(session: Session, match_id: int, position: int, seat: int, round_: int, text: str, at: datetime) -> None:
    """Writes a claim down, with the position of the match at which it was made."""
    values = {"match_id": match_id, "position": position, "seat": seat, "round": round_, "text": text, "at": at}
    session.connection().execute(_ADD_CLAIM, values)


def claims_made(session: Session, match_id: int) -> Sequence[ClaimMade]:
    """All claims of a match as they stand in the table, oldest first."""
    return session.exec(select(ClaimMade).where(ClaimMade.match_id == match_id).order_by(col(ClaimMade.id))).all()


def vote(session: Session, match_id: int, what: str, person_id: int, *, yes: bool, at: datetime) -> bool:
    """Notes somebody's vote. False: he has voted so before."""
    old = session.get(Vote, (match_id, what, person_id))
    if old is not None and old.yes == yes:
        return False
    session.merge(Vote(match_id=match_id, what=what, person_id=person_id, yes=yes, at=at))
    session.flush()
    return True


def close_ballot(session: Session, match: Match) -> None:
    """The question is not open any more."""
    session.execute(delete(Vote).where(col(Vote.match_id) == match.id))
    match.ballot = ""


def hushed_in(session: Session, chat_id: int) -> Sequence[Match]:
    """Matches of a group that wait until the bot can write there again."""
    return session.exec(select(Match).where(Match.chat_id == chat_id, col(Match.hushed))).all()


def is_hushed(session: Session, chat_id: int) -> bool:
    """Whether there are such matches, but for those that wait for their topic."""
    waits = (col(Match.chat_id) == chat_id, col(Match.hushed), ~col(Match.topic_closed))
    return bool(session.exec(select(exists().where(*waits))).one())
