"""Bad input: updates that cannot be read, a second poller, wrong settings; and a stop that loses nothing."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from tests.bot.driver import World
from tests.bot.processes import STOP, Bot, House, Server
from tests.bot.wiretap import Wiretap

FOUR = "Ann Bob Cid Dee"

MALFORMED: list[dict[str, Any]] = [
    {},
    {"message": {}},
    {"message": {"no": "message"}},
    {"message": {"message_id": "x", "date": "yesterday", "chat": 7}},
    {"message": [1, 2, 3]},
    {"message": "text"},
    {"callback_query": {}},
    {"callback_query": {"id": None, "from": None, "chat_instance": None}},
    {"callback_query": {"id": "9", "from": {"id": "nobody"}, "data": {"a": 1}}},
    {"inline_query": {"id": 5}},
    {"my_chat_member": {"chat": {}, "new_chat_member": {"status": "emperor"}}},
    {"my_chat_member": None},
    {"chat_join_request": {"x": 1}},
    {"something_from_the_future": {"x": 1}},
    {"message": {"message_id": 1, "date": 10**30, "chat": {"id": 10**40, "type": "private"}, "text": "/start"}},
]


def test_updates_that_cannot_be_read_are_skipped_one_by_one_and_the_next_are_handled(
    wiretap: tuple[House, Wiretap],
) -> None:
    house, tap = wiretap
    house.forgiven += ["cannot be read and is skipped", "an update failed", "Traceback", "AttributeError"]
    world = World(house, FOUR)
    world.gather("Ann")
    polls = tap.count("getUpdates")
    for update in MALFORMED:
        house.sim.post("updates", update=update)
    world.tap("Bob", "Join")
    for update in MALFORMED:
        house.sim.post("updates", update=update)
    world.tap("Cid", "Join")
    world.until_lobby("3. Cid")
    skipped = len(re.findall("is skipped|failed", house.bot.log))
    assert skipped >= 10
    made = tap.count("getUpdates") - polls
    assert made <= 2 * (2 * len(MALFORMED) + 2) + 4
    quiet = tap.count("getUpdates")
    time.sleep(1.5)
    assert tap.count("getUpdates") - quiet <= 1


def test_a_second_poller_is_reported_and_waited_out(tmp_path: Path) -> None:
    house = House(tmp_path)
    try:
        house.bot.start()
        world = World(house, FOUR)
        world.gather("Ann")

        def reported() -> bool:
            # A poll between two polls of the bot disturbs nobody: the other one tries until it does.
            house.api("getUpdates", timeout=0, offset=-1)
            return "Another process polls this token" in house.bot.log

        house.bot.until("a word about it", reported)
        # While the other one was there the bot paused, now it goes on.
        world.sim.post(f"people/{world.ids['Bob']}/tap", chat=world.group, label="Join", wait=15)
        world.until_lobby("2. Bob")
        house.bot.until("a word about that too", lambda: "Updates are coming again" in house.bot.log)
        assert house.bot.log.count("Another process polls this token") == 1
    finally:
        house.close()


WRONG = [
    ({"BOT_TOKEN": "not a token"}, "BOT_TOKEN"),
    ({"BOT_TOKEN": "123:"}, "BOT_TOKEN"),
    ({"BOT_TOKEN": ""}, "BOT_TOKEN"),
    ({"BOT_TOKEN": "123456:AAwellFormedButUnknownToTelegram"}, "BOT_TOKEN"),
    ({"DATABASE_URL": "nonsense"}, "DATABASE_URL"),
    ({"DATABASE_URL": "mysql://localhost/x"}, "DATABASE_URL"),
    ({"DATABASE_URL": "sqlite://"}, "DATABASE_URL"),
    ({"DATABASE_URL": "sqlite:////no/such/folder/bigben.db"}, "DATABASE_URL"),
    ({"BOT_API_URL": "localhost"}, "BOT_API_URL"),
    ({"BOT_API_URL": "ftp://localhost"}, "BOT_API_URL"),
    ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL"),
    ({"CLOCK_URL": "noon"}, "CLOCK_URL"),
]


@pytest.fixture(scope="module")
def server() -> Any:
    """A server that bots fail to reach."""
    built = Server()
    yield built
    built.close()


@pytest.mark.parametrize(("env", "name"), WRONG, ids=[f"{next(iter(e.items()))}" for e, _ in WRONG])
def test_a_wrong_setting_stops_the_start_with_one_sentence_that_names_the_variable(
    server: Server, tmp_path: Path, env: dict[str, str], name: str
) -> None:
    bot = Bot(server, tmp_path)
    bot.launch(**env)
    assert bot.ended() == 2
    lines = bot.log.strip().splitlines()
    assert len(lines) == 1, bot.log
    assert lines[0].startswith(name)
    assert not any(value in bot.log for value in env.values() if len(value) > 12 and name == "BOT_TOKEN")
    assert server.token not in bot.log


def test_a_database_that_is_none_stops_the_start_with_one_sentence(server: Server, tmp_path: Path) -> None:
    bot = Bot(server, tmp_path)
    bot.database.write_text("This is no database. " * 300)
    bot.launch()
    assert bot.ended() == 2
    assert len(bot.log.strip().splitlines()) == 1, bot.log
    assert bot.log.startswith("DATABASE_URL")


def test_sigterm_in_the_middle_of_a_match_stops_cleanly_and_nothing_is_lost(own_house: House) -> None:
    world = World(own_house, FOUR)
    board = world.begin()
    world.tap("Bob", "🗣 1")
    before = world.everything()
    code, seconds = own_house.bot.stop()
    assert code == 0
    assert seconds < STOP
    assert world.everything() == before
    assert "Big Ben has stopped" in own_house.bot.log
    own_house.bot.start()
    assert world.board().position == board.position
    world.play_out()


def test_sigterm_with_updates_in_hand_and_deliveries_waiting_stops_within_ten_seconds(own_house: House) -> None:
    world = World(own_house, FOUR)
    board = world.begin()
    for count in range(30):
        how = {"chat": world.group, "message": board.id, "data": f"{board.match}:1:claim {count % 6}", "wait": 0}
        world.sim.post(f"people/{world.ids[world.names[count % 4]]}/press", **how)
    code, seconds = own_house.bot.stop()
    assert code == 0
    assert seconds < STOP
    own_house.bot.start()
    world.until("every press", lambda: answered(world) == 30)
    newest = {claim["seat"]: claim["text"][-1] for claim in world.records.claims(board.match)}
    world.think(120)
    world.until("the newest claims", lambda: all(f"🗣 {n}" in world.board().text for n in newest.values()), 30)


def answered(world: World) -> int:
    given = [one for one in world.sim.get("answers") if one["chat_id"] == world.group and "claim" in one["data"]]
    return len({one["query_id"] for one in given})


def test_a_bot_without_telegram_waits_for_it(tmp_path: Path) -> None:
    server = Server()
    bot = Bot(server, tmp_path)
    try:
        bot.launch(BOT_API_URL="http://127.0.0.1:1")
        bot.until("it tries again", lambda: "Telegram cannot be reached, trying again" in bot.log)
        assert server.token not in bot.log
    finally:
        bot.close()
        server.close()
