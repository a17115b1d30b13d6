"""Names and titles of every kind, in every game, as Telegram itself shows them (C48, C50, C52 to C55)."""

from __future__ import annotations

import re
import unicodedata
from functools import partial

import pytest

from core.catalog import CATALOG
from tests.bot.driver import World
from tests.bot.processes import House
from tests.bot.seen import Message
from tests.bot.test_bot_secrets import entities_cover_no_name
from tgbot.screens import SCREENS
from tgbot.screens.names import GRAPHEMES, clean
from tgbot.words import words

SAY = words("en")
MARKUP = "<b>Ann</b> &lt; _*[x](y)"
RIGHT_TO_LEFT = "שלום\u202e עולם\u2067"
FAMILY = "👨\u200d👩\u200d👧\u200d👦" * 8
HEAPED = "Z" + "\u0335\u0336" * 20 + "algo"
BLANK = "\u3164\u200b"
WEIRD = [MARKUP, RIGHT_TO_LEFT, FAMILY, HEAPED, BLANK]
TITLE = "<i>\u202eClub</i> & " + "x" * 200
TURNING = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066\u2067]")


def told_everywhere(world: World) -> list[Message]:
    """All that the bot ever said, in the group and privately."""
    return [message for who in (None, *world.names) for message in world.said(who)]


def raw(message: Message) -> str:
    """Its text with the marks that isolate names."""
    return str(message.raw.get("text", message.raw.get("caption", "")))


def assert_lines_are_whole(message: Message) -> None:
    """No name turns the line around it: what isolates it is closed, and nothing else turns anything."""
    for line in raw(message).split("\n"):
        assert line.count("\u2068") == line.count("\u2069"), ascii(line)
        assert not TURNING.search(line), ascii(line)
    assert not TURNING.search("".join(button.label for button in message.buttons))


def time_passes(world: World, turns: int) -> None:
    """Nobody moves: reminders come, then chance plays."""
    for _ in range(turns):
        if world.match()["status"] == "running":
            position = world.match()["position"]
            world.think(3601)
            world.until("chance moves", partial(is_past, world, position))
    world.settle()


def is_past(world: World, position: int) -> bool:
    return bool(world.match()["position"] > position)


@pytest.mark.parametrize("kind", CATALOG)
def test_case_c48_c50_c52_c53_names_of_every_kind_stand_literally_and_short_in_every_game(
    house: House, kind: str
) -> None:
    # A hand that is asked for again replaces one that may have had no buttons to lose.
    house.forgiven.append("editMessageReplyMarkup: Bad Request: message is not modified")
    world = World(house, WEIRD, strangers=[RIGHT_TO_LEFT, FAMILY], title=TITLE)
    lobby = world.gather(*WEIRD, game=SCREENS[kind].title(SAY))
    shown = {name: clean(name) or "Player 5" for name in WEIRD}
    for name in shown.values():
        assert name in lobby.text
    world.choose(MARKUP, "☀️ Day and night")
    world.tap(MARKUP, "▶️ Start")
    world.until("it begins", lambda: world.match()["status"] == "running")
    world.until_there("My hand")
    for name in WEIRD:
        world.tap(name, "My hand")
        world.write(name, "/hand")
    time_passes(world, 5)
    for command in ("/status", "/history", "/table", "/leave", "/games"):
        world.write(RIGHT_TO_LEFT, command)
        world.write(HEAPED, command, private=True)
    if world.match()["status"] == "running":  # Chance may have cut the bomb.
        world.write(MARKUP, "/end")
        world.until_there("🚫 End it")
        world.tap(MARKUP, "🚫 End it")
    result = world.until_said("Fair shuffle: the SHA-256 of the secret")
    world.settle()
    assert any(name in result.text for name in shown.values()), "a match that was cancelled tells who moved"
    said = told_everywhere(world)
    for name in shown.values():
        assert sum(name in message.text for message in said) > 3
        assert len(name) <= 2 * GRAPHEMES
    for message in said:
        assert_lines_are_whole(message)
        assert entities_cover_no_name(message), message.raw
        assert "&lt;b&gt;" not in message.text
        assert "\u0335\u0336" * 3 not in unicodedata.normalize("NFC", message.text), "no heap of marks"


def test_case_c54_who_has_no_username_is_called_by_a_mention_that_reaches_him(house: House) -> None:
    world = World(house, ["Ann", RIGHT_TO_LEFT, MARKUP, FAMILY], strangers=["Ann", RIGHT_TO_LEFT, MARKUP, FAMILY])
    world.begin()
    # Whoever misses a second turn is not called any more.
    for _ in range(3):
        if world.match()["status"] == "running":
            call = world.until("the call", lambda: called(world))
            (mention,) = [one for one in call.raw["entities"] if one["type"] == "text_mention"]
            assert "username" not in mention["user"]
            assert clean(world.names[world.match()["to_act"]]) in call.text
            time_passes(world, 1)


def called(world: World) -> Message | None:
    """The call that mentions whoever is to move."""
    call, wanted = world.saying("it is your move!"), world.ids[world.names[world.match()["to_act"]]]
    entities = call.raw["entities"] if call else []
    return call if [one["user"]["id"] for one in entities if one["type"] == "text_mention"] == [wanted] else None


def test_case_c55_a_changed_name_shows_with_the_next_press_and_the_old_one_nowhere(house: House) -> None:
    world = World(house, "Ann Bob Cid Dee")
    board = world.begin(options=["⏱ 5 min"])
    new = {"first_name": "Zoë " + "y" * 60, "last_name": "w" * 64}
    house.sim.post(f"people/{world.ids['Bob']}", **new)
    shown = clean(f"{new['first_name']} {new['last_name']}")
    world.press("Bob", board, f"{board.match}:1:claim 1")
    changed = world.until("the new name", lambda: next((b for b in world.boards() if shown in b.text), None))
    assert "Bob" not in changed.text
    world.write("Ann", "/status")
    assert "Bob" not in world.until_said("Waiting for").text
    world.settle()
    world.names[1] = shown.removesuffix("…")
    world.ids[world.names[1]] = world.ids["Bob"]
    result = world.play_out()
    assert shown in result.text
    assert "Bob" not in result.text


def test_case_c52_two_of_the_same_name_are_told_apart(house: House) -> None:
    world = World(house, ["Ann", "Ann ", "ANN", "Bob"])
    lobby = world.gather(*world.names)
    assert re.findall(r"\d\. (.+?)(?: 👑)?$", lobby.text, re.MULTILINE)[:4] == ["Ann", "Ann 2", "ANN 3", "Bob"]


def test_case_c53_a_history_of_a_whole_match_with_long_names_is_one_message_that_fits(house: House) -> None:
    world = World(house, [letter * 64 for letter in "abcdefgh"], title="t" * 255)
    world.begin(options=["☀️ Day and night"])
    for _ in range(12):
        if world.match()["status"] == "running":
            for name in world.names:
                world.tap(name, "🗣 1")
                world.tap(name, "🗣 2")
            time_passes(world, 2)
    match = world.match()["id"]
    world.press(world.names[0], world.saying("▶️") or world.standing()[0], f"{match}:1:history")
    assert world.until_said("📜", world.names[0]).text
