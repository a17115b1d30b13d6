"""The screens of Time Bomb. Together they keep ``tgbot.screens.GameScreens``."""

from tgbot.screens.timebomb.board import board, turn
from tgbot.screens.timebomb.ending import history, result
from tgbot.screens.timebomb.hand import hand, hand_alert, whisper
from tgbot.screens.timebomb.options import option_lines, option_rows
from tgbot.screens.timebomb.rules import blurb, rules
from tgbot.screens.timebomb.signs import title
from tgbot.screens.timebomb.told import told

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
