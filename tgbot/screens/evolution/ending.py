"""The end of a match of Evolution, and its history."""

from __future__ import annotations

from functools import partial

from markupsafe import Markup

from core.evolution import EvolutionView, Why
from core.timebomb import ROUNDS, Reason, Wire
from tgbot.facts import MatchFacts
from tgbot.screens.evolution.effects import effects, exploded
from tgbot.screens.evolution.signs import claims, name_of
from tgbot.screens.match import Names
from tgbot.screens.screen import Screen
from tgbot.screens.wires import ending
from tgbot.screens.wires.signs import colour_name
from tgbot.words import Words


def result(facts: MatchFacts, view: EvolutionView, say: Words) -> Screen:
    """Who won and why, and everything that was hidden (TB-13)."""
    return ending.result(facts, view, say, name_of(view, say), winner(view, say), view.aside or ())


def history(facts: MatchFacts, view: EvolutionView, say: Words) -> Screen:
    """Who cut what from whom, what it did, and who said what, round by round (TB-13)."""

    def follow(names: Names) -> dict[int, list[Markup]]:
        return effects(facts, view, names, say)

    return ending.history(facts, view, say, name_of(view, say), partial(claims, facts), follow)


def winner(view: EvolutionView, say: Words) -> Markup:
    """Who won and why."""
    reason = view.outcome.reason if view.outcome else ""
    colour = exploded(view.outcome) if view.outcome else None
    if reason == Reason.DEFUSED:
        return ending.defused(say)
    if colour:
        name = colour_name(colour, say)
        if reason == Why.PAIR:
            return say("💥 <b>Moriarty's team wins!</b> Two in a row: {colour}. Big Ben goes up.", colour=name)
        return say("💥 <b>Moriarty's team wins!</b> Too many bombs: {colour}. Big Ben goes up.", colour=name)
    if view.round < ROUNDS:
        orange = colour_name(Wire.ORANGE, say)
        return say("⌛ <b>Moriarty's team wins!</b> No cut is left for round 4: {colour}.", colour=orange)
    return ending.too_late(say)
