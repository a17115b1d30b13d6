"""The life of groups: the bot is muted, removed and back, people leave, and several tables at once never mix."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.bot.driver import World
from tests.bot.processes import House
from tests.bot.seen import Message

FOUR = "Ann Bob Cid Dee"
CLOCK = "⏱ 5 min"
LOST = "I cannot write in Friday night any more"
HOUR = 3600


def refused_calls(world: World, number: int) -> list[dict[str, Any]]:
    """The calls to the group after one of them that were refused."""
    made: list[dict[str, Any]] = world.sim.get("calls", after=number)["calls"]
    return [call for call in made if call["chat_id"] == world.group and not call["ok"]]


def notices(world: World, who: str) -> list[Message]:
    """What stands in somebody's private chat about a bot without a voice."""
    return [message for message in world.messages(who) if LOST in message.text]


def told_ever(world: World, who: str) -> int:
    """How often somebody was ever told so."""
    return sum(LOST in message.text for message in world.said(who))


def until_hushed(world: World, *who: str) -> None:
    for name in who:
        world.until_said(LOST, name)
    world.settle()


def until_a_board_below(world: World, number: int) -> None:
    """Waits until there is a board anew, and nothing of the reason is left."""
    world.until("a new board", lambda: any(board.id > number for board in world.boards()))
    world.until("no notice", lambda: not any(notices(world, name) for name in world.names))
    world.settle()


def test_case_c37_a_muted_bot_pauses_tells_everybody_once_and_goes_on_by_itself(house: House) -> None:
    world = World(house, FOUR, strangers=["Dee"])
    board = world.begin("Ann", "Bob", "Cid", "Dee", options=[CLOCK])
    world.settle()
    before = house.sim.get("calls")["n"]
    world.sim.post(f"groups/{world.group}/mute")
    until_hushed(world, "Ann", "Bob", "Cid")
    match = world.match()
    assert (match["deadline"], match["wake_at"]) == (None, None)
    assert 0 < match["left_ms"] <= 300_000

    world.think(3 * HOUR)
    world.write("Bob", "/table")
    move = board.targets[0].data.split(":")[-1]
    assert "I cannot write in Friday night now" in world.press(board.holder, board, f"{board.match}:1:{move}").text
    assert world.hand_of("Dee").dealt, "secrets stay in reach"
    world.settle()
    assert refused_calls(world, before) == []
    assert world.records.plays(board.match) == []
    assert [told_ever(world, name) for name in ("Ann", "Bob", "Cid", "Dee")] == [1, 1, 1, 0]

    world.sim.post(f"groups/{world.group}/mute", on=False)
    until_a_board_below(world, board.id)
    assert world.board().position == 1
    assert world.match()["left_ms"] is None
    world.think(match["left_ms"] / 1000 + 1)
    world.until_moved(1)
    assert [play["by"] for play in world.records.plays(board.match)] == ["clock"]
    world.play_out()


def test_case_c37_a_refused_board_is_not_asked_for_again_and_whoever_comes_next_heals_it(house: House) -> None:
    house.forgiven += ["not enough rights to send"]
    world = World(house, FOUR)
    board = world.begin(options=[CLOCK])
    world.settle()
    before = house.sim.get("calls")["n"]
    # Of what all members may do Telegram tells nobody.
    world.sim.post(f"groups/{world.group}/permissions", can_send_messages=False)
    world.sim.post(f"groups/{world.group}/promote", person=world.ids["Bob"])
    world.write("Bob", "/table")
    until_hushed(world, *world.names)
    for name in world.names:
        assert world.tap(name, "🗣 1").text
    world.settle()
    assert len(refused_calls(world, before)) == 1
    assert [told_ever(world, name) for name in world.names] == [1] * 4

    world.sim.post(f"groups/{world.group}/permissions", can_send_messages=True)
    world.think(15)
    world.tap("Cid", "🗣 2")
    until_a_board_below(world, board.id)
    assert "🗣 2" in world.board().text
    world.cut()


def test_case_c37_a_restart_in_a_hush_tells_nobody_twice(own_house: House) -> None:
    world = World(own_house, FOUR)
    board = world.begin(options=[CLOCK])
    world.settle()
    world.sim.post(f"groups/{world.group}/mute")
    until_hushed(world, *world.names)
    before = own_house.sim.get("calls")["n"]
    world.kill_and_start()
    assert refused_calls(world, before) == []
    assert [told_ever(world, name) for name in world.names] == [1] * 4
    world.sim.post(f"groups/{world.group}/mute", on=False)
    until_a_board_below(world, board.id)


