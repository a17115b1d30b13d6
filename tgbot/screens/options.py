"""Lines and buttons for the options of a match: what games have in common, and how a choice is drawn."""

from __future__ import annotations

from markupsafe import Markup

from tgbot import button
from tgbot.facts import MatchFacts
from tgbot.screens.screen import Button
from tgbot.words import Words


def verb(facts: MatchFacts, label: str, words: str) -> Button:
    """A button of the lobby."""
    return Button(label, button.verb(facts.match, facts.position, words))


def choice(facts: MatchFacts, label: str, words: str, chosen: bool) -> Button:
    """A button of the lobby that shows whether it is chosen."""
    return verb(facts, f"✅ {label}" if chosen else label, words)


def claims_line(facts: MatchFacts, say: Words) -> Markup:
    """Whether people can claim by button (TB-12)."""
    return say("🗣 Claims on the board: on") if facts.options.claims else say("🗣 Claims on the board: off")


def claims_row(facts: MatchFacts, say: Words) -> tuple[Button, ...]:
    """The same to choose."""
    return (
        choice(facts, say.plain("🗣 Claims on"), "claims on", facts.options.claims),
        choice(facts, say.plain("🗣 Claims off"), "claims off", not facts.options.claims),
    )
