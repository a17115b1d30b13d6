"""Use cases on a match that has begun. Each is one transaction, given by the caller; a refusal changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from core.catalog import CATALOG
from core.fair import Fair, seed_of
from core.game import Claim, Event, Game, IllegalClaim, IllegalMove, MatchOver, Move, NotYourTurn, Seat, View
from core.timebomb import COLOURS
from tgbot.facts import By, Look, Status
from tgbot.refusals import Code, Refused
from tgbot.store import Session, queries, reading
from tgbot.store.queries import SeatRow
from tgbot.store.snapshot import dump_game, load_game, load_options
from tgbot.store.tables import Match

TALK = timedelta(seconds=60)
"""A computer player's first cut of a round waits so long for people to claim (product, the table)."""
THINK = timedelta(seconds=4)
"""A computer player's other cuts wait so long."""


@dataclass(frozen=True)
class Done:
    """What a use case did: to which match, and the public events of a move with the game they belong to."""

    match: int
    kind: str = ""
    events: tuple[Event, ...] = ()


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
    match, seats = _running(session, match_id)
    seat = _seat_of(seats, person_id)
    if stale:
        raise Refused(Code.OLD_BOARD)
    try:
        events = _play(session, match, seats, seat.seat, move, By.PERSON, now)
    except NotYourTurn:
        raise _not_your_turn(_game(match), seats) from None
    except IllegalMove:
        raise Refused(Code.NOT_POSSIBLE) from None
    if seat.misses:
        queries.change_seat(session, seat, misses=0)
    return Done(match_id, match.kind, events)


def point(
    session: Session, match_id: int, person_id: int, target: Seat | None, where: str, position: int | None = None
) -> Done:
    """The first of two taps: the cutters point at somebody, or at nobody again.

    ``where`` is the kind of surface the tap was made on. ``position`` None: the button is good for any turn.
    """
    match, seats = _running(session, match_id)
    seat = _seat_of(seats, person_id)
    if position is not None and position != match.position:
        raise Refused(Code.OLD_BOARD)
    game = _game(match)
    if game.to_act != seat.seat:
        raise _not_your_turn(game, seats)
    if target is not None:
        _check_target(game.moves(seat.seat), target, seat.seat, seats)
    wanted = (target, where if target is not None else "")
    if (match.pointing, match.pointing_in) != wanted:
        match.pointing, match.pointing_in = wanted
        match.revision += 1
    return Done(match_id)


def _check_target(moves: Sequence[Move], target: Seat, mine: Seat, seats: list[SeatRow]) -> None:
    """Whether a player can be cut, and if not, why."""
    owners = {int(move.split(" ")[1]) for move in moves if move.startswith("cut ")}
    if target in owners:
        return
    if not owners:
        raise Refused(Code.CHOOSE_FIRST)
    if len(owners) == 1:
        raise Refused(Code.ONLY_AT, name=seats[owners.pop()].name)
    if target in range(len(seats)) and target != mine:
        raise Refused(Code.NO_WIRE_LEFT, name=seats[target].name)
    raise Refused(Code.NOT_POSSIBLE)


def claim(session: Session, match_id: int, person_id: int, text: str, now: datetime) -> Done:
    """A player says what he holds (TB-12). The position stays, so the buttons of the player to move stay good."""
    match, seats = _running(session, match_id)
    seat = _seat_of(seats, person_id)
    _claim(session, match, _game(match), seat.seat, text, now)
    _talked(session, match, seats, now)
    return Done(match_id)


def claim_bomb(session: Session, match_id: int, person_id: int, bomb: str, now: datetime) -> Done:
    """Adds ``bomb``, ``nobomb`` or nothing to the newest claim of the round (TB-12)."""
    return _add(session, match_id, person_id, lambda _: [bomb] if bomb else [], now)


def claim_colour(session: Session, match_id: int, person_id: int, colour: str, n: int | None, now: datetime) -> Done:
    """Changes how many bombs of a colour the newest claim of the round names; None: it names the colour no more (EV-7).

    The buttons carry the change, not the whole claim: who taps fast taps before the message is drawn anew.
    """

    def named(words: list[str]) -> list[str]:
        of = {word[:-1]: word for word in words}
        of[colour] = f"{colour}{n}" if n is not None else ""
        return [of[one] for one in COLOURS if of.get(one)]

    return _add(session, match_id, person_id, named, now)


