"""What every handler works with, and the few things they all do."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, TypeVar

import structlog
from telegram import Bot, CallbackQuery, ChatMember, ChatMemberRestricted, Message, Update
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError

from tgbot import groups, people
from tgbot.clock import Clock
from tgbot.deadlines import Deadlines
from tgbot.deliver import Deliverer, glimpse_of
from tgbot.facts import MatchFacts, is_private
from tgbot.handlers.whispers import Whispers
from tgbot.lobby import Place, Who
from tgbot.people import Attempt, Visit
from tgbot.refusals import Code
from tgbot.running import Done
from tgbot.showing import Glimpse
from tgbot.store import Session, Store
from tgbot.wire.messages import answer
from tgbot.wire.request import retry_seconds

log = structlog.get_logger(__name__)

T = TypeVar("T")

_ADMINISTRATORS = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)
ASK_AGAIN = 10.0
"""Telegram is asked at most once in so many seconds whether the bot may write in a group again."""
_ANSWERABLE = 150.0
"""Seconds after which Telegram takes no answer to a press any more."""
_ANSWER_PAUSES = (0.5, 1.0, 2.0, 4.0, 5.0)
"""Seconds after the first failure of the network, the second, and so on; then always the last."""


class Standing(Enum):
    """What somebody is to a group; ``UNKNOWN``: Telegram does not tell, or it is not to be relied on."""

    MEMBER = auto()
    OUTSIDE = auto()
    BANNED = auto()
    UNKNOWN = auto()


@dataclass
class Shell:
    """The bot with everything around it."""

    bot: Bot
    store: Store
    clock: Clock
    deliverer: Deliverer
    deadlines: Deadlines
    retention_days: int = 0
    """How long matches that are over are kept; 0: for ever."""
    whispers: Whispers = field(init=False)
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    _asked: dict[int, float] = field(default_factory=dict)
    """When Telegram was asked whether the bot may write, by hushed group."""

    def __post_init__(self) -> None:
        self.whispers = Whispers(self.bot, self.store, self.deliverer, self.clock)

    async def attempt(self, visit: Visit, do: Callable[[Session], T]) -> Attempt[T]:
        """Does what a visitor wants, in one transaction."""
        return await self.store.write(people.attempt, visit, do)

    async def change(self, visit: Visit, do: Callable[[Session], Done]) -> Attempt[Done]:
        """Does something to a match, in one transaction that also sees what the match shows then; its messages and its
        deadline follow.
        """

        def transact(session: Session) -> Attempt[tuple[Done, Glimpse]]:
            # In its turn, and before it looks at the database: few notes can be written meanwhile that it does not see.
            since = self.deliverer.forgotten

            def do_and_look(session: Session) -> tuple[Done, Glimpse]:
                done = do(session)
                return done, glimpse_of(session, done.match, since)

            return people.attempt(session, visit, do_and_look)

        tried = await self.store.write(transact)
        if tried.done is None:
            if tried.refused is not None:
                log.debug("refused", code=str(tried.refused.code))
            if tried.refused is not None and tried.refused.code is Code.HUSHED:
                self.heard(int(str(tried.refused.fields["chat_id"])))
            return Attempt(tried.language, tried.reachable, refused=tried.refused)
        done, glimpse = tried.done
        if glimpse.look.facts.hushed:
            self.heard(glimpse.look.facts.chat_id)
        log.debug("done", **traced(glimpse.look.facts, visit.who))
        self.deliverer.wake(done.match, glimpse)
        self.deadlines.arm_soon()
        return Attempt(tried.language, tried.reachable, done=done)

    def changed(self, match_id: int) -> None:
        """A match has changed: its messages and its deadline follow."""
        self.deliverer.wake(match_id)
        self.deadlines.arm_soon()

    async def reach(self, person_id: int, reachable: bool) -> None:
        """Somebody can be written to now, or not any more."""
        for match_id in await self.store.write(people.reach, person_id, reachable):
            self.changed(match_id)

    async def lose(self, chat_id: int) -> None:
        """The bot cannot write in a group any more: its matches wait (C36, C37)."""
        for match_id in await self.store.write(groups.hush, chat_id, self.clock.now()):
            self.changed(match_id)

    async def regain(self, chat_id: int) -> None:
        """The bot can write in a group, perhaps again: what waited goes on, and what was refused is tried."""
        for match_id in await self.store.write(groups.speak, chat_id, self.clock.now()):
            self.changed(match_id)
        await self.deliverer.try_again(chat_id)

    async def open_topic(self, chat_id: int, thread_id: int | None) -> None:
        """A topic is open again, or perhaps: if not, Telegram's refusal will tell. None: General."""
        for match_id in await self.store.write(groups.open_topic, chat_id, thread_id, self.clock.now()):
            self.changed(match_id)

    async def depart(self, chat_id: int, person_id: int) -> None:
        """Somebody is not in a group any more."""
        for match_id in await self.store.write(groups.depart, chat_id, person_id, self.clock.now()):
            self.changed(match_id)

    def heard(self, chat_id: int, thread_id: int | None = None) -> None:
        """Somebody does something in a group, or in a match of it. Where the bot could not write it may be able to
        again: a change of what all members may do is told to nobody. ``thread_id``: he writes in this topic.
        """
        self.spawn(self._listen(chat_id, thread_id))

    async def _listen(self, chat_id: int, thread_id: int | None) -> None:
        try:
            if thread_id is not None:
                await self.open_topic(chat_id, thread_id)
            if not await self.store.read(groups.hushed, chat_id):
                return
            now = self.clock.monotonic()
            if now - self._asked.get(chat_id, -ASK_AGAIN) < ASK_AGAIN:
                return
            self._asked[chat_id] = now
            if await self.may_write(chat_id):
                await self.regain(chat_id)
        except Exception as error:
            # Whoever comes next asks again.
            log.error("rights cannot be looked after", chat=chat_id, error=type(error).__name__)

    async def may_write(self, chat_id: int) -> bool | None:
        """Whether the bot may write there (Bot API ``getChatMember``, ``getChat``). None: Telegram does not tell."""
        try:
            member = await self.bot.get_chat_member(chat_id, self.bot.id, read_timeout=5)
            if member.status in _ADMINISTRATORS or not may_speak(member):
                return may_speak(member)
            everybody = (await self.bot.get_chat(chat_id, read_timeout=5)).permissions
        except (BadRequest, Forbidden):
            return False
        except TelegramError as error:
            log.info("rights unknown", chat=chat_id, error=type(error).__name__)
            return None
        return everybody is None or everybody.can_send_messages is not False

    async def standing(self, chat_id: int, person_id: int) -> Standing:
        """What somebody is to a group (Bot API ``getChatMember``, which is sure to know others only when the bot is an
        administrator: that somebody is not there is believed only then).
        """
        try:
            member = await self.bot.get_chat_member(chat_id, person_id, read_timeout=5)
        except TelegramError as error:
            log.info("membership unknown", chat=chat_id, error=type(error).__name__)
            return Standing.UNKNOWN
        if belongs(member):
            return Standing.MEMBER
        if member.status == ChatMemberStatus.BANNED:
            return Standing.BANNED
        return Standing.OUTSIDE if await self.is_admin(chat_id, self.bot.id) else Standing.UNKNOWN

    async def is_admin(self, chat_id: int, person_id: int) -> bool | None:
        """Whether somebody is an administrator of a group. None: Telegram does not tell. A private chat has none."""
        if is_private(chat_id):
            return False
        try:
            member = await self.bot.get_chat_member(chat_id, person_id, read_timeout=5)
        except TelegramError as error:
            log.info("rights unknown", chat=chat_id, error=type(error).__name__)
            return None
        return member.status in _ADMINISTRATORS

    def answer(self, query: CallbackQuery, text: str = "", *, alert: bool = False, url: str | None = None) -> None:
        """Answers a press, once; not waited for (Bot API ``answerCallbackQuery``)."""
        self.spawn(self._until_done(lambda: answer(self.bot, query.id, text, alert=alert, url=url)))

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
        """Waits for what goes on, at the most so long; what is left then is broken off."""
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=seconds)
            for task in late:
                task.cancel()

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


