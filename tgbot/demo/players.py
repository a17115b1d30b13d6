"""Scripted people who play one match over HTTP, as five friends would: by taps, links and commands."""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import dataclass
from typing import Any

import typer

from tgbot.demo.playground import people
from tgbot.demo.sim import Sim

_PATIENCE = 20.0
"""Seconds in which something has to happen."""

Message = dict[str, Any]
Button = dict[str, Any]


@dataclass
class Table:
    """The group and its people, as the script sees them: only what any of them could see, too."""

    sim: Sim
    ids: dict[str, int]
    group: int
    chance: random.Random
    seq: int = 0

    async def tap(self, name: str, label: str, chat: int | None = None) -> dict[str, Any]:
        """Somebody taps a button by its label."""
        found: dict[str, Any] = await self.sim.post(
            f"people/{self.ids[name]}/tap", chat=chat or self.group, label=label
        )
        return found

    async def newest(self) -> Message:
        """The newest message of the group that has buttons."""
        messages = await self.sim.get(f"chats/{self.group}/messages")
        return next((m for m in reversed(messages) if "reply_markup" in m), messages[-1])

    async def until(self, what: str, seen: Any) -> Message:
        """Waits until the newest message with buttons is as wished.

        Raises:
            TimeoutError: it does not come.
        """
        async with asyncio.timeout(_PATIENCE):
            while not seen(message := await self.newest()):
                events = await self.sim.get("events", after=self.seq, wait=2)
                self.seq = events["seq"]
        return message


async def play(sim: Sim, seed: int) -> None:
    """Plays one match and prints what stood in the group, then the result."""
    ids, group = await people(sim)
    table = Table(sim, ids, group, random.Random(seed))  # noqa: S311 - what people choose is no secret
    await _gather(table)
    while not await _over(table):
        await _one_cut(table)
    await _print(table)


async def _gather(table: Table) -> None:
    """Ann opens the lobby; Bob and Dee tap Join, Cid comes by the link, and Eve never meets the bot in private."""
    await table.until("the games, with which the bot greets the group", lambda m: "Time Bomb" in str(m))
    payload = ""
    for name, label in (("Ann", "Time Bomb"), ("Bob", "Join"), ("Dee", "Join"), ("Eve", "Join")):
        tapped = await table.tap(name, label)
        link = (tapped.get("answer") or {}).get("url") or ""
        payload = link.partition("start=")[2] or payload
        if name != "Eve" and payload:
            await table.sim.post(f"people/{table.ids[name]}/start", payload=payload)
        await table.until("his name in the lobby", lambda m, name=name: name in str(m.get("text")) and "Join" in str(m))
    await table.sim.post(f"people/{table.ids['Cid']}/start", payload=payload)
    await table.until("Cid in the lobby", lambda m: "Cid" in str(m.get("text")))
    await table.tap("Ann", "Start")
    await table.until("the board", _is_board)


async def _one_cut(table: Table) -> None:
    """Everybody may claim; then the holder taps a player and a wire, on the board or in his private chat."""
    board = await table.until("the board", lambda m: _is_board(m) or _is_result(m))
    if _is_result(board):
        return
    buttons = _buttons(board)
    claims = [b["text"] for b in buttons if b["text"].startswith("🗣")]
    for name in table.ids:
        if claims and table.chance.random() < 0.1:
            await table.tap(name, table.chance.choice(claims))
    holder = _holder(board, table.ids)
    data = table.chance.choice([b["callback_data"] for b in buttons if ":point " in b["callback_data"]])
    person = table.ids[holder]
    await table.sim.post(f"people/{person}/tap", chat=table.group, data=data)
    open_ = await table.until("the wires", lambda m: any(":!cut" in str(b) for b in _buttons(m)))
    wires = [b["callback_data"] for b in _buttons(open_) if ":!cut" in b["callback_data"]]
    await table.sim.post(f"people/{person}/tap", chat=table.group, data=table.chance.choice(wires))
    await table.until("what was cut", lambda m: not any(":!cut" in str(b) for b in _buttons(m)))


async def _over(table: Table) -> bool:
    return _is_result(await table.newest())


def _buttons(message: Message) -> list[Button]:
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [button for row in rows for button in row]


def _is_board(message: Message) -> bool:
    return any(str(b.get("callback_data")).endswith(":hand") for b in _buttons(message))


def _is_result(message: Message) -> bool:
    return any(str(b.get("callback_data")).endswith(":rematch") for b in _buttons(message))


def _holder(board: Message, names: dict[str, int]) -> str:
    move = next(line for line in board["text"].splitlines() if line.startswith("👉"))
    return next(name for name in names if re.search(rf"\b{name}\b", move))


async def _print(table: Table) -> None:
    """What happened in the group, in order; edits of a board are printed as the board they made."""
    for event in await table.sim.get(f"chats/{table.group}/transcript"):
        typer.echo(str(event))