def _add(
    session: Session, match_id: int, person_id: int, change: Callable[[list[str]], list[str]], now: datetime
) -> Done:
    """Changes what the newest claim of the round says besides the number of defusing wires."""
    match, seats = _running(session, match_id)
    seat = _seat_of(seats, person_id)
    game = _game(match)
    mine = [c for c in _claims(session, match) if (c.seat, c.round) == (seat.seat, game.round)]
    if not mine:
        raise Refused(Code.CLAIM_NUMBER_FIRST if _claims_on(match) else Code.CLAIMS_OFF)
    verb, number, *rest = mine[-1].text.split(" ")
    _claim(session, match, game, seat.seat, " ".join((verb, number, *change(rest))), now)
    return Done(match_id)


def time_out(session: Session, match_id: int, now: datetime) -> Done | None:
    """Something happens by itself when the deadline has come: the computer moves for its seats, and for a person whose
    clock ran out one of his legal moves is drawn, each equally likely (TB-14). None when the deadline lies ahead.
    """
    match = queries.match_of(session, match_id)
    if match.status != Status.RUNNING or match.deadline is None or match.deadline > now:
        return None
    seats = queries.seats_of(session, match_id)
    game = _game(match)
    seat = next(s for s in seats if s.seat == game.to_act)
    moves = game.moves(seat.seat)
    if _automatic(seat):
        chance = Fair(_seed(match), match.position, "computer")
        move = CATALOG[match.kind].sensible.move(game.view(seat.seat), _claims(session, match), moves, chance)
        events = _play(session, match, seats, seat.seat, move, By.COMPUTER, now)
    else:
        move = Fair(_seed(match), match.position, "clock").choice(moves)
        queries.change_seat(session, seat, misses=seat.misses + 1)
        events = _play(session, match, seats, seat.seat, move, By.CLOCK, now)
    return Done(match_id, match.kind, events)


def leave(session: Session, match_id: int, person_id: int, now: datetime) -> Done:
    """Somebody leaves; the computer plays on for him. When no people are left the match is cancelled."""
    match, seats = _running(session, match_id)
    seat = _seat_of(seats, person_id)
    seat = queries.change_seat(session, seat, left=True)
    seats[seat.seat] = seat
    match.revision += 1
    people = [s for s in seats if not _automatic(s)]
    if not people:
        end(match, Status.CANCELLED, now)
        return Done(match_id)
    if match.host_id == person_id:
        match.host_id = people[0].person_id or match.host_id
    if _game(match).to_act == seat.seat:
        match.deadline = now + THINK
        match.pointing, match.pointing_in = None, ""
    _talked(session, match, seats, now)
    return Done(match_id)


def repost(session: Session, match_id: int) -> Done:
    """Somebody asks for a new board below the talk."""
    match = queries.match_of(session, match_id)
    match.reposted += 1
    match.revision += 1
    return Done(match_id)


def ask_hand(session: Session, match_id: int, person_id: int) -> Done:
    """Somebody asks for his hand again."""
    match, seats = _running(session, match_id)
    seat = _seat_of(seats, person_id)
    queries.change_seat(session, seat, asked=seat.asked + 1)
    match.revision += 1
    return Done(match_id)


def begin(session: Session, match: Match, seats: list[SeatRow], now: datetime) -> Done:
    """Deals the match its lobby has gathered. The lobby has checked that it may begin."""
    entry = CATALOG[match.kind]
    game = entry.game.deal(len(seats), load_options(match.kind, match.options), Fair(_seed(match), 0))
    match.status, match.position, match.panel = Status.RUNNING, 1, ""
    _settle(session, match, game, seats, now, dealt=True)
    return Done(match.id)


def end(match: Match, status: Status, now: datetime) -> None:
    """The match is over: no deadline, no live button."""
    match.status, match.ended_at, match.deadline, match.to_act = status, now, None, None
    match.pointing, match.pointing_in, match.panel = None, "", ""


def _running(session: Session, match_id: int) -> tuple[Match, list[SeatRow]]:
    match = queries.match_of(session, match_id)
    if match.status == Status.LOBBY:
        raise Refused(Code.NOT_STARTED)
    if match.status != Status.RUNNING:
        raise Refused(Code.MATCH_OVER)
    return match, queries.seats_of(session, match_id)


