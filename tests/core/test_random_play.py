"""The proofs by numbers of the rules: who wins when every move is any legal one, each equally likely."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bench.rig.setups import SETUPS
from bench.rules import random_match
from tests.core.chance import near

MATCHES = 3000
CHASES = 1000
"""Of the Hunt and of the Race, which are longer."""


def shares(setup: str, seats: int, many: int = MATCHES) -> Counter[tuple[str, str]]:
    """How many of the matches end for which side and why; of an explosion without its colour."""
    pick = random.Random(seats)
    matches = (random_match(SETUPS[setup], seats, b"random %d" % number, pick) for number in range(many))
    return Counter((outcome.side, outcome.reason.split()[0]) for outcome, _ in matches)


@pytest.mark.parametrize(
    ("seats", "sherlock", "bomb"),
    [(4, 15.0, 74.4), (5, 10.9, 76.4), (6, 8.1, 77.6), (7, 6.1, 78.3), (8, 4.6, 78.9)],
)
def test_time_bomb_is_won_as_often_as_the_rules_say(seats: int, sherlock: float, bomb: float) -> None:
    ends = shares("timebomb", seats)
    assert set(ends) == {("sherlock", "defused"), ("moriarty", "bomb"), ("moriarty", "time")}
    for end, percent in (
        (("sherlock", "defused"), sherlock),
        (("moriarty", "bomb"), bomb),
        (("moriarty", "time"), 100 - sherlock - bomb),
    ):
        # The rules give the shares to a tenth of a percent; the difference of two of them may be a tenth off.
        assert near(ends[end], MATCHES, percent / 100, rounded=0.001)


@pytest.mark.parametrize(("seats", "sherlock"), [(4, 17.1), (5, 9.5), (6, 5.0)])
def test_evolution_is_won_as_often_as_the_rules_say(seats: int, sherlock: float) -> None:
    ends = shares("evolution", seats)
    assert set(ends) == {("sherlock", "defused"), ("moriarty", "explosion")}
    # The rules give half a percent to either side.
    assert near(ends["sherlock", "defused"], MATCHES, sherlock / 100, rounded=0.005)


@pytest.mark.parametrize(("seats", "sherlock", "time"), [(4, 12.4, 14.0), (5, 7.2, 9.4), (6, 4.1, 5.8)])
def test_the_variant_is_won_as_often_as_the_rules_say(seats: int, sherlock: float, time: float) -> None:
    ends = shares("evolution-variant", seats)
    assert set(ends) == {("sherlock", "defused"), *(("moriarty", why) for why in ("explosion", "pair", "time"))}
    assert near(ends["sherlock", "defused"], MATCHES, sherlock / 100, rounded=0.005)
    assert near(ends["moriarty", "time"], MATCHES, time / 100, rounded=0.005)


@pytest.mark.parametrize(("setup", "sides"), [("hunt", (14.8, 2.0, 83.2)), ("hunt-no-draws", (33.8, 66.2, 0.0))])
def test_the_hunt_is_won_as_often_as_the_rules_say(setup: str, sides: tuple[float, float, float]) -> None:
    ends: Counter[str] = Counter()
    for (side, _), matches in shares(setup, 5, CHASES).items():
        ends[side] += matches
    for side, percent in zip(("detectives", "criminals", "draw"), sides, strict=True):
        assert near(ends[side], CHASES, percent / 100, rounded=0.0005)


@pytest.mark.parametrize(
    ("seats", "finish"), [(2, 66.8), (3, 72.4), (4, 77.1), (5, 85.6), (6, 93.0), (7, 97.4), (8, 99.4)]
)
def test_the_race_is_finished_as_often_as_the_rules_say(seats: int, finish: float) -> None:
    ends = shares("race", seats, CHASES)
    assert set(ends) == {("racer", "finish"), ("racer", "last")}
    assert near(ends["racer", "finish"], CHASES, finish / 100, rounded=0.0005)
