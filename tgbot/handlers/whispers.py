"""Messages in a group that only one member sees: whispers (Bot API 10.2, *Ephemeral Messages and Commands*).

The law
    Nothing secret leaves for a server that has not proved that it knows them: an older one passes over what it does not
    know, and everybody would read it. The first whisper of a process says nothing, and becomes the hand by an edit,
    which can reach nobody but its receiver.
    None waits for its turn, but a moment: where the group's budget has no place, another door is used.
    It goes out before the press is answered, for an answered press allows none.
"""

from __future__ import annotations

import asyncio

import structlog
from markupsafe import Markup
from telegram import Bot
from telegram.error import RetryAfter, TelegramError

from tgbot import people
from tgbot.clock import Clock
from tgbot.deliver import Deliverer
from tgbot.screens.screen import Screen
from tgbot.store import Store
from tgbot.store.reading import SurfaceRow
from tgbot.wanted import Wanted
from tgbot.wire.ephemeral import Overheard, delete_whisper, edit_whisper, whisper
from tgbot.wire.messages import refuses, says
from tgbot.wire.request import retry_seconds

log = structlog.get_logger(__name__)

AGAIN = 30.0
"""Who asks again within so many seconds has perhaps not seen the whisper, whose delivery Telegram does not promise."""
SOON = 1.0
"""So many seconds a press may wait for a place in the budget of all chats."""
_NOTHING = Screen(Markup("🎴"))


class Whispers:
    """Shows people their hands in the group, before their own eyes alone."""

    def __init__(self, bot: Bot, store: Store, deliverer: Deliverer, clock: Clock) -> None:
        self._bot = bot
        self._store = store
        self._deliverer = deliverer
        self._clock = clock
        self._known: bool | None = None
        """Whether the server knows whispers; None: it has not been asked yet."""
        self._shown: dict[tuple[int, str], float] = {}
        """When each was shown last, for as long as that matters."""

    async def show(self, match_id: int, revision: int, want: Wanted, query_id: str = "") -> bool:
        """Shows somebody what he alone may see; ``query_id``: his press, without which only administrators may. Whether
        it was done. A refusal that is his own is noted.
        """
        limiter, key = self._deliverer.limiter, (match_id, want.which)
        if self._known is False or self._lately(key) or limiter.delay(want.chat_id, "whisper") > SOON:
            return False
        # At once, so that of two presses at the same time one whispers.
        self._shown[key] = self._clock.monotonic()
        await asyncio.sleep(limiter.reserve(want.chat_id, "whisper"))
        try:
            number = await self._say(want, query_id)
        except TelegramError as error:
            self._shown.pop(key, None)
            await self._refused(want, query_id, error)
            return False
        await self._deliverer.whispered(_row(match_id, revision, want, number))
        return True

    def _lately(self, key: tuple[int, str]) -> bool:
        now = self._clock.monotonic()
        self._shown = {one: at for one, at in self._shown.items() if now - at < AGAIN}
        return key in self._shown

    async def _say(self, want: Wanted, query_id: str) -> int:
        to = want.alone or 0
        first = _NOTHING if self._known is None else want.screen
        number = await whisper(self._bot, want.chat_id, to, first, query_id=query_id, thread_id=want.thread_id)
        if first is want.screen:
            return number
        try:
            await edit_whisper(self._bot, want.chat_id, to, number, want.screen)
        except TelegramError:
            await delete_whisper(self._bot, want.chat_id, to, number)
            raise
        self._known = True
        return number

    async def _refused(self, want: Wanted, query_id: str, error: TelegramError) -> None:
        log.info("no whisper", chat=want.chat_id, error=type(error).__name__, said=error.message)
        if isinstance(error, RetryAfter):
            self._deliverer.limiter.halt(want.chat_id, retry_seconds(error))
        elif isinstance(error, Overheard):
            self._known = False
        elif query_id and refuses(error) and not says(error, "query is too old"):
            await self._store.write(people.whisper_failed, want.alone or 0, self._clock.now())


def _row(match_id: int, revision: int, want: Wanted, number: int) -> SurfaceRow:
    return SurfaceRow(match_id, want.which, want.chat_id, number, want.epoch, want.screen.digest, revision)
