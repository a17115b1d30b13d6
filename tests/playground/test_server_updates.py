"""getUpdates: order, confirmation, expiry, conflict, kinds."""

import asyncio
import time
from typing import Any

import pytest

from tests.playground.driver import Driver, Refused

pytestmark = pytest.mark.asyncio

CONFLICT = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"


async def say(driver: Driver, person: int, *texts: str) -> None:
    for text in texts:
        await driver.sim(f"people/{person}/send", text=text)


def texts(updates: list[dict[str, Any]]) -> list[str]:
    return [update["message"]["text"] for update in updates]


async def test_updates_come_in_order_and_again_until_a_larger_offset_confirms_them(driver: Driver) -> None:
    ann = await driver.person(started=True)
    await say(driver, ann, "a", "b", "c")
    first = await driver.api("getUpdates")
    assert texts(first) == ["a", "b", "c"]
    ids = [update["update_id"] for update in first]
    assert ids == list(range(ids[0], ids[0] + 3))
    assert await driver.api("getUpdates") == first
    assert await driver.api("getUpdates", offset=ids[0]) == first
    assert texts(await driver.api("getUpdates", offset=ids[1])) == ["b", "c"]
    assert texts(await driver.api("getUpdates")) == ["b", "c"]
    assert await driver.api("getUpdates", offset=ids[2] + 1) == []


async def test_a_negative_offset_keeps_only_the_last(driver: Driver) -> None:
    ann = await driver.person(started=True)
    await say(driver, ann, "a", "b", "c")
    assert texts(await driver.api("getUpdates", offset=-2)) == ["b", "c"]
    assert texts(await driver.api("getUpdates")) == ["b", "c"]


async def test_at_most_limit_and_never_more_than_100_come_at_once(driver: Driver) -> None:
    ann = await driver.person(started=True)
    await say(driver, ann, *map(str, range(101)))
    assert texts(await driver.api("getUpdates", limit=2)) == ["0", "1"]
    for limit, most in ((0, 1), (-5, 1), (100, 100), (1000, 100)):
        assert len(await driver.api("getUpdates", limit=limit)) == most


async def test_a_long_poll_ends_with_the_first_update(driver: Driver) -> None:
    ann = await driver.person(started=True)
    poll = asyncio.create_task(driver.api("getUpdates", timeout=50))
    await until_polling(driver)
    await say(driver, ann, "now")
    assert texts(await asyncio.wait_for(poll, 5)) == ["now"]


async def test_a_long_poll_ends_empty_after_its_timeout(driver: Driver) -> None:
    began = time.monotonic()
    assert await driver.api("getUpdates", timeout=1) == []
    assert 0.9 < time.monotonic() - began < 5


async def until_polling(driver: Driver) -> None:
    """Wait until the server holds a long poll."""
    async with asyncio.timeout(5):
        while not driver.playground.updates.polling:  # noqa: ASYNC110 (the request is in another task of this loop)
            await asyncio.sleep(0)


async def test_of_two_pollers_the_older_one_is_told_of_the_conflict(driver: Driver) -> None:
    ann = await driver.person(started=True)
    older = asyncio.create_task(driver.api("getUpdates", timeout=50))
    await until_polling(driver)
    newer = asyncio.create_task(driver.api("getUpdates", timeout=50))
    with pytest.raises(Refused) as refused:
        await asyncio.wait_for(older, 5)
    assert (refused.value.status, refused.value.code, refused.value.description) == (409, 409, CONFLICT)
    await say(driver, ann, "x")
    assert texts(await asyncio.wait_for(newer, 5)) == ["x"]


async def test_further_conflicts_are_told_only_three_seconds_later(driver: Driver) -> None:
    driver.playground.updates.throttle = True
    polls = []
    for number in range(3):
        polls.append(asyncio.create_task(driver.api("getUpdates", offset=number, timeout=50)))
        await until_polling(driver)
    with pytest.raises(Refused):
        await asyncio.wait_for(polls[0], 5)
    await driver.api("getMe")
    assert not polls[1].done()
    await driver.advance(3)
    with pytest.raises(Refused) as refused:
        await asyncio.wait_for(polls[1], 5)
    assert refused.value.description == CONFLICT
    polls[2].cancel()


