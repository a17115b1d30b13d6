"""Use cases on a match that has begun. Each is one transaction, given by the caller; a refusal changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from core.automatic import clock_move, computer_move
from core.catalog import CATALOG, RULES_VERSION
from core.fair import Fair
from core.game import Event, Game, IllegalMove, Move, NotYourTurn, Seat, View
from tgbot import absence, ballots, claims, timing
from tgbot.facts import By, Look, Status, is_private
from tgbot.refusals import Code, Refused
from tgbot.running import (
    Done,
    automatic,
    check_onlooker,
    end,
    game_of,
    not_your_turn,
    paused,
    present,
    running,
    seat_of,
    seed,
)
from tgbot.store import Session, queries, reading
from tgbot.store.queries import SeatRow
from tgbot.store.snapshot import dump_game, load_game, load_options
from tgbot.store.tables import Match


def look(session: Session, match_id: int, viewer: int | None = None) -> Look:
    """The match as it stands for everybody, or for the person who asks.

    Raises:
        Refused: no such match, or the person does not sit in it.
    """
    facts, state = reading.facts_and_state(session, match_id)
    seat = None
    if viewer is not None:
        seated = facts.seat_of(viewer)
        if seated is None:
            raise Refused(Code.NOT_YOUR_MATCH)
        seat = seated.seat
    return Look(facts, load_game(facts.kind, state).view(seat) if state else None)


def onlook(session: Session, match_id: int, person_id: int) -> Look:
    """The match as everybody sees it, for somebody who sat in it or was seen in its group.

    Raises:
        Refused: no such match, it has not begun, or it is none of his.
    """
    seen = look(session, match_id)
    check_onlooker(session, seen.facts, person_id)
    if seen.view is None:
        raise Refused(Code.NOT_STARTED)
    return seen


def looks(session: Session, match_id: int) -> tuple[Look, tuple[View, ...]]:
    """The match as everybody sees it, and what each seat may see: for the deliverer, which shows it to them all."""
    facts, state = reading.facts_and_state(session, match_id)
    if not state:
        return Look(facts, None), ()
    game = load_game(facts.kind, state)
    return Look(facts, game.view(None)), tuple(game.view(seat) for seat in range(game.seats))


def press(session: Session, match_id: int, position: int, person_id: int, move: Move, now: datetime) -> Done:
    """A person makes a move with a button that was drawn for ``position``.

    Raises:
        Refused: and nothing has changed.
    """
    stale = position != queries.match_of(session, match_id).position
    if stale and _again(session, match_id, position, person_id, move):
        raise Refused(Code.ALREADY_DONE)
    match, seats = running(session, match_id, moving=True)
    with ballots.acting(session, match, seats, person_id, now) as seat:
        if stale:
            raise Refused(Code.OLD_BOARD)
        try:
            events = _play(session, match, seats, seat.seat, move, By.PERSON, now)
        except NotYourTurn:
            raise not_your_turn(game_of(match), seats) from None
        except IllegalMove:
            raise Refused(Code.NOT_POSSIBLE) from None
        if seat.misses:
            queries.change_seat(session, seat, misses=0)
    return Done(match_id, match.kind, events)


def point(
    session: Session,
    match_id: int,
    person_id: int,
    target: Seat | None,
    where: str,
    now: datetime,
    position: int | None = None,
) -> Done:
    """The first of two taps: the cutters point at somebody, or at nobody again.

    ``where`` is the kind of surface the tap was made on. ``position`` None: the button is good for any turn.
    """
    match, seats = running(session, match_id, moving=True)
    with ballots.acting(session, match, seats, person_id, now) as seat:
        if position is not None and position != match.position:
            raise Refused(Code.OLD_BOARD)
        game = game_of(match)
        if game.to_act != seat.seat:
            raise not_your_turn(game, seats)
        if target is not None:
            _check_target(game.moves(seat.seat), target, seat.seat, seats)
        wanted = (target, where if target is not None else "")
        if (match.pointing, match.pointing_in) != wanted:
            match.pointing, match.pointing_in = wanted
            match.revision += 1
    return Done(match_id)


def _check_target(moves: Sequence[Move], target: Seat, mine: Seat, seats: list[SeatRow]) -> None:
    """Whether a player can be pointed at, to be cut or shot, and if not, why."""
    if f"shoot {target}" in moves:
        return
    owners = {int(move.split(" ")[1]) for move in moves if move.startswith("cut ")}
    if target in owners:
        return
    if not owners:
        choosing = any(move.startswith(("attach ", "detach ")) for move in moves)
        raise Refused(Code.CHOOSE_FIRST if choosing else Code.NOT_POSSIBLE)
    if len(owners) == 1:
        raise Refused(Code.ONLY_AT, name=seats[owners.pop()].name)
    if target in range(len(seats)) and target != mine:
        raise Refused(Code.NO_WIRE_LEFT, name=seats[target].name)
    raise Refused(Code.NOT_POSSIBLE)


def time_out(session: Session, match_id: int, now: datetime) -> Done | None:
    """Something happens by itself when its moment has come: a pause ends, the player to move is reminded, the computer
    moves for its seats, and for a person whose clock ran out one of his legal moves is drawn, each equally likely
    (TB-14). None when that moment lies ahead.
    """
    match = queries.match_of(session, match_id)
    if match.status != Status.RUNNING or match.wake_at is None or match.wake_at > now:
        return None
    if paused(match):
        ballots.go_on(session, match, now)
        return Done(match_id)
    seats = queries.seats_of(session, match_id)
    if match.deadline is not None and match.deadline > now:
        timing.remind(session, match, seats[match.to_act or 0], now)
        return Done(match_id)
    events = _play_by_itself(session, match, seats, now)
    ballots.recount(session, match, seats, now)
    return Done(match_id, match.kind, events)


def _play_by_itself(session: Session, match: Match, seats: list[SeatRow], now: datetime) -> tuple[Event, ...]:
    game = game_of(match)
    seat = next(s for s in seats if s.seat == game.to_act)
    if automatic(seat):
        said = claims.made(session, match)
        move = computer_move(match.kind, game, seat.seat, said, seed(match), match.position)
        return _play(session, match, seats, seat.seat, move, By.COMPUTER, now)
    move = clock_move(game, seat.seat, seed(match), match.position)
    absence.missed(session, match, seats, seat, now, goes_on=game.goes_on)
    return _play(session, match, seats, seat.seat, move, By.CLOCK, now)


def extend(session: Session, match_id: int, person_id: int, now: datetime) -> Done:
    """The player to move takes half a clock more, once a match.

    Raises:
        Refused: among others ``EXTENDED_ALREADY``, ``NOT_YOUR_TURN`` and ``PAUSED``.
    """
    match, seats = running(session, match_id, moving=True)
    with ballots.acting(session, match, seats, person_id, now) as seat:
        if match.to_act != seat.seat:
            raise not_your_turn(game_of(match), seats)
        if seat.extended:
            raise Refused(Code.EXTENDED_ALREADY)
        queries.change_seat(session, seat, extended=True)
        timing.extend(session, match, now)
        match.revision += 1
    return Done(match_id)


def mute(session: Session, match_id: int, person_id: int, position: int) -> Done:
    """The player to move wants no more reminders of this turn.

    Raises:
        Refused: among others ``OLD_BOARD``, it was another turn, and ``ALREADY_DONE``.
    """
    match, seats = running(session, match_id)
    seat = seat_of(seats, person_id)
    if position != match.position or match.to_act != seat.seat:
        raise Refused(Code.OLD_BOARD)
    if seat.muted == match.turn:
        raise Refused(Code.ALREADY_DONE)
    queries.change_seat(session, seat, muted=match.turn)
    match.revision += 1
    return Done(match_id)


def leave(session: Session, match_id: int, person_id: int, now: datetime) -> Done:
    """Somebody leaves; the computer plays on for him. When no people are left the match is cancelled."""
    match, seats = running(session, match_id)
    with ballots.acting(session, match, seats, person_id, now) as seat:
        seats[seat.seat] = queries.change_seat(session, seat, left=True)
        match.revision += 1
        people = [s for s in seats if not automatic(s)]
        if not people:
            end(match, Status.CANCELLED, now)
            return Done(match_id)
        if match.host_id == person_id:
            match.host_id = people[0].person_id or match.host_id
        game = game_of(match)
        if game.to_act == seat.seat:
            talking = claims.talking(session, match, game, seats)
            timing.wait(match, timing.TALK if talking else timing.THINK, now)
            match.pointing, match.pointing_in = None, ""
        claims.talked(session, match, seats, now)
    return Done(match_id)


def repost(session: Session, match_id: int, person_id: int = 0) -> Done:
    """Somebody asks for a new board below the talk; at a private table only he gets it.

    Raises:
        Refused: he does not sit at that private table.
    """
    match = queries.match_of(session, match_id)
    if is_private(match.chat_id):
        seat = seat_of(queries.seats_of(session, match_id), person_id)
        queries.change_seat(session, seat, reposted=seat.reposted + 1)
    else:
        match.reposted += 1
    match.revision += 1
    return Done(match_id)


def ask_hand(session: Session, match_id: int, person_id: int) -> Done:
    """Somebody asks for his hand again."""
    match, seats = running(session, match_id)
    seat = seat_of(seats, person_id)
    queries.change_seat(session, seat, asked=seat.asked + 1)
    match.revision += 1
    return Done(match_id)


def begin(session: Session, match: Match, seats: list[SeatRow], now: datetime) -> Done:
    """Deals the match its lobby has gathered. The lobby has checked that it may begin."""
    entry = CATALOG[match.kind]
    game = entry.game.deal(len(seats), load_options(match.kind, match.options), Fair(seed(match), 0))
    match.status, match.position, match.panel = Status.RUNNING, 1, ""
    # Its lobby may have been opened under other ones.
    match.rules_version = RULES_VERSION
    _settle(session, match, game, seats, now, dealt=True)
    return Done(match.id)


def _again(session: Session, match_id: int, position: int, person_id: int, move: Move) -> bool:
    """Whether the same person has made this very move at this position: the press was delivered before."""
    play = reading.play_at(session, match_id, position)
    if play is None or (play.move, play.by) != (move, By.PERSON):
        return False
    return queries.seats_of(session, match_id)[play.seat].person_id == person_id


def _play(
    session: Session, match: Match, seats: list[SeatRow], seat: Seat, move: Move, by: By, now: datetime
) -> tuple[Event, ...]:
    """Step 2 of a press's journey, for whoever moves: play, log, snapshot, deadline, position and revision."""
    before = game_of(match)
    if match.rules_version != RULES_VERSION:
        match.rules_version, match.rules_since = RULES_VERSION, match.position
    after, events = before.play(seat, move, Fair(seed(match), match.position))
    queries.add_play(session, match.id, match.position, seat, move, by, now)
    match.position += 1
    _settle(session, match, after, seats, now, dealt=after.round != before.round)
    return tuple(event for event in events if event.audience is None)


def _settle(session: Session, match: Match, game: Game, seats: list[SeatRow], now: datetime, *, dealt: bool) -> None:
    """Writes the new game down and sets what happens next by itself."""
    match.state = dump_game(game)
    match.revision += 1
    match.pointing, match.pointing_in = None, ""
    match.to_act, match.away = game.to_act, 0
    if game.to_act is None:
        end(match, Status.FINISHED, now)
        return
    if dealt:
        claims.computers_claim(session, match, game, seats, now)
    absence.excuse(session, match, seats, game.out)
    seat = seats[game.to_act]
    if automatic(seat):
        talking = dealt and not claims.all_claimed(session, match, game, seats)
        timing.wait(match, timing.TALK if talking else timing.THINK, now)
    elif game.goes_on:
        return
    elif present(seat):
        timing.start(session, match, now)
    else:
        timing.wait(match, min(timing.ABSENT, timedelta(seconds=match.clock)), now)
