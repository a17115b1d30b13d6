"""Whole matches under a plan of faults, and groups that change under the bot's feet."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from tests.bot.driver import World
from tests.bot.processes import House
from tests.bot.records import Row
from tests.bot.seen import Board
from tests.bot.storm import (
    EXPECTED,
    STORM,
    assert_every_press_was_answered_once,
    fault,
    pressed,
    pressed_twice,
    settled,
)

FOUR, SIX = "Ann Bob Cid Dee", "Ann Bob Cid Dee Eve Fay"


def lasting_cut(world: World) -> tuple[str, str]:
    """Who has the cutters, and a cut that lets the match go on for long, if there is one."""
    game = world.game()
    free = [
        (game["hands"][seat][place], seat, place)
        for seat, hand in enumerate(game["hands"])
        for place in range(len(hand))
        if seat != game["holder"] and place not in game["cut"][seat]
    ]
    order = ("safe", "defusing", "bomb")
    _, seat, place = min(free, key=lambda cut: order.index(cut[0]))
    return world.names[game["holder"]], f"cut {seat} {place}"


def calls_since(world: World, number: int) -> list[dict[str, Any]]:
    """The calls to the group after one of them, in order."""
    made: list[dict[str, Any]] = world.sim.get("calls", after=number)["calls"]
    return [call for call in made if call["chat_id"] == world.group]


@pytest.mark.parametrize("people", [FOUR, SIX])
def test_whatever_telegram_does_to_a_third_of_the_calls_every_move_counts_once_and_the_match_ends(
    own_house: House, people: str
) -> None:
    house = own_house
    house.forgiven += EXPECTED
    world = World(house, people)
    world.begin(options=["⏱ 5 min"])
    settled(world)
    for number, one in enumerate(STORM):
        fault(world, **one, seed=number)
    moves, claims = moves_and_claims(world)
    struck = {(one["kind"], one["method"]) for one in world.sim.get("fault") if one["struck"]}
    assert len(struck) > len(STORM) / 2
    world.sim.post("fault/clear")
    match = world.match()
    world.until("the result", world.result, 60)
    settled(world)

    plays = world.records.plays(match["id"])
    assert [(play["position"], play["move"]) for play in plays] == moves
    assert {play["by"] for play in plays} == {"person"}
    assert [(claim["seat"], claim["text"]) for claim in world.records.claims(match["id"])] == claims
    assert_board_shows(world, world.game(), match)
    assert_every_press_was_answered_once(world)


def moves_and_claims(world: World) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """They play to the end while Telegram delivers many presses twice. The moves by position and the claims by seat
    that were acknowledged, in order.
    """
    moves, claims = [], []
    while world.match()["status"] == "running":
        board, position = world.board(), world.match()["position"]
        if position % 3 == 1:
            seat, claim = position % len(world.names), f"claim {position % 2}"
            pressed_twice(world, world.names[seat], board, f"{board.match}:{position}:{claim}")
            claims.append((seat, claim))
        if position % 4 == 0:
            fault(world, "429", "editMessageText", chat=world.group, seconds=1)
        who, move = lasting_cut(world)
        answer = pressed_twice(world, who, board, f"{board.match}:{position}:!{move}")
        assert re.search("wire|bomb", answer.text), answer
        moves.append((position, move))
    return moves, claims


def assert_board_shows(world: World, game: dict[str, Any], match: Row) -> None:
    """The message that is the board shows what is left of every hand."""
    (surface,) = world.records.rows("SELECT * FROM surface WHERE match_id = ? AND which = 'board'", match["id"])
    (board,) = [Board(m.raw) for m in world.messages() if m.id == surface["message_id"]]
    hidden = [len(hand) - len(cut) for hand, cut in zip(game["hands"], game["cut"], strict=True)]
    assert [row.wires.count("🟫") for row in board.rows] == hidden
    assert len(board.rows) == len(world.names)


def test_case_c09_a_press_is_answered_although_telegram_fails_for_seven_seconds(house: House) -> None:
    house.forgiven += EXPECTED
    world = World(house, FOUR)
    board = world.begin(options=["⏱ 5 min"])
    settled(world)
    fault(world, "502", "answerCallbackQuery", seconds=7.3)
    began = time.monotonic()
    answer, _ = pressed(world, board.holder, board, f"{board.match}:1:!cut {board.targets[0].data[-1]} 0")
    assert answer.text
    assert 7 < time.monotonic() - began < 60
    assert len(world.records.plays(board.match)) == 1


def test_case_c02_an_edit_whose_answer_was_lost_is_made_again_and_found_done(house: House) -> None:
    house.forgiven += EXPECTED
    world = World(house, FOUR)
    board = world.begin(options=["⏱ 5 min"])
    settled(world)
    before = world.sim.get("calls")["n"]
    fault(world, "lost", "editMessageText", chat=world.group, count=1)
    assert world.tap("Bob", "🗣 2").text
    settled(world)
    lost, found = calls_since(world, before)
    assert "answer lost" in lost["description"]
    assert "not modified" in found["description"]
    assert [(b.id, "🗣 2" in b.text, bool(b.targets)) for b in world.boards()] == [(board.id, True, True)]
    world.tap("Cid", "🗣 1")
    world.until("the next claim", lambda: "🗣 1" in world.board().text)


def test_case_c21_updates_whose_delivery_was_lost_come_again_in_order_and_count_once(house: House) -> None:
    house.forgiven += EXPECTED
    world = World(house, FOUR)
    board = world.begin(options=["⏱ 5 min"])
    settled(world)
    fault(world, "lost", "getUpdates", count=2)
    target = board.targets[0].data
    presses = ("claim 1", "claim 2", target.partition(":1:")[2], f"!cut {target[-1]} 0", f"!cut {target[-1]} 0")
    for data in presses:
        how = {"chat": world.group, "message": board.id, "data": f"{board.match}:1:{data}", "wait": 0}
        world.sim.post(f"people/{world.ids[board.holder]}/press", **how)
    world.until_moved(1)
    settled(world)
    assert [claim["text"] for claim in world.records.claims(board.match)] == ["claim 1", "claim 2"]
    assert [play["move"] for play in world.records.plays(board.match)] == [f"cut {target[-1]} 0"]
    assert not house.sim.get("fault")
    told = world.until("the answers", lambda: answers_of(world, board.holder, len(presses)))
    assert "Already done" in told[-1]


def answers_of(world: World, who: str, count: int) -> list[str]:
    """What somebody's newest presses were answered with, when all of them were."""
    texts = [one["answer"]["text"] or "" for one in world.sim.get("answers", person=world.ids[who])]
    return texts if len(texts) >= count else []


