"""Who and what there is: people, chats, members and their rights, messages."""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from playground.entities import Entity
from playground.errors import SimError
from playground.keyboards import Markup

Kind = Literal["private", "group", "supergroup", "channel"]
Status = Literal["creator", "administrator", "member", "restricted", "left", "kicked"]

PRESENT = frozenset({"creator", "administrator", "member", "restricted"})
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
PERMISSIONS = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_react_to_messages",
    "can_edit_tag",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
)
DEFAULT_PERMISSIONS = frozenset(PERMISSIONS) - {"can_pin_messages"}
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
    deactivated: bool = False


GROUP_ANONYMOUS_BOT = Person(1087968824, "Group", username="GroupAnonymousBot", is_bot=True)
CHANNEL_BOT = Person(136817688, "Channel", username="Channel_Bot", is_bot=True)


@dataclass(frozen=True)
class Member:
    """Somebody's place in a group; without a place he is `left`.

    `rights` are an administrator's rights, or the permissions left to somebody restricted.
    """

    status: Status = "left"
    rights: frozenset[str] = frozenset()
    anonymous: bool = False

    @property
    def present(self) -> bool:
        return self.status in PRESENT

    @property
    def administers(self) -> bool:
        return self.status in ("creator", "administrator")

    def may(self, right: str) -> bool:
        return self.status == "creator" or (self.status == "administrator" and right in self.rights)


@dataclass(frozen=True)
class Photo:
    """An uploaded picture: its file and its size in pixels and bytes."""

    file_id: str
    file_unique_id: str
    width: int
    height: int
    file_size: int


@dataclass(frozen=True)
class Document:
    """An uploaded file of any other kind, and the name it came with."""

    file_id: str
    file_unique_id: str
    file_name: str
    mime_type: str
    file_size: int


@dataclass(frozen=True)
class Content:
    """What a message says; equal contents are what Telegram calls "not modified".

    `text` and `entities` are the caption's when there is a photo or a document. `options` are further fields of the
    Message object.
    """

    text: str = ""
    entities: tuple[Entity, ...] = ()
    photo: Photo | None = None
    markup: Markup | None = None
    options: tuple[tuple[str, Any], ...] = ()
    document: Document | None = None

    @property
    def captioned(self) -> bool:
        """Whether its text is a caption."""
        return self.photo is not None or self.document is not None

    def with_markup(self, markup: Markup | None) -> "Content":
        return replace(self, markup=markup)


@dataclass
class Topic:
    """A forum topic; its id is that of the message that tells of its making, General's is 1."""

    id: int
    name: str
    icon_color: int = 0x6FB9F0
    icon_custom_emoji_id: str | None = None
    closed: bool = False
    hidden: bool = False


@dataclass
class Message:
    """One message in one chat; `service` holds the fields of a service message.

    `thread_id` is the topic it stands in (none in General) or, in other supergroups, the first message of a chain of
    replies. `sender_chat_id` is the chat in whose name somebody wrote. An ephemeral message has a `receiver_id` and
    counts apart.
    """

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
    thread_id: int | None = None
    sender_chat_id: int | None = None
    receiver_id: int | None = None
    origin: dict[str, Any] | None = None
    reactions: dict[int, tuple[str, ...]] = field(default_factory=dict)


@dataclass
class Chat:
    """A group, a channel, or the private chat of a person with the bot (whose id is the person's).

    `permissions` are what plain members may do; `topics` are those of a forum, None for any other chat. With
    `hidden_members` only administrators are told who else is there.
    """

    id: int
    kind: Kind
    title: str = ""
    members: dict[int, Member] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    pinned: list[int] = field(default_factory=list)
    bot_knows: bool = True
    username: str | None = None
    permissions: frozenset[str] = DEFAULT_PERMISSIONS
    topics: dict[int, Topic] | None = None
    hidden_members: bool = False
    migrated_to: int | None = None
    gone: bool = False
    ephemeral: dict[int, Message] = field(default_factory=dict)

    @property
    def private(self) -> bool:
        return self.kind == "private"

    @property
    def forum(self) -> bool:
        return self.topics is not None

    def member(self, user_id: int) -> Member:
        return self.members.get(user_id, Member())

    def permits(self, user_id: int, permission: str) -> bool:
        """Whether somebody in a group may do what members may unless it is taken from them."""
        member = self.member(user_id)
        if member.status == "restricted":
            return permission in member.rights and permission in self.permissions
        return member.administers or (member.present and permission in self.permissions)

    def message(self, message_id: int) -> Message | None:
        """A message that has not been deleted."""
        found = self.messages.get(message_id)
        return None if found is None or found.deleted else found

    def standing(self) -> list[Message]:
        """All messages that have not been deleted, oldest first."""
        return [message for message in self.messages.values() if not message.deleted]

    def creator(self) -> int:
        """Who made the group, or when he has left an administrator, or anybody. Raises SimError for an empty group."""
        for status in ("creator", "administrator", "member", "restricted"):
            for user_id, member in self.members.items():
                if member.status == status:
                    return user_id
        raise SimError(f"nobody is in chat {self.id}")


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
        if kind == "group":
            # Topics and members' tags are a supergroup's.
            group.permissions -= {"can_manage_topics"}
        self.chats[group.id] = group
        return group

    def next_message_id(self, chat: Chat) -> int:
        counter = chat.id if chat.kind == "supergroup" else 0
        self._message_ids[counter] = self._message_ids.get(counter, 0) + 1
        return self._message_ids[counter]
