"""What everybody may know of a match, read in few statements.

These run at every press and every delivery. Loading the same rows as objects of the ORM costs eight times the processor
time, so here they are plain rows of SQLAlchemy Core.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from core.catalog import CATALOG
from tgbot.facts import (
    SLOW,
    Asker,
    Awaiting,
    Ballot,
    By,
    Held,
    MatchFacts,
    Played,
    Reminders,
    Revelation,
    Seated,
    StartRule,
    Status,
    is_private,
)
from tgbot.languages import ZONES, nearest
from tgbot.refusals import Code, Refused
from tgbot.store import statements
from tgbot.store.session import Session
from tgbot.store.snapshot import Unloadable, check_rules, load_options
from tgbot.store.tables import Match


def facts(session: Session, match_id: int) -> MatchFacts:
    """What everybody may know of a match.

    Raises:
        Refused: there is none.
    """
    return facts_and_state(session, match_id)[0]


def facts_of(session: Session, matches: Iterable[Match]) -> tuple[MatchFacts, ...]:
    """The same of several, in their order; those that this version of the program cannot read are left out."""
    found = []
    for match in matches:
        with contextlib.suppress(Unloadable):
            found.append(facts(session, match.id))
    return tuple(found)


def facts_and_state(session: Session, match_id: int) -> tuple[MatchFacts, str | None]:
    """The same, and the game in progress as JSON, which holds every secret. Raises Refused when there is none."""
    session.flush()
    match, chat = _match_and_chat(session, match_id)
    seats = tuple(_seated(seat, _muting(seat, match.turn)) for seat in _rows(session, statements.SEATS, match_id))
    language_ = chat.chat_language or _host_language(session, match.host_id, seats)
    started, over = match.status != Status.LOBBY, match.status in (Status.FINISHED, Status.CANCELLED)
    if started or match.kind not in CATALOG:
        check_rules(match.kind, match.rules_version)
    made = MatchFacts(
        match=match.id,
        kind=match.kind,
        status=Status(match.status),
        chat_id=match.chat_id,
        chat_title=_title(session, match.chat_id, chat.chat_title, seats),
        thread_id=match.thread_id,
        language=language_,
        position=match.position,
        revision=match.revision,
        seats=seats,
        host_id=match.host_id,
        options=load_options(match.kind, match.options),
        clock=match.clock,
        start_rule=StartRule(match.start_rule),
        panel=match.panel,
        deadline=match.deadline,
        to_act=match.to_act,
        turn=match.turn,
        pointing=match.pointing,
        pointing_in=match.pointing_in,
        reposted=match.reposted,
        commitment=match.commitment,
        token=match.token,
        invited=_invited(session, match.previous_id, seats) if match.previous_id and not started else (),
        claims=claims(session, match_id, match.kind) if started else (),
        plays=tuple(_played(play) for play in _rows(session, statements.PLAYS, match_id)) if started else (),
        revelation=Revelation(match.secret.hex(), tuple(match.joins)) if over else None,
        daily=match.daily,
        zone=chat.zone or ZONES[language_],
        quiet=_quiet(chat) if match.quiet and match.daily is None and match.clock >= SLOW else None,
        quiet_on=match.quiet,
        paused=match.left_ms is not None,
        pause_until=match.pause_until,
        hushed=match.hushed,
        topic_closed=match.topic_closed,
        held=match.held == Held.OPERATOR,
        away=match.away,
        ballot=ballot(session, match_id, match.ballot, seats) if match.ballot else None,
        reminded=match.reminded,
        guests=match.guests,
        asks=() if started else _asks(session, match_id, seats),
        awaiting=() if started else _awaiting(session, match_id, seats),
        whispers=bool(chat.whisper),
        # A private table has no group whose choice it would be.
        pictures=chat.pictures is not False,
    )
    return made, match.state


def claims(session: Session, match_id: int, kind: str) -> tuple[Any, ...]:
    """All claims of a match, oldest first, as claims of its game."""
    recall = CATALOG[kind].game.recall
    return tuple(recall(row.seat, row.round, row.text) for row in _rows(session, statements.CLAIMS, match_id))


def ballot(session: Session, match_id: int, key: str, seats: Sequence[Seated]) -> Ballot:
    """The question a match votes on, with the votes that count: of the people who are present now.

    About an absent person's seat it is the others who vote. A majority is more than half.
    """
    what, *rest = key.split(" ")
    seat, candidate = map(int, rest) if rest else (None, None)
    found = session.connection().execute(statements.VOTES, {"id": match_id, "what": key}).all()
    votes = {row.person_id: row.yes for row in found}
    voters = [seated for seated in seats if seated.present and seated.seat != seat]
    return Ballot(
        what,
        seat,
        _name(session, candidate) if candidate is not None else "",
        candidate,
        tuple(s.seat for s in voters if votes.get(s.person_id or 0) is True),
        tuple(s.seat for s in voters if votes.get(s.person_id or 0) is False),
        len(voters) // 2 + 1,
        len(voters),
    )


def group_hours(session: Session, chat_id: int, host_id: int) -> tuple[str, tuple[int, int] | None]:
    """A group's time zone and quiet hours; the host's language decides when it has chosen neither zone nor language."""
    row = session.connection().execute(statements.HOURS, {"id": chat_id}).one()
    return row.zone or ZONES[row.language or _host_language(session, host_id, ())], _quiet(row)


def play_at(session: Session, match_id: int, position: int) -> Played | None:
    """The move made at a position."""
    found = session.connection().execute(statements.PLAY, {"id": match_id, "position": position}).one_or_none()
    return _played(found) if found else None


@dataclass(slots=True)
class SurfaceRow:
    """A message that shows a match, and what it shows: the columns of ``Surface``."""

    match_id: int
    which: str
    chat_id: int
    message_id: int
    epoch: str
    digest: str
    revision: int
    pinned: bool = False
    photo: bool = False


def surfaces(session: Session, match_id: int) -> dict[str, SurfaceRow]:
    """What a match shows at Telegram, by name."""
    return {row.which: SurfaceRow(**row._mapping) for row in _rows(session, statements.SURFACES, match_id)}


def met(session: Session, person_id: int, chat_id: int) -> Any:
    """Somebody's row with the ``title`` of a group and when he was ``seen_at`` there; None when he was not."""
    return session.connection().execute(statements.MET, {"id": person_id, "chat": chat_id}).one_or_none()


