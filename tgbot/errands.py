"""Calls that no surface waits for: messages of no match, and what becomes of messages that had their time."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from telegram import Bot
from telegram.error import BadRequest, Forbidden, TelegramError

from tgbot.drawing import Drawing
from tgbot.outbox import Errand
from tgbot.pictures import Picture
from tgbot.screens.screen import Screen
from tgbot.store.reading import SurfaceRow
from tgbot.wanted import receiver
from tgbot.wire.ephemeral import delete_whisper
from tgbot.wire.messages import (
    Photo,
    delete,
    edit,
    edit_caption,
    file_id,
    is_gone,
    is_no_photo,
    is_stale,
    send,
    send_file,
    send_photo,
    strip,
    takes_no_photos,
)


def message(
    bot: Bot,
    chat_id: int,
    screen: Screen,
    thread_id: int | None,
    reply_to: int | None,
    ended: Callable[[], Awaitable[None]] | None = None,
) -> Errand:
    """A message, such as the answer to a command; it is no answer in another chat, to which its group has gone.
    ``ended``: as in ``Errand``.
    """

    async def make(chat: int) -> None:
        await send(bot, chat, screen, thread_id=thread_id, reply_to=reply_to if chat == chat_id else None)

    return Errand("send", make, ended)


def document(bot: Bot, name: str, content: bytes, caption: str) -> Errand:
    """A file, such as a match to check."""
    return Errand("send", lambda chat: send_file(bot, chat, name, content, caption))


@dataclass(frozen=True)
class Drawn:
    """A picture, who draws it, and the chats that take none."""

    picture: Picture
    drawing: Drawing
    no_photos: set[int]


def pictured(bot: Bot, drawn: Drawn, screen: Screen, thread_id: int | None) -> Errand:
    """A picture with the screen's caption; where none can be shown it is left out."""

    async def make(chat: int) -> None:
        if chat in drawn.no_photos:
            return
        photo = Photo(await drawn.drawing.file(drawn.picture))
        try:
            sent = await send_photo(bot, chat, photo, screen, thread_id=thread_id, silent=True)
        except TelegramError as error:
            if takes_no_photos(error):
                drawn.no_photos.add(chat)
            elif is_stale(error):
                drawn.drawing.forget(drawn.picture)
            elif not is_no_photo(error):
                raise
            return
        drawn.drawing.sent(drawn.picture, file_id(sent))

    return Errand("send", make)


def redrawn(bot: Bot, message_id: int, screen: Screen) -> Errand:
    """Something else in a message, such as settings. It does no harm where it is gone."""

    async def make(chat: int) -> None:
        try:
            await edit(bot, chat, message_id, screen)
        except BadRequest as error:
            if not is_gone(error):
                raise

    return Errand("edit", make)


def retired(bot: Bot, row: SurfaceRow, *, fleeting: bool, after: Screen | None = None) -> Errand:
    """A message that is not the newest any more is deleted or loses its buttons; a picture may be told ``after`` it."""

    async def make(chat: int) -> None:
        if (alone := receiver(row.which)) is not None:
            await delete_whisper(bot, chat, alone, row.message_id)
            return
        if after is not None and row.photo and not fleeting:
            try:
                await edit_caption(bot, chat, row.message_id, after)
            except BadRequest as error:
                if not is_gone(error):
                    raise
        else:
            await (delete if fleeting else strip)(bot, chat, row.message_id)
        if row.pinned:
            with contextlib.suppress(BadRequest, Forbidden):
                await bot.unpin_chat_message(chat, row.message_id)

    return Errand("edit", make)
