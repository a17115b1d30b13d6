"""Polling through failures, and its end."""

from __future__ import annotations

import asyncio
import logging
import time

import pytest
from telegram import Bot
from telegram.error import InvalidToken

from tests.wire.polled import (
    TOKEN,
    Taken,
    Telegram,
    chat_of,
    make,
    now,
    refusing,
    running,
    text,
    unreachable,
    wedged,
)
from tests.wire.virtual_time import run_virtually
from tgbot.wire.updates import UpdateLoop


def test_failures_are_retried_ever_later_and_told_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        telegram.faults = [unreachable] * 8
        telegram.deliver(text(1, chat=1))
        async with running(make(telegram, taken)):
            await asyncio.sleep(300)
        assert taken.done == [1]
        pauses = [later.at - poll.at for poll, later in zip(telegram.polls[:8], telegram.polls[1:9], strict=True)]
        for pause, expected in zip(pauses, [1, 2, 4, 8, 16, 30, 30, 30], strict=True):
            assert 0.8 * expected <= pause <= 1.2 * expected
        assert len({pause / expected for pause, expected in zip(pauses, [1, 2, 4, 8, 16, 30, 30, 30], strict=True)}) > 1

    run_virtually(main())
    assert [(record.levelname, record.message) for record in caplog.records] == [
        ("WARNING", "No updates, trying on (NetworkError: The network failed: ClientConnectorError)"),
        ("INFO", "Updates are coming again"),
    ]


def test_after_a_recovery_the_next_failure_is_told_and_begins_at_one_second(caplog: pytest.LogCaptureFixture) -> None:
    async def fine(_: Telegram) -> None: ...

    async def main() -> None:
        telegram = Telegram()
        telegram.faults = [unreachable, unreachable, unreachable, fine, unreachable]
        async with running(make(telegram, Taken())):
            await asyncio.sleep(100)
        assert telegram.polls[5].at - telegram.polls[4].at < 1.3

    run_virtually(main())
    assert len(caplog.records) == 2


def test_c57_retry_after_is_kept() -> None:
    async def main() -> None:
        telegram = Telegram()
        telegram.faults = [refusing(429, "Too Many Requests: retry after 17", retry_after=17)]
        async with running(make(telegram, Taken())):
            await asyncio.sleep(20)
        assert [(poll.at, poll.timeout) for poll in telegram.polls] == [(1000, 0), (1017, 0), (1017, 30)]

    run_virtually(main())


