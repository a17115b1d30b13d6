"""The board in the group, and the call to the player to move."""

from __future__ import annotations

from core.chase import FINISH, Character
from core.race import RaceView
from tgbot.facts import MatchFacts
from tgbot.screens.chase import board as shared
from tgbot.screens.chase.board import Table
from tgbot.screens.chase.signs import DEAD, NOBODY
from tgbot.screens.match import LINE
from tgbot.screens.names import text_names
from tgbot.screens.race.signs import CUP, FINISH_SIGN, POINTS, RUNNER, START, signs, title
from tgbot.screens.race.telling import own
from tgbot.screens.screen import Screen
from tgbot.words import Words, filled


def board(facts: MatchFacts, view: RaceView, say: Words) -> Screen:
    """The table as everybody sees it."""
    return shared.board(facts, view, say, table(facts, view, say))


def turn(facts: MatchFacts, view: RaceView, say: Words, *, private: bool) -> Screen:
    """Calls the player to move."""
    return shared.turn(facts, view, say, table(facts, view, say), private=private)


def table(facts: MatchFacts, view: RaceView, say: Words) -> Table:
    """The racers in the order of turns."""
    names, figures = text_names(facts, say), signs(view, say)
    racers = LINE.join(
        filled(
            "{way} {racer}",
            way=_way(view.characters[seat]),
            racer=shared.character(
                view.characters[seat],
                f"{figures[seat]} {names[seat]}",
                holdings(view.characters[seat]),
                acting=shared.acting(facts, view, seat),
            ),
        )
        for seat in view.order
    )
    return Table(title(say), figures, (racers,), own)


def holdings(one: Character) -> list[str]:
    """A racer's points, in signs."""
    return [f"{POINTS}{one.points}"] if one.points else []


def _way(one: Character) -> str:
    """From the start over five cells to the finish, and where he stands: those side by side are in one cell."""
    cells = [START, *[NOBODY] * (FINISH - 1), FINISH_SIGN]
    cells[one.cell] = DEAD if one.fate else CUP if one.cell == FINISH else RUNNER
    return "".join(cells)
