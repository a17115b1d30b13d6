"""What people do: start, talk, press, join, leave, block. Each refuses with SimError what a real client would not let
a person do.
"""

from typing import Any

from playground import ephemeral, reactions, topics
from playground.entities import utf16_length
from playground.errors import SimError
from playground.limits import MAX_TEXT
from playground.links import START_PAYLOAD
from playground.privacy import command_for
from playground.render import Json, chat_json, user_json
from playground.state import Playground
from playground.texts import formatted
from playground.world import DEFAULT_RIGHTS, RIGHTS, Chat, Content, Member, Message, Person


def new_group(playground: Playground, title: str, kind: str, members: list[int], creator: int) -> Chat:
    """A group or supergroup with its first people, still without the bot."""
    for person_id in [*members, creator]:
        playground.world.person(person_id)
    if not title:
        raise SimError("a group needs a title")
    if kind not in ("group", "supergroup"):
        raise SimError("the type is group or supergroup")
    chat = playground.world.add_group(title, "group" if kind == "group" else "supergroup")
    chat.members = {person_id: Member("member") for person_id in members} | {creator: Member("creator")}
    return chat


def promote(playground: Playground, chat: Chat, user_id: int, rights: list[str] | None) -> None:
    """Make somebody in a group an administrator with these rights, with none of them a plain member again."""
    group_only(chat)
    if not chat.member(user_id).present:
        raise SimError(f"{user_id} is not in this group")
    unknown = set(rights or ()) - set(RIGHTS)
    if unknown:
        raise SimError(f"there is no right {min(unknown)}")
    if chat.member(user_id).status == "creator":
        raise SimError("the creator has all rights")
    granted = DEFAULT_RIGHTS if rights is None else frozenset(rights)
    member = Member("administrator", granted | {"can_manage_chat"}) if granted else Member("member")
    playground.set_member(chat, user_id, member, chat.creator())


def start(playground: Playground, person: Person, payload: str) -> Message:
    """Press Start in the private chat, perhaps through a deep link; it also lifts a block."""
    if payload and not START_PAYLOAD.fullmatch(payload):
        raise SimError("a deep link's payload is 1 to 64 of A-Z, a-z, 0-9, _ and -")
    if person.blocked:
        playground.block(person, False)
    person.started = True
    return say(playground, person, playground.world.chats[person.id], f"/start {payload}".strip(), None)


def say(
    playground: Playground,
    person: Person,
    chat: Chat,
    text: str,
    reply_to: int | None,
    *,
    thread: int | None = None,
    sender_chat: Chat | None = None,
) -> Message:
    """Write a text into a chat, perhaps into a thread, and in the name of a channel or, as an anonymous
    administrator, of the group itself.
    """
    if chat.private and person.blocked:
        raise SimError(f"{person.first_name} has blocked the bot; unblock it first")
    if chat.private and not person.started:
        raise SimError(f"{person.first_name} has not pressed Start yet")
    see(chat, person)
    _check_may_write(chat, person)
    if reply_to is not None and chat.message(reply_to) is None:
        raise SimError(f"there is no message {reply_to} to reply to")
    content = _written(text)
    if _is_ephemeral(playground, person, chat, content):
        return ephemeral.post(playground, chat, person.id, playground.bot.id, content)
    place = topics.place(chat, thread or 0, reply_to)
    if topics.shut(chat, place, person.id):
        raise SimError("the topic is closed")
    return playground.post(
        chat,
        person.id,
        content,
        reply_to=reply_to,
        thread_id=place,
        sender_chat_id=_name(chat, person, sender_chat),
    )


def _is_ephemeral(playground: Playground, person: Person, chat: Chat, content: Content) -> bool:
    """Whether a text is a command of the bot that only the bot is to see."""
    name = command_for(content, playground.bot.username or "")
    offered = [] if chat.private or name is None else playground.profile.shown(person, chat)
    return any(command["command"] == name and command.get("is_ephemeral") for command in offered)


def _check_may_write(chat: Chat, person: Person) -> None:
    if chat.migrated_to is not None:
        raise SimError(f"the group became the supergroup {chat.migrated_to}")
    if not chat.private and not chat.permits(person.id, "can_send_messages"):
        raise SimError(f"{person.first_name} may not write here")


def _written(text: str) -> Content:
    plain, entities = formatted(text, "")
    if not plain:
        raise SimError("an empty message cannot be sent")
    if utf16_length(plain) > MAX_TEXT:
        raise SimError("the message is too long")
    return Content(plain, tuple(entities))


def _name(chat: Chat, person: Person, sender_chat: Chat | None) -> int | None:
    """The chat in whose name somebody writes, None in his own."""
    if sender_chat is None:
        return chat.id if chat.member(person.id).anonymous else None
    if sender_chat.kind != "channel" or not sender_chat.member(person.id).administers:
        raise SimError(f"{person.first_name} cannot write as chat {sender_chat.id}")
    if chat.kind != "supergroup":
        raise SimError("channels write in supergroups only")
    return sender_chat.id


