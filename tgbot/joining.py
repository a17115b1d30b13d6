"""Use cases on who may join a lobby: by the invite link, as a guest, by the host's word, and whom a group has blocked.
Each is one transaction, given by the caller; a refusal changes nothing.

The law
    A member of the group may join, and with the link a guest where the host wants guests. Nobody blocked in the group
    may. Who has the link, and of whom Telegram does not tell whether he is a member, may ask once: the host or an
    administrator lets him in or not, and that is the answer for this lobby.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import TYPE_CHECKING

from tgbot.facts import ASKERS, is_private
from tgbot.gathering import check_room, gathered, hosted, make_room, seat_person, start_when_full
from tgbot.refusals import Code, Refused
from tgbot.running import Done, check_blocked
from tgbot.store import Session, queries
from tgbot.store.queries import SeatRow
from tgbot.store.tables import Ask, Match

if TYPE_CHECKING:
    from tgbot.lobby import Who


def new_token() -> str:
    """What an invite link names its lobby by: 128 bits that nobody guesses."""
    return secrets.token_urlsafe(16)


def check_door(session: Session, match: Match, person_id: int, member_of: int | None, token: str) -> None:
    """Whether somebody may join: he is in the group, or a guest with the link. At a private table all are guests, but
    who sat there at the last match needs no link.

    Raises:
        Refused: among others ``NOT_MEMBER`` with the match's ``chat_id``: the host may be asked.
    """
    check_blocked(session, match.chat_id, person_id)
    if member_of == match.chat_id or (is_private(match.chat_id) and _sat(session, match, person_id)):
        return
    _check_link(session, match, person_id, token)
    if not (token and match.guests):
        raise _not_member(session, match)


def ask(session: Session, match_id: int, who: Who, token: str, now: datetime) -> Done:
    """Somebody of whom Telegram does not tell whether he is in the group asks to be let in.

    ``token`` is that of the link he came by; empty: he has none, and was seen in the group.

    Raises:
        Refused: among others ``ASKED_ALREADY``, and ``TURNED_AWAY``: the host has said no.
    """
    match, seats = gathered(session, match_id)
    sitting = {s.person_id for s in seats}
    if who.id in sitting:
        raise Refused(Code.ALREADY_SEATED)
    check_blocked(session, match.chat_id, who.id)
    _check_link(session, match, who.id, token)
    if not token and not queries.is_seen(session, match.chat_id, who.id):
        raise _not_member(session, match)
    waiting = [one.person_id for one in queries.asks_of(session, match_id) if not one.refused]
    if who.id in waiting:
        raise Refused(Code.ASKED_ALREADY)
    check_room(match, seats)
    if len(set(waiting) - sitting) >= ASKERS:
        raise Refused(Code.TOO_MANY_ASK)
    session.add(Ask(match_id=match_id, person_id=who.id, join=who.source, at=now))
    match.revision += 1
    return Done(match_id)


def let_in(session: Session, match_id: int, who: Who, person_id: int, now: datetime, *, admin: bool = False) -> Done:
    """The host lets somebody in who has asked: he is seated, and the match starts when it fills and the host chose so.

    Raises:
        Refused: among others ``NOT_ASKED``, it has been answered already, and ``FULL``: the question stays open.
    """
    match, seats = hosted(session, match_id, who, now, admin=admin)
    asked, person = _open_ask(session, match_id, seats, person_id), queries.person_of(session, person_id)
    check_blocked(session, match.chat_id, person_id)
    seats = make_room(session, match, seats)
    seat_person(session, match, seats, person_id, person.name if person else "", asked.join)
    return start_when_full(session, match, now)


def turn_away(session: Session, match_id: int, who: Who, person_id: int, now: datetime, *, admin: bool = False) -> Done:
    """The host does not let somebody in who has asked; he need not ask again in this lobby."""
    match, seats = hosted(session, match_id, who, now, admin=admin)
    _open_ask(session, match_id, seats, person_id).refused = True
    match.revision += 1
    return Done(match_id)


def renew_link(session: Session, match_id: int, who: Who, now: datetime, *, admin: bool = False) -> Done:
    """The host has a new invite link made; the old one leads nowhere from now on."""
    match, _ = hosted(session, match_id, who, now, admin=admin)
    match.token = new_token()
    match.revision += 1
    return Done(match_id)


def set_guests(session: Session, match_id: int, who: Who, on: bool, now: datetime, *, admin: bool = False) -> Done:
    """The host chooses whether people who are not in the group may join by the link. Who sits stays."""
    match, _ = hosted(session, match_id, who, now, admin=admin)
    if is_private(match.chat_id):
        raise Refused(Code.UNKNOWN_BUTTON)
    if match.guests != on:
        match.guests = on
        match.revision += 1
    return Done(match_id)


def _check_link(session: Session, match: Match, person_id: int, token: str) -> None:
    if token and token != match.token:
        raise Refused(Code.LINK_DEAD)
    asked = queries.ask_of(session, match.id, person_id)
    if asked is not None and asked.refused:
        raise Refused(Code.TURNED_AWAY)


def _sat(session: Session, match: Match, person_id: int) -> bool:
    """Whether somebody sits here, or did when it was played last."""
    seats = queries.seats_of(session, match.id) + queries.seats_of(session, match.previous_id or 0)
    return any(seat.person_id == person_id for seat in seats)


def _not_member(session: Session, match: Match) -> Refused:
    if is_private(match.chat_id):
        return Refused(Code.NOT_INVITED)
    chat = queries.chat_of(session, match.chat_id)
    return Refused(Code.NOT_MEMBER, title=chat.title if chat else "", chat_id=match.chat_id)


def _open_ask(session: Session, match_id: int, seats: list[SeatRow], person_id: int) -> Ask:
    asked = queries.ask_of(session, match_id, person_id)
    if asked is None or asked.refused or any(s.person_id == person_id for s in seats):
        raise Refused(Code.NOT_ASKED)
    return asked
