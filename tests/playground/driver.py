"""Drives a playground over HTTP, as a bot and as people."""

from typing import Any

import aiohttp

from playground.state import Playground

TOKEN = "987654321:AAtestTokenOfTheServersOwnTests"


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
        """Call the Bot API with JSON; the result, or Refused."""
        async with self.session.post(f"/bot{TOKEN}/{method}", json=params) as response:
            body = await response.json()
        if not body["ok"]:
            raise Refused(response.status, body)
        assert response.status == 200
        return body["result"]

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
