"""The options of Time Bomb in the lobby."""

from __future__ import annotations

from markupsafe import Markup

from tgbot.facts import MatchFacts
from tgbot.screens.options import claims_line, claims_row
from tgbot.screens.screen import Keyboard
from tgbot.words import Words


def option_lines(facts: MatchFacts, say: Words) -> list[Markup]:
    """What is chosen."""
    return [claims_line(facts, say)]


def option_rows(facts: MatchFacts, say: Words) -> Keyboard:
    """What can be chosen."""
    return (claims_row(facts, say),)
