"""The signs and terms all screens of the Race share."""

from __future__ import annotations

from core.race import RaceView
from tgbot.screens.chase.signs import card_sign
from tgbot.words import Words

RUNNER, START, FINISH_SIGN, CUP, POINTS = "🏃", "🚩", "🏁", "🏆", "⭐"


def title(say: Words) -> str:
    """The game's name."""
    return say.plain("The Race")


def signs(view: RaceView, say: Words) -> list[str]:
    """The figures, by seat."""
    return [card_sign(one.figure, say) for one in view.characters]
