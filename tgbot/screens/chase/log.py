"""What happened, turn by turn, and who moved: the person, the computer or the clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, groupby

from core.chase import ChaseView, Did, Fact
from tgbot.facts import By, MatchFacts, Played


@dataclass(frozen=True)
class Turn:
    """What happened in a turn, in order. ``by`` is None when nobody moved: those who cannot do anything are passed over
    (HU-13), and such turns in a row make one.
    """

    number: int
    happened: tuple[Fact, ...]
    by: By | None


def turns(facts: MatchFacts, view: ChaseView) -> list[Turn]:
    """The turns so far, the one being played included once something happened in it (HU-4)."""
    plays, told = list(facts.plays), []
    for number, group in groupby(view.history, key=lambda fact: fact.turn):
        happened = tuple(group)
        told.append(Turn(number, happened, _by(happened, plays)))
    return [
        one for nobody, group in groupby(told, key=lambda one: one.by is None) for one in _joined(nobody, list(group))
    ]


def _joined(nobody: bool, group: Sequence[Turn]) -> Sequence[Turn]:
    if not nobody:
        return group
    return [Turn(group[0].number, tuple(chain.from_iterable(one.happened for one in group)), None)]


def _by(happened: Sequence[Fact], plays: list[Played]) -> By | None:
    """Takes the plays of a turn off the log: a lane change, an action, or both."""
    by = None
    if happened[0].did is Did.CHANGED_LANE:
        by = plays.pop(0).by
    rest = [
        fact.did for fact in happened if fact.did not in {Did.CHANGED_LANE, Did.UNMASKED, Did.MASKED} or fact.source
    ]
    passed = rest == [Did.PASSED]
    chosen = bool(plays) and (plays[0].seat, plays[0].move) == (happened[0].seat, "pass")
    return plays.pop(0).by if rest and (not passed or chosen) else by
