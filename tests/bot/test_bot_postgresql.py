"""The bot on PostgreSQL: whole matches, kill -9, connections that are lost, and a process that stands by."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests import postgresql
from tests.bot.driver import World
from tests.bot.processes import PATIENCE, Bot, House
from tests.shell.cable import Cable
from tgbot.store.address import conninfo_of

FOUR = "Ann Bob Cid Dee"


@pytest.fixture
def house(tmp_path: Path, postgresql_server: str) -> Iterator[House]:
    """A server without flood limits and a running bot, whose matches are in PostgreSQL."""
    url = postgresql.empty()
    built = House(tmp_path, database_url=url)
    try:
        built.bot.start()
        yield built
    finally:
        built.close()
        postgresql.drop(url)


def boards_and_hands(world: World) -> list[int]:
    """How many boards stand in the group, and how many hands with each player."""
    hands = [sum("Your hand" in m.text for m in world.messages(name)) for name in world.names]
    return [len(world.boards()), *hands]


def positions(world: World) -> list[int]:
    return [play["position"] for play in world.records.plays(world.match()["id"])]


def test_a_match_is_played_to_its_end_over_a_graceful_restart_and_kills(house: House) -> None:
    world = World(house, FOUR)
    world.begin()
    world.settle()
    assert boards_and_hands(world) == [1, 1, 1, 1, 1]
    world.cut_safely()
    world.settle()
    assert house.bot.stop()[0] == 0
    house.bot.start()
    for _ in range(2):
        world.cut_safely()
        world.settle()
        board = world.board()
        world.kill_and_start()
        assert [b.data for b in world.board().buttons] == [b.data for b in board.buttons]
    world.play_out()
    world.settle()
    assert positions(world) == list(range(1, len(positions(world)) + 1))
    assert sum(m.having("rematch") != [] for m in world.messages()) == 1
    exported = command(house, "export", str(world.match()["id"]))
    assert exported.returncode == 0, exported.stderr
    (house.bot.folder / "match.json").write_text(exported.stdout)
    assert "Everything agrees" in command(house, "verify", "match.json").stdout


def command(house: House, *words: str) -> subprocess.CompletedProcess[str]:
    """What an operator types."""
    run = [sys.executable, "-m", "tgbot", *words]
    how: dict[str, Any] = {
        "cwd": house.bot.folder,
        "env": house.bot._environment(),
        "capture_output": True,
        "text": True,
    }
    return subprocess.run(run, check=False, timeout=PATIENCE, **how)


def test_a_server_that_cannot_be_used_is_told_in_one_sentence_without_the_password(tmp_path: Path) -> None:
    house = House(tmp_path, database_url="postgresql://ann:hunter2@127.0.0.1:1/bigben")
    try:
        house.bot.launch()
        assert house.bot.ended() == 2
        said = house.bot.log.splitlines()[-1]
        assert said.startswith("DATABASE_URL cannot be used: ")
        assert "127.0.0.1" in said
        assert "hunter2" not in house.bot.log
        assert command(house, "export", "1").stderr.startswith("DATABASE_URL cannot be used: ")
    finally:
        house.close()


def test_behind_a_pooler_the_address_of_the_server_itself_is_asked_for_and_is_enough(
    tmp_path: Path, postgresql_server: str
) -> None:
    url = postgresql.empty()
    pooler = Cable(url, tmp_path, pools=True)
    house = House(tmp_path, database_url=pooler.url)
    try:
        house.bot.launch()
        assert house.bot.ended() == 2
        said = house.bot.log.splitlines()[-1]
        assert said.startswith("DATABASE_URL names a pooler")
        assert "DATABASE_DIRECT_URL" in said
        house.bot.start(DATABASE_DIRECT_URL=url)
        world = World(house, FOUR)
        world.begin()
        for _ in range(6):
            world.cut_safely()
        assert not pooler.kept, "statements that the next transaction would not find"
    finally:
        house.close()
        pooler.pull_out()
        postgresql.drop(url)


def test_connections_that_are_lost_again_and_again_lose_nothing(house: House) -> None:
    # Who leads again makes sure of what was under way.
    house.forgiven.append("message is not modified")
    world = World(house, FOUR)
    world.begin()
    for _ in range(4):
        lose_connections(house)
        world.cut_safely()
    world.settle()
    assert positions(world) == [1, 2, 3, 4]
    assert len(world.boards()) == 1
    assert "a transaction is done again" in house.bot.log
    world.until("it leads again", lambda: house.bot.log.count("this process leads") > 1)
    world.play_out()


def lose_connections(house: House) -> None:
    with psycopg.connect(conninfo_of(house.bot.database_url)) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_who_stands_by_goes_on_within_seconds_when_the_one_that_leads_is_killed(house: House, tmp_path: Path) -> None:
    world = World(house, FOUR)
    world.begin()
    world.cut_safely()
    world.settle()
    (tmp_path / "other").mkdir()
    other = Bot(house.server, tmp_path / "other", database_url=house.bot.database_url)
    try:
        other.launch()
        other.until("it stands by", lambda: "this one stands by" in other.log)
        before = boards_and_hands(world)
        house.kill_bot()
        other.until("it leads", lambda: "this process leads" in other.log)
        world.cut_safely()
        world.settle()
        assert boards_and_hands(world) == before, "the same messages go on"
        world.play_out()
        world.settle()
        assert positions(world) == list(range(1, len(positions(world)) + 1))
        assert other.stop()[0] == 0
    finally:
        other.close()
    assert not [line for line in other.log.splitlines() if "[error" in line]
