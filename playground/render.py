"""People, chats and messages in the JSON of the Bot API."""

from dataclasses import asdict
from typing import Any

from playground.world import (
    CHANNEL_BOT,
    GROUP_ANONYMOUS_BOT,
    PERMISSIONS,
    PRESENT,
    RIGHTS,
    Chat,
    Member,
    Message,
    Person,
    Photo,
    World,
)

Json = dict[str, Any]


def user_json(person: Person) -> Json:
    """User."""
    optional = {
        "last_name": person.last_name,
        "username": person.username,
        "language_code": person.language_code,
    }
    return {
        "id": person.id,
        "is_bot": person.is_bot,
        "first_name": person.first_name,
        **{name: value for name, value in optional.items() if value is not None},
    }


def chat_json(world: World, chat: Chat) -> Json:
    """Chat, the short form that stands in messages."""
    if not chat.private:
        said: Json = {"id": chat.id, "title": chat.title, "type": chat.kind}
        said |= {"username": chat.username} if chat.username else {}
        return said | ({"is_forum": True} if chat.forum else {})
    person = user_json(world.people[chat.id])
    names: Json = {name: person[name] for name in ("first_name", "last_name", "username") if name in person}
    return {"id": chat.id, **names, "type": "private"}


def photo_json(photo: Photo) -> list[Json]:
    """The PhotoSizes of a picture; this server keeps the one that was uploaded."""
    return [
        {
            "file_id": photo.file_id,
            "file_unique_id": photo.file_unique_id,
            "width": photo.width,
            "height": photo.height,
            "file_size": photo.file_size,
        }
    ]


def message_json(world: World, message: Message, with_reply: bool = True) -> Json:
    """Message in full; the message replied to without its own reply."""
    chat, content = world.chats[message.chat_id], message.content
    said: Json = {"message_id": message.id, **_sender_json(world, message)}
    if message.receiver_id is not None:
        receiver = world.user(message.receiver_id) or world.bot
        said |= {"message_id": 0, "ephemeral_message_id": message.id, "receiver_user": user_json(receiver)}
    said |= {"chat": chat_json(world, chat), "date": message.date}
    if message.thread_id is not None:
        said["message_thread_id"] = message.thread_id
        said |= {"is_topic_message": True} if chat.forum else {}
    if message.origin:
        said["forward_origin"] = message.origin
    if message.edit_date is not None:
        said["edit_date"] = message.edit_date
    if message.via_bot:
        said["via_bot"] = user_json(world.bot)
    if message.protected:
        said["has_protected_content"] = True
    replied = _replied(chat, message) if with_reply else None
    if replied:
        said["reply_to_message"] = message_json(world, replied, with_reply=False)
    said |= message.service or _content_json(content)
    if content.markup:
        said["reply_markup"] = content.markup
    return said


def _replied(chat: Chat, message: Message) -> Message | None:
    """What a message replies to; in a topic whatever replies to nothing else replies to its beginning."""
    if message.reply_to is not None:
        return chat.message(message.reply_to)
    in_topic = chat.forum and message.thread_id not in (None, message.id)
    return chat.message(message.thread_id or 0) if in_topic else None


def _sender_json(world: World, message: Message) -> Json:
    """`from`, and `sender_chat` where somebody wrote in a chat's name: then `from` is one of Telegram's own bots."""
    if message.sender_chat_id is None:
        sender = world.user(message.sender_id)
        return {"from": user_json(sender)} if sender else {}
    stand_in = GROUP_ANONYMOUS_BOT if message.sender_chat_id == message.chat_id else CHANNEL_BOT
    return {"from": user_json(stand_in), "sender_chat": chat_json(world, world.chats[message.sender_chat_id])}


def _content_json(content: Any) -> Json:
    name = "caption" if content.captioned else "text"
    said: Json = {"photo": photo_json(content.photo)} if content.photo else {}
    if content.document:
        said["document"] = asdict(content.document)
    if content.text:
        said[name] = content.text
    if content.entities:
        said["entities" if name == "text" else "caption_entities"] = list(content.entities)
    return said | dict(content.options)


def inaccessible_json(world: World, message: Message) -> Json:
    """InaccessibleMessage: what is left of a deleted message in a callback query."""
    return {"chat": chat_json(world, world.chats[message.chat_id]), "message_id": message.id, "date": 0}


def member_json(person: Person, member: Member) -> Json:
    """ChatMember of the kind that the status names."""
    said: Json = {"user": user_json(person), "status": member.status}
    if member.status == "creator":
        said["is_anonymous"] = member.anonymous
    if member.status == "administrator":
        said |= {"can_be_edited": False, "is_anonymous": member.anonymous}
        said |= {right: right in member.rights for right in RIGHTS}
    if member.status == "restricted":
        said |= {"is_member": True, "until_date": 0}
        said |= {permission: permission in member.rights for permission in PERMISSIONS}
    if member.status == "kicked":
        said["until_date"] = 0
    return said


def full_chat_json(world: World, chat: Chat) -> Json:
    """ChatFullInfo as getChat answers it."""
    said = chat_json(world, chat) | {
        "accent_color_id": abs(chat.id) % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": {
            "unlimited_gifts": True,
            "limited_gifts": True,
            "unique_gifts": True,
            "premium_subscription": chat.private,
            "gifts_from_channels": True,
        },
    }
    if chat.private:
        said |= {"active_usernames": [said["username"]]} if "username" in said else {}
    else:
        said["permissions"] = {name: name in chat.permissions for name in PERMISSIONS}
        said |= {"has_hidden_members": True} if chat.hidden_members else {}
    pinned = next((chat.message(at) for at in reversed(chat.pinned) if chat.message(at)), None)
    if pinned:
        said["pinned_message"] = message_json(world, pinned, with_reply=False)
    return said


def present_members(chat: Chat) -> list[tuple[int, Member]]:
    """Those who are in a group now."""
    return [(user_id, member) for user_id, member in chat.members.items() if member.status in PRESENT]
