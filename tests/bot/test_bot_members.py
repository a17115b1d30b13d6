"""At Telegram: /block, /unblock and their list; /nextgame and what comes of it."""

from __future__ import annotations

import pytest

from tests.bot.driver import World
from tests.bot.processes import House
from tests.bot.seen import Message
from tests.bot.test_bot_limits import restarted, told

FOUR = "Ann Bob Cid Dee"
KEPT_OUT = "The administrators of Friday night do not let you play there"
NEWS = "Time Bomb is looking for players in Friday night"


def reply(world: World, who: str, to: int, text: str) -> None:
    """Somebody answers a message of the group."""
    world.sim.post(f"people/{world.ids[who]}/send", chat=world.group, text=text, reply_to=to)


def block(world: World, who: str, whom: str) -> None:
    """An administrator blocks somebody, and means it."""
    reply(world, who, world.write(whom, "Hello!"), "/block")
    world.until_there("⛔ Block")
    assert f"{whom} cannot join any game" in world.tap(who, "⛔ Block").text
    world.until("the question is gone", lambda: world.newest("⛔ Block") is None)


def blocked(world: World) -> list[str]:
    rows = world.records.rows(
        "SELECT person_id FROM chat_person WHERE chat_id = ? AND blocked_at IS NOT NULL", world.group
    )
    return sorted(name for name, number in world.ids.items() if number in {row["person_id"] for row in rows})


def news(world: World, who: str) -> list[Message]:
    return [message for message in world.messages(who) if NEWS in message.text]


