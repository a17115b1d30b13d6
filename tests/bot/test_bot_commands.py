"""What people can type, in the group and in private, in four languages."""

from __future__ import annotations

import pytest

from core.catalog import CATALOG
from tests.bot.driver import World
from tests.bot.processes import House
from tgbot.languages import LANGUAGES
from tgbot.words import words

FOUR = "Ann Bob Cid Dee"


def test_play_offers_the_games(house: House) -> None:
    world = World(house, FOUR)
    greeting = world.until_there("Time Bomb")
    world.write("Bob", "/play")
    menu = world.until("a new menu", lambda: (world.newest("Time Bomb") or greeting).id > greeting.id)
    assert menu


def test_hand_in_the_group_sends_it_privately_and_never_says_it_openly(house: House) -> None:
    world = World(house, FOUR)
    world.begin()
    before = world.until_said("Your hand", "Bob")
    world.write("Bob", "/hand")
    world.until_said("Your hand is in our private chat")
    world.until("the hand below", lambda: (world.saying("Your hand", "Bob") or before).id > before.id)
    assert not world.saying("Your hand ·")
    assert not world.saying("Your role")


def test_hand_of_somebody_who_never_started_tells_him_how_to_see_it(house: House) -> None:
    world = World(house, FOUR, strangers=["Bob"])
    world.begin()
    world.write("Bob", "/hand")
    world.until_said("open my private chat and press Start. Or tap 🎴 My hand")
    assert not world.saying("Your role")


def test_hand_of_somebody_who_does_not_play_says_so(house: House) -> None:
    world = World(house, FOUR + " Eve")
    world.begin(*FOUR.split())
    world.write("Eve", "/hand")
    world.until_said("You are not playing in this match")


def test_hand_in_private_brings_the_hands_of_all_my_matches(house: House) -> None:
    first = World(house, FOUR, title="First club")
    first.begin()
    second = World(house, "Eve Fay Gus", title="Second club")
    ann = first.ids["Ann"]
    house.sim.post(f"people/{ann}/join", chat=second.group)
    second.ids["Ann"] = ann
    second.begin("Eve", "Fay", "Gus", "Ann")
    first.until_said("Second club", "Ann")
    before = first.messages("Ann")[-1].id
    first.write("Ann", "/hand", private=True)
    first.until(
        "both hands",
        lambda: (
            {"First", "Second"}
            <= {club for m in first.messages("Ann") if m.id > before for club in ("First", "Second") if club in m.text}
        ),
    )


