"""Who has won and why, in two lines."""

from __future__ import annotations

from core.timebomb import Reason, TimeBombView
from tgbot.facts import MatchFacts, Status
from tgbot.words import Words


def verdict(facts: MatchFacts, view: TimeBombView, say: Words, game: str) -> tuple[str, str]:
    """Of the ends that all games with wires know; before the end, the game and what its pictures tell."""
    if view.outcome is None:
        cancelled = facts.status is Status.CANCELLED
        return game, say.plain("The match was cancelled.") if cancelled else say.plain("Who cut what from whom")
    if view.outcome.reason == Reason.DEFUSED:
        return say.plain("Sherlock's team wins!"), say.plain("London is safe: every defusing wire has been cut.")
    return lost(say), say.plain("Midnight: four rounds are over.")


def lost(say: Words) -> str:
    """Moriarty has won."""
    return say.plain("Moriarty's team wins!")
