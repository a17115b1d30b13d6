"""Whole matches: from the greeting in the group to the last card turned over."""

from __future__ import annotations

import hashlib

import pytest

from core.fair import Fair, commitment
from core.game import Options
from core.timebomb import TimeBomb
from tests.bot.driver import World
from tests.bot.processes import House
from tests.bot.seen import HASH, Message, roles_in, seed_in

FOUR, FIVE, EIGHT = "Ann Bob Cid Dee", "Ann Bob Cid Dee Eve", "Ann Bob Cid Dee Eve Fay Gus Hal"


@pytest.mark.parametrize("people", [FOUR, FIVE, EIGHT])
def test_a_group_plays_a_whole_match_on_the_board(house: House, people: str) -> None:
    world = World(house, people)
    promised = HASH.findall(world.gather().text)
    world.tap("Ann", "▶️ Start")
    world.board()
    hands = {name: world.hand_of(name) for name in world.names}
    assert sum(hand.dealt[0] for hand in hands.values()) == len(hands)
    assert sum(hand.dealt[2] for hand in hands.values()) == 1

    result = world.play_out()

    assert roles_in(result) == {name: hand.role for name, hand in hands.items()}
    assert ("The role card nobody had: " in result.text) == (len(hands) == 4)
    assert world.match()["status"] == "finished"
    secret = HASH.findall(result.text)[1]
    assert promised == [hashlib.sha256(bytes.fromhex(secret)).hexdigest()] == HASH.findall(result.text)[:1]
    assert promised == [commitment(bytes.fromhex(secret))]
    dealt = dealt_again(result, len(hands))
    assert [str(role) for role in dealt.roles] == [hand.role for hand in hands.values()]
    assert [(h.defusing, h.safe, h.bomb) for h in dealt.dealt[0]] == [hand.dealt for hand in hands.values()]


def test_a_match_is_played_entirely_from_private_chats(house: House) -> None:
    world = World(house, FIVE)
    world.begin(quiet_nights=True)
    edits_of_the_group = len(world.said())

    world.play_out(world.cut_privately)

    plays = world.records.plays(world.match()["id"])
    assert plays
    assert {play["by"] for play in plays} == {"person"}
    taps_in_the_group = [event for event in world.told() if event["kind"] == "tapped"]
    assert {event["data"].split(":")[2] for event in taps_in_the_group} == {"new timebomb", "join", "start"}
    # No tap of a private chat redraws the board, only what was cut.
    assert len(world.said()) - edits_of_the_group <= 2 * len(plays) + 6


def test_the_hand_in_the_private_chat_is_good_for_cutting_the_whole_round(house: House) -> None:
    world = World(house, FIVE)
    world.begin(options=["⏱ 1 min"])
    for _ in range(3):
        board = world.board()
        hand = world.until_there("✂️", board.holder)
        assert len(hand.targets) == 4
        world.tap(board.holder, world.chance.choice(hand.targets), private=True)
        world.until_there("✂️ 1", board.holder)
        world.tap(board.holder, world.chance.choice(world.wires_for(board.holder)), private=True)
        world.until_moved(board.position)
        if world.result():
            break
    assert world.records.plays(world.match()["id"])
    assert all(play["by"] == "person" for play in world.records.plays(world.match()["id"]))


def test_computer_players_play_with_two_people_and_sit_down_again_at_the_rematch(house: House) -> None:
    world = World(house, "Ann Bob")
    world.gather()
    for _ in range(3):
        world.tap("Ann", "🤖 Add")
    world.until_lobby("5 of 8")
    world.tap("Ann", "▶️ Start")
    world.board()

    result = world.play_out(lambda: people_cut_and_wait_for_computers(world))

    match = world.match()["id"]
    seats = world.records.seats(match)
    assert len(roles_in(result)) == 5
    for play in world.records.plays(match):
        assert play["by"] == ("person" if seats[play["seat"]]["person_id"] else "computer")
    world.tap("Ann", "Rematch")
    assert "4 of 8" in world.lobby().text
    assert world.lobby().text.count("🤖") == 3
    assert "not back yet: Bob" in world.lobby().text


def people_cut_and_wait_for_computers(world: World) -> None:
    board = world.board()
    if board.holder in world.names:
        world.cut()
        return
    assert not board.targets
    assert not board.wires
    first_of_the_round = all(set(row.wires) == {"🟫"} for row in board.rows)
    world.think(61 if first_of_the_round else 5)
    world.until_moved(board.position)


def test_the_first_cut_of_a_computer_player_waits_until_the_people_have_claimed(house: House) -> None:
    world = begun_with_a_computer_to_move(house)
    dealt = world.match()["deadline"]
    world.tap("Ann", "🗣 1")
    assert world.match()["deadline"] == dealt
    world.tap("Bob", "🗣 0")
    assert world.match()["deadline"] < dealt
    world.think(5)
    world.until_moved(1)


def begun_with_a_computer_to_move(house: House) -> World:
    """Chance decides who begins, so it may take some matches."""
    for _ in range(30):
        world = World(house, "Ann Bob")
        world.gather()
        for _ in range(6):
            world.tap("Ann", "🤖 Add")
        world.tap("Ann", "▶️ Start")
        if world.board().holder not in world.names:
            return world
    raise AssertionError("in thirty matches no computer player began")


def test_a_rematch_opens_a_lobby_and_the_others_join_it(house: House) -> None:
    world = World(house, FOUR)
    world.begin()
    first = world.match()
    world.play_out()
    result = world.until("the result", world.result)
    answer = world.tap("Bob", "Rematch")
    assert "You are in" in answer.text
    lobby = world.lobby()
    assert "1. Bob 👑" in lobby.text
    assert "not back yet: Ann, Cid, Dee" in lobby.text
    assert HASH.findall(lobby.text) != HASH.findall(result.text)[:1]

    world.press("Cid", result, f"{first['id']}:{first['position']}:rematch")
    world.tap("Ann", "Join")
    world.tap("Dee", "Join")
    world.until_lobby("4 of 8")
    again = world.match()
    assert again["id"] > first["id"]
    assert again["previous_id"] == first["id"]
    assert len(world.records.matches(world.group)) == 2
    world.tap("Bob", "▶️ Start")
    world.board()
    world.play_out()


def test_two_matches_of_two_groups_never_mix(house: House) -> None:
    worlds = [World(house, FOUR), World(house, FIVE)]
    for world in worlds:
        world.begin()
    while any(world.result() is None for world in worlds):
        for world in worlds:
            if world.result() is None:
                world.cut()
    for world in worlds:
        positions = [play["position"] for play in world.records.plays(world.match()["id"])]
        assert positions == list(range(1, len(positions) + 1))
        assert len(roles_in(world.until("the result", world.result))) == len(world.names)


def dealt_again(result: Message, seats: int) -> TimeBomb:
    """The deal that follows from the published secret and the joins."""
    return TimeBomb.deal(seats, Options(), Fair(seed_in(result), 0))
