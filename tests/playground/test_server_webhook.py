"""Updates sent to a webhook: secret, lanes, order, retries, and what goes on beside it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import web

from playground.__main__ import bound
from tests.playground.driver import Driver, Refused

pytestmark = pytest.mark.asyncio

ACTIVE = "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
Answer = Callable[[dict[str, Any]], web.Response]


@dataclass
class Receiver:
    """A bot's webhook: what it was sent, and how it answers. `hold` keeps it from answering."""

    url: str = ""
    updates: list[dict[str, Any]] = field(default_factory=list)
    secrets: list[str | None] = field(default_factory=list)
    answer: Answer = lambda _: web.Response()
    hold: asyncio.Event = field(default_factory=asyncio.Event)
    got: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def take(self, request: web.Request) -> web.Response:
        async with self.got:
            self.updates.append(await request.json())
            self.secrets.append(request.headers.get("X-Telegram-Bot-Api-Secret-Token"))
            self.got.notify_all()
        await self.hold.wait()
        return self.answer(self.updates[-1])

    async def until(self, number: int) -> list[dict[str, Any]]:
        """All updates as soon as so many have come."""
        async with asyncio.timeout(5), self.got:
            await self.got.wait_for(lambda: len(self.updates) >= number)
        return self.updates

    @property
    def texts(self) -> list[str]:
        return [update["message"]["text"] for update in self.updates]


@pytest_asyncio.fixture
async def receiver() -> AsyncIterator[Receiver]:
    found = Receiver()
    found.hold.set()
    app = web.Application()
    app.router.add_post("/hook", found.take)
    runner = web.AppRunner(app)
    await runner.setup()
    with bound("127.0.0.1", 0) as listening:
        await web.SockSite(runner, listening).start()
        found.url = f"http://127.0.0.1:{listening.getsockname()[1]}/hook"
        yield found
        found.hold.set()
        await runner.cleanup()


async def say(driver: Driver, person: int, text: str) -> None:
    await driver.sim(f"people/{person}/send", text=text)


async def settled(driver: Driver, pending: int = 0) -> dict[str, Any]:
    """WebhookInfo as soon as no delivery is under way and so many updates wait."""
    async with asyncio.timeout(5):
        while True:
            info: dict[str, Any] = await driver.api("getWebhookInfo")
            webhook = driver.playground.webhook
            if info["pending_update_count"] == pending and not (webhook and webhook.busy):
                return info
            await asyncio.sleep(0)


async def test_updates_go_to_the_webhook_with_its_secret_and_are_done_with(driver: Driver, receiver: Receiver) -> None:
    ann = await driver.person(started=True)
    await say(driver, ann, "before")
    secret = "A-z_9" * 51
    assert await driver.api("setWebhook", url=receiver.url, secret_token=secret, max_connections=7) is True
    await say(driver, ann, "after")
    await receiver.until(2)
    assert receiver.texts == ["before", "after"]
    assert receiver.secrets == [secret, secret]
    info = await settled(driver)
    assert info == {
        "url": receiver.url,
        "has_custom_certificate": False,
        "pending_update_count": 0,
        "max_connections": 7,
    }


async def test_there_is_no_polling_beside_a_webhook(driver: Driver, receiver: Receiver) -> None:
    polling = asyncio.create_task(driver.api("getUpdates", timeout=30))
    async with asyncio.timeout(5):
        while not driver.playground.updates.polling:  # noqa: ASYNC110 (the request is in another task of this loop)
            await asyncio.sleep(0)
    await driver.api("setWebhook", url=receiver.url)
    with pytest.raises(Refused, match="terminated by setWebhook request") as refused:
        await polling
    assert refused.value.status == 409
    assert await driver.refusal("getUpdates", offset=5) == (409, ACTIVE)
    assert await driver.api("deleteWebhook") is True
    assert (await driver.api("getWebhookInfo"))["url"] == ""
    assert await driver.api("getUpdates") == []
    await driver.api("setWebhook", url=receiver.url)
    assert await driver.api("setWebhook", url="") is True
    assert await driver.api("getUpdates") == []


async def test_one_chat_is_served_in_order_and_holds_up_no_other(driver: Driver, receiver: Receiver) -> None:
    ann, bob = await driver.person("Ann", started=True), await driver.person("Bob", started=True)
    await driver.api("setWebhook", url=receiver.url)
    receiver.hold.clear()
    for person, text in ((ann, "a1"), (ann, "a2"), (bob, "b1"), (bob, "b2")):
        await say(driver, person, text)
    await receiver.until(2)
    assert sorted(receiver.texts) == ["a1", "b1"]
    receiver.hold.set()
    await receiver.until(4)
    assert receiver.texts.index("a2") > receiver.texts.index("a1")
    assert receiver.texts.index("b2") > receiver.texts.index("b1")


async def test_presses_are_in_order_by_person_and_beside_the_messages_of_their_chat(
    driver: Driver, receiver: Receiver
) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    group = await driver.group(ann, bob)
    board = (await driver.api("sendMessage", chat_id=group, text="board"))["message_id"]
    await driver.api("setWebhook", url=receiver.url)
    receiver.hold.clear()
    await driver.sim(f"people/{ann}/send", chat=group, text="/first")
    for person, data in ((ann, "1"), (ann, "2"), (bob, "3")):
        await driver.sim(f"people/{person}/press", chat=group, message=board, data=data, wait=0)
    await receiver.until(3)
    sent = [update.get("callback_query", {}).get("data", "message") for update in receiver.updates]
    assert sorted(sent) == ["1", "3", "message"]


