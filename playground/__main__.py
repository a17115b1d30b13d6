"""`python -m playground`: run the server until it is stopped."""

import argparse
import asyncio
import contextlib
import re
import socket
import sys
from collections.abc import Sequence

import uvicorn

from playground.line import Line
from playground.server import LOOPBACK, application
from playground.state import Playground, Settings

TOKEN = "123456789:AAplaygroundPlaygroundPlayground0000"  # noqa: S105


def settings(arguments: list[str] | None = None) -> tuple[Settings, str, int]:
    """The settings, host and port from the command line."""
    parser = argparse.ArgumentParser(prog="python -m playground", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=8081, help="port, 0 for any free one (default 8081)")
    parser.add_argument("--token", default=TOKEN, help="the bot's token; its number is the bot's id")
    parser.add_argument("--username", default="BigBenPlayBot", help="the bot's username")
    parser.add_argument("--name", default="Big Ben", help="the bot's name")
    parser.add_argument("--no-flood", action="store_true", help="answer no call with 429")
    parser.add_argument("--inline-feedback", action="store_true", help="report chosen inline results to the bot")
    given = parser.parse_args(arguments)
    if not re.fullmatch(r"[0-9]{1,15}:[A-Za-z0-9_-]{3,}", given.token):
        parser.error("--token: a token looks like 123456:ABC-DEF")
    chosen = Settings(given.token, given.username, given.name, not given.no_flood, given.inline_feedback)
    return chosen, given.host, given.port


class Server(uvicorn.Server):
    """Serves one playground on a socket it is given; it logs no request, for their addresses hold the token."""

    def __init__(self, playground: Playground, hosts: Sequence[str] = LOOPBACK) -> None:
        self._playground = playground
        super().__init__(
            uvicorn.Config(
                application(playground, hosts),
                http=Line,
                log_level="warning",
                access_log=False,
                lifespan="off",
                ws="none",
                timeout_graceful_shutdown=2,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End long polls first, which the server would wait for otherwise."""
        self._playground.wake()
        await self._playground.end_webhook()
        await super().shutdown(sockets)


def bound(host: str, port: int) -> socket.socket:
    """A listening socket, so that the port is known before the server starts."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small answers without delay (40 ms each) only where the protocol is given.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.setblocking(False)
    try:
        found.bind((host, port))
        found.listen(1024)
    except OSError:
        found.close()
        raise
    return found


def allowed_hosts(host: str) -> Sequence[str]:
    """The names under which the server may be asked: on this machine only its own, else any."""
    return LOOPBACK if host in ("localhost", "::1") or host.startswith("127.") else ("*",)


async def serve(chosen: Settings, host: str, listening: socket.socket) -> None:
    """Run until stopped; say where as soon as calls are taken."""
    place = f"[{host}]" if ":" in host else host
    print(f"playground ready on http://{place}:{listening.getsockname()[1]}", flush=True)  # noqa: T201
    await Server(Playground(chosen), allowed_hosts(host)).serve([listening])


def main() -> None:
    """The command."""
    chosen, host, port = settings()
    try:
        listening = bound(host, port)
    except OSError as error:
        sys.exit(f"playground: cannot listen on {host}, port {port}: {error.strerror}")
    with contextlib.suppress(KeyboardInterrupt), listening:
        asyncio.run(serve(chosen, host, listening))


if __name__ == "__main__":
    main()
