"""Forwarding and copying messages."""

from dataclasses import replace
from typing import Any

from playground.errors import bad_request
from playground.methods.common import closed, keyboard, text_of
from playground.methods.messages import send
from playground.methods.params import Params
from playground.methods.registry import method
from playground.render import Json, chat_json, message_json, user_json
from playground.state import Playground
from playground.world import Message


@method("forwardMessage", act="send")
def forward_message(playground: Playground, params: Params) -> Any:
    """Send a message on, with where it came from."""
    original = _original(playground, params, "forward")
    if original.protected:
        raise bad_request("message can't be forwarded")
    sent = send(
        playground, params, original.content.with_markup(None), origin=original.origin or _origin(playground, original)
    )
    return message_json(playground.world, sent)


@method("copyMessage", act="send")
def copy_message(playground: Playground, params: Params) -> Any:
    """Send the content of a message again; the answer is its new MessageId."""
    original = _original(playground, params, "copy")
    if original.protected:
        raise bad_request("message can't be copied")
    content = original.content.with_markup(keyboard(playground, params))
    if content.captioned and "caption" in params.names:
        text, entities = text_of(playground, params, "caption")
        content = replace(content, text=text, entities=entities)
    return {"message_id": send(playground, params, content).id}


def _original(playground: Playground, params: Params, purpose: str) -> Message:
    """The message that `from_chat_id` and `message_id` name. Raises ApiError."""
    chat = playground.world.chats.get(params.integer("from_chat_id"))
    if chat is None or not chat.bot_knows:
        raise bad_request("chat not found")
    refusal = closed(playground, chat)
    if refusal:
        raise refusal
    message = chat.message(params.integer("message_id"))
    if message is None:
        raise bad_request(f"message to {purpose} not found")
    if message.service:
        raise bad_request(f"message can't be {'copied' if purpose == 'copy' else 'forwarded'}")
    return message


def _origin(playground: Playground, message: Message) -> Json:
    """MessageOrigin: the person, or the chat in whose name he wrote."""
    said: Json = {"date": message.date}
    if message.sender_chat_id is not None:
        sender = chat_json(playground.world, playground.world.chats[message.sender_chat_id])
        return {"type": "chat", "sender_chat": sender, **said}
    user = playground.world.user(message.sender_id)
    return {"type": "user", "sender_user": user_json(user) if user else {}, **said}
