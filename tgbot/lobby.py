"""Use cases before the start of a match. Each is one transaction, given by the caller; a refusal changes nothing."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from core.catalog import CATALOG, RULES_VERSION
from core.fair import SECRET_BYTES, commitment
from core.timebomb import COLOURS
from tgbot import table
from tgbot.facts import CLOCKS, START_IN, StartRule, Status
from tgbot.refusals import Code, Refused
from tgbot.store import Session, queries
from tgbot.store.queries import SeatRow
from tgbot.store.snapshot import dump_options, load_options
from tgbot.store.tables import Match, Surface
from tgbot.table import Done

LIFE = timedelta(hours=24)
"""A lobby expires after so long, whatever happens in it."""
HOST_SLEEPS = timedelta(hours=1)
"""When the host has pressed nothing for so long, anybody seated may do what he may."""

COMPUTERS = ("Mycroft", "Mrs Hudson", "Lestrade", "Irene", "Wiggins", "Gregson", "Mary", "Toby")


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
            which="lobby",
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
    title = _member(session, old, member_of)
    match = _new(session, Place(old.chat_id, title, old.thread_id), who, old.kind, made_from, now)
    match.options, match.clock, match.previous_id = old.options, old.clock, match_id
    for seat in queries.seats_of(session, match_id):
        if seat.person_id is None:
            _seat_computer(session, match, queries.seats_of(session, match.id))
    return Done(match.id)


def join(session: Session, match_id: int, who: Who, member_of: int | None, now: datetime) -> Done:
    """Seats somebody; starts the match when it fills and the host chose so.

    ``member_of`` is the group he is known to be in, by a press there or because Telegram says so.

    Raises:
        Refused: among others ``NOT_MEMBER`` with the match's ``chat_id``, when he is not known to be in its group.
    """
    match, seats = _lobby(session, match_id)
    if any(s.person_id == who.id for s in seats):
        raise Refused(Code.ALREADY_SEATED)
    _member(session, match, member_of)
    _room(match, seats)
    queries.add_seat(session, match_id, len(seats), who.id, who.name)
    match.joins = [*match.joins, who.source]
    match.revision += 1
    return _start_when_full(session, match, now)


def leave(session: Session, match_id: int, person_id: int, now: datetime) -> Done:
    """Frees somebody's seat. The host's right passes on; with the last person the lobby is gone."""
    match, seats = _lobby(session, match_id)
    if not any(s.person_id == person_id for s in seats):
        raise Refused(Code.NOT_SEATED)
    _unseat(session, match, [s for s in seats if s.person_id != person_id], now)
    return Done(match_id)


def kick(session: Session, match_id: int, who: Who, seat: int, now: datetime, *, admin: bool = False) -> Done:
    """The host removes a player."""
    match, seats = _hosted(session, match_id, who, now, admin=admin)
    if seat not in range(len(seats)):
        raise Refused(Code.NOT_SEATED)
    _unseat(session, match, [s for s in seats if s.seat != seat], now)
    return Done(match_id)


def add_computer(session: Session, match_id: int, who: Who, now: datetime, *, admin: bool = False) -> Done:
    """The host seats a computer player; starts the match when it fills and the host chose so."""
    match, seats = _hosted(session, match_id, who, now, admin=admin)
    _seat_computer(session, match, seats)
    match.revision += 1
    return _start_when_full(session, match, now)


def remove_computer(session: Session, match_id: int, who: Who, now: datetime, *, admin: bool = False) -> Done:
    """The host sends the newest computer player away."""
    match, seats = _hosted(session, match_id, who, now, admin=admin)
    computers = [s for s in seats if s.person_id is None]
    if not computers:
        raise Refused(Code.NO_COMPUTER)
    _unseat(session, match, [s for s in seats if s is not computers[-1]], now)
    return Done(match_id)


def show_panel(session: Session, match_id: int, who: Who, panel: str, now: datetime, *, admin: bool = False) -> Done:
    """The host opens or closes a part of the keyboard."""
    match, _ = _hosted(session, match_id, who, now, admin=admin)
    if panel not in ("", "options"):
        raise Refused(Code.UNKNOWN_BUTTON)
    if match.panel != panel:
        match.panel = panel
        match.revision += 1
    return Done(match_id)


def set_clock(session: Session, match_id: int, who: Who, seconds: int, now: datetime, *, admin: bool = False) -> Done:
    """The host chooses how long a move may take, among the presets."""
    match, _ = _hosted(session, match_id, who, now, admin=admin)
    if seconds not in CLOCKS:
        raise Refused(Code.UNKNOWN_BUTTON)
    if match.clock != seconds:
        match.clock = seconds
        match.revision += 1
    return Done(match_id)


def set_option(
    session: Session, match_id: int, who: Who, name: str, value: Any, now: datetime, *, admin: bool = False
) -> Done:
    """The host sets an option of the game: ``claims`` (TB-12), ``variant`` (EV-10) …

    Raises:
        Refused: among others, the game has no such option.
    """
    match, _ = _hosted(session, match_id, who, now, admin=admin)
    options = dump_options(load_options(match.kind, match.options))
    if name not in options:
        raise Refused(Code.UNKNOWN_BUTTON)
    options = {**options, name: value}
    if match.options != options:
        match.options = options
        match.revision += 1
    return Done(match_id)


def pick_colour(
    session: Session, match_id: int, who: Who, colour: str, picked: bool, now: datetime, *, admin: bool = False
) -> Done:
    """The host picks a colour of bombs or gives it back (EV-1).

    The buttons carry the change, not the whole choice: who taps fast taps before the lobby is drawn anew.
    """
    before = queries.match_of(session, match_id).options.get("colours", ())
    after = [one for one in COLOURS if (picked if one == colour else one in before)]
    return set_option(session, match_id, who, "colours", after, now, admin=admin)


def set_start(session: Session, match_id: int, who: Who, when: str, now: datetime, *, admin: bool = False) -> Done:
    """The host chooses when the match starts: ``hand``, ``full``, or in so many minutes, one of ``START_IN``."""
    match, _ = _hosted(session, match_id, who, now, admin=admin)
    end = match.created_at + LIFE
    if when in map(str, START_IN):
        chosen = str(StartRule.TIME), min(now + timedelta(minutes=int(when)), end)
    elif when in (StartRule.HAND, StartRule.FULL):
        chosen = when, end
    else:
        raise Refused(Code.UNKNOWN_BUTTON)
    if (match.start_rule, match.deadline) != chosen:
        match.start_rule, match.deadline = chosen
        match.revision += 1
    return _start_when_full(session, match, now)


def start(session: Session, match_id: int, who: Who, now: datetime, *, admin: bool = False) -> Done:
    """The host starts the match."""
    match, seats = _hosted(session, match_id, who, now, admin=admin)
    if len(seats) not in CATALOG[match.kind].sizes:
        raise Refused(Code.TOO_FEW, n=min(CATALOG[match.kind].sizes) - len(seats))
    if not _can_start(match, seats):
        raise Refused(Code.WRONG_OPTIONS, n=len(seats))
    return table.begin(session, match, seats, now)


def cancel(session: Session, match_id: int, who: Who, now: datetime, *, admin: bool = False) -> Done:
    """The host ends a lobby, or a match that is running."""
    match = queries.match_of(session, match_id)
    if match.status not in (Status.LOBBY, Status.RUNNING):
        raise Refused(Code.MATCH_OVER)
    _host(match, queries.seats_of(session, match_id), session, who, now, admin=admin)
    table.end(match, Status.CANCELLED, now)
    match.revision += 1
    return Done(match_id)


def time_out(session: Session, match_id: int, now: datetime) -> Done | None:
    """The lobby's deadline: it starts when the host chose this time and enough sit, else it expires after its life."""
    match = queries.match_of(session, match_id)
    if match.status != Status.LOBBY or match.deadline is None or match.deadline > now:
        return None
    seats = queries.seats_of(session, match_id)
    if match.start_rule == StartRule.TIME and _can_start(match, seats):
        return table.begin(session, match, seats, now)
    match.revision += 1
    if match.start_rule == StartRule.TIME and now < match.created_at + LIFE:
        match.start_rule, match.deadline = StartRule.HAND, match.created_at + LIFE
    else:
        table.end(match, Status.EXPIRED, now)
    return Done(match_id)


