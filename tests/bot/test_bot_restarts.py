"""kill -9 at any moment: nothing that was answered is lost, nothing happens twice, the match goes on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.bot.driver import World
from tests.bot.processes import House
from tests.bot.seen import Board
from tests.bot.wiretap import Wiretap

FOUR = "Ann Bob Cid Dee"


def standing_board(world: World) -> tuple[int, str, list[str]]:
    board = world.board()
    return board.id, board.text, [button.data for button in board.buttons]


def test_case_c15_killed_before_every_tap_of_a_match_the_same_state_board_and_deadline_stand_again(
    own_house: House,
) -> None:
    world = World(own_house, FOUR)
    world.gather()
    world.kill_and_start()
    world.tap("Ann", "▶️ Start")
    for _ in range(2):
        world.settle()
        if world.result():
            break
        board = standing_board(world)
        world.kill_and_start()
        assert standing_board(world) == board
        holder = world.board().holder
        world.tap(holder, world.board().targets[0])
        world.until("the wires", lambda: world.board().wires)
        world.settle()
        world.kill_and_start()
        position = world.board().position
        world.tap(holder, world.board().wires[0])
        world.until_moved(position)
    world.play_out()
    positions = [play["position"] for play in world.records.plays(world.match()["id"])]
    assert positions == list(range(1, len(positions) + 1))
    assert sum(m.having("rematch") != [] for m in world.messages()) == 1


def test_case_c07_a_button_drawn_before_the_restart_works_after_it(own_house: House) -> None:
    world = World(own_house, FOUR)
    lobby = world.gather("Ann", "Bob", "Cid")
    own_house.kill_bot()
    own_house.bot.start()
    assert "You are in" in world.press("Dee", lobby, lobby.having("join")[0].data).text
    world.tap("Ann", "▶️ Start")
    board = world.board()
    own_house.kill_bot()
    own_house.bot.start()
    world.tap(board.holder, board.targets[0])
    wires = world.until("the wires", lambda: world.board().wires)
    own_house.kill_bot()
    own_house.bot.start()
    world.tap(board.holder, wires[0])
    world.until_moved(board.position)
    assert len(world.records.plays(board.match)) == 1


@pytest.mark.parametrize("lost", ["editMessageText", "sendMessage"])
def test_case_c15_killed_after_the_commit_and_before_the_delivery_the_board_catches_up(
    wiretap: tuple[House, Wiretap], lost: str
) -> None:
    house, tap = wiretap
    world = World(house, FOUR)
    board = world.begin()
    world.settle()
    seat = board.targets[0].data[-1]
    with tap.losing(lost):
        answer = world.press(board.holder, board, f"{board.match}:1:!cut {seat} 0")
        assert re.search("wire|bomb", answer.text)
        committed = world.everything()
        assert committed["match"]["position"] == 2
        house.kill_bot()
    assert world.everything() == committed
    house.bot.start()
    world.settle()
    assert world.everything() == committed
    world.until_moved(1)
    assert "Already done" in world.press(board.holder, board, f"{board.match}:1:!cut {seat} 0").text
    world.play_out()
    assert len([m for m in world.messages() if m.having("rematch")]) == 1


def test_case_c15_killed_while_the_match_is_dealt_everybody_still_gets_his_hand_once(
    wiretap: tuple[House, Wiretap],
) -> None:
    house, tap = wiretap
    world = World(house, FOUR)
    world.gather()
    world.settle()
    with tap.losing("sendMessage"):
        assert "begins" in world.tap("Ann", "▶️ Start").text
        house.kill_bot()
    assert not any("Your hand" in m.text for name in world.names for m in world.messages(name))
    house.bot.start()
    world.settle()
    for name in world.names:
        assert sum("Your hand" in m.text for m in world.messages(name)) == 1
    assert len(world.boards()) == 1
    world.play_out()


def test_case_c15_killed_before_the_result_was_sent_the_result_comes(wiretap: tuple[House, Wiretap]) -> None:
    house, tap = wiretap
    world = World(house, FOUR)
    board = world.begin()
    until_the_bomb_can_be_cut(world)
    world.settle()
    board = world.board()
    bomb = where_the_bomb_lies(world)
    with tap.losing("sendMessage", "editMessageText"):
        assert "bomb" in world.press(board.holder, board, f"{board.match}:{board.position}:!cut {bomb}").text
        house.kill_bot()
    assert world.match()["status"] == "finished"
    house.bot.start()
    world.until("the result", world.result)
    world.settle()
    assert not world.boards()
    assert sum(m.having("rematch") != [] for m in world.messages()) == 1


def where_the_bomb_lies(world: World) -> str:
    hands = world.game()["hands"]
    return next(f"{seat} {hand.index('bomb')}" for seat, hand in enumerate(hands) if "bomb" in hand)


def until_the_bomb_can_be_cut(world: World) -> None:
    """Who has it in front of himself has to pass the cutters on first."""
    board = world.board()
    if board.holder == world.names[int(where_the_bomb_lies(world)[0])]:
        world.press(board.holder, board, f"{board.match}:{board.position}:!cut {board.targets[0].data[-1]} 0")
        world.until_moved(board.position)


def test_case_c21_what_waited_while_the_bot_was_away_is_done_in_order(own_house: House) -> None:
    world = World(own_house, FOUR)
    board = world.begin()
    world.settle()
    own_house.kill_bot()
    target = board.targets[0].data
    for data in (
        f"{board.match}:1:claim 1",
        f"{board.match}:1:claim 2",
        target,
        f"{board.match}:1:!cut {target[-1]} 0",
        f"{board.match}:1:!cut {target[-1]} 0",
        f"{board.match}:1:!cut {target[-1]} 1",
    ):
        sent_unanswered(world, board.holder, board, data)
    world.write("Bob", "/status")
    own_house.bot.start()
    world.until_said("Waiting for") if world.match()["status"] == "running" else None
    world.until_moved(1)
    world.settle()
    assert [claim["text"] for claim in world.records.claims(board.match)] == ["claim 1", "claim 2"]
    assert [play["move"] for play in world.records.plays(board.match)] == [f"cut {target[-1]} 0"]
    told = [one["answer"]["text"] for one in world.sim.get("answers", person=world.ids[board.holder])][-3:]
    assert told[1] == "👌 Already done."
    assert "out of date" in told[2] or "over" in told[2]


def sent_unanswered(world: World, who: str, board: Board, data: str) -> None:
    how = {"chat": world.group, "message": board.id, "data": data, "wait": 0}
    assert world.sim.post(f"people/{world.ids[who]}/press", **how)["timed_out"]


def test_case_c21_what_was_done_but_not_confirmed_comes_again_and_counts_once(wiretap: tuple[House, Wiretap]) -> None:
    house, tap = wiretap
    world = World(house, FOUR)
    board = world.begin()
    world.settle()
    target = board.targets[0].data[-1]
    idle(house, tap)
    with tap.losing("getUpdates"):
        # The poll under way still brings these, the next one, which would confirm them, never arrives.
        world.press(board.holder, board, f"{board.match}:1:!cut {target} 0")
        committed = world.everything()
        house.kill_bot()
    house.bot.start()
    world.until("it comes again", lambda: tap.of("answerCallbackQuery")[-1].params.get("text", "").endswith("done."))
    assert {**world.everything(), "match": None} == {**committed, "match": None}
    assert world.match()["position"] == 2


def idle(house: House, tap: Wiretap) -> None:
    """Waits until all updates are confirmed and the bot waits for the next one."""

    def waiting() -> int:
        return int(house.api("getWebhookInfo")["result"]["pending_update_count"])

    house.bot.until("all updates confirmed", lambda: tap.polling and not waiting())


def test_case_c21_a_lobby_asked_for_twice_by_the_same_update_is_one(wiretap: tuple[House, Wiretap]) -> None:
    house, tap = wiretap
    world = World(house, FOUR)
    world.until_there("Time Bomb")
    idle(house, tap)
    with tap.losing("getUpdates"):
        world.tap("Ann", "Time Bomb")
        house.kill_bot()
    house.bot.start()
    world.lobby()
    world.tap("Bob", "Join")
    assert len(world.records.matches(world.group)) == 1
    assert len(world.records.seats(world.match()["id"])) == 2


def test_case_c15_killed_at_random_moments_of_a_match_no_answered_move_is_lost_or_doubled(own_house: House) -> None:
    world = World(own_house, FOUR)
    world.begin()
    acknowledged: list[str] = []
    for step in range(60):
        if world.match()["status"] != "running":
            break
        match = world.match()
        holder, target, place = next_cut(world)
        data = f"{match['id']}:{match['position']}:!cut {target} {place}"
        world.think()
        answer = world.press(holder, world.boards()[-1] if world.boards() else world.messages()[-1], data)
        assert re.search("wire|bomb", answer.text), answer
        acknowledged.append(f"cut {target} {place}")
        if step % 3 == 0:
            own_house.kill_bot()
            own_house.bot.start()
    assert [play["move"] for play in world.records.plays(world.match()["id"])] == acknowledged
    world.until("the result", world.result)
    world.settle()
    assert sum(m.having("rematch") != [] for m in world.messages()) == 1


def next_cut(world: World) -> tuple[str, int, int]:
    """A cut that does not end the match if there is one, by the database: the board may lag behind."""
    game = world.game()
    free = [
        (seat, place)
        for seat, hand in enumerate(game["hands"])
        for place in range(len(hand))
        if seat != game["holder"] and place not in game["cut"][seat]
    ]
    seat, place = next(((s, p) for s, p in free if game["hands"][s][p] == "safe"), free[0])
    return world.names[game["holder"]], seat, place


def test_case_c15_a_lobbys_options_survive_a_death_at_every_choice(own_house: House) -> None:
    world = World(own_house, FOUR)
    world.gather("Ann")
    choices: list[Callable[[], object]] = [
        lambda: world.tap("Bob", "Join"),
        lambda: world.tap("Ann", "⏱ Clock"),
        lambda: world.tap("Ann", "⏱ 5 min"),
        lambda: world.tap("Ann", "🗓 Every day at…"),
        lambda: world.tap("Ann", "20:00"),
    ]
    for choose in choices:
        choose()
        world.kill_and_start()
    world.until_there("✅ 20:00")
    assert (world.match()["clock"], world.match()["daily"]) == (24 * 3600, 20 * 60)
