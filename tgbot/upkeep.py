"""Use cases that nobody at a table asks for: what whoever runs the bot announces, and letting old things go.

The law
    An announcement is said once in each chat, and then taken from the database: who dies in between may say it twice,
    and loses none. After its time it is not said any more.
    A match that is over is kept for so many days, and then deleted with all that belongs to it: moves, claims, votes,
    messages. A lobby that came to nothing is kept for a week. People and groups of whom no match is left are deleted
    when they have not been seen for as long. It is done in small batches, between which presses are served.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tgbot import people
from tgbot.facts import is_private
from tgbot.store import Session, queries, reading

UNPLAYED_DAYS = 7
"""A lobby that came to nothing is kept so long, and not longer than matches are."""
TOGETHER = 20
"""So much is deleted in one transaction."""
ANNOUNCED = timedelta(hours=1)
"""After so long an announcement is not said any more."""


@dataclass(frozen=True)
class Announced:
    """Something to be said in a chat, in its language. ``text`` empty: the bot restarts at ``restart_at``."""

    number: int
    chat_id: int
    thread_id: int | None
    language: str
    text: str
    restart_at: datetime | None


def announce(session: Session, text: str, restart_at: datetime | None, now: datetime) -> int:
    """Something is to be said wherever a lobby is open or a match runs: in groups, and to everybody at private tables.
    In how many chats.
    """
    places = [place for place in queries.live_places(session) if not is_private(place[0])]
    places += [(person, None) for person in queries.seated_privately(session)]
    for place in places:
        queries.to_announce(session, place, text, restart_at, restart_at or now + ANNOUNCED)
    return len(places)


def to_say(session: Session, now: datetime, without: Collection[int]) -> Sequence[Announced]:
    """What is to be said now, but for some that are being said; what has had its time is forgotten. A batch: the next
    look finds the others.
    """
    found = queries.announcements(session, without, TOGETHER)
    said(session, [row.id for row in found if row.until <= now])
    return [
        Announced(
            row.id, row.chat_id, row.thread_id, _language(session, row.chat_id, row.thread_id), row.text, row.restart_at
        )
        for row in found
        if now < row.until
    ]


def said(session: Session, numbers: Collection[int]) -> None:
    """These announcements are said, or cannot be."""
    queries.announced(session, numbers)


def anything_to_say(session: Session, without: Collection[int]) -> bool:
    """Whether something is noted to be said, but for some that are being said."""
    return bool(queries.announcements(session, without, 1))


def _language(session: Session, chat_id: int, thread_id: int | None) -> str:
    """Of a private chat its person's; of a group the one its matches speak."""
    if is_private(chat_id):
        return people.language(session, chat_id) or "en"
    here = reading.facts_of(session, queries.matches_in_chat(session, chat_id, thread_id)[:1])
    return here[0].language if here else people.group_language(session, chat_id, "en")


def forget_old(session: Session, days: int, now: datetime) -> int:
    """Lets go what is older than so many days: one batch of matches, or when none is left of groups, or of people. How
    many of them; 0: nothing is left.
    """
    before = now - timedelta(days=days)
    unplayed = now - timedelta(days=min(days, UNPLAYED_DAYS))
    return (
        queries.forget_matches(session, before, unplayed, TOGETHER)
        or queries.forget_chats(session, before, TOGETHER)
        or queries.forget_people(session, before, TOGETHER)
    )
