"""Screens as the Bot API wants them, and what its errors mean to us."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputFile,
    InputMediaPhoto,
    LinkPreviewOptions,
    Message,
)
from telegram import SwitchInlineQueryChosenChat as ChosenChat
from telegram.constants import ParseMode
from telegram.error import BadRequest, EndPointNotFound, Forbidden, InvalidToken, TelegramError

from tgbot.screens.fitting import fit, fit_plain
from tgbot.screens.screen import MAX_CAPTION, Button, Keyboard, Screen

# Most calls are edits and answers to presses, and nobody reads what they give back. Sent and received as plain values
# they cost a tenth less of a press than through Bot's methods. do_api_request warns about names for which Bot has a
# method; these spellings it turns into editMessageText and so on without looking for one.
_EDIT, _ANSWER = "edit_Message_Text", "answer_Callback_Query"
_CAPTION, _BUTTONS = "edit_Message_Caption", "edit_Message_Reply_Markup"
_PHOTO = "bigben.jpg"
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


@dataclass(frozen=True)
class Photo:
    """A picture: the file, or Telegram's id of one sent before. ``spoiler``: hidden until it is tapped."""

    file: bytes | str
    spoiler: bool = False


def markup(keyboard: Keyboard) -> InlineKeyboardMarkup | None:
    """The keyboard under a message; None when it has no buttons."""
    if not keyboard:
        return None
    return InlineKeyboardMarkup([[_button(button) for button in row] for row in keyboard])


async def send(
    bot: Bot,
    chat_id: int,
    screen: Screen,
    *,
    thread_id: int | None = None,
    silent: bool = False,
    secret: bool = False,
    reply_to: int | None = None,
) -> Message:
    """A new message (Bot API ``sendMessage``)."""
    return await bot.send_message(
        chat_id,
        fit(screen.text),
        parse_mode=ParseMode.HTML,
        link_preview_options=NO_PREVIEW,
        reply_markup=markup(screen.keyboard),
        message_thread_id=thread_id,
        disable_notification=silent,
        protect_content=secret,
        reply_to_message_id=reply_to,
        allow_sending_without_reply=True if reply_to else None,
    )


async def send_photo(
    bot: Bot,
    chat_id: int,
    photo: Photo,
    screen: Screen,
    *,
    thread_id: int | None = None,
    silent: bool = False,
    secret: bool = False,
) -> Message:
    """A new message with a picture, and the screen's caption under it (Bot API ``sendPhoto``)."""
    return await bot.send_photo(
        chat_id,
        photo.file,
        caption=fit(screen.caption, MAX_CAPTION),
        parse_mode=ParseMode.HTML,
        reply_markup=markup(screen.keyboard),
        message_thread_id=thread_id,
        disable_notification=silent,
        protect_content=secret,
        has_spoiler=photo.spoiler,
        filename=_PHOTO,
    )


async def send_file(bot: Bot, chat_id: int, name: str, content: bytes, caption: str) -> None:
    """A file with a caption of HTML (Bot API ``sendDocument``)."""
    await bot.send_document(
        chat_id, InputFile(content, filename=name), caption=fit(caption, MAX_CAPTION), parse_mode=ParseMode.HTML
    )


async def edit(bot: Bot, chat_id: int, message_id: int, screen: Screen) -> None:
    """The same message with other content (Bot API ``editMessageText``). Content that is there already is success."""
    text = {"text": fit(screen.text), "parse_mode": ParseMode.HTML, "link_preview_options": {"is_disabled": True}}
    await _change(bot, _EDIT, chat_id, message_id, screen, text)


async def edit_photo(bot: Bot, chat_id: int, message_id: int, photo: Photo, screen: Screen) -> str:
    """The same message with another picture, caption and keyboard (Bot API ``editMessageMedia``). The file id of the
    picture; empty where the message is so already.
    """
    media = InputMediaPhoto(
        photo.file,
        fit(screen.caption, MAX_CAPTION),
        parse_mode=ParseMode.HTML,
        has_spoiler=photo.spoiler,
        filename=_PHOTO,
    )
    try:
        message = await bot.edit_message_media(
            media, chat_id=chat_id, message_id=message_id, reply_markup=markup(screen.keyboard)
        )
    except BadRequest as error:
        if not says(error, "message is not modified"):
            raise
        return ""
    return "" if isinstance(message, bool) else file_id(message)


async def edit_caption(bot: Bot, chat_id: int, message_id: int, screen: Screen) -> None:
    """The same picture with another caption and keyboard (Bot API ``editMessageCaption``)."""
    caption = {"caption": fit(screen.caption, MAX_CAPTION), "parse_mode": ParseMode.HTML}
    await _change(bot, _CAPTION, chat_id, message_id, screen, caption)


async def edit_buttons(bot: Bot, chat_id: int, message_id: int, screen: Screen) -> None:
    """The same message with another keyboard (Bot API ``editMessageReplyMarkup``)."""
    await _change(bot, _BUTTONS, chat_id, message_id, screen, {})


