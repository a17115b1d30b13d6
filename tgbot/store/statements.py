"""What is asked when a match is read: statements made once, in SQLAlchemy Core.

They run at every press and every delivery. Each asks for one ``id``, of a match where nothing else is said.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BindParameter, and_, bindparam, select
from sqlmodel import SQLModel

from tgbot.store.tables import Ask, Chat, ChatPerson, ClaimMade, Match, Person, Play, SeatTaken, Surface, Vote


def _table(model: type[SQLModel]) -> Any:
    return model.__table__  # type: ignore[attr-defined]


_MATCHES, _CHATS, _SEATED, _PEOPLE = _table(Match), _table(Chat), _table(SeatTaken), _table(Person)
_SEEN = _table(ChatPerson)
_match, _chat, _seat, _person, _seen = _MATCHES.c, _CHATS.c, _SEATED.c, _PEOPLE.c, _SEEN.c
_claim, _play, _surface, _vote = _table(ClaimMade).c, _table(Play).c, _table(Surface).c, _table(Vote).c
_id: BindParameter[int] = bindparam("id")

_CHOSEN = (
    _chat.title.label("chat_title"),
    _chat.language.label("chat_language"),
    *(_chat.zone, _chat.quiet_start, _chat.quiet_end, _chat.whisper, _chat.pictures),
)
"""What a group has chosen, and how it is called."""
MATCH = select(*_match, *_CHOSEN).outerjoin_from(_MATCHES, _CHATS, _chat.id == _match.chat_id).where(_match.id == _id)
SEATS = (
    select(
        *_seat,
        _person.name.label("newest_name"),
        _person.reachable,
        _person.language,
        _person.client_language,
        _person.reminders,
        _person.whisper_failed_at,
        _seen.person_id.label("seen_here"),
    )
    .outerjoin_from(_SEATED, _PEOPLE, _person.id == _seat.person_id)
    .join(_MATCHES, _match.id == _seat.match_id)
    .outerjoin(_SEEN, and_(_seen.chat_id == _match.chat_id, _seen.person_id == _seat.person_id, ~_seen.gone))
    .where(_seat.match_id == _id)
    .order_by(_seat.seat)
)
MET = (
    # ``id``: of a person; ``chat``: of the group.
    select(*(one for one in _person if one.name != "seen_at"), _chat.title, _seen.seen_at)
    .join_from(_PEOPLE, _SEEN, _seen.person_id == _person.id)
    .join(_CHATS, _chat.id == _seen.chat_id)
    .where(_person.id == _id, _chat.id == bindparam("chat"), ~_seen.gone)
)
# ``id``: of a person.
LANGUAGE = select(_person.language, _person.client_language).where(_person.id == _id)
CLAIMS = select(_claim.seat, _claim.round, _claim.text).where(_claim.match_id == _id).order_by(_claim.id)
_PLAYED = select(_play.position, _play.seat, _play.move, _play.by, _play.at).where(_play.match_id == _id)
PLAYS = _PLAYED.order_by(_play.position)
PLAY = _PLAYED.where(_play.position == bindparam("position"))
VOTES = select(_vote.person_id, _vote.yes).where(_vote.match_id == _id, _vote.what == bindparam("what"))
ASKS = (
    select(
        *_table(Ask).c,
        _person.name,
        _person.username,
        _person.reachable,
        _person.language,
        _person.client_language,
    )
    .join_from(_table(Ask), _PEOPLE, _person.id == _table(Ask).c.person_id)
    .where(_table(Ask).c.match_id == _id)
    .order_by(_table(Ask).c.at, _table(Ask).c.person_id)
)
AWAITING = (
    select(_person.id, _person.language, _person.client_language)
    .join_from(_PEOPLE, _SEEN, _seen.person_id == _person.id)
    .join(_MATCHES, _match.chat_id == _seen.chat_id)
    .where(_match.id == _id, _seen.told_of == _id, ~_seen.gone, _seen.blocked_at.is_(None), _person.reachable)
    .order_by(_person.id)
)
# ``id``: of a group.
CHAT = select(*_CHOSEN).where(_chat.id == _id)
HOURS = select(_chat.language, _chat.zone, _chat.quiet_start, _chat.quiet_end).where(_chat.id == _id)
SURFACES = select(*_surface).where(_surface.match_id == _id)
# ``id``: of a person.
NAME = select(_person.name).where(_person.id == _id)
