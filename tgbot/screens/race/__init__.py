"""The screens of the Race. Together they keep ``tgbot.screens.GameScreens``."""

from tgbot.screens.race.board import board, turn
from tgbot.screens.race.ending import history, result
from tgbot.screens.race.hand import hand, hand_alert
from tgbot.screens.race.options import option_lines, option_rows
from tgbot.screens.race.rules import blurb, rules
from tgbot.screens.race.signs import title
from tgbot.screens.race.told import told

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
