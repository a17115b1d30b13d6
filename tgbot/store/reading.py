"""What everybody may know of a match, read in few statements made once.

These run at every press and every delivery. Loading the same rows as objects of the ORM costs eight times the processor
time, so here they are plain rows of SQLAlchemy Core.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import BindParameter, bindparam, select
from sqlmodel import Session, SQLModel

from core.catalog import CATALOG
from tgbot.facts import By, MatchFacts, Played, Revelation, Seated, StartRule, Status
from tgbot.languages import nearest
from tgbot.refusals import Code, Refused
from tgbot.store.snapshot import load_options
from tgbot.store.tables import Chat, ChatPerson, ClaimMade, Match, Person, Play, SeatTaken, Surface


def _table(model: type[SQLModel]) -> Any:
    return model.__table__  # type: ignore[attr-defined]


_MATCHES, _CHATS, _SEATED, _PEOPLE = _table(Match), _table(Chat), _table(SeatTaken), _table(Person)
_SEEN = _table(ChatPerson)
_match, _chat, _seat, _person, _seen = _MATCHES.c, _CHATS.c, _SEATED.c, _PEOPLE.c, _SEEN.c
_claim, _play, _surface = _table(ClaimMade).c, _table(Play).c, _table(Surface).c
_id: BindParameter[int] = bindparam("id")

_MATCH = (
    select(*_match, _chat.title.label("chat_title"), _chat.language.label("chat_language"))
    .outerjoin_from(_MATCHES, _CHATS, _chat.id == _match.chat_id)
    .where(_match.id == _id)
)
_SEATS = (
    select(*_seat, _person.name.label("newest_name"), _person.reachable, _person.language, _person.client_language)
    .outerjoin_from(_SEATED, _PEOPLE, _person.id == _seat.person_id)
    .where(_seat.match_id == _id)
    .order_by(_seat.seat)
)
_MET = (
    select(*_person, _chat.title, _seen.seen_at)
    .join_from(_PEOPLE, _SEEN, _seen.person_id == _person.id)
    .join(_CHATS, _chat.id == _seen.chat_id)
    .where(_person.id == _id, _chat.id == bindparam("chat"))
)
_LANGUAGE = select(_person.language, _person.client_language).where(_person.id == _id)
_CLAIMS = select(_claim.seat, _claim.round, _claim.text).where(_claim.match_id == _id).order_by(_claim.id)
_PLAYED = select(_play.position, _play.seat, _play.move, _play.by, _play.at).where(_play.match_id == _id)
_PLAYS = _PLAYED.order_by(_play.position)
_PLAY = _PLAYED.where(_play.position == bindparam("position"))
_SURFACES = select(*_surface).where(_surface.match_id == _id)


def facts(session: Session, match_id: int) -> MatchFacts:
    """What everybody may know of a match.

    Raises:
        Refused: there is none.
    """
    return facts_and_state(session, match_id)[0]


def facts_and_state(session: Session, match_id: int) -> tuple[MatchFacts, str | None]:
    """The same, and the game in progress as JSON, which holds every secret. Raises Refused when there is none."""
    session.flush()
    row = _rows(session, _MATCH, match_id)
    if not row:
        raise Refused(Code.NO_SUCH_MATCH)
    match = row[0]
    seats = tuple(_seated(seat) for seat in _rows(session, _SEATS, match_id))
    started, over = match.status != Status.LOBBY, match.status in (Status.FINISHED, Status.CANCELLED)
    made = MatchFacts(
        match=match.id,
        kind=match.kind,
        status=Status(match.status),
        chat_id=match.chat_id,
        chat_title=match.chat_title or "",
        thread_id=match.thread_id,
        language=match.chat_language or _host_language(session, match.host_id, seats),
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
        pointing=match.pointing,
        pointing_in=match.pointing_in,
        reposted=match.reposted,
        commitment=match.commitment,
        token=match.token,
        invited=_invited(session, match.previous_id, seats) if match.previous_id and not started else (),
        claims=claims(session, match_id, match.kind) if started else (),
        plays=tuple(_played(play) for play in _rows(session, _PLAYS, match_id)) if started else (),
        revelation=Revelation(match.secret.hex(), tuple(match.joins)) if over else None,
    )
    return made, match.state


def claims(session: Session, match_id: int, kind: str) -> tuple[Any, ...]:
    """All claims of a match, oldest first, as claims of its game."""
    recall = CATALOG[kind].game.recall
    return tuple(recall(row.seat, row.round, row.text) for row in _rows(session, _CLAIMS, match_id))


def play_at(session: Session, match_id: int, position: int) -> Played | None:
    """The move made at a position."""
    found = session.connection().execute(_PLAY, {"id": match_id, "position": position}).one_or_none()
    return _played(found) if found else None


def surfaces(session: Session, match_id: int) -> dict[str, Surface]:
    """What a match shows at Telegram, by name. Not bound to the session."""
    return {row.which: Surface(**row._mapping) for row in _rows(session, _SURFACES, match_id)}


def met(session: Session, person_id: int, chat_id: int) -> Any:
    """Somebody's row with the ``title`` of a group and when he was ``seen_at`` there; None when he was not."""
    return session.connection().execute(_MET, {"id": person_id, "chat": chat_id}).one_or_none()


def language(chosen: str | None, client: str | None) -> str:
    """The language somebody reads: chosen, else his app's, else English."""
    return chosen or nearest(client) or "en"


def _rows(session: Session, statement: Any, id_: int) -> Sequence[Any]:
    return session.connection().execute(statement, {"id": id_}).all()


def _seated(row: Any) -> Seated:
    return Seated(
        seat=row.seat,
        name=row.newest_name if row.newest_name is not None else row.name,
        person_id=row.person_id,
        left=row.left,
        reachable=bool(row.reachable),
        language=language(row.language, row.client_language),
        asked=row.asked,
        misses=row.misses,
    )


def _played(row: Any) -> Played:
    return Played(row.position, row.seat, row.move, By(row.by), row.at)


def _host_language(session: Session, host_id: int, seats: Sequence[Seated]) -> str:
    seated = next((seat for seat in seats if seat.person_id == host_id), None)
    if seated is not None:
        return seated.language
    found = _rows(session, _LANGUAGE, host_id)
    return language(found[0].language, found[0].client_language) if found else "en"


def _invited(session: Session, previous_id: int, seats: Sequence[Seated]) -> tuple[str, ...]:
    here = {seat.person_id for seat in seats}
    before = _rows(session, _SEATS, previous_id)
    return tuple(row.name for row in before if row.person_id is not None and row.person_id not in here)
