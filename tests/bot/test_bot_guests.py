"""At Telegram: guests, whom only the host can know, new links, and whoever has no business at the table."""

from __future__ import annotations

import json
from typing import Any

from tests.bot.driver import World, at_once
from tests.bot.processes import House
from tests.bot.seen import Message

FOUR = "Ann Bob Cid Dee"
HOUR = 3600
WHO = "Who may join Time Bomb in Friday night?"
WAITS = "so I have asked the host of Time Bomb to let you in"
REFUSED = "The host of Time Bomb in Friday night has not let you in"


def link(world: World) -> str:
    return f"j_{world.match()['token']}"


def choose(world: World, who: str, label: str) -> str:
    """The host opens the options, chooses one and closes them; what he is answered."""
    world.tap(who, "Options")
    world.until_there(label)
    answer = world.tap(who, label)
    world.until_there("Back")
    world.tap(who, "Back")
    world.until_there("▶️ Start")
    return answer.text


def knock(world: World, *names: str) -> None:
    """People from elsewhere follow the link, and wait."""
    for name in names:
        world.start(name, link(world))
        world.until_said(WAITS, name)


def question(world: World, who: str | None = None) -> Message:
    return world.until_said(WHO, who)


def seated(world: World) -> list[str]:
    by_id = {number: name for name, number in world.ids.items()}
    return [by_id.get(row["person_id"], "🤖") for row in world.records.seats(world.match()["id"])]


def joins(world: World) -> list[str]:
    """What the seed is made of."""
    found: list[str] = json.loads(world.match()["joins"])
    return found


def asks(world: World) -> list[Any]:
    return world.records.rows("SELECT person_id, refused FROM ask WHERE match_id = ?", world.match()["id"])


def count(world: World, text: str, who: str | None) -> int:
    """How often the bot ever sent this."""
    events = [event for event in world.told(who) if event["kind"] == "sent"]
    return sum(text in Message(event["message"]).text for event in events)


def test_guests_come_by_the_link_when_the_host_wants_them_and_play_to_the_end(house: House) -> None:
    world = World(house, "Ann Bob Cid", outsiders=["Zoe"], strangers=["Zoe"], bot_admin=True)
    world.gather()
    world.start("Zoe", link(world))
    world.until_said("This game is for members of the group Friday night", "Zoe")
    assert "Changed" in choose(world, "Ann", "🎟 Guests, too")
    world.until_lobby("Guests are welcome")
    world.start("Zoe", link(world))
    world.until_said("You are in: Time Bomb in Friday night", "Zoe")
    world.until_lobby("4. Zoe")
    assert seated(world) == ["Ann", "Bob", "Cid", "Zoe"]
    world.tap("Ann", "▶️ Start")
    world.board()
    world.until_said("Your role", "Zoe")
    # She cannot press in the group: she plays from her private chat.
    world.names.append("Zoe")
    while world.result() is None:
        if world.board().mover == "Zoe":
            plays_privately(world, "Zoe")
        else:
            world.cut()
    world.until("the result", world.result)


def test_in_a_quick_match_a_guest_is_called_privately_to_his_move(house: House) -> None:
    world = World(house, "Ann Bob Cid", outsiders=["Zoe"], bot_admin=True)
    world.gather()
    choose(world, "Ann", "🎟 Guests, too")
    world.start("Zoe", link(world))
    world.until_lobby("4. Zoe")
    world.choose("Ann", "⏱ 5 min")
    world.tap("Ann", "▶️ Start")
    if world.board().mover != "Zoe":
        assert world.saying("It is your move", "Zoe") is None
        place = next(place for place, wire in enumerate(world.game()["hands"][3]) if wire != "bomb")
        world.make(f"cut 3 {place}")
    call = world.until_said("It is your move", "Zoe")
    assert "Time Bomb" in call.text
    assert len(call.targets) == 3
    plays_privately(world, "Zoe")
    world.until("no call", lambda: world.saying("It is your move", "Zoe") is None)
    assert not any(world.saying("It is your move", name) for name in ("Ann", "Bob", "Cid"))


