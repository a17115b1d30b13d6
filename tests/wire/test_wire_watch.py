"""What Telegram tells of the webhook: whether it knows our address, and whether it can bring us anything."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest
from telegram import Bot
from telegram.error import InvalidToken, NetworkError
from telegram.request import BaseRequest, RequestData

from tests.wire.polled import TOKEN, Json, Silent, Taken, answer, chat_of, now, text
from tests.wire.virtual_time import run_virtually
from tgbot import metrics
from tgbot.wire.request import AiohttpRequest
from tgbot.wire.webhook import CONNECTIONS, EVERY, EXPIRED, IN_FLIGHT, Receiver, Watch

URL = "https://bot.example.org/telegram"
KINDS = ["callback_query", "message"]


@dataclass
class Hooked(BaseRequest):
    """getWebhookInfo and setWebhook as Telegram's server does them, on virtual time. `down`: it cannot be reached."""

    info: Json = field(default_factory=lambda: {"url": "", "has_custom_certificate": False, "pending_update_count": 0})
    secret: str = ""
    sets: list[Json] = field(default_factory=list)
    looks: list[float] = field(default_factory=list)
    down: bool = False
    refusal: tuple[int, Json] | None = None

    parse_json_payload = staticmethod(AiohttpRequest.parse_json_payload)

    @property
    def read_timeout(self) -> float:
        return 5

    async def initialize(self) -> None: ...

    async def shutdown(self) -> None: ...

    def fails(self, said: str, pending: int = 1) -> None:
        """A delivery has failed."""
        error = {"last_error_date": int(now()), "last_error_message": said}
        self.info |= error | {"pending_update_count": pending}

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *args: object, **timeouts: object
    ) -> tuple[int, bytes]:
        if self.down:
            raise NetworkError("The network failed: ClientConnectorError")
        if self.refusal is not None:
            status, said = self.refusal
            return status, json.dumps({"ok": False, **said}).encode()
        if url.endswith("/getWebhookInfo"):
            self.looks.append(now())
            return answer(self.info)
        assert url.endswith("/setWebhook")
        assert request_data is not None
        given = {name: _value(value) for name, value in request_data.json_parameters.items()}
        self.sets.append(given)
        self.secret = given["secret_token"]
        kept = {name: given[name] for name in ("url", "max_connections")}
        self.info |= kept | {"allowed_updates": sorted(given["allowed_updates"])}
        return answer(True)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


@dataclass
class Scene:
    telegram: Hooked
    watch: Watch
    receiver: Receiver

    async def brings(self, number: int) -> None:
        await self.receiver.bring(json.dumps(text(number, chat=7)).encode())

    def failing(self) -> bool:
        return self.watch.failing

    def caught_up(self) -> bool:
        return self.watch.caught_up


@asynccontextmanager
async def watching(telegram: Hooked | None = None, secret: str = "secret") -> AsyncIterator[Scene]:
    telegram = telegram or Hooked()
    bot = Bot(TOKEN, request=telegram, get_updates_request=Silent())
    receiver = Receiver(bot, Taken(), chat_of, secret=secret)
    receiver.open()
    clock = asyncio.get_running_loop().time
    watch = Watch(
        bot,
        receiver,
        url=URL,
        secret=secret,
        allowed_updates=KINDS,
        now=lambda: datetime.fromtimestamp(clock(), UTC),
        clock=clock,
    )
    task = asyncio.create_task(watch.run())
    try:
        yield Scene(telegram, watch, receiver)
    finally:
        watch.stop()
        await task


def figure(name: str) -> float | None:
    return metrics.REGISTRY.get_sample_value(name)


def test_telegram_is_told_the_address_once() -> None:
    async def main() -> None:
        async with watching() as scene:
            await asyncio.sleep(100)
        assert scene.telegram.sets == [
            {
                "url": URL,
                "max_connections": CONNECTIONS,
                "allowed_updates": KINDS,
                "drop_pending_updates": False,
                "secret_token": "secret",
            }
        ]
        async with watching(scene.telegram) as another:
            await asyncio.sleep(100)
            assert another.caught_up()
        assert len(scene.telegram.sets) == 1, "what Telegram knows it is not told again"

    run_virtually(main())


@pytest.mark.parametrize(
    "other", [{"url": "https://old.example.org/"}, {"max_connections": 40}, {"allowed_updates": ["message"]}]
)
def test_what_differs_is_told_anew_also_when_somebody_changes_it_later(other: Json) -> None:
    async def main() -> None:
        async with watching() as scene:
            await asyncio.sleep(10)
            scene.telegram.info |= other
            await asyncio.sleep(EVERY + 1)
            assert len(scene.telegram.sets) == 2
            assert scene.telegram.info["url"] == URL

    run_virtually(main())


def test_a_secret_that_has_changed_is_told_when_telegram_says_that_we_refuse_the_old_one() -> None:
    async def main() -> None:
        async with watching() as scene:
            await asyncio.sleep(10)
        async with watching(scene.telegram, secret="new") as scene:
            await asyncio.sleep(EVERY)
            scene.telegram.fails("Wrong response from the webhook: 403 Forbidden")
            await asyncio.sleep(EVERY + 1)
            assert scene.telegram.secret == "new"
            await asyncio.sleep(100)
            assert len(scene.telegram.sets) == 2, "the error stands for a while, and is known"

    run_virtually(main())


