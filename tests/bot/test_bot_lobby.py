"""The lobby: what the host may choose, who else may, and how a lobby or a match is called off."""

from __future__ import annotations

import pytest

from tests.bot.driver import World
from tests.bot.processes import House

FOUR = "Ann Bob Cid Dee"


def test_the_bot_greets_a_group_with_the_games(house: House) -> None:
    world = World(house, FOUR)
    greeting = world.until_there("Time Bomb")
    assert "What shall we play?" in greeting.text


def test_the_message_with_the_games_becomes_the_lobby(house: House) -> None:
    world = World(house, FOUR)
    menu = world.until_there("Time Bomb")
    lobby = world.gather("Ann")
    assert lobby.id == menu.id
    assert "1. Ann 👑" in lobby.text
    assert "3 more players are needed" in lobby.text
    assert "Time for a move: 1 hour" in lobby.text


def test_a_place_has_one_lobby_at_a_time(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Ann")
    world.write("Bob", "/play")
    world.until_there("Time Bomb")
    assert "already gathering players" in world.tap("Bob", "Time Bomb").text
    assert len(world.records.matches(world.group)) == 1


def test_a_start_with_too_few_is_answered_with_the_reason(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Ann", "Bob")
    assert "Players still needed: 2" in world.tap("Ann", "▶️ Start").text
    assert world.match()["status"] == "lobby"


@pytest.mark.parametrize("label", ["🤖 Add", "Options", "▶️ Start", "Call off"])
def test_only_the_host_or_an_administrator_may_steer_a_lobby(house: House, label: str) -> None:
    world = World(house, FOUR)
    world.gather("Bob", "Cid", "Dee", "Ann")
    before = world.everything()
    for name in ("Cid", "Dee"):
        assert "Only the host (Bob) or an administrator" in world.tap(name, label).text
    assert world.everything() == before
    # Ann made the group: she is its owner.
    assert "Only the host" not in world.tap("Ann", label).text
    assert world.everything() != before


def test_an_administrator_who_is_no_owner_may_steer_too(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Bob", "Cid")
    house.sim.post(f"groups/{world.group}/promote", person=world.ids["Dee"])
    assert "computer player sits down" in world.tap("Dee", "🤖 Add").text


def test_computers_come_and_go(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Ann", "Bob")
    assert world.newest("🤖 Remove") is None
    for _ in range(6):
        world.tap("Ann", "🤖 Add")
    assert "Every seat is taken (8)" in world.tap("Ann", "🤖 Add").text
    world.until_there("🤖 Remove")
    for _ in range(6):
        world.tap("Ann", "🤖 Remove")
    world.until("people alone", lambda: "2 of 8" in world.lobby().text and not world.newest("🤖 Remove"))
    lobby = world.lobby()
    assert "There is no computer player here" in world.press("Ann", lobby, f"{world.match()['id']}:0:bot-").text


def test_the_host_chooses_clock_and_claims(house: House) -> None:
    world = World(house, FOUR)
    world.gather()
    world.choose("Ann", "⏱ 24 h", "Claims off")
    lobby = world.until_lobby("24 hours")
    assert "Claims on the board: off" in lobby.text
    world.tap("Ann", "▶️ Start")
    board = world.board()
    assert not board.having(r"claim \d")
    assert not world.until_there("✂️ Bob", "Ann").having(r"claim \d")
    match = world.match()["id"]
    assert "Claims are switched off" in world.press("Bob", board, f"{match}:1:claim 1").text
    assert world.records.claims(match) == []


def test_a_button_that_only_leads_somewhere_claims_no_change(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Ann")
    ways = [("⏱ Clock", "Every day at"), ("Every day at", "20:00"), ("Back", "⏱ 24 h"), ("Back", "Options")]
    for label, then in ways:
        assert world.tap("Ann", label).text == ""
        world.until_there(then)


def test_the_options_show_what_is_chosen_and_offer_to_remove_players(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Ann", "Bob", "Cid")
    world.tap("Ann", "Options")
    panel = world.until_there("Claims on")
    chosen = {button.label for button in panel.buttons if button.label.startswith("✅")}
    assert chosen == {"✅ Join", "✅ 🗣 Claims on", "✅ ▶️ By hand", "✅ 👥 Members only"}
    assert {button.label for button in panel.having(r"kick \d")} == {"❌ Bob", "❌ Cid"}
    assert "Only the host" in world.tap("Bob", "❌ Cid").text
    assert "The seat is free again" in world.tap("Ann", "❌ Bob").text
    world.tap("Ann", "Back")
    world.until_lobby("2. Cid")


def test_whoever_comes_joins_while_the_host_has_something_open(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Ann")
    for door, name in (("Options", "Bob"), ("⏱ Clock", "Cid")):
        world.tap("Ann", door)
        world.until_there("↩️ Back")
        assert "You are in" in world.tap(name, "Join").text
        world.tap("Ann", "↩️ Back")
        world.until_there("▶️ Start")
    assert [row["name"] for row in world.records.seats(world.match()["id"])] == ["Ann", "Bob", "Cid"]


def test_a_lobby_that_starts_when_full_starts_with_the_eighth(house: House) -> None:
    world = World(house, "Ann Bob Cid Dee Eve Fay Gus Hal")
    world.gather("Ann")
    world.choose("Ann", "When full")
    for name in world.names[1:]:
        world.tap(name, "Join")
    assert len(world.board().rows) == 8


def test_the_host_calls_a_lobby_off_and_its_secret_is_published(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Ann", "Bob")
    assert "Called off" in world.tap("Ann", "Call off").text
    gone = world.until_said("this game was called off before it began")
    assert f"Secret: {world.match()['secret'].hex()}" in gone.text
    assert not gone.buttons
    assert "already begun or was called off" in world.press("Bob", gone, f"{world.match()['id']}:0:join").text


def test_cancel_in_the_group_calls_a_lobby_off(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Bob", "Cid")
    world.write("Cid", "/cancel")
    world.until_said("Only the host (Bob)")
    world.write("Bob", "/cancel")
    world.until_said("this game was called off before it began")


def test_case_c46_a_running_match_ends_early_only_when_the_host_means_it(house: House) -> None:
    world = World(house, FOUR)
    world.begin("Bob", "Cid", "Dee", "Ann")
    world.write("Bob", "/cancel")
    world.until_there("End it")
    assert "Only the host (Bob)" in world.tap("Cid", "End it").text
    # She administers the group, and may ask herself.
    assert "I have asked somebody else" in world.tap("Ann", "End it").text
    assert world.match()["status"] == "running"
    assert "goes on" in world.tap("Bob", "Play on").text
    assert world.match()["status"] == "running"
    world.write("Bob", "/cancel")
    world.until_there("End it")
    world.tap("Bob", "End it")
    end = world.until_said("the match was cancelled")
    assert f"Secret: {world.match()['secret'].hex()}" in end.text
    assert world.match()["status"] == "cancelled"
    assert world.match()["deadline"] is None
    world.until("no live button", lambda: not any(m.having("hand") for m in world.messages()))


def test_case_c46_call_off_pressed_a_moment_too_late_does_not_end_the_match(house: House) -> None:
    world = World(house, FOUR)
    lobby = world.gather()
    (call_off,) = lobby.having("cancel")
    world.tap("Ann", "▶️ Start")
    answer = world.press("Ann", lobby, call_off.data)
    assert "already begun" in answer.text
    assert world.match()["status"] == "running"


def test_case_c46_who_leaves_a_match_confirms_it_and_the_computer_plays_on_for_him(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    away = board.holder
    world.write(away, "/leave")
    world.until_there("🚪 Leave")
    stranger = next(name for name in world.names if name != away)
    assert "not playing" in world.tap(stranger, "🚪 Leave").text
    assert "computer plays on for you" in world.tap(away, "🚪 Leave").text
    world.until("he is marked", lambda: f"{away} 🤖" in world.board().text)
    world.think(61)
    world.until_moved(board.position)
    (play,) = world.records.plays(world.match()["id"])
    assert play["by"] == "computer"
    assert "not playing" in world.press(away, board, f"{board.match}:{board.position}:hand").text


def test_the_leave_button_of_the_lobby_leaves_no_match(house: House) -> None:
    world = World(house, FOUR)
    world.gather(*world.names[1:])
    world.start(world.names[0], f"j_{world.match()['token']}")
    world.until_said("You are in", world.names[0])
    world.tap(world.names[1], "▶️ Start")
    world.board()
    assert "already begun" in world.tap(world.names[0], "🚪 Leave", private=True).text
    world.until("no button is left that does nothing", lambda: world.saying("You are in", world.names[0]) is None)
    assert not any(seat["left"] for seat in world.records.seats(world.match()["id"]))


def test_when_everybody_has_left_the_match_is_over(house: House) -> None:
    world = World(house, FOUR)
    world.begin()
    for name in world.names:
        world.write(name, "/leave", private=True)
        world.until_there("🚪 Leave", name)
        world.tap(name, "🚪 Leave", private=True)
    world.until_said("the match was cancelled")
    assert world.match()["status"] == "cancelled"
