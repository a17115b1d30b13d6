"""The port at which others ask us: Telegram with updates, balancers for our health, Prometheus for figures.

    /healthz    200 while the process lives; else it had better be started anew
    /readyz     200 while it takes part; 503 at the start, while it stops, and while its database does not answer
    /metrics    figures for Prometheus (`tgbot.metrics`)
    a POST to the path of WEBHOOK_URL    an update; only from who knows the secret, and answered when it is done

A proxy that others can reach passes on that last path alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from typing import Protocol

import uvicorn
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tgbot import metrics
from tgbot.wire.webhook import Receiver

SECRET = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 -- The name of a header.
LARGEST = 1 << 20
"""Bytes of an update; Telegram's own are far smaller."""
_IDLE = 75
"""Seconds for which a connection is kept open: longer than proxies keep theirs, so that none is closed under a call."""


class Checks(Protocol):
    """Who knows how the process is."""

    def ill(self) -> str:
        """Why it had better be started anew. Empty: it lives."""
        ...

    async def unready(self) -> str:
        """Why it takes no part. Empty: it does."""
        ...

    async def look(self) -> None:
        """Brings those figures up to date that have to be looked up."""
        ...


def routes(checks: Checks, path: str = "", receiver: Receiver | None = None) -> Starlette:
    """What is served. ``path`` and ``receiver``: of the webhook, when there is one."""

    async def health(_: Request) -> Response:
        return _verdict(checks.ill())

    async def ready(_: Request) -> Response:
        return _verdict(await checks.unready())

    async def figures(_: Request) -> Response:
        await checks.look()
        return Response(generate_latest(metrics.REGISTRY), media_type=CONTENT_TYPE_LATEST)

    async def update(request: Request) -> Response:
        assert receiver is not None
        if not receiver.trusts(request.headers.get(SECRET, "")):
            metrics.WEBHOOK_REFUSED.labels("secret").inc()
            return Response(status_code=403)
        body = await _body(request)
        if body is None:
            metrics.WEBHOOK_REFUSED.labels("large").inc()
            return Response(status_code=413)
        return Response(status_code=await receiver.bring(body))

    served = [Route("/healthz", health), Route("/readyz", ready), Route("/metrics", figures)]
    if receiver is not None:
        served.append(Route(path, update, methods=["POST"]))
    return Starlette(routes=served)


def _verdict(wrong: str) -> Response:
    return JSONResponse(
        {"status": wrong or "ok"}, status_code=503 if wrong else 200, headers={"Cache-Control": "no-store"}
    )


async def _body(request: Request) -> bytes | None:
    """None: it is too large, or whoever sent it has gone before its end."""
    parts, size = [], 0
    with contextlib.suppress(ClientDisconnect):
        async for part in request.stream():
            size += len(part)
            if size > LARGEST:
                return None
            parts.append(part)
        return b"".join(parts)
    return None


class Server(uvicorn.Server):
    """Serves in the loop that runs. Raises OSError when nothing can be served there."""

    def __init__(self, app: Starlette, host: str, port: int) -> None:
        self._listening = _bound(host, port)
        self._serving: asyncio.Task[None] | None = None
        self._opened = asyncio.Event()
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                log_level="warning",
                access_log=False,
                lifespan="off",
                ws="none",
                proxy_headers=False,
                server_header=False,
                timeout_keep_alive=_IDLE,
                timeout_graceful_shutdown=1,
            )
        )

    @property
    def url(self) -> str:
        """Where it is served."""
        host, port = self._listening.getsockname()[:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are for the bot to hear, which serves on until it has finished."""
        yield

    async def open(self) -> None:
        """Begins to serve."""
        self._serving = asyncio.create_task(self.serve([self._listening]))
        await self._opened.wait()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._opened.set()

    async def close(self) -> None:
        """Serves nothing any more."""
        self.should_exit = True
        if self._serving is not None:
            await asyncio.gather(self._serving, return_exceptions=True)
        self._listening.close()


def _bound(host: str, port: int) -> socket.socket:
    """A socket, so that the port is known, or is known to be taken, before anything starts."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    found = socket.socket(family, kind, protocol)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.setblocking(False)
        found.bind(address)
        found.listen(1024)
    except OSError:
        found.close()
        raise
    return found
