"""Use cases on what is set until it is set otherwise: by administrators for what is played in their group, by somebody
for himself and for his private tables. Each is one transaction, given by the caller; a refusal changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tgbot.facts import Reminders, Status, is_private
from tgbot.languages import LANGUAGES, ZONES
from tgbot.lobby import Place
from tgbot.people import touched
from tgbot.presets import GroupSettings
from tgbot.refusals import Code, Refused
from tgbot.store import Session, queries
from tgbot.store.tables import QUIET, Chat

LONGEST_QUIET = 16 * 60
"""Minutes of quiet hours a day, at most."""


def set_language(session: Session, person_id: int, language: str) -> Sequence[int]:
    """Somebody chooses his language. The matches that show differently because of it."""
    person = queries.person_of(session, person_id)
    if person is None or language not in LANGUAGES:
        raise Refused(Code.UNKNOWN_BUTTON)
    person.language = language
    return touched(queries.matches_of_person(session, person_id))


def set_group_language(session: Session, place: Place, language: str, *, admin: bool) -> Sequence[int]:
    """An administrator chooses the group's language. The matches that show differently because of it."""
    if language not in LANGUAGES:
        raise Refused(Code.UNKNOWN_BUTTON)
    if not admin:
        raise Refused(Code.NOT_ADMIN)
    queries.met_chat(session, place.chat_id, place.title).language = language
    return touched(queries.matches_in_group(session, place.chat_id))


def set_zone(session: Session, chat_id: int, zone: str) -> Sequence[int]:
    """An administrator chooses the group's time zone, or somebody that of his private tables; clocks go by it from the
    next turn. The matches that show it.

    Raises:
        Refused: there is no such zone.
    """
    try:
        known = ZoneInfo(zone).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refused(Code.UNKNOWN_ZONE, zone=zone) from None
    _to_set(session, chat_id).zone = known
    return touched(queries.matches_in_group(session, chat_id))


def set_quiet(session: Session, chat_id: int, quiet: tuple[int, int] | None) -> Sequence[int]:
    """An administrator chooses the group's quiet hours, or somebody those of his private tables, in minutes after
    midnight, or none; clocks go by them from the next turn. The matches that show them.

    Raises:
        Refused: too little of the day would be left to play in.
    """
    begin, end = quiet or (None, None)
    if begin is not None and end is not None:
        day = range(24 * 60)
        if begin not in day or end not in day or not 0 < (end - begin) % len(day) <= LONGEST_QUIET:
            raise Refused(Code.UNKNOWN_BUTTON)
    chat = _to_set(session, chat_id)
    chat.quiet_start, chat.quiet_end = begin, end
    return touched(queries.matches_in_group(session, chat_id))


def set_quiet_hour(
    session: Session, chat_id: int, *, begin: int | None = None, end: int | None = None
) -> Sequence[int]:
    """An administrator moves one end of the group's quiet hours; where there were none the other is the usual one."""
    before = group_settings(session, chat_id).quiet or QUIET
    return set_quiet(session, chat_id, (before[0] if begin is None else begin, before[1] if end is None else end))


def set_whispers(session: Session, chat_id: int, on: bool) -> Sequence[int]:
    """An administrator chooses whether hands are shown in messages that only one member sees. The matches whose
    messages of this kind go.
    """
    _to_set(session, chat_id).whisper = on
    return touched(queries.matches_in_group(session, chat_id))


def set_pictures(session: Session, chat_id: int, on: bool) -> Sequence[int]:
    """An administrator chooses for his group, or somebody for his private tables, whether boards and hands are pictures
    or text. The matches that show it, whose messages are replaced.
    """
    _to_set(session, chat_id).pictures = on
    return touched(queries.matches_in_group(session, chat_id))


def set_reminders(session: Session, person_id: int, level: Reminders) -> Sequence[int]:
    """Somebody chooses which reminders he wants; those already sent stand. The matches that show differently."""
    person = queries.person_of(session, person_id)
    if person is None:
        raise Refused(Code.UNKNOWN_BUTTON)
    person.reminders = Reminders(level)
    return touched(queries.matches_of_person(session, person_id, (Status.RUNNING,)))


def reminders_of(session: Session, person_id: int) -> Reminders:
    """Which reminders somebody wants."""
    person = queries.person_of(session, person_id)
    return Reminders(person.reminders) if person else Reminders.ALL


def group_settings(session: Session, chat_id: int, else_: str = "en") -> GroupSettings:
    """What a group has chosen, or somebody for his private tables, or what holds because of no choice; ``else_``: the
    language until one is chosen.
    """
    chat = _row(session, chat_id) or Chat(id=chat_id)
    language = chat.language or else_
    begin, end = chat.quiet_start, chat.quiet_end
    return GroupSettings(
        zone=chat.zone or ZONES[language],
        zone_chosen=chat.zone is not None,
        quiet=None if begin is None or end is None else (begin, end),
        language=language,
        whispers=chat.whisper,
        pictures=chat.pictures,
    )


def _row(session: Session, chat_id: int) -> Chat | None:
    """Of a group the bot has met, or of somebody's private chat once something is set for it."""
    chat = queries.chat_of(session, chat_id)
    if chat is None and not is_private(chat_id):
        raise Refused(Code.UNKNOWN_BUTTON)
    return chat


def _to_set(session: Session, chat_id: int) -> Chat:
    """The same, made for a private chat when it is not there."""
    return _row(session, chat_id) or queries.met_chat(session, chat_id, "")