def traced(facts: MatchFacts, who: Who | None) -> dict[str, object]:
    """A match as the log names it after somebody has done something: by numbers alone."""
    seated = facts.seat_of(who.id) if who is not None else None
    return {
        "match": facts.match,
        "seat": seated.seat if seated else None,
        "position": facts.position,
        "revision": facts.revision,
        "status": str(facts.status),
    }


def belongs(member: ChatMember) -> bool:
    """Whether somebody is in the group; who is restricted may have left."""
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status in (*_ADMINISTRATORS, ChatMemberStatus.MEMBER)


def may_speak(member: ChatMember) -> bool:
    """Whether somebody may send messages in the group, as far as it is up to him alone."""
    return belongs(member) and (not isinstance(member, ChatMemberRestricted) or member.can_send_messages)


def visit_of(update: Update, now: Callable[[], Any]) -> Visit:
    """Who turns up with an update, where, and when. Bots, channels and anonymous administrators are nobody."""
    user, chat, message = update.effective_user, update.effective_chat, update.effective_message
    who = None
    # A post of the group's channel comes from Telegram's own account, which is no bot.
    for_chat = update.callback_query is None and message is not None and message.sender_chat is not None
    if user is not None and not user.is_bot and not for_chat:
        who = Who(user.id, user.full_name or "", source_of(update))
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
