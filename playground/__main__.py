"""`python -m playground`: run the server until it is stopped."""

import argparse
import asyncio
import re
import socket

import uvicorn

from playground.server import application
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


def server(playground: Playground) -> uvicorn.Server:
    """A server for a playground that is to be given its socket; it logs no address, for those hold the token."""
    config = uvicorn.Config(
        application(playground), log_level="warning", access_log=False, lifespan="off", timeout_graceful_shutdown=1
    )
    return uvicorn.Server(config)


def bound(host: str, port: int) -> socket.socket:
    """A listening socket, so that the port is known before the server starts."""
    found = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    found.setblocking(False)
    return found


async def serve(chosen: Settings, host: str, port: int) -> None:
    """Run until stopped; say where as soon as calls are taken."""
    with bound(host, port) as listening:
        place = f"[{host}]" if ":" in host else host
        print(f"playground ready on http://{place}:{listening.getsockname()[1]}", flush=True)  # noqa: T201
        await server(Playground(chosen)).serve([listening])


def main() -> None:
    """The command."""
    chosen, host, port = settings()
    asyncio.run(serve(chosen, host, port))


if __name__ == "__main__":
    main()
