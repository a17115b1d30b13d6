"""Use cases before the start of a match. Each is one transaction, given by the caller; a refusal changes nothing."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from core.catalog import CATALOG, RULES_VERSION
from core.fair import SECRET_BYTES, commitment
from tgbot import timing
from tgbot.facts import StartRule, Status, is_private
from tgbot.gathering import (
    LIFE,
    begin,
    can_start,
    check_host,
    close,
    enough,
    filled,
    gathered,
    hosted,
    make_room,
    seat_computer,
    seat_person,
    start_when_full,
    unseat,
)
from tgbot.joining import check_door, new_token
from tgbot.refusals import Code, Refused
from tgbot.running import Done, check_blocked
from tgbot.store import Session, queries
from tgbot.store.snapshot import dump_options
from tgbot.store.tables import Match, Surface


@dataclass(frozen=True)
class Who:
    """Who asks, and Telegram's own id of the press or message he asks with: joins feed the seed."""

    id: int
    name: str
    source: str


@dataclass(frozen=True)
class Place:
    """Where something is said or played: a group, or one topic of it."""

    chat_id: int
    title: str
    thread_id: int | None = None


def open_lobby(session: Session, place: Place, who: Who, kind: str, message_id: int, now: datetime) -> Done:
    """Turns the message with the games into a lobby. Who chose the game is the host and sits.

    Raises:
        Refused: a lobby is open here already. Choosing again with the same message changes nothing.
    """
    made_from = f"message {place.chat_id} {message_id}"
    if queries.match_made_from(session, made_from):
        raise Refused(Code.ALREADY_DONE)
    match = _new(session, place, who, kind, made_from, now)
    session.add(
        Surface(
            match_id=match.id,
            which=f"lobby {who.id}" if is_private(place.chat_id) else "lobby",
            chat_id=place.chat_id,
            message_id=message_id,
            epoch="0",
            digest="",
            revision=0,
        )
    )
    return Done(match.id)


def rematch(session: Session, match_id: int, who: Who, member_of: int | None, now: datetime) -> Done:
    """Opens a lobby like a match that has ended, or joins it when somebody else was quicker.

    Computer players sit down again at once; people are named in the lobby and press Join. ``member_of`` as in ``join``.
    """
    old = queries.match_of(session, match_id)
    if old.status in (Status.LOBBY, Status.RUNNING):
        raise Refused(Code.NOT_POSSIBLE)
    made_from = f"rematch {match_id}"
    again = queries.match_made_from(session, made_from)
    if again is not None:
        return join(session, again.id, who, member_of, now)
    check_door(session, old, who.id, member_of, "")
    place = Place(who.id, "") if is_private(old.chat_id) else Place(old.chat_id, "", old.thread_id)
    match = _new(session, place, who, old.kind, made_from, now)
    match.options, match.previous_id = old.options, match_id
    match.clock, match.daily, match.quiet, match.guests = old.clock, old.daily, old.quiet, old.guests
    for seat in queries.seats_of(session, match_id):
        if seat.person_id is None:
            seat_computer(session, match, queries.seats_of(session, match.id))
    return Done(match.id)


def join(session: Session, match_id: int, who: Who, member_of: int | None, now: datetime, *, token: str = "") -> Done:
    """Seats somebody; starts the match when it fills and the host chose so.

    ``member_of`` is the group he is known to be in, by a press there or because Telegram says so. ``token`` is that of
    the invite link he came by.

    Raises:
        Refused: among others ``NOT_MEMBER`` with the match's ``chat_id``, when he is not known to be in its group.
    """
    match, seats = gathered(session, match_id)
    if any(s.person_id == who.id for s in seats):
        raise Refused(Code.ALREADY_SEATED)
    check_door(session, match, who.id, member_of, token)
    if member_of == match.chat_id and not is_private(match.chat_id):
        queries.seen_in(session, match.chat_id, who.id, now)
    seats = make_room(session, match, seats)
    seat_person(session, match, seats, who.id, who.name, who.source)
    return start_when_full(session, match, now)


def leave(session: Session, match_id: int, person_id: int, now: datetime) -> Done:
    """Frees somebody's seat. The host's right passes on; with the last person the lobby is gone."""
    match, seats = gathered(session, match_id)
    if not any(s.person_id == person_id for s in seats):
        raise Refused(Code.NOT_SEATED)
    unseat(session, match, [s for s in seats if s.person_id != person_id], now)
    return Done(match_id)


