"""Every game under a plan of faults: what was acknowledged was done, once, and the match ends."""

from __future__ import annotations

import pytest

from tests.bot.driver import World
from tests.bot.processes import House
from tests.bot.storm import EXPECTED, STORM, assert_every_press_was_answered_once, fault, pressed_twice, settled
from tgbot.store.snapshot import load_game

FIVE = "Ann Bob Cid Dee Eve"


@pytest.mark.parametrize("name", ["Time Bomb Evolution", "The Hunt", "The Race"])
def test_every_other_game_too_counts_each_move_once_and_ends_in_the_storm(own_house: House, name: str) -> None:
    house = own_house
    house.forgiven += EXPECTED
    world = World(house, FIVE)
    world.begin(game=name, options=["⏱ 5 min"])
    settled(world)
    for number, one in enumerate(STORM):
        fault(world, **one, seed=number)
    moves = []
    while (match := world.match())["status"] == "running":
        position, board = match["position"], world.board()
        game = load_game(match["kind"], match["state"])
        assert game.to_act is not None
        move = world.chance.choice(game.moves(game.to_act))
        pressed_twice(world, world.names[game.to_act], board, f"{match['id']}:{position}:!{move}")
        moves.append((position, move))
    struck = {(one["kind"], one["method"]) for one in world.sim.get("fault") if one["struck"]}
    assert len(struck) > len(STORM) / 2
    world.sim.post("fault/clear")
    world.until("the result", world.result, 60)
    settled(world)
    plays = world.records.plays(match["id"])
    assert [(play["position"], play["move"]) for play in plays] == moves
    assert {play["by"] for play in plays} == {"person"}
    assert sum(bool(message.having("rematch")) for message in world.messages()) == 1
    assert_every_press_was_answered_once(world)
