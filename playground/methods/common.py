"""What many methods need: the chat they may act in, and the content they were given."""

from dataclasses import replace
from typing import Any

from playground.entities import Entity, utf16_length
from playground.errors import ApiError, bad_request, forbidden, migrated
from playground.keyboards import inline_keyboard
from playground.limits import MAX_CAPTION, MAX_TEXT
from playground.methods.params import Params
from playground.render import user_json
from playground.state import Playground
from playground.texts import formatted
from playground.world import Chat, Content, Document, Message, Photo


def known_chat(playground: Playground, params: Params) -> Chat:
    """The chat named by `chat_id` if the bot ever met it. Raises ApiError 400."""
    if not params.has("chat_id"):
        raise bad_request("chat_id is empty")
    chat = playground.world.chats.get(params.integer("chat_id"))
    if chat is None or not chat.bot_knows:
        raise bad_request("chat not found")
    return chat


def open_chat(playground: Playground, params: Params) -> Chat:
    """The chat named by `chat_id` if the bot may act in it now. Raises ApiError 400 or 403."""
    chat = known_chat(playground, params)
    refusal = closed(playground, chat)
    if refusal:
        raise refusal
    return chat


def closed(playground: Playground, chat: Chat) -> ApiError | None:
    """Why the bot may not act in a chat, None if it may."""
    if chat.migrated_to is not None:
        return migrated(chat.migrated_to)
    if chat.private:
        person = playground.world.people[chat.id]
        if person.deactivated:
            return forbidden("user is deactivated")
        if person.blocked:
            return forbidden("bot was blocked by the user")
        return None if person.started else forbidden("bot can't initiate conversation with a user")
    if chat.gone and chat.kind == "group":
        return forbidden("the group chat was deleted")
    status = chat.member(playground.bot.id).status
    if status == "kicked":
        return forbidden(f"bot was kicked from the {chat.kind} chat")
    return forbidden(f"bot is not a member of the {chat.kind} chat") if status == "left" else None


def check_may_send(playground: Playground, chat: Chat, kind: str) -> None:
    """Check that the bot may send `text messages`, `photos` or `documents` to a group. Raises ApiError 400."""
    permission = "can_send_messages" if kind == "text messages" else f"can_send_{kind}"
    if not chat.private and not chat.permits(playground.bot.id, permission):
        raise bad_request(f"not enough rights to send {kind} to the chat")


def message_named(chat: Chat, params: Params, purpose: str) -> Message:
    """The message named by `message_id`. Raises ApiError 400 "message to … not found"."""
    if not params.has("message_id"):
        raise bad_request("message identifier is not specified")
    message = chat.message(params.integer("message_id"))
    if message is None:
        raise bad_request(f"message to {purpose} not found")
    return message


def own_message(playground: Playground, params: Params) -> Message:
    """The bot's own message that an edit names, in a chat or by its inline id. Raises ApiError."""
    if params.has("inline_message_id"):
        message = playground.world.inline.get(params.text("inline_message_id"))
        if message is None or message.deleted:
            raise bad_request("MESSAGE_ID_INVALID")
        return message
    message = message_named(open_chat(playground, params), params, "edit")
    if message.sender_id != playground.bot.id or message.service:
        raise bad_request("message can't be edited")
    return message


def text_of(playground: Playground, given: Params, name: str) -> tuple[str, tuple[Entity, ...]]:
    """The text named `text`, `caption` or `message_text` with its entities. Raises ApiError 400 for one too long."""
    entities = given.structure("caption_entities" if name == "caption" else "entities")
    if entities is not None and not isinstance(entities, list):
        raise bad_request("can't parse entities: expected an Array of MessageEntity")
    text, found = formatted(given.text(name), given.text("parse_mode"), entities)
    if name == "caption" and utf16_length(text) > MAX_CAPTION:
        raise bad_request("message caption is too long")
    if name != "caption" and not text:
        raise bad_request("message text is empty")
    if name != "caption" and utf16_length(text) > MAX_TEXT:
        raise bad_request("message is too long")
    return text, tuple(entity for entity in (_with_user(playground, entity) for entity in found) if entity)


def _with_user(playground: Playground, entity: Entity) -> Entity | None:
    if entity["type"] != "text_mention":
        return entity
    user = playground.world.user(entity["user_id"])
    rest = {name: value for name, value in entity.items() if name != "user_id"}
    return {**rest, "user": user_json(user)} if user else None


def text_content(playground: Playground, given: Params, name: str = "text") -> Content:
    """The content of a text message, keyboard included."""
    text, entities = text_of(playground, given, name)
    preview = given.structure("link_preview_options")
    if not isinstance(preview, dict) and given.flag("disable_web_page_preview"):
        preview = {"is_disabled": True}
    options = (("link_preview_options", preview),) if isinstance(preview, dict) and preview else ()
    return Content(text, entities, None, keyboard(playground, given), options)


def photo_content(playground: Playground, given: Params, photo: Photo) -> Content:
    """The content of a photo message with its caption, keyboard included."""
    text, entities = text_of(playground, given, "caption")
    options = []
    if given.flag("show_caption_above_media"):
        options.append(("show_caption_above_media", True))
    if given.flag("has_spoiler"):
        options.append(("has_media_spoiler", True))
    return Content(text, entities, photo, keyboard(playground, given), tuple(options))


def recaptioned(playground: Playground, given: Params, content: Content) -> Content:
    """A photo message with another caption and keyboard. The picture stays as it is, under its cover if it has one."""
    assert content.photo is not None
    made = photo_content(playground, given, content.photo)
    cover = tuple(option for option in content.options if option[0] == "has_media_spoiler")
    return replace(made, options=(*(option for option in made.options if option not in cover), *cover))


def document_content(playground: Playground, given: Params, document: Document) -> Content:
    """The content of a message with a file and its caption, keyboard included."""
    text, entities = text_of(playground, given, "caption")
    return Content(text, entities, None, keyboard(playground, given), document=document)


def document_given(playground: Playground, given: Params) -> Document:
    """The file uploaded or named by its file id as `document`. Raises ApiError 400."""
    upload = given.upload("document")
    if isinstance(upload, bytes):
        return playground.files.add_document(upload, given.file_name("document"))
    if not upload:
        raise bad_request("there is no document in the request")
    return playground.files.document(upload)


def photo_given(playground: Playground, given: Params, name: str) -> Photo:
    """The picture uploaded or named by its file id. Raises ApiError 400."""
    upload = given.upload(name)
    if isinstance(upload, bytes):
        return playground.files.add_photo(upload)
    if not upload:
        raise bad_request(f"there is no {name} in the request")
    return playground.files.photo(upload)


def keyboard(playground: Playground, given: Params) -> dict[str, Any] | None:
    """The inline keyboard in `reply_markup`. Raises ApiError 400."""
    return inline_keyboard(given.structure("reply_markup"), playground.bot.username or "")


def nested(value: Any, what: str) -> Params:
    """The fields of an object inside a call as parameters of their own. Raises ApiError 400."""
    if not isinstance(value, dict):
        raise bad_request(f"can't parse {what}: an Object expected")
    return Params(value)
