"""The end of a match of Time Bomb, and its history."""

from __future__ import annotations

from functools import partial

from markupsafe import Markup

from core.timebomb import Reason, TimeBombView
from tgbot.facts import MatchFacts
from tgbot.screens.screen import Screen
from tgbot.screens.timebomb.signs import claims, title
from tgbot.screens.wires import ending
from tgbot.screens.wires.board import NOTHING
from tgbot.words import Words


def result(facts: MatchFacts, view: TimeBombView, say: Words) -> Screen:
    """Who won and why, and everything that was hidden (TB-13)."""
    return ending.result(facts, view, say, title(say), winner(view, say))


def history(facts: MatchFacts, view: TimeBombView, say: Words) -> Screen:
    """Who cut what from whom, and who said what, round by round (TB-13)."""
    return ending.history(facts, view, say, title(say), partial(claims, facts), lambda _: NOTHING)


def winner(view: TimeBombView, say: Words) -> Markup:
    """Who won and why."""
    match view.outcome and view.outcome.reason:
        case Reason.DEFUSED:
            return ending.defused(say)
        case Reason.BOMB:
            return say("💥 <b>Moriarty's team wins!</b> The bomb has been cut, Big Ben goes up.")
        case _:
            return ending.too_late(say)
