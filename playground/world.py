"""Who and what there is: people, chats, members and their rights, messages."""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from playground.entities import Entity
from playground.errors import SimError
from playground.keyboards import Markup

Kind = Literal["private", "group", "supergroup"]
Status = Literal["creator", "administrator", "member", "left", "kicked"]

PRESENT = frozenset({"creator", "administrator", "member"})
RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_send_welcome_messages",
    "can_pin_messages",
    "can_manage_topics",
)
DEFAULT_RIGHTS = frozenset(RIGHTS) - {"can_promote_members", "can_manage_topics", "can_send_welcome_messages"}


@dataclass
class Person:
    """A user: a person, or the bot itself."""

    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None
    is_bot: bool = False
    started: bool = False
    blocked: bool = False


@dataclass(frozen=True)
class Member:
    """Somebody's place in a group; without a place he is `left`."""

    status: Status = "left"
    rights: frozenset[str] = frozenset()

    @property
    def present(self) -> bool:
        return self.status in PRESENT

    def may(self, right: str) -> bool:
        return self.status == "creator" or right in self.rights


@dataclass(frozen=True)
class Photo:
    """An uploaded picture: its file and its size in pixels and bytes."""

    file_id: str
    file_unique_id: str
    width: int
    height: int
    file_size: int


@dataclass(frozen=True)
class Content:
    """What a message says; equal contents are what Telegram calls "not modified".

    `text` and `entities` are the caption's when there is a photo. `options` are further fields of the Message object.
    """

    text: str = ""
    entities: tuple[Entity, ...] = ()
    photo: Photo | None = None
    markup: Markup | None = None
    options: tuple[tuple[str, Any], ...] = ()

    def with_markup(self, markup: Markup | None) -> "Content":
        return replace(self, markup=markup)


@dataclass
class Message:
    """One message in one chat; `service` holds the fields of a service message."""

    chat_id: int
    id: int
    sender_id: int
    date: int
    content: Content = Content()
    reply_to: int | None = None
    via_bot: bool = False
    inline_id: str | None = None
    protected: bool = False
    service: dict[str, Any] | None = None
    edit_date: int | None = None
    deleted: bool = False


@dataclass
class Chat:
    """A group, or the private chat of a person with the bot (whose id is the person's)."""

    id: int
    kind: Kind
    title: str = ""
    members: dict[int, Member] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    pinned: list[int] = field(default_factory=list)
    bot_knows: bool = True

    @property
    def private(self) -> bool:
        return self.kind == "private"

    def member(self, user_id: int) -> Member:
        return self.members.get(user_id, Member())

    def message(self, message_id: int) -> Message | None:
        """A message that has not been deleted."""
        found = self.messages.get(message_id)
        return None if found is None or found.deleted else found

    def standing(self) -> list[Message]:
        """All messages that have not been deleted, oldest first."""
        return [message for message in self.messages.values() if not message.deleted]

    def creator(self) -> int:
        return next(user_id for user_id, member in self.members.items() if member.status == "creator")


class World:
    """All people, chats and messages. Ids look like Telegram's; those of messages count as Telegram's do:
    in each supergroup apart, in private chats and basic groups together.
    """

    def __init__(self, bot: Person) -> None:
        self.bot = bot
        self.people: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self.inline: dict[str, Message] = {}
        self._next_person = 7_100_000_001
        self._next_group = 2_100_000_001
        self._message_ids: dict[int, int] = {}

    def user(self, user_id: int) -> Person | None:
        return self.bot if user_id == self.bot.id else self.people.get(user_id)

    def person(self, user_id: int) -> Person:
        """A person who is not the bot. Raises SimError."""
        if user_id not in self.people:
            raise SimError(f"there is no person {user_id}")
        return self.people[user_id]

    def chat(self, chat_id: int) -> Chat:
        """Any chat. Raises SimError."""
        if chat_id not in self.chats:
            raise SimError(f"there is no chat {chat_id}")
        return self.chats[chat_id]

    def add_person(self, **names: str | None) -> Person:
        """A new person with the fields of Person, and the private chat with the bot that is still to be started."""
        person = replace(Person(self._next_person, first_name=""), **names)  # type: ignore[arg-type]
        self._next_person += 1
        self.people[person.id] = person
        self.chats[person.id] = Chat(person.id, "private")
        return person

    def add_group(self, title: str, kind: Kind) -> Chat:
        """A new group without members that the bot has not heard of."""
        number = self._next_group
        self._next_group += 1
        group = Chat(-number if kind == "group" else -1_000_000_000_000 - number, kind, title, bot_knows=False)
        self.chats[group.id] = group
        return group

    def next_message_id(self, chat: Chat) -> int:
        counter = chat.id if chat.kind == "supergroup" else 0
        self._message_ids[counter] = self._message_ids.get(counter, 0) + 1
        return self._message_ids[counter]
