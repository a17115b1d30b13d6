"""Updates that cannot be read, fail or hang."""

from __future__ import annotations

import asyncio

import pytest
from telegram import Update

from tests.wire.polled import (
    Json,
    Taken,
    Telegram,
    make,
    running,
    saying,
    text,
)
from tests.wire.virtual_time import run_virtually

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
    assert "test_wire_bad_updates.py" in caplog.messages[0], "where"
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
