"""Use cases on the life of groups (product, People coming and going). Each is one transaction, given by the caller.

The law
    While the bot cannot write in a group its running matches are *hushed*: paused by the bot itself, with what is left
    on the clock kept and no end but the bot's return. A pause that people have made stays what it is.
    A closed topic is to its matches what a group without the bot is to all of them. What was played in a topic that is
    gone goes on in General.
    Who is not in the group any more has left its matches, as if he had said so.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from tgbot import ballots, lobby, table, timing
from tgbot.facts import Status
from tgbot.gathering import close
from tgbot.running import paused
from tgbot.store import Session, queries
from tgbot.store.tables import Match


def hush(session: Session, chat_id: int, now: datetime) -> Sequence[int]:
    """The bot cannot write in a group. The matches that are paused by it; told again, none."""
    return [match.id for match in queries.matches_in_group(session, chat_id) if _hush(match, now)]


def speak(session: Session, chat_id: int, now: datetime) -> Sequence[int]:
    """The bot can write in a group again: its hushed matches go on, each with a new board. Those matches; those in a
    closed topic wait for it.
    """
    return [_speak(match, now) for match in queries.hushed_in(session, chat_id) if not match.topic_closed]


def hushed(session: Session, chat_id: int) -> bool:
    """Whether matches of a group wait for the bot to be able to write there."""
    return queries.is_hushed(session, chat_id)


def close_topic(session: Session, chat_id: int, thread_id: int | None, now: datetime) -> Sequence[int]:
    """The bot cannot write in a topic, None: in General. The matches that are paused by it; told again, none."""
    touched = [match for match in queries.matches_in_chat(session, chat_id, thread_id) if _hush(match, now)]
    for match in touched:
        match.topic_closed = True
    return [match.id for match in touched]


def open_topic(session: Session, chat_id: int, thread_id: int | None, now: datetime) -> Sequence[int]:
    """The bot can write in a topic again. The matches that go on."""
    closed = (match for match in queries.hushed_in(session, chat_id) if match.topic_closed)
    return [_speak(match, now) for match in closed if match.thread_id == thread_id]


def open_topics(session: Session, chat_id: int, now: datetime) -> Sequence[int]:
    """The bot can write in all topics, closed or not. The matches that go on."""
    return [_speak(match, now) for match in queries.hushed_in(session, chat_id) if match.topic_closed]


def lose_topic(session: Session, chat_id: int, thread_id: int, now: datetime) -> Sequence[int]:
    """A topic is gone, with all that stood in it: its matches go on in General, where everybody can read them. So do
    lobbies, unless another one is open there: then they are called off. Those matches.
    """
    lost = queries.matches_in_chat(session, chat_id, thread_id)
    queries.forget_shown(session, chat_id, [match.id for match in lost])
    for match in lost:
        there = queries.matches_in_chat(session, chat_id, None)
        if match.status == Status.LOBBY and any(other.status == Status.LOBBY for other in there):
            close(session, match, Status.CANCELLED, now)
        match.thread_id = None
        if match.topic_closed:
            _speak(match, now)
        match.reposted += 1
        match.revision += 1
        session.flush()
    return [match.id for match in lost]


def _hush(match: Match, now: datetime) -> bool:
    """Pauses a running match because the bot cannot write; whether it was not hushed before."""
    if match.status != Status.RUNNING or match.hushed:
        return False
    match.hushed = True
    if not paused(match):
        timing.pause(match, None, now)
        match.pointing, match.pointing_in = None, ""
    match.revision += 1
    return True


def _speak(match: Match, now: datetime) -> int:
    """Lets a hushed match go on; its number."""
    match.hushed = match.topic_closed = False
    if match.status == Status.RUNNING:
        if match.pause_until is None:
            timing.go_on(match, now)
        match.reposted += 1
    match.revision += 1
    return match.id


def depart(session: Session, chat_id: int, person_id: int, now: datetime) -> Sequence[int]:
    """Somebody has left a group or was removed: he leaves its lobbies and matches (C35) and asks for no seat there any
    more. Those matches.
    """
    queries.unseen(session, chat_id, person_id)
    found = [match for match in queries.matches_of_person(session, person_id) if match.chat_id == chat_id]
    for match in found:
        leave = lobby.leave if match.status == Status.LOBBY else table.leave
        leave(session, match.id, person_id, now)
    asked = [
        match for match in queries.matches_in_group(session, chat_id) if ballots.withdraw(session, match, person_id)
    ]
    return [match.id for match in (*found, *asked)]
