"""The order in which updates are taken and confirmed (architecture.md, section 4)."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Hashable

from hypothesis import given, settings
from hypothesis import strategies as st
from telegram import Update

from tests.wire.polled import (
    Fault,
    Taken,
    Telegram,
    lost_answer,
    make,
    refusing,
    repeating,
    running,
    text,
    unreachable,
    wedged,
)
from tests.wire.virtual_time import run_virtually
from tgbot.wire.lanes import NotNow


def test_it_polls_long_for_the_updates_asked_for_and_through_its_own_pool() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        async with running(make(telegram, taken, poll_timeout=40)):
            await asyncio.sleep(100)
            polls = [(poll.at, poll.timeout) for poll in telegram.polls]
            assert polls == [(1000, 0), (1000, 40), (1040, 40), (1080, 40)], "first what waits, then what comes"
            assert telegram.polls[0].offset is None
            assert telegram.polls[0].allowed == ["message", "callback_query"]

    run_virtually(main())


def test_an_update_is_taken_the_moment_it_comes_and_confirmed_by_the_next_poll() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        async with running(make(telegram, taken)):
            await asyncio.sleep(12)
            telegram.deliver(text(70, chat=1))
            await asyncio.sleep(0.001)
            assert taken.ended_at == {70: 1012}
            assert telegram.polls[-1].offset == 71
            assert telegram.waiting == []

    run_virtually(main())


def test_c21_updates_of_one_lane_keep_their_order_whatever_each_takes() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        taken.slow = {number: (number * 7919 % 10) / 10 for number in range(1, 41)}
        telegram.deliver(*(text(number, chat=number % 4) for number in range(1, 41)))
        async with running(make(telegram, taken)):
            await asyncio.sleep(60)
        assert sorted(taken.done) == list(range(1, 41))
        for chat in range(4):
            lane = [number for number in taken.done if number % 4 == chat]
            assert lane == sorted(lane)
            assert lane == [number for number in taken.begun if number % 4 == chat]

    run_virtually(main())


def test_different_lanes_do_not_wait_for_one_another() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        taken.slow = dict.fromkeys(range(1, 51), 5)
        telegram.deliver(*(text(number, chat=number) for number in range(1, 51)))
        async with running(make(telegram, taken)):
            await asyncio.sleep(5.1)
        assert set(taken.ended_at.values()) == {1005}

    run_virtually(main())


def test_nothing_is_confirmed_before_it_is_done() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        taken.slow = {2: 10}
        telegram.deliver(text(1, chat=1), text(2, chat=2), text(3, chat=3))
        async with running(make(telegram, taken)):
            await asyncio.sleep(9.9)
            assert taken.done == [1, 3]
            assert telegram.waiting == [2, 3], "only what precedes the open one is confirmed"
            await asyncio.sleep(1)
            assert telegram.waiting == []

    run_virtually(main())


def test_a_slow_lane_keeps_later_updates_of_others_waiting_a_second_at_most_and_polls_no_faster() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        taken.slow = {1: 20}
        telegram.deliver(text(1, chat=1))
        async with running(make(telegram, taken)):
            await asyncio.sleep(3.5)
            telegram.deliver(text(2, chat=2), text(3, chat=1))
            await asyncio.sleep(1)
            assert taken.done == [2]
            await asyncio.sleep(20)
        assert taken.done == [2, 1, 3]
        assert len(telegram.polls) <= 25
        assert taken.begun == [1, 2, 3], "each once, however often it was seen"

    run_virtually(main())


def test_an_open_update_that_telegram_forgets_does_not_make_it_run_hot() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        taken.slow = {1: 20}
        telegram.deliver(text(1, chat=1))
        async with running(make(telegram, taken)):
            await asyncio.sleep(0.5)
            telegram.queue.clear()  # a press lives 150 s
            await asyncio.sleep(15)
        assert len(telegram.polls) <= 17

    run_virtually(main())


def test_c21_a_crash_loses_nothing() -> None:
    async def main() -> None:
        telegram, first, second = Telegram(), Taken(), Taken()
        first.slow = {3: 60, 4: 60}
        telegram.deliver(*(text(number, chat=number % 2) for number in range(1, 7)))
        async with running(make(telegram, first)):
            await asyncio.sleep(2)
        assert first.done == [1, 2]
        async with running(make(telegram, second)):
            await asyncio.sleep(2)
        assert sorted(second.done) == [3, 4, 5, 6]
        await asyncio.sleep(100)
        assert first.done == [1, 2], "what the ended loop had in hand is not going on behind our back"

    run_virtually(main())


def test_c21_what_is_delivered_twice_is_taken_once() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        again = [text(number, chat=1) for number in (1, 2, 3)]
        telegram.deliver(*again)
        telegram.faults = [lost_answer, repeating(*again), repeating(*again[1:]), repeating(again[0], text(4, chat=1))]
        async with running(make(telegram, taken)):
            await asyncio.sleep(60)
        assert taken.begun == [1, 2, 3, 4]

    run_virtually(main())


def test_a_server_that_repeats_itself_for_ever_is_asked_once_a_second() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        telegram.faults = [repeating(text(1, chat=1))] * 1000
        async with running(make(telegram, taken)):
            await asyncio.sleep(20)
        assert taken.begun == [1]
        assert 15 <= len(telegram.polls) <= 22

    run_virtually(main())


def test_what_nothing_can_be_done_about_now_is_taken_later_and_confirmed_only_then() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        telegram.deliver(text(1, chat=7), text(2, chat=7), text(3, chat=8))
        down = True

        async def take(update: Update) -> None:
            if down and update.update_id == 1:
                raise NotNow
            await taken(update)

        loop = make(telegram, take)
        async with running(loop):
            await asyncio.sleep(100)
            assert taken.done == [3], "the lane waits, others do not"
            assert telegram.waiting == [1, 2, 3]
            assert not loop.caught_up
            assert len(telegram.polls) < 250
            down = False
            await asyncio.sleep(5)
            assert taken.done == [3, 1, 2]
            assert telegram.waiting == []

    run_virtually(main())


def test_a_stop_leaves_with_telegram_what_nothing_can_be_done_about_now() -> None:
    async def main() -> None:
        telegram = Telegram()
        telegram.deliver(text(1, chat=7))

        async def take(update: Update) -> None:
            raise NotNow

        loop = make(telegram, take)
        async with running(loop) as task:
            await asyncio.sleep(100)
            loop.stop()
            await asyncio.wait_for(task, 6)
        assert telegram.waiting == [1]

    run_virtually(main())


def test_numbers_that_start_again_lower_are_taken_too() -> None:
    """Telegram restarts update_id at random after a week without updates."""

    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        telegram.faults = [repeating(text(9000, chat=1)), repeating(text(12, chat=1))]
        async with running(make(telegram, taken)):
            await asyncio.sleep(10)
            telegram.deliver(text(13, chat=1))
            await asyncio.sleep(1)
            assert taken.done == [9000, 12, 13]
            assert telegram.polls[-1].offset == 14

    run_virtually(main())


def test_an_old_number_that_comes_again_after_a_thousand_others_is_a_new_update() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        telegram.deliver(*(text(number, chat=1) for number in range(1, 1101)))
        async with running(make(telegram, taken)):
            await asyncio.sleep(10)
            telegram.faults = [repeating(text(1, chat=1))]
            telegram.deliver(text(1101, chat=1))
            await asyncio.sleep(10)
        assert taken.done[1100:] == [1101, 1]

    run_virtually(main())


def test_lanes_without_updates_are_forgotten() -> None:
    class Key:
        pass

    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        keys = weakref.WeakValueDictionary[int, Key]()

        def lane(update: Update) -> Hashable:
            return keys.setdefault(update.update_id % 7, Key())

        telegram.deliver(*(text(number, chat=1) for number in range(1, 51)))
        async with running(make(telegram, taken, lane)):
            await asyncio.sleep(40)
            gc.collect()
            assert len(taken.done) == 50
            assert len(keys) == 0

    run_virtually(main())


faults = st.lists(
    st.sampled_from([unreachable, lost_answer, wedged, refusing(409, "Conflict"), refusing(502, "Bad Gateway")]),
    max_size=8,
)
arrivals = st.lists(
    st.tuples(st.sampled_from([0.0, 0.0, 0.4, 3.0]), st.integers(0, 3), st.sampled_from([0, 0, 0.3, 5]))
)


@settings(deadline=None)
@given(arrivals, faults, st.lists(st.floats(0.1, 40), max_size=4))
def test_c21_nothing_is_lost_doubled_or_disordered_through_faults_and_crashes(
    arriving: list[tuple[float, int, float]], faulty: list[Fault], lives: list[float]
) -> None:
    async def main() -> None:
        telegram = Telegram()
        telegram.faults = list(faulty)
        updates = dict(enumerate(arriving, start=100))
        sent: set[int] = set()

        async def send() -> None:
            for number, (pause, chat, _) in updates.items():
                await asyncio.sleep(pause)
                telegram.deliver(text(number, chat))
                sent.add(number)

        sending = asyncio.create_task(send())
        done: set[int] = set()
        for life in [*lives, 5000]:
            taken = Taken()
            taken.slow = {number: slow for number, (_, _, slow) in updates.items()}
            async with running(make(telegram, taken)):
                await asyncio.sleep(life)
            assert len(taken.begun) == len(set(taken.begun)), "once in a process"
            for chat in range(4):
                lane = [number for number in taken.begun if updates[number][1] == chat]
                assert lane == sorted(lane)
            done |= set(taken.done)
            assert sent - set(telegram.waiting) <= done, "confirmed means done"
        await sending
        assert done == set(updates)
        assert telegram.waiting == []

    run_virtually(main())