@pytest.mark.parametrize(
    ("description", "said"),
    [
        ("Conflict: terminated by other getUpdates request", "Another process polls this token"),
        ("Conflict: can't use getUpdates method while webhook is active", "A webhook is set for this token"),
    ],
)
def test_a_second_poller_is_reported_once_and_waited_out(
    description: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        telegram.faults = [refusing(409, description)] * 10
        telegram.deliver(text(1, chat=1))
        async with running(make(telegram, taken)):
            await asyncio.sleep(60)
        assert taken.ended_at == {1: 1050}

    run_virtually(main())
    (warning,) = [record.message for record in caplog.records if record.levelno >= logging.WARNING]
    assert warning.startswith(said)


@pytest.mark.parametrize("initialized", [False, True])
@pytest.mark.parametrize("status", [401, 404])
def test_a_refused_token_ends_the_loop_with_a_sentence_naming_the_variable(status: int, *, initialized: bool) -> None:
    async def main() -> None:
        telegram = Telegram()
        telegram.faults = [refusing(status, "Unauthorized")]
        bot = Bot(TOKEN, request=Telegram(), get_updates_request=telegram)
        if initialized:
            await bot.initialize()
        loop = UpdateLoop(bot, Taken(), chat_of, allowed_updates=[])
        with pytest.raises(InvalidToken, match="BOT_TOKEN") as caught:
            await loop.run()
        assert TOKEN not in str(caught.value)

    run_virtually(main())


def test_a_wedged_poll_is_given_up_and_made_anew() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        async with running(make(telegram, taken, poll_timeout=30)):
            await asyncio.sleep(29)
            telegram.faults = [wedged, wedged]
            await asyncio.sleep(110)
            telegram.deliver(text(1, chat=1))
            await asyncio.sleep(1)
        assert [poll.at for poll in telegram.polls[2:5]] == pytest.approx([1030, 1081, 1103], abs=0.6)
        assert taken.done == [1]

    run_virtually(main())


def test_last_success_tells_since_when_no_updates_came() -> None:
    async def main() -> None:
        telegram = Telegram()
        loop = make(telegram, Taken(), clock=now)
        assert loop.last_success == 1000
        async with running(loop):
            await asyncio.sleep(61)
            assert loop.last_success == 1060
            telegram.faults = [unreachable] * 1000
            await asyncio.sleep(600)
            assert loop.last_success == 1090

    run_virtually(main())


def test_last_success_is_monotonic_time_by_default() -> None:
    before = time.monotonic()
    assert before <= make(Telegram(), Taken()).last_success <= time.monotonic()


def test_an_idle_loop_stops_at_once_and_has_nothing_to_confirm() -> None:
    async def main() -> None:
        telegram = Telegram()
        loop = make(telegram, Taken())
        async with running(loop) as task:
            await asyncio.sleep(12)
            loop.stop()
            await task
            assert now() == 1012
        assert [poll.timeout for poll in telegram.polls] == [0, 30]

    run_virtually(main())


def test_a_stop_ends_a_pause() -> None:
    async def main() -> None:
        telegram = Telegram()
        telegram.faults = [refusing(429, "Too Many Requests", retry_after=1000)]
        loop = make(telegram, Taken())
        async with running(loop) as task:
            await asyncio.sleep(12)
            loop.stop()
            await task
            assert now() == 1012

    run_virtually(main())


def test_c21_a_stop_finishes_what_is_in_hand_confirms_it_and_leaves_the_rest() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        taken.slow = {1: 4}
        telegram.deliver(text(1, chat=1), text(2, chat=1), text(3, chat=3))
        loop = make(telegram, taken)
        async with running(loop) as task:
            await asyncio.sleep(3.5)
            loop.stop()
            telegram.deliver(text(4, chat=4))
            await task
            assert now() == 1004
        assert taken.done == [3, 1, 2]
        assert (telegram.polls[-1].offset, telegram.polls[-1].timeout, telegram.polls[-1].limit) == (4, 0, 1)
        assert telegram.polls[-1].allowed is None, "the setting stays"
        assert telegram.waiting == [4]

    run_virtually(main())


def test_a_stop_is_over_in_ten_seconds_and_confirms_nothing_that_hangs() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        taken.slow = {2: 28, 4: 1}
        telegram.deliver(*(text(number, chat=number % 2) for number in range(1, 7)))
        loop = make(telegram, taken)
        async with running(loop) as task:
            await asyncio.sleep(0.5)
            loop.stop()
            telegram.faults = [wedged]
            await task
            assert now() <= 1010.5
        assert taken.done == [1, 3, 5]
        assert telegram.waiting == [2, 3, 4, 5, 6]
        second = Taken()
        async with running(make(telegram, second)):
            await asyncio.sleep(1)
        assert sorted(second.done) == [2, 3, 4, 5, 6]

    run_virtually(main())


def test_a_stop_confirms_what_no_answered_poll_has_confirmed() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        telegram.deliver(text(1, chat=1))
        loop = make(telegram, taken)
        async with running(loop) as task:
            await asyncio.sleep(0.1)
            telegram.faults = [unreachable] * 3
            telegram.deliver(text(2, chat=1))
            await asyncio.sleep(1)
            loop.stop()
            telegram.faults = []
            await task
            assert now() < 1002
        assert (telegram.polls[-1].offset, telegram.polls[-1].timeout) == (3, 0)
        assert telegram.waiting == []

    run_virtually(main())


def test_a_confirmation_that_fails_does_not_spoil_the_stop(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        taken.slow = {1: 0.5}
        telegram.deliver(text(1, chat=1))
        loop = make(telegram, taken)
        async with running(loop) as task:
            await asyncio.sleep(0.1)
            loop.stop()
            telegram.faults = [unreachable]
            await task
        assert taken.done == [1]

    run_virtually(main())
    assert caplog.messages == ["The last updates could not be confirmed: NetworkError"]
