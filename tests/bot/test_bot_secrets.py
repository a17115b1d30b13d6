"""Secrets reach their seat and nobody else, names appear as they are, and the log tells nothing."""

from __future__ import annotations

import json
import re
from typing import Any

from core.timebomb import HAND_SIZES
from tests.bot.driver import World
from tests.bot.processes import House
from tests.bot.secrecy import answers, as_counts, assert_secrets_kept, told_hand
from tests.bot.seen import Message, plain

SIX = "Ann Bob Cid Dee Eve Fay"
MARKED = ["<b>Ann</b>", "B&amp;b_*x*", "[Cid](x)", "</a><i>", "D`e`e ~~", "{0}%s{name}"]


def test_case_c32_secrets_reach_their_seat_and_nobody_else(house: House) -> None:
    world = World(house, SIX, strangers=["Fay"])
    world.begin()
    match = world.match()["id"]
    while world.result() is None:
        for name in world.names:
            world.hand_of(name)
        world.write("Ann", "/hand")
        world.write("Bob", "/hand", private=True)
        world.write("Cid", "/history")
        world.cut()
    assert_secrets_kept(world)
    assert len(answers(world, "Ann")) > len(world.records.plays(match))


def test_case_c32_somebody_in_two_matches_gets_each_hand_under_its_own_name(house: House) -> None:
    one, two = World(house, "Ann Bob Cid Dee", title="Club one"), World(house, "Eve Fay Gus", title="Club two")
    house.sim.post(f"people/{one.ids['Ann']}/join", chat=two.group)
    two.ids["Ann"] = one.ids["Ann"]
    one.begin()
    two.begin("Eve", "Fay", "Gus", "Ann")
    for world, title, seat in ((one, "Club one", 0), (two, "Club two", 3)):
        message = one.until_said(f"Your hand · Time Bomb · {title}", "Ann")
        game = world.game()
        assert told_hand(message.text) == (game["roles"][seat], as_counts(game["dealt"][0][seat]))
        assert world.hand_of("Ann").dealt == as_counts(game["dealt"][0][seat])


def test_who_has_left_the_match_gets_nothing_more(house: House) -> None:
    world = World(house, "Ann Bob Cid Dee Eve")
    board = world.begin()
    world.until_said("Your hand", "Bob")
    world.write("Bob", "/leave", private=True)
    world.until_there("🚪 Leave", "Bob")
    world.tap("Bob", "🚪 Leave", private=True)
    world.until("no buttons to play with", lambda: not any(m.targets for m in world.messages("Bob")))
    assert "not playing" in world.press("Bob", board, f"{board.match}:1:hand").text
    world.write("Bob", "/hand", private=True)
    world.until_said("You are not playing", "Bob")


def test_case_c33_the_log_of_a_whole_match_tells_no_secret_and_no_token(own_house: House) -> None:
    world = World(own_house, SIX, outsiders=["Mallory"])
    board = world.begin()
    world.press("Mallory", board, "forged🤡")
    own_house.sim.post("updates", update={"message": {"no": "message"}})
    own_house.forgiven.append("cannot be read and is skipped")
    for name in world.names:
        world.hand_of(name)
    world.play_out()
    world.tap("Bob", "Rematch")
    own_house.kill_bot()
    own_house.bot.start()
    world.lobby()
    own_house.bot.stop()
    log = own_house.bot.log
    assert "Big Ben is running" in log
    matches = world.records.matches(world.group)
    secrets = [own_house.server.token, own_house.server.token.split(":")[1]]
    for match in matches:
        secrets += [match["secret"].hex(), repr(match["secret"]), match["token"], *json.loads(match["joins"])]
    assert not [secret for secret in secrets if secret in log]
    assert not re.search("sherlock|moriarty|defusing|'safe'|bot[0-9]+:", log, re.IGNORECASE)
    assert not any(name in log for name in world.names)


def test_case_c33_no_button_tells_a_secret(house: House) -> None:
    world = World(house, SIX)
    world.begin()
    hidden = json.dumps([world.game()["roles"], world.game()["hands"]])
    assert "sherlock" in hidden
    world.play_out()
    everything = [m for who in (None, *world.names) for m in world.said(who)]
    data = {button.data for message in everything for button in message.buttons}
    assert data
    assert not [one for one in data if re.search("sherlock|moriarty|safe|defusing|nobomb", one)]
    secret = world.match()["secret"].hex()
    before_the_end = [m for m in everything if not m.having("rematch")]
    assert not [m for m in before_the_end if secret in json.dumps(m.raw)]


def test_case_c48_names_made_of_markup_appear_as_they_are_everywhere(house: House) -> None:
    world = World(house, MARKED, strangers=[MARKED[5]], title="<b>Club</b> & x")
    lobby = world.gather()
    for name in MARKED:
        assert name in lobby.text
    world.tap(MARKED[0], "▶️ Start")
    board = world.board()
    assert [row.name for row in board.rows] == MARKED
    for name in MARKED:
        assert "<b>Club</b> & x" in alert_of(world, name)
    world.tap(MARKED[1], "🗣 1")
    world.write(MARKED[0], "/status")
    world.until_said(f"Waiting for {board.holder}")
    world.write(MARKED[0], "/games", private=True)
    world.until_said("<b>Club</b> & x · Time Bomb", MARKED[0])
    other = next(name for name in MARKED if name != board.holder)
    assert world.press(other, board, board.targets[0].data).text.endswith(f"we are waiting for {board.holder}.")
    world.write(MARKED[2], "/leave")
    world.until_said(f"{MARKED[2]}, really leave Time Bomb in <b>Club</b> & x?")
    result = world.play_out()
    for name in MARKED:
        assert name in result.text
    world.write(MARKED[0], "/play")
    for message in (m for who in (None, *MARKED) for m in world.said(who)):
        assert "&amp;lt;" not in message.text
        assert "&lt;" not in message.text
        assert entities_cover_no_name(message), message.raw


def alert_of(world: World, who: str) -> str:
    return plain(world.tap(who, "My hand").text)


def entities_cover_no_name(message: Message) -> bool:
    """No link and no code that the bot did not mean came out of a name."""
    meant = {"bold", "blockquote", "expandable_blockquote", "code", "spoiler", "text_mention", "date_time", "italic"}
    return all(
        one["type"] in meant | {"bot_command", "mention", "hashtag"} or is_ours(one)
        for one in message.raw.get("entities", [])
    )


def is_ours(entity: dict[str, Any]) -> bool:
    return bool(entity["type"] == "text_link" and entity["url"].startswith("https://t.me/BigBenPlayBot"))


def test_hands_add_up_over_the_table(house: House) -> None:
    world = World(house, SIX)
    world.begin()
    while world.result() is None and world.board().round < 3:
        size = HAND_SIZES[world.board().round - 1]
        hands = [world.hand_of(name) for name in world.names]
        assert all(sum(hand.dealt) == size for hand in hands)
        assert sum(hand.dealt[2] for hand in hands) == 1
        for hand, row in zip(hands, world.board().rows, strict=True):
            cut = (row.wires.count("🔵"), row.wires.count("⚪"), row.wires.count("💣"))
            assert tuple(d - c for d, c in zip(hand.dealt, cut, strict=True)) == hand.hidden
        world.cut()