async def test_the_same_offset_again_within_half_a_second_brings_one_update_and_within_three_waits_for_one(
    driver: Driver,
) -> None:
    ann = await driver.person(started=True)
    await say(driver, ann, "a", "b")
    driver.playground.updates.throttle = True
    await driver.advance(10)
    first = await driver.api("getUpdates", offset=1)
    assert texts(first) == ["a", "b"]
    assert texts(await driver.api("getUpdates", offset=1)) == ["a"]
    await driver.advance(0.6)
    assert texts(await driver.api("getUpdates", offset=1)) == ["a", "b"]
    after = first[-1]["update_id"] + 1
    assert await driver.api("getUpdates", offset=after) == []
    waiting = asyncio.create_task(driver.api("getUpdates", offset=after))
    await until_polling(driver)
    await say(driver, ann, "c")
    assert texts(await asyncio.wait_for(waiting, 5)) == ["c"]
    await driver.advance(3.1)
    assert await driver.api("getUpdates", offset=after + 1) == []
    await driver.advance(3.1)
    assert await driver.api("getUpdates", offset=after + 1) == []
    assert not driver.playground.updates.polling


async def test_a_press_waits_150_seconds_an_inline_query_30_and_a_message_24_hours(driver: Driver) -> None:
    ann = await driver.person(started=True)
    sent = await driver.api("sendMessage", chat_id=ann, text="x")
    await driver.sim(f"people/{ann}/inline", query="q", wait=0)
    await driver.sim(f"people/{ann}/press", message=sent["message_id"], data="x", wait=0)
    await say(driver, ann, "hello")

    async def kinds() -> list[str]:
        return [next(kind for kind in update if kind != "update_id") for update in await driver.api("getUpdates")]

    assert await kinds() == ["inline_query", "callback_query", "message"]
    await driver.advance(29)
    assert await kinds() == ["inline_query", "callback_query", "message"]
    await driver.advance(1)
    assert await kinds() == ["callback_query", "message"]
    await driver.advance(119)
    assert await kinds() == ["callback_query", "message"]
    await driver.advance(1)
    assert await kinds() == ["message"]
    await driver.advance(24 * 3600 - 151)
    assert await kinds() == ["message"]
    await driver.advance(1)
    assert await kinds() == []


async def test_only_allowed_kinds_are_queued_and_the_list_is_remembered(driver: Driver) -> None:
    ann = await driver.person(started=True)
    await driver.api("getUpdates", allowed_updates=["inline_query"])
    await say(driver, ann, "unheard")
    await driver.sim(f"people/{ann}/inline", query="q", wait=0)
    assert [list(update) for update in await driver.updates()] == [["update_id", "inline_query"]]
    assert (await driver.api("getWebhookInfo"))["allowed_updates"] == ["inline_query"]
    await driver.api("getUpdates", allowed_updates=[])
    await say(driver, ann, "heard")
    assert texts(await driver.updates()) == ["heard"]


async def test_changes_of_members_are_told_only_on_demand_and_to_an_administrator(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    group = await driver.group(ann)

    async def kinds() -> list[str]:
        return [list(update)[1] for update in await driver.updates()]

    await driver.sim(f"groups/{group}/promote", person="bot")
    assert await kinds() == ["my_chat_member"]
    await driver.sim(f"people/{bob}/join", chat=group)
    assert await kinds() == ["message"]
    await driver.api("getUpdates", allowed_updates=["message", "chat_member"])
    await driver.sim(f"people/{bob}/leave", chat=group)
    assert await kinds() == ["chat_member", "message"]
    await driver.sim(f"groups/{group}/promote", person="bot", rights=[])
    await driver.sim(f"people/{bob}/join", chat=group)
    assert await kinds() == ["message"]


async def test_there_is_no_webhook_and_waiting_updates_can_be_dropped(driver: Driver) -> None:
    ann = await driver.person(started=True)
    await say(driver, ann, "a", "b")
    info = await driver.api("getWebhookInfo")
    assert info == {"url": "", "has_custom_certificate": False, "pending_update_count": 2}
    assert await driver.api("deleteWebhook") is True
    assert texts(await driver.api("getUpdates")) == ["a", "b"]
    assert await driver.api("deleteWebhook", drop_pending_updates=True) is True
    assert await driver.api("getUpdates") == []


async def test_an_injected_update_arrives_as_it_is_under_the_servers_number(driver: Driver) -> None:
    ann = await driver.person(started=True)
    await say(driver, ann, "before")
    injected = await driver.sim("updates", update={"update_id": 5, "message": {"date": "never"}, "of_2031": [1]})
    await say(driver, ann, "after")
    before, odd, after = await driver.unjudged("getUpdates")
    assert odd == {"update_id": injected["update_id"], "message": {"date": "never"}, "of_2031": [1]}
    assert before["update_id"] < odd["update_id"] < after["update_id"]
