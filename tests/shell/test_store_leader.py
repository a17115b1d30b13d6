"""One of several processes leads (architecture, More than one process)."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tgbot.store import Store, leader
from tgbot.store.leader import Leadership

ROOT = Path(__file__).parents[2]
SECONDS = 10.0
"""In which the next one leads, on a slow machine too."""

LEADS = """
import asyncio, sys
from tgbot.store import Store
from tgbot.store.leader import Leadership

async def main():
    await Leadership(Store(sys.argv[1])).acquire()
    print("leads", flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


def leading_process(url: str) -> subprocess.Popen[bytes]:
    """A process of its own that leads."""
    process = subprocess.Popen(
        [sys.executable, "-c", LEADS, url], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout
    assert b"leads\n" in iter(process.stdout.readline, b"")
    return process


@pytest.mark.asyncio
async def test_one_leads_and_the_other_when_it_lets_go(stores: list[Store]) -> None:
    first, second = map(Leadership, stores)
    assert not first.leads
    assert first.lost.is_set()
    await first.acquire()
    waiting = asyncio.create_task(second.acquire())
    await asyncio.sleep(1.2 * leader.TRY_EVERY)
    assert (first.leads, second.leads, waiting.done()) == (True, False, False)
    await first.release()
    assert not first.leads
    assert first.lost.is_set()
    await asyncio.wait_for(waiting, SECONDS)
    assert second.leads
    await second.release()


@pytest.mark.asyncio
async def test_who_stands_by_may_give_up(stores: list[Store]) -> None:
    first, second = map(Leadership, stores)
    await first.acquire()
    waiting = asyncio.create_task(second.acquire())
    await asyncio.sleep(0.1)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await second.release()
    await first.release()
    await asyncio.wait_for(second.acquire(), SECONDS)
    await second.release()


@pytest.mark.asyncio
async def test_when_the_process_that_leads_is_killed_the_next_one_leads_within_seconds(stores: list[Store]) -> None:
    process, second = leading_process(stores[0].url), Leadership(stores[1])
    try:
        waiting = asyncio.create_task(second.acquire())
        await asyncio.sleep(1.2 * leader.TRY_EVERY)
        assert not waiting.done()
    finally:
        process.kill()
        process.communicate()
    began = time.monotonic()
    await asyncio.wait_for(waiting, SECONDS)
    assert time.monotonic() - began < SECONDS
    await second.release()
