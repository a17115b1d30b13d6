"""Who has won and why, in two lines; before the end, which turn it is."""

from __future__ import annotations

from core.chase import ChaseView
from core.hunt import HuntView, Reason, Side
from core.race import RaceView
from core.race import Reason as RaceReason
from tgbot.facts import MatchFacts, Status
from tgbot.pictures.people import names
from tgbot.screens.hunt.signs import title as hunt_title
from tgbot.screens.race.signs import title as race_title
from tgbot.words import Words


def turn(view: ChaseView, say: Words) -> str:
    """Which turn is being played."""
    return say.plain("Turn {n}", n=view.turn)


def hunt_verdict(facts: MatchFacts, view: HuntView, say: Words) -> tuple[str, str]:
    """The end of the Hunt (HU-12, HU-13)."""
    if view.outcome is None:
        return hunt_title(say), _so_far(facts, view, say)
    first = {
        Side.DETECTIVES: say.plain("The detectives win!"),
        Side.CRIMINALS: say.plain("The criminals win!"),
        Side.DRAW: say.plain("A draw."),
    }
    second = {
        Reason.CAUGHT: say.plain("No criminal is at large any more."),
        Reason.ESCAPE: say.plain("Six clues: one of them stands in Baker Street."),
        Reason.MURDER: say.plain("Holmes and Watson are dead."),
        Reason.STALEMATE: say.plain("The cards are out, and nobody shoots any more."),
        Reason.COUNT: say.plain("The cards are out, and nobody shoots any more."),
    }
    return first[Side(view.outcome.side)], second[Reason(view.outcome.reason)]


def race_verdict(facts: MatchFacts, view: RaceView, say: Words) -> tuple[str, str]:
    """The end of the Race (RA-10)."""
    if view.outcome is None:
        return race_title(say), _so_far(facts, view, say)
    first = say.plain("{name} wins!", name=names(facts, say)[view.outcome.winners[0]])
    if view.outcome.reason == RaceReason.FINISH:
        return first, say.plain("The sixth step reaches the finish.")
    return first, say.plain("Nobody else is left alive.")


def _so_far(facts: MatchFacts, view: ChaseView, say: Words) -> str:
    return say.plain("The match was cancelled.") if facts.status is Status.CANCELLED else turn(view, say)