def test_case_c57_retry_after_of_one_group_is_kept_meanwhile_another_is_served_and_the_newest_board_wins(
    house: House,
) -> None:
    house.forgiven += EXPECTED
    world, other = World(house, FOUR), World(house, "Eve Fay Gus Hal")
    for one in (world, other):
        one.begin(options=["⏱ 5 min"])
        settled(one)
    before = house.sim.get("calls")["n"]
    fault(world, "429", "*", chat=world.group, seconds=6)
    for count, name in enumerate(world.names):
        world.tap(name, f"🗣 {count}")
        other.tap(other.names[count], f"🗣 {count}")
        other.until("the other group sees it", lambda n=count: f"🗣 {n}" in other.board().text, 3)  # type: ignore[misc]
    world.tap("Ann", "🗣 4")
    world.until("the newest claims", lambda: all(f"🗣 {n}" in world.board().text for n in (4, 1, 2, 3)))
    settled(world)

    refused, *after = calls_since(world, before)
    assert refused["error_code"] == 429
    wait = int(refused["description"].split()[-1])
    assert wait >= 5
    assert [call["at"] - refused["at"] >= wait - 0.1 for call in after] == [True]
    assert len([call for call in calls_since(other, before) if call["at"] < refused["at"] + wait]) >= 4


