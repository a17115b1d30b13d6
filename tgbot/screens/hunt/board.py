"""The board in the group, and the call to the player to move."""

from __future__ import annotations

from markupsafe import Markup

from core.chase import FINISH, Character
from core.hunt import HuntView, Lane
from tgbot.facts import MatchFacts
from tgbot.screens.chase import board as shared
from tgbot.screens.chase.board import Table
from tgbot.screens.chase.moving import move
from tgbot.screens.chase.signs import FATES, MEETING, NOBODY, SUITS, WALK, by_suit
from tgbot.screens.hunt.signs import CLUE, CRIMINAL, FILE, HOME, LAIR, PAIR, figure_name, figure_sign, signs, title
from tgbot.screens.hunt.telling import own
from tgbot.screens.match import LINE
from tgbot.screens.names import text_names
from tgbot.screens.screen import Button, Screen
from tgbot.words import Words, filled

ESCAPE = 6
"""So many clues about Holmes bring a criminal to Baker Street (HU-12)."""


def board(facts: MatchFacts, view: HuntView, say: Words) -> Screen:
    """The table as everybody sees it."""
    return shared.board(facts, view, say, table(facts, view, say))


def turn(facts: MatchFacts, view: HuntView, say: Words, *, private: bool) -> Screen:
    """Calls the player to move."""
    return shared.turn(facts, view, say, table(facts, view, say), private=private)


def table(facts: MatchFacts, view: HuntView, say: Words) -> Table:
    """The lanes, and the figures in the order of turns."""
    lanes = LINE.join(_lane(lane, view, say) for lane in view.lanes)
    names = text_names(facts, say)
    figures = LINE.join(
        shared.character(
            view.characters[seat],
            f"{figure_title(view.characters[seat], say)} · {names[seat]}",
            holdings(view.characters[seat]),
            acting=shared.acting(facts, view, seat),
        )
        for seat in view.order
    )
    return Table(title(say), signs(view), (lanes, figures), own, _changes(facts, view, say), _hint(view, say))


def figure_title(one: Character, say: Words) -> str:
    """A figure with its sign."""
    return f"{figure_sign(one.figure)} {figure_name(one.figure, say)}"


def holdings(one: Character) -> list[str]:
    """A criminal's clues about Holmes and his file, in signs."""
    about = f"{by_suit(one.cards)}/{ESCAPE}" if one.cards else ""
    return [part for part in (about, f"{FILE}{by_suit(one.file)}" if one.file else "") if part]


def _lane(lane: Lane, view: HuntView, say: Words) -> Markup:
    """Baker Street, five cells and the lair, and who stands where."""
    if not lane.open:
        fate = view.characters[lane.criminal].fate
        return say("{lane} closed {sign}", lane=SUITS[lane.suit], sign=FATES[fate] if fate else "")
    cells = [HOME, *[NOBODY] * (FINISH - 1), LAIR]
    here = lane.suit is view.lane
    if here or lane.clues:
        cells[lane.clues] = PAIR if here else WALK
    criminal = view.characters[lane.criminal].cell
    cells[criminal] = MEETING if here and criminal == lane.clues else CRIMINAL
    return filled(
        "{lane} {cells} {clue}{n}/{most}",
        lane=SUITS[lane.suit],
        cells="".join(cells),
        clue=CLUE,
        n=lane.clues,
        most=FINISH,
    )


def _hint(view: HuntView, say: Words) -> list[Markup]:
    """What is left to do when every card is drawn (HU-13)."""
    if any(view.left):
        return []
    most = sum(one.fate is None for one in view.characters)
    return [say("The cards are out: shoot, or pass. Passes in a row: {n} of {most}", n=view.passes, most=most)]


def _changes(facts: MatchFacts, view: HuntView, say: Words) -> list[Button]:
    """The lanes to which a detective may lead the pair, and where they would stand there (HU-4)."""
    if view.to_act not in (view.holmes, view.watson) or view.lane_changed:
        return []
    return [
        move(facts, _change(lane, view, say), f"lane {lane.suit}")
        for lane in view.lanes
        if lane.open and lane.suit is not view.lane
    ]


def _change(lane: Lane, view: HuntView, say: Words) -> str:
    met = view.characters[lane.criminal].cell == lane.clues
    text = say.plain("{lane} cell {n}", lane=SUITS[lane.suit], n=lane.clues)
    return f"{WALK} {text}{f' {MEETING}' if met else ''}"
