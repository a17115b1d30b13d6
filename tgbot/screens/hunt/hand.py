"""Who one is in the Hunt, and what one wants."""

from __future__ import annotations

from markupsafe import Markup

from core.hunt import HuntView
from tgbot.facts import MatchFacts
from tgbot.screens.chase import hand as shared
from tgbot.screens.hunt.board import figure_title, holdings, table
from tgbot.screens.hunt.ending import winner
from tgbot.screens.hunt.signs import CRIMINAL, PAIR, figure_sign
from tgbot.screens.names import text_names
from tgbot.screens.screen import Screen
from tgbot.words import Words


def hand(facts: MatchFacts, view: HuntView, say: Words) -> Screen:
    """Figure, team and aim; in a quick match also the board, while it is one's move."""
    won = winner(view, text_names(facts, say), say)
    return shared.hand(facts, view, say, table(facts, view, say), _me(facts, view, say), won)


def hand_alert(facts: MatchFacts, view: HuntView, say: Words) -> str:
    """The figure, and what it holds now."""
    one = shared.mine(view)
    who = f"{PAIR if _detective(view) else CRIMINAL} {figure_title(one, say)}"
    return shared.hand_alert(facts, view, say, who, holdings(one))


def _me(facts: MatchFacts, view: HuntView, say: Words) -> list[Markup]:
    who = say("You are <b>{figure}</b>.", figure=figure_title(shared.mine(view), say))
    names = text_names(facts, say)
    detectives = (view.holmes, view.watson)
    team = [seat for seat in view.order if (seat in detectives) == _detective(view) and seat != view.seat]
    mates = ", ".join(f"{figure_sign(view.characters[seat].figure)} {names[seat]}" for seat in team)
    if _detective(view):
        return [who, say("🕵️ Your team: the detectives, with {names}. Arrest or shoot every criminal.", names=mates)]
    return [
        who,
        say(
            "🦹 Your team: the criminals, with {names}. Get six clues about Holmes ♠️ into one hand, or shoot Holmes "
            "and Watson.",
            names=mates,
        ),
    ]


def _detective(view: HuntView) -> bool:
    return view.seat in (view.holmes, view.watson)
