"""The buttons of the player to move: where he must cut, what he has to choose."""

from __future__ import annotations

from core.evolution import Choice, EvolutionView
from tgbot import button
from tgbot.facts import MatchFacts
from tgbot.screens.screen import Button, Keyboard, rows
from tgbot.screens.wires.cutting import cutting_keyboard, places
from tgbot.screens.wires.signs import colour_name
from tgbot.words import Words


def moving_keyboard(facts: MatchFacts, view: EvolutionView, say: Words, where: str) -> Keyboard:
    """The choice waited for (EV-20), the wires of the player drawn (EV-18), else the two taps of a cut."""
    if view.choice:
        return choosing_keyboard(facts, view.choice, say)
    if view.draw is not None:
        return (places(facts, view, view.draw),)
    return cutting_keyboard(facts, view, say, where)


def choosing_keyboard(facts: MatchFacts, choice: Choice, say: Words) -> Keyboard:
    """A button for each colour that can be chosen."""
    return rows(
        [
            Button(colour_name(colour, say), button.move(facts.match, facts.position, f"{choice.kind} {colour}"))
            for colour in choice.colours
        ],
        2,
    )
