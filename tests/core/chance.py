"""Whether counts look like what chance should give. Seeds in tests are fixed, so an answer never changes by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from math import sqrt


def even(draws: Iterable[Hashable], kinds: int) -> bool:
    """Whether each of so many kinds was drawn about equally often: chi-square below 3.3 standard deviations, by the
    normal approximation of Wilson and Hilferty.
    """
    counts = Counter(draws)
    expected = counts.total() / kinds
    assert expected >= 5, "too few draws to tell"
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    chi_square += (kinds - len(counts)) * expected
    freedom = kinds - 1
    spread = 2 / (9 * freedom)
    return len(counts) <= kinds and ((chi_square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread) < 3.3


def near(hits: int, draws: int, share: float, rounded: float = 0.0) -> bool:
    """Whether hits are within 3 standard deviations of a share, which may itself be rounded by so much."""
    return abs(hits / draws - share) <= 3 * sqrt(share * (1 - share) / draws) + rounded
