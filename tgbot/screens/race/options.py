"""The Race has nothing to choose in the lobby."""

from __future__ import annotations

from markupsafe import Markup

from tgbot.facts import MatchFacts
from tgbot.screens.screen import Keyboard
from tgbot.words import Words


def option_lines(_: MatchFacts, __: Words) -> list[Markup]:
    """Nothing is chosen."""
    return []


def option_rows(_: MatchFacts, __: Words) -> Keyboard:
    """Nothing can be chosen."""
    return ()
