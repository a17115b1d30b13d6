"""Drives a playground over HTTP, as a bot and as people."""

import io
import struct
import zlib
from typing import Any

import aiohttp
import pytest

from playground.state import Playground
from tests.playground.judge import judge, judge_failure

TOKEN = "987654321:AAtestTokenOfTheServersOwnTests"


def png(width: int = 4, height: int = 3) -> bytes:
    """The bytes of a picture whose header tells this size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


class Refused(Exception):
    """The answer to a failed Bot API call."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(body["description"])
        self.status = status
        self.code = body["error_code"]
        self.description = body["description"]
        self.parameters = body.get("parameters")


class SimRefused(Exception):
    """The sentence of a refused control call."""


class Driver:
    """One server, its bot and its people."""

    def __init__(self, playground: Playground, base: str, session: aiohttp.ClientSession) -> None:
        self.playground = playground
        self.base = base
        self.session = session

    async def api(self, method: str, /, **params: Any) -> Any:
        """Call the Bot API with JSON; the result, which was judged, or Refused."""
        result = await self.unjudged(method, **params)
        judge(method, result)
        return result

    async def unjudged(self, method: str, /, **params: Any) -> Any:
        """Call the Bot API with JSON, where the result may be what no judge would accept."""
        async with self.session.post(f"/bot{TOKEN}/{method}", json=params) as response:
            body = await response.json()
        return self._result(response.status, body)

    def _result(self, status: int, body: dict[str, Any]) -> Any:
        if not body["ok"]:
            judge_failure(body)
            raise Refused(status, body)
        assert status == 200
        return body["result"]

    async def refusal(self, method: str, /, **params: Any) -> tuple[int, str]:
        """The code and the text with which a call is refused."""
        with pytest.raises(Refused) as refused:
            await self.api(method, **params)
        assert refused.value.status == refused.value.code
        return refused.value.code, refused.value.description

    async def error(self, method: str, /, **params: Any) -> str:
        """The text with which a call is refused."""
        return (await self.refusal(method, **params))[1]

    async def upload(self, method: str, files: dict[str, bytes], /, **fields: str) -> Any:
        """Call the Bot API with a multipart form; the result, or Refused."""
        form = aiohttp.FormData(fields)
        for name, data in files.items():
            form.add_field(name, io.BytesIO(data), filename="application.octet-stream")
        async with self.session.post(f"/bot{TOKEN}/{method}", data=form) as response:
            body = await response.json()
        result = self._result(response.status, body)
        judge(method, result)
        return result

    async def sim(self, path: str, /, **body: Any) -> Any:
        """Act through the control API; the answer, or SimRefused."""
        async with self.session.post(f"/sim/{path}", json=body) as response:
            return await self._answer(response)

    async def look(self, path: str, /, **query: Any) -> Any:
        """Read from the control API; the answer, or SimRefused."""
        async with self.session.get(f"/sim/{path}", params=query) as response:
            return await self._answer(response)

    async def _answer(self, response: aiohttp.ClientResponse) -> Any:
        body = await response.json()
        if response.status != 200:
            assert response.status == 400
            raise SimRefused(body["error"])
        return body

    async def person(self, first_name: str = "Ann", *, started: bool = False, **fields: Any) -> int:
        """A new person's id; if started, the bot's queue is emptied of the start."""
        person = await self.sim("people", first_name=first_name, **fields)
        if started:
            await self.sim(f"people/{person['id']}/start")
            await self.updates()
        return int(person["id"])

    async def group(self, *members: int, **fields: Any) -> int:
        """A new group's id; the bot's queue is emptied of its making."""
        chat = await self.sim("groups", **{"title": "Table", "members": list(members), **fields})
        await self.updates()
        return int(chat["id"])

    async def updates(self, **params: Any) -> list[dict[str, Any]]:
        """The waiting updates, which are confirmed at once."""
        found: list[dict[str, Any]] = await self.api("getUpdates", **params)
        if found:
            await self.api("getUpdates", offset=found[-1]["update_id"] + 1, limit=1)
        return found

    async def advance(self, seconds: float) -> None:
        """Move the server's clock."""
        await self.sim("clock", advance=seconds)
