"""Connections that are cut off without an answer, as a bad network does it."""

import asyncio

from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol


class Line(H11Protocol):
    """An HTTP connection that whoever answers a request may cut: `state["cut"]` of the ASGI scope."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.app_state = {**self.app_state, "cut": transport.abort}


class Hangup(Response):
    """No answer at all: the connection is cut."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["state"]["cut"]()
        # The server would report a missing answer as its own failure unless it knows first that nobody is there.
        while (await receive())["type"] != "http.disconnect":
            pass
