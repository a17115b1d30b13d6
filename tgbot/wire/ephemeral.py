"""Messages in a group that one member sees, as the Bot API wants them (10.2, *Ephemeral Messages*)."""

from __future__ import annotations

from typing import Any

from telegram import Bot
from telegram.constants import ParseMode
from telegram.error import BadRequest, TelegramError

from tgbot.screens.fitting import fit
from tgbot.screens.screen import MAX_CAPTION, Screen
from tgbot.wire.messages import NO_PREVIEW, delete, markup, plain, refuses, says

_TIMEOUT = 5.0
"""Seconds: behind a whisper that fails a press still waits for its answer."""


class Overheard(TelegramError):
    """What was meant for one member stands in the group for everybody: a server from before Bot API 10.2 passes over
    parameters that it does not know.
    """


async def whisper(
    bot: Bot, chat_id: int, person_id: int, screen: Screen, *, query_id: str = "", thread_id: int | None = None
) -> int:
    """A message in a group that only one member sees; its number among those of the group (Bot API ``sendMessage``
    with ``ephemeral_message_parameters``, 10.3).

    ``query_id``: the press it answers, not yet answered itself and at most 15 seconds old; a bot that administers the
    group needs none. That the member gets to see it is not certain.

    Raises:
        Overheard: everybody sees it; it is deleted as well as can be.
    """
    shown = {"receiver_user_id": person_id} | ({"callback_query_id": query_id} if query_id else {})
    message = await bot.send_message(
        chat_id,
        _fit(screen),
        parse_mode=ParseMode.HTML,
        link_preview_options=NO_PREVIEW,
        reply_markup=markup(screen.keyboard),
        message_thread_id=thread_id,
        disable_notification=True,
        protect_content=True,
        api_kwargs={"ephemeral_message_parameters": shown},
        read_timeout=_TIMEOUT,
    )
    number = message.api_kwargs.get("ephemeral_message_id")
    if message.message_id or not isinstance(number, int):
        await delete(bot, chat_id, message.message_id)
        raise Overheard("This server knows no messages that one member sees")
    return number


async def edit_whisper(bot: Bot, chat_id: int, person_id: int, number: int, screen: Screen) -> None:
    """The same message that one member sees, with other content (Bot API ``editEphemeralMessageText``, 10.2).

    Raises:
        BadRequest: among others, it is gone.
    """
    wanted: dict[str, Any] = {
        **_named(chat_id, person_id, number),
        "text": _fit(screen),
        "parse_mode": ParseMode.HTML,
        "link_preview_options": {"is_disabled": True},
    }
    if screen.keyboard:
        wanted["reply_markup"] = {"inline_keyboard": [[plain(button) for button in row] for row in screen.keyboard]}
    try:
        await bot.do_api_request("editEphemeralMessageText", wanted)
    except BadRequest as error:
        if not says(error, "message is not modified"):
            raise


async def delete_whisper(bot: Bot, chat_id: int, person_id: int, number: int) -> None:
    """Takes a message away from the member who sees it (Bot API ``deleteEphemeralMessage``, 10.2). One that Telegram
    does not let go vanishes with his next start of the app.
    """
    try:
        await bot.do_api_request("deleteEphemeralMessage", _named(chat_id, person_id, number))
    except TelegramError as error:
        if not refuses(error):
            raise


def _named(chat_id: int, person_id: int, number: int) -> dict[str, Any]:
    return {"chat_id": chat_id, "receiver_user_id": person_id, "ephemeral_message_id": number}


def _fit(screen: Screen) -> str:
    """An edit of such a message may be no longer than a caption (tdlib/telegram-bot-api, issue 881)."""
    return fit(screen.text, MAX_CAPTION)
