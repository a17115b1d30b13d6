"""Chats and topics that take no messages any more, as refusals of calls tell, and what becomes of matches there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from enum import Enum, auto
from typing import Concatenate, ParamSpec

import structlog
from telegram.error import TelegramError

from tgbot import groups, people
from tgbot.showing import Showing
from tgbot.store import Session, Store
from tgbot.wanted import Wanted
from tgbot.wire.messages import is_shut, is_topic_closed, is_topic_gone

P = ParamSpec("P")

log = structlog.get_logger(__name__)


class Closure(Enum):
    """What takes no messages: nothing in the chat does, or only its topic, which is closed or deleted."""

    CHAT = auto()
    TOPIC = auto()
    DELETED = auto()


def closure(error: Exception) -> Closure | None:
    """What the refusal of a call tells; None: nothing of the kind."""
    if not isinstance(error, TelegramError):
        return None
    if is_shut(error):
        return Closure.CHAT
    if is_topic_closed(error):
        return Closure.TOPIC
    return Closure.DELETED if is_topic_gone(error) else None


class Closures:
    """Notes them, and wakes the matches that they touch. ``matches``: those under delivery."""

    def __init__(
        self, store: Store, matches: Mapping[int, Showing], wake: Callable[[int], None], now: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._matches = matches
        self._wake = wake
        self._now = now

    def stop(self, chat_id: int) -> None:
        """At once, so that what waits for the same group is not refused one after the other."""
        if chat_id < 0:
            self._stop(lambda want: want.chat_id == chat_id, chat_id)

    async def shut(self, chat_id: int) -> None:
        """Nobody can be written to there: a person is played with in the group, a group's matches are paused."""
        if chat_id > 0:
            touched = await self._note(chat_id, people.reach, False)
        else:
            touched = await self._note(chat_id, groups.hush, self._now())
        for match_id in touched:
            self._wake(match_id)

    async def close_topic(self, refused: Wanted, *, deleted: bool) -> None:
        """A topic is closed, and its matches are paused; or it is deleted, and they go on in General."""
        chat_id, thread_id = refused.chat_id, refused.thread_id
        self._stop(lambda want: (want.chat_id, want.thread_id) == (chat_id, thread_id), chat_id)
        if not deleted:
            touched = await self._note(chat_id, groups.close_topic, thread_id, self._now())
        elif thread_id is not None:
            touched = await self._note(chat_id, groups.lose_topic, thread_id, self._now())
        else:
            return
        for match_id in touched:
            if deleted and (lost := self._matches.get(match_id)):
                lost.leave(chat_id)
            self._wake(match_id)

    def _stop(self, there: Callable[[Wanted], bool], chat_id: int) -> None:
        for match in self._matches.values():
            if any(map(there, match.want.values())):
                match.shut = chat_id

    async def _note(
        self,
        chat_id: int,
        do: Callable[Concatenate[Session, int, P], Sequence[int]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Sequence[int]:
        """The matches that it touches."""
        try:
            return await self._store.write(do, chat_id, *args, **kwargs)
        except Exception as error:
            # The next change of a match is refused again.
            log.error("a refusal cannot be noted", chat=chat_id, error=type(error).__name__)
            return ()
