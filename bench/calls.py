"""The calls of the Bot API that a whole match of six needs, and the messages it leaves standing in the group.

    python -m bench.calls

The bot plays on the playground, as a process against a server of this machine, without flood limits. Six people, all
reachable, play one quick match and one slow one on the board in the group, and take care that they last: nobody cuts
where the bomb is, or where most of what they look for is.
"""

from __future__ import annotations

import argparse
import asyncio
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

from bench import machine
from tgbot.demo.playground import running
from tgbot.demo.sim import Sim, text_of

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
CLOCKS = {"quick": 300, "slow": 3600}
"""Seconds a move."""
THOUGHT = 6
"""Seconds people think about a cut, on the playground's clock: so the bot's budget for a group is never used up."""
_QUIET = 0.15
_PATIENCE = 20.0
_COUNTS = re.compile(r"🔵 (\d) {2}⚪ \d {2}💣 (\d)")

Calls = Counter[tuple[str, str]]
"""How often each method was called, and for whom: ``group``, ``private`` or, for answers to presses, nobody."""
Message = dict[str, Any]


@dataclass
class Match:
    """A group playing one match. ``cuts``: the calls of each cut that neither dealt a new round nor ended the match."""

    sim: Sim
    ids: dict[str, int]
    group: int
    cuts: list[Calls] = field(default_factory=list)
    positions: int = 0
    rounds: int = 1

    async def tap(self, who: str, data: str) -> None:
        """Somebody taps a button of the group."""
        await self.sim.post(f"people/{self.ids[who]}/tap", chat=self.group, data=data)

    async def messages(self, chat: int | None = None) -> list[Message]:
        """What stands in the group or another chat, oldest first."""
        found: list[Message] = await self.sim.get(f"chats/{chat or self.group}/messages")
        return found

    async def button(self, pattern: str) -> str:
        """Waits for a button of the newest message that has any; its data."""
        found = await self.until(lambda shown: _matching(shown, pattern))
        return found[0]

    async def until(self, look: Callable[[Message], list[str]]) -> list[str]:
        """Waits until the newest message with buttons has what is looked for.

        Raises:
            TimeoutError: it does not come.
        """
        async with asyncio.timeout(_PATIENCE):
            while True:
                shown = next((m for m in reversed(await self.messages()) if _data(m)), {})
                if found := look(shown):
                    return found
                await asyncio.sleep(0.02)

    async def calls(self, after: int) -> tuple[int, Calls]:
        """Waits until the bot calls nothing more; the number of the last call, and the calls since another one."""
        last = await quiet(self.sim)
        log = await self.sim.get("calls", after=after)
        return last, Counter((call["method"], self._whose(call["chat_id"])) for call in log["calls"])

    def _whose(self, chat_id: int | None) -> str:
        return "" if chat_id is None else "group" if chat_id == self.group else "private"


async def quiet(sim: Sim) -> int:
    """Waits until the bot calls nothing more; the number of the last call."""
    last, now = -1, int((await sim.get("calls", after=10**9))["n"])
    while now != last:
        await asyncio.sleep(_QUIET)
        last, now = now, int((await sim.get("calls", after=10**9))["n"])
    return last


async def gather(sim: Sim, clock: int) -> Match:
    """Six people open a lobby and start the match."""
    ids = {name: int((await sim.post("people", first_name=name, language_code="en"))["id"]) for name in NAMES}
    for person in ids.values():
        await sim.post(f"people/{person}/start")
    group = await sim.post("groups", title="Friday night", members=list(ids.values()), bot_admin=True)
    match = Match(sim, ids, int(group["id"]))
    await match.tap("Ann", await match.button("timebomb"))
    for name in NAMES[1:]:
        await match.tap(name, await match.button("join"))
    for step in ("panel clock", f"clock {clock}", "panel -", "start"):
        await match.tap("Ann", await match.button(step))
    await match.button("hand")
    return match


