"""What the use cases before a start share: the open lobby and its seats, who may do what hosts may, how it begins."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from core.catalog import CATALOG
from tgbot import holding, table
from tgbot.facts import StartRule, Status, is_private
from tgbot.refusals import Code, Refused
from tgbot.running import Done, end
from tgbot.store import Session, queries
from tgbot.store.queries import SeatRow
from tgbot.store.snapshot import Unloadable, load_options
from tgbot.store.tables import Match

if TYPE_CHECKING:
    from tgbot.lobby import Who

LIFE = timedelta(hours=24)
"""A lobby expires after so long, whatever happens in it."""
HOST_SLEEPS = timedelta(hours=1)
"""When the host has pressed nothing for so long, anybody seated may do what he may."""

COMPUTERS = ("Mycroft", "Mrs Hudson", "Lestrade", "Irene", "Wiggins", "Gregson", "Mary", "Toby")


def gathered(session: Session, match_id: int) -> tuple[Match, list[SeatRow]]:
    """An open lobby and its seats. Raises Refused when it has started, was called off or expired."""
    match = queries.match_of(session, match_id)
    if match.status != Status.LOBBY:
        raise Refused(Code.LOBBY_CLOSED)
    return match, queries.seats_of(session, match_id)


def hosted(session: Session, match_id: int, who: Who, now: datetime, *, admin: bool) -> tuple[Match, list[SeatRow]]:
    """The same for somebody who may do what hosts may. Raises Refused for anybody else."""
    match, seats = gathered(session, match_id)
    check_host(match, seats, session, who, now, admin=admin)
    return match, seats


def check_host(match: Match, seats: list[SeatRow], session: Session, who: Who, now: datetime, *, admin: bool) -> None:
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
        code = Code.ONLY_HOST if is_private(match.chat_id) else Code.NOT_HOST
        raise Refused(code, name=host.name if host else "")


def check_room(match: Match, seats: list[SeatRow], *, person: bool = True) -> None:
    """Raises Refused when every seat is taken; where computer players only fill up the table a person finds room."""
    most = max(CATALOG[match.kind].sizes)
    makes_way = person and CATALOG[match.kind].fills and any(s.person_id is None for s in seats)
    if len(seats) >= most and not makes_way:
        raise Refused(Code.FULL, n=most)


def make_room(session: Session, match: Match, seats: list[SeatRow]) -> list[SeatRow]:
    """The seats with room for a person: of computer players that only fill up the table the newest makes way."""
    check_room(match, seats)
    if len(seats) < max(CATALOG[match.kind].sizes):
        return seats
    computers = [s for s in seats if s.person_id is None]
    queries.replace_seats(session, match.id, [s for s in seats if s is not computers[-1]])
    return queries.seats_of(session, match.id)


def filled(match: Match, seats: list[SeatRow]) -> int:
    """How many will play: computer players take the seats nobody took where the game wants them all filled (HU-1), and
    at a private table those without which it could not be played.
    """
    entry = CATALOG[match.kind]
    if entry.fills:
        return max(entry.sizes)
    return max(len(seats), min(entry.sizes)) if is_private(match.chat_id) else len(seats)


def enough(match: Match, seats: list[SeatRow]) -> bool:
    """Whether as many sit as the game needs, counting computer players that fill up the table."""
    return filled(match, seats) in CATALOG[match.kind].sizes


def can_start(match: Match, seats: list[SeatRow]) -> bool:
    """Whether enough sit, and the options fit so many. A lobby that cannot be read starts nothing, and expires."""
    try:
        options = load_options(match.kind, match.options) if match.kind in CATALOG else None
    except Unloadable:
        options = None
    return options is not None and enough(match, seats) and options.fits(filled(match, seats))


def begin(session: Session, match: Match, seats: list[SeatRow], now: datetime) -> Done:
    """Starts the match; computer players take the seats that are to be filled. While whoever runs the bot has stopped
    all matches it is dealt and stands still.
    """
    while len(seats) < filled(match, seats):
        seat_computer(session, match, seats)
        seats = queries.seats_of(session, match.id)
    queries.forget_asks(session, match.id)
    done = table.begin(session, match, seats, now)
    holding.begun(session, match, now)
    return done


def close(session: Session, match: Match, status: Status, now: datetime) -> None:
    """Ends a lobby before its match has begun; who asks to be let in waits no more."""
    queries.forget_asks(session, match.id)
    end(match, status, now)


def start_when_full(session: Session, match: Match, now: datetime) -> Done:
    """Starts the match when every seat is taken and the host chose so."""
    seats = queries.seats_of(session, match.id)
    full = len(seats) == max(CATALOG[match.kind].sizes)
    if match.start_rule == StartRule.FULL and full and can_start(match, seats):
        return begin(session, match, seats, now)
    return Done(match.id)


def seat_person(session: Session, match: Match, seats: list[SeatRow], person_id: int, name: str, join: str) -> None:
    """Seats a person. ``join`` is Telegram's id of what he asked with, on which the seed depends. Of a lobby that he
    has joined he need not be told, also when he leaves it again.
    """
    queries.add_seat(session, match.id, len(seats), person_id, name)
    queries.heard(session, match, person_id)
    match.joins = [*match.joins, join]
    match.revision += 1


def seat_computer(session: Session, match: Match, seats: list[SeatRow]) -> None:
    """Seats a computer player under a name that none has here."""
    check_room(match, seats, person=False)
    taken = {s.name for s in seats if s.person_id is None}
    name = next(name for name in COMPUTERS if name not in taken)
    queries.add_seat(session, match.id, len(seats), None, name)


def unseat(session: Session, match: Match, stay: list[SeatRow], now: datetime) -> None:
    """Only some stay. The host's right passes on; with the last person the lobby is gone."""
    people = [s.person_id for s in stay if s.person_id is not None]
    gone = {s.person_id for s in queries.seats_of(session, match.id)}.difference(people, [None])
    queries.forget_asks(session, match.id, [one for one in gone if one is not None])
    if not people:
        close(session, match, Status.CANCELLED, now)
    elif match.host_id not in people:
        match.host_id, match.host_pressed_at = people[0], now
    queries.replace_seats(session, match.id, stay)
    match.revision += 1
