"""How much room matches take, on the disk and in memory.

python -m bench.storage [--matches 20] [--seed 1]

match    bytes of the SQLite file that a whole match takes until it is deleted, of each game: its moves, claims, votes
         and messages; people make random moves, speak once in a while, and miss some turns
backup   how long `bigben backup` takes for all of these, and how large the copy is
bot      resident memory of a bot at rest, with and without pictures (proc(5)), and how long it takes until it asks
         Telegram for updates
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

from bench import machine
from bench.rig.botapi import serving
from bench.rig.processes import bot, memory
from core.catalog import CATALOG
from tgbot import claims, lobby, table
from tgbot.facts import Status
from tgbot.lobby import Place, Who
from tgbot.refusals import Refused
from tgbot.running import game_of
from tgbot.store import Session, Store, queries
from tgbot.store.backup import back_up
from tgbot.store.migrate import migrate
from tgbot.store.reading import SurfaceRow
from tgbot.surfaces import wanted

NAMES = ("Ann", "Bảo", "Céline", "Дима", "Eve", "Farid", "Gia", "Hugo")
GROUP = -1001234567890
REST = 6.0
"""Seconds after which a bot that has started is at rest."""
STARTS = 4
READY = 1.5
"""The bar: seconds."""
_PRAGMAS = ("page_count", "freelist_count", "page_size")


class Tables:
    """A database in which matches are played one after the other, in one thread."""

    def __init__(self, url: str, seed: int) -> None:
        self.store = Store(url)
        self.chance = random.Random(seed)
        self.now = datetime.now(UTC)
        self.presses = 10**18

    def do(self, do: Callable[..., Any], *args: Any) -> Any:
        """One transaction."""
        return self.store.transact(lambda session: do(session, *args))

    def who(self, seat: int) -> Who:
        """Somebody presses."""
        self.presses += 1
        return Who(10**9 + seat, NAMES[seat], f"callback {self.presses}")

    def meet(self, session: Session) -> None:
        """Everybody is known, and can be written to."""
        queries.met_chat(session, GROUP, "Friday night")
        for seat, name in enumerate(NAMES):
            queries.met_person(session, 10**9 + seat, name, name.lower(), "en").reachable = True
            session.flush()
            queries.seen_in(session, GROUP, 10**9 + seat, self.now)

    def play(self, kind: str, number: int) -> int:
        """A whole match of a game. How many moves it had."""
        place = Place(GROUP, "Friday night")
        match = self.do(lobby.open_lobby, place, self.who(0), kind, number, self.now).match
        for seat in range(1, min(max(CATALOG[kind].sizes), 6)):
            self.do(lobby.join, match, self.who(seat), GROUP, self.now)
        self.do(lobby.start, match, self.who(0), self.now)
        while self.store.look(lambda session: queries.match_of(session, match).status) == Status.RUNNING:
            self._turn(match)
        self.do(_show, match)
        return len(self.store.look(lambda session: table.look(session, match)).facts.plays)

    def _turn(self, match: int) -> None:
        row = self.store.look(lambda session: queries.match_of(session, match))
        if self.chance.random() < 0.1:
            self.now = row.deadline or self.now
            for _ in range(3):
                self.do(table.time_out, match, self.now)
            return
        self.now += timedelta(minutes=1)
        seat = row.to_act or 0
        if self.chance.random() < 0.4:
            with contextlib.suppress(Refused):
                self.do(claims.claim, match, self.who(seat).id, f"claim {self.chance.randrange(3)}", self.now)
        moves = self.store.look(lambda session: game_of(queries.match_of(session, match)).moves(seat))
        self.do(table.press, match, row.position, self.who(seat).id, self.chance.choice(moves), self.now)


def _show(session: Session, match: int) -> None:
    """Notes the messages that stand, as the deliverer does."""
    look, views = table.looks(session, match)
    for number, one in enumerate(wanted(look, views, "bot")):
        queries.shown(
            session,
            SurfaceRow(match, one.which, one.chat_id, 1000 + number, one.epoch, one.screen.digest, look.facts.revision),
        )
    queries.delivered(session, {match: look.facts.revision})


def _bytes(path: Path) -> int:
    """What is in use of the file: free pages are used again."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        pages, free, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in _PRAGMAS)
    return int((pages - free) * size)


async def _bot(folder: Path) -> None:
    async with serving() as server:
        for word, pictures in (("without", False), ("with", True)):
            database, ready, resident = folder / f"{word}.db", list[float](), 0.0
            for number in range(STARTS):
                began = time.perf_counter()
                async with bot(server, f"{number}:{word}", "tgbot", database=database, pictures=pictures) as pid:
                    ready.append(time.perf_counter() - began)
                    if number == STARTS - 1:
                        await asyncio.sleep(REST)
                        resident = memory(pid)
            print(
                f"bot {word} pictures: {resident:.0f} MB; ready after {ready[0]:.2f} s with a new database, "
                f"{median(ready[1:]):.2f} s with one that is there, the bar is {READY}"
            )


def main() -> None:
    """Makes all measurements and prints them."""
    parser = argparse.ArgumentParser(prog="python -m bench.storage")
    parser.add_argument("--matches", type=int, default=20, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory(prefix="bigben-bench-") as folder:
        path = Path(folder) / "bigben.db"
        url = f"sqlite:///{path}"
        migrate(url)
        tables = Tables(url, given.seed)
        tables.do(tables.meet)
        print(f"{'game':<12}{'moves':>8}{'kB a match':>12}")
        for kind in CATALOG:
            before = _bytes(path)
            moves = [tables.play(kind, 1000 * given.matches + tables.presses % 10**9) for _ in range(given.matches)]
            taken = (_bytes(path) - before) / given.matches
            print(f"{kind:<12}{sum(moves) / len(moves):>8.0f}{taken / 1000:>12.1f}")
        began = time.perf_counter()
        back_up(url, Path(folder) / "copy.db")
        size = (Path(folder) / "copy.db").stat().st_size
        print(f"backup: {size / 1e6:.1f} MB in {time.perf_counter() - began:.2f} s")
        tables.store.close()
        if sys.platform == "linux":
            asyncio.run(_bot(Path(folder)))


if __name__ == "__main__":
    main()
