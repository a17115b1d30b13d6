"""Memory that is free goes back to the system, where the system's library can do that."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from tgbot import memory

_FILLED = """
import pathlib
from tgbot.memory import trimmer

def resident():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1])

before = resident()
blocks = [bytearray(b"x" * 60_000) for _ in range(2_000)]
most = resident()
del blocks[:-1]
trimmer()()
print((resident() - before) / (most - before))
"""


def test_what_was_needed_for_a_moment_is_given_back() -> None:
    if memory.trimmer() is None:
        pytest.skip("the system's library gives nothing back")
    ran = subprocess.run([sys.executable, "-c", _FILLED], capture_output=True, text=True, check=False)
    assert float(ran.stdout) < 0.2, ran.stderr


@pytest.mark.asyncio
async def test_it_is_done_again_and_again_beside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, done, times = asyncio.get_running_loop(), asyncio.Event(), list[int]()

    def trim() -> None:
        times.append(1)
        if len(times) == 3:
            loop.call_soon_threadsafe(done.set)

    monkeypatch.setattr(memory, "EVERY", 0.001)
    monkeypatch.setattr(memory, "trimmer", lambda: trim)
    task = asyncio.create_task(memory.give_back())
    await asyncio.wait_for(done.wait(), 10)
    task.cancel()
    monkeypatch.setattr(memory, "trimmer", lambda: None)
    await asyncio.wait_for(memory.give_back(), 10)
