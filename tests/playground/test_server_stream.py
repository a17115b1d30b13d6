"""What the page lives on: the stream of server-sent events, hints, and pictures for people."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from tests.playground.driver import Driver, SimRefused, png


class Stream:
    """The events of one connection, one at a time."""

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self.response = response

    async def next(self) -> tuple[str, Any]:
        async with asyncio.timeout(5):
            kind = (await self.response.content.readline()).decode()
            data = (await self.response.content.readline()).decode()
            assert await self.response.content.readline() == b"\n"
        return kind.removeprefix("event: ").strip(), json.loads(data.removeprefix("data: "))


@asynccontextmanager
async def streaming(driver: Driver) -> AsyncIterator[Stream]:
    async with driver.session.get("/sim/stream") as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        yield Stream(response)


@pytest.mark.asyncio
async def test_a_stream_begins_with_all_there_is(driver: Driver) -> None:
    ann = await driver.person(started=True)
    group = await driver.group(ann)
    await driver.api("sendMessage", chat_id=group, text="hello")
    await driver.sim("hint", text="Press it", skip=60)
    async with streaming(driver) as stream:
        kind, all_there_is = await stream.next()
    assert kind == "hello"
    assert all_there_is["bot"]["username"] == "TestPlayBot"
    assert [person["id"] for person in all_there_is["people"]] == [ann]
    assert {chat["id"] for chat in all_there_is["chats"]} == {ann, group}
    assert [message.get("text") for message in all_there_is["messages"][str(group)]] == [None, "hello"]
    assert all_there_is["hint"] == {"text": "Press it", "skip": 60}
    assert all_there_is["calls"][-1]["method"] == "sendMessage"


@pytest.mark.asyncio
async def test_a_stream_goes_on_with_everything_that_happens(driver: Driver) -> None:
    ann = await driver.person(started=True)
    async with streaming(driver) as stream:
        await stream.next()
        await driver.api("sendMessage", chat_id=ann, text="one")
        kind, event = await stream.next()
        assert (kind, event["kind"], event["message"]["text"]) == ("event", "sent", "one")
        kind, call = await stream.next()
        assert (kind, call["method"], call["ok"]) == ("call", "sendMessage", True)
        await driver.advance(60)
        kind, time = await stream.next()
        assert (kind, time["offset"]) == ("clock", 60)
        await driver.sim("people", first_name="Bob")
        assert (await stream.next())[1]["person"]["first_name"] == "Bob"
        await driver.sim("flood", on=True)
        assert (await stream.next())[1]["kind"] == "flood"


@pytest.mark.asyncio
async def test_a_stream_ends_when_the_server_stops(driver: Driver) -> None:
    async with streaming(driver) as stream:
        await stream.next()
        driver.playground.wake()
        async with asyncio.timeout(5):
            rest = await stream.response.content.read()
    assert b"event:" not in rest


@pytest.mark.asyncio
async def test_people_see_pictures_and_nothing_else_by_their_number(driver: Driver) -> None:
    ann = await driver.person(started=True)
    sent = await driver.upload("sendPhoto", {"photo": png()}, chat_id=str(ann))
    async with driver.session.get(f"/sim/photos/{sent['photo'][0]['file_id']}") as response:
        assert (response.content_type, await response.read()) == ("image/png", png())
        assert response.headers["x-content-type-options"] == "nosniff"
    with pytest.raises(SimRefused, match="there is no such picture"):
        await driver.look("photos/nothing")
