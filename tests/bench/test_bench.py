"""Every measurement runs, with tiny numbers, and prints its figures."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bench.__main__ import BRIEF, measurements
from core.catalog import CATALOG
from tests.postgresql import postgresql_server

__all__ = ["postgresql_server"]  # a fixture

ROOT = Path(__file__).parent.parent.parent
STARTED = (
    r"^bot with(?:out)? pictures: \d+ MB; ready after [\d.]+ s with a new database, [\d.]+ s with one that is there"
)
EVOLUTION = (("evolution", "456"), ("evolution-variant", "456"))


def printed(name: str, *arguments: str) -> str:
    command = [sys.executable, "-W", "error", "-m", f"bench.{name}", *arguments]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
    assert not run.stderr
    assert re.match(r".+ x \d+, \w+, load .+, CPython 3\.\d+\.\d+", run.stdout)
    return run.stdout


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="the CPU of another process is read from /proc")
def test_press_compares_the_cpu_times_presses_and_loses_none() -> None:
    few = "--slices 1 --presses 20 --at-once 4 --seconds 1.5 --burst 20 --groups 40 --rest 0"
    told = printed("press", *few.split())
    ours, peer, ratio = map(float, re.findall(r"slice 1 +([\d.]+) +([\d.]+) +([\d.]+) ", told)[0])
    assert ours > 0
    assert peer > 0
    assert ratio == pytest.approx(ours / peer, abs=0.01)
    assert re.findall(r"(\d+) presses/s, (\d+) shown: p50 \d+ ms, p99 \d+ ms", told) == [
        ("30", "45"),
        ("22", "11"),
        ("8", "2"),
    ]
    assert re.search(r"^with pictures, CPU of a press: [\d.]+ ms", told, re.MULTILINE)
    assert re.search(r"^  drawn: 2 shown: .+ lost 0\n  text beside them: 4 shown: .+ lost 0$", told, re.MULTILINE)
    memory = re.search(r"^  memory with pictures: (\d+) MB at rest, (\d+) MB at the most", told, re.MULTILINE)
    assert memory
    assert 50 < int(memory[1]) <= int(memory[2])
    assert len(re.findall(r"burst of 20: [\d.]+/s, [\d.]+ of the pace; .*lost 0", told)) == 2
    assert told.endswith("presses lost: 0; matches that are not as pressed or not shown as they are: 0\n")


def test_calls_counts_what_a_cut_takes_and_a_match_leaves() -> None:
    told = printed("calls", "--pace", "quick", "--cuts", "2")
    assert "2 cuts\n" in told
    assert "one cut in the group: 2 answerCallbackQuery, " in told
    assert re.search(r"messages left standing in the group: [1-9]\d*, ", told)
    assert re.search(r"^ +10 +14  answerCallbackQuery", told, re.MULTILINE)


def test_rules_and_brains_print_a_line_for_every_size() -> None:
    row = r"^([a-z-]+) (\d): +\d+ matches/s   longest +\d+ moves   [a-z]"
    rates = re.findall(row, printed("rules", "--matches", "3"), re.MULTILINE)
    chases = (("hunt", "5"), ("race", "2345678"), ("hunt-no-draws", "5"))
    sizes = [(name, seats) for name, many in (("timebomb", "45678"), *EVOLUTION, *chases) for seats in many]
    assert sorted(rates) == sorted(sizes)
    told = printed("brains", "--matches", "1")
    names = ["timebomb", *(name for name, _ in EVOLUTION), "hunt", "hunt-no-draws", "race"]
    assert re.findall(r"^([a-z-]+)\n(?:Sherlock|detectives|one) ", told, re.MULTILINE) == names
    assert len(re.findall(r"^sensible +careless +[\d.]+", told, re.MULTILINE)) == len(names)


def test_pictures_prints_times_and_bytes_for_every_picture() -> None:
    told = printed("pictures", "--matches", "1", "timebomb")
    rows = re.findall(r"^timebomb +(\w+) +\d+ +[\d.]+ +[\d.]+ +[\d.]+ +([\d.]+)$", told, re.MULTILINE)
    assert [which for which, _ in rows] == ["board", "hand", "result", "recap"]
    assert all(float(most) <= 120 for _, most in rows)
    assert re.search(r"^memory: \d+ MB before, \d+ MB at most", told, re.MULTILINE)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="the CPU of another process is read from /proc")
@pytest.mark.parametrize("database", ["SQLite", "PostgreSQL"])
def test_deadlines_resolves_everything_that_is_due(database: str, request: pytest.FixtureRequest) -> None:
    few = "--waiting 200 --at-once 20 --single 5 --slices 1 --presses 20 --groups 20"
    where = ["--postgresql", request.getfixturevalue("postgresql_server")] if database == "PostgreSQL" else []
    told = printed("deadlines", *few.split(), *where)
    assert re.search(rf"^{database}\b", told, re.MULTILINE)
    assert re.search(r"^  slice 1: [\d.]+ [\d.]+, ratio [\d.]+$", told, re.MULTILINE)
    assert re.search(r"^  to the move: p50 [\d.]+, p99 [\d.]+, longest [\d.]+ of 5;", told, re.MULTILINE)
    assert told.endswith("  resolved 25 of 25, still due 0\n")


def test_storage_prints_what_a_match_of_each_game_takes() -> None:
    told = printed("storage", "--matches", "1")
    for kind in CATALOG:
        found = re.search(rf"^{kind} +(\d+) +([\d.]+)$", told, re.MULTILINE)
        assert found, told
        # The bomb may be the first wire that is cut.
        assert int(found[1]) > 0
    taken = [float(row) for row in re.findall(r"^[a-z]+ +\d+ +([\d.]+)$", told, re.MULTILINE)]
    # A database grows by whole pages: a single match may find room in those there are.
    assert sum(taken) > 1
    assert re.search(r"^backup: [\d.]+ MB in [\d.]+ s$", told, re.MULTILINE)
    if sys.platform == "linux":
        assert len(re.findall(STARTED, told, re.MULTILINE)) == 2


@pytest.mark.parametrize("name", measurements())
def test_every_measurement_has_a_brief_form_that_it_understands(name: str) -> None:
    command = [sys.executable, "-m", f"bench.{name}", *BRIEF[name], "--nonsense"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600).stderr
    assert told.endswith("error: unrecognized arguments: --nonsense\n")


def test_there_is_no_brief_form_of_what_is_not_there() -> None:
    assert sorted(BRIEF) == measurements()