async def play(match: Match, after: int, most: int | None) -> None:
    """Plays to the end, or so many cuts, noting the calls of each. ``after``: the last call before."""
    position, hands = 1, await _hands(match)
    while position and match.positions != most:
        await match.sim.post("clock", advance=THOUGHT)
        who, seat = await _choice(match, hands)
        await match.tap(who, await match.button(f"point {seat}"))
        await match.tap(who, await match.button(rf"!cut {seat} \d"))
        position, at = await _moved(match, position), position
        after, calls = await match.calls(after)
        match.positions = at
        if ("sendMessage", "group") not in calls:
            match.cuts.append(calls)
        elif position:
            match.rounds += 1
            hands = await _hands(match)


async def _moved(match: Match, position: int) -> int:
    """Waits until the group sees the cut made at a position; the next position, 0 when the match is over."""

    def seen(shown: Message) -> list[str]:
        later = [data for data in _matching(shown, "hand") if int(data.split(":")[1]) > position]
        return later or _matching(shown, "rematch")

    found = (await match.until(seen))[0]
    return 0 if found.endswith("rematch") else int(found.split(":")[1])


async def _hands(match: Match) -> dict[str, tuple[int, int]]:
    """What everybody was dealt, as his private chat says: how many bombs and how many defusing wires."""
    await match.calls(0)
    hands = {}
    for name, person in match.ids.items():
        texts = [text_of(message) for message in await match.messages(person)]
        blue, bombs = next(found.groups() for text in reversed(texts) if (found := _COUNTS.search(text)))
        hands[name] = (int(bombs), int(blue))
    return hands


async def _choice(match: Match, hands: dict[str, tuple[int, int]]) -> tuple[str, int]:
    """Who has the cutters, and the seat he had better cut from."""
    await match.button(r"point \d")
    shown = next(m for m in reversed(await match.messages()) if _data(m))
    line = next(line for line in text_of(shown).splitlines() if line.startswith("👉"))
    holder = next(name for name in NAMES if name in line)
    seats = [int(data.rpartition(" ")[2]) for data in _matching(shown, r"point \d")]
    return holder, min(seats, key=lambda seat: hands[NAMES[seat]])


def _data(message: Message) -> list[str]:
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [str(button["callback_data"]) for row in rows for button in row if "callback_data" in button]


def _matching(message: Message, pattern: str) -> list[str]:
    """The data of its buttons that end in something like this."""
    return [data for data in _data(message) if re.search(rf":(?:.* )?{pattern}$", data)]


def _told(calls: Calls) -> str:
    return ", ".join(f"{n} {method}{f' ({whose})' if whose else ''}" for (method, whose), n in sorted(calls.items()))


def _print(pace: str, match: Match, opening: Calls, whole: Calls, standing: Sequence[Message]) -> None:
    print(f"{pace}, {CLOCKS[pace]} s a move: {match.rounds} rounds, {match.positions} cuts")
    for usual, times in Counter(_told(calls) for calls in match.cuts).most_common():
        print(f"  one cut in the group: {usual} ({times} of {len(match.cuts)} cuts within a round)")
    buttons = sum(bool(_data(message)) for message in standing)
    print(f"  messages left standing in the group: {len(standing)}, {buttons} of them with buttons")
    print(f"  calls until it began: {opening.total()}, of the whole match: {whole.total()}")
    for method, whose in sorted(whole):
        print(f"    {opening[method, whose]:4} {whole[method, whose]:4}  {method} {whose}")


async def measure(paces: Iterable[str], most: int | None) -> None:
    """Plays a match of each pace, or so many cuts of it, and prints what it took."""
    async with running(0, flood=False) as sim:
        for pace in paces:
            before = await quiet(sim)
            match = await gather(sim, CLOCKS[pace])
            last, opening = await match.calls(before)
            await play(match, last, most)
            _, whole = await match.calls(before)
            mine = [message for message in await match.messages() if message["from"]["is_bot"]]
            _print(pace, match, opening, whole, mine)


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pace", choices=[*CLOCKS], action="append", help="only this one (default: both)")
    parser.add_argument("--cuts", type=int, help="stop after so many cuts (default: play to the end)")
    given = parser.parse_args()
    print(machine())
    print(f"python-telegram-bot {version('python-telegram-bot')}")
    print("bars: a quick cut takes 2 answers + 1 keyboard edit + 1 board edit; a match leaves at most 12 messages")
    asyncio.run(measure(given.pace or CLOCKS, given.cuts))


if __name__ == "__main__":
    main()
