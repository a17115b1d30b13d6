"""Every way to a seat, and everybody who is told why he gets none."""

from __future__ import annotations

from tests.bot.driver import World, at_once
from tests.bot.processes import House

FOUR = "Ann Bob Cid Dee"


def test_a_tap_on_join_seats_at_once_whom_the_bot_may_write_to(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Ann")
    answer = world.tap("Bob", "Join")
    assert "You are in" in answer.text
    assert not answer.url
    world.until_lobby("2. Bob")


def test_who_never_started_is_seated_and_led_to_the_private_chat_by_the_same_tap(house: House) -> None:
    world = World(house, FOUR, strangers=["Bob"])
    world.gather("Ann")
    answer = world.tap("Bob", "Join")
    assert answer.url == f"https://t.me/BigBenPlayBot?start=j_{world.match()['token']}"
    lobby = world.until_lobby("2. Bob")
    assert "Bob: press Start in my private chat" in lobby.text

    assert world.tap("Bob", "Join").url == answer.url, "whoever has closed that chat finds it by another press"

    world.start("Bob", answer.payload)

    world.until_said("You are in: Time Bomb in Friday night", "Bob")
    assert world.tap("Bob", "Join").text == "👌 You are already in."
    world.until("nobody is out of reach", lambda: "press Start" not in world.lobby().text)
    assert len(world.records.seats(world.match()["id"])) == 2


def test_case_c27_who_never_pressed_start_plays_by_the_alert(house: House) -> None:
    world = World(house, FOUR, strangers=["Bob", "Dee"])
    world.begin()
    assert world.hand_of("Bob").role in ("sherlock", "moriarty")
    world.play_out()
    assert world.messages("Bob") == []
    assert world.messages("Dee") == []
    by_bob = [play for play in world.records.plays(world.match()["id"]) if play["seat"] == 1]
    assert all(play["by"] == "person" for play in by_bob)


def test_a_deep_link_seats_a_member_and_tells_him_privately(house: House) -> None:
    world = World(house, FOUR, strangers=["Cid"])
    world.gather("Ann")
    world.start("Cid", f"j_{world.match()['token']}")
    told = world.until_said("You are in: Time Bomb in Friday night", "Cid")
    assert [button.label for button in told.buttons] == ["🚪 Leave"]
    world.until_lobby("2. Cid")


def test_a_deep_link_followed_twice_seats_once(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Ann")
    link = f"j_{world.match()['token']}"
    at_once(*[lambda: world.start("Cid", link)] * 3)
    world.until("three answers", lambda: sum("You are in" in m.text for m in world.messages("Cid")) == 3)
    assert [seat["person_id"] for seat in world.records.seats(world.match()["id"])] == [
        world.ids["Ann"],
        world.ids["Cid"],
    ]


def test_an_inline_invitation_leads_into_the_lobby(house: House) -> None:
    world = World(house, FOUR, bot_admin=True)
    elsewhere = World(house, ["Zoe"], title="Another group")
    ann, cid, zoe = world.ids["Ann"], world.ids["Cid"], elsewhere.ids["Zoe"]
    house.sim.post(f"people/{ann}/join", chat=elsewhere.group)
    house.sim.post(f"people/{cid}/join", chat=elsewhere.group)
    world.gather("Ann")
    share = world.tap_for("Ann", "Invite")["switch_inline_query_chosen_chat"]
    offered = house.sim.post(f"people/{ann}/inline", query=share["query"], chat=elsewhere.group)
    (result,) = offered["results"]
    assert "Time Bomb" in result["title"]
    assert "Friday night" in result["description"]
    chosen = {"query_id": offered["query_id"], "result_id": result["id"], "chat": elsewhere.group}
    house.sim.post(f"people/{ann}/choose", **chosen)
    invitation = elsewhere.until("the invitation", lambda: elsewhere.newest("Join"))
    payload = invitation.buttons[0].url.partition("?start=")[2]

    world.start("Cid", payload)
    world.until_said("You are in", "Cid")
    elsewhere.start("Zoe", payload)
    elsewhere.until_said("This game is for members of the group Friday night", "Zoe")

    assert [seat["person_id"] for seat in world.records.seats(world.match()["id"])] == [ann, cid]
    nothing = house.sim.post(f"people/{zoe}/inline", query="", chat=elsewhere.group)
    assert nothing["results"] == []
    assert nothing["button"]["text"].startswith("No open game of yours")


def test_whoever_sees_the_lobby_may_pass_its_invitation_on(house: House) -> None:
    world = World(house, FOUR, bot_admin=True)
    elsewhere = World(house, ["Zoe"], title="Another group")
    cid = world.ids["Cid"]
    house.sim.post(f"people/{cid}/join", chat=elsewhere.group)
    world.gather("Ann")
    share = world.tap_for("Cid", "Invite")["switch_inline_query_chosen_chat"]
    offered = house.sim.post(f"people/{cid}/inline", query=share["query"], chat=elsewhere.group)
    (result,) = offered["results"]
    house.sim.post(f"people/{cid}/choose", query_id=offered["query_id"], result_id=result["id"], chat=elsewhere.group)
    invitation = elsewhere.until("the invitation", lambda: elsewhere.newest("Join"))
    assert invitation.buttons[0].url.endswith(f"?start=j_{world.match()['token']}")


def test_case_c30_an_outsider_with_the_link_is_told_why_not(house: House) -> None:
    world = World(house, FOUR, outsiders=["Mallory"], strangers=["Mallory"], bot_admin=True)
    world.gather("Ann")
    world.start("Mallory", f"j_{world.match()['token']}")
    world.until_said("This game is for members of the group Friday night.", "Mallory")
    assert len(world.records.seats(world.match()["id"])) == 1


def test_who_left_the_group_is_no_member_any_more(house: House) -> None:
    world = World(house, FOUR, bot_admin=True)
    world.gather("Ann")
    house.sim.post(f"people/{world.ids['Bob']}/leave", chat=world.group)
    world.start("Bob", f"j_{world.match()['token']}")
    world.until_said("This game is for members of the group", "Bob")


def test_the_ninth_is_told_that_every_seat_is_taken(house: House) -> None:
    world = World(house, "Ann Bob Cid Dee Eve Fay Gus Hal Ian")
    world.gather(*world.names[:8])
    assert world.tap("Ian", "Join").text == "🈵 Every seat is taken (8)."
    world.start("Ian", f"j_{world.match()['token']}")
    world.until_said("Every seat is taken (8).", "Ian")
    assert len(world.records.seats(world.match()["id"])) == 8


def test_the_link_is_dead_once_the_match_has_begun(house: House) -> None:
    world = World(house, "Ann Bob Cid Dee Eve")
    world.begin(*world.names[:4])
    world.start("Eve", f"j_{world.match()['token']}")
    world.until_said("Too late: this game has already begun", "Eve")
    world.start("Eve", "j_nonsense")
    world.until_said("This link leads nowhere any more", "Eve")
    assert len(world.records.seats(world.match()["id"])) == 4


def test_who_comes_by_the_link_to_a_match_that_began_with_him_gets_his_hand(house: House) -> None:
    world = World(house, FOUR, strangers=["Bob"])
    world.begin()
    world.start("Bob", f"j_{world.match()['token']}")
    world.until_said("Your role", "Bob")
    world.settle()
    assert world.saying("You are in", "Bob") is None


def test_the_greeting_offers_only_what_is_open_to_him(house: House) -> None:
    world = World(house, FOUR, title="Chess club")
    world.gather("Ann", "Bob")
    world.tap("Bob", "Leave")
    world.start("Bob")
    door = world.until_there("Chess club", "Bob")
    world.tap("Bob", "Chess club", private=True)
    world.until("it is not offered any more", lambda: world.newest("Chess club", "Bob") is None)
    assert any(m.id == door.id and "Hello" in m.text for m in world.messages("Bob"))


def test_a_greeting_that_still_offers_the_same_is_not_drawn_anew(house: House) -> None:
    world = World(house, "Ann Bob Cid Dee Eve Fay Gus Hal Ian", title="Full house")
    world.gather("Ann", "Ian")
    world.tap("Ian", "Leave")
    for name in world.names[1:8]:
        world.tap(name, "Join")
    world.until_lobby("8 of 8")
    world.start("Ian")
    world.until_there("Full house", "Ian")
    before = house.sim.get("calls")["n"]
    assert "Every seat is taken" in world.tap("Ian", "Full house", private=True).text
    world.settle()
    made = house.sim.get("calls", after=before)["calls"]
    assert "editMessageText" not in {call["method"] for call in made if call["chat_id"] == world.ids["Ian"]}


def test_a_plain_start_lists_the_open_lobbies_of_groups_where_he_was_seen(house: House) -> None:
    world = World(house, FOUR, title="Chess club")
    world.gather("Ann", "Bob")
    world.tap("Bob", "Leave")
    world.start("Bob")
    door = world.until_there("Chess club", "Bob")
    assert "These games are looking for players" in door.text
    answer = world.tap("Bob", "Chess club", private=True)
    assert "You are in" in answer.text
    world.until_lobby("2. Bob")
    world.until_said("You are in: Time Bomb in Chess club", "Bob")
    # Dee never showed up in that group, so nothing is offered to her.
    world.start("Dee")
    world.until("two greetings", lambda: sum("Hello" in m.text for m in world.messages("Dee")) == 2)
    assert world.newest("Chess club", "Dee") is None


def test_everybody_may_leave_from_the_group_or_from_the_private_chat(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Ann", "Bob", "Cid")
    assert "Your seat is free again" in world.tap("Bob", "Leave").text
    world.start("Cid", f"j_{world.match()['token']}")
    world.until_there("Leave", "Cid")
    assert "Your seat is free again" in world.tap("Cid", "Leave", private=True).text
    assert "Not seated" in world.tap("Dee", "Leave").text
    world.until_lobby("1 of 8")


def test_the_hosts_right_passes_on_when_he_leaves_and_with_the_last_the_lobby_goes(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Ann", "Bob", "Cid")
    world.tap("Ann", "Leave")
    world.until_lobby("1. Bob 👑")
    assert "Only the host (Bob)" in world.tap("Cid", "Options").text
    world.tap("Bob", "Leave")
    world.until_lobby("1. Cid 👑")
    world.tap("Cid", "Leave")
    world.until_said("this game was called off before it began")
    assert world.match()["status"] == "cancelled"
    assert world.newest("Join") is None


def test_joining_and_leaving_over_and_over_leaves_one_seat_each(house: House) -> None:
    world = World(house, "Ann Bob Cid Dee Eve Fay Gus Hal")
    world.gather("Ann")

    def restless(name: str) -> None:
        for label in ("Join", "Leave", "Join"):
            world.tap(name, label)

    at_once(*[lambda name=name: restless(name) for name in world.names[1:]])
    world.until_lobby("8 of 8")
    seats = world.records.seats(world.match()["id"])
    assert [seat["seat"] for seat in seats] == list(range(8))
    assert {seat["person_id"] for seat in seats} == set(world.ids.values())
