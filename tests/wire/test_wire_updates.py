"""The update loop against a queue of updates kept as Telegram keeps it, on virtual time."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import time
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from telegram import Bot, Update
from telegram.error import InvalidToken, NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from tests.wire.virtual_time import run_virtually
from tgbot.wire.request import AiohttpRequest
from tgbot.wire.updates import UpdateLoop

Json = dict[str, Any]
Take = Callable[[Update], Awaitable[None]]
Fault = Callable[["Telegram"], Awaitable[tuple[int, bytes] | None]]
TOKEN = "4242:AAsecretsecretsecretsecretsecretsec"


@dataclass(frozen=True)
class Poll:
    at: float
    offset: int | None
    timeout: int
    limit: int
    allowed: list[str] | None


class Telegram(BaseRequest):
    """getUpdates: everything from the offset on, until a higher offset confirms it. Nothing else is a call it knows."""

    parse_json_payload = staticmethod(AiohttpRequest.parse_json_payload)

    def __init__(self) -> None:
        self.queue: list[Any] = []
        self.polls: list[Poll] = []
        self.faults: list[Fault] = []
        self.arrived = asyncio.Event()

    @property
    def read_timeout(self) -> float:
        return 5

    async def initialize(self) -> None: ...

    async def shutdown(self) -> None: ...

    def deliver(self, *updates: object) -> None:
        self.queue.extend(updates)
        self.arrived.set()

    @property
    def waiting(self) -> list[int]:
        """Numbers of the updates not confirmed."""
        return [update["update_id"] for update in self.queue]

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *args: object, **timeouts: object
    ) -> tuple[int, bytes]:
        if url.endswith("/getMe"):
            return answer({"id": 1, "is_bot": True, "first_name": "B", "username": "bigben_bot"})
        assert url.endswith("/getUpdates")
        assert request_data is not None
        given = {name: json.loads(value) for name, value in request_data.json_parameters.items()}
        seconds = given["timeout"]
        read_timeout = timeouts.get("read_timeout")
        assert read_timeout is BaseRequest.DEFAULT_NONE or float(str(read_timeout)) > seconds
        offset, limit = given.get("offset"), given.get("limit", 100)
        self.polls.append(Poll(now(), offset, seconds, limit, given.get("allowed_updates")))
        if offset is not None:
            self.queue = [update for update in self.queue if _number(update, offset) >= offset]
        if self.faults and (said := await self.faults.pop(0)(self)) is not None:
            return said
        if not self.queue and seconds:
            self.arrived.clear()
            await asyncio.wait([asyncio.ensure_future(self.arrived.wait())], timeout=seconds)
        return answer(self.queue[:limit])


def _number(update: Any, otherwise: int) -> int:
    number = update.get("update_id") if isinstance(update, dict) else None
    return number if isinstance(number, int) else otherwise


class Silent(Telegram):
    async def do_request(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AssertionError("polling must use its own pool")


def now() -> float:
    return asyncio.get_running_loop().time()


def answer(result: object) -> tuple[int, bytes]:
    return 200, json.dumps({"ok": True, "result": result}).encode()


def refusing(status: int, description: str, **parameters: int) -> Fault:
    async def fault(_: Telegram) -> tuple[int, bytes]:
        return status, json.dumps({"ok": False, "description": description, "parameters": parameters}).encode()

    return fault


def saying(status: int, body: bytes) -> Fault:
    async def fault(_: Telegram) -> tuple[int, bytes]:
        return status, body

    return fault


async def unreachable(_: Telegram) -> NoReturn:
    raise NetworkError("The network failed: ClientConnectorError")


async def lost_answer(_: Telegram) -> NoReturn:
    raise TimedOut


async def wedged(_: Telegram) -> NoReturn:
    await asyncio.Event().wait()
    raise AssertionError


def repeating(*updates: Json) -> Fault:
    async def fault(_: Telegram) -> tuple[int, bytes]:
        return answer(updates)

    return fault


def text(number: int, chat: int, words: str = "x") -> Json:
    """A message in a private chat; the chat is its lane."""
    person = {"id": chat, "is_bot": False, "first_name": "P"}
    message = {"message_id": number, "date": 0, "chat": {"id": chat, "type": "private"}, "from": person, "text": words}
    return {"update_id": number, "message": message}


def chat_of(update: Update) -> Hashable:
    assert update.effective_chat is not None
    return update.effective_chat.id


def make(telegram: Telegram, take: Take, lane: Callable[[Update], Hashable] = chat_of, **options: Any) -> UpdateLoop:
    bot = Bot(TOKEN, request=Silent(), get_updates_request=telegram)
    return UpdateLoop(bot, take, lane, allowed_updates=["message", "callback_query"], **options)


@asynccontextmanager
async def running(loop: UpdateLoop) -> AsyncIterator[asyncio.Task[None]]:
    """Runs the loop; at the end kills it, as a crash does, unless it has returned."""
    task = asyncio.create_task(loop.run())
    try:
        yield task
    finally:
        if not task.done():
            task.cancel()
        await asyncio.wait({task})
        if not task.cancelled() and (error := task.exception()):
            raise error


class Taken:
    """Handles an update in no time, or waits where told to, and remembers begin and end."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.done: list[int] = []
        self.ended_at: dict[int, float] = {}
        self.slow: dict[int, float] = {}

    async def __call__(self, update: Update) -> None:
        self.begun.append(update.update_id)
        await asyncio.sleep(self.slow.get(update.update_id, 0))
        self.done.append(update.update_id)
        self.ended_at[update.update_id] = now()


