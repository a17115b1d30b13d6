"""The peer: an aiogram bot that answers every press and edits a text of 300 characters with eight buttons.

    python -m bench.rig.peer URL TOKEN

It knows no game and keeps nothing. It is written as aiogram's documentation writes a bot.
"""

from __future__ import annotations

import asyncio
import logging
import sys

from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.types import CallbackQuery, InlineKeyboardButton, InlineKeyboardMarkup, Message

TEXT = "It is your move. " * 17 + "{number:011}"
BUTTONS = InlineKeyboardMarkup(
    inline_keyboard=[
        [
            InlineKeyboardButton(text=f"Button {row} {place}", callback_data=f"1:1:!cut {row} {place}")
            for place in (0, 1)
        ]
        for row in range(4)
    ]
)

presses = 0


async def pressed(query: CallbackQuery) -> None:
    global presses  # noqa: PLW0603 - a text that changes, as an edit must
    presses += 1
    await query.answer()
    if isinstance(query.message, Message):
        await query.message.edit_text(TEXT.format(number=presses), reply_markup=BUTTONS)


async def main(url: str, token: str) -> None:
    session = AiohttpSession(api=TelegramAPIServer.from_base(url))
    dispatcher = Dispatcher()
    dispatcher.callback_query.register(pressed)
    await dispatcher.start_polling(Bot(token, session=session))


if __name__ == "__main__":
    logging.basicConfig(level=logging.ERROR)
    asyncio.run(main(sys.argv[1], sys.argv[2]))