def kick(session: Session, match_id: int, who: Who, seat: int, now: datetime, *, admin: bool = False) -> Done:
    """The host removes a player."""
    match, seats = hosted(session, match_id, who, now, admin=admin)
    if seat not in range(len(seats)):
        raise Refused(Code.NOT_SEATED)
    unseat(session, match, [s for s in seats if s.seat != seat], now)
    return Done(match_id)


def add_computer(session: Session, match_id: int, who: Who, now: datetime, *, admin: bool = False) -> Done:
    """The host seats a computer player; starts the match when it fills and the host chose so."""
    match, seats = hosted(session, match_id, who, now, admin=admin)
    seat_computer(session, match, seats)
    match.revision += 1
    return start_when_full(session, match, now)


def remove_computer(session: Session, match_id: int, who: Who, now: datetime, *, admin: bool = False) -> Done:
    """The host sends the newest computer player away."""
    match, seats = hosted(session, match_id, who, now, admin=admin)
    computers = [s for s in seats if s.person_id is None]
    if not computers:
        raise Refused(Code.NO_COMPUTER)
    unseat(session, match, [s for s in seats if s is not computers[-1]], now)
    return Done(match_id)


def start(session: Session, match_id: int, who: Who, now: datetime, *, admin: bool = False) -> Done:
    """The host starts the match."""
    match, seats = hosted(session, match_id, who, now, admin=admin)
    if not enough(match, seats):
        raise Refused(Code.TOO_FEW, n=min(CATALOG[match.kind].sizes) - len(seats))
    if not can_start(match, seats):
        raise Refused(Code.WRONG_OPTIONS, n=filled(match, seats))
    return begin(session, match, seats, now)


def cancel(session: Session, match_id: int, who: Who, now: datetime, *, admin: bool = False) -> Done:
    """The host ends a lobby, or a match that is running."""
    match = queries.match_of(session, match_id)
    if match.status not in (Status.LOBBY, Status.RUNNING):
        raise Refused(Code.MATCH_OVER)
    check_host(match, queries.seats_of(session, match_id), session, who, now, admin=admin)
    queries.close_ballot(session, match)
    close(session, match, Status.CANCELLED, now)
    match.revision += 1
    return Done(match_id)


def time_out(session: Session, match_id: int, now: datetime) -> Done | None:
    """The lobby's deadline: it starts when the host chose this time and enough sit, else it expires after its life."""
    match = queries.match_of(session, match_id)
    if match.status != Status.LOBBY or match.deadline is None or match.deadline > now:
        return None
    seats = queries.seats_of(session, match_id)
    if match.start_rule == StartRule.TIME and can_start(match, seats):
        return begin(session, match, seats, now)
    match.revision += 1
    if match.start_rule == StartRule.TIME and now < match.created_at + LIFE:
        match.start_rule = StartRule.HAND
        timing.wake(match, match.created_at + LIFE)
    else:
        close(session, match, Status.EXPIRED, now)
    return Done(match_id)


def _new(session: Session, place: Place, who: Who, kind: str, made_from: str, now: datetime) -> Match:
    if kind not in CATALOG:
        raise Refused(Code.UNKNOWN_BUTTON)
    check_blocked(session, place.chat_id, who.id)
    private = is_private(place.chat_id)
    if private:
        queries.met_chat(session, place.chat_id, "")
    queries.take_turns(session, place.chat_id)
    if _gathering(session, place):
        raise Refused(Code.LOBBY_OPEN)
    secret = secrets.token_bytes(SECRET_BYTES)
    match = Match(
        chat_id=place.chat_id,
        thread_id=place.thread_id,
        kind=kind,
        options=dump_options(CATALOG[kind].options()),
        secret=secret,
        commitment=commitment(secret),
        joins=[who.source],
        token=new_token(),
        rules_version=RULES_VERSION,
        host_id=who.id,
        host_pressed_at=now,
        # Alone with computer players one keeps nobody waiting.
        clock=timing.DAY if private else 3600,
        guests=private,
        deadline=now + LIFE,
        wake_at=now + LIFE,
        made_from=made_from,
        created_at=now,
    )
    session.add(match)
    session.flush()
    queries.add_seat(session, match.id, 0, who.id, who.name)
    queries.announce(session, match)
    queries.heard(session, match, who.id)
    return match


def _gathering(session: Session, place: Place) -> bool:
    """Whether a lobby is open here already; privately, one at whose head he is: his table may have passed on."""
    if not is_private(place.chat_id):
        return bool(queries.matches_in_chat(session, place.chat_id, place.thread_id, (Status.LOBBY,)))
    mine = queries.matches_of_person(session, place.chat_id, (Status.LOBBY,))
    return any(is_private(match.chat_id) and match.host_id == place.chat_id for match in mine)
