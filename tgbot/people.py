"""Use cases on people and groups: who was met where, who can be written to, which language each reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from tgbot.facts import MatchFacts, Status
from tgbot.languages import LANGUAGES, nearest
from tgbot.lobby import Place, Who
from tgbot.refusals import Code, Refused
from tgbot.store import Session, queries
from tgbot.store.tables import Match, Person

T = TypeVar("T")


@dataclass(frozen=True)
class Visit:
    """Somebody turns up: who, in which group (None: his private chat), and what his app says of him.

    ``who`` None: nobody in person, as with anonymous administrators and channels.
    """

    who: Who | None
    place: Place | None
    now: datetime
    username: str | None = None
    client_language: str | None = None


@dataclass(frozen=True)
class Attempt(Generic[T]):
    """What came of something somebody wanted: done or refused, and the language to tell him in.

    ``reachable``: the bot may write to him.
    """

    language: str
    reachable: bool
    done: T | None = None
    refused: Refused | None = None


def attempt(session: Session, visit: Visit, do: Callable[[Session], T]) -> Attempt[T]:
    """Meets the visitor and does what he wants, in one transaction. A refusal changes nothing."""
    person = _meet(session, visit)
    language = queries.language_of(person) if person else _group_language(session, visit)
    reachable = bool(person and person.reachable)
    try:
        return Attempt(language, reachable, done=do(session))
    except Refused as refused:
        session.rollback()
        return Attempt(language, reachable, refused=refused)


def reach(session: Session, person_id: int, reachable: bool) -> Sequence[int]:
    """Notes whether the bot may write to somebody. The matches that show differently because of it."""
    person = queries.person_of(session, person_id)
    if person is None or person.reachable == reachable:
        return ()
    person.reachable = reachable
    return _touched(queries.matches_of_person(session, person_id))


def set_language(session: Session, person_id: int, language: str) -> Sequence[int]:
    """Somebody chooses his language. The matches that show differently because of it."""
    person = queries.person_of(session, person_id)
    if person is None or language not in LANGUAGES:
        raise Refused(Code.UNKNOWN_BUTTON)
    person.language = language
    return _touched(queries.matches_of_person(session, person_id, (Status.RUNNING,)))


def set_group_language(session: Session, place: Place, language: str, *, admin: bool) -> Sequence[int]:
    """An administrator chooses the group's language. The matches that show differently because of it."""
    if language not in LANGUAGES:
        raise Refused(Code.UNKNOWN_BUTTON)
    if not admin:
        raise Refused(Code.NOT_ADMIN)
    queries.met_chat(session, place.chat_id, place.title).language = language
    return _touched(queries.matches_in_group(session, place.chat_id))


def language(session: Session, person_id: int) -> str | None:
    """The language somebody reads; None when he was never met."""
    person = queries.person_of(session, person_id)
    return queries.language_of(person) if person else None


def group_language(session: Session, chat_id: int, else_: str) -> str:
    """The language chosen for a group, or else another one."""
    chat = queries.chat_of(session, chat_id)
    return (chat.language if chat else None) or else_


def matches_here(session: Session, place: Place) -> tuple[MatchFacts, ...]:
    """Lobbies and running matches of a place, newest first."""
    return tuple(queries.facts_of(session, m) for m in queries.matches_in_chat(session, place.chat_id, place.thread_id))


def matches_of(session: Session, person_id: int) -> tuple[MatchFacts, ...]:
    """Lobbies and running matches in which somebody sits, newest first."""
    return tuple(queries.facts_of(session, m) for m in queries.matches_of_person(session, person_id))


def lobbies_for(session: Session, person_id: int) -> tuple[MatchFacts, ...]:
    """Open lobbies of the groups in which somebody was seen."""
    return tuple(queries.facts_of(session, m) for m in queries.lobbies_for(session, person_id))


def facts(session: Session, match_id: int) -> MatchFacts:
    """What everybody may know of a match. Raises Refused when there is none."""
    return queries.facts_of(session, queries.match_of(session, match_id))


def match_invited_to(session: Session, token: str) -> MatchFacts:
    """The match an invite link leads to.

    Raises:
        Refused: the link names no match, or its lobby is closed.
    """
    match = queries.match_by_token(session, token)
    if match is None or match.status not in (Status.LOBBY, Status.RUNNING):
        raise Refused(Code.LOBBY_CLOSED)
    return queries.facts_of(session, match)


def _meet(session: Session, visit: Visit) -> Person | None:
    person = None
    if visit.who is not None:
        person = queries.met_person(
            session, visit.who.id, visit.who.name, visit.username, nearest(visit.client_language)
        )
    if visit.place is not None:
        queries.met_chat(session, visit.place.chat_id, visit.place.title)
        if person is not None:
            session.flush()
            queries.seen_in(session, visit.place.chat_id, person.id, visit.now)
    return person


def _group_language(session: Session, visit: Visit) -> str:
    return group_language(session, visit.place.chat_id, "en") if visit.place else "en"


def _touched(matches: Sequence[Match]) -> Sequence[int]:
    for match in matches:
        match.revision += 1
    return [match.id for match in matches]
