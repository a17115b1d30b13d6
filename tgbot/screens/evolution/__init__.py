"""The screens of Time Bomb Evolution. Together they keep ``tgbot.screens.GameScreens``."""

from tgbot.screens.evolution.board import board, turn
from tgbot.screens.evolution.ending import history, result
from tgbot.screens.evolution.hand import hand, hand_alert, whisper
from tgbot.screens.evolution.options import option_lines, option_rows
from tgbot.screens.evolution.rules import blurb, rules
from tgbot.screens.evolution.signs import title
from tgbot.screens.evolution.told import told

__all__ = [
    "blurb",
    "board",
    "hand",
    "hand_alert",
    "history",
    "option_lines",
    "option_rows",
    "result",
    "rules",
    "title",
    "told",
    "turn",
    "whisper",
]
