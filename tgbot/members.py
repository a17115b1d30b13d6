"""Use cases on people in a group: whom it does not let play, and who waits for its next lobby. Each is one transaction,
given by the caller; a refusal changes nothing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tgbot import ballots, lobby
from tgbot.facts import Status
from tgbot.lobby import Who
from tgbot.refusals import Code, Refused
from tgbot.running import check_blocked
from tgbot.store import Session, queries
from tgbot.store.tables import Person


@dataclass(frozen=True)
class Known:
    """Somebody the bot has met. ``name`` is as he gave it."""

    id: int
    name: str
    username: str | None = None


def find(session: Session, chat_id: int, text: str) -> tuple[Known, ...]:
    """Who of a group is meant by a user name or a name, typed in either case: all whose whole name it is, else all
    whose name begins so.

    Raises:
        Refused: nobody is, or nothing was typed.
    """
    wanted = _folded(text.removeprefix("@"))
    if not wanted:
        raise Refused(Code.WHOM)
    known = [Known(one.id, one.name, one.username) for one in queries.known_in(session, chat_id)]
    users = [one for one in known if _folded(one.username or "") == wanted]
    if text.startswith("@") or users:
        found = users
    else:
        found = [one for one in known if _folded(one.name) == wanted]
        found = found or [one for one in known if _folded(one.name).startswith(wanted)]
    if not found:
        raise Refused(Code.NOBODY_FOUND, name=text)
    return tuple(found)


def meet(session: Session, somebody: Known) -> Known:
    """Notes somebody of whom Telegram tells by a message of his, or because he is mentioned."""
    queries.met_person(session, somebody.id, somebody.name, somebody.username, None)
    return somebody


def named(session: Session, person_id: int) -> Known:
    """Somebody by his number. Raises Refused when he was never met."""
    person = _person(session, person_id)
    return Known(person.id, person.name, person.username)


def block(session: Session, chat_id: int, person_id: int, now: datetime) -> Sequence[int]:
    """An administrator keeps somebody out of the games of a group: he loses his seat in lobbies and his chance of being
    let in; matches that run go on with him. Those that may show differently.

    Raises:
        Refused: he was never met, or is blocked already.
    """
    _person(session, person_id)
    if queries.is_blocked(session, chat_id, person_id):
        raise Refused(Code.ALREADY_DONE)
    queries.block(session, chat_id, person_id, now)
    touched = []
    for match in queries.matches_in_group(session, chat_id):
        if match.status == Status.LOBBY:
            _shut_out(session, match.id, person_id, now)
            touched.append(match.id)
        elif ballots.withdraw(session, match, person_id):
            touched.append(match.id)
    return touched


def unblock(session: Session, chat_id: int, person_id: int) -> Known:
    """An administrator lets somebody play again. Raises Refused when he is not blocked."""
    row = queries.in_group(session, chat_id, person_id)
    if row is None or row.blocked_at is None:
        raise Refused(Code.ALREADY_DONE)
    row.blocked_at = None
    found = named(session, person_id)
    if row.gone:
        session.delete(row)
    return found


def blocked(session: Session, chat_id: int) -> tuple[Known, ...]:
    """Whom a group has blocked, the newest first."""
    return tuple(Known(one.id, one.name, one.username) for one in queries.blocked_in(session, chat_id))


def wait_for_next(session: Session, chat_id: int, who: Who | None) -> bool:
    """Somebody wants to be told of the next lobby of a group, or does not want it any more. Whether he does now.

    Raises:
        Refused: among others ``IN_PERSON``, nobody in person says so.
    """
    if who is None:
        raise Refused(Code.IN_PERSON)
    check_blocked(session, chat_id, who.id)
    row = queries.in_group(session, chat_id, who.id)
    if row is None:
        raise Refused(Code.NO_SUCH_MATCH)
    row.next_game = not row.next_game
    return row.next_game


def stop_waiting(session: Session, chat_id: int, person_id: int) -> None:
    """Somebody does not want to be told of the next lobby of a group. Raises Refused when he did not."""
    row = queries.in_group(session, chat_id, person_id)
    if row is None or not row.next_game:
        raise Refused(Code.ALREADY_DONE)
    row.next_game = False


def waits_for(session: Session, person_id: int) -> tuple[tuple[int, str], ...]:
    """The groups of whose next lobby somebody wants to be told, by number and title."""
    return tuple((chat.id, chat.title) for chat in queries.awaited(session, person_id))


def _shut_out(session: Session, match_id: int, person_id: int, now: datetime) -> None:
    """Somebody blocked leaves a lobby, or is not let in. Every lobby counts as changed, so that who joins it at this
    very moment has to look again.
    """
    match = queries.match_of(session, match_id)
    if any(seat.person_id == person_id for seat in queries.seats_of(session, match_id)):
        lobby.leave(session, match_id, person_id, now)
        return
    asked = queries.ask_of(session, match_id, person_id)
    if asked is not None:
        asked.refused = True
    match.revision += 1


def _person(session: Session, person_id: int) -> Person:
    person = queries.person_of(session, person_id)
    if person is None:
        raise Refused(Code.UNKNOWN_BUTTON)
    return person


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
