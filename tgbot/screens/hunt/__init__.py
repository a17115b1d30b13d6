"""The screens of the Hunt. Together they keep ``tgbot.screens.GameScreens``."""

from tgbot.screens.hunt.board import board, turn
from tgbot.screens.hunt.ending import history, result
from tgbot.screens.hunt.hand import hand, hand_alert
from tgbot.screens.hunt.options import option_lines, option_rows
from tgbot.screens.hunt.rules import blurb, rules
from tgbot.screens.hunt.signs import title
from tgbot.screens.hunt.told import told

whisper = hand
"""Nothing of it is secret."""

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
