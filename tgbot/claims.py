"""Use cases on what players say they hold (TB-12). Each is one transaction, given by the caller; a refusal changes
nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from core.automatic import computer_claim
from core.game import Claim, Game, IllegalClaim, MatchOver, Seat
from core.timebomb import COLOURS, TimeBomb
from tgbot import ballots, timing
from tgbot.refusals import Code, Refused
from tgbot.running import Done, automatic, claims_on, game_of, present, running, seed
from tgbot.store import Session, queries, reading
from tgbot.store.queries import SeatRow
from tgbot.store.tables import Match


def claim(session: Session, match_id: int, person_id: int, text: str, now: datetime) -> Done:
    """A player says what he holds (TB-12). The position stays, so the buttons of the player to move stay good."""
    match, seats = running(session, match_id)
    with ballots.acting(session, match, seats, person_id, now) as seat:
        _claim(session, match, game_of(match), seat.seat, text, now)
        talked(session, match, seats, now)
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
    match, seats = running(session, match_id)
    with ballots.acting(session, match, seats, person_id, now) as seat:
        game = game_of(match)
        mine = [c for c in made(session, match) if (c.seat, c.round) == (seat.seat, game.round)]
        if not mine:
            raise Refused(Code.CLAIM_NUMBER_FIRST if claims_on(match) else Code.CLAIMS_OFF)
        verb, number, *rest = mine[-1].text.split(" ")
        _claim(session, match, game, seat.seat, " ".join((verb, number, *change(rest))), now)
    return Done(match_id)


def made(session: Session, match: Match) -> list[Claim]:
    """All claims of the match, oldest first."""
    return list(reading.claims(session, match.id, match.kind))


def computers_claim(session: Session, match: Match, game: Game, seats: list[SeatRow], now: datetime) -> None:
    """What the computer players say when a round begins."""
    if not claims_on(match):
        return
    for seat in filter(automatic, seats):
        text = computer_claim(match.kind, game, seat.seat, made(session, match), seed(match), match.position)
        if text is not None:
            _add_claim(session, match, game.claim(seat.seat, text), now)


def _claim(session: Session, match: Match, game: Game, seat: Seat, text: str, now: datetime) -> None:
    try:
        said = game.claim(seat, text)
    except MatchOver:
        raise Refused(Code.MATCH_OVER) from None
    except IllegalClaim:
        raise Refused(Code.CLAIM_TOO_MUCH if claims_on(match) else Code.CLAIMS_OFF) from None
    mine = [c for c in made(session, match) if (c.seat, c.round) == (seat, said.round)]
    if mine and mine[-1] == said:
        return
    _add_claim(session, match, said, now)
    match.revision += 1


def _add_claim(session: Session, match: Match, said: Claim, now: datetime) -> None:
    queries.add_claim(session, match.id, match.position, said.seat, said.round, said.text, now)


def talked(session: Session, match: Match, seats: list[SeatRow], now: datetime) -> None:
    """A computer player to move goes on as soon as everybody has had his say."""
    game = game_of(match)
    waiting = game.to_act is not None and automatic(seats[game.to_act])
    if waiting and all_claimed(session, match, game, seats):
        timing.hurry(match, timing.THINK, now)


def talking(session: Session, match: Match, game: Game, seats: list[SeatRow]) -> bool:
    """Whether nothing was cut in this round yet and somebody has not had his say: computer players wait for him."""
    begun = isinstance(game, TimeBomb) and any(game.cut)
    return not begun and not all_claimed(session, match, game, seats)


def all_claimed(session: Session, match: Match, game: Game, seats: list[SeatRow]) -> bool:
    """Whether everybody who plays has spoken in this round."""
    if not claims_on(match):
        return True
    said = {c.seat for c in made(session, match) if c.round == game.round}
    return all(not present(seat) or seat.seat in said for seat in seats)
