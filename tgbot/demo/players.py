"""Scripted people who play one match over HTTP, as five friends would: by taps, links and commands."""

from __future__ import annotations

import asyncio
import random  # noqa: TID251 - what scripted people choose is no draw of a game
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import typer

from tgbot.demo.playground import people, running
from tgbot.demo.sim import Message, Sim, buttons_of, text_of

_PATIENCE = 60.0
"""Seconds in which something has to happen, on a slow machine and when the group has no call left for a while."""


@dataclass
class Table:
    """The group and its people, as the script sees them: only what any of them could see, too."""

    sim: Sim
    ids: dict[str, int]
    group: int
    chance: random.Random
    seq: int = 0

    async def tap(self, name: str, *, chat: int | None = None, **button: str) -> str:
        """Somebody taps a button, by its ``label`` or its ``data``. The link he is led to, if any."""
        where = chat or self.group
        tapped = await self.sim.post(f"people/{self.ids[name]}/tap", chat=where, **button)
        return str((tapped.get("answer") or {}).get("url") or "")

    async def newest(self, chat: int | None = None) -> Message:
        """The newest message with buttons in the group or another chat; an empty one when there is none."""
        messages = await self.sim.get(f"chats/{chat or self.group}/messages")
        return next((m for m in reversed(messages) if "reply_markup" in m), {})

    async def until(self, seen: Callable[[Message], bool], chat: int | None = None) -> Message:
        """Waits until the newest message with buttons is as wished.

        Raises:
            TimeoutError: it does not come.
        """
        async with asyncio.timeout(_PATIENCE):
            while not seen(message := await self.newest(chat)):
                events = await self.sim.get("events", after=self.seq, wait=2)
                self.seq = events["seq"]
        return message


async def auto(seed: int) -> None:
    """Plays one match to its end and prints what stood in the group. ``seed`` is for what the people choose.

    Raises:
        DemoError: the playground did not come up.
        SimError, TimeoutError: the match did not go on.
    """
    async with running(0) as sim:
        ids, group = await people(sim)
        table = Table(sim, ids, group, random.Random(seed))  # noqa: S311 - what people choose is no secret
        await _gather(table)
        while not _is_result(board := await table.until(lambda m: _is_board(m) or _is_result(m))):
            await _one_cut(table, board)
        typer.echo("\n\n".join(_told(await sim.get(f"chats/{group}/transcript"))))


async def _gather(table: Table) -> None:
    """Ann opens a lobby; Bob and Dee tap Join, Cid comes by the link, and Eve never meets the bot in private."""
    await table.until(lambda m: "Time Bomb" in str(m))
    payload = ""
    for name in ("Ann", "Bob", "Dee", "Eve"):
        link = await table.tap(name, label="Time Bomb" if name == "Ann" else "Join")
        payload = link.partition("start=")[2] or payload
        if name != "Eve":
            await table.sim.post(f"people/{table.ids[name]}/start", payload=payload)
        if name == "Ann":
            await _seated(table, name)
    await table.sim.post(f"people/{table.ids['Cid']}/start", payload=payload)
    await _seated(table, "Cid")
    for data in ("panel clock", "clock 300", "panel -", "start"):
        match = buttons_of(await table.newest())[0].split(":")[0]
        await table.until(lambda m, data=data: any(d.endswith(f":{data}") for d in buttons_of(m)))  # type: ignore[misc]
        await table.tap("Ann", data=f"{match}:0:{data}")


async def _seated(table: Table, name: str) -> None:
    await table.until(lambda m: name in text_of(m) and any(d.endswith(":join") for d in buttons_of(m)))


async def _one_cut(table: Table, board: Message) -> None:
    """Some claim; then the holder taps a player and a wire, in his private chat or on the board.

    Mostly in private: Telegram grants a group about twenty edits a minute, and nobody wants to wait for them.
    """
    claims = [data for data in buttons_of(board) if ":claim " in data]
    for name in table.ids:
        if "🔀" in text_of(board) and table.chance.random() < 0.2:
            await table.tap(name, data=table.chance.choice(claims))
    holder = _holder(board, table.ids)
    targets = [data for data in buttons_of(board) if ":point " in data]
    chat = table.group
    if holder != "Eve" and table.chance.random() < 0.9:
        chat = table.ids[holder]
        seats = {data.rpartition(" ")[2] for data in targets}
        hand = await table.until(lambda m: any(":aim " in data for data in buttons_of(m)), chat)
        targets = [d for d in buttons_of(hand) if ":aim " in d and d.rpartition(" ")[2] in seats]
    await table.tap(holder, chat=chat, data=table.chance.choice(targets))
    pointed = await table.until(lambda m: any(":!cut" in data for data in buttons_of(m)), chat)
    position = _position(board)
    wires = [data for data in buttons_of(pointed) if ":!cut" in data]
    await table.tap(holder, chat=chat, data=table.chance.choice(wires))
    await table.until(lambda m: _is_result(m) or (_is_board(m) and _position(m) > position))


def _position(board: Message) -> int:
    """A board's buttons carry the position they were drawn for."""
    return int(buttons_of(board)[0].split(":")[1])


def _is_board(message: Message) -> bool:
    return any(data.endswith(":hand") for data in buttons_of(message))


def _is_result(message: Message) -> bool:
    return any(data.endswith(":rematch") for data in buttons_of(message))


def _holder(board: Message, names: Iterable[str]) -> str:
    move = next(line for line in text_of(board).splitlines() if line.startswith("👉"))
    return next(name for name in names if re.search(rf"\b{name}\b", move))


def _told(events: list[dict[str, Any]]) -> Iterable[str]:
    """What happened in the group, in order. Answers to taps are left out: only one person sees each."""
    for event in events:
        message = event.get("message") or {}
        who = (message.get("from") or event.get("person") or {}).get("first_name", "")
        match event["kind"]:
            case "sent" | "edited" if text_of(message):
                verb = "writes" if event["kind"] == "sent" else "edits"
                yield f"{who} {verb}:\n{_indented(message)}"
            case "tapped":
                yield f"{who} taps [{event['label']}]"
            case "deleted" | "pinned":
                yield f"(a message is {event['kind']})"


def _shown(message: Message) -> list[str]:
    return [*(["(a picture)"] if "photo" in message else []), *text_of(message).splitlines()]


def _indented(message: Message) -> str:
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    lines = [*_shown(message), *(" ".join(f"[{b['text']}]" for b in row) for row in rows)]
    return "\n".join(f"    {line}".rstrip() for line in lines)
