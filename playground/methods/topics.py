"""Forum topics as bots make and keep them."""

from typing import Any

from playground import topics
from playground.errors import bad_request
from playground.methods.common import known_chat, open_chat
from playground.methods.params import Params
from playground.methods.registry import method
from playground.state import Playground
from playground.world import Chat, Topic


@method("getForumTopicIconStickers")
def get_forum_topic_icon_stickers(_: Playground, __: Params) -> Any:
    """No stickers: this server knows none."""
    return []


@method("createForumTopic", act="other")
def create_forum_topic(playground: Playground, params: Params) -> Any:
    """Make a topic; the answer is a ForumTopic."""
    chat = _forum(playground, params)
    if not _may(playground, chat):
        raise bad_request("not enough rights to create a topic")
    looks: dict[str, Any] = {}
    if params.has("icon_color"):
        looks["icon_color"] = params.integer("icon_color")
        if looks["icon_color"] not in topics.ICON_COLORS:
            raise bad_request("invalid icon color specified")
    if params.has("icon_custom_emoji_id"):
        looks["icon_custom_emoji_id"] = params.text("icon_custom_emoji_id")
    topic = topics.create(playground, chat, playground.bot.id, _name(params, "name"), **looks)
    said = {"message_thread_id": topic.id, "name": topic.name, "icon_color": topic.icon_color}
    return said | ({"icon_custom_emoji_id": topic.icon_custom_emoji_id} if topic.icon_custom_emoji_id else {})


@method("editForumTopic", act="other")
def edit_forum_topic(playground: Playground, params: Params) -> bool:
    """Give a topic another name or icon."""
    chat, topic = _topic(playground, params)
    name = _name(params, "name") if params.has("name") else None
    icon = params.text("icon_custom_emoji_id") if "icon_custom_emoji_id" in params.names else None
    if name in (None, topic.name) and icon in (None, topic.icon_custom_emoji_id or ""):
        raise bad_request("TOPIC_NOT_MODIFIED")
    topics.edit(playground, chat, playground.bot.id, topic, name, icon)
    return True


@method("deleteForumTopic", act="other")
def delete_forum_topic(playground: Playground, params: Params) -> bool:
    """Delete a topic with all that stands in it."""
    chat, topic = _topic(playground, params)
    if not chat.member(playground.bot.id).may("can_delete_messages"):
        raise bad_request("not enough rights to delete the topic")
    topics.delete(playground, chat, playground.bot.id, topic)
    return True


@method("editGeneralForumTopic", act="other")
def edit_general_forum_topic(playground: Playground, params: Params) -> bool:
    """Rename General."""
    chat, topic = _general(playground, params)
    name = _name(params, "name")
    if name == topic.name:
        raise bad_request("TOPIC_NOT_MODIFIED")
    topics.edit(playground, chat, playground.bot.id, topic, name, None)
    return True


def _register_switches() -> None:
    """The methods that close and open topics, and those that hide and show General."""

    def switch(name: str, on: bool, general: bool, hides: bool = False) -> None:
        @method(name, act="other")
        def run(playground: Playground, params: Params) -> bool:
            chat, topic = (_general if general else _topic)(playground, params)
            if (topic.hidden if hides else topic.closed) == on:
                raise bad_request("TOPIC_NOT_MODIFIED")
            (topics.hide if hides else topics.close)(playground, chat, playground.bot.id, topic, on)
            return True

    switch("closeForumTopic", True, general=False)
    switch("reopenForumTopic", False, general=False)
    switch("closeGeneralForumTopic", True, general=True)
    switch("reopenGeneralForumTopic", False, general=True)
    switch("hideGeneralForumTopic", True, general=True, hides=True)
    switch("unhideGeneralForumTopic", False, general=True, hides=True)


_register_switches()


@method("unpinAllForumTopicMessages", act="other")
def unpin_all_forum_topic_messages(playground: Playground, params: Params) -> bool:
    """Unpin all messages of one topic."""
    chat, topic = _topic(playground, params, edits=False)
    return _unpin(playground, chat, topic)


@method("unpinAllGeneralForumTopicMessages", act="other")
def unpin_all_general_forum_topic_messages(playground: Playground, params: Params) -> bool:
    """Unpin all messages of General."""
    chat, topic = _general(playground, params, edits=False)
    return _unpin(playground, chat, topic)


def _unpin(playground: Playground, chat: Chat, topic: Topic) -> bool:
    if not chat.member(playground.bot.id).may("can_pin_messages"):
        raise bad_request("not enough rights to manage pinned messages in the chat")
    thread = topics.thread_number(topic)
    pinned = [at for at in chat.pinned if chat.messages[at].thread_id == thread]
    playground.unpin(chat, pinned, playground.bot.id)
    return True


def _forum(playground: Playground, params: Params) -> Chat:
    known_chat(playground, params)
    chat = open_chat(playground, params)
    if not chat.forum:
        raise bad_request("the chat is not a forum")
    return chat


def _may(playground: Playground, chat: Chat, topic: Topic | None = None) -> bool:
    """Whether the bot may make topics, or change this one: an administrator with the right may all, a member may make
    them where members may and change his own.
    """
    bot = chat.member(playground.bot.id)
    if bot.administers:
        return bot.may("can_manage_topics")
    own = topic is None or (topic.id in chat.messages and chat.messages[topic.id].sender_id == playground.bot.id)
    return own and chat.permits(playground.bot.id, "can_manage_topics")


def _topic(playground: Playground, params: Params, edits: bool = True) -> tuple[Chat, Topic]:
    chat = _forum(playground, params)
    wanted = params.integer("message_thread_id")
    topic = topics.topic_of(chat, wanted)
    if topic is None or wanted == topics.GENERAL:
        raise bad_request("TOPIC_ID_INVALID" if wanted else "message thread identifier is not specified")
    if edits and not _may(playground, chat, topic):
        raise bad_request("not enough rights to edit the topic")
    return chat, topic


def _general(playground: Playground, params: Params, edits: bool = True) -> tuple[Chat, Topic]:
    chat = _forum(playground, params)
    if edits and not chat.member(playground.bot.id).may("can_manage_topics"):
        raise bad_request("not enough rights to edit the topic")
    topic = topics.topic_of(chat, topics.GENERAL)
    if topic is None:
        raise LookupError("a forum without General")
    return chat, topic


def _name(params: Params, name: str) -> str:
    text = params.text(name).strip()
    if not text:
        raise bad_request("TOPIC_TITLE_EMPTY")
    if len(text) > topics.MAX_NAME:
        raise bad_request("TOPIC_TITLE_TOO_LONG")
    return text