def _new(session: Session, place: Place, who: Who, kind: str, made_from: str, now: datetime) -> Match:
    if kind not in CATALOG:
        raise Refused(Code.UNKNOWN_BUTTON)
    if queries.matches_in_chat(session, place.chat_id, place.thread_id, (Status.LOBBY,)):
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
        token=secrets.token_urlsafe(16),
        rules_version=RULES_VERSION,
        host_id=who.id,
        host_pressed_at=now,
        clock=3600,
        deadline=now + LIFE,
        made_from=made_from,
        created_at=now,
    )
    session.add(match)
    session.flush()
    queries.add_seat(session, match.id, 0, who.id, who.name)
    return match


def _lobby(session: Session, match_id: int) -> tuple[Match, list[SeatRow]]:
    match = queries.match_of(session, match_id)
    if match.status != Status.LOBBY:
        raise Refused(Code.LOBBY_CLOSED)
    return match, queries.seats_of(session, match_id)


def _hosted(session: Session, match_id: int, who: Who, now: datetime, *, admin: bool) -> tuple[Match, list[SeatRow]]:
    match, seats = _lobby(session, match_id)
    _host(match, seats, session, who, now, admin=admin)
    return match, seats


def _host(match: Match, seats: list[SeatRow], session: Session, who: Who, now: datetime, *, admin: bool) -> None:
    """Whether he may do what hosts may: he is the host or an administrator, or sits in a lobby whose host sleeps."""
    if who.id == match.host_id:
        match.host_pressed_at = now
        return
    sleeps = match.status == Status.LOBBY and now - match.host_pressed_at >= HOST_SLEEPS
    if sleeps and any(s.person_id == who.id for s in seats):
        match.host_id, match.host_pressed_at = who.id, now
        match.revision += 1
    elif not admin:
        host = queries.person_of(session, match.host_id)
        raise Refused(Code.NOT_HOST, name=host.name if host else "")


