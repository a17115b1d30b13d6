"""Every measurement runs, with tiny numbers, and prints its figures."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
EVOLUTION = (("evolution", "456"), ("evolution-variant", "456"))


def printed(name: str, *arguments: str) -> str:
    command = [sys.executable, "-W", "error", "-m", f"bench.{name}", *arguments]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert not run.stderr
    assert re.match(r".+ x \d+, \w+, load .+, CPython 3\.\d+\.\d+", run.stdout)
    return run.stdout


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="the CPU of another process is read from /proc")
def test_press_compares_the_cpu_times_presses_and_loses_none() -> None:
    few = "--slices 1 --presses 20 --at-once 4 --seconds 1.5 --burst 20 --groups 40"
    told = printed("press", *few.split())
    ours, peer, ratio = map(float, re.findall(r"slice 1 +([\d.]+) +([\d.]+) +([\d.]+) ", told)[0])
    assert ours > 0
    assert peer > 0
    assert ratio == pytest.approx(ours / peer, abs=0.01)
    assert re.findall(r"(\d+) presses/s, (\d+) shown: p50 \d+ ms, p99 \d+ ms", told) == [("30", "45"), ("25", "12")]
    assert len(re.findall(r"burst of 20: [\d.]+/s, [\d.]+ of the pace; .*lost 0", told)) == 2
    assert told.endswith("presses lost: 0; matches that are not as pressed or not shown as they are: 0\n")


def test_calls_counts_what_a_cut_takes_and_a_match_leaves() -> None:
    told = printed("calls", "--pace", "quick", "--cuts", "2")
    assert "2 cuts\n" in told
    assert "one cut in the group: 2 answerCallbackQuery, " in told
    assert re.search(r"messages left standing in the group: [1-9]\d*, ", told)
    assert re.search(r"^ +10 +14  answerCallbackQuery", told, re.MULTILINE)


def test_rules_and_brains_print_a_line_for_every_size() -> None:
    rates = re.findall(r"^([a-z-]+) (\d): +\d+ matches/s", printed("rules", "--matches", "3"), re.MULTILINE)
    sizes = [(name, seats) for name, many in (("timebomb", "45678"), *EVOLUTION) for seats in many]
    assert rates == sizes
    told = printed("brains", "--matches", "1")
    assert re.findall(r"^([a-z-]+)\nSherlock", told, re.MULTILINE) == ["timebomb", *(name for name, _ in EVOLUTION)]
    assert len(re.findall(r"^sensible +careless +[\d.]+", told, re.MULTILINE)) == 3