async def _change(bot: Bot, method: str, chat_id: int, message_id: int, screen: Screen, what: dict[str, Any]) -> None:
    wanted: dict[str, Any] = {"chat_id": chat_id, "message_id": message_id, **what}
    if screen.keyboard:
        wanted["reply_markup"] = {"inline_keyboard": [[plain(button) for button in row] for row in screen.keyboard]}
    try:
        await bot.do_api_request(method, wanted)
    except BadRequest as error:
        if not says(error, "message is not modified"):
            raise


def file_id(message: Message) -> str:
    """By which Telegram sends the picture of a message again without an upload; of the largest size."""
    return message.photo[-1].file_id if message.photo else ""


async def answer(bot: Bot, query_id: str, text: str = "", *, alert: bool = False, url: str | None = None) -> None:
    """Answers a press (Bot API ``answerCallbackQuery``); the app keeps nothing of it."""
    wanted: dict[str, Any] = {"callback_query_id": query_id, "cache_time": 0}
    if text:
        wanted |= {"text": fit_plain(text), "show_alert": alert}
    if url is not None:
        wanted["url"] = url
    await bot.do_api_request(_ANSWER, wanted)


async def strip(bot: Bot, chat_id: int, message_id: int) -> None:
    """Takes the buttons off a message that is not the newest any more. A message that is gone has none."""
    try:
        await bot.edit_message_reply_markup(chat_id=chat_id, message_id=message_id, reply_markup=None)
    except BadRequest as error:
        if not (says(error, "message is not modified") or is_gone(error)):
            raise


async def delete(bot: Bot, chat_id: int, message_id: int) -> None:
    """Deletes a message of the bot's; one too old for that (48 hours) loses its buttons."""
    try:
        await bot.delete_message(chat_id, message_id)
    except BadRequest as error:
        if says(error, "message can't be deleted"):
            await strip(bot, chat_id, message_id)
        elif not is_gone(error):
            raise


def refuses(error: TelegramError) -> bool:
    """Telegram does not do what it was asked for, and will not if it is asked again; or it does not know the method."""
    return isinstance(error, BadRequest | Forbidden | InvalidToken | EndPointNotFound)


def says(error: TelegramError, text: str) -> bool:
    """Whether Telegram's description holds the text; python-telegram-bot changes the case of some letters."""
    return text in error.message.lower()


def is_gone(error: TelegramError) -> bool:
    """The message was deleted, or cannot be edited or deleted any more."""
    found_no_more = (f"message to {purpose} not found" for purpose in ("edit", "delete", "pin"))
    return any(says(error, text) for text in (*found_no_more, "can't be edited", "can't be deleted"))


def is_topic_closed(error: TelegramError) -> bool:
    """The topic is closed to all but those who may manage topics."""
    return says(error, "topic_closed")


def is_topic_gone(error: TelegramError) -> bool:
    """There is no such topic any more."""
    return says(error, "message thread not found")


def is_shut(error: TelegramError) -> bool:
    """The chat cannot be written to: blocked, never started, left, gone, or the bot may not speak there. That it may
    send no files or pictures does not shut a chat.
    """
    words = ("chat not found", "not enough rights to send text", "no rights to send")
    return isinstance(error, Forbidden) or any(says(error, text) for text in words)


def takes_no_photos(error: TelegramError) -> bool:
    """The chat takes texts but no pictures: its members, or the bot, may not send any."""
    return any(says(error, text) for text in ("not enough rights to send photos", "send_photos_forbidden"))


def is_no_photo(error: TelegramError) -> bool:
    """Telegram does not take the file for a picture, or takes none that is so large."""
    words = ("image_process_failed", "photo_invalid", "photo_ext_invalid", "photo_save_file_invalid", "file is too big")
    return any(says(error, text) for text in (*words, "request entity too large", "file must be non-empty"))


def is_stale(error: TelegramError) -> bool:
    """Telegram does not know the file id any more: the picture has to be uploaded anew."""
    return any(says(error, text) for text in ("wrong file identifier", "wrong remote file id", "file reference"))


def _button(button: Button) -> InlineKeyboardButton:
    if button.share is not None:
        chosen = ChosenChat(query=button.share, allow_user_chats=True, allow_group_chats=True)
        return InlineKeyboardButton(button.label, switch_inline_query_chosen_chat=chosen, style=button.style)
    return InlineKeyboardButton(button.label, callback_data=button.data, url=button.url, style=button.style)


def plain(button: Button) -> dict[str, Any]:
    """A button as JSON values."""
    if button.share is not None:
        return _button(button).to_dict()
    made: dict[str, Any] = {"text": button.label}
    made |= {"callback_data": button.data} if button.data is not None else {"url": button.url}
    return made | {"style": button.style} if button.style else made
