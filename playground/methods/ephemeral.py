"""Editing and deleting ephemeral messages; sending them is in messages.py."""

from collections.abc import Callable
from typing import Any

from playground import ephemeral
from playground.entities import utf16_length
from playground.errors import bad_request
from playground.methods.common import keyboard, nested, open_chat, photo_content, photo_given, recaptioned, text_content
from playground.methods.messages import NOT_MODIFIED
from playground.methods.params import Params
from playground.methods.registry import method
from playground.state import Playground
from playground.world import Content, Message


@method("deleteEphemeralMessage", act="other")
def delete_ephemeral_message(playground: Playground, params: Params) -> bool:
    """Take an ephemeral message away from the one who sees it."""
    ephemeral.delete(playground, _named(playground, params, "delete"))
    return True


def _text(playground: Playground, params: Params, message: Message) -> Content:
    if message.content.captioned:
        raise bad_request("there is no text in the message to edit")
    content = text_content(playground, params)
    if utf16_length(content.text) > ephemeral.MAX_EDIT:
        raise bad_request("MEDIA_CAPTION_TOO_LONG")
    return content


def _caption(playground: Playground, params: Params, message: Message) -> Content:
    if not message.content.photo:
        raise bad_request("there is no caption in the message to edit")
    return recaptioned(playground, params, message.content)


def _media(playground: Playground, params: Params, _: Message) -> Content:
    media = nested(params.structure("media"), "media")
    media.files = params.files
    if media.text("type") != "photo":
        raise bad_request("can't parse media: only photos are supported by this server")
    content = photo_content(playground, media, photo_given(playground, media, "media"))
    return content.with_markup(keyboard(playground, params))


def _markup(playground: Playground, params: Params, message: Message) -> Content:
    return message.content.with_markup(keyboard(playground, params))


def _register_edit(name: str, changed: Callable[[Playground, Params, Message], Content]) -> None:
    @method(name, act="edit")
    def edit(playground: Playground, params: Params) -> Any:
        message = _named(playground, params, "edit")
        content = changed(playground, params, message)
        if content == message.content:
            raise bad_request(NOT_MODIFIED)
        ephemeral.edit(playground, message, content)
        return True


_register_edit("editEphemeralMessageText", _text)
_register_edit("editEphemeralMessageCaption", _caption)
_register_edit("editEphemeralMessageMedia", _media)
_register_edit("editEphemeralMessageReplyMarkup", _markup)


def _named(playground: Playground, params: Params, purpose: str) -> Message:
    """The bot's own ephemeral message that a call names. Raises ApiError."""
    ephemeral.check_known(playground)
    chat = open_chat(playground, params)
    message = chat.ephemeral.get(params.integer("ephemeral_message_id"))
    mine = message is not None and message.sender_id == playground.bot.id
    if message is None or not mine or message.receiver_id != params.integer("receiver_user_id"):
        raise bad_request(f"message to {purpose} not found")
    return message