async def test_no_more_than_max_connections_go_at_a_time(driver: Driver, receiver: Receiver) -> None:
    people = [await driver.person(str(n), started=True) for n in range(3)]
    await driver.api("setWebhook", url=receiver.url, max_connections=2)
    receiver.hold.clear()
    for person in people:
        await say(driver, person, "x")
    await receiver.until(2)
    webhook = driver.playground.webhook
    assert webhook is not None
    assert webhook.busy == 2
    receiver.hold.set()
    await receiver.until(3)


async def test_a_failed_delivery_is_tried_again_at_once_then_later_and_keeps_its_lane_waiting(
    driver: Driver, receiver: Receiver
) -> None:
    ann = await driver.person(started=True)
    await driver.api("setWebhook", url=receiver.url)
    receiver.answer = lambda _: web.Response(status=500)
    await say(driver, ann, "one")
    await say(driver, ann, "two")
    await receiver.until(2)
    info = await settled(driver, pending=2)
    assert info["last_error_message"] == "Wrong response from the webhook: 500 Internal Server Error"
    assert info["last_error_date"] <= driver.playground.clock.now()
    for number, seconds in ((3, 2), (4, 4), (5, 8)):
        await driver.advance(seconds)
        await receiver.until(number)
        await settled(driver, pending=2)
    assert receiver.texts == ["one"] * 5
    receiver.answer = lambda _: web.Response()
    await driver.advance(16)
    await receiver.until(7)
    assert receiver.texts[5:] == ["one", "two"]
    await settled(driver)


@pytest.mark.parametrize(("asked", "waits"), [(600, 600), (7200, 3600)])
async def test_a_webhook_tells_when_to_try_again_but_not_later_than_in_an_hour(
    driver: Driver, receiver: Receiver, asked: int, waits: int
) -> None:
    ann = await driver.person(started=True)
    await driver.api("setWebhook", url=receiver.url)
    receiver.answer = lambda _: web.Response(status=503, headers={"Retry-After": str(asked)})
    await say(driver, ann, "x")
    await receiver.until(1)
    await settled(driver, pending=1)
    await driver.advance(waits - 10)
    await settled(driver, pending=1)
    assert len(receiver.updates) == 1
    await driver.advance(11)
    await receiver.until(2)


async def test_what_cannot_be_delivered_in_its_time_is_dropped(driver: Driver, receiver: Receiver) -> None:
    ann = await driver.person(started=True)
    await driver.api("setWebhook", url=receiver.url)
    receiver.answer = lambda _: web.Response(status=503, headers={"Retry-After": "200"})
    await driver.sim(f"people/{ann}/inline", query="q", wait=0)
    await receiver.until(1)
    await settled(driver)


async def test_a_webhook_that_is_gone_for_23_hours_is_removed(driver: Driver, receiver: Receiver) -> None:
    ann = await driver.person(started=True)
    await driver.api("setWebhook", url=receiver.url)
    receiver.answer = lambda _: web.Response(status=410)
    await say(driver, ann, "x")
    await receiver.until(2)
    await driver.advance(23 * 3600 + 1)
    async with asyncio.timeout(5):
        while (await driver.api("getWebhookInfo"))["url"]:
            pass
    assert len(await driver.api("getUpdates")) == 1


async def test_a_webhook_nobody_answers_at_is_told_of(driver: Driver) -> None:
    with bound("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
    ann = await driver.person(started=True)
    await driver.api("setWebhook", url=f"http://127.0.0.1:{port}/")
    await say(driver, ann, "x")
    async with asyncio.timeout(5):
        while "last_error_message" not in (info := await driver.api("getWebhookInfo")):
            pass
    assert info["last_error_message"] == "Connection refused"
    assert info["pending_update_count"] == 1


async def test_a_webhook_may_answer_with_a_call(driver: Driver, receiver: Receiver) -> None:
    ann = await driver.person(started=True)
    await driver.api("setWebhook", url=receiver.url)
    receiver.answer = lambda _: web.json_response({"method": "sendMessage", "chat_id": ann, "text": "pong"})
    await say(driver, ann, "ping")
    await receiver.until(1)
    await settled(driver)
    assert [message["text"] for message in await driver.look(f"chats/{ann}/messages")][1:] == ["ping", "pong"]
    receiver.answer = lambda _: web.json_response({"method": "deleteWebhook"})
    await say(driver, ann, "no")
    await settled(driver)
    assert (await driver.api("getWebhookInfo"))["url"] == receiver.url


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"url": "http://example.com/hook"}, "bad webhook: An HTTPS URL must be provided for webhook"),
        (
            {"url": "https://example.com:9000/"},
            "bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443",
        ),
        ({"url": "https://"}, "bad webhook: URL host is empty"),
        ({"url": "https://example.com/", "secret_token": "a" * 257}, "secret token is too long"),
        ({"url": "https://example.com/", "secret_token": "a b"}, "secret token contains unallowed characters"),
    ],
)
async def test_a_webhook_telegram_would_not_take_is_refused(driver: Driver, fields: dict[str, str], text: str) -> None:
    assert await driver.refusal("setWebhook", **fields) == (400, f"Bad Request: {text}")


async def test_waiting_updates_are_dropped_if_asked_and_kinds_are_chosen(driver: Driver, receiver: Receiver) -> None:
    ann = await driver.person(started=True)
    await say(driver, ann, "old")
    kinds = ["inline_query"]
    await driver.api("setWebhook", url=receiver.url, drop_pending_updates=True, allowed_updates=kinds)
    await say(driver, ann, "unheard")
    await driver.sim(f"people/{ann}/inline", query="q", wait=0)
    await receiver.until(1)
    assert [list(update)[1] for update in receiver.updates] == ["inline_query"]
    assert (await driver.api("getWebhookInfo"))["allowed_updates"] == kinds
