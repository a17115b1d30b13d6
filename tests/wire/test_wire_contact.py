"""What the loop knows of its contact with Telegram: deadlines wait for it (product, Time)."""

from __future__ import annotations

import asyncio

from tests.wire.polled import Taken, Telegram, make, refusing, running, text, unreachable, wedged
from tests.wire.virtual_time import run_virtually
from tgbot.wire.updates import UpdateLoop


def caught_up(loop: UpdateLoop) -> bool:
    """Asked anew each time: a type checker takes an attribute for what it was."""
    return loop.caught_up


def stuck(loop: UpdateLoop) -> bool:
    return loop.stuck


def failing(loop: UpdateLoop) -> bool:
    return loop.failing


def test_it_has_caught_up_when_nothing_waited() -> None:
    async def main() -> None:
        loop = make(Telegram(), Taken())
        assert not caught_up(loop)
        async with running(loop):
            await asyncio.sleep(0.1)
            assert caught_up(loop)
            assert not failing(loop)

    run_virtually(main())


def test_c21_it_has_caught_up_only_when_all_that_waited_is_done() -> None:
    async def main() -> None:
        telegram = Telegram()
        telegram.deliver(*(text(number, chat=number) for number in range(1, 251)))
        taken = Taken()
        taken.slow[3] = 5
        loop = make(telegram, taken)
        async with running(loop):
            seen = []
            while not caught_up(loop):
                seen.append(len(taken.done))
                await asyncio.sleep(0.1)
            assert len(taken.done) == 250
            assert taken.ended_at[3] == 1005
            assert max(seen) < 250
            telegram.deliver(text(251, chat=1))
            await asyncio.sleep(0.01)
            assert caught_up(loop), "what comes later did not wait"

    run_virtually(main())


def test_after_a_failure_it_asks_at_once_for_what_waits() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        loop = make(telegram, taken, clock=asyncio.get_running_loop().time)
        async with running(loop):
            await asyncio.sleep(29)
            telegram.faults = [unreachable] * 3
            await asyncio.sleep(3)
            assert failing(loop)
            assert not caught_up(loop)
            assert loop.silent_for() >= 2
            await asyncio.sleep(20)
            assert not failing(loop)
            assert caught_up(loop)
            assert [poll.timeout for poll in telegram.polls[-2:]] == [0, 30]

    run_virtually(main())


def test_told_to_look_again_it_breaks_its_poll_off_and_asks_anew() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        loop = make(telegram, taken)
        async with running(loop):
            await asyncio.sleep(10)
            loop.look_again()
            assert not caught_up(loop)
            await asyncio.sleep(0.1)
            assert caught_up(loop)
            assert [(poll.at, poll.timeout) for poll in telegram.polls[2:]] == [(1010, 0), (1010, 30)]

    run_virtually(main())


def test_a_loop_that_waits_for_telegram_however_long_is_not_stuck() -> None:
    async def main() -> None:
        telegram = Telegram()
        loop = make(telegram, Taken(), clock=asyncio.get_running_loop().time)
        async with running(loop):
            for fault in (None, wedged, unreachable, refusing(429, "Too Many Requests", retry_after=600)):
                telegram.faults = [fault] * 10 if fault else []
                for _ in range(100):
                    await asyncio.sleep(7)
                    assert not stuck(loop)

    run_virtually(main())


def test_a_loop_that_does_not_come_round_is_stuck() -> None:
    async def main() -> None:
        loop = make(Telegram(), Taken(), clock=asyncio.get_running_loop().time)
        async with running(loop) as task:
            await asyncio.sleep(10)
            task.cancel()
            await asyncio.sleep(30 + 20 + 60 - 11)
            assert not stuck(loop)
            await asyncio.sleep(2)
            assert stuck(loop)

    run_virtually(main())
