"""Control calls that act as people."""

from typing import Any

from playground import acts, presses, topics
from playground.errors import SimError
from playground.render import chat_json, message_json, user_json
from playground.sim.asked import Asked, as_whole
from playground.state import Playground
from playground.world import Chat, Message, Person

DONE = {"ok": True}
TAP_SECONDS = 10.0


def _person(playground: Playground, asked: Asked) -> Person:
    return playground.world.person(asked.whole("person"))


def user_id_of(playground: Playground, asked: Asked, name: str = "person") -> int:
    """Somebody named by number, or the bot by `"bot"`."""
    user_id = playground.bot.id if asked.values.get(name) == "bot" else asked.whole(name)
    if playground.world.user(user_id) is None:
        raise SimError(f"there is no person {user_id}")
    return user_id


def chat_of(playground: Playground, asked: Asked) -> Chat:
    """The named chat, else the person's private one."""
    return playground.world.chat(asked.whole("chat" if asked.has("chat") else "person"))


def _said(playground: Playground, message: Message) -> Any:
    return message_json(playground.world, message)


def add_person(playground: Playground, asked: Asked) -> Any:
    """A new person, who has not started the bot yet."""
    first = asked.text("first_name")
    if not first:
        raise SimError("a person needs a first_name")
    names = {name: asked.text(name) or None for name in ("last_name", "username", "language_code")}
    person = playground.world.add_person(first_name=first, **names)
    playground.note("person", person.id, person=user_json(person))
    return user_json(person)


def rename(playground: Playground, asked: Asked) -> Any:
    """Change somebody's names or language; the fields given, an empty one removes it."""
    person = _person(playground, asked)
    for name in ("first_name", "last_name", "username", "language_code"):
        if name in asked.values:
            setattr(person, name, asked.text(name) or (person.first_name if name == "first_name" else None))
    playground.note("person", person.id, person=user_json(person))
    return user_json(person)


def people(playground: Playground, _: Asked) -> Any:
    """Everybody but the bot."""
    return [user_json(person) for person in playground.world.people.values()]


def add_group(playground: Playground, asked: Asked) -> Any:
    """A new group with its people, and the bot unless `bot` is false."""
    members = [as_whole("members", member) for member in asked.listing("members")]
    creator = asked.whole("creator", members[0] if members else None)
    chat = acts.new_group(playground, asked.text("title"), asked.text("type", "supergroup"), members, creator)
    if asked.flag("forum", False):
        topics.make_forum(chat, True)
    admin = asked.flag("bot_admin", False)
    if asked.flag("bot", True) or admin:
        acts.join(playground, playground.bot.id, chat, creator)
    if admin:
        acts.promote(playground, chat, playground.bot.id, None)
    playground.note("group", chat.id, chat=chat_json(playground.world, chat))
    return chat_json(playground.world, chat)


def promote(playground: Playground, asked: Asked) -> Any:
    """Make somebody an administrator."""
    rights = asked.listing("rights") if asked.has("rights") else None
    acts.promote(playground, chat_of(playground, asked), user_id_of(playground, asked), rights)
    return DONE


def start(playground: Playground, asked: Asked) -> Any:
    """Press Start, perhaps with a deep link's payload."""
    return _said(playground, acts.start(playground, _person(playground, asked), asked.text("payload")))


def send(playground: Playground, asked: Asked) -> Any:
    """Write a text, perhaps into a thread or as a channel."""
    reply_to = asked.whole("reply_to") if asked.has("reply_to") else None
    person, chat = _person(playground, asked), chat_of(playground, asked)
    thread = asked.whole("thread") if asked.has("thread") else None
    named = playground.world.chat(asked.whole("as")) if asked.has("as") else None
    message = acts.say(playground, person, chat, asked.text("text"), reply_to, thread=thread, sender_chat=named)
    return _said(playground, message)


def delete(playground: Playground, asked: Asked) -> Any:
    """Delete a message for everybody."""
    acts.remove_message(playground, _person(playground, asked), chat_of(playground, asked), asked.whole("message"))
    return DONE


async def tap(playground: Playground, asked: Asked) -> Any:
    """Press a button that is there, by its label or data, and wait for the answer."""
    person, chat = _person(playground, asked), chat_of(playground, asked)
    acts.see(chat, person)
    if not asked.has("label") and not asked.has("data"):
        raise SimError("a tap needs a label or data")
    label, data = (asked.text(name) if asked.has(name) else None for name in ("label", "data"))
    message_id = asked.whole("message") if asked.has("message") else None
    message, button = presses.find_button(chat, person, label, data, message_id)
    return await presses.tap(playground, person, message, button, asked.seconds("wait", TAP_SECONDS))


async def press(playground: Playground, asked: Asked) -> Any:
    """Send any callback data on any message that ever was, and wait for the answer."""
    person, chat = _person(playground, asked), chat_of(playground, asked)
    message_id = asked.whole("message")
    if message_id not in chat.messages:
        raise SimError(f"there never was a message {message_id} in chat {chat.id}")
    wait = asked.seconds("wait", TAP_SECONDS)
    return await presses.press(playground, person, chat.messages[message_id], asked.text("data"), wait)


async def inline(playground: Playground, asked: Asked) -> Any:
    """Type an inline query and wait for the results."""
    person, chat = _person(playground, asked), chat_of(playground, asked)
    acts.see(chat, person)
    wait = asked.seconds("wait", TAP_SECONDS)
    return await presses.ask_inline(playground, person, asked.text("query"), chat, wait)


def choose(playground: Playground, asked: Asked) -> Any:
    """Post one of the results into a chat."""
    person, chat = _person(playground, asked), chat_of(playground, asked)
    message = presses.choose(playground, person, asked.text("query_id"), asked.text("result_id"), chat)
    return _said(playground, message) | ({"inline_message_id": message.inline_id} if message.inline_id else {})


def join(playground: Playground, asked: Asked) -> Any:
    """Come into a group; the bot with `payload` as by a startgroup link."""
    by = user_id_of(playground, asked, "by") if asked.has("by") else None
    user_id, chat = user_id_of(playground, asked), chat_of(playground, asked)
    acts.join(playground, user_id, chat, by)
    if user_id == playground.bot.id and asked.has("payload"):
        person = playground.world.person(by or chat.creator())
        acts.say(playground, person, chat, f"/start@{playground.bot.username} {asked.text('payload')}", None)
    return DONE


def leave(playground: Playground, asked: Asked) -> Any:
    """Go out of a group."""
    user_id = user_id_of(playground, asked)
    acts.leave(playground, user_id, chat_of(playground, asked), user_id)
    return DONE


def kick(playground: Playground, asked: Asked) -> Any:
    """Be removed from a group, by its creator unless `by` tells another."""
    chat = chat_of(playground, asked)
    acts.group_only(chat)
    by = user_id_of(playground, asked, "by") if asked.has("by") else chat.creator()
    acts.leave(playground, user_id_of(playground, asked), chat, by)
    return DONE


def block(playground: Playground, asked: Asked) -> Any:
    """Block the bot."""
    acts.block(playground, _person(playground, asked), True)
    return DONE


def unblock(playground: Playground, asked: Asked) -> Any:
    """Unblock the bot."""
    acts.block(playground, _person(playground, asked), False)
    return DONE
