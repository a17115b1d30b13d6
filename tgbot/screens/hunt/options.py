"""The option of the Hunt in the lobby: draws or no draws (HU-13)."""

from __future__ import annotations

from markupsafe import Markup

from core.hunt import HuntOptions
from tgbot.facts import MatchFacts
from tgbot.screens.options import choice
from tgbot.screens.screen import Keyboard
from tgbot.words import Words


def option_lines(facts: MatchFacts, say: Words) -> list[Markup]:
    """What is chosen, and what it means when every card is drawn."""
    if _no_draws(facts):
        return [
            say(
                "🤝 No draws: when the cards are out and nobody shoots, the detectives win if more criminals are out "
                "than detectives dead, otherwise the criminals"
            )
        ]
    return [say("🤝 Draws: when the cards are out and nobody shoots any more, nobody wins")]


def option_rows(facts: MatchFacts, say: Words) -> Keyboard:
    """What can be chosen."""
    none = _no_draws(facts)
    return (
        (
            choice(facts, say.plain("🤝 With draws"), "no_draws off", not none),
            choice(facts, say.plain("🤝 No draws"), "no_draws on", none),
        ),
    )


def _no_draws(facts: MatchFacts) -> bool:
    if not isinstance(facts.options, HuntOptions):
        raise TypeError("the Hunt has options of its own")
    return facts.options.no_draws
