"""A client of the playground's control API."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

import aiohttp

Message = dict[str, Any]


class SimError(Exception):
    """The playground refuses something; the text says what."""


class Sim:
    """The control API at ``url``/sim. Use as an async context manager."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session is not None:
            await self._session.close()

    async def get(self, path: str, **query: Any) -> Any:
        """What GET /sim/``path`` answers. Raises SimError."""
        return await self._ask("GET", path, params={name: str(value) for name, value in query.items()})

    async def post(self, path: str, **body: Any) -> Any:
        """What POST /sim/``path`` answers. Raises SimError."""
        return await self._ask("POST", path, json=body)

    async def _ask(self, method: str, path: str, **how: Any) -> Any:
        if self._session is None:
            raise SimError("not connected")
        async with self._session.request(method, f"{self.url}/sim/{path}", **how) as answer:
            found = await answer.json()
        if answer.status != 200:
            raise SimError(str(found.get("error", answer.status)))
        return found


def text_of(message: Message) -> str:
    """What a message says; of a picture its caption."""
    return str(message.get("text") or message.get("caption") or "")


def buttons_of(message: Message) -> list[str]:
    """The callback data of a message's buttons, in reading order."""
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [str(button["callback_data"]) for row in rows for button in row if "callback_data" in button]