def test_case_c36_removed_and_added_again_the_bot_goes_on_with_a_new_board(house: House) -> None:
    house.forgiven += ["getChatMember: Forbidden: bot was kicked"]
    world = World(house, FOUR)
    board = world.begin()
    world.settle()
    before = house.sim.get("calls")["n"]
    world.sim.post("people/bot/kick", chat=world.group)
    until_hushed(world, *world.names)
    world.think(40 * HOUR)
    assert (
        "I cannot write in Friday night now"
        in world.press(
            board.holder, world.until_said("Your role", board.holder), f"{board.match}:1:!cut 0 0", private=True
        ).text
    )
    world.until("asked after the press", lambda: refused_calls(world, before))
    world.settle()
    assert {call["method"] for call in refused_calls(world, before)} == {"getChatMember"}
    assert world.records.plays(board.match) == []

    world.sim.post("people/bot/join", chat=world.group)
    until_a_board_below(world, board.id)
    assert world.match()["status"] == "running"
    world.play_out()


def test_case_c37_a_pause_by_the_host_outlasts_the_return_of_the_bot(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin(options=[CLOCK])
    world.write("Ann", "/pause")
    world.until_said("The match is paused")
    world.settle()
    world.sim.post(f"groups/{world.group}/mute")
    until_hushed(world, *world.names)
    world.sim.post(f"groups/{world.group}/mute", on=False)
    until_a_board_below(world, board.id)
    assert world.match()["pause_until"] is not None
    world.write("Ann", "/resume")
    world.until("it goes on", lambda: world.match()["deadline"] is not None)


@pytest.mark.parametrize("bot_admin", [False, True], ids=["told by the service message", "told as administrator"])
@pytest.mark.parametrize("how", ["leave", "kick"])
def test_case_c35_who_leaves_the_group_or_is_removed_leaves_its_tables(house: House, how: str, bot_admin: bool) -> None:
    world = World(house, "Ann Bob Cid Dee Eve", bot_admin=bot_admin)
    board = world.begin("Ann", "Bob", "Cid", "Dee", options=[CLOCK])
    world.write("Ann", "/play")
    world.gather("Ann", "Dee", "Eve")
    world.sim.post(f"people/{world.ids['Dee']}/{how}", chat=world.group)
    world.until_lobby("👥 2 of ")
    world.until("the computer plays for her", lambda: "Dee 🤖" in world.boards()[0].text)
    seats = world.records.rows("SELECT person_id, left FROM seat WHERE match_id = ? ORDER BY seat", board.match)
    assert [seat["person_id"] for seat in seats if seat["left"]] == [world.ids["Dee"]]
    assert world.match()["status"] == "lobby"
    lobby = world.lobby()
    assert "Dee" not in lobby.text
    world.sim.post(f"people/{world.ids['Dee']}/join", chat=world.group)
    world.tap("Dee", "Join")
    world.until_lobby("👥 3 of ")


def test_case_c41_c42_two_tables_of_one_group_never_mix_nor_do_the_matches_of_one_person(house: House) -> None:
    world = World(house, "Ann Bob Cid Dee Eve")
    first = world.begin("Ann", "Bob", "Cid", "Dee", options=[CLOCK])
    world.write("Eve", "/play")
    world.begin("Eve", "Ann", "Bob", "Cid", options=[CLOCK])
    second = world.until("both boards", lambda: next((b for b in world.boards() if b.match != first.match), None))
    assert world.press("Dee", first, f"{first.match}:1:claim 2").text
    assert world.press("Eve", second, f"{second.match}:1:claim 0").text
    assert "not playing" in world.press("Eve", second, f"{first.match}:1:claim 1").text
    assert "not playing" in world.press("Dee", first, f"{second.match}:1:claim 1").text
    said = {board.match: [claim["text"] for claim in world.records.claims(board.match)] for board in (first, second)}
    assert said == {first.match: ["claim 2"], second.match: ["claim 0"]}

    # A button names its match, wherever it hangs.
    hands = json.loads(world.records.matches(world.group)[0]["state"])["hands"]
    target = first.targets[0].data[-1]
    place = next(place for place, wire in enumerate(hands[int(target)]) if wire != "bomb")
    world.press(first.holder, second, f"{first.match}:1:!cut {target} {place}")
    world.until("the first moves", lambda: any((b.match, b.position) == (first.match, 2) for b in world.boards()))
    assert [len(world.records.plays(board.match)) for board in (first, second)] == [1, 0]
    for name in ("Ann", "Bob", "Cid"):
        hands = [message for message in world.messages(name) if "Your role" in message.text]
        about = [{button.data.partition(":")[0] for button in hand.buttons} for hand in hands]
        assert sorted(about, key=min) == [{str(first.match)}, {str(second.match)}], "a hand moves in its match alone"


def test_of_two_matches_one_says_which_is_to_end(house: House) -> None:
    world = World(house, "Ann Bob Cid Dee Eve")
    first = world.begin("Ann", "Bob", "Cid", "Dee", options=[CLOCK])
    world.write("Eve", "/play")
    world.begin("Eve", "Ann", "Bob", "Cid", options=[CLOCK])
    second = world.until("both boards", lambda: next((b for b in world.boards() if b.match != first.match), None))
    world.write("Ann", "/end")
    asked = world.until_said("Which match do you mean?")
    world.press("Ann", asked, f"{first.match}:1:stop")
    sure = world.until_said("Really end")
    assert "Dee" in sure.text
    assert "Eve" not in sure.text
    world.tap("Ann", "🚫 End it")
    world.until_said("the match was cancelled")
    status = {row["id"]: row["status"] for row in world.records.matches(world.group)}
    assert status == {first.match: "cancelled", second.match: "running"}


def test_cancel_means_the_match_one_hosts(house: House) -> None:
    world = World(house, "Ann Bob Cid Dee Eve")
    world.begin("Bob", "Ann", "Cid", "Dee", options=[CLOCK])
    world.write("Eve", "/play")
    world.begin("Eve", "Ann", "Bob", "Cid", options=[CLOCK])
    world.write("Bob", "/cancel")
    assert "Dee" in world.until_said("Really end").text


def test_case_c43_an_abandoned_lobby_goes_and_an_abandoned_match_blocks_nobody(house: House) -> None:
    world = World(house, "Ann Bob Cid Dee Eve")
    world.gather("Ann", "Bob")
    world.think(24 * HOUR + 1)
    world.until_said("nobody started this game for a day")
    world.write("Cid", "/play")
    abandoned = world.begin("Cid", "Dee", "Eve", "Bob", options=[CLOCK])
    world.write("Ann", "/play")
    assert "1. Ann 👑" in world.gather("Ann", "Bob").text
    assert sorted(row["status"] for row in world.records.matches(world.group)) == ["expired", "lobby", "running"]
    world.think(301)
    world.until("the clock moves", lambda: world.records.plays(abandoned.match))


def test_case_c44_when_the_host_vanishes_from_a_match_the_others_can_end_it(house: House) -> None:
    world = World(house, FOUR)
    world.begin("Ann", "Bob", "Cid", "Dee", options=[CLOCK])
    world.sim.post(f"people/{world.ids['Ann']}/leave", chat=world.group)
    world.until("the right passes on", lambda: world.match()["host_id"] == world.ids["Bob"])
    world.write("Cid", "/end")
    world.until_there("👍")
    assert world.match()["status"] == "running"
    world.tap("Dee", "👍")
    world.until_said("the match was cancelled")
    assert world.match()["status"] == "cancelled"


def test_an_anonymous_administrator_commands_as_the_group_and_sits_as_himself(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Bob", "Cid")
    world.sim.post(f"groups/{world.group}/anonymous", person=world.ids["Ann"])
    world.write("Ann", "/cancel")
    world.until("an administrator may", lambda: world.match()["status"] == "cancelled")
    world.write("Ann", "/play")
    lobby = world.gather("Ann", "Bob", "Cid", "Dee")
    assert "1. Ann 👑" in lobby.text, "a press carries the person"
    world.choose("Ann", CLOCK)
    world.tap("Ann", "▶️ Start")
    board = world.board()
    for command in ("/hand", "/leave", "/games", "/back", "/extend"):
        world.write("Ann", command)
    world.until("told", lambda: sum("works only in your own name" in m.text for m in world.standing()) == 5)
    assert [seat["left"] for seat in world.records.seats(board.match)] == [0] * 4
    assert world.hand_of("Ann").dealt
    world.write("Ann", "/end")
    world.until_there("🚫 End it")
    world.tap("Ann", "🚫 End it")
    world.until_said("the match was cancelled")


def test_a_channel_sees_the_games_and_steers_none(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Bob", "Cid")
    channel = world.sim.post("channels", title="News", owner=world.ids["Cid"])["id"]

    def say(text: str) -> None:
        world.sim.post(f"people/{world.ids['Cid']}/send", chat=world.group, text=text, **{"as": channel})

    say("/cancel")
    world.until_said("Only the host (Bob) or an administrator")
    say("/hand")
    world.until_said("works only in your own name")
    say("/status")
    world.until_said("Bob")
    assert world.match()["status"] == "lobby"
    assert [seat["person_id"] for seat in world.records.seats(world.match()["id"])] == [
        world.ids["Bob"],
        world.ids["Cid"],
    ]
