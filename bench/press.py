"""What a press costs and how long it takes: the bot, and for comparison a bare aiogram bot that answers and edits.

    python -m bench.press [--seconds 300] [--postgresql]

Both bots are processes of their own against one Bot API server in this process, which costs them the same and itself
next to nothing. A press is a legal one of a running match of six: taken in, judged by the rules, committed to a
database, answered, and the board in the group redrawn. The peer answers and edits 300 characters with eight buttons; it
knows and keeps nothing. Presses that deal a new round are part of all measurements but that of the CPU.

    CPU      every bot as fast as it can, in turns, nothing waits; user and system time of the process
    latency  from the press to the board that shows it, both as the server sees it; the way to the server and back
             takes 50 ms
    pictures the CPU of a press that has a board drawn, and how long one takes at a rate that a core can draw, alone and
             beside presses in groups without pictures; the memory of the process after that, when it rests
    budget   Telegram's, which the bot keeps: 28 calls a second over all chats. Where it is lifted, it is lifted by
             bench.rig.unlimited
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median

from bench import machine
from bench.rig import databases
from bench.rig.botapi import Server, serving
from bench.rig.driving import Made, burst, catch_up, flat_out, paced
from bench.rig.matches import Group, peers, prepare, wrong
from bench.rig.processes import bot, cpu_seconds, memory
from tgbot.memory import EVERY

OURS, PEER = "1:bigben", "2:aiogram"
LIBRARIES = ("python-telegram-bot", "aiogram", "aiohttp", "pydantic", "sqlalchemy", "sqlmodel")
LATENCY = 0.05
"""Seconds of a call's way to Telegram and back."""
PACE = 30
"""Presses a second: about Telegram's own ceiling."""
PACE_WITHIN_BUDGET = 22
"""Presses a second: of the 28 calls of the budget each takes 1.15, with the hands of new rounds."""
MEMORY = 150
"""Megabytes at rest."""
PACE_OF_PICTURES, PACE_BESIDE = 8, 16
"""Presses a second while boards are drawn, and of those beside them in groups without pictures."""


@dataclass(frozen=True)
class Slice:
    """Of one press: the bot's CPU and the server's in ms, and the calls the bot made. ``rate``: presses a second."""

    ms: float
    server: float
    calls: float
    rate: float


async def measure(given: argparse.Namespace) -> int:
    """Makes all measurements and prints them. How many presses were lost or show what is not so."""
    with tempfile.TemporaryDirectory(prefix="bigben-bench-") as folder:
        database = Path(folder) / "bigben.db"
        groups = prepare(database, given.groups, given.seed)
        async with serving() as server:
            lost = await _unlimited(given, server, database, groups)
            lost += await _within_budget(given, server, database, groups)
            lost += await _with_pictures(given, server, database, groups)
        amiss = wrong(database, groups)
    print(f"presses lost: {lost}; matches that are not as pressed or not shown as they are: {amiss}")
    return lost + amiss


async def _unlimited(given: argparse.Namespace, server: Server, database: Path, groups: list[Group]) -> int:
    async with bot(server, OURS, "bench.rig.unlimited", database=database) as pid:
        async with bot(server, PEER, "bench.rig.peer", server.url, PEER) as peer_pid:
            await _cpu(given, server, groups, pid, peer_pid)
        server.latency = LATENCY
        print(f"budget lifted, {1000 * LATENCY:.0f} ms to the server and back")
        even = await paced(server.bot(OURS), groups, PACE, given.seconds)
        _print_paced(PACE, even)
        lost = even.lost + await _burst(given, server, groups, even)
        server.latency = 0
        return lost


async def _within_budget(given: argparse.Namespace, server: Server, database: Path, groups: list[Group]) -> int:
    async with bot(server, OURS, "tgbot", "run", database=database):
        server.latency = LATENCY
        print(f"as shipped, {1000 * LATENCY:.0f} ms to the server and back")
        even = await paced(server.bot(OURS), groups, PACE_WITHIN_BUDGET, given.seconds / 3)
        _print_paced(PACE_WITHIN_BUDGET, even)
        lost = even.lost + await _burst(given, server, groups, even)
        server.latency = 0
        return lost


async def _with_pictures(given: argparse.Namespace, server: Server, database: Path, groups: list[Group]) -> int:
    """Boards become pictures with the first press of each match; then they are edited."""
    known, drawn, plain = server.bot(OURS), groups[::2], groups[1::2]
    async with bot(server, OURS, "bench.rig.unlimited", database=database, pictures=True) as pid:
        await catch_up(known, groups, given.at_once)
        await _slice(given, server, OURS, drawn, pid)  # warms it up
        await catch_up(known, groups, given.at_once)
        made = await _slice(given, server, OURS, drawn, pid)
        print(f"with pictures, CPU of a press: {made.ms:.1f} ms, {made.rate:.0f} presses/s, {made.calls:.2f} calls")
        server.latency = LATENCY
        print(f"with pictures, budget lifted, {1000 * LATENCY:.0f} ms to the server and back")
        seconds = given.seconds / 6
        alone = await paced(known, drawn, PACE_OF_PICTURES, seconds)
        _print_paced(PACE_OF_PICTURES, alone)
        both = await asyncio.gather(
            paced(known, drawn, PACE_OF_PICTURES, seconds), paced(known, plain, PACE_BESIDE, seconds)
        )
        for what, made_ in zip(("drawn", "text beside them"), both, strict=True):
            print(f"  {what}: {len(made_.seconds)} shown: {_within(made_)}; lost {made_.lost}", flush=True)
        server.latency = 0
        most = memory(pid, "VmHWM")
        await asyncio.sleep(given.rest)
        print(f"  memory with pictures: {memory(pid):.0f} MB at rest, {most:.0f} MB at the most; the bar is {MEMORY}")
    return sum(made_.lost for made_ in (alone, *both))