def test_case_c38_a_bot_that_may_neither_pin_nor_delete_says_nothing_and_plays_on(house: House) -> None:
    house.forgiven += ["message can't be deleted"]
    world = World(house, FOUR, bot_admin=True)
    may(world, take=["can_delete_messages"])
    first = world.begin(options=["⏱ 5 min"])
    world.until("pinned", lambda: pinned(world) == [first.id])
    settled(world)
    may(world, take=["can_pin_messages"])
    before = house.sim.get("calls")["n"]
    play_until_round(world, 2)
    settled(world)
    tries = [call["method"] for call in calls_since(world, before) if not call["ok"]]
    assert tries.count("pinChatMessage") == 1
    assert tries.count("deleteMessage") == 0
    assert not world.saying("right")
    may(world, give=["can_pin_messages"])
    world.until("pinned again", lambda: world.board().id in pinned(world))


def may(world: World, **change: list[str]) -> None:
    """The bot's rights in the group change."""
    world.sim.post(f"groups/{world.group}/rights", **change)


def pinned(world: World) -> list[int]:
    """What is pinned in the group."""
    (chat,) = [chat for chat in world.sim.get("chats") if chat["id"] == world.group]
    found: list[int] = chat["pinned"]
    return found


def play_until_round(world: World, number: int) -> None:
    """People cut nothing that matters until a round is dealt."""
    while world.board().round < number:
        board = world.board()
        who, move = lasting_cut(world)
        world.press(who, board, f"{board.match}:{board.position}:!{move}")
        world.until_moved(board.position)


def play_to_the_end(world: World) -> None:
    """The holder looks for the bomb."""
    while world.match()["status"] == "running":
        board, game = world.board(), world.game()
        bombs = [(seat, hand.index("bomb")) for seat, hand in enumerate(game["hands"]) if "bomb" in hand]
        seat, place = bombs[0]
        who, move = world.names[game["holder"]], f"cut {seat} {place}"
        if seat == game["holder"]:
            _, move = lasting_cut(world)
        position = world.match()["position"]
        world.press(who, board, f"{board.match}:{position}:!{move}")
        world.until_moved(position)
    world.until("the result", world.result)


@pytest.mark.parametrize("learnt", ["by the service message", "by an error"])
def test_case_c34_a_group_that_becomes_a_supergroup_in_mid_match_plays_on_there(house: House, learnt: str) -> None:
    house.forgiven += [*EXPECTED, "upgraded to a supergroup"]
    world = World(house, FOUR)
    members = [world.ids[name] for name in world.names]
    small = world.group = int(world.sim.post("groups", title="Small", members=members, type="group")["id"])
    board = world.begin(options=["⏱ 5 min"])
    settled(world)
    before = house.sim.get("calls")["n"]
    if learnt == "by an error":
        # The poll that brings the service message fails once, so the edit under way meets the supergroup first.
        fault(world, "lost", "getUpdates", count=1)
        fault(world, "delay", "editMessageText", seconds=0.3, count=1)
        world.tap("Bob", "🗣 2")
    world.group = int(world.sim.post(f"groups/{small}/migrate")["id"])
    again = world.board()
    assert again.position == board.position
    settled(world)
    if learnt == "by an error":
        assert "🗣 2" in world.board().text
        made = [call for call in house.sim.get("calls", after=before)["calls"] if call["chat_id"] == small]
        assert "upgraded" in made[0]["description"]
    assert not world.records.rows("SELECT * FROM chat WHERE id = ?", small)
    assert world.match()["id"] == board.match
    play_to_the_end(world)
    assert {row["chat_id"] for row in world.records.rows("SELECT chat_id FROM match WHERE id = ?", board.match)} == {
        world.group
    }
    world.tap("Cid", "Rematch")
    world.lobby()
