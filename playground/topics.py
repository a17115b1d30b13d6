"""Forum topics, and in other supergroups the threads that chains of replies make.

Source: Bot API, "createForumTopic" and its kin, and `message_thread_id` of Message. General has the number 1, but its
messages tell none, and none may be sent by it.
"""

from typing import Any

from playground.errors import SimError, bad_request
from playground.state import Playground
from playground.world import Chat, Message, Topic

GENERAL = 1
MAX_NAME = 128
ICON_COLORS = (7322096, 16766590, 13338331, 9367192, 16749490, 16478047)


def make_forum(chat: Chat, on: bool) -> None:
    """Switch topics on or off in a supergroup; off, they are forgotten. Raises SimError."""
    if chat.kind != "supergroup":
        raise SimError("only a supergroup can have topics")
    if on != chat.forum:
        chat.topics = {GENERAL: Topic(GENERAL, "General")} if on else None


def topic_of(chat: Chat, topic_id: int) -> Topic | None:
    """A topic by its number, General included."""
    return (chat.topics or {}).get(topic_id)


def create(playground: Playground, chat: Chat, by: int, name: str, **looks: Any) -> Topic:
    """Make a topic, with the service message whose number becomes its own."""
    told = {"name": name, "icon_color": looks.get("icon_color", ICON_COLORS[0])}
    icon = looks.get("icon_custom_emoji_id")
    told |= {"icon_custom_emoji_id": icon} if icon else {}
    topic = Topic(playground.world.next_message_id(chat), name, told["icon_color"], icon)
    if chat.topics is None:
        raise LookupError("not a forum")
    chat.topics[topic.id] = topic
    playground.post(chat, by, service={"forum_topic_created": told}, thread_id=topic.id, id=topic.id)
    return topic


def edit(playground: Playground, chat: Chat, by: int, topic: Topic, name: str | None, icon: str | None) -> None:
    """Give a topic another name or icon (None: as it is, an empty icon: none), with the service message."""
    told = {"name": name} if name and name != topic.name else {}
    topic.name = name or topic.name
    if icon is not None and icon != (topic.icon_custom_emoji_id or ""):
        told["icon_custom_emoji_id"] = icon
        topic.icon_custom_emoji_id = icon or None
    playground.post(chat, by, service={"forum_topic_edited": told}, thread_id=thread_number(topic))


def close(playground: Playground, chat: Chat, by: int, topic: Topic, closed: bool) -> None:
    """Close or open a topic, with the service message."""
    topic.closed = closed
    kind = "forum_topic_closed" if closed else "forum_topic_reopened"
    playground.post(chat, by, service={kind: {}}, thread_id=thread_number(topic))


def hide(playground: Playground, chat: Chat, by: int, topic: Topic, hidden: bool) -> None:
    """Hide General, which also closes it, or show it again, with the service message."""
    topic.hidden = hidden
    topic.closed = hidden or topic.closed
    kind = "general_forum_topic_hidden" if hidden else "general_forum_topic_unhidden"
    playground.post(chat, by, service={kind: {}})


def delete(playground: Playground, chat: Chat, by: int, topic: Topic) -> None:
    """Delete a topic with all that stands in it."""
    for message in chat.standing():
        if message.thread_id == topic.id:
            playground.delete(message, by)
    if chat.topics is not None:
        del chat.topics[topic.id]


def thread_number(topic: Topic) -> int | None:
    """What messages in a topic tell as their thread."""
    return None if topic.id == GENERAL else topic.id


def thread_of_reply(chat: Chat, replied: Message | None) -> int | None:
    """The thread that a reply comes to stand in: the topic of what it replies to, or the first of the chain."""
    if replied is None or chat.kind != "supergroup":
        return None
    return replied.thread_id if chat.forum else replied.thread_id or replied.id


def place(chat: Chat, wanted: int, reply_to: int | None) -> int | None:
    """The thread a message is sent to: the wanted one, else that of what it replies to.

    Raises ApiError 400 "message thread not found", also for General's own number.
    """
    replied = chat.message(reply_to) if reply_to is not None else None
    if not wanted:
        return thread_of_reply(chat, replied)
    if chat.forum:
        known = wanted != GENERAL and topic_of(chat, wanted) is not None
    else:
        known = chat.kind == "supergroup" and chat.message(wanted) is not None
    if not known:
        raise bad_request("message thread not found")
    return wanted


def shut(chat: Chat, thread_id: int | None, user_id: int) -> bool:
    """Whether somebody cannot write into a thread because its topic is closed."""
    topic = topic_of(chat, GENERAL if thread_id is None else thread_id)
    return bool(topic and topic.closed and not chat.member(user_id).may("can_manage_topics"))