async def _cpu(given: argparse.Namespace, server: Server, groups: list[Group], pid: int, peer_pid: int) -> None:
    """Slices of both bots in turns; the first of each warms it up."""
    others = peers(len(groups))
    print(f"CPU of a press in ms, {given.presses} presses a slice, {given.at_once} under way at once")
    print("            ours aiogram  ratio   presses/s    calls a press   server's CPU")
    slices = []
    for number in range(given.slices + 1):
        await catch_up(server.bot(OURS), groups, given.at_once)
        ours = await _slice(given, server, OURS, groups, pid)
        peer = await _slice(given, server, PEER, others, peer_pid)
        if number:
            slices.append((ours.ms, peer.ms))
        label = f"slice {number}" if number else "warm-up"
        print(
            f"{label:8} {ours.ms:7.2f} {peer.ms:7.2f} {ours.ms / peer.ms:6.2f}   {ours.rate:4.0f} {peer.rate:4.0f}"
            f"     {ours.calls:4.2f} {peer.calls:4.2f}      {ours.server:4.2f} {peer.server:4.2f}",
            flush=True,
        )
    # On a machine that others use too a single slice says little: now one bot meets them, now the other.
    mine, theirs = (sum(ms) / len(slices) for ms in zip(*slices, strict=True))
    ratios = [ours / peer for ours, peer in slices]
    print(
        f"ours / aiogram: {mine:.2f} / {theirs:.2f} = {mine / theirs:.2f} over all slices"
        f" (each: median {median(ratios):.2f}, {min(ratios):.2f} to {max(ratios):.2f}), the bar is 2.0"
    )


async def _slice(given: argparse.Namespace, server: Server, token: str, groups: list[Group], pid: int) -> Slice:
    known = server.bot(token)
    calls, mine, cpu = sum(known.calls.values()), time.process_time(), cpu_seconds(pid)
    made = await flat_out(known, groups, given.presses, given.at_once)
    await asyncio.sleep(0.3)  # what the bot writes down after the last board belongs to it
    each = 1000 / given.presses
    return Slice(
        ms=each * (cpu_seconds(pid) - cpu),
        server=each * (time.process_time() - mine),
        calls=(sum(known.calls.values()) - calls) / given.presses,
        rate=made.rate,
    )


async def _burst(given: argparse.Namespace, server: Server, groups: list[Group], even: Made) -> int:
    """Prints what a burst came to. How many presses were lost."""
    made = await burst(server.bot(OURS), groups, given.burst)
    print(
        f"  burst of {given.burst}: {made.rate:.1f}/s, {made.rate / even.rate:.2f} of the pace;"
        f" {_within(made)}; lost {made.lost}",
        flush=True,
    )
    return made.lost


def _print_paced(pace: float, made: Made) -> None:
    third = max(1, len(made.seconds) // 3)
    first, last = _within(made, slice(0, third)), _within(made, slice(-third, None))
    print(f"  {pace} presses/s, {len(made.seconds)} shown: {_within(made)}; lost {made.lost}")
    print(f"    first third {first}; last third {last}", flush=True)


def _within(made: Made, of: slice = slice(None)) -> str:
    p50, p99, longest = (made.percentile(percent, of) for percent in (50, 99, 100))
    return f"p50 {p50:.0f} ms, p99 {p99:.0f} ms, longest {longest:.0f} ms"


def main() -> None:
    """Prints the figures; the exit code tells whether anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slices", type=int, default=15, help="measured slices of each bot (default: 15)")
    parser.add_argument("--presses", type=int, default=100, help="presses a slice (default: 100)")
    parser.add_argument("--at-once", type=int, default=8, help="presses under way at once for the CPU (default: 8)")
    parser.add_argument("--seconds", type=float, default=60, help=f"of {PACE} presses/s (default: 60)")
    parser.add_argument("--rest", type=float, default=2 * EVERY, help="seconds before memory is measured (default: 20)")
    parser.add_argument("--burst", type=int, default=500, help="presses at once (default: 500)")
    parser.add_argument("--groups", type=int, default=500, help="groups with a running match (default: 500)")
    parser.add_argument("--seed", type=int, default=1, help="of deals and moves (default: 1)")
    databases.add_argument(parser)
    given = parser.parse_args()
    print(machine())
    print(databases.choose(given))
    print(", ".join(f"{name} {version(name)}" for name in LIBRARIES))
    sys.exit(1 if asyncio.run(measure(given)) else 0)


if __name__ == "__main__":
    main()