def test_case_c30_c46_whom_an_administrator_blocks_loses_his_seat_and_comes_in_by_no_door(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Bob", "Cid", "Dee")
    said = world.write("Cid", "I shall win!")
    reply(world, "Ann", said, "/block")
    asked = world.until_said("Really keep Cid out of the games of this group?")
    assert blocked(world) == []
    world.until_lobby("👥 3 of ")

    assert "cannot join any game" in world.tap("Ann", "⛔ Block").text
    lobby = world.until_lobby("👥 2 of ")
    assert "Cid" not in lobby.text
    world.until("the question is gone", lambda: all(one.id != asked.id for one in world.messages()))
    assert KEPT_OUT in world.tap("Cid", "✅ Join").text
    world.start("Cid", f"j_{world.match()['token']}")
    world.until_said(KEPT_OUT, "Cid")
    world.write("Cid", "/nextgame")
    world.until_said(KEPT_OUT)
    world.tap("Bob", "Leave")
    world.tap("Dee", "Leave")
    world.until_said("called off before it began")
    world.write("Cid", "/play")
    world.until_there("Time Bomb")
    assert KEPT_OUT in world.tap("Cid", "Time Bomb").text
    assert len(world.records.matches(world.group)) == 1


def test_a_match_that_runs_goes_on_with_him_and_the_rematch_without(house: House) -> None:
    world = World(house, FOUR)
    world.begin()
    block(world, "Ann", "Bob")
    assert world.hand_of("Bob").dealt
    world.play_out()
    assert KEPT_OUT in world.tap("Bob", "Rematch").text
    world.tap("Ann", "Rematch")
    world.until_lobby("1. Ann 👑")
    assert KEPT_OUT in world.tap("Bob", "✅ Join").text


def test_case_c46_only_the_administrator_who_was_asked_blocks_or_thinks_better_of_it(house: House) -> None:
    world = World(house, FOUR)
    house.sim.post(f"groups/{world.group}/promote", person=world.ids["Dee"])
    said = world.write("Cid", "Hello!")
    reply(world, "Bob", said, "/block")
    world.until_said("Only an administrator of the group can do this")
    reply(world, "Ann", said, "/block")
    asked, hello = world.until_there("⛔ Block"), world.until_said("Hello", "Dee")
    for name in ("Bob", "Dee", "Cid"):
        assert "I have asked somebody else" in world.tap(name, "⛔ Block").text
        assert "I have asked somebody else" in world.tap(name, "👍 No").text
    assert blocked(world) == []
    # Any data may be sent as if from a button.
    cid, bob, dee = (world.ids[name] for name in ("Cid", "Bob", "Dee"))
    for data in (f"0:0:block {cid} {bob}", f"0:0:block {cid} 0", f"0:0:unblock {cid} 0", f"0:0:pick {cid} {bob}"):
        assert "Only an administrator" in world.press("Bob", asked, data).text
    assert "Only an administrator" in world.press("Bob", asked, f"0:0:set unblock {cid} 0").text
    huge = "9" * 30
    for data in (f"0:0:block {huge} 0", f"0:0:set unblock {huge} 0", f"0:0:next off {huge}", "0:0:set blocked x"):
        assert "do not know this button" in world.press("Dee", asked, data).text
    for data in (f"0:0:block {cid}", "0:0:block x 0", "0:0:spare x", "0:0:block 5 0", "0:0:pick", "0:0:next on"):
        assert "do not know this button" in world.press("Dee", asked, data).text
    assert "do not know this button" in world.press("Dee", hello, f"0:0:block {cid} {dee}", private=True).text
    assert blocked(world) == []
    assert "Nothing has changed" in world.tap("Ann", "👍 No").text
    world.until("the question is gone", lambda: world.newest("⛔ Block") is None)
    assert blocked(world) == []


def test_an_anonymous_administrator_blocks_and_any_administrator_confirms(house: House) -> None:
    world = World(house, FOUR)
    house.sim.post(f"groups/{world.group}/anonymous", person=world.ids["Ann"])
    reply(world, "Ann", world.write("Cid", "Hello!"), "/block")
    world.until_there("⛔ Block")
    assert "Only an administrator" in world.tap("Bob", "⛔ Block").text
    assert "Cid cannot join any game" in world.tap("Ann", "⛔ Block").text
    assert blocked(world) == ["Cid"]
    world.write("Ann", "/unblock Cid")
    world.until_said("Cid may join the games of this group again")
    assert blocked(world) == []


def test_of_several_of_one_name_the_administrator_says_who(house: House) -> None:
    world = World(house, ["Ann", "Bob", "Zoe", "Zoe B"])
    other = house.sim.post("people", first_name="Zoe", username="zoe_x")["id"]
    house.sim.post(f"people/{other}/join", chat=world.group)
    world.ids["Other"] = other
    for name in ("Zoe", "Zoe B", "Other"):
        world.write(name, "/status")
    world.until("seen", lambda: told(world, "Nothing is being played here") == 3)
    world.write("Ann", "/block Zoe")
    which = world.until_said("Who is meant?")
    assert "@zoe_x" in which.text
    assert len(which.buttons) == 2, "both whose whole name it is"
    chosen = next(one for one in which.buttons if f" {other} " in one.data)
    assert "I have asked somebody else" in world.tap("Bob", chosen).text
    world.tap("Ann", chosen)
    world.until_said("Really keep Zoe out")
    world.tap("Ann", "⛔ Block")
    assert blocked(world) == ["Other"]
    world.write("Ann", "/block @ZOE_X")
    world.until_there("⛔ Block")
    assert "Already done" in world.tap("Ann", "⛔ Block").text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/block", "Who is meant? Reply with the command"),
        ("/block Nobody at all", "I know nobody called Nobody at all here"),
        ("/unblock Bob", "Already done"),
    ],
)
def test_what_cannot_be_done_is_told(house: House, text: str, said: str) -> None:
    world = World(house, FOUR)
    world.write("Bob", "/status")
    world.until_said("Nothing is being played")
    world.write("Ann", text)
    world.until_said(said)
    assert blocked(world) == []


def test_the_settings_list_who_is_blocked_with_a_way_back(house: House) -> None:
    world = World(house, FOUR)
    block(world, "Ann", "Bob")
    block(world, "Ann", "Cid")
    world.write("Ann", "/settings")
    world.until_there("⛔ Blocked people")
    assert "Only an administrator" in world.tap("Bob", "⛔ Blocked people").text
    world.tap("Ann", "⛔ Blocked people")
    shown = world.until_there("✅ 1 · Cid")
    assert "1. Cid" in shown.text
    assert "2. Bob" in shown.text
    world.tap("Ann", "✅ 2 · Bob")
    world.until("Bob is off the list", lambda: world.newest("· Bob") is None)
    assert blocked(world) == ["Cid"]
    world.tap("Ann", "✅ 1 · Cid")
    world.until_said("Nobody is. An administrator keeps somebody out")
    world.tap("Ann", "Back")
    world.until_said("Settings of this group")
    world.write("Bob", "/play")
    world.gather("Bob", "Cid")