def test_a_guest_who_loses_his_seat_or_his_lobby_is_told_so(house: House) -> None:
    world = World(house, "Ann Bob Cid", outsiders=["Zoe"], bot_admin=True)
    world.gather()
    choose(world, "Ann", "🎟 Guests, too")
    world.start("Zoe", link(world))
    world.until_lobby("4. Zoe")
    assert "The seat is free again" in choose(world, "Ann", "❌ Zoe")
    world.until_said("The host has freed your seat: Time Bomb · Friday night", "Zoe")
    world.start("Zoe", link(world))
    world.until_lobby("4. Zoe")
    world.tap("Ann", "✖️ Call off")
    world.until_said("Time Bomb · Friday night · this game was called off before it began", "Zoe")
    assert world.saying("this game was called off", "Bob") is None


def plays_privately(world: World, who: str) -> None:
    """Somebody cuts by the buttons of his hand."""
    board = world.board()
    hand = world.until("her hand", lambda: next((m for m in reversed(world.messages(who)) if m.targets), None))
    world.think()
    world.press(who, hand, hand.targets[0].data, private=True)
    wires = world.until("the wires", lambda: [w for w in world.wires_for(who) if w.position == board.position])
    world.tap(who, wires[0], private=True)
    world.until_moved(board.position)


def test_who_is_banned_from_the_group_is_no_guest_of_it(house: House) -> None:
    world = World(house, "Ann Bob Cid Zoe", bot_admin=True)
    world.gather("Ann")
    choose(world, "Ann", "🎟 Guests, too")
    house.sim.post(f"people/{world.ids['Zoe']}/kick", chat=world.group)
    world.start("Zoe", link(world))
    world.until_said("This game is for members of the group", "Zoe")
    assert seated(world) == ["Ann"]


def test_where_telegram_does_not_tell_the_host_does_and_both_are_told_privately(house: House) -> None:
    world = World(house, FOUR, outsiders=["Zoe"], speaks={"Zoe": "fr"})
    world.gather("Ann", "Bob")
    before = joins(world)
    world.start("Zoe", link(world))
    told = world.until_said("j'ai demandé à l'hôte de Time Bomb", "Zoe")
    asked = question(world, "Ann")
    assert "• Zoe" in asked.text
    assert [one.label for one in asked.buttons] == ["✅ Zoe", "🚫 Zoe"]
    world.until_lobby("🙋 Zoe: here by the invite link")
    assert world.saying(WHO) is None, "the group is not asked by a message of its own"
    assert seated(world) == ["Ann", "Bob"]

    assert world.tap("Ann", "✅ Zoe", private=True).text == "✅ Zoe is in."

    world.until_said("Tu es de la partie", "Zoe")
    world.until_lobby("3. Zoe")
    world.until("the question goes", lambda: world.saying(WHO, "Ann") is None)
    world.until("the answer to him goes", lambda: not any(one.id == told.id for one in world.messages("Zoe")))
    assert seated(world) == ["Ann", "Bob", "Zoe"]
    (join,) = joins(world)[len(before) :]
    assert join.startswith(f"message {world.ids['Zoe']} ")


def test_who_hides_in_the_group_waits_or_taps_join_there(house: House) -> None:
    house.forgiven.append("CHAT_ADMIN_REQUIRED")
    world = World(house, FOUR)
    house.sim.post(f"groups/{world.group}/hide_members")
    world.gather("Ann")
    knock(world, "Bob", "Cid")
    assert "Are you in the group? Then tap Join there" in world.until_said(WAITS, "Bob").text
    assert "You are in" in world.tap("Bob", "✅ Join").text
    world.until_lobby("2. Bob")
    world.until_said("You are in: Time Bomb", "Bob")
    assert world.tap("Ann", "✅ Cid", private=True).text == "✅ Cid is in."
    world.until_lobby("3. Cid")
    assert seated(world) == ["Ann", "Bob", "Cid"]


