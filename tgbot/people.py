"""Use cases on people and groups: who was met where, who can be written to, which matches are theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, TypeVar

from tgbot.facts import LISTED, MatchFacts, Status, is_private
from tgbot.languages import nearest
from tgbot.lobby import Place, Who
from tgbot.refusals import Code, Refused
from tgbot.store import Session, queries, reading
from tgbot.store.tables import Match

T = TypeVar("T")

_SUPERGROUPS = -(10**12)
"""Ids of supergroups lie below, their number in links beyond it (Bot API, ``Chat.id``; t.me/c links)."""

MISSED = 3
"""So many ends of matches at private tables are told to who can be written to again."""


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
    return touched(
        [*queries.matches_of_person(session, person_id), *(_missed(session, person_id) if reachable else ())]
    )


def _missed(session: Session, person_id: int) -> Sequence[Match]:
    """Of his newest matches at private tables those whose end he has not seen: there is no group where it stands."""
    over = queries.matches_of_person(session, person_id, (Status.FINISHED, Status.CANCELLED))
    private = [match for match in over if is_private(match.chat_id) and match.position][:MISSED]
    return [match for match in private if queries.surface(session, match.id, f"result {person_id}") is None]


def whisper_failed(session: Session, person_id: int, now: datetime) -> None:
    """Telegram has refused to show somebody a message that he alone sees; whoever has never been met is nobody."""
    person = queries.person_of(session, person_id)
    if person is not None:
        person.whisper_failed_at = now


def waiting_first(session: Session, person_id: int) -> tuple[MatchFacts, ...]:
    """Somebody's lobbies and running matches: those that wait for him first, the nearest deadline first."""

    def order(facts: MatchFacts) -> tuple[bool, bool, datetime]:
        seat = facts.seat_of(person_id)
        mine = seat is not None and facts.to_act == seat.seat and not facts.paused
        return not mine, facts.deadline is None, facts.deadline or datetime.max.replace(tzinfo=UTC)

    return tuple(sorted(matches_of(session, person_id), key=order))


def migrate(session: Session, chat_id: int, new_chat_id: int) -> Sequence[int]:
    """A group has become a supergroup, which has another id (Bot API ``migrate_to_chat_id``); told again, nothing is
    done. The matches whose messages have to be posted there.
    """
    return touched(queries.move_chat(session, chat_id, new_chat_id))


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


def read_there(session: Session, visit: Visit) -> str:
    """The language that is read where somebody turns up: in private his own, in a group the group's, which is its
    host's or the visitor's until one is chosen.
    """
    mine = (language(session, visit.who.id) if visit.who else None) or nearest(visit.client_language) or "en"
    return group_language(session, visit.place.chat_id, mine) if visit.place else mine


def matches_here(session: Session, place: Place) -> tuple[MatchFacts, ...]:
    """Lobbies and running matches of a place, newest first."""
    return reading.facts_of(session, queries.matches_in_chat(session, place.chat_id, place.thread_id))


def matches_of(session: Session, person_id: int) -> tuple[MatchFacts, ...]:
    """Lobbies and running matches in which somebody sits, newest first."""
    return reading.facts_of(session, queries.matches_of_person(session, person_id))


def invitations(session: Session, person_id: int, token: str) -> tuple[MatchFacts, ...]:
    """The open lobbies to which somebody may invite others: that whose link he has, else those in which he sits."""
    named = queries.match_by_token(session, token) if token else None
    if named is not None and named.status == Status.LOBBY:
        return reading.facts_of(session, [named])
    return tuple(facts for facts in matches_of(session, person_id) if facts.status is Status.LOBBY)


def lobbies_for(session: Session, person_id: int) -> tuple[MatchFacts, ...]:
    """Open lobbies of the groups in which somebody was seen, but for those in which he sits: the newest, as many as
    are shown.
    """
    return reading.facts_of(session, queries.lobbies_for(session, person_id, LISTED))


def board_links(session: Session, matches: Sequence[MatchFacts]) -> dict[int, str]:
    """Links to the boards or lobbies of matches, by number. Only supergroups have links to messages."""
    found = {}
    for one in matches:
        which = "lobby" if one.status is Status.LOBBY else "board"
        row = queries.surface(session, one.match, which) if one.chat_id < _SUPERGROUPS else None
        if row is not None:
            found[one.match] = f"https://t.me/c/{_SUPERGROUPS - row.chat_id}/{row.message_id}"
    return found


def facts(session: Session, match_id: int) -> MatchFacts:
    """What everybody may know of a match. Raises Refused when there is none."""
    return reading.facts(session, match_id)


def match_invited_to(session: Session, token: str) -> MatchFacts:
    """The match an invite link leads to.

    Raises:
        Refused: the link names no match, or not any more, or the lobby is closed.
    """
    match = queries.match_by_token(session, token)
    if match is None:
        raise Refused(Code.LINK_DEAD)
    if match.status not in (Status.LOBBY, Status.RUNNING):
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
        queries.seen(person, visit.now)
    if visit.place is not None:
        queries.seen(queries.met_chat(session, visit.place.chat_id, visit.place.title), visit.now)
        if person is not None:
            session.flush()
            queries.seen_in(session, visit.place.chat_id, person.id, visit.now)
    if person is not None:
        return queries.language_of(person), person.reachable
    return (group_language(session, visit.place.chat_id, "en") if visit.place else "en"), False


def touched(matches: Sequence[Match]) -> Sequence[int]:
    """Matches that show differently now: their numbers."""
    for match in matches:
        match.revision += 1
    return [match.id for match in matches]
