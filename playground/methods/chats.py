"""What a bot asks about chats and their members, and does in them beside talking."""

from typing import Any

from playground.errors import ApiError, bad_request
from playground.methods.common import closed, known_chat, message_named, open_chat
from playground.methods.params import Params
from playground.methods.registry import method
from playground.render import full_chat_json, member_json, present_members
from playground.state import Playground
from playground.world import Chat

ACTIONS = frozenset(
    {
        "typing",
        "upload_photo",
        "record_video",
        "upload_video",
        "record_voice",
        "upload_voice",
        "upload_document",
        "choose_sticker",
        "find_location",
        "record_video_note",
        "upload_video_note",
    }
)


@method("getChat", act="other")
def get_chat(playground: Playground, params: Params) -> Any:
    """ChatFullInfo."""
    return full_chat_json(playground.world, _visible(playground, params))


@method("getChatMember", act="other")
def get_chat_member(playground: Playground, params: Params) -> Any:
    """The place of somebody in a chat; somebody who never was in it has left."""
    chat = _visible(playground, params)
    user = playground.world.user(params.integer("user_id"))
    if not params.integer("user_id"):
        raise bad_request("invalid user_id specified")
    if user is None:
        raise bad_request("PARTICIPANT_ID_INVALID")
    member = chat.member(user.id)
    if chat.hidden_members and not (member.administers or user.is_bot or chat.member(playground.bot.id).administers):
        # As seen in teloxide #1349.
        raise bad_request("CHAT_ADMIN_REQUIRED")
    return member_json(user, member)


@method("getChatAdministrators", act="other")
def get_chat_administrators(playground: Playground, params: Params) -> Any:
    """The creator and the administrators of a group, other bots left out."""
    chat = _visible(playground, params)
    if chat.private:
        raise bad_request("there are no administrators in the private chat")
    found = [(playground.world.user(user_id), member) for user_id, member in present_members(chat)]
    return [member_json(user, member) for user, member in found if user and member.administers]


@method("getChatMemberCount", act="other")
def get_chat_member_count(playground: Playground, params: Params) -> int:
    """How many are in a chat, the bot included."""
    chat = _visible(playground, params)
    return 2 if chat.private else len(present_members(chat))


def _visible(playground: Playground, params: Params) -> Chat:
    """A chat the bot may ask about: a private one also of somebody who never started or who blocked it."""
    chat = known_chat(playground, params)
    refusal = None if chat.private else closed(playground, chat)
    if refusal:
        raise refusal
    return chat


@method("pinChatMessage", act="other")
def pin_chat_message(playground: Playground, params: Params) -> bool:
    """Pin a message on top of those pinned before."""
    chat = _pinnable(playground, params)
    message = message_named(chat, params, "pin")
    if message.service:
        raise bad_request("message can't be pinned")
    if message.id not in chat.pinned[-1:]:
        playground.pin(message, playground.bot.id)
    return True


@method("unpinChatMessage", act="other")
def unpin_chat_message(playground: Playground, params: Params) -> bool:
    """Unpin one message, or without `message_id` the newest pinned one."""
    chat = _pinnable(playground, params)
    if params.has("message_id"):
        wanted = message_named(chat, params, "unpin").id
        playground.unpin(chat, [wanted] if wanted in chat.pinned else [], playground.bot.id)
    elif chat.pinned:
        playground.unpin(chat, chat.pinned[-1:], playground.bot.id)
    else:
        raise bad_request("message to unpin not found")
    return True


@method("unpinAllChatMessages", act="other")
def unpin_all_chat_messages(playground: Playground, params: Params) -> bool:
    """Unpin all messages."""
    chat = _pinnable(playground, params)
    playground.unpin(chat, list(chat.pinned), playground.bot.id)
    return True


def _pinnable(playground: Playground, params: Params) -> Chat:
    chat = open_chat(playground, params)
    if not chat.private and not chat.member(playground.bot.id).may("can_pin_messages"):
        raise bad_request("not enough rights to manage pinned messages in the chat")
    return chat


@method("leaveChat", act="other")
def leave_chat(playground: Playground, params: Params) -> bool:
    """Leave a group."""
    chat = open_chat(playground, params)
    if chat.private:
        raise bad_request("chat member status can't be changed in private chats")
    playground.exit(chat, playground.bot.id, playground.bot.id)
    return True


@method("sendChatAction", act="other")
def send_chat_action(playground: Playground, params: Params) -> bool:
    """Show for some seconds that the bot is busy; nothing stays of it."""
    open_chat(playground, params)
    if params.text("action") not in ACTIONS:
        raise ApiError(400, "Bad Request: wrong parameter action in request")
    return True
