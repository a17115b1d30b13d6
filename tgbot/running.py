"""What the use cases on a match that has begun share: its rows, its game, and who acts in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from core.fair import seed_of
from core.game import Event, Game
from tgbot.facts import Held, MatchFacts, Status
from tgbot.refusals import Code, Refused
from tgbot.store import Session, queries, reading
from tgbot.store.queries import SeatRow
from tgbot.store.snapshot import Unloadable, check_rules, load_game, load_options
from tgbot.store.tables import Match


@dataclass(frozen=True)
class Done:
    """What a use case did: to which match, and the public events of a move with the game they belong to."""

    match: int
    kind: str = ""
    events: tuple[Event, ...] = ()


def running(session: Session, match_id: int, *, moving: bool = False) -> tuple[Match, list[SeatRow]]:
    """A match that is played, and its seats. ``moving``: for what nobody may do in a pause.

    Raises:
        Refused: it has not begun, is over, or is paused.
    """
    match = queries.match_of(session, match_id)
    if match.status == Status.LOBBY:
        raise Refused(Code.NOT_STARTED)
    if match.status != Status.RUNNING:
        raise Refused(Code.MATCH_OVER)
    if moving and match.hushed:
        raise hushed(session, match)
    if moving and match.held:
        raise held(match)
    if moving and paused(match):
        raise Refused(Code.PAUSED)
    return match, queries.seats_of(session, match_id)


def paused(match: Match) -> bool:
    """Whether its clock stands still."""
    return match.left_ms is not None


def hushed(session: Session, match: Match) -> Refused:
    """The refusal that says why the bot itself has paused a match, with its group's ``title`` and ``chat_id``."""
    chat = queries.chat_of(session, match.chat_id)
    return Refused(Code.HUSHED, title=chat.title if chat else "", chat_id=match.chat_id)


def held(match: Match) -> Refused:
    """The refusal that says why a match stands still that nobody at the table has paused."""
    if match.held == Held.OPERATOR:
        return Refused(Code.HELD)
    try:
        check_rules(match.kind, match.rules_version)
    except Unloadable as refused:
        return refused
    return Refused(Code.BROKEN)


def seat_of(seats: list[SeatRow], person_id: int) -> SeatRow:
    """The seat of a person. Raises Refused when he does not sit here."""
    for seat in seats:
        if seat.person_id == person_id and not seat.left:
            return seat
    raise Refused(Code.NOT_YOUR_MATCH)


def automatic(seat: SeatRow) -> bool:
    """The computer moves for this seat."""
    return seat.person_id is None or seat.left


def present(seat: SeatRow) -> bool:
    """A person who plays."""
    return not automatic(seat) and seat.absent_since is None


def game_of(match: Match) -> Game:
    """The game in progress, with its secrets.

    Raises:
        Unloadable: this version of the bot cannot read it.
    """
    check_rules(match.kind, match.rules_version)
    load_options(match.kind, match.options)  # without them nobody could be shown what has been done
    return load_game(match.kind, match.state or "")


def seed(match: Match) -> bytes:
    """What all chance of the match comes from."""
    return seed_of(match.secret, match.joins)


def claims_on(match: Match) -> bool:
    """Whether the match is played with claims (TB-12)."""
    return load_options(match.kind, match.options).claims


def check_onlooker(session: Session, facts: MatchFacts, person_id: int) -> None:
    """Raises Refused for somebody who neither sat in the match nor was seen in its group: its names are not for him."""
    if any(seat.person_id == person_id for seat in facts.seats):
        return
    if reading.met(session, person_id, facts.chat_id) is None:
        raise Refused(Code.NOT_YOUR_MATCH)


def check_blocked(session: Session, chat_id: int, person_id: int) -> None:
    """Raises Refused for somebody whom the group has blocked."""
    if queries.is_blocked(session, chat_id, person_id):
        chat = queries.chat_of(session, chat_id)
        raise Refused(Code.BLOCKED_HERE, title=chat.title if chat else "")


def not_your_turn(game: Game, seats: list[SeatRow]) -> Refused:
    """The refusal that says whose turn it is."""
    return Refused(Code.NOT_YOUR_TURN, name=seats[game.to_act].name if game.to_act is not None else "")


def end(match: Match, status: Status, now: datetime) -> None:
    """The match is over: no deadline, no reminder, no question, no live button."""
    match.status, match.ended_at, match.to_act = status, now, None
    match.deadline = match.wake_at = match.turn_at = None
    match.left_ms = match.pause_until = None
    # Who has sat in it matters as long as it runs.
    match.former, match.held = [], Held.NOT
    match.pointing, match.pointing_in, match.panel, match.ballot, match.away = None, "", "", "", 0
