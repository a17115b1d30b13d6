"""Updates that Telegram brings: what is acknowledged, and when."""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from typing import Any

import pytest
from telegram import Bot, Update

from tests.wire.polled import TOKEN, Json, Silent, Taken, chat_of, text
from tests.wire.virtual_time import run_virtually
from tgbot import metrics
from tgbot.wire.lanes import NotNow
from tgbot.wire.webhook import MOST, Receiver

OK, LATER = HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE


def receiver(taken: Taken, **options: Any) -> Receiver:
    bot = Bot(TOKEN, request=Silent(), get_updates_request=Silent())
    at = Receiver(bot, taken, chat_of, secret="right", **options)
    at.open()
    return at


def body(update: Json) -> bytes:
    return json.dumps(update).encode()


def test_an_update_is_acknowledged_only_when_it_is_done() -> None:
    async def main() -> None:
        taken = Taken()
        taken.slow[1] = 5
        answer = asyncio.create_task(receiver(taken).bring(body(text(1, chat=7))))
        await asyncio.sleep(4.9)
        assert not answer.done()
        await asyncio.sleep(0.2)
        assert answer.result() == OK
        assert taken.done == [1]

    run_virtually(main())


def test_case_c02_an_update_brought_twice_is_taken_once_and_acknowledged_twice() -> None:
    async def main() -> None:
        taken = Taken()
        taken.slow[1] = 5
        at = receiver(taken)
        first = asyncio.create_task(at.bring(body(text(1, chat=7))))
        await asyncio.sleep(1)
        again = asyncio.create_task(at.bring(body(text(1, chat=7))))
        await asyncio.sleep(1)
        assert not again.done(), "what is in hand may still fail to be done"
        assert [await first, await again, await at.bring(body(text(1, chat=7)))] == [OK] * 3
        assert taken.begun == [1]

    run_virtually(main())


def test_updates_of_a_lane_are_taken_in_the_order_they_come_and_lanes_do_not_wait_for_one_another() -> None:
    async def main() -> None:
        taken = Taken()
        taken.slow[1] = 5
        at = receiver(taken)
        brought = [at.bring(body(text(number, chat))) for number, chat in ((1, 7), (2, 7), (3, 8))]
        assert await asyncio.gather(*brought) == [OK] * 3
        assert taken.done == [3, 1, 2]

    run_virtually(main())


@pytest.mark.parametrize(
    "unreadable",
    [{"update_id": 1, "message": {"chat": 3}}, {"update_id": 1, "callback_query": []}, {"update_id": 1, "message": 7}],
)
def test_what_can_never_be_read_is_acknowledged_for_telegram_would_bring_it_for_a_day(unreadable: Json) -> None:
    async def main() -> None:
        taken = Taken()
        at = receiver(taken)
        assert await at.bring(body(unreadable)) == OK
        assert await at.bring(body(text(2, chat=7))) == OK
        assert taken.done == [2]

    run_virtually(main())


def test_an_update_at_which_a_handler_fails_or_hangs_is_acknowledged_as_when_polling() -> None:
    async def main() -> None:
        taken = Taken()
        taken.slow[2] = 100
        at = receiver(taken, take_limit=30)

        async def failing(update: object) -> None:
            raise RuntimeError

        broken = Receiver(at._bot, failing, chat_of, secret="right")
        broken.open()
        assert await broken.bring(body(text(1, chat=7))) == OK
        assert await at.bring(body(text(2, chat=7))) == OK
        assert taken.done == []

    run_virtually(main())


@pytest.mark.parametrize("wrong", [b"", b"{", b"\xff", b"[]", b"7", b"{}", b'{"update_id": "7"}', b"[" * 100_000])
def test_what_is_no_update_is_refused(wrong: bytes) -> None:
    async def main() -> None:
        assert await receiver(Taken()).bring(wrong) == HTTPStatus.BAD_REQUEST

    run_virtually(main())


def test_a_stop_finishes_what_is_in_hand_and_begins_nothing() -> None:
    async def main() -> None:
        taken = Taken()
        taken.slow.update({1: 3, 2: 20})
        at, in_hand = receiver(taken), metrics.REGISTRY.get_sample_value("bigben_updates_in_hand") or 0
        quick, slow = (asyncio.create_task(at.bring(body(text(number, chat=number)))) for number in (1, 2))
        await asyncio.sleep(0.1)
        assert metrics.REGISTRY.get_sample_value("bigben_updates_in_hand") == in_hand + 2
        began = asyncio.get_running_loop().time()
        stopping = asyncio.create_task(at.stop(5))
        await asyncio.sleep(0.1)
        assert await at.bring(body(text(3, chat=3))) == LATER
        await stopping
        assert asyncio.get_running_loop().time() - began == pytest.approx(5)
        assert [await quick, await slow] == [OK, LATER], "Telegram brings what was broken off to another process"
        assert (taken.begun, taken.done) == ([1, 2], [1])
        assert metrics.REGISTRY.get_sample_value("bigben_updates_in_hand") == in_hand

    run_virtually(main())


def test_before_everything_is_there_updates_stay_with_telegram() -> None:
    async def main() -> None:
        taken = Taken()
        at = Receiver(Bot(TOKEN, request=Silent(), get_updates_request=Silent()), taken, chat_of, secret="right")
        assert await at.bring(body(text(1, chat=7))) == LATER
        at.open()
        assert await at.bring(body(text(1, chat=7))) == OK
        assert taken.done == [1]

    run_virtually(main())


def test_too_much_at_once_is_left_with_telegram() -> None:
    async def main() -> None:
        taken = Taken()
        taken.slow.update(dict.fromkeys(range(MOST), 5))
        at = receiver(taken)
        brought = [asyncio.create_task(at.bring(body(text(number, chat=number)))) for number in range(MOST)]
        await asyncio.sleep(1)
        assert await at.bring(body(text(MOST, chat=1))) == LATER
        assert await asyncio.gather(*brought) == [OK] * MOST
        assert await at.bring(body(text(MOST, chat=1))) == OK

    run_virtually(main())


def test_only_who_knows_the_secret_is_trusted() -> None:
    at = receiver(Taken())
    assert at.trusts("right")
    assert not any(at.trusts(wrong) for wrong in ("", "wrong", "right ", "Right", "rightright", "рight", "\udcff"))


def test_what_nothing_can_be_done_about_now_is_acknowledged_when_something_could() -> None:
    async def main() -> None:
        taken = Taken()
        down = True

        async def take(update: Update) -> None:
            if down:
                raise NotNow
            await taken(update)

        bot = Bot(TOKEN, request=Silent(), get_updates_request=Silent())
        at = Receiver(bot, take, chat_of, secret="right")
        at.open()
        first = asyncio.create_task(at.bring(body(text(1, chat=7))))
        await asyncio.sleep(100)
        # Telegram has lost patience meanwhile.
        again = asyncio.create_task(at.bring(body(text(1, chat=7))))
        await asyncio.sleep(10)
        assert not first.done()
        assert not again.done()
        down = False
        assert [await first, await again] == [OK, OK]
        assert taken.done == [1]

    run_virtually(main())


def test_who_stands_by_leaves_updates_with_telegram_until_he_leads() -> None:
    async def play() -> None:
        taken, leads = Taken(), list[bool]()
        at = receiver(taken, takes=lambda: bool(leads))
        assert await at.bring(b"{}") == LATER
        assert len(at) == 0
        leads.append(True)
        assert await at.bring(b"{}") == HTTPStatus.BAD_REQUEST, "it is looked at"

    run_virtually(play())