def test_case_c21_it_has_caught_up_when_nothing_waits_at_telegram() -> None:
    async def main() -> None:
        telegram = Hooked()
        telegram.fails("Connection refused", pending=3)
        async with watching(telegram) as scene:
            await asyncio.sleep(20)
            assert not scene.caught_up()
            assert figure("bigben_webhook_pending") == 3
            assert figure("bigben_webhook_last_error_timestamp_seconds") == telegram.info["last_error_date"]
            telegram.info["pending_update_count"] = 0
            await asyncio.sleep(1.1)
            assert scene.caught_up()
            telegram.info["pending_update_count"] = 3
            await asyncio.sleep(100)
            assert scene.caught_up(), "what comes later did not wait"
            scene.watch.look_again()
            await asyncio.sleep(3)
            assert not scene.caught_up()

    run_virtually(main())


def test_where_no_delivery_fails_there_is_always_something_on_its_way_and_nothing_waits() -> None:
    async def main() -> None:
        telegram = Hooked()
        telegram.info["pending_update_count"] = 9
        async with watching(telegram) as scene:
            await asyncio.sleep(IN_FLIGHT)
            assert not scene.caught_up()
            await asyncio.sleep(2)
            assert scene.caught_up()
            telegram.info["pending_update_count"] = 10 * CONNECTIONS
            scene.watch.look_again()
            await asyncio.sleep(60)
            assert not scene.caught_up(), "more than it brings at a time do wait"

    run_virtually(main())


def test_what_telegram_cannot_get_rid_of_keeps_deadlines_no_longer_than_a_press_lives() -> None:
    async def main() -> None:
        telegram = Hooked()
        telegram.info["pending_update_count"] = 1
        async with watching(telegram) as scene:
            for number in range(int(EXPIRED) - 1):
                telegram.fails("Wrong response from the webhook: 503 Service Unavailable")
                await scene.brings(number)
                await asyncio.sleep(1)
                assert not scene.caught_up()
            await asyncio.sleep(3)
            assert scene.caught_up()

    run_virtually(main())


def test_telegram_that_does_not_answer_is_out_of_reach_until_it_does() -> None:
    async def main() -> None:
        async with watching() as scene:
            await asyncio.sleep(10)
            assert not scene.failing()
            scene.telegram.down = True
            await asyncio.sleep(EVERY + 40)
            assert scene.failing()
            assert scene.watch.silent_for() > 40
            scene.telegram.down = False
            scene.telegram.info["pending_update_count"] = 2
            await asyncio.sleep(EVERY + 1)
            assert not scene.failing()
            assert not scene.caught_up(), "what gathered meanwhile comes first"
            assert scene.watch.silent_for() <= EVERY

    run_virtually(main())


def test_telegram_that_cannot_bring_us_anything_is_out_of_reach_as_well() -> None:
    async def main() -> None:
        async with watching() as scene:
            await asyncio.sleep(10)
            for _ in range(4):
                scene.telegram.fails("Connection refused")
                await asyncio.sleep(20)
            assert scene.failing()
            assert scene.watch.silent_for() > 60
            await scene.brings(1)
            scene.telegram.info["pending_update_count"] = 0
            await asyncio.sleep(EVERY + 2)
            assert not scene.failing()
            assert scene.caught_up()

    run_virtually(main())


def test_one_delivery_that_failed_while_others_get_through_is_no_trouble() -> None:
    async def main() -> None:
        async with watching() as scene:
            for number in range(20):
                scene.telegram.fails("Wrong response from the webhook: 503 Service Unavailable")
                await scene.brings(number)
                await asyncio.sleep(10)
                assert not scene.failing()

    run_virtually(main())


def test_what_other_processes_take_shows_that_telegram_gets_through() -> None:
    async def main() -> None:
        async with watching() as scene:
            for _ in range(20):
                scene.telegram.fails("Connection refused")
                scene.watch.others_took()
                await asyncio.sleep(10)
                assert not scene.failing()

    run_virtually(main())


def test_an_address_that_telegram_does_not_take_is_told_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        telegram = Hooked(refusal=(400, {"description": "Bad Request: bad webhook: Failed to resolve host"}))
        async with watching(telegram) as scene:
            await asyncio.sleep(100)
            assert scene.failing()
            telegram.refusal = None
            await asyncio.sleep(EVERY + 2)
            assert not scene.failing()
            assert len(telegram.sets) == 1

    run_virtually(main())
    warned = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert len(warned) == 1
    assert "refuses WEBHOOK_URL" in warned[0]
    assert "failed to resolve host" in warned[0]


def test_a_flood_is_waited_out() -> None:
    async def main() -> None:
        telegram = Hooked(refusal=(429, {"description": "Too Many Requests", "parameters": {"retry_after": 60}}))
        async with watching(telegram) as scene:
            await asyncio.sleep(1)
            telegram.refusal = None
            await asyncio.sleep(58)
            assert telegram.looks == []
            await asyncio.sleep(3)
            assert telegram.looks
            assert not scene.failing()

    run_virtually(main())


def test_a_token_that_telegram_refuses_ends_it() -> None:
    async def main() -> None:
        telegram = Hooked(refusal=(401, {"description": "Unauthorized"}))
        with pytest.raises(InvalidToken):
            async with watching(telegram):
                await asyncio.sleep(1)

    run_virtually(main())
