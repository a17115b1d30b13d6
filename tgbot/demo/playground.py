"""Starts a Bot API server on this machine and the bot against it, as two processes like any operator's."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import typer

from tgbot.demo.guide import Guide
from tgbot.demo.sim import Sim

PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Eve")
HOST = "Bob"
GROUP = "Friday night"
_READY = "playground ready on "
_START_SECONDS = 60
_PORT = 8081


class DemoError(Exception):
    """The playground could not be started. The text says why."""


@contextlib.asynccontextmanager
async def running(port: int, *, flood: bool = True) -> AsyncIterator[Sim]:
    """A server and the bot. Both are gone when the block ends.

    Raises:
        DemoError: one of them did not come up.
    """
    token = f"{secrets.randbelow(10**9) + 10**8}:{secrets.token_urlsafe(26)}"
    with tempfile.TemporaryDirectory(prefix="bigben-") as folder:
        arguments = ["-m", "playground", "--port", str(port), "--token", token, *([] if flood else ["--no-flood"])]
        async with _process(*arguments) as server:
            url = await _address(server)
            async with Sim(url) as sim, _bot(url, token, Path(folder)) as bot:
                await _until_listening(sim, bot)
                yield sim


async def keep(port: int | None) -> None:
    """Starts the playground with a group of five and an open lobby, says where, and keeps it until Ctrl-C.

    ``port`` None: 8081, or any free one when that is taken.

    Raises:
        DemoError, SimError, TimeoutError: it did not come up.
    """
    async with running(port if port is not None else _free_port()) as sim:
        ids, group = await people(sim)
        guide = Guide(sim, group, ids[HOST])
        await guide.set_table()
        guiding = asyncio.create_task(guide.follow())
        typer.echo(f"Big Ben is in the playground: {sim.url}")
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(number, stop.set)
        await stop.wait()
        guiding.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await guiding


def _free_port() -> int:
    with socket.socket() as probe:
        return 0 if probe.connect_ex(("127.0.0.1", _PORT)) == 0 else _PORT


async def people(sim: Sim) -> tuple[dict[str, int], int]:
    """A group of five people and the bot. Their ids by name, and the group's."""
    ids = {name: int((await sim.post("people", first_name=name, language_code="en"))["id"]) for name in PEOPLE}
    group = await sim.post("groups", title=GROUP, members=list(ids.values()), bot_admin=True)
    return ids, int(group["id"])


@contextlib.asynccontextmanager
async def _process(*arguments: str, env: dict[str, str] | None = None) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, stdout=asyncio.subprocess.PIPE, env={**os.environ, **(env or {})}
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), 12)
        except TimeoutError:
            process.kill()
            await process.wait()


def _bot(url: str, token: str, folder: Path) -> contextlib.AbstractAsyncContextManager[asyncio.subprocess.Process]:
    env = {
        "BOT_TOKEN": token,
        "BOT_API_URL": url,
        "DATABASE_URL": f"sqlite:///{folder / 'bigben.db'}",
        "CLOCK_URL": f"{url}/sim/clock",
        "LOG_LEVEL": os.environ.get("LOG_LEVEL", "WARNING"),
        # What an operator has set for the bot on Telegram is not meant here.
        **dict.fromkeys(("DATABASE_DIRECT_URL", "WEBHOOK_URL", "WEBHOOK_SECRET", "HTTP_PORT", "SENTRY_DSN"), ""),
    }
    return _process("-m", "tgbot", "run", env=env)


async def _address(server: asyncio.subprocess.Process) -> str:
    if server.stdout is None:
        raise DemoError("The playground's server says nothing.")
    line = (await asyncio.wait_for(server.stdout.readline(), _START_SECONDS)).decode().strip()
    if not line.startswith(_READY):
        raise DemoError("The playground's server did not start: is its port taken? --port 0 takes any free one.")
    return line.removeprefix(_READY)


async def _until_listening(sim: Sim, bot: asyncio.subprocess.Process) -> None:
    """The bot asks for updates: it is ready."""
    async with asyncio.timeout(_START_SECONDS):
        after = 0
        while True:
            log = await sim.get("calls", after=after)
            after = log["n"]
            if any(call["method"].lower() == "setmycommands" for call in log["calls"]):
                return
            if bot.returncode is not None:
                raise DemoError("The bot did not start.")
            await asyncio.sleep(0.05)
