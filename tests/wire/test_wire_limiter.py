"""The budget of calls (product.md, section 10; case C57)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tgbot.wire.limiter import Budget, Kind, Limiter

GROUP, OTHER_GROUP, PERSON, OTHER_PERSON = -100, -200, 7, 8
PLENTY = Budget(burst=10**6, per_second=10**6)


@dataclass
class Clock:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def calls_now(limiter: Limiter, chat: int, kind: Kind) -> int:
    """How many calls may be made at this instant; makes them."""
    made = 0
    while limiter.delay(chat, kind) == 0:
        limiter.spend(chat, kind)
        made += 1
    return made


def test_all_chats_together_get_at_most_thirty_calls_in_any_second(clock: Clock) -> None:
    limiter = Limiter(clock)
    times: list[float] = []
    for person in range(1, 200):
        clock.now += limiter.delay(person, "send")
        limiter.spend(person, "send")
        times.append(clock.now)
    assert 28 <= max(sum(start <= t < start + 1 for t in times) for start in times) <= 30
    assert len(times) / (times[-1] - times[0]) > 27.9


@pytest.mark.parametrize(
    ("chat", "kind", "at_once", "seconds_for_one"),
    [(PERSON, "send", 3, 1), (PERSON, "edit", 5, 1), (GROUP, "send", 18, 3), (GROUP, "edit", 18, 3)],
)
def test_a_chat_gets_its_burst_then_one_by_one(
    clock: Clock, chat: int, kind: Kind, at_once: int, seconds_for_one: float
) -> None:
    limiter = Limiter(clock, overall=PLENTY)
    assert calls_now(limiter, chat, kind) == at_once
    assert limiter.delay(chat, kind) == pytest.approx(seconds_for_one)
    clock.now += seconds_for_one
    assert calls_now(limiter, chat, kind) == 1
    clock.now += 3600
    assert calls_now(limiter, chat, kind) == at_once


def test_whispers_are_messages_of_their_group_and_leave_half_of_its_budget_to_the_others(clock: Clock) -> None:
    limiter = Limiter(clock, overall=PLENTY)
    assert calls_now(limiter, GROUP, "whisper") == 9
    assert calls_now(limiter, GROUP, "send") == 9
    assert calls_now(limiter, OTHER_GROUP, "whisper") == 9
    clock.now += 3600
    assert calls_now(limiter, GROUP, "send") == 18
    assert calls_now(limiter, GROUP, "whisper") == 0, "where the others have used it up there are none"
    assert calls_now(limiter, GROUP, "edit") == 18


def test_whispers_come_back_one_by_one(clock: Clock) -> None:
    limiter = Limiter(clock, overall=PLENTY)
    calls_now(limiter, GROUP, "whisper")
    assert limiter.delay(GROUP, "whisper") == pytest.approx(8)
    limiter.halt(GROUP, 30)
    assert limiter.delay(GROUP, "whisper") == pytest.approx(30)
    clock.now += 32
    assert calls_now(limiter, GROUP, "whisper") == 4


def test_messages_and_edits_are_counted_apart(clock: Clock) -> None:
    limiter = Limiter(clock, overall=PLENTY)
    calls_now(limiter, GROUP, "edit")
    assert calls_now(limiter, GROUP, "send") == 18


def test_one_busy_chat_takes_nothing_from_another(clock: Clock) -> None:
    limiter = Limiter(clock, overall=PLENTY)
    calls_now(limiter, GROUP, "send")
    assert calls_now(limiter, OTHER_GROUP, "send") == 18
    assert calls_now(limiter, PERSON, "send") == 3


def test_c57_a_429_halts_its_own_chat_only_and_both_kinds_of_call(clock: Clock) -> None:
    limiter = Limiter(clock)
    limiter.halt(GROUP, 17)
    assert limiter.delay(GROUP, "send") == pytest.approx(17)
    assert limiter.delay(GROUP, "edit") == pytest.approx(17)
    assert limiter.delay(OTHER_GROUP, "send") == 0
    assert limiter.delay(PERSON, "send") == 0
    clock.now += 17
    assert limiter.delay(GROUP, "send") == 0


def test_a_shorter_halt_does_not_shorten_a_longer_one(clock: Clock) -> None:
    limiter = Limiter(clock)
    limiter.halt(GROUP, 30)
    limiter.halt(GROUP, 2)
    assert limiter.delay(GROUP, "send") == pytest.approx(30)


def test_asking_consumes_nothing(clock: Clock) -> None:
    limiter = Limiter(clock, overall=PLENTY)
    for _ in range(100):
        assert limiter.delay(GROUP, "send") == 0
    assert calls_now(limiter, GROUP, "send") == 18
    assert len({limiter.delay(GROUP, "send") for _ in range(100)}) == 1


def test_calls_made_too_early_are_waited_for_later(clock: Clock) -> None:
    limiter = Limiter(clock, overall=PLENTY)
    for _ in range(20):
        limiter.spend(GROUP, "send")
    assert limiter.delay(GROUP, "send") == pytest.approx(3 * 3)


def test_chats_long_quiet_are_forgotten(clock: Clock) -> None:
    limiter = Limiter(clock)
    for chat in range(1, 100_000):
        limiter.spend(chat, "send")
        limiter.halt(-chat, 1)
        clock.now += 0.1
    assert len(limiter) <= 1024


def test_what_is_still_owed_is_never_forgotten(clock: Clock) -> None:
    limiter = Limiter(clock, overall=PLENTY)
    calls_now(limiter, GROUP, "send")
    limiter.spend(PERSON, "send")
    limiter.halt(OTHER_GROUP, 500)
    for chat in range(100, 20_000):
        limiter.spend(chat, "send")
    assert calls_now(limiter, PERSON, "send") == 3 - 1
    assert limiter.delay(GROUP, "send") > 0
    assert limiter.delay(OTHER_GROUP, "send") == pytest.approx(500)


chats = st.sampled_from([GROUP, OTHER_GROUP, PERSON, OTHER_PERSON])
kinds: st.SearchStrategy[Kind] = st.sampled_from(["send", "edit"])
wishes = st.lists(st.tuples(st.sampled_from([0.0, 0.0, 0.03, 1.0, 2.9, 30.0]), chats, kinds), min_size=60, max_size=300)


@given(wishes)
def test_no_window_holds_more_than_its_budget_whatever_the_order(wished: list[tuple[float, int, Kind]]) -> None:
    clock = Clock()
    limiter = Limiter(clock)
    made: list[tuple[float, int, Kind]] = []
    for pause, chat, kind in wished:
        clock.now += pause
        clock.now += limiter.delay(chat, kind)
        assert limiter.delay(chat, kind) < 1e-9, "who waited as told may call"
        limiter.spend(chat, kind)
        made.append((clock.now, chat, kind))

    def busiest(seconds: float, chat: int | None = None, kind: Kind | None = None) -> int:
        times = [t for t, c, k in made if chat in (None, c) and kind in (None, k)]
        return max((sum(start <= t < start + seconds for t in times) for start in times), default=0)

    assert busiest(1) <= 30
    for group in (GROUP, OTHER_GROUP):
        assert busiest(60, group, "send") <= 18 + 20
        assert busiest(60, group, "edit") <= 18 + 20
    for person in (PERSON, OTHER_PERSON):
        assert busiest(10, person, "send") <= 3 + 10
        assert busiest(10, person, "edit") <= 5 + 10


@given(wishes, st.floats(min_value=0.1, max_value=100))
def test_c57_a_halt_changes_nothing_for_the_other_chats(wished: list[tuple[float, int, Kind]], seconds: float) -> None:
    clock = Clock()
    halted, free = Limiter(clock), Limiter(clock)
    for pause, chat, kind in wished:
        clock.now += pause
        halted.halt(GROUP, seconds)
        assert halted.delay(GROUP, kind) >= seconds - 1e-9
        if chat != GROUP:
            assert halted.delay(chat, kind) == free.delay(chat, kind)
            halted.spend(chat, kind)
            free.spend(chat, kind)
