"""Several processes on one PostgreSQL behind a balancer: any of them may die at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psycopg
import pytest

from tests import postgresql
from tests.bot.driver import World
from tests.bot.hooked import HookedHouse, figures, get, soon
from tests.shell.cable import Cable
from tgbot.store.address import conninfo_of

FOUR = "Ann Bob Cid Dee"


@pytest.fixture
def house(tmp_path: Path, postgresql_server: str) -> Iterator[HookedHouse]:
    """Two processes on a server with flood limits, which they keep; the one of the house leads."""
    url = postgresql.empty()
    built = HookedHouse(tmp_path, database_url=url, flood=True)
    try:
        built.start()
        built.bot.until("it leads", lambda: "this process leads" in built.bot.log)
        built.another()
        yield built
    finally:
        built.close()
        postgresql.drop(url)


def positions(world: World) -> list[int]:
    return [play["position"] for play in world.records.plays(world.match()["id"])]


def told(world: World, times: int) -> bool:
    return len([m for m in world.messages() if "Waiting for" in m.text]) >= times


def assert_shared(house: HookedHouse) -> None:
    assert len(house.balancer.took) > 1, "each has taken some"
    assert min(house.balancer.took.values()) > 3


def test_both_take_presses_and_one_shows_them(house: HookedHouse) -> None:
    world = World(house, FOUR)
    world.begin()
    world.play_out()
    world.settle()
    assert_shared(house)
    leads = [figures(get(url, "/metrics")[1])("bigben_leader") for url in house.balancer.backends]
    assert leads == [1, 0]
    edits = [figures(get(url, "/metrics")[1]) for url in house.balancer.backends]
    assert edits[0]("bigben_api_calls_total", method="editMessageText", result="ok") > 5
    with pytest.raises(KeyError):
        edits[1]("bigben_api_calls_total", method="editMessageText", result="ok")
    assert edits[1]("bigben_api_calls_total", method="answerCallbackQuery", result="ok") > 3
    assert positions(world) == list(range(1, len(positions(world)) + 1))
    assert sum(m.having("rematch") != [] for m in world.messages()) == 1


def test_a_command_is_answered_by_whoever_takes_it(house: HookedHouse) -> None:
    world = World(house, FOUR)
    world.begin()
    for number in range(4):
        world.write(world.names[number], "/status")
        world.until("an answer", partial(told, world, number + 1))
    assert_shared(house)


def test_a_match_goes_on_when_the_process_that_leads_is_killed(house: HookedHouse) -> None:
    world = World(house, FOUR)
    world.begin()
    world.cut_safely()
    world.settle()
    boards = [m.id for m in world.boards()]
    house.kill_bot()
    other = house.others[0]
    world.cut_safely()
    assert "this process leads" in other.log
    world.settle()
    assert [m.id for m in world.boards()] == boards, "the same message goes on"
    house.balancer.backends.pop(0)
    house.start()
    house.bot.until("it stands by", lambda: "this one stands by" in house.bot.log)
    world.play_out()
    assert positions(world) == list(range(1, len(positions(world)) + 1))


def test_a_match_goes_on_when_the_other_one_is_killed(house: HookedHouse) -> None:
    world = World(house, FOUR)
    world.begin()
    world.cut_safely()
    house.others[0].kill()
    world.play_out()
    assert positions(world) == list(range(1, len(positions(world)) + 1))
    house.forgiven += ["query is too old"]


def test_who_stops_hands_over_at_once(house: HookedHouse) -> None:
    world = World(house, FOUR)
    world.begin()
    world.settle()
    code, seconds = house.bot.stop()
    assert code == 0
    assert seconds < 10
    other = house.others[0]
    other.until("it leads", lambda: "this process leads" in other.log)
    world.cut_safely()
    world.settle()
    url = house.balancer.backends[1]
    soon("it says so", lambda: figures(get(url, "/metrics")[1])("bigben_leader") == 1)
    assert "the bot was away" not in other.log, "nobody was away: another process went on"


def test_case_c20_when_all_were_away_people_get_their_time_back_once(house: HookedHouse) -> None:
    world = World(house, FOUR)
    world.begin()
    world.settle()
    before = world.match()["deadline"]
    for bot in (house.bot, *house.others):
        bot.kill()
    # By the machine's clock, which no playground moves, they have been away for ten minutes.
    with psycopg.connect(conninfo_of(house.bot.database_url)) as connection:
        connection.execute("UPDATE heartbeat SET at = at - interval '10 minutes'")
        connection.execute("UPDATE match SET turn_at = turn_at - interval '20 minutes'")
    house.balancer.backends.clear()
    house.forgiven += ["message is not modified", "query is too old"]
    house.start()
    house.start(house.others[0])
    world.until("the time", lambda: world.match()["deadline"] > before)
    assert 590 < (world.match()["deadline"] - before).total_seconds() < 700
    log = house.bot.log + house.others[0].log
    assert log.count("the bot was away") == 1


@pytest.fixture
def cabled(tmp_path: Path, postgresql_server: str) -> Iterator[tuple[HookedHouse, Cable]]:
    """One process, and a cable to its database."""
    url = postgresql.empty()
    cable = Cable(url, tmp_path)
    built = HookedHouse(tmp_path, database_url=cable.url)
    try:
        built.start()
        yield built, cable
    finally:
        built.close()
        cable.pull_out()
        postgresql.drop(url)


def test_while_the_database_is_away_a_command_waits_and_a_press_is_told_to_be_made_again(
    cabled: tuple[HookedHouse, Cable],
) -> None:
    house, cable = cabled
    world = World(house, FOUR)
    world.begin()
    world.settle()
    board, position = world.board(), world.match()["position"]
    mover = world.named(board.mover)
    cable.pull_out()
    world.write("Ann", "/status")
    house.bot.until("the command waits", lambda: "has to wait until something can be done" in house.bot.log)
    assert get(house.url, "/readyz") == (503, '{"status":"database"}')
    assert get(house.url, "/healthz")[0] == 200
    assert not told(world, 1)
    answer = world.press(mover, board, board.targets[0].data)
    assert answer.text == "⏳ I cannot do this right now. Nothing is lost: press again in a moment."
    cable.plug_in()
    world.until("an answer", partial(told, world, 1))
    soon("it takes part again", lambda: get(house.url, "/readyz")[0] == 200)
    assert world.match()["position"] == position
    world.cut_safely()
    assert told(world, 1)
    assert not told(world, 2)
    # What goes by itself was tried meanwhile.
    house.forgiven += ["deadlines cannot be looked after", "message is not modified"]