def test_history_tells_who_cut_what_from_whom_in_the_group_and_in_private(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    world.tap("Ann", "🗣 2")
    world.cut_safely()
    world.write("Bob", "/history")
    told = world.until_said("who cut what from whom")
    assert f"1. {board.holder} ✂️ " in told.text
    assert "Ann 🗣 2" in told.text
    world.write("Bob", "/history", private=True)
    assert f"1. {board.holder} ✂️ " in world.until_said("who cut what from whom", "Bob").text
    assert "history is in our private chat" in world.tap("Cid", "History").text
    world.until_said("who cut what from whom", "Cid")


def test_the_history_button_leads_who_never_started_into_his_private_chat(house: House) -> None:
    world = World(house, FOUR, strangers=["Bob"])
    board = world.begin()
    answer = world.tap("Bob", "History")
    assert answer.payload == f"h_{board.match}"
    world.start("Bob", answer.payload)
    world.until_said("who cut what from whom", "Bob")


def test_the_history_is_for_the_players_and_their_group_alone(house: House) -> None:
    world = World(house, "Ann Bob Cid Dee Eve Fay", strangers=["Eve"])
    board = world.begin("Ann", "Bob", "Cid", "Dee")
    answer = world.tap("Eve", "History")
    world.start("Eve", answer.payload)
    world.until_said("who cut what from whom", "Eve")
    # Fay has started the bot, and the bot has never seen her in the group.
    world.start("Fay", f"h_{board.match}")
    world.until_said("You are not playing in this match", "Fay")
    door = world.until_said("Hello", "Fay")
    assert "not playing" in world.press("Fay", door, f"{board.match}:1:history", private=True).text
    assert world.saying("who cut what from whom", "Fay") is None


def test_a_link_to_the_history_of_a_match_that_has_not_begun_says_so(house: House) -> None:
    world = World(house, FOUR)
    world.gather("Ann")
    world.start("Ann", f"h_{world.match()['id']}")
    world.until_said("The match has not begun yet", "Ann")


def test_status_tells_whom_the_group_waits_for(house: House) -> None:
    world = World(house, FOUR)
    world.write("Ann", "/status")
    world.until_said("Nothing is being played here")
    world.gather("Ann")
    world.write("Ann", "/status")
    world.until_said("Not begun yet. 👥 1 of 8")
    for name in ("Bob", "Cid", "Dee"):
        world.tap(name, "Join")
    world.tap("Ann", "▶️ Start")
    board = world.board()
    world.write("Ann", "/status")
    world.until_said(f"Waiting for {board.holder}")


def test_games_lists_all_my_matches_those_that_wait_for_me_first(house: House) -> None:
    world = World(house, FOUR, title="Chess club")
    world.write("Dee", "/games", private=True)
    world.until_said("You are in no match at the moment", "Dee")
    board = world.begin()
    world.write(board.holder, "/games", private=True)
    told = world.until_said("Your matches", board.holder)
    assert "Chess club · Time Bomb" in told.text
    assert "It is your move!" in told.text
    other = next(name for name in world.names if name != board.holder)
    world.write(other, "/games", private=True)
    assert f"Waiting for {board.holder}" in world.until_said("Your matches", other).text


def test_rules_and_help_stand_in_both_places(house: House) -> None:
    world = World(house, FOUR)
    for private in (False, True):
        where = "Bob" if private else None
        world.write("Bob", "/rules", private=private)
        menu = world.until_said("Which game shall I explain?", where)
        world.tap("Bob", next(b for b in menu.buttons if b.data == "0:0:rules timebomb"), private=private)
        told = world.until_said("same number of wires, first 5, then 4, 3 and 2", where)
        assert [b.data for b in told.buttons] == [f"0:0:rules {kind}" for kind in CATALOG if kind != "timebomb"]
        world.write("Bob", "/help", private=private)
        assert "/play ·" in world.until_said("How it works", where).text


def test_where_a_game_is_played_its_rules_are_told_at_once(house: House) -> None:
    world = World(house, FOUR)
    world.begin()
    world.settle()
    before = len(world.standing())
    world.write("Bob", "/rules")
    world.until_said("same number of wires, first 5, then 4, 3 and 2")
    assert not any("Which game" in m.text for m in world.messages())
    assert len(world.standing()) == before + 1


def test_no_game_is_explained_that_there_is_not(house: House) -> None:
    world = World(house, FOUR)
    world.write("Bob", "/rules", private=True)
    menu = world.until_said("Which game shall I explain?", "Bob")
    for wanted in ("rules chess", "rules", "rules race hunt"):
        answer = world.press("Bob", menu, f"0:0:{wanted}", private=True)
        assert "I do not know this button" in answer.text
    world.write("Bob", "/help", private=True)
    told = world.until_said("How it works", "Bob")
    assert [m.id for m in world.messages("Bob") if m.by_bot and m.id >= menu.id] == [menu.id, told.id]


def test_any_other_words_in_private_are_answered_with_help_and_in_the_group_with_nothing(house: House) -> None:
    world = World(house, FOUR, bot_admin=True)
    world.until_there("Time Bomb")
    before = len(world.standing())
    world.write("Bob", "Hello there")
    world.write("Bob", "/nonsense")
    world.write("Bob", "/play@SomeOtherBot")
    world.write("Bob", "Hello there", private=True)
    world.until_said("How it works", "Bob")
    world.write("Bob", "/nonsense", private=True)
    world.until("help again", lambda: sum("How it works" in m.text for m in world.messages("Bob")) == 2)
    assert len(world.standing()) == before


def test_table_leads_from_the_private_chat_to_the_board_in_the_group(house: House) -> None:
    world = World(house, FOUR)
    world.write("Bob", "/table", private=True)
    world.until_said("This works in a group", "Bob")
    board = world.begin()
    world.write("Bob", "/table", private=True)
    (link,) = [button.url for button in world.until_said("Your matches", "Bob").buttons if button.url]
    assert link == f"https://t.me/c/{-world.group - 10**12}/{board.id}"


def test_play_in_private_offers_the_games_of_a_private_table(house: House) -> None:
    world = World(house, FOUR)
    world.write("Bob", "/play", private=True)
    assert "A table here is private" in world.until_there("The Hunt", "Bob").text


def test_the_group_speaks_its_hosts_language_and_everybody_reads_his_own_privately(house: House) -> None:
    speaks = {"Bob": "vi", "Cid": "fr", "Dee": "ru"}
    world = World(house, FOUR, speaks=speaks)
    board = world.begin()
    assert "Move: " in board.text
    for name, language in speaks.items():
        hand = world.until_said("🎴", name)
        assert words(language)("Round {round} of {rounds}", round=1, rounds=4) in hand.text
        alert = world.tap(name, "My hand")
        assert words(language).plain("Sherlock") in alert.text or words(language).plain("Moriarty") in alert.text
        assert words(language)("Round {round} of {rounds}", round=1, rounds=4) in alert.text
    assert "Round 1 of 4" in world.until_said("🎴", "Ann").text


def test_a_group_whose_host_speaks_french_is_french(house: House) -> None:
    world = World(house, FOUR, speaks={"Ann": "fr"})
    world.tap("Ann", world.until_there("Time Bomb").having("new timebomb")[0])
    french = words("fr")
    world.until_there(french.plain("✅ Join"))
    world.tap("Bob", french.plain("✅ Join"))
    assert world.until_said(french.plain("⏳ {n} player", n="").split()[0]).text


@pytest.mark.parametrize("language", ["vi", "fr", "ru"])
def test_an_administrator_chooses_the_groups_language_and_the_board_follows(house: House, language: str) -> None:
    world = World(house, FOUR)
    board = world.begin()
    world.write("Ann", "/language")
    world.until_there("English")
    assert "Only an administrator" in world.tap("Bob", LANGUAGES[language]).text
    assert "Move: " in world.board().text
    world.tap("Ann", LANGUAGES[language])
    said = words(language)("👉 Move: <b>{name}</b>", name=board.holder).replace("<b>", "").replace("</b>", "")
    world.until("the board in that language", lambda: said in world.board().text)
    world.until_there(f"✅ {LANGUAGES[language]}")
    assert world.newest("✅ English") is None
    assert "Your hand" in world.until_said("🎴", "Bob").text


def test_a_person_chooses_his_own_language_and_keeps_it(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    world.write("Bob", "/language", private=True)
    world.until_there("Français", "Bob")
    world.tap("Bob", "Français", private=True)
    french = words("fr")("Round {round} of {rounds}", round=1, rounds=4)
    world.until_said(str(french), "Bob")
    assert french in world.tap("Bob", "My hand").text
    other = next(name for name in world.names if name not in (board.holder, "Bob"))
    assert "Not your move" in world.press(other, board, f"{board.match}:1:!cut 0 0").text
    assert "Move: " in world.board().text


def test_the_menu_of_commands_is_set_by_place_and_language(house: House) -> None:
    world = World(house, FOUR, speaks={"Bob": "vi", "Cid": "de"})

    def menu(who: str, chat: int) -> dict[str, str]:
        offered = house.sim.get("commands", person=world.ids[who], chat=chat)
        return {one["command"]: one["description"] for one in offered}

    assert "block" in menu("Ann", world.group)
    assert "block" not in menu("Ann", world.ids["Ann"])
    assert "start" in menu("Ann", world.ids["Ann"])
    assert menu("Bob", world.group).keys() == menu("Ann", world.group).keys()
    assert menu("Bob", world.group)["play"] == words("vi").plain("Begin a game") != menu("Ann", world.group)["play"]
    assert menu("Cid", world.group) == menu("Ann", world.group)


def test_where_the_bot_hears_all_that_is_said_in_a_group_it_minds_its_own_business(own_house: House) -> None:
    own_house.sim.post("privacy", on=False)
    world = World(own_house, FOUR)
    board = world.begin()
    world.settle()
    standing = {m.id for m in world.messages()}
    said = {
        world.write(name, text)
        for name, text in zip(world.names, ("who has it?", "cut 1 0", "start", "🗣 2"), strict=True)
    }
    world.write("Ann", "/status")
    told = world.until_said("Waiting for")
    assert {m.id for m in world.messages()} - standing - said == {told.id, told.id - 1}
    assert world.board().position == board.position
    world.cut_safely()
