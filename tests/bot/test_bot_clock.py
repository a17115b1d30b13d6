"""What happens by itself: turns that run out, lobbies that start or expire, hosts that sleep. The clock is moved."""

from __future__ import annotations

from datetime import datetime

from tests.bot.driver import World
from tests.bot.processes import House

FOUR = "Ann Bob Cid Dee"
HOUR = 3600


def test_case_c23_a_match_that_nobody_touches_ends_by_its_clock(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    first = board.holder
    positions = [board.position]
    while world.result() is None:
        before = world.match()["position"]
        world.think(HOUR + 1)
        world.until_moved(before)
        positions.append(world.match()["position"])
    assert positions == list(range(1, len(positions) + 1))
    plays = world.records.plays(board.match)
    assert {play["by"] for play in plays} == {"clock"}
    announced = [m.text for m in world.said() if "ran out of time" in m.text]
    assert any(f"⏰ {first} ran out of time. Cut at random:" in text for text in announced)
    if len(plays) > 1:
        assert any(f"⚠️ {first}, keep an eye on the clock" in text for text in announced)
    assert world.match()["status"] == "finished"
    assert world.match()["deadline"] is None


def test_a_turn_does_not_run_out_a_minute_too_early(house: House) -> None:
    world = World(house, FOUR)
    world.begin()
    world.think(HOUR - 60)
    assert "🗣" in world.tap("Bob", "🗣 1").text
    assert world.match()["position"] == 1
    world.think(61)
    world.until_moved(1)


def test_the_deadline_shown_is_the_one_that_counts(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin(options=["⏱ 8 h"])
    (shown,) = [one["unix_time"] for one in board.raw["entities"] if one["type"] == "date_time"]
    deadline = datetime.fromisoformat(world.match()["deadline"] + "+00:00").timestamp()
    assert shown == int(deadline)
    now = house.sim.get("clock")["now"]
    assert 8 * HOUR - 60 < deadline - now <= 8 * HOUR


def test_case_c04_who_presses_after_his_time_is_told_that_chance_has_moved(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin(options=["⏱ 1 min"])
    world.think(61)
    world.until_moved(1)
    before = world.everything()
    answer = world.press(board.holder, board, board.targets[0].data)
    assert "out of date" in answer.text or "over" in answer.text
    assert world.everything() == before


def test_case_c18_a_deadline_that_passes_while_the_bot_is_dead_fires_once_when_it_lives_again(own_house: House) -> None:
    world = World(own_house, FOUR)
    world.begin(options=["⏱ 1 min"])
    own_house.kill_bot()
    world.think(61)
    own_house.bot.start()
    world.until_moved(1)
    assert [play["by"] for play in world.records.plays(world.match()["id"])] == ["clock"]


def test_the_warning_stands_until_the_next_one_moves(house: House) -> None:
    world = World(house, FOUR)
    late = timed_out_and_still_playing(world)
    match = world.match()["id"]
    assert [seat["misses"] for seat in world.records.seats(match)] == [int(name == late) for name in FOUR.split()]
    assert f"⚠️ {late}, keep an eye on the clock" in world.board().text
    world.cut_safely()
    assert "keep an eye on the clock" not in world.board().text


def timed_out_and_still_playing(world: World) -> str:
    """Who let his first turn run out; chance may have cut the bomb for him, then they begin again."""
    for _ in range(10):
        board = world.begin(options=["⏱ 5 min"])
        world.think(301)
        world.until_moved(board.position)
        if world.result() is None:
            return board.holder
        world.write("Ann", "/play")
        world.until_there("Time Bomb")
    raise AssertionError("ten first cuts hit the bomb")


def test_case_c26_a_lobby_expires_after_a_day_whatever_happens_in_it_and_says_so(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Ann", "Bob")
    world.think(23 * HOUR)
    world.tap("Cid", "Join")
    world.tap("Cid", "Leave")
    assert world.match()["status"] == "lobby"
    world.think(HOUR + 1)
    gone = world.until_said("nobody started this game for a day, so its lobby has closed")
    assert not gone.buttons
    assert world.match()["status"] == "expired"
    world.write("Ann", "/play")
    world.until_there("Time Bomb")
    world.tap("Ann", "Time Bomb")
    world.lobby()


def test_a_lobby_starts_by_itself_at_the_time_chosen(house: House) -> None:
    world = World(house, FOUR)
    world.gather()
    world.choose("Ann", "In 15 min")
    assert "Starts by itself" in world.lobby().text
    world.think(15 * 60 - 30)
    world.tap("Bob", "Join")
    assert world.match()["status"] == "lobby"
    world.think(31)
    assert len(world.board().rows) == 4


def test_a_lobby_with_too_few_at_that_time_waits_on(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Ann", "Bob")
    world.choose("Ann", "In 15 min")
    world.think(15 * 60 + 1)
    world.until_lobby("Starts when the host says so")
    assert world.match()["status"] == "lobby"
    for name in ("Cid", "Dee"):
        world.tap(name, "Join")
    world.tap("Ann", "▶️ Start")
    world.board()


def test_case_c44_when_the_host_sleeps_for_an_hour_anybody_seated_may_do_what_he_may(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Bob", "Cid")
    assert "Only the host (Bob)" in world.tap("Cid", "Options").text
    world.think(HOUR + 1)
    assert "Only the host (Bob)" in world.tap("Dee", "🤖 Add").text
    assert "computer player sits down" in world.tap("Cid", "🤖 Add").text
    world.until_lobby("2. Cid 👑")


def test_computers_alone_with_a_sleeping_person_finish_the_match(house: House) -> None:
    world = World(house, ["Ann"])
    world.gather()
    for _ in range(3):
        world.tap("Ann", "🤖 Add")
    world.choose("Ann", "⏱ 1 min")
    world.tap("Ann", "▶️ Start")
    world.board()
    while world.result() is None:
        before = world.match()["position"]
        world.think(61)
        world.until_moved(before)
    by = {play["by"] for play in world.records.plays(world.match()["id"])}
    assert by <= {"clock", "computer"}
    assert "computer" in by


def test_many_deadlines_at_once_are_all_kept_each_once(house: House) -> None:
    worlds = [World(house, FOUR) for _ in range(4)]
    for world in worlds:
        world.begin(options=["⏱ 5 min"])
    worlds[0].think(301)
    for world in worlds:
        world.until_moved(1)
    for world in worlds:
        assert [play["by"] for play in world.records.plays(world.match()["id"])] == ["clock"]