def test_who_comes_by_the_greeting_and_hides_in_the_group_waits_for_the_host(house: House) -> None:
    house.forgiven.append("CHAT_ADMIN_REQUIRED")
    world = World(house, FOUR, title="Chess club")
    house.sim.post(f"groups/{world.group}/hide_members")
    world.gather("Ann", "Bob")
    world.tap("Bob", "Leave")
    world.start("Bob")
    world.until_there("Chess club", "Bob")
    assert "I have asked the host" in world.tap("Bob", "Chess club", private=True).text
    world.until_said("I have asked the host of Time Bomb to let you in", "Bob")
    assert seated(world) == ["Ann"]
    world.until_there("✅ Bob")
    assert world.tap("Ann", "✅ Bob").text == "✅ Bob is in."
    world.until_said("You are in: Time Bomb in Chess club", "Bob")
    assert seated(world) == ["Ann", "Bob"]


def test_who_is_turned_away_is_told_and_asks_in_vain(house: House) -> None:
    world = World(house, FOUR, outsiders=["Zoe"])
    world.gather("Ann")
    knock(world, "Zoe")
    world.start("Zoe", link(world))
    world.until_said("You have asked already", "Zoe")
    question(world, "Ann")
    assert world.tap("Ann", "🚫 Zoe", private=True).text == "🚫 Zoe stays outside."
    world.until_said(REFUSED, "Zoe")
    world.until("the question is gone", lambda: world.saying(WHO, "Ann") is None)
    world.start("Zoe", link(world))
    world.until_said("The host does not let you into this game", "Zoe")
    choose(world, "Ann", "🎟 Guests, too")
    world.start("Zoe", link(world))
    world.until("told again", lambda: count(world, "The host does not let you into this game", "Zoe") == 2)
    world.settle()
    assert count(world, WHO, "Ann") == 1
    assert seated(world) == ["Ann"]


def test_a_host_out_of_reach_is_called_in_the_group_and_an_administrator_may_answer(house: House) -> None:
    world = World(house, FOUR, strangers=["Bob"], outsiders=["Zoe"])
    world.gather("Bob")
    knock(world, "Zoe")
    asked = question(world)
    assert "👑 Bob" in asked.text
    assert "Only the host (Bob)" in world.tap("Cid", "✅ Zoe").text
    # Ann has made the group.
    assert world.tap("Ann", "✅ Zoe").text == "✅ Zoe is in."
    world.until_lobby("2. Zoe")
    world.until("the question is gone", lambda: world.saying(WHO) is None)


def test_case_c44_when_the_host_has_vanished_for_an_hour_somebody_seated_lets_in(house: House) -> None:
    world = World(house, FOUR, outsiders=["Zoe"])
    world.gather("Bob", "Cid")
    knock(world, "Zoe")
    world.until_there("✅ Zoe")
    assert "Only the host (Bob)" in world.tap("Cid", "✅ Zoe").text
    world.think(HOUR + 1)
    assert world.tap("Cid", "✅ Zoe").text == "✅ Zoe is in."
    world.until_lobby("2. Cid 👑")
    world.until_lobby("3. Zoe")


def test_case_c12_a_forged_answer_lets_nobody_in(house: House) -> None:
    world = World(house, FOUR, outsiders=["Zoe", "Max"])
    lobby = world.gather("Bob")
    match, zoe, max_ = world.match()["id"], world.ids["Zoe"], world.ids["Max"]
    knock(world, "Zoe")
    told = world.until_said(WAITS, "Zoe")
    before = world.everything()
    for data in (f"{match}:0:admit {zoe}", f"{match}:0:reject {zoe}"):
        assert "Only the host (Bob)" in world.press("Zoe", told, data, private=True).text
        assert "Only the host (Bob)" in world.press("Dee", lobby, data).text
    # The host himself cannot let in who has not asked.
    for data in (f"{match}:0:admit {max_}", f"{match}:0:admit {world.ids['Cid']}", f"{match}:0:reject {max_}"):
        assert "answered already" in world.press("Bob", lobby, data).text
    for data in (f"{match}:0:admit", f"{match}:0:admit x", f"{match}:0:admit {zoe} {zoe}"):
        assert "do not know this button" in world.press("Bob", lobby, data).text
    for data in (f"{match}:0:guests maybe", f"{match}:0:admit {'9' * 30}", f"{match}:0:join me"):
        assert "do not know this button" in world.press("Bob", lobby, data).text
    assert "no such match" in world.press("Bob", lobby, f"{match + 1000}:0:admit {zoe}").text
    # Who has neither link nor was ever seen there does not even ask.
    said = world.press("Max", world.until_said("Hello", "Max"), f"{match}:0:join", private=True).text
    assert "I cannot see whether you belong to Friday night" in said
    assert world.everything() == before
    assert [row["person_id"] for row in asks(world)] == [zoe]


