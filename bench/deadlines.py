"""What very many waiting matches cost, and how soon what is due happens.

    python -m bench.deadlines [--waiting 100000] [--postgresql]

The bot is a process of its own against a Bot API server in this one; matches are of six people.

    press    CPU of a press with a hundred matches waiting and with all of them, in turns; user and system time of the
             process; the budget of calls is lifted
    single   one match falls due after the other, while all the others wait: from its deadline to the moment it is
             decided, and to the board that shows it, as the server sees it
    at once  very many fall due in one instant: from then until the last is resolved and committed; the bot as shipped
    memory   of the process while all wait, after that, and at the most (resident set, proc(5))
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

from bench import machine
from bench.rig import databases
from bench.rig.botapi import Server, serving
from bench.rig.driving import catch_up, flat_out
from bench.rig.matches import Group, prepare
from bench.rig.processes import BenchError, bot, cpu_seconds, memory
from bench.rig.waiting import add_waiting, chat_of, due_at, first_moves, overdue

FEW, MANY, SHIPPED = "1:few", "2:many", "3:shipped"
FEW_WAITING = 100
RATIO, LAG, ALL, MEMORY = 1.2, 50.0, 60.0, 150.0
"""The bars: of a press; milliseconds at p99; seconds; megabytes."""
AHEAD = timedelta(days=2)
START = timedelta(seconds=8)
"""The bot has started and looked around by then."""


async def measure(given: argparse.Namespace) -> bool:
    """Makes all measurements and prints them. Whether nothing was lost."""
    with tempfile.TemporaryDirectory(prefix="bigben-bench-") as folder:
        few, many = Path(folder) / "few" / "bigben.db", Path(folder) / "many" / "bigben.db"
        few.parent.mkdir()
        many.parent.mkdir()
        groups = prepare(few, given.groups, given.seed)
        databases.copy(few, many)
        until = datetime.now(UTC) + AHEAD
        add_waiting(few, FEW_WAITING, until)
        copies = add_waiting(many, given.waiting, until)
        async with serving() as server:
            again = prepare(Path(folder) / "again.db", given.groups, given.seed)
            await _press(given, server, (few, many), (groups, again))
            return await _due(given, server, many, copies)


async def _press(
    given: argparse.Namespace, server: Server, databases: Sequence[Path], groups: Sequence[list[Group]]
) -> None:
    print(f"CPU of a press in ms with {FEW_WAITING} and with {given.waiting} waiting, {given.presses} presses a slice")
    async with AsyncExitStack() as stack:
        pids = [
            await stack.enter_async_context(bot(server, token, "bench.rig.unlimited", database=database))
            for token, database in zip((FEW, MANY), databases, strict=True)
        ]
        ratios = []
        for number in range(given.slices + 1):
            costs = []
            for token, pid, those in zip((FEW, MANY), pids, groups, strict=True):
                await catch_up(server.bot(token), those, 8)
                cpu = cpu_seconds(pid)
                await flat_out(server.bot(token), those, given.presses, 8)
                await asyncio.sleep(0.3)  # what the bot writes down after the last board belongs to it
                costs.append(1000 * (cpu_seconds(pid) - cpu) / given.presses)
            if number:
                ratios.append(costs[1] / costs[0])
                print(f"  slice {number}: {costs[0]:.2f} {costs[1]:.2f}, ratio {ratios[-1]:.2f}", flush=True)
        print(f"  ratio {median(ratios):.2f} (median; {min(ratios):.2f} to {max(ratios):.2f}), the bar is {RATIO}")
        print(f"  memory with {given.waiting} waiting: {memory(pids[1]):.0f} MB, the bar is {MEMORY:.0f}")


async def _due(given: argparse.Namespace, server: Server, database: Path, copies: list[int]) -> bool:
    single, at_once = copies[: given.single], copies[given.single : given.single + given.at_once]
    begin = datetime.now(UTC) + START
    step = timedelta(seconds=1 / given.pace)
    deadlines = {match: begin + step * number for number, match in enumerate(single)}
    together = begin + step * len(single) + timedelta(seconds=3)
    due_at(database, [*deadlines.items(), *((match, together) for match in at_once)])
    async with bot(server, SHIPPED, "tgbot", "run", database=database) as pid:
        # Chats are of many matches each; of those that fall due singly each has a chat of its own.
        shown = {m: server.bot(SHIPPED).expect(chat_of(n)) for n, m in enumerate(single)}
        ahead = time.time() - time.perf_counter()
        await _sleep_until(together)
        _print_single(
            deadlines, first_moves(database, single), {m: ahead + f.result() for m, f in shown.items() if f.done()}
        )
        left = await _resolved(database, together, given.patience)
        took = (datetime.now(UTC) - together).total_seconds()
        print(f"{given.at_once} due at once among {given.waiting}: the last after {took:.1f} s, the bar is {ALL:.0f}")
        print(f"  memory then {memory(pid):.0f} MB, at the most {memory(pid, 'VmHWM'):.0f} MB")
    found = len(first_moves(database, [*single, *at_once]))
    print(f"  resolved {found} of {len(single) + len(at_once)}, still due {left}")
    return found == len(single) + len(at_once) and not left


def _print_single(deadlines: dict[int, datetime], moved: dict[int, datetime], shown: dict[int, float]) -> None:
    decided = [
        1000 * (moved[match] - deadline).total_seconds() for match, deadline in deadlines.items() if match in moved
    ]
    seen = [1000 * (shown[match] - deadline.timestamp()) for match, deadline in deadlines.items() if match in shown]
    print(f"{len(deadlines)} due one after the other, from the deadline in ms")
    print(f"  to the move: {_percentiles(decided)}; the bar is {LAG:.0f} at p99")
    print(f"  to the board: {_percentiles(seen)}", flush=True)


def _percentiles(found: list[float]) -> str:
    if not found:
        raise BenchError("nothing happened by itself")
    found = sorted(found)
    p50, p99 = (found[min(len(found) - 1, len(found) * percent // 100)] for percent in (50, 99))
    return f"p50 {p50:.1f}, p99 {p99:.1f}, longest {found[-1]:.1f} of {len(found)}"


async def _resolved(database: Path, moment: datetime, patience: float) -> int:
    """Waits until nothing is due any more that was due at a moment; how much still is when patience ends."""
    began = time.perf_counter()
    while time.perf_counter() - began < patience:
        if not await asyncio.to_thread(overdue, database, moment):
            return 0
        await asyncio.sleep(0.1)
    return overdue(database, moment)


async def _sleep_until(moment: datetime) -> None:
    await asyncio.sleep(max(0.0, (moment - datetime.now(UTC)).total_seconds()))


def main() -> None:
    """Prints the figures; the exit code tells whether anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waiting", type=int, default=100_000, help="waiting matches (default: 100000)")
    parser.add_argument("--at-once", type=int, default=5_000, help="of them due at once (default: 5000)")
    parser.add_argument("--single", type=int, default=200, help="of them due one after the other (default: 200)")
    parser.add_argument("--pace", type=float, default=16, help="of those a second (default: 16)")
    parser.add_argument("--slices", type=int, default=5, help="measured slices of presses (default: 5)")
    parser.add_argument("--presses", type=int, default=120, help="presses a slice (default: 120)")
    parser.add_argument("--groups", type=int, default=120, help="groups whose matches are pressed (default: 120)")
    parser.add_argument("--patience", type=float, default=120, help="seconds until what is due is lost (default: 120)")
    parser.add_argument("--seed", type=int, default=1, help="of deals and moves (default: 1)")
    databases.add_argument(parser)
    given = parser.parse_args()
    print(machine())
    print(databases.choose(given))
    sys.exit(0 if asyncio.run(measure(given)) else 1)


if __name__ == "__main__":
    main()
