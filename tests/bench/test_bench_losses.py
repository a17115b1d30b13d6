"""The measurements of what is lost run, with tiny numbers, and find nothing."""

from __future__ import annotations

import re

from tests.bench.test_bench import printed

COUNTED = ("moves", "reminders", "answers", "boards", "errors", "troubles")


def test_crash_kills_the_bot_under_whole_matches_and_counts_losses() -> None:
    told = printed("crash", "--minutes", "0.1", "--groups", "2")
    assert re.search(r"^seed 1, sqlite, 1 process\(es\), 2 groups, \d+ s$", told, re.MULTILINE)
    assert re.search(r"^kills [1-9]\d*, faults [1-9]\d*, times the clock was moved \d+$", told, re.MULTILINE)
    assert re.search(r"^moves \d+: .*acknowledged \d+", told, re.MULTILINE)
    assert re.findall(r"^(\w+): +0$", told, re.MULTILINE) == list(COUNTED)


def test_fuzz_searches_and_finds_no_fault() -> None:
    told = printed("fuzz", "--examples", "5")
    assert re.search(r"seed 0: 5 examples, \d+ updates in \d+ s; [1-9]\d* could be read, \d+ changed", told)
    assert told.endswith("faults: 0\n")
