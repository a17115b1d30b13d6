"""How a match of the Hunt goes on when nothing is left to draw.

The law
    Only dice are hidden then, so every way it may go is followed to its end. A detective is taken for a sensible one:
    he makes the choice worth most to him by ``core.brains.prospects``, any of them where it does not matter. A criminal
    makes the choice after which the detectives' lead is least; after ``WEIGHED`` shots he makes the *usual* one, which
    is worth nearly as much and keeps the ways few. He shoots: rather at a detective who cannot answer, then at the one
    who was hit more often; but he begins no duel in which he needs more hits than the other.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import ceil
from statistics import fmean

from core.brains.numbers import Choice, Numbers
from core.brains.playouts import WORTH
from core.brains.prospects import Judge, mean
from core.chase import DEADLY

WEIGHED = 2
"""Shots, whoever fires."""


class Endings:
    """What is known of positions with nothing left to draw that come from one of them."""

    def __init__(self) -> None:
        self._judge = Judge()
        self._leads: dict[Hashable, float] = {}

    def lead_after(self, now: Numbers, choice: Choice, shots: int = 0) -> float:
        """By how much more often the detectives will win than the criminals after a choice. ``shots``: there were so
        many before it.
        """
        then = min(shots + (choice[0] == "shoot"), WEIGHED)
        return mean(lambda after: self._lead(after, then), now.after(choice))

    def _lead(self, now: Numbers, shots: int) -> float:
        end = now.end()
        if end is not None:
            return WORTH[end]
        key = (now.key(), shots)
        found = self._leads.get(key)
        if found is None:
            leads = [self.lead_after(now, choice, shots) for choice in self._expected(now, shots)]
            found = self._leads[key] = fmean(leads) if now.at < 2 else min(leads)
        return found

    def _expected(self, now: Numbers, shots: int) -> list[Choice]:
        """What whoever is to act may choose."""
        if now.at >= 2:
            return now.choices() if shots < WEIGHED else [usual(now)]
        choices = now.choices()
        values = [self._judge.worth(now, choice) for choice in choices]
        least = max(values) - 1e-9
        return [choice for choice, value in zip(choices, values, strict=True) if value >= least]


def usual(now: Numbers) -> Choice:
    """What a criminal does without much thought when nothing is left to draw."""
    by, pistols, hits = now.at, now.pistols, now.hits
    target = min(now.targets(), key=lambda who: (pistols[who] > 0, -hits[who]))
    answer = pistols[target]
    if answer and ceil((DEADLY - hits[target]) / pistols[by]) > ceil((DEADLY - hits[by]) / answer):
        return "pass", 0
    return "shoot", target