def test_all_or_nothing_when_the_last_seat_is_wanted_by_three_at_once(house: House) -> None:
    world = World(house, "Ann Bob Cid Dee Eve Fay Gus Hal", outsiders=["Zoe", "Max"])
    world.gather(*world.names[:7])
    knock(world, "Zoe", "Max")
    world.until_there("✅ Max")
    world.until_there("✅ Zoe")
    answers = at_once(
        lambda: world.tap("Ann", "✅ Zoe"), lambda: world.tap("Ann", "✅ Max"), lambda: world.tap("Hal", "✅ Join")
    )
    assert sorted("Every seat is taken" in one.text for one in answers) == [False, True, True]
    assert len(seated(world)) == 8
    world.until_lobby("8 of 8")
    waiting = len([row for row in asks(world) if world.ids["Hal"] != row["person_id"]])
    assert waiting == 2, "a seat may get free again"
    world.tap("Bob", "Leave")
    world.until_lobby("7 of 8")
    left = next(name for name in ("Zoe", "Max") if name not in seated(world))
    assert world.tap("Ann", f"✅ {left}").text == f"✅ {left} is in."
    world.until_said("You are in", left)


def test_who_waits_when_the_match_begins_is_told_that_it_is_too_late(house: House) -> None:
    world = World(house, FOUR, outsiders=["Zoe"])
    world.gather(*world.names)
    knock(world, "Zoe")
    world.tap("Ann", "▶️ Start")
    world.board()
    world.until_said("Too late: this game has already begun", "Zoe")
    assert asks(world) == []
    world.until("he does not wait any more", lambda: world.saying(WAITS, "Zoe") is None)
    world.until("the question is gone", lambda: world.saying(WHO, "Ann") is None)


def test_a_new_link_kills_the_old_one_and_says_so(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Ann")
    old = link(world)
    assert "The old invite link is dead" in choose(world, "Ann", "🔗 New invite link")
    assert link(world) != old
    world.start("Bob", old)
    world.until_said("This link leads nowhere any more", "Bob")
    assert seated(world) == ["Ann"]
    share = world.tap_for("Ann", "Invite")["switch_inline_query_chosen_chat"]
    assert f"j_{share['query']}" == link(world)
    world.start("Bob", link(world))
    world.until_said("You are in", "Bob")
    world.tap("Ann", "Options")
    new = world.until_there("🔗 New invite link")
    (button,) = new.having("link")
    assert "Only the host (Ann)" in world.press("Bob", new, button.data).text


def test_kill_9_while_somebody_waits_loses_no_question_and_asks_none_twice(own_house: House) -> None:
    world = World(own_house, FOUR, outsiders=["Zoe"])
    world.gather("Ann")
    knock(world, "Zoe")
    question(world, "Ann")
    world.settle()
    world.kill_and_start()
    assert (count(world, WHO, "Ann"), count(world, WAITS, "Zoe")) == (1, 1)
    assert world.tap("Ann", "✅ Zoe", private=True).text == "✅ Zoe is in."
    world.until_said("You are in", "Zoe")
    world.settle()
    world.kill_and_start()
    assert count(world, "You are in", "Zoe") == 1
