"""The proofs by numbers of the rules: who wins when every move is any legal one, each equally likely."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bench.rules import random_match
from core.catalog import CATALOG
from tests.core.chance import near

MATCHES = 4000


@pytest.mark.parametrize(
    ("seats", "sherlock", "bomb"),
    [(4, 15.0, 74.4), (5, 10.9, 76.4), (6, 8.1, 77.6), (7, 6.1, 78.3), (8, 4.6, 78.9)],
)
def test_time_bomb_is_won_as_often_as_the_rules_say(seats: int, sherlock: float, bomb: float) -> None:
    pick = random.Random(seats)
    matches = (random_match(CATALOG["timebomb"], seats, b"random %d" % number, pick) for number in range(MATCHES))
    ends = Counter((outcome.side, outcome.reason) for outcome in matches)
    assert set(ends) == {("sherlock", "defused"), ("moriarty", "bomb"), ("moriarty", "time")}
    for end, percent in (
        (("sherlock", "defused"), sherlock),
        (("moriarty", "bomb"), bomb),
        (("moriarty", "time"), 100 - sherlock - bomb),
    ):
        # The rules give the shares to a tenth of a percent; the difference of two of them may be a tenth off.
        assert near(ends[end], MATCHES, percent / 100, rounded=0.001)