def test_it_polls_long_for_the_updates_asked_for_and_through_its_own_pool() -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        async with running(make(telegram, taken, poll_timeout=40)):
            await asyncio.sleep(100)
            assert [(poll.at, poll.timeout) for poll in telegram.polls] == [(1000, 40), (1040, 40), (1080, 40)]
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


MALFORMED: list[Json] = [
    {"update_id": 2, "message": {"message_id": "hush", "chat": "hush"}},
    {"update_id": 2, "message": "hush"},
    {"update_id": 2, "message": ["hush"]},
    {"update_id": 2, "callback_query": {"id": "hush"}},
    {"update_id": 2, "hush": {"new": "kind of update"}},  # readable, but chat_of fails on it
]


@pytest.mark.parametrize("malformed", MALFORMED)
def test_a_malformed_update_is_logged_by_number_and_skipped(malformed: Json, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        telegram.deliver(text(1, chat=1), malformed, text(3, chat=1))
        async with running(make(telegram, taken)):
            await asyncio.sleep(100)
            assert taken.done == [1, 3]
            assert telegram.waiting == []
            assert len(telegram.polls) <= 5

    run_virtually(main())
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert caplog.messages[0].startswith("Update 2 cannot be read and is skipped: ")
    assert "hush" not in caplog.text


def test_a_malformed_update_beside_a_slow_one_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        taken.slow = {1: 20}
        telegram.deliver(text(1, chat=1), MALFORMED[0])
        async with running(make(telegram, taken)):
            await asyncio.sleep(40)

    run_virtually(main())
    assert len(caplog.records) == 1


@pytest.mark.parametrize("nonsense", [{}, "hush", None, 5, {"update_id": "hush"}])
def test_something_without_a_number_holds_up_nobody(nonsense: object, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        telegram.deliver(nonsense, text(3, chat=1))
        async with running(make(telegram, taken)):
            await asyncio.sleep(20)
            assert taken.done == [3]
            assert len(telegram.polls) <= 22, "never hot, even when it stays"

    run_virtually(main())
    assert "hush" not in caplog.text


BODIES = [b'{"ok": true, "result": 7}', b'{"ok": true, "result": {"a": 1}}', b'{"ok": true}', b"[]", b"<html>", b""]


@pytest.mark.parametrize("body", BODIES)
def test_an_answer_that_is_no_list_is_a_failure_like_any_other(body: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        telegram.faults = [saying(200, body)] * 3
        telegram.deliver(text(1, chat=1))
        async with running(make(telegram, taken)):
            await asyncio.sleep(5)
            assert taken.done == []
            await asyncio.sleep(5)
            assert taken.done == [1]

    run_virtually(main())
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_an_update_that_fails_is_logged_without_its_content_and_counts_as_done(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()

        async def take(update: Update) -> None:
            if update.update_id == 1:
                assert update.message is not None
                raise ValueError(f"cannot read {update.message.text}")
            await taken(update)

        telegram.deliver(text(1, chat=1, words="hush"), text(2, chat=1))
        async with running(make(telegram, take)):
            await asyncio.sleep(1)
            assert taken.done == [2]
            assert telegram.waiting == []

    run_virtually(main())
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert caplog.messages[0].startswith("Update 1 failed: ValueError")
    assert "test_wire_updates.py" in caplog.messages[0], "where"
    assert "hush" not in caplog.text


def test_a_cancellation_leaking_from_a_handler_counts_as_its_failure(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()

        async def take(update: Update) -> None:
            if update.update_id == 1:
                raise asyncio.CancelledError
            await taken(update)

        telegram.deliver(text(1, chat=1), text(2, chat=1))
        async with running(make(telegram, take)):
            await asyncio.sleep(1)
            assert taken.done == [2]
            assert telegram.waiting == []

    run_virtually(main())
    assert caplog.messages[0].startswith("Update 1 failed: CancelledError")


def test_an_update_that_hangs_is_given_up(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        telegram, taken = Telegram(), Taken()
        taken.slow = {1: 10_000}
        telegram.deliver(text(1, chat=1), text(2, chat=1))
        async with running(make(telegram, taken, take_limit=30)):
            await asyncio.sleep(32)
            assert taken.ended_at == {2: 1030}
            assert telegram.waiting == []

    run_virtually(main())
    assert caplog.messages == ["Update 1 was given up after 30 s"]


def test_a_timeout_inside_a_handler_is_its_own_failure(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async def take(update: Update) -> None:
            raise TimeoutError

        telegram = Telegram()
        telegram.deliver(text(1, chat=1))
        async with running(make(telegram, take)):
            await asyncio.sleep(1)

    run_virtually(main())
    assert caplog.messages[0].startswith("Update 1 failed: TimeoutError")


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
        assert [poll.at for poll in telegram.polls] == [1000, 1017]

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
        telegram.faults = [wedged, wedged]
        telegram.deliver(text(1, chat=1))
        async with running(make(telegram, taken, poll_timeout=30)):
            await asyncio.sleep(110)
        assert telegram.polls[1].at == pytest.approx(1051, abs=0.3)
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
        assert len(telegram.polls) == 1

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
