"""Limits per person and group, and the block list: told once, then silence (product, Operators)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tgbot import gate as module
from tgbot.gate import Gate, Limits, Verdict

ANN, BOB, GROUP = 1, 2, -100
ADMITTED, REFUSED, IGNORED = Verdict.ADMITTED, Verdict.REFUSED, Verdict.IGNORED


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def gate(time: Time | None = None, **limits: int) -> Gate:
    return Gate(Limits(**limits), time or Time())  # type: ignore[arg-type]


def test_who_asks_too_much_at_once_is_told_so_once_and_then_ignored() -> None:
    at = gate(commands=3)
    assert [at.command(ANN, ANN) for _ in range(6)] == [ADMITTED] * 3 + [REFUSED] + [IGNORED] * 2


def test_others_are_not_held_up() -> None:
    at = gate(commands=3)
    for _ in range(9):
        at.command(ANN, ANN)
    assert at.command(BOB, BOB) is ADMITTED


def test_after_a_while_he_is_let_in_again_and_told_again() -> None:
    time = Time()
    at = gate(time, commands=3)
    for _ in range(5):
        at.command(ANN, ANN)
    time.now += 20
    assert [at.command(ANN, ANN) for _ in range(3)] == [ADMITTED, REFUSED, IGNORED]
    time.now += 3600
    assert [at.command(ANN, ANN) for _ in range(4)] == [ADMITTED] * 3 + [REFUSED]


def test_a_group_may_ask_three_times_as_much_as_one_person() -> None:
    at = gate(commands=2)
    assert [at.command(person, GROUP) for person in range(1, 10)] == [ADMITTED] * 6 + [REFUSED] + [IGNORED] * 2
    assert at.command(77, GROUP - 1) is ADMITTED


def test_who_speaks_as_the_group_counts_with_the_group() -> None:
    at = gate(commands=1)
    assert [at.command(None, GROUP) for _ in range(4)] == [ADMITTED] * 3 + [REFUSED]


def test_somebody_refused_does_not_use_up_what_his_group_may_ask() -> None:
    at = gate(commands=2)
    for _ in range(50):
        at.command(ANN, GROUP)
    assert [at.command(person, GROUP) for person in range(2, 6)] == [ADMITTED] * 4


def test_without_a_limit_everybody_is_let_in() -> None:
    at = gate(commands=0, lobbies=0)
    assert {at.command(ANN, GROUP) for _ in range(1000)} == {ADMITTED}
    assert all(at.lobby(ANN) for _ in range(1000))


def test_a_person_opens_so_many_lobbies_an_hour() -> None:
    time = Time()
    at = gate(time, lobbies=2)
    assert [at.lobby(ANN) for _ in range(4)] == [True, True, False, False]
    assert at.lobby(BOB)
    time.now += 1800
    assert [at.lobby(ANN), at.lobby(ANN)] == [True, False]


def test_people_and_groups_are_blocked_by_their_numbers() -> None:
    at = Gate(Limits(frozenset({ANN, GROUP})), Time())
    assert at.blocked(ANN, None)
    assert at.blocked(BOB, GROUP)
    assert not at.blocked(BOB, None, -1)


def test_a_blocked_person_is_told_once_an_hour() -> None:
    time = Time()
    at = Gate(Limits(frozenset({ANN})), time)
    assert [at.turn_away(ANN) for _ in range(3)] == [REFUSED, IGNORED, IGNORED]
    time.now += 3600
    assert at.turn_away(ANN) is REFUSED


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(0, 30)), max_size=60), st.integers(1, 5))
def test_in_no_minute_anybody_gets_twice_what_he_may(asked: list[tuple[int, float]], most: int) -> None:
    time = Time()
    at = gate(time, commands=most)
    let_in: list[tuple[int, float]] = []
    for person, pause in asked:
        time.now += pause
        if at.command(person + 1, person + 1) is ADMITTED:
            let_in.append((person, time.now))
    for person, moment in let_in:
        assert sum(who == person and moment <= when < moment + 60 for who, when in let_in) <= 2 * most


def test_who_has_not_come_for_long_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MANY", 10)
    time = Time()
    at = gate(time, commands=1)
    for person in range(1, 10):
        at.command(person, person)
    time.now += 61
    for person in range(100, 104):
        at.command(person, person)
    assert len(at._people._purses) <= 10
    assert at.command(103, 103) is REFUSED