def _seat_of(seats: list[SeatRow], person_id: int) -> SeatRow:
    for seat in seats:
        if seat.person_id == person_id and not seat.left:
            return seat
    raise Refused(Code.NOT_YOUR_MATCH)


def _again(session: Session, match_id: int, position: int, person_id: int, move: Move) -> bool:
    """Whether the same person has made this very move at this position: the press was delivered before."""
    play = reading.play_at(session, match_id, position)
    if play is None or (play.move, play.by) != (move, By.PERSON):
        return False
    return queries.seats_of(session, match_id)[play.seat].person_id == person_id


def _not_your_turn(game: Game, seats: list[SeatRow]) -> Refused:
    return Refused(Code.NOT_YOUR_TURN, name=seats[game.to_act].name if game.to_act is not None else "")


def _automatic(seat: SeatRow) -> bool:
    return seat.person_id is None or seat.left


def _game(match: Match) -> Game:
    return load_game(match.kind, match.state or "")


def _seed(match: Match) -> bytes:
    return seed_of(match.secret, match.joins)


def _claims_on(match: Match) -> bool:
    return load_options(match.kind, match.options).claims


def _claims(session: Session, match: Match) -> list[Claim]:
    return list(reading.claims(session, match.id, match.kind))


def _play(
    session: Session, match: Match, seats: list[SeatRow], seat: Seat, move: Move, by: By, now: datetime
) -> tuple[Event, ...]:
    """Step 2 of a press's journey, for whoever moves: play, log, snapshot, deadline, position and revision."""
    before = _game(match)
    after, events = before.play(seat, move, Fair(_seed(match), match.position))
    queries.add_play(session, match.id, match.position, seat, move, by, now)
    match.position += 1
    _settle(session, match, after, seats, now, dealt=after.round != before.round)
    return tuple(event for event in events if event.audience is None)


def _settle(session: Session, match: Match, game: Game, seats: list[SeatRow], now: datetime, *, dealt: bool) -> None:
    """Writes the new game down and sets what happens next by itself."""
    match.state = dump_game(game)
    match.revision += 1
    match.pointing, match.pointing_in = None, ""
    match.to_act = game.to_act
    if game.to_act is None:
        end(match, Status.FINISHED, now)
        return
    if dealt:
        _computers_claim(session, match, game, seats, now)
    if not _automatic(seats[game.to_act]):
        match.deadline = now + timedelta(seconds=match.clock)
    elif dealt and not _all_claimed(session, match, game, seats):
        match.deadline = now + TALK
    else:
        match.deadline = now + THINK


def _computers_claim(session: Session, match: Match, game: Game, seats: list[SeatRow], now: datetime) -> None:
    if not _claims_on(match):
        return
    brain = CATALOG[match.kind].sensible
    for seat in filter(_automatic, seats):
        chance = Fair(_seed(match), match.position, f"claim {seat.seat}")
        text = brain.claim(game.view(seat.seat), _claims(session, match), chance)
        if text is not None:
            _add_claim(session, match, game.claim(seat.seat, text), now)


def _claim(session: Session, match: Match, game: Game, seat: Seat, text: str, now: datetime) -> None:
    try:
        made = game.claim(seat, text)
    except MatchOver:
        raise Refused(Code.MATCH_OVER) from None
    except IllegalClaim:
        raise Refused(Code.CLAIM_TOO_MUCH if _claims_on(match) else Code.CLAIMS_OFF) from None
    mine = [c for c in _claims(session, match) if (c.seat, c.round) == (seat, made.round)]
    if mine and mine[-1] == made:
        return
    _add_claim(session, match, made, now)
    match.revision += 1


def _add_claim(session: Session, match: Match, made: Claim, now: datetime) -> None:
    queries.add_claim(session, match.id, made.seat, made.round, made.text, now)


def _talked(session: Session, match: Match, seats: list[SeatRow], now: datetime) -> None:
    """A computer player to move goes on as soon as everybody has had his say."""
    game = _game(match)
    waiting = game.to_act is not None and _automatic(seats[game.to_act]) and match.deadline is not None
    if waiting and _all_claimed(session, match, game, seats):
        match.deadline = min(match.deadline or now, now + THINK)


def _all_claimed(session: Session, match: Match, game: Game, seats: list[SeatRow]) -> bool:
    if not _claims_on(match):
        return True
    said = {c.seat for c in _claims(session, match) if c.round == game.round}
    return all(_automatic(seat) or seat.seat in said for seat in seats)
