"""Computer players of the Hunt.

The law
    A detective chooses in nearly every turn, and where he stands matters more than how the shooting goes: he makes the
    choice worth most by ``core.brains.prospects``.
    A criminal has a choice only when he can shoot: he makes the one after which the detectives' lead is least. While
    there are cards he plays the match out often after each (``core.brains.playouts``). When nothing is left to draw he
    follows every way it may go (``core.brains.endings``); where it makes no difference, he hopes for mistakes: the
    playouts decide.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.brains.chase import choose
from core.brains.endings import Endings
from core.brains.numbers import Choice, Numbers
from core.brains.playouts import lead
from core.brains.prospects import Judge, mean
from core.chase import Suit
from core.fair import Fair
from core.game import Move
from core.hunt import LANES, HuntView

PLAYOUTS = 60
"""For each choice of a criminal."""

HOPE = 1e-3
"""What the lead in playouts counts when nothing is left to draw."""


class Sensible:
    """Plays each move in his mind and makes the one after which his team stands best (see above)."""

    def move(self, view: HuntView, claims: Sequence[object], moves: Sequence[Move], chance: Fair) -> Move:
        """The best move by expectation; where it does not matter, any of the best, and rather no lane change."""
        if len(moves) == 1:
            return moves[0]
        now = Numbers.of(view)
        if now.at < 2:
            judge = Judge()
            return choose(moves, lambda move: judge.worth(now, read(view, move)), chance)
        if not view.shots:
            return chance.choice(moves)
        endings = Endings()
        return choose(moves, lambda move: -lead_after(now, read(view, move), endings), chance)

    def claim(self, view: HuntView, claims: Sequence[object], chance: Fair) -> None:
        """Everything is open: there is nothing to say."""


def read(view: HuntView, move: Move) -> Choice:
    """The choice a move is."""
    verb, _, what = move.partition(" ")
    match verb:
        case "lane":
            return "lane", LANES.index(Suit(what))
        case "shoot":
            return "shoot", view.order.index(int(what))
        case "draw":
            return "draw", 0
        case _:
            return "pass", 0


def lead_after(now: Numbers, choice: Choice, endings: Endings) -> float:
    """The detectives' lead after a criminal's choice."""
    if choice[0] == "draw":
        return lead(now, PLAYOUTS, draws=True)
    after = list(now.after(choice))
    careless = mean(lambda then: lead(then, PLAYOUTS // len(after)), after)
    return careless if now.cards else endings.lead_after(now, choice) + HOPE * careless
