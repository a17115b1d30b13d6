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
from tgbot.store import Session, queries, reading
from tgbot.store.tables import Match

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
    language, reachable = _known(session, visit) or _meet(session, visit)
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


def migrate(session: Session, chat_id: int, new_chat_id: int) -> Sequence[int]:
    """A group has become a supergroup, which has another id (Bot API ``migrate_to_chat_id``); told again, nothing is
    done. The matches whose messages have to be posted there.
    """
    return _touched(queries.move_chat(session, chat_id, new_chat_id))


def live_in(session: Session, chat_id: int) -> Sequence[int]:
    """Lobbies and running matches of a group, in all its topics."""
    return [match.id for match in queries.matches_in_group(session, chat_id)]


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
    return tuple(reading.facts(session, m.id) for m in queries.matches_in_chat(session, place.chat_id, place.thread_id))


def matches_of(session: Session, person_id: int) -> tuple[MatchFacts, ...]:
    """Lobbies and running matches in which somebody sits, newest first."""
    return tuple(reading.facts(session, m.id) for m in queries.matches_of_person(session, person_id))


def lobbies_for(session: Session, person_id: int) -> tuple[MatchFacts, ...]:
    """Open lobbies of the groups in which somebody was seen."""
    return tuple(reading.facts(session, m.id) for m in queries.lobbies_for(session, person_id))


def facts(session: Session, match_id: int) -> MatchFacts:
    """What everybody may know of a match. Raises Refused when there is none."""
    return reading.facts(session, match_id)


def match_invited_to(session: Session, token: str) -> MatchFacts:
    """The match an invite link leads to.

    Raises:
        Refused: the link names no match, or its lobby is closed.
    """
    match = queries.match_by_token(session, token)
    if match is None or match.status not in (Status.LOBBY, Status.RUNNING):
        raise Refused(Code.LOBBY_CLOSED)
    return reading.facts(session, match.id)


def _known(session: Session, visit: Visit) -> tuple[str, bool] | None:
    """Language and reachability of somebody of whom and of whose group nothing has changed, as with most presses."""
    if visit.who is None or visit.place is None:
        return None
    row = reading.met(session, visit.who.id, visit.place.chat_id)
    if row is None or visit.now - row.seen_at >= queries.SEEN_AGAIN:
        return None
    client = nearest(visit.client_language) or row.client_language
    said = (visit.who.name, visit.username, client, visit.place.title or row.title)
    if said != (row.name, row.username, row.client_language, row.title):
        return None
    return reading.language(row.language, row.client_language), row.reachable


def _meet(session: Session, visit: Visit) -> tuple[str, bool]:
    person = None
    if visit.who is not None:
        client = nearest(visit.client_language)
        person = queries.met_person(session, visit.who.id, visit.who.name, visit.username, client)
    if visit.place is not None:
        queries.met_chat(session, visit.place.chat_id, visit.place.title)
        if person is not None:
            session.flush()
            queries.seen_in(session, visit.place.chat_id, person.id, visit.now)
    if person is not None:
        return queries.language_of(person), person.reachable
    return (group_language(session, visit.place.chat_id, "en") if visit.place else "en"), False


def _touched(matches: Sequence[Match]) -> Sequence[int]:
    for match in matches:
        match.revision += 1
    return [match.id for match in matches]
