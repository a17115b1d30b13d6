"""What people are told of a private table who do not see it, or not yet."""

from __future__ import annotations

from tgbot import button
from tgbot.facts import MatchFacts
from tgbot.screens import SCREENS
from tgbot.screens.names import at_table, clean, isolate, titled
from tgbot.screens.screen import Button, Screen
from tgbot.words import Words


def sits_down(facts: MatchFacts, name: str, say: Words) -> Screen:
    """Tells the host of a private table that somebody has come by its link."""
    return Screen(
        say(
            "👋 {name} sits down: <b>{game}</b>",
            name=isolate(clean(name) or say.plain("somebody")),
            game=titled(facts, SCREENS[facts.kind].title(say), say),
        )
    )


def removed(facts: MatchFacts, say: Words) -> Screen:
    """Tells somebody that the host has removed him from a lobby that he does not see, or not any more."""
    game = at_table(facts, SCREENS[facts.kind].title(say), say)
    return Screen(say("❌ The host has freed your seat: <b>{game}</b>", game=game))


def again(ended: MatchFacts, name: str, say: Words) -> Screen:
    """Tells those who sat at a private table that somebody has opened the rematch."""
    text = say(
        "🔁 {name} wants to play again: <b>{game}</b>. Are you in?",
        name=isolate(clean(name) or say.plain("somebody")),
        game=titled(ended, SCREENS[ended.kind].title(say), say),
    )
    data = button.verb(ended.match, ended.position, "rematch")
    return Screen(text, ((Button(say.plain("🔁 Rematch"), data, style="success"),),))
