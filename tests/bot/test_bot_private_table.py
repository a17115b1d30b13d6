"""Private tables: alone against computer players, and with friends who come by the link (product, the lobby)."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest

from core.catalog import CATALOG
from core.fair import Fair
from tests.bot.driver import World
from tests.bot.private import Table
from tests.bot.processes import House
from tests.bot.secrecy import as_counts, told_hand
from tests.bot.seen import HASH, Button, plain, seed_in
from tests.bot.wiretap import Wiretap
from tgbot.words import words

THREE = {"Ann": "en", "Bob": "vi", "Cid": "ru"}
MINUTE, HOUR = 60, 3600


def three(house: House) -> Table:
    """Ann sets a table, Bob and Cid come by its link; each speaks another language."""
    table = Table(World(house, list(THREE), speaks=THREE), "Ann")
    table.set_up()
    for name in ("Bob", "Cid"):
        table.come(name)
    return table


@pytest.mark.parametrize(("kind", "seats"), [("timebomb", 4), ("race", 2)])
def test_somebody_alone_practises_to_the_end(house: House, kind: str, seats: int) -> None:
    table = Table(World(house, ["Ann"]), "Ann")
    lobby = table.set_up(kind)
    assert "This table is private" in lobby.text
    assert f"At the start {'a computer takes 1 seat' if seats == 2 else 'computers take 3 seats'}" in lobby.text
    promised = HASH.findall(lobby.text)
    table.begin()
    assert [seat["person_id"] for seat in table.seats()] == [table.world.ids["Ann"], *[None] * (seats - 1)]
    table.play_out()
    result = table.result("Ann")
    assert HASH.findall(result.text)[:1] == promised
    assert table.row()["status"] == "finished"
    plays = table.world.records.plays(table.match)
    assert all(play["by"] == ("computer" if play["seat"] else "person") for play in plays)
    seed = seed_in(result)
    again = CATALOG[kind].game.deal(seats, CATALOG[kind].options(), Fair(seed, 0))
    for play in plays:
        again, _ = again.play(play["seat"], play["move"], Fair(seed, play["position"]))
    assert again.outcome is not None
    assert "all shuffles" in table.tap("Ann", "verify").text
    assert table.quiet_group()


def test_three_people_play_in_three_languages_each_in_his_own_chat(house: House) -> None:
    table = three(house)
    table.begin()
    for name, language in THREE.items():
        own = table.board(name)
        assert words(language).plain("🎴 My hand") in [button.label for button in own.buttons]
    table.play_out()
    heads = set()
    for name, language in THREE.items():
        result = table.result(name)
        heads.add(result.text.splitlines()[0])
        assert words(language).plain("🔁 Rematch") in [button.label for button in result.buttons]
    assert len(heads) == 3
    assert table.quiet_group()
    assert_own_secrets_only(table)


def assert_own_secrets_only(table: Table) -> None:
    """Over everything the bot has ever said: hands come to their owners alone, roles to the others with the result."""
    world = table.world
    game = json.loads(table.row()["state"])
    for seat, name in enumerate(THREE):
        role = words(THREE[name]).plain("Your role: <tg-spoiler>{role}</tg-spoiler>", role="").split(":")[0]
        hands = 0
        for message in world.said(name):
            if role in message.text:
                hands += 1
                round_ = int(re.findall(r"\d", message.text.splitlines()[1])[0])
                assert told_hand(message.text) == (game["roles"][seat], as_counts(game["dealt"][round_ - 1][seat]))
                assert message.protected
            elif not message.having("rematch") and "Sherlock" in message.text:
                # The lobby says what the game is about.
                assert message.having("start") or message.having("new timebomb") or "👋" in message.text
        assert hands


def test_the_link_is_the_only_way_in_and_dies_with_a_new_one(house: House) -> None:
    world = World(house, "Ann Bob Cid")
    table = Table(world, "Ann")
    table.set_up()
    for where, message in ((True, world.until_there("Practise", "Bob")), (False, world.until_there("Time Bomb"))):
        refused = world.press("Bob", message, f"{table.match}:0:join", private=where)
        assert "only its invite link" in refused.text
    old = table.payload()
    table.choose("link")
    world.start("Bob", old)
    world.until_said("leads nowhere", "Bob")
    assert len(table.seats()) == 1
    table.come("Cid")
    world.until_said("Cid sits down: Time Bomb", "Ann")
    world.write("Bob", "/start", private=True)
    welcome = world.until_there("Practise alone", "Bob")
    assert not any("join" in button.data for button in welcome.buttons), "nobody else is offered it"


def test_telegram_is_not_asked_about_private_chats(wiretap: tuple[House, Wiretap]) -> None:
    house, tap = wiretap
    world = World(house, "Ann Bob")
    table = Table(world, "Ann")
    table.set_up()
    table.come("Bob")
    before = tap.count("getChatMember")
    lobby = table.until("Bob", "start")
    for words_ in ("start", "cancel", "panel clock", "kick 0", "bot+"):
        refused = world.press("Bob", lobby, f"{table.match}:0:{words_}", private=True)
        assert refused.text == "👑 Only the host (Ann) can do this."
    table.begin()
    for command in ("/pause", "/end", "/cancel"):
        world.write("Bob", command, private=True)
    world.until_said("Only the host", "Bob")
    assert tap.count("getChatMember") == before
    there = {int(call.params["chat_id"]) for call in tap.calls if "chat_id" in call.params}
    assert not tap.of("pinChatMessage")
    assert world.group not in {chat for chat in there if chat != world.group}


def test_the_host_removes_somebody_who_is_told(house: House) -> None:
    table = three(house)
    lobby = table.until("Bob", "start")
    table.choose("kick 1")
    table.world.until("Bob's lobby goes", lambda: lobby.id not in [m.id for m in table.messages("Bob")])
    told = table.messages("Bob")[-1].text
    assert f"bàn {table.match} của Ann" in told
    assert [table.who(seat) for seat in range(2)] == ["Ann", "Cid"]


def test_case_c28_somebody_blocks_the_bot_in_mid_match_and_it_heals(own_house: House) -> None:
    own_house.forgiven += ["bot was blocked"]
    table = three(own_house)
    world = table.world
    table.begin("clock 300")
    world.sim.post(f"people/{world.ids['Bob']}/block")
    world.until("it is known", lambda: not world.records.person(world.ids["Bob"])["reachable"])
    turns = 0
    while table.row()["status"] == "running" and turns < 3:
        position, who = table.row()["position"], table.mover()
        if who == "Bob":
            turns += 1
            world.think(5 * MINUTE + 1)
            world.until("the clock moves", lambda position=position: table.row()["position"] > position)  # type: ignore[misc]
            table.settle()
        else:
            table.move()
        if turns == 0 and table.row()["position"] > 8:
            break
    if table.row()["status"] == "running":
        world.start("Bob")
        world.until("he is back", lambda: world.records.person(world.ids["Bob"])["reachable"])
        table.board("Bob", table.row()["position"])
        table.play_out()
        table.result("Bob")
    table.result("Ann")
    assert table.quiet_group()


def test_a_restart_in_the_middle_loses_nothing(own_house: House) -> None:
    table = three(own_house)
    world = table.world
    table.begin()
    before = world.records.everything(table.match)
    boards = {name: table.board(name) for name in THREE}
    own_house.kill_bot()
    own_house.bot.start()
    table.settle()
    assert world.records.everything(table.match) == before
    assert {name: table.board(name).id for name in THREE} == {name: board.id for name, board in boards.items()}
    table.play_out()
    for name in THREE:
        table.result(name)


def test_a_slow_match_calls_and_reminds_privately(house: House) -> None:
    table = Table(World(house, "Ann Bob Cid Dee"), "Ann")
    world = table.world
    table.set_up()
    for name in ("Bob", "Cid", "Dee"):
        table.come(name)
    table.begin()
    who, position = table.mover(), table.row()["position"]
    assert who is not None, "there is no computer player"
    table.until(who, "mute")
    said = [m.id for m in world.said(who)]
    for stage, part in ((1, 0.55), (2, 0.3)):
        before = calls(table, who)
        world.think(part * HOUR)
        world.until("a reminder", lambda stage=stage: table.row()["reminded"] == stage)  # type: ignore[misc]
        world.until("another call in its place", partial(is_replaced, table, who, before))
    assert len({m.id for m in world.said(who)} - set(said)) == 2, "each reminder once"
    world.think(0.2 * HOUR)
    world.until("the clock moves", lambda: table.row()["position"] > position)
    assert world.records.plays(table.match)[-1]["by"] == "clock"
    assert table.quiet_group()


def calls(table: Table, who: str) -> list[int]:
    """The messages that call somebody to the table."""
    return [m.id for m in table.messages(who) if m.having("extend")]


def is_replaced(table: Table, who: str, before: list[int]) -> bool:
    now = calls(table, who)
    return len(now) == 1 and now != before


def two(house: House) -> Table:
    """Ann and Bob play, and speak English."""
    table = Table(World(house, "Ann Bob"), "Ann")
    table.set_up()
    table.come("Bob")
    table.begin()
    return table


def test_the_board_comes_anew_for_whoever_asks(house: House) -> None:
    table = two(house)
    world = table.world
    first = {name: table.board(name).id for name in ("Ann", "Bob")}
    world.write("Ann", "/table", private=True)
    world.until("a new board", lambda: table.board("Ann").id > first["Ann"])
    assert table.board("Bob").id == first["Bob"], "for her alone"
    world.write("Ann", "/status", private=True)
    world.until_said(f"Time Bomb · Ann's table {table.match}", "Ann")
    world.write("Bob", "/games", private=True)
    games = world.until_said("Your matches", "Bob")
    assert f"Ann's table {table.match}" in games.text
    world.tap("Bob", next(button for button in games.buttons if button.data.endswith(":board")), private=True)
    world.until("a new board", lambda: table.board("Bob").id > first["Bob"])
    world.write("Bob", "/history", private=True)
    world.until_said("who cut what from whom", "Bob")


def test_who_is_called_finds_the_board_with_one_tap_and_moves_on_it(house: House) -> None:
    table = two(house)
    world = table.world
    mover = table.until_somebody("Bob")
    table.settle()
    position = table.row()["position"]
    call, board = table.until(mover, "board", position), table.board(mover, position)
    assert call.id > board.id
    assert len([line for line in call.text.splitlines() if line]) == 2, "the board above says the rest"
    assert table.tap(mover, "board", position).text
    world.until("a new board", lambda: table.board(mover, position).id > call.id)
    assert table.board(mover, position).text == board.text
    table.settle()
    assert next(m for m in table.messages(mover) if m.id == board.id).buttons == []
    table.move()
    world.until("no call", lambda: table.mover() == mover or table.having(mover, "board") is None)


def test_what_is_decided_at_a_private_table_is_decided_there(house: House) -> None:
    table = two(house)
    world = table.world
    world.write("Bob", "/pause", private=True)
    world.until_said("everybody has the vote", "Bob")
    table.tap("Ann", "vote yes pause")
    world.until("a pause", lambda: table.row()["left_ms"] is not None)
    world.write("Ann", "/resume", private=True)
    world.until("it goes on", lambda: table.row()["left_ms"] is None)
    world.write("Ann", "/end", private=True)
    world.until_said("Really end Time Bomb", "Ann")
    table.tap("Ann", rf"end yes {world.ids['Ann']}")
    table.world.until_said("the match was cancelled", "Bob")
    assert table.row()["status"] == "cancelled"


@pytest.mark.parametrize("command", ["/table", "/pause", "/resume", "/end", "/cancel"])
def test_whoever_sits_at_no_private_table_is_told_where_a_command_works(house: House, command: str) -> None:
    world = World(house, "Ann")
    world.write("Ann", command, private=True)
    world.until_said("This works in a group", "Ann")


def test_of_several_private_tables_it_is_asked_which_one_is_meant(house: House) -> None:
    world = World(house, "Ann")
    first = Table(world, "Ann")
    first.set_up()
    first.begin()
    one = first.match
    first.set_up("evolution")
    first.begin()
    other = first.match
    world.write("Ann", "/pause", private=True)
    asked = world.until_said("Which match do you mean?", "Ann")
    assert [button.label for button in asked.buttons] == [
        f"1. Time Bomb Evolution · Ann's table {other}",
        f"2. Time Bomb · Ann's table {one}",
    ]
    world.tap("Ann", asked.buttons[1], private=True)
    paused = world.records.rows("SELECT id FROM match WHERE left_ms IS NOT NULL AND chat_id = ?", world.ids["Ann"])
    assert [row["id"] for row in paused] == [one]
    world.write("Ann", "/hand", private=True)
    for number in (one, other):
        world.until(
            f"hand of {number}",
            lambda number=number: [  # type: ignore[misc]
                m for m in world.messages("Ann") if m.protected and f"Ann's table {number}" in m.text
            ],
        )


def test_whoever_is_alone_and_leaves_sees_what_it_was(house: House) -> None:
    table = Table(World(house, ["Ann"]), "Ann")
    table.set_up()
    table.begin()
    table.world.write("Ann", "/leave", private=True)
    asked = table.world.until_said("That ends it.", "Ann")
    table.world.tap("Ann", asked.buttons[0], private=True)
    table.world.until_said("the match was cancelled", "Ann")
    assert table.row()["status"] == "cancelled"


def test_a_rematch_calls_the_others_who_need_no_link(house: House) -> None:
    table = three(house)
    world = table.world
    table.begin()
    ended = table.match
    table.play_out()
    table.result("Cid")
    world.tap("Bob", Button("", f"{ended}:{table.row()['position']}:rematch"), private=True)
    again = Table(world, "Bob")
    lobby = again.until("Bob", "start")
    assert f"bàn {again.match} của Bob" in plain(lobby.text)
    calls = world.until("the others are called", lambda: [m for m in table.messages("Cid") if m.having("rematch")][1:])
    world.tap("Cid", calls[-1].having("rematch")[0], private=True)
    again.until("Cid", "start")
    assert [again.who(seat) for seat in range(len(again.seats()))] == ["Bob", None, "Cid"]


def test_the_settings_of_private_tables_are_set_privately(house: House) -> None:
    world = World(house, "Ann")
    world.write("Ann", "/settings Tokyo", private=True)
    settings = world.until_said("Time zone: Tokyo", "Ann")
    assert "At the tables you set up here" in settings.text
    world.tap("Ann", "🌙 Quiet hours", private=True)
    world.until_there("From 21:00", "Ann")
    world.tap("Ann", "From 21:00", private=True)
    world.until_said("21:00–08:00", "Ann")
    table = Table(world, "Ann")
    assert "21:00 to 08:00 (Tokyo)" in table.set_up().text


def test_newcomers_are_told_how_to_practise(house: House) -> None:
    world = World(house, "Ann")
    welcome = world.until_there("Practise alone", "Ann")
    assert "practise alone right here" in welcome.text
    world.tap("Ann", "Practise alone", private=True)
    world.until_said("A table here is private", "Ann")
    world.write("Ann", "/help", private=True)
    world.until_said("Without a group", "Ann")


def test_an_invitation_sent_to_another_chat_leads_to_the_table(house: House) -> None:
    world = World(house, "Ann Bob")
    table = Table(world, "Ann")
    table.set_up()
    offered = house.sim.post(f"people/{world.ids['Ann']}/inline", query=table.row()["token"], chat=world.group)
    (result,) = offered["results"]
    chosen = {"query_id": offered["query_id"], "result_id": result["id"], "chat": world.group}
    house.sim.post(f"people/{world.ids['Ann']}/choose", **chosen)
    invitation = world.until_there("Join")
    assert "Ann has set a private table." in invitation.text
    world.start("Bob", invitation.buttons[0].url.partition("?start=")[2])
    table.until("Bob", "start")
    assert [table.who(seat) for seat in range(2)] == ["Ann", "Bob"]


def test_flood_limits_of_private_chats_hold_nobody_up(tmp_path: Path) -> None:
    """Boards of three people are edited side by side: no group's limit of edits applies to their chats."""
    house = House(tmp_path, flood=True)
    try:
        house.bot.start()
        table = three(house)
        table.begin("clock 300")
        table.play_out()
        for name in THREE:
            table.result(name)
    finally:
        house.close()
