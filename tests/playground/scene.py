"""An aiogram bot and what it meets."""

from dataclasses import dataclass

from aiogram import Bot, types

from tests.playground.driver import Driver
from tests.playground.judge import JudgingSession

KEYBOARD = types.InlineKeyboardMarkup(
    inline_keyboard=[
        [types.InlineKeyboardButton(text="Join", callback_data="join", style="success")],
        [
            types.InlineKeyboardButton(text="Copy", copy_text=types.CopyTextButton(text="code")),
            types.InlineKeyboardButton(text="Go", url="https://t.me/TestPlayBot?start=x"),
            types.InlineKeyboardButton(text="Off", disabled=types.DisabledButton()),
        ],
    ]
)


@dataclass
class Scene:
    """A bot, its session, and who and what there is."""

    driver: Driver
    bot: Bot
    session: JudgingSession
    ann: int
    bob: int
    group: int
