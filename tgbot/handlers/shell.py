"""What every handler works with, and the few things they all do."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

import structlog
from telegram import Bot, CallbackQuery, Message, Update
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError

from tgbot import people
from tgbot.clock import Clock
from tgbot.deadlines import Deadlines
from tgbot.deliver import Deliverer
from tgbot.lobby import Place, Who
from tgbot.people import Attempt, Visit
from tgbot.store import Session, Store
from tgbot.wire.request import retry_seconds

log = structlog.get_logger(__name__)

T = TypeVar("T")

_ADMINISTRATORS = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)
_ANSWERABLE = 150.0
"""Seconds after which Telegram takes no answer to a press any more."""
_ANSWER_PAUSES = (0.5, 1.0, 2.0, 4.0, 5.0)
"""Seconds after the first failure of the network, the second, and so on; then always the last."""


@dataclass
class Shell:
    """The bot with everything around it."""

    bot: Bot
    store: Store
    clock: Clock
    deliverer: Deliverer
    deadlines: Deadlines
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    async def attempt(self, visit: Visit, do: Callable[[Session], T]) -> Attempt[T]:
        """Does what a visitor wants, in one transaction."""
        return await self.store.write(people.attempt, visit, do)

    def changed(self, match_id: int) -> None:
        """A match has changed: its messages and its deadline follow."""
        self.deliverer.wake(match_id)
        self.deadlines.arm_soon()

    async def reach(self, person_id: int, reachable: bool) -> None:
        """Somebody can be written to now, or not any more."""
        for match_id in await self.store.write(people.reach, person_id, reachable):
            self.changed(match_id)

    async def is_member(self, chat_id: int, person_id: int) -> bool | None:
        """Whether somebody is in a group (Bot API ``getChatMember``). None: Telegram does not tell."""
        try:
            member = await self.bot.get_chat_member(chat_id, person_id, read_timeout=5)
        except TelegramError as error:
            log.info("membership unknown", chat=chat_id, error=type(error).__name__)
            return None
        if member.status == ChatMemberStatus.RESTRICTED:
            return bool(getattr(member, "is_member", False))
        return member.status in (*_ADMINISTRATORS, ChatMemberStatus.MEMBER)

    async def is_admin(self, chat_id: int, person_id: int) -> bool:
        """Whether somebody is an administrator of a group; no when Telegram does not tell."""
        try:
            member = await self.bot.get_chat_member(chat_id, person_id, read_timeout=5)
        except TelegramError as error:
            log.info("rights unknown", chat=chat_id, error=type(error).__name__)
            return False
        return member.status in _ADMINISTRATORS

    def answer(self, query: CallbackQuery, text: str = "", *, alert: bool = False, url: str | None = None) -> None:
        """Answers a press, once; not waited for (Bot API ``answerCallbackQuery``)."""
        self.spawn(self._until_done(lambda: query.answer(text or None, show_alert=alert, url=url, cache_time=0)))

    async def remove(self, chat_id: int, message_id: int) -> None:
        """Deletes a message nobody needs any more; it does no harm where it stays (Bot API ``deleteMessage``)."""
        try:
            await self.bot.delete_message(chat_id, message_id)
        except TelegramError as error:
            log.info("a message stays", chat=chat_id, error=type(error).__name__)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Lets something go on that no update waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def drain(self, seconds: float) -> None:
        """Waits for what goes on, at the most so long."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    async def _until_done(self, call: Callable[[], Awaitable[object]]) -> None:
        """Telegram may be slow or down for a while; a query it calls too old needs no answer any more."""
        loop = asyncio.get_running_loop()
        late = loop.time() + _ANSWERABLE
        for failures in itertools.count():
            try:
                await call()
                return
            except RetryAfter as error:
                pause = retry_seconds(error)
            except BadRequest as error:
                log.info("a query is not answered", said=error.message)
                return
            except NetworkError:
                pause = _ANSWER_PAUSES[min(failures, len(_ANSWER_PAUSES) - 1)]
            except TelegramError as error:
                log.warning("a query is not answered", error=type(error).__name__)
                return
            if loop.time() + pause >= late:
                log.warning("a query is not answered", error="Telegram was out of reach until it was too old")
                return
            await asyncio.sleep(pause)


def visit_of(update: Update, now: Callable[[], Any]) -> Visit:
    """Who turns up with an update, where, and when. Bots, channels and anonymous administrators are nobody."""
    user, chat, message = update.effective_user, update.effective_chat, update.effective_message
    who = None
    # A post of the group's channel comes from Telegram's own account, which is no bot.
    for_chat = update.callback_query is None and message is not None and message.sender_chat is not None
    if user is not None and not user.is_bot and not for_chat:
        who = Who(user.id, user.full_name, source_of(update))
    place = None
    if chat is not None and chat.type in (ChatType.GROUP, ChatType.SUPERGROUP):
        place = Place(chat.id, chat.title or "", thread_of(message))
    return Visit(who, place, now(), user.username if user else None, user.language_code if user else None)


def source_of(update: Update) -> str:
    """Telegram's own id of a press or message: what a join adds to the seed of the shuffles."""
    if update.callback_query is not None:
        return f"callback {update.callback_query.id}"
    message = update.effective_message
    return f"message {message.chat_id} {message.message_id}" if message else f"update {update.update_id}"


def thread_of(message: Message | None) -> int | None:
    """The topic of a message in a forum; None elsewhere, where a thread is only a chain of replies."""
    if message is None or not getattr(message, "is_topic_message", None):
        return None
    return message.message_thread_id
