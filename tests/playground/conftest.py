import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest_asyncio
from aiogram import Bot

from playground.__main__ import Server, bound
from playground.state import Playground, Settings
from tests.playground.driver import TOKEN, Driver
from tests.playground.judge import JudgingSession
from tests.playground.scene import Scene


@pytest_asyncio.fixture
async def driver() -> AsyncIterator[Driver]:
    """A server without flood limits and throttles on a free port, in this event loop."""
    playground = Playground(Settings(TOKEN, username="TestPlayBot", flood=False, throttle=False))
    with bound("127.0.0.1", 0) as listening:
        server = Server(playground)
        # Its own serve() would take over the signals and spend a fifth of a second on every stop.
        server.config.load()
        server.lifespan = server.config.lifespan_class(server.config)
        await server.startup([listening])
        base = f"http://127.0.0.1:{listening.getsockname()[1]}"
        async with aiohttp.ClientSession(base) as session:
            yield Driver(playground, base, session)
        playground.wake()
        await playground.end_webhook()
        for serving in server.servers:
            serving.close()
        await asyncio.gather(*(serving.wait_closed() for serving in server.servers))


@pytest_asyncio.fixture
async def scene(driver: Driver) -> AsyncIterator[Scene]:
    """An aiogram bot whose answers are judged, in a group it administers."""
    ann = await driver.person("Ann", started=True, username="ann", language_code="en", last_name="Lee")
    bob = await driver.person("Bob")
    group = await driver.group(ann, bob, bot_admin=True)
    session = JudgingSession(driver.base)
    async with Bot(TOKEN, session=session) as bot:
        yield Scene(driver, bot, session, ann, bob, group)
