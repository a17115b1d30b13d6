"""Sending, editing and deleting messages."""

from dataclasses import replace
from typing import Any

from playground import ephemeral, topics
from playground.errors import bad_request
from playground.limits import DELETE_SECONDS
from playground.methods.common import (
    check_may_send,
    document_content,
    document_given,
    keyboard,
    message_named,
    nested,
    open_chat,
    own_message,
    photo_content,
    photo_given,
    recaptioned,
    text_content,
)
from playground.methods.params import Params
from playground.methods.registry import method
from playground.render import message_json
from playground.state import Playground
from playground.world import Chat, Content, Message

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


@method("sendMessage", act="send")
def send_message(playground: Playground, params: Params) -> Any:
    """Send a text."""
    return message_json(playground.world, send(playground, params, text_content(playground, params)))


@method("sendPhoto", act="send")
def send_photo(playground: Playground, params: Params) -> Any:
    """Send a picture, uploaded or by file id, with a caption."""
    photo = photo_given(playground, params, "photo")
    return message_json(playground.world, send(playground, params, photo_content(playground, params, photo)))


@method("sendDocument", act="send")
def send_document(playground: Playground, params: Params) -> Any:
    """Send a file of any kind, uploaded or by file id, with a caption."""
    content = document_content(playground, params, document_given(playground, params))
    return message_json(playground.world, send(playground, params, content))


def send(playground: Playground, params: Params, content: Content, **fields: Any) -> Message:
    """Put a message of the bot where the parameters say; `fields` are further fields of Message. Raises ApiError."""
    chat = open_chat(playground, params)
    check_may_send(playground, chat, _kind(content))
    reply_to = _reply_to(chat, params)
    thread = topics.place(chat, params.integer("message_thread_id"), reply_to)
    if topics.shut(chat, thread, playground.bot.id):
        raise bad_request("TOPIC_CLOSED")
    effect = params.text("message_effect_id")
    if effect:
        if not chat.private:
            raise bad_request("EFFECT_ID_INVALID")
        content = replace(content, options=(*content.options, ("effect_id", effect)))
    protected = params.flag("protect_content")
    if params.has("ephemeral_message_parameters") and ephemeral.known(playground):
        given = nested(params.structure("ephemeral_message_parameters"), "ephemeral message parameters")
        receiver_id = given.integer("receiver_user_id")
        ephemeral.check(playground, chat, receiver_id, given.text("callback_query_id"), _command(params))
        return ephemeral.post(
            playground, chat, playground.bot.id, receiver_id, content, protected=protected, thread_id=thread
        )
    if _command(params) and ephemeral.known(playground):
        raise bad_request("message to be replied not found")
    where = {"reply_to": reply_to, "thread_id": thread}
    return playground.post(chat, playground.bot.id, content, protected=protected, **where, **fields)


def _command(params: Params) -> int:
    """The ephemeral command that is replied to, 0 when there is none."""
    if not params.has("reply_parameters"):
        return 0
    return nested(params.structure("reply_parameters"), "reply parameters").integer("ephemeral_message_id")


def _kind(content: Content) -> str:
    return "photos" if content.photo else "documents" if content.document else "text messages"


def _reply_to(chat: Chat, params: Params) -> int | None:
    given = params
    if params.has("reply_parameters"):
        given = nested(params.structure("reply_parameters"), "reply parameters")
    name = "message_id" if given is not params else "reply_to_message_id"
    wanted = given.integer(name)
    if not wanted:
        return None
    if chat.message(wanted) is None:
        if given.flag("allow_sending_without_reply"):
            return None
        raise bad_request("message to be replied not found")
    return wanted


@method("editMessageText", act="edit")
def edit_message_text(playground: Playground, params: Params) -> Any:
    """Give a text message another text and keyboard; without `reply_markup` the keyboard goes."""
    content = text_content(playground, params)
    message = own_message(playground, params)
    if message.content.captioned:
        raise bad_request("there is no text in the message to edit")
    return _edit(playground, params, message, content)


@method("editMessageCaption", act="edit")
def edit_message_caption(playground: Playground, params: Params) -> Any:
    """Give a picture another caption and keyboard."""
    message = own_message(playground, params)
    content = message.content
    if content.photo:
        content = recaptioned(playground, params, content)
    elif content.document:
        content = document_content(playground, params, content.document)
    else:
        raise bad_request("there is no caption in the message to edit")
    return _edit(playground, params, message, content)


@method("editMessageMedia", act="edit")
def edit_message_media(playground: Playground, params: Params) -> Any:
    """Give a message another picture, caption and keyboard."""
    message = own_message(playground, params)
    media = nested(params.structure("media"), "media")
    media.files = params.files
    if media.text("type") != "photo":
        raise bad_request("can't parse media: only photos are supported by this server")
    content = photo_content(playground, media, photo_given(playground, media, "media"))
    return _edit(playground, params, message, content.with_markup(keyboard(playground, params)))


@method("editMessageReplyMarkup", act="edit")
def edit_message_reply_markup(playground: Playground, params: Params) -> Any:
    """Give a message another keyboard, or none."""
    message = own_message(playground, params)
    return _edit(playground, params, message, message.content.with_markup(keyboard(playground, params)))


def _edit(playground: Playground, params: Params, message: Message, content: Content) -> Any:
    if content == message.content:
        raise bad_request(NOT_MODIFIED)
    playground.edit(message, content)
    return True if params.has("inline_message_id") else message_json(playground.world, message)


@method("deleteMessage", act="other")
def delete_message(playground: Playground, params: Params) -> bool:
    """Delete one message."""
    chat = open_chat(playground, params)
    message = message_named(chat, params, "delete")
    if not _deletable(playground, chat, message):
        raise bad_request("message can't be deleted")
    playground.delete(message, playground.bot.id)
    return True


@method("deleteMessages", act="other")
def delete_messages(playground: Playground, params: Params) -> bool:
    """Delete up to 100 messages; those that cannot be found or deleted are passed over."""
    chat = open_chat(playground, params)
    message_ids = params.structure("message_ids")
    if not isinstance(message_ids, list) or not message_ids:
        raise bad_request("message identifiers are not specified")
    if len(message_ids) > 100:
        raise bad_request("too many messages to delete")
    for message in [chat.message(at) for at in message_ids if isinstance(at, int)]:
        if message and _deletable(playground, chat, message):
            playground.delete(message, playground.bot.id)
    return True


def _deletable(playground: Playground, chat: Chat, message: Message) -> bool:
    if chat.member(playground.bot.id).may("can_delete_messages"):
        return True
    own = message.sender_id == playground.bot.id
    return (own or chat.private) and playground.clock.now() - message.date < DELETE_SECONDS
