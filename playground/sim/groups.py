"""Control calls about groups: rights, muting, anonymity, channels, migration, the end, and topics."""

from typing import Any

from playground import acts, ephemeral, groups, topics
from playground.errors import SimError
from playground.render import chat_json, member_json, message_json
from playground.sim.asked import Asked
from playground.sim.people import chat_of, user_id_of
from playground.state import Playground
from playground.world import Chat, Topic

DONE = {"ok": True}


def rights(playground: Playground, asked: Asked) -> Any:
    """Give an administrator (the bot unless told otherwise) rights and take others."""
    chat, user_id = chat_of(playground, asked), _somebody(playground, asked)
    given, taken = (list(map(str, asked.listing(name))) for name in ("give", "take"))
    member = groups.change_rights(playground, chat, user_id, given, taken)
    return {"rights": sorted(member.rights)}


def mute(playground: Playground, asked: Asked) -> Any:
    """Restrict somebody (the bot unless told otherwise), or with `on` false lift that."""
    left = list(map(str, asked.listing("left")))
    chat, user_id = chat_of(playground, asked), _somebody(playground, asked)
    groups.mute(playground, chat, user_id, asked.flag("on", True), left)
    user = playground.world.user(user_id)
    return member_json(user, chat.member(user_id)) if user else DONE


def permissions(playground: Playground, asked: Asked) -> Any:
    """Change what plain members may do; those not named stay."""
    chat = chat_of(playground, asked)
    names = [name for name in asked.values if name != "chat"]
    groups.permit(playground, chat, {name: asked.flag(name, True) for name in names})
    return {"permissions": sorted(chat.permissions)}


def hide_members(playground: Playground, asked: Asked) -> Any:
    """Let only administrators know who is in a group."""
    groups.hide_members(playground, chat_of(playground, asked), asked.flag("on", True))
    return DONE


def anonymous(playground: Playground, asked: Asked) -> Any:
    """Let an administrator write in the name of the group."""
    user_id = user_id_of(playground, asked)
    groups.make_anonymous(playground, chat_of(playground, asked), user_id, asked.flag("on", True))
    return DONE


def add_channel(playground: Playground, asked: Asked) -> Any:
    """A new channel in whose name its owner can write."""
    title, username = asked.text("title"), asked.text("username") or None
    return chat_json(playground.world, groups.add_channel(playground, title, asked.whole("owner"), username))


def migrate(playground: Playground, asked: Asked) -> Any:
    """Make a basic group a supergroup; gives the new chat."""
    return chat_json(playground.world, groups.migrate(playground, chat_of(playground, asked)))


def dissolve(playground: Playground, asked: Asked) -> Any:
    """Delete a group for everybody."""
    groups.dissolve(playground, chat_of(playground, asked))
    return DONE


def forum(playground: Playground, asked: Asked) -> Any:
    """Switch topics on or off."""
    chat = chat_of(playground, asked)
    acts.group_only(chat)
    topics.make_forum(chat, asked.flag("on", True))
    playground.note("group", chat.id, chat=chat_json(playground.world, chat))
    return chat_json(playground.world, chat)


def topics_of(playground: Playground, asked: Asked) -> Any:
    """The topics of a forum."""
    return [_told(topic) for topic in (chat_of(playground, asked).topics or {}).values()]


def add_topic(playground: Playground, asked: Asked) -> Any:
    """Make a topic as somebody (the creator unless told otherwise)."""
    chat = _forum(playground, asked)
    name = asked.text("name").strip()
    if not 1 <= len(name) <= topics.MAX_NAME:
        raise SimError("a topic's name has 1 to 128 characters")
    by = user_id_of(playground, asked) if asked.has("person") else chat.creator()
    return _told(topics.create(playground, chat, by, name))


def close_topic(playground: Playground, asked: Asked) -> Any:
    """Close a topic, or with `on` false open it again."""
    chat, topic = _topic(playground, asked)
    topics.close(playground, chat, chat.creator(), topic, asked.flag("on", True))
    return _told(topic)


def delete_topic(playground: Playground, asked: Asked) -> Any:
    """Delete a topic with all that stands in it."""
    chat, topic = _topic(playground, asked)
    if topic.id == topics.GENERAL:
        raise SimError("General cannot be deleted")
    topics.delete(playground, chat, chat.creator(), topic)
    return DONE


def edit(playground: Playground, asked: Asked) -> Any:
    """Edit one's own message."""
    person, chat = playground.world.person(asked.whole("person")), chat_of(playground, asked)
    return message_json(
        playground.world, acts.rewrite(playground, person, chat, asked.whole("message"), asked.text("text"))
    )


def react(playground: Playground, asked: Asked) -> Any:
    """React to a message, with an empty list to take it back."""
    person, chat = playground.world.person(asked.whole("person")), chat_of(playground, asked)
    acts.react(playground, person, chat, asked.whole("message"), list(map(str, asked.listing("emoji"))))
    return DONE


def pin(playground: Playground, asked: Asked) -> Any:
    """Pin a message, or with `on` false unpin it."""
    person, chat = playground.world.person(asked.whole("person")), chat_of(playground, asked)
    acts.pin(playground, person, chat, asked.whole("message"), asked.flag("on", True))
    return DONE


def seen_alone(playground: Playground, asked: Asked) -> Any:
    """The ephemeral messages that somebody sees in a chat."""
    person, chat = playground.world.person(asked.whole("person")), chat_of(playground, asked)
    acts.see(chat, person)
    return [message_json(playground.world, message) for message in ephemeral.seen(chat, person.id)]


def switch_ephemeral(playground: Playground, asked: Asked) -> Any:
    """Say what comes of ephemeral messages."""
    ephemeral.switch(playground, asked.text("mode"))
    return {"mode": playground.ephemeral}


def deactivate(playground: Playground, asked: Asked) -> Any:
    """Somebody deletes the account."""
    playground.world.person(asked.whole("person")).deactivated = True
    return DONE


def _somebody(playground: Playground, asked: Asked) -> int:
    return user_id_of(playground, asked) if asked.has("person") else playground.bot.id


def _forum(playground: Playground, asked: Asked) -> Chat:
    chat = chat_of(playground, asked)
    if not chat.forum:
        raise SimError("this chat has no topics")
    return chat


def _topic(playground: Playground, asked: Asked) -> tuple[Chat, Topic]:
    chat = _forum(playground, asked)
    topic = topics.topic_of(chat, asked.whole("topic"))
    if topic is None:
        raise SimError(f"there is no topic {asked.whole('topic')}")
    return chat, topic


def _told(topic: Topic) -> dict[str, Any]:
    return {"id": topic.id, "name": topic.name, "closed": topic.closed, "hidden": topic.hidden}
