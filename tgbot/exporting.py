"""The use case that gives a match away as a file, when it is over and nothing in it is secret any more."""

from __future__ import annotations

import json

from tgbot.facts import Status
from tgbot.refusals import Code, Refused
from tgbot.running import check_onlooker, game_of
from tgbot.store import Session, queries, reading
from tgbot.store.snapshot import dump_options, load_options
from tgbot.store.tables import Match
from tgbot.verifying import ClaimOf, Export, OutcomeOf, PlayOf, SeatOf

_LIVE = (Status.LOBBY, Status.RUNNING)


def export(session: Session, match_id: int, viewer: int | None = None) -> Export:
    """A match that is over. ``viewer``: who asks for it on Telegram; None: whoever holds the database.

    Raises:
        Refused: ``NOT_OVER``, and for somebody who was never seen in its group ``NOT_YOUR_MATCH``.
    """
    match = queries.match_of(session, match_id)
    if match.status in _LIVE:
        raise Refused(Code.NOT_OVER)
    facts = reading.facts(session, match_id)
    if viewer is not None:
        check_onlooker(session, facts, viewer)
    said = queries.claims_made(session, match_id)
    return Export(
        rules=match.rules_version,
        rules_since=match.rules_since,
        match=match_id,
        game=match.kind,
        ended="finished" if match.status == Status.FINISHED else "cancelled",
        options=dump_options(load_options(match.kind, match.options)),
        seats=[SeatOf(name=seat.name, computer=seat.person_id is None) for seat in facts.seats],
        joins=match.joins,
        commitment=match.commitment,
        secret=match.secret.hex(),
        plays=[PlayOf(position=p.position, seat=p.seat, move=p.move, by=p.by.value) for p in facts.plays],
        claims=[ClaimOf(position=c.position, seat=c.seat, round=c.round, text=c.text) for c in said],
        outcome=_outcome(match),
        table=json.loads(match.state) if match.state else None,
    )


def _outcome(match: Match) -> OutcomeOf | None:
    outcome = game_of(match).outcome if match.state else None
    return OutcomeOf(winners=list(outcome.winners), side=outcome.side, reason=outcome.reason) if outcome else None
