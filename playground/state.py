"""One playground: all its parts, and the deeds by which anybody changes it.

A deed changes the world, enters it in the journal and queues what the bot gets to hear of it. Whether somebody may do
it is decided before, by the method or by the person's act.
"""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Any

from playground.clock import Clock
from playground.errors import ApiError
from playground.faults import Faults
from playground.files import Files
from playground.journal import Journal
from playground.limits import Flood
from playground.privacy import bot_hears
from playground.profile import Profile
from playground.render import Json, chat_json, member_json, message_json, user_json
from playground.updates import Updates
from playground.webhook import Webhook
from playground.world import Chat, Content, Member, Message, Person, World

QUERY_KEPT_SECONDS = 3600


@dataclass
class Query:
    """A callback or inline query that waits for its one answer.

    `answer` becomes what the bot answers, `asked` is what the query was about.
    """

    id: str
    person_id: int
    at: float
    asked: Json
    answer: asyncio.Future[Json]
    answered: bool = False


@dataclass
class Settings:
    """What BotFather would be asked for; `inline_feedback` is off as it is there."""

    token: str
    username: str = "BigBenPlayBot"
    name: str = "Big Ben"
    flood: bool = True
    inline_feedback: bool = False
    throttle: bool = True

    @property
    def bot_id(self) -> int:
        return int(self.token.partition(":")[0])


