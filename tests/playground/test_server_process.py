"""The server as its own process, as everybody else starts it."""

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import pytest

from playground.__main__ import TOKEN, allowed_hosts, bound, main, settings

SECONDS = 20


@contextmanager
def started(*arguments: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A server process and where it says it is."""
    command = [sys.executable, "-W", "error", "-m", "playground", "--port", "0", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with process:
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            assert re.fullmatch(r"playground ready on http://127\.0\.0\.1:\d+\n", line)
            yield process, line.split()[-1]
        finally:
            process.kill()


@pytest.mark.asyncio
async def test_it_says_in_one_line_where_it_is_and_answers_at_once() -> None:
    with started("--token", "42:AbcDef", "--username", "OtherBot") as (_, base):
        async with aiohttp.ClientSession(base) as session, session.get("/bot42:AbcDef/getMe") as response:
            me = (await response.json())["result"]
        assert (me["id"], me["username"]) == (42, "OtherBot")


@pytest.mark.asyncio
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_it_stops_at_once_and_silently_while_long_polls_wait(how: signal.Signals) -> None:
    with started() as (process, base):
        async with aiohttp.ClientSession(base) as session:
            async with session.post("/sim/people", json={"first_name": "Ann"}) as response:
                ann = (await response.json())["id"]
            await (await session.post(f"/sim/people/{ann}/start")).read()
            waiting = [
                await _begun(session, f"/bot{TOKEN}/getUpdates?offset=730000099&timeout=50"),
                await _begun(session, "/sim/events?after=1&wait=60"),
            ]
            process.send_signal(how)
            assert process.wait(SECONDS) in (0, -how)
            for writer in waiting:
                writer.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""


@pytest.mark.asyncio
async def test_it_stops_at_once_and_silently_while_a_webhook_and_a_fault_hold_it() -> None:
    with started() as (process, base), bound("127.0.0.1", 0) as deaf:
        hook = f"http://127.0.0.1:{deaf.getsockname()[1]}/"
        async with aiohttp.ClientSession(base) as session:
            async with session.post("/sim/people", json={"first_name": "Ann"}) as response:
                ann = (await response.json())["id"]
            for path, body in (
                (f"/bot{TOKEN}/setWebhook", {"url": hook}),
                (f"/sim/people/{ann}/start", {}),
                ("/sim/fault", {"kind": "delay", "seconds": 600}),
            ):
                await (await session.post(path, json=body)).read()
            held = await _begun(session, f"/bot{TOKEN}/getMe")
            process.send_signal(signal.SIGTERM)
            assert process.wait(SECONDS) in (0, -signal.SIGTERM)
            held.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""


async def _begun(session: aiohttp.ClientSession, path: str) -> socket.socket:
    """A request that has been sent and that the server has begun to work on."""
    host, _, port = str(session._base_url).removeprefix("http://").rstrip("/").partition(":")
    found = socket.create_connection((host, int(port)))
    found.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    async with session.get("/sim/clock") as response:
        await response.read()
    return found


def test_flood_limits_are_on_unless_told_otherwise() -> None:
    assert settings([])[0].flood is True
    assert settings(["--no-flood"])[0].flood is False
    assert settings([])[1:] == ("127.0.0.1", 8081)


@pytest.mark.parametrize("token", ["", "abc", "abc:def", "12:", "12:a b"])
def test_a_token_has_telegrams_form(token: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        settings(["--token", token])
    assert "a token looks like" in capsys.readouterr().err


def test_names_of_this_machine_only_are_served_unless_it_listens_to_others() -> None:
    assert "localhost" in allowed_hosts("127.0.0.1")
    assert allowed_hosts("0.0.0.0") == ("*",)


def test_a_port_in_use_stops_the_start_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with bound("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(sys, "argv", ["playground", "--port", str(port)])
        with pytest.raises(SystemExit) as stopped:
            main()
    assert stopped.value.code == f"playground: cannot listen on 127.0.0.1, port {port}: Address already in use"
    assert capsys.readouterr().out == ""
