"""Screens as the Bot API wants them, and what its errors mean to us."""

from __future__ import annotations

from typing import Any

from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, LinkPreviewOptions, Message
from telegram import SwitchInlineQueryChosenChat as ChosenChat
from telegram.constants import ParseMode
from telegram.error import BadRequest, Forbidden, TelegramError

from tgbot.screens.screen import Button, Keyboard, Screen

# Most calls are edits, and nobody reads what they answer. Sent and received as plain values they cost a tenth less of a
# press than through Bot.edit_message_text. do_api_request warns about names for which Bot has a method; this spelling
# it turns into editMessageText without looking for one.
_EDIT = "edit_Message_Text"
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


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
        screen.text,
        parse_mode=ParseMode.HTML,
        link_preview_options=_NO_PREVIEW,
        reply_markup=markup(screen.keyboard),
        message_thread_id=thread_id,
        disable_notification=silent,
        protect_content=secret,
        reply_to_message_id=reply_to,
        allow_sending_without_reply=True if reply_to else None,
    )


async def edit(bot: Bot, chat_id: int, message_id: int, screen: Screen) -> None:
    """The same message with other content (Bot API ``editMessageText``). Content that is there already is success."""
    wanted: dict[str, Any] = {
        "chat_id": chat_id,
        "message_id": message_id,
        "text": screen.text,
        "parse_mode": ParseMode.HTML,
        "link_preview_options": {"is_disabled": True},
    }
    if screen.keyboard:
        wanted["reply_markup"] = {"inline_keyboard": [[_plain(button) for button in row] for row in screen.keyboard]}
    try:
        await bot.do_api_request(_EDIT, wanted)
    except BadRequest as error:
        if not says(error, "message is not modified"):
            raise


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


def says(error: TelegramError, text: str) -> bool:
    """Whether Telegram's description holds the text; python-telegram-bot changes the case of some letters."""
    return text in error.message.lower()


def is_gone(error: TelegramError) -> bool:
    """The message was deleted, or cannot be edited or deleted any more."""
    return any(
        says(error, text)
        for text in ("message to edit not found", "message to delete not found", "can't be edited", "can't be deleted")
    )


def is_shut(error: TelegramError) -> bool:
    """The chat cannot be written to: blocked, never started, left, gone, or the bot may not speak there."""
    return isinstance(error, Forbidden) or says(error, "chat not found") or says(error, "not enough rights to send")


def _button(button: Button) -> InlineKeyboardButton:
    if button.share is not None:
        chosen = ChosenChat(query=button.share, allow_user_chats=True, allow_group_chats=True)
        return InlineKeyboardButton(button.label, switch_inline_query_chosen_chat=chosen, style=button.style)
    return InlineKeyboardButton(button.label, callback_data=button.data, url=button.url, style=button.style)


def _plain(button: Button) -> dict[str, Any]:
    """A button as JSON values."""
    if button.share is not None:
        return _button(button).to_dict()
    made: dict[str, Any] = {"text": button.label}
    made |= {"callback_data": button.data} if button.data is not None else {"url": button.url}
    return made | {"style": button.style} if button.style else made
