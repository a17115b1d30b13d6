"""Whole matches while the bot is killed again and again and Telegram fails all the while: what is lost.

    python -m bench.crash [--minutes 1] [--seed 1] [--groups 6] [--database sqlite|postgresql] [--processes 1]

The bot runs as an operator runs it, against the playground's server: one process that asks for updates, or several on
PostgreSQL behind a balancer that brings them. Groups of four play whole matches, slow ones; updates come twice, moves
are pressed at once, people do other things besides. Every few seconds a process is killed (kill -9) at a random moment
and started again. A third of the calls of the Bot API fails in some way: refused, late, done but not answered. The
clock is moved, so that people are reminded and miss their turns.

In the end everything is let come to rest, and it is counted:

    moves      that were acknowledged and are not there, that nobody made, or two at one position; matches whose moves
               do not lead to where they are
    boards     what the bot changes in the chats when it looks after every match again: nothing, if all of it is right
    reminders  that came twice
    answers    presses that were answered twice
    errors     lines of the log, and refusals of Telegram, but for those that the faults explain

The bar: none of these.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlmodel import col, update

from bench import machine
from bench.rig import judging
from bench.rig.crowd import Crowd
from bench.rig.processes import BenchError
from bench.rig.storm import Storm
from tests import postgresql
from tests.bot.hooked import HookedHouse
from tests.bot.processes import Bot, House, errors, refusals
from tests.bot.records import Records
from tgbot.store import Store
from tgbot.store.tables import Match

STARTS = 120.0
"""Seconds in which a process must run, on a machine that does much besides."""
REST = 180.0
"""Seconds in which one more match must stand at Telegram once nothing fails any more."""
EXPLAINED = (
    "Internal Server Error",
    "Bad Gateway",
    "Too Many Requests",
    "the call was done and the answer lost",
    "query is too old",
    "message is not modified",
    "message to delete not found",
    "terminated by",
)
"""What the faults bring about: a call is made again whose answer was lost, or after the process was killed."""


@contextmanager
def housed(folder: Path, database: str, processes: int) -> Iterator[tuple[House, list[Bot]]]:
    """A server and so many processes of the bot, which run."""
    url = postgresql.empty() if database == "postgresql" else ""
    house = HookedHouse(folder, database_url=url) if processes > 1 else House(folder, database_url=url)
    bots = [house.bot]
    house.bot.patience = STARTS
    try:
        if isinstance(house, HookedHouse):
            house.start()
            bots += [house.another() for _ in range(processes - 1)]
            for bot in bots:
                bot.patience = STARTS
        else:
            house.bot.start()
        yield house, bots
    finally:
        for bot in bots:
            bot.close()
        house.server.close()
        if isinstance(house, HookedHouse):
            house.balancer.close()
        if url:
            postgresql.drop(url)


def measure(given: argparse.Namespace) -> bool:
    """Makes the measurement and prints it. Whether nothing was lost."""
    with (
        tempfile.TemporaryDirectory(prefix="bigben-crash-") as folder,
        housed(Path(folder), given.database, given.processes) as (house, bots),
    ):
        records = Records(house.bot.database_url)
        crowds, storm, seconds = _play(given, house, bots, records)
        for trouble in storm.troubles:
            raise BenchError(trouble)
        _rest(records, bots)
        reminders = judging.reminders(house.sim, crowds)
        _print(given, records, crowds, storm, seconds)
        print(f"reminders {sum(reminders.values())}, presses answered {len(house.sim.get('answers'))}", flush=True)
        found = _judged(house, records, crowds, reminders)
        found["boards"] = _changed(house, bots, records, crowds)
        found["errors"] = _errors(house, bots)
        found["troubles"] = [*storm.troubles, *(trouble for crowd in crowds for trouble in crowd.troubles)]
    for name, faults in found.items():
        print(f"{name + ':':11}{len(faults)}")
        for fault in faults[:10]:
            print(f"    {fault}")
    return not any(found.values())


def _play(
    given: argparse.Namespace, house: House, bots: Sequence[Bot], records: Records
) -> tuple[list[Crowd], Storm, float]:
    """Lets them play in the storm, then calms it. They, it, and how many seconds it took."""
    stop = threading.Event()
    crowds = [Crowd(house.sim, records, number, given.seed, stop) for number in range(given.groups)]
    storm = Storm(house, bots, random.Random(given.seed), stop)
    threads = [threading.Thread(target=run) for run in (*(crowd.run for crowd in crowds), storm.run)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    stop.wait(60 * given.minutes)
    stop.set()
    for thread in threads:
        thread.join()
    storm.calm()
    return crowds, storm, time.monotonic() - began


def _rest(records: Records, bots: Sequence[Bot]) -> None:
    """Waits until everything stands at Telegram, whose limits may make a queue of many matches long."""
    late, best = time.monotonic() + REST, len(judging.behind(records))
    while behind := judging.behind(records):
        if len(behind) < best:
            late, best = time.monotonic() + REST, len(behind)
        if time.monotonic() > late:
            last = "\n".join(bot.log[-3000:] for bot in bots)
            raise BenchError(f"matches {behind} do not come to rest\n{last}")
        time.sleep(0.5)


def _judged(
    house: House, records: Records, crowds: Sequence[Crowd], reminders: Counter[tuple[int, str, str]]
) -> dict[str, list[str]]:
    return {
        "moves": [*judging.lost(records, crowds), *judging.wrong(records)],
        "reminders": [f"{which} came {n} times" for which, n in reminders.items() if n > 1],
        "answers": judging.answered_twice(house.sim),
    }


def _changed(house: House, bots: Sequence[Bot], records: Records, crowds: Sequence[Crowd]) -> list[str]:
    """What a bot changes that takes every match for one that is behind, where nothing goes on by itself."""
    for bot in bots:
        bot.close()
    before = {match["chat_id"]: match["revision"] for match in judging.matches(records)}
    store = Store(records.url)
    with store.writing() as session:
        session.execute(update(Match).values(delivered=col(Match.revision) - 1))
    store.close()
    since = house.sim.get("events", after=10**9)["seq"]
    if isinstance(house, HookedHouse):
        house.balancer.backends.clear()
        house.start(bots[0])
    else:
        bots[0].start()
    _rest(records, bots)
    after = {match["chat_id"]: match["revision"] for match in judging.matches(records)}
    still = [crowd for crowd in crowds if before.get(crowd.group) == after.get(crowd.group)]
    return judging.happened(house.sim, since, {chat for crowd in still for chat in (crowd.group, *crowd.people)})


def _errors(house: House, bots: Sequence[Bot]) -> list[str]:
    said = [line for bot in bots for line in errors(bot.log)]
    said += refusals(house.sim.get("calls")["calls"])
    return [line for line in said if not any(part in line for part in EXPLAINED)]


def _print(given: argparse.Namespace, records: Records, crowds: Sequence[Crowd], storm: Storm, lasted: float) -> None:
    matches = judging.matches(records)
    statuses = Counter(match["status"] for match in matches)
    plays = Counter(play["by"] for play in records.rows("SELECT * FROM play"))
    tried = [one for crowd in crowds for one in crowd.pressed]
    acknowledged = {judging.key(one) for one in tried if one.acknowledged}
    print(
        f"seed {given.seed}, {given.database}, {given.processes} process(es), {given.groups} groups, {lasted:.0f} s\n"
        f"kills {storm.kills}, faults {storm.faults}, times the clock was moved {storm.moved}\n"
        f"matches {len(matches)}: {', '.join(f'{n} {status}' for status, n in statuses.most_common())}\n"
        f"moves {sum(plays.values())}: {', '.join(f'{n} by {by}' for by, n in plays.most_common())}; "
        f"acknowledged {len(acknowledged)}, presses not answered in time {sum(one.told is None for one in tried)}"
    )


def main() -> None:
    """Prints the measurement; exit code 1 when anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1, help="how long the bot is killed (default: 1)")
    parser.add_argument("--seed", type=int, default=1, help="of kills, faults and moves (default: 1)")
    parser.add_argument("--groups", type=int, default=6, help="that play at the same time (default: 6)")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite", help="(default: sqlite)")
    parser.add_argument("--processes", type=int, default=1, help="more than one: on postgresql (default: 1)")
    given = parser.parse_args()
    if given.processes > 1 and given.database == "sqlite":
        parser.error("several processes need --database postgresql")
    print(machine(), flush=True)
    try:
        sys.exit(not measure(given))
    except BenchError as error:
        sys.exit(f"crash: {error}")


if __name__ == "__main__":
    main()