@dataclass
class Playground:
    """The state of the server. It lives in one event loop and needs no locks: no deed awaits anything."""

    settings: Settings
    clock: Clock = field(default_factory=Clock)
    files: Files = field(default_factory=Files)
    events: Journal = field(default_factory=lambda: Journal("seq"))
    calls: Journal = field(default_factory=lambda: Journal("n"))
    profile: Profile = field(default_factory=Profile)
    callbacks: dict[str, Query] = field(default_factory=dict)
    inlines: dict[str, Query] = field(default_factory=dict)
    answer_cache: dict[tuple[Any, ...], tuple[float, Json]] = field(default_factory=dict)
    hint: Json = field(default_factory=dict)
    ephemeral: str = "works"
    """What comes of ephemeral messages, see `playground.ephemeral.switch`."""
    privacy: bool = True
    """Whether privacy mode is on, as BotFather leaves it."""
    stopped: bool = False

    def __post_init__(self) -> None:
        bot = Person(self.settings.bot_id, self.settings.name, username=self.settings.username, is_bot=True)
        self.world = World(bot)
        self.updates = Updates(self.clock, self.settings.throttle)
        self.webhook: Webhook | None = None
        self.flood = Flood(self.clock, self.settings.flood)
        self.faults = Faults(self.clock)

    @property
    def bot(self) -> Person:
        return self.world.bot

    def wake(self) -> None:
        """Let everybody who waits for something go, because the server stops."""
        self.stopped = True
        self.updates.wake()
        self.events.added.ring()
        self.clock.stop()
        for query in [*self.callbacks.values(), *self.inlines.values()]:
            query.answer.cancel()

    async def end_webhook(self) -> None:
        """Let updates wait for polling, whether there was a webhook or not."""
        webhook, self.webhook = self.webhook, None
        self.updates.webhook = False
        if webhook:
            await webhook.stop()

    def note(self, kind: str, chat_id: int | None, **facts: Any) -> None:
        """Enter an event in the journal."""
        self.events.add({"at": self.clock.now(), "kind": kind, "chat_id": chat_id, **facts})

    def post(self, chat: Chat, sender_id: int, content: Content | None = None, **fields: Any) -> Message:
        """Put a message into a chat; `fields` are further fields of Message, a number taken before among them."""
        message_id = fields.pop("id", None) or self.world.next_message_id(chat)
        message = Message(chat.id, message_id, sender_id, int(self.clock.now()), content or Content(), **fields)
        chat.messages[message.id] = message
        if message.inline_id:
            self.world.inline[message.inline_id] = message
        said = message_json(self.world, message)
        self.note("sent", chat.id, message=said)
        if bot_hears(self.world, chat, message, self.privacy):
            self.updates.add("message", said)
        return message

    def edit(self, message: Message, content: Content) -> None:
        """Give a message another content; the bot hears of what others edit."""
        message.content = content
        message.edit_date = int(self.clock.now())
        said = message_json(self.world, message)
        self.note("edited", message.chat_id, message=said)
        by_the_bot = message.via_bot or message.sender_id == self.bot.id
        if not by_the_bot and bot_hears(self.world, self.world.chats[message.chat_id], message, self.privacy):
            self.updates.add("edited_message", said)

    def delete(self, message: Message, by: int) -> None:
        """Take a message away for everybody; it is no longer pinned either."""
        chat = self.world.chats[message.chat_id]
        said = message_json(self.world, message)
        message.deleted = True
        chat.pinned = [pinned for pinned in chat.pinned if pinned != message.id]
        self.note("deleted", chat.id, message=said, by=by)

    def pin(self, message: Message, by: int) -> None:
        """Pin a message, on top of those pinned before, with Telegram's service message."""
        chat = self.world.chats[message.chat_id]
        chat.pinned = [*(pinned for pinned in chat.pinned if pinned != message.id), message.id]
        said = message_json(self.world, message, with_reply=False)
        self.note("pinned", chat.id, message=said, by=by)
        anonymous = chat.id if chat.member(by).anonymous else None
        self.post(chat, by, service={"pinned_message": said}, thread_id=message.thread_id, sender_chat_id=anonymous)

    def unpin(self, chat: Chat, message_ids: list[int], by: int) -> None:
        """Unpin messages, silently as Telegram does."""
        chat.pinned = [pinned for pinned in chat.pinned if pinned not in message_ids]
        for message_id in message_ids:
            self.note("unpinned", chat.id, message_id=message_id, by=by)

    def set_member(self, chat: Chat, user_id: int, member: Member, by: int) -> None:
        """Give somebody another place in a group and tell the bot as far as it gets to know."""
        old = chat.member(user_id)
        if old == member:
            return
        bot_administers = chat.member(self.bot.id).status == "administrator"
        chat.members[user_id] = member
        user, actor = self.world.user(user_id), self.world.user(by)
        if user is None or actor is None:
            raise LookupError(user_id)
        change = {
            "chat": chat_json(self.world, chat),
            "from": user_json(actor),
            "date": int(self.clock.now()),
            "old_chat_member": member_json(user, old),
            "new_chat_member": member_json(user, member),
        }
        if user_id == self.bot.id:
            chat.bot_knows = True
            self.updates.add("my_chat_member", change)
        elif bot_administers:
            self.updates.add("chat_member", change)
        self.note("member", chat.id, **{name: change[name] for name in ("from", "old_chat_member", "new_chat_member")})

    def enter(self, chat: Chat, user_ids: list[int], by: int) -> None:
        """Bring people or the bot into a group, with the service message."""
        for user_id in user_ids:
            self.set_member(chat, user_id, Member("member"), by)
        users = [user for user in map(self.world.user, user_ids) if user]
        self.post(chat, by, service={"new_chat_members": [user_json(user) for user in users]})

    def exit(self, chat: Chat, user_id: int, by: int) -> None:
        """Take somebody out of a group: he leaves by himself or is removed; with the service message."""
        user = self.world.user(user_id)
        if user is None:
            raise LookupError(user_id)
        heard = chat.member(self.bot.id).present
        message = {"left_chat_member": user_json(user)}
        self.set_member(chat, user_id, Member("left" if by == user_id else "kicked"), by)
        posted = self.post(chat, by, service=message)
        if user_id == self.bot.id and heard and by != user_id:
            self.updates.add("message", message_json(self.world, posted))

    def block(self, person: Person, blocked: bool) -> None:
        """A person blocks or unblocks the bot."""
        person.blocked = blocked
        places = [Member("member"), Member("kicked")]
        old, new = places if blocked else reversed(places)
        change = {
            "chat": chat_json(self.world, self.world.chats[person.id]),
            "from": user_json(person),
            "date": int(self.clock.now()),
            "old_chat_member": member_json(self.bot, old),
            "new_chat_member": member_json(self.bot, new),
        }
        self.updates.add("my_chat_member", change)
        self.note("blocked" if blocked else "unblocked", person.id, person=user_json(person))

    def open_query(self, queries: dict[str, Query], person_id: int, asked: Json) -> Query:
        """A new query of a person, to be answered once."""
        while queries and (oldest := next(iter(queries.values()))).at + QUERY_KEPT_SECONDS < self.clock.now():
            del queries[oldest.id]
        query_id = str(secrets.randbelow(9 * 10**18) + 10**18)
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        queries[query_id] = Query(query_id, person_id, self.clock.now(), asked, answer)
        return queries[query_id]

    def close_query(self, queries: dict[str, Query], query_id: str, seconds: float) -> Query:
        """The query that an answer belongs to. Raises ApiError 400 for an answered, too old or unknown one."""
        query = queries.get(query_id)
        if query is None or query.answered or self.clock.now() >= query.at + seconds:
            raise ApiError(400, "Bad Request: query is too old and response timeout expired or query ID is invalid")
        query.answered = True
        return query