def language(chosen: str | None, client: str | None) -> str:
    """The language somebody reads: chosen, else his app's, else English."""
    return chosen or nearest(client) or "en"


def _rows(session: Session, statement: Any, id_: int) -> Sequence[Any]:
    return session.connection().execute(statement, {"id": id_}).all()


def _quiet(row: Any) -> tuple[int, int] | None:
    return None if row.quiet_start is None or row.quiet_end is None else (row.quiet_start, row.quiet_end)


def _name(session: Session, person_id: int) -> str:
    return session.connection().execute(statements.NAME, {"id": person_id}).scalar() or ""


def _muting(row: Any, turn: int) -> bool:
    return row.muted is not None and bool(row.muted == turn)


@lru_cache(maxsize=4096)
def _seated(row: Any, muted: bool) -> Seated:
    """A seat as its row says; from one press to the next most seats stay as they are."""
    return Seated(
        seat=row.seat,
        name=row.newest_name if row.newest_name is not None else row.name,
        person_id=row.person_id,
        left=row.left,
        reachable=bool(row.reachable),
        language=language(row.language, row.client_language),
        asked=row.asked,
        reposted=row.reposted,
        misses=row.misses,
        absent_since=row.absent_since,
        extended=row.extended,
        muted=muted,
        reminders=Reminders(row.reminders) if row.reminders else Reminders.ALL,
        whisper_failed_at=row.whisper_failed_at,
        guest=row.person_id is not None and row.seen_here is None,
    )


def _played(row: Any) -> Played:
    return Played(row.position, row.seat, row.move, By(row.by), row.at)


def _host_language(session: Session, host_id: int, seats: Sequence[Seated]) -> str:
    seated = next((seat for seat in seats if seat.person_id == host_id), None)
    if seated is not None:
        return seated.language
    found = _rows(session, statements.LANGUAGE, host_id)
    return language(found[0].language, found[0].client_language) if found else "en"


def _match_and_chat(session: Session, match_id: int) -> tuple[Any, Any]:
    """The row of a match, and one with what its group has chosen. What a use case works on is not read again."""
    held = session.held(match_id)
    if held is not None:
        return held, session.connection().execute(statements.CHAT, {"id": held.chat_id}).one()
    found = _rows(session, statements.MATCH, match_id)
    if not found:
        raise Refused(Code.NO_SUCH_MATCH)
    return found[0], found[0]


def _title(session: Session, chat_id: int, title: str | None, seats: Sequence[Seated]) -> str:
    """The group's title; of a private table the name of who set it up."""
    if not is_private(chat_id):
        return title or ""
    owner = next((seat.name for seat in seats if seat.person_id == chat_id), None)
    return _name(session, chat_id) if owner is None else owner


def _asks(session: Session, match_id: int, seats: Sequence[Seated]) -> tuple[Asker, ...]:
    here = {seat.person_id for seat in seats}

    def asker(row: Any) -> Asker:
        state = "in" if row.person_id in here else "no" if row.refused else "open"
        spoken = language(row.language, row.client_language)
        return Asker(row.person_id, row.name, row.at, state, row.reachable, spoken, row.username)

    return tuple(map(asker, _rows(session, statements.ASKS, match_id)))


def _awaiting(session: Session, match_id: int, seats: Sequence[Seated]) -> tuple[Awaiting, ...]:
    here = {seat.person_id for seat in seats}
    return tuple(
        Awaiting(row.id, language(row.language, row.client_language))
        for row in _rows(session, statements.AWAITING, match_id)
        if row.id not in here
    )


def _invited(session: Session, previous_id: int, seats: Sequence[Seated]) -> tuple[str, ...]:
    here = {seat.person_id for seat in seats}
    before = _rows(session, statements.SEATS, previous_id)
    return tuple(row.name for row in before if row.person_id is not None and row.person_id not in here)
