"""Bots as processes of their own, and the CPU they use."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bench.rig.botapi import Server
from bench.rig.databases import address

ROOT = Path(__file__).parent.parent.parent
_START_SECONDS = 60
_STOP_SECONDS = 15


class BenchError(Exception):
    """A measurement cannot be made. The text says why."""


@asynccontextmanager
async def bot(
    server: Server, token: str, *command: str, database: Path | None = None, pictures: bool = False
) -> AsyncIterator[int]:
    """A bot against the server: ``python -m COMMAND``, asked to stop when the block ends. Gives its process id.
    ``pictures``: it draws.

    Raises:
        BenchError: it does not start, or does not stop when it is asked to.
    """
    ours = {"BOT_TOKEN": token, "BOT_API_URL": server.url, "LOG_LEVEL": "WARNING", "PYTHONPATH": str(ROOT)}
    ours["PICTURES"] = "on" if pictures else "off"
    if database is not None:
        ours["DATABASE_URL"] = address(database)
    kept = {name: value for name, value in os.environ.items() if name != "CLOCK_URL"}
    known = server.bot(token)
    known.polled.clear()
    folder = database.parent if database else None  # away from the .env of the checkout
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", *command, cwd=folder, env={**kept, **ours})
    try:
        ended = asyncio.ensure_future(process.wait())
        polled = asyncio.ensure_future(known.polled.wait())
        await asyncio.wait({ended, polled}, timeout=_START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if not known.polled.is_set():
            raise BenchError(f"{' '.join(command)} does not start")
        yield process.pid
    finally:
        await _stop(process)
        polled.cancel()


async def _stop(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
    try:
        async with asyncio.timeout(_STOP_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
        raise BenchError("a bot does not stop when it is asked to") from None


def memory(pid: int, name: str = "VmRSS") -> float:
    """Megabytes of a process: ``VmRSS`` what it has (proc(5)), ``VmHWM`` the most it ever had.

    Raises:
        BenchError: this machine has no /proc.
    """
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        raise BenchError("the memory of a process is read from /proc, which this machine does not have")
    [line] = [line for line in status.read_text().splitlines() if line.startswith(f"{name}:")]
    return int(line.split()[1]) / 1024


def cpu_seconds(pid: int) -> float:
    """User and system time of a process and its threads so far, in steps of 10 ms on most machines.

    Raises:
        BenchError: this machine has no /proc.
    """
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        raise BenchError("the CPU of a process is read from /proc, which this machine does not have")
    # The name in the second field may hold blanks and brackets; the fields are counted from behind it (proc(5)).
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