def rewrite(playground: Playground, person: Person, chat: Chat, message_id: int, text: str) -> Message:
    """Edit one's own message."""
    see(chat, person)
    message = standing(chat, message_id)
    if message.sender_id != person.id or message.service or message.via_bot:
        raise SimError(f"{person.first_name} cannot edit this message")
    content = _written(text)
    if content == message.content:
        raise SimError("the message is not changed")
    playground.edit(message, content)
    return message


def react(playground: Playground, person: Person, chat: Chat, message_id: int, emoji: list[str]) -> None:
    """React to a message with these emoji, with none to take reactions back."""
    see(chat, person)
    message = standing(chat, message_id)
    chosen = tuple(dict.fromkeys(map(reactions.plain, emoji)))
    if not set(chosen) <= reactions.EMOJI or message.service:
        raise SimError("nobody can react with this")
    if not chat.private and not chat.permits(person.id, "can_react_to_messages"):
        raise SimError(f"{person.first_name} may not react here")
    reactions.react(playground, message, person.id, chosen)


def pin(playground: Playground, person: Person, chat: Chat, message_id: int, pinned: bool) -> None:
    """Pin or unpin a message."""
    see(chat, person)
    message = standing(chat, message_id)
    member = chat.member(person.id)
    allowed = member.may("can_pin_messages") if member.administers else chat.permits(person.id, "can_pin_messages")
    if not chat.private and not allowed:
        raise SimError(f"{person.first_name} may not pin here")
    if pinned == (message_id in chat.pinned) or message.service:
        raise SimError(f"message {message_id} cannot be {'pinned' if pinned else 'unpinned'}")
    if pinned:
        playground.pin(message, person.id)
    else:
        playground.unpin(chat, [message_id], person.id)


def standing(chat: Chat, message_id: int) -> Message:
    """A message that has not been deleted. Raises SimError."""
    message = chat.message(message_id)
    if message is None:
        raise SimError(f"there is no message {message_id}")
    return message


def remove_message(playground: Playground, person: Person, chat: Chat, message_id: int) -> None:
    """Delete a message for everybody: in private any, in a group one's own, or any with the right to."""
    see(chat, person)
    message = standing(chat, message_id)
    if not (chat.private or message.sender_id == person.id or chat.member(person.id).may("can_delete_messages")):
        raise SimError(f"{person.first_name} may not delete this message")
    playground.delete(message, person.id)


def join(playground: Playground, user_id: int, chat: Chat, by: int | None) -> None:
    """Come into a group: people by themselves, the bot brought by somebody (else by the creator)."""
    group_only(chat)
    if chat.member(user_id).present:
        raise SimError(f"{user_id} is in this group already")
    if by is None:
        by = chat.creator() if user_id == playground.bot.id else user_id
    playground.enter(chat, [user_id], by)


def leave(playground: Playground, user_id: int, chat: Chat, by: int | None = None) -> None:
    """Go out of a group: by oneself, or removed by somebody who may."""
    group_only(chat)
    if not chat.member(user_id).present:
        raise SimError(f"{user_id} is not in this group")
    if by not in (None, user_id) and not chat.member(by or 0).may("can_restrict_members"):
        raise SimError(f"{by} may not remove members")
    if chat.member(user_id).status == "creator" and by not in (None, user_id):
        raise SimError("the creator cannot be removed")
    playground.exit(chat, user_id, by or user_id)


def block(playground: Playground, person: Person, blocked: bool) -> None:
    """Block or unblock the bot."""
    if person.blocked == blocked:
        raise SimError(f"{person.first_name} has {'already' if blocked else 'not'} blocked the bot")
    playground.block(person, blocked)


def see(chat: Chat, person: Person) -> None:
    """Check that a person sees a chat: it is his own, or he is in it. Raises SimError."""
    if person.deactivated:
        raise SimError(f"{person.first_name} has deleted the account")
    if not sees(chat, person.id):
        raise SimError(f"{person.first_name} is not in chat {chat.id}")


def sees(chat: Chat, person_id: int) -> bool:
    """Whether a person sees a chat."""
    return chat.id == person_id if chat.private else chat.member(person_id).present


def group_only(chat: Chat) -> None:
    """Refuse what is possible in groups only. Raises SimError."""
    if chat.private or chat.kind == "channel":
        raise SimError("this is a private chat" if chat.private else "this is a channel")
    if chat.gone:
        raise SimError("the group was deleted")
    if chat.migrated_to is not None:
        raise SimError(f"the group became the supergroup {chat.migrated_to}")


def chats_of(playground: Playground, person_id: int | None) -> list[Json]:
    """All chats, or those that a person sees, with their members."""
    chats = [chat for chat in playground.world.chats.values() if person_id is None or sees(chat, person_id)]
    return [_chat_row(playground, chat) for chat in chats]


def _chat_row(playground: Playground, chat: Chat) -> Json:
    row: dict[str, Any] = chat_json(playground.world, chat) | {"pinned": chat.pinned}
    row |= {"migrated_to": chat.migrated_to} if chat.migrated_to is not None else {}
    row |= {"deleted": True} if chat.gone else {}
    if chat.private:
        person = playground.world.people[chat.id]
        return row | {"started": person.started, "blocked": person.blocked}
    users = [(playground.world.user(user_id), member) for user_id, member in chat.members.items() if member.present]
    return row | {"members": [user_json(user) | {"status": member.status} for user, member in users if user]}