def _member(session: Session, match: Match, member_of: int | None) -> str:
    chat = queries.chat_of(session, match.chat_id)
    title = chat.title if chat else ""
    if member_of != match.chat_id:
        raise Refused(Code.NOT_MEMBER, title=title, chat_id=match.chat_id)
    return title


def _room(match: Match, seats: list[SeatRow]) -> None:
    most = max(CATALOG[match.kind].sizes)
    if len(seats) >= most:
        raise Refused(Code.FULL, n=most)


def _can_start(match: Match, seats: list[SeatRow]) -> bool:
    return len(seats) in CATALOG[match.kind].sizes and load_options(match.kind, match.options).fits(len(seats))


def _start_when_full(session: Session, match: Match, now: datetime) -> Done:
    seats = queries.seats_of(session, match.id)
    full = len(seats) == max(CATALOG[match.kind].sizes)
    if match.start_rule == StartRule.FULL and full and _can_start(match, seats):
        return table.begin(session, match, seats, now)
    return Done(match.id)


def _seat_computer(session: Session, match: Match, seats: list[SeatRow]) -> None:
    _room(match, seats)
    taken = {s.name for s in seats if s.person_id is None}
    name = next(name for name in COMPUTERS if name not in taken)
    queries.add_seat(session, match.id, len(seats), None, name)


def _unseat(session: Session, match: Match, stay: list[SeatRow], now: datetime) -> None:
    people = [s.person_id for s in stay if s.person_id is not None]
    if not people:
        table.end(match, Status.CANCELLED, now)
    elif match.host_id not in people:
        match.host_id, match.host_pressed_at = people[0], now
    queries.replace_seats(session, match.id, stay)
    match.revision += 1