def test_who_waits_for_the_next_game_is_told_once_and_joins_with_a_tap(house: House) -> None:
    world = World(house, FOUR)
    for name in ("Bob", "Cid"):
        world.write(name, "/nextgame")
        world.until_said(f"{name}, I will write to you when the next game opens here")
    world.write("Cid", "/nextgame")
    world.until_said("Cid, I will not tell you of the next game here")
    world.gather("Ann")
    world.until_said(NEWS, "Bob")
    assert "You are in" in world.tap("Bob", "✅ Join", private=True).text
    world.until_said("You are in: Time Bomb in Friday night", "Bob")
    world.until_lobby("2. Bob")
    world.until("the news is gone", lambda: not news(world, "Bob"))
    assert not news(world, "Cid")
    world.write("Ann", "/cancel")
    world.until_said("called off before it began")
    world.write("Ann", "/play")
    world.gather("Ann")
    world.settle()
    assert not news(world, "Bob")


def test_who_never_pressed_start_is_led_there_and_told_then(house: House) -> None:
    world = World(house, FOUR, strangers=["Bob"])
    world.write("Bob", "/nextgame")
    answer = world.until_said("I may not write to you yet")
    (door,) = answer.buttons
    assert door.url == "https://t.me/BigBenPlayBot?start=next"
    world.start("Bob", "next")
    listed = world.until_said("I write to you when the next game opens in these groups", "Bob")
    assert "1. Friday night" in listed.text
    world.gather("Ann")
    world.until_said(NEWS, "Bob")


def test_nobody_is_told_who_has_blocked_the_bot_or_left_the_group(house: House) -> None:
    world = World(house, FOUR)
    for name in ("Bob", "Cid", "Dee"):
        world.write(name, "/nextgame")
        world.until_said(f"{name}, I will write to you")
    house.sim.post(f"people/{world.ids['Bob']}/block")
    house.sim.post(f"people/{world.ids['Cid']}/leave", chat=world.group)
    world.gather("Ann")
    world.until_said(NEWS, "Dee")
    world.settle()
    assert not news(world, "Bob")
    assert not news(world, "Cid")


def test_in_private_he_sees_what_he_waits_for_and_stops_it(house: House) -> None:
    world = World(house, FOUR)
    world.write("Bob", "/nextgame", private=True)
    world.until_said("You wait for no game", "Bob")
    world.write("Bob", "/nextgame")
    world.until_said("Bob, I will write to you")
    world.write("Bob", "/nextgame", private=True)
    world.until_there("🔕 1 · Friday night", "Bob")
    assert world.tap("Bob", "🔕 1 · Friday night", private=True).text
    world.until("it is off the list", lambda: world.newest("🔕 1", "Bob") is None)
    world.gather("Ann")
    world.settle()
    assert not news(world, "Bob")


def test_an_open_game_is_pointed_out_to_whoever_asks_for_the_next(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Ann")
    world.write("Bob", "/nextgame")
    assert "A game is looking for players here right now" in world.until_said("Bob, I will write to you").text
    world.write("Ann", "/nextgame")
    assert "right now" not in world.until_said("Ann, I will write to you").text


def test_an_anonymous_administrator_waits_for_nothing(house: House) -> None:
    world = World(house, FOUR)
    house.sim.post(f"groups/{world.group}/anonymous", person=world.ids["Ann"])
    world.write("Ann", "/nextgame")
    world.until_said("This works only in your own name")


def test_these_commands_count_among_those_of_a_minute(own_house: House) -> None:
    world = World(own_house, FOUR)
    restarted(own_house, world, COMMANDS_PER_MINUTE="3")
    for text in ("/nextgame", "/block", "/unblock", "/nextgame", "/block Bob"):
        world.write("Ann", text)
    world.until("the refusal", lambda: told(world, "That was a lot at once"))
    assert told(world, "I will write to you") == 1
    assert told(world, "Who is meant?") == 2
    assert told(world, "I will not tell you") == 0
