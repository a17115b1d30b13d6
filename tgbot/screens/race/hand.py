"""Who one is in the Race, and what one wants."""

from __future__ import annotations

from core.race import RaceView
from tgbot.facts import MatchFacts
from tgbot.screens.chase import hand as shared
from tgbot.screens.chase.signs import card_sign
from tgbot.screens.names import text_names
from tgbot.screens.race.board import holdings, table
from tgbot.screens.race.ending import winner
from tgbot.screens.race.signs import FINISH_SIGN
from tgbot.screens.screen import Screen
from tgbot.words import Words


def hand(facts: MatchFacts, view: RaceView, say: Words) -> Screen:
    """The figure and its aim; in a quick match also the board, while it is one's move."""
    me = (
        say("You are <b>{figure}</b>.", figure=card_sign(shared.mine(view).figure, say)),
        say("🏁 You play for yourself: take six steps, ten points each, or be the last one alive."),
    )
    won = winner(view, text_names(facts, say), say)
    return shared.hand(facts, view, say, table(facts, view, say), me, won)


def hand_alert(facts: MatchFacts, view: RaceView, say: Words) -> str:
    """The figure, where it stands and what it holds now."""
    one = shared.mine(view)
    cell = say.plain("cell {n}", n=one.cell)
    return shared.hand_alert(facts, view, say, f"{card_sign(one.figure, say)} · {FINISH_SIGN} {cell}", holdings(one))
