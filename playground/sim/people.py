"""Control calls that act as people."""

from typing import Any

from playground import acts, presses
from playground.errors import SimError
from playground.render import chat_json, message_json, user_json
from playground.sim.asked import Asked, as_whole
from playground.state import Playground
from playground.world import Chat, Message, Person

DONE = {"ok": True}
TAP_SECONDS = 10.0


def _person(playground: Playground, asked: Asked) -> Person:
    return playground.world.person(asked.whole("person"))


def _user_id(playground: Playground, asked: Asked, name: str = "person") -> int:
    """Somebody named by number, or the bot by `"bot"`."""
    user_id = playground.bot.id if asked.values.get(name) == "bot" else asked.whole(name)
    if playground.world.user(user_id) is None:
        raise SimError(f"there is no person {user_id}")
    return user_id


def _chat(playground: Playground, asked: Asked) -> Chat:
    """The named chat, else the person's private one."""
    return playground.world.chat(asked.whole("chat" if asked.has("chat") else "person"))


def _said(playground: Playground, message: Message) -> Any:
    return message_json(playground.world, message)


def add_person(playground: Playground, asked: Asked) -> Any:
    first = asked.text("first_name")
    if not first:
        raise SimError("a person needs a first_name")
    names = {name: asked.text(name) or None for name in ("last_name", "username", "language_code")}
    return user_json(playground.world.add_person(first_name=first, **names))


def people(playground: Playground, asked: Asked) -> Any:
    return [user_json(person) for person in playground.world.people.values()]


def add_group(playground: Playground, asked: Asked) -> Any:
    members = [as_whole("members", member) for member in asked.listing("members")]
    creator = asked.whole("creator", members[0] if members else None)
    chat = acts.new_group(playground, asked.text("title"), asked.text("type", "supergroup"), members, creator)
    admin = asked.flag("bot_admin", False)
    if asked.flag("bot", True) or admin:
        acts.join(playground, playground.bot.id, chat, creator)
    if admin:
        acts.promote(playground, chat, playground.bot.id, None)
    return chat_json(playground.world, chat)


def promote(playground: Playground, asked: Asked) -> Any:
    rights = asked.listing("rights") if asked.has("rights") else None
    acts.promote(playground, _chat(playground, asked), _user_id(playground, asked), rights)
    return DONE


def start(playground: Playground, asked: Asked) -> Any:
    return _said(playground, acts.start(playground, _person(playground, asked), asked.text("payload")))


def send(playground: Playground, asked: Asked) -> Any:
    reply_to = asked.whole("reply_to") if asked.has("reply_to") else None
    person, chat = _person(playground, asked), _chat(playground, asked)
    return _said(playground, acts.say(playground, person, chat, asked.text("text"), reply_to))


def delete(playground: Playground, asked: Asked) -> Any:
    acts.remove_message(playground, _person(playground, asked), _chat(playground, asked), asked.whole("message"))
    return DONE


async def tap(playground: Playground, asked: Asked) -> Any:
    person, chat = _person(playground, asked), _chat(playground, asked)
    acts.see(chat, person)
    if not asked.has("label") and not asked.has("data"):
        raise SimError("a tap needs a label or data")
    label, data = (asked.text(name) if asked.has(name) else None for name in ("label", "data"))
    message_id = asked.whole("message") if asked.has("message") else None
    message, button = presses.find_button(chat, label, data, message_id)
    return await presses.tap(playground, person, message, button, asked.seconds("wait", TAP_SECONDS))


async def press(playground: Playground, asked: Asked) -> Any:
    person, chat = _person(playground, asked), _chat(playground, asked)
    message_id = asked.whole("message")
    if message_id not in chat.messages:
        raise SimError(f"there never was a message {message_id} in chat {chat.id}")
    wait = asked.seconds("wait", TAP_SECONDS)
    return await presses.press(playground, person, chat.messages[message_id], asked.text("data"), wait)


async def inline(playground: Playground, asked: Asked) -> Any:
    person, chat = _person(playground, asked), _chat(playground, asked)
    acts.see(chat, person)
    wait = asked.seconds("wait", TAP_SECONDS)
    return await presses.ask_inline(playground, person, asked.text("query"), chat, wait)


def choose(playground: Playground, asked: Asked) -> Any:
    person, chat = _person(playground, asked), _chat(playground, asked)
    message = presses.choose(playground, person, asked.text("query_id"), asked.text("result_id"), chat)
    return _said(playground, message) | ({"inline_message_id": message.inline_id} if message.inline_id else {})


def join(playground: Playground, asked: Asked) -> Any:
    by = _user_id(playground, asked, "by") if asked.has("by") else None
    acts.join(playground, _user_id(playground, asked), _chat(playground, asked), by)
    return DONE


def leave(playground: Playground, asked: Asked) -> Any:
    user_id = _user_id(playground, asked)
    acts.leave(playground, user_id, _chat(playground, asked), user_id)
    return DONE


def kick(playground: Playground, asked: Asked) -> Any:
    chat = _chat(playground, asked)
    acts.group_only(chat)
    by = _user_id(playground, asked, "by") if asked.has("by") else chat.creator()
    acts.leave(playground, _user_id(playground, asked), chat, by)
    return DONE


def block(playground: Playground, asked: Asked) -> Any:
    acts.block(playground, _person(playground, asked), True)
    return DONE


def unblock(playground: Playground, asked: Asked) -> Any:
    acts.block(playground, _person(playground, asked), False)
    return DONE
