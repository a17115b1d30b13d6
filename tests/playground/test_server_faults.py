"""The fault plan: refusals, delays, and answers that are lost."""

import asyncio
from typing import Any

import aiohttp
import pytest

from playground.clock import Clock
from playground.faults import Faults
from tests.playground.driver import TOKEN, Driver, Refused, SimRefused

pytestmark = pytest.mark.asyncio


async def texts(driver: Driver, chat: int) -> list[str]:
    """What the bot said in a chat."""
    return [said["text"] for said in await driver.look(f"chats/{chat}/messages") if said["from"]["is_bot"]]


async def test_429_goes_on_for_so_many_seconds_and_tells_how_many_are_left(driver: Driver) -> None:
    ann = await driver.person(started=True)
    await driver.sim("fault", kind="429", seconds=20)
    with pytest.raises(Refused) as refused:
        await driver.api("sendMessage", chat_id=ann, text="x")
    assert (refused.value.status, refused.value.parameters) == (429, {"retry_after": 20})
    assert refused.value.description == "Too Many Requests: retry after 20"
    await driver.advance(15)
    with pytest.raises(Refused) as refused:
        await driver.api("getMe")
    assert refused.value.parameters == {"retry_after": 5}
    await driver.advance(5)
    await driver.api("sendMessage", chat_id=ann, text="y")
    assert await texts(driver, ann) == ["y"]
    assert await driver.look("fault") == []


async def test_a_fault_strikes_only_the_method_and_the_chat_it_is_meant_for(driver: Driver) -> None:
    ann, bob = await driver.person("Ann", started=True), await driver.person("Bob", started=True)
    await driver.sim("fault", kind="500", method="sendmessage", chat=ann)
    assert await driver.refusal("sendMessage", chat_id=ann, text="x") == (500, "Internal Server Error")
    await driver.api("sendMessage", chat_id=bob, text="x")
    await driver.api("sendChatAction", chat_id=ann, action="typing")
    (entry,) = await driver.look("fault")
    assert (entry["method"], entry["chat"], entry["struck"], entry["left"]) == ("sendMessage", ann, 1, None)
    await driver.sim("fault/clear")
    await driver.api("sendMessage", chat_id=ann, text="x")


async def test_502_is_the_page_of_the_proxy_and_nothing_is_done(driver: Driver) -> None:
    ann = await driver.person(started=True)
    await driver.sim("fault", kind="502", count=1)
    said = {"chat_id": ann, "text": "x"}
    async with driver.session.post(f"/bot{TOKEN}/sendMessage", json=said) as response:
        assert response.status == 502
        assert response.content_type == "text/html"
        assert TOKEN not in await response.text()
    assert await texts(driver, ann) == []


async def test_a_lost_answer_comes_after_the_deed_and_a_lost_call_before_it(driver: Driver) -> None:
    ann = await driver.person(started=True)
    await driver.sim("fault", kind="lost", count=1)
    await driver.sim("fault", kind="timeout", seconds=0, count=1)
    for text in ("done", "never done"):
        with pytest.raises(aiohttp.ClientConnectionError):
            await driver.api("sendMessage", chat_id=ann, text=text)
    await driver.api("sendMessage", chat_id=ann, text="answered")
    assert await texts(driver, ann) == ["done", "answered"]
    logged = [(call["ok"], call["description"]) for call in (await driver.look("calls"))["calls"]]
    assert logged == [
        (False, "the call was done and the answer lost"),
        (False, "the call was held and never done"),
        (True, None),
    ]


async def test_the_answer_to_a_refused_call_is_lost_too(driver: Driver) -> None:
    await driver.sim("fault", kind="lost", count=1)
    with pytest.raises(aiohttp.ClientConnectionError):
        await driver.api("sendMessage", chat_id=4711, text="x")


@pytest.mark.parametrize(("kind", "done"), [("delay", ["x"]), ("timeout", [])])
async def test_a_delay_holds_a_call_and_then_it_is_done_while_a_timeout_never_does_it(
    driver: Driver, kind: str, done: list[str]
) -> None:
    ann = await driver.person(started=True)
    await driver.sim("fault", kind=kind, seconds=300, method="sendMessage", count=1)
    call = asyncio.create_task(driver.api("sendMessage", chat_id=ann, text="x"))
    async with asyncio.timeout(5):
        while await driver.look("fault"):
            pass
    assert not call.done()
    assert await texts(driver, ann) == []
    await driver.advance(300)
    outcome = (await asyncio.gather(call, return_exceptions=True))[0]
    assert isinstance(outcome, dict) == (kind == "delay")
    assert await texts(driver, ann) == done


async def test_a_fault_strikes_as_often_as_it_is_told(driver: Driver) -> None:
    await driver.sim("fault", kind="500", count=2)
    outcomes = []
    for _ in range(4):
        try:
            await driver.api("getMe")
        except Refused as refused:
            outcomes.append(refused.status)
        else:
            outcomes.append(200)
    assert outcomes == [500, 500, 200, 200]


async def test_the_first_fault_that_strikes_decides_and_one_can_be_taken_out(driver: Driver) -> None:
    first = await driver.sim("fault", kind="500")
    await driver.sim("fault", kind="429", seconds=60)
    assert (await driver.refusal("getMe"))[0] == 500
    await driver.sim("fault/clear", id=first["id"])
    assert (await driver.refusal("getMe"))[0] == 429
    with pytest.raises(SimRefused, match="no fault"):
        await driver.sim("fault/clear", id=first["id"])


async def test_a_fault_with_a_chance_strikes_the_same_calls_for_the_same_seed() -> None:
    def struck(seed: int) -> list[bool]:
        faults = Faults(Clock())
        faults.add("500", probability=0.3, seed=seed)
        return [faults.strike("sendMessage", None) is not None for _ in range(1000)]

    assert struck(7) == struck(7) != struck(8)
    assert 220 < sum(struck(7)) < 380


async def test_polls_and_webhook_replies_meet_faults_as_other_calls_do(driver: Driver) -> None:
    ann = await driver.person(started=True)
    await driver.sim(f"people/{ann}/send", text="still there")
    await driver.sim("fault", kind="lost", method="getUpdates", count=1)
    with pytest.raises(aiohttp.ClientConnectionError):
        await driver.api("getUpdates")
    assert [update["message"]["text"] for update in await driver.updates()] == ["still there"]


@pytest.mark.parametrize(
    "plan",
    [
        {},
        {"kind": "earthquake"},
        {"kind": "500", "method": "sendNothing"},
        {"kind": "429", "seconds": -1},
        {"kind": "429", "seconds": float("inf")},
        {"kind": "500", "probability": 1.5},
        {"kind": "500", "count": 0},
    ],
)
async def test_a_plan_that_makes_no_sense_is_refused(driver: Driver, plan: dict[str, Any]) -> None:
    with pytest.raises(SimRefused):
        await driver.sim("fault", **plan)
