"""Whole matches as pictures: what stands, what it costs, who sees what, and what happens where pictures are not wanted.

Elsewhere in these tests boards are text, which can be read.
"""

from __future__ import annotations

import functools
import io
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.bot.driver import World
from tests.bot.private import Table
from tests.bot.processes import House
from tests.bot.secrecy import assert_secrets_kept
from tests.bot.seen import Message
from tests.bot.test_bot_chase import HUNT, RACE, move

FOUR, SIX = "Ann Bob Cid Dee", "Ann Bob Cid Dee Eve Fay"
QUICK = "⏱ 5 min"


@pytest.fixture(scope="module")
def drawing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server and a bot that draws, shared by the tests of this module."""
    built = House(tmp_path_factory.mktemp("house"), pictures=True)
    try:
        built.bot.start()
        yield built
    finally:
        built.close()


def mover(world: World) -> str:
    """Who is to move."""
    return world.names[world.match()["to_act"]]


def cut(world: World, *, safely: bool = False) -> None:
    """Who is to act cuts by two taps; ``safely``: a wire with which the match goes on."""
    board, who = world.board(), mover(world)
    world.think()
    hands = world.game()["hands"]
    safe = {seat for seat, wires in enumerate(hands) if "safe" in wires} if safely else None
    targets = [b for b in board.targets if safe is None or int(b.data[-1]) in safe]
    world.tap(who, world.chance.choice(targets))
    wires = world.until("the wires", lambda: world.board().wires)
    fit = [b for b in wires if not safely or _wire(hands, b.data) == "safe"]
    world.tap(who, world.chance.choice(fit))
    world.until_moved(board.position)


def _wire(hands: Any, data: str) -> str:
    seat, place = map(int, data.split()[1:])
    return str(hands[seat][place])


def play_out(world: World) -> Message:
    """To the end; the result."""
    while world.result() is None:
        cut(world)
    world.settle()
    return world.until("the result", world.result)


def picture(world: World, message: Message) -> Image.Image:
    """The picture of a message as an app loads it."""
    with urllib.request.urlopen(f"{world.house.server.url}/sim/photos/{message.photo}", timeout=60) as answer:
        return Image.open(io.BytesIO(answer.read()))


def hand(world: World, who: str) -> Message:
    """The newest hand of somebody."""
    return world.until("a hand", lambda: next((m for m in reversed(world.messages(who)) if m.covered), None))


def calls_since(world: World, number: int) -> list[str]:
    made: list[dict[str, Any]] = world.sim.get("calls", after=number)["calls"]
    return sorted(call["method"] for call in made)


def test_a_match_is_played_with_pictures_to_its_end(drawing: House) -> None:
    world = World(drawing, SIX)
    board = world.begin(options=[QUICK])
    assert picture(world, board).size == (1280, 960)
    for name in world.names:
        mine = hand(world, name)
        assert mine.protected
        assert picture(world, mine).format == "JPEG"
        assert not any(m.covered for m in world.messages())
    # Into the second round, where a board is an old one.
    for _ in world.names:
        before = world.board()
        cut(world, safely=True)
        world.settle()
        assert world.board().photo != before.photo
    assert world.board().id != board.id
    result = play_out(world)
    assert picture(world, result).size == (1280, 960)
    assert "wins!" in result.text
    assert re.search(r"\b[0-9a-f]{64}\b", result.text)
    assert_secrets_kept(world)
    assert len(world.standing()) <= 12
    old = [m for m in world.standing() if m.id != result.id and m.photo]
    assert not any(m.buttons for m in old)
    # Where somebody scrolls back nobody seems to be on the move.
    assert {m.text for m in old[:-1]} == {"⏬ The match goes on below."}
    assert "The match is over, see the result below." in old[-1].text


def test_a_cut_costs_two_answers_an_edit_of_the_caption_and_one_of_the_picture(drawing: House) -> None:
    world = World(drawing, SIX)
    world.begin(options=[QUICK])
    world.settle()
    for _ in range(3):
        before = world.sim.get("calls")["n"]
        cut(world, safely=True)
        world.settle()
        assert calls_since(world, before) == [
            *["answerCallbackQuery"] * 2,
            "editMessageCaption",
            "editMessageMedia",
        ]


@pytest.mark.parametrize("game", [HUNT, RACE])
def test_where_nothing_is_secret_no_picture_is_covered_and_who_moves_has_the_board_privately(
    drawing: House, game: str
) -> None:
    world = World(drawing, "Ann Bob Cid Dee Eve")
    world.begin(game=game, options=[QUICK])
    for number in range(4):
        world.settle()
        who = mover(world)
        mine = world.until("his board", functools.partial(_moving, world, who))
        assert picture(world, mine).size == (1280, 960)
        move(world, private=bool(number % 2))
    world.settle()
    assert not any(m.covered for name in world.names for m in world.messages(name))
    assert all(m.photo for m in world.boards())


def _moving(world: World, who: str) -> Message | None:
    return next((m for m in reversed(world.messages(who)) if m.photo and "It is your move" in m.text), None)


def test_a_group_switches_in_the_middle_of_matches_and_each_gets_a_board_of_the_other_kind(drawing: House) -> None:
    world = World(drawing, FOUR)
    board = world.begin(options=[QUICK])
    cut(world, safely=True)
    world.settle()
    before = {name: hand(world, name).id for name in world.names}
    world.write("Ann", "/settings")
    world.until_there("No pictures")
    assert "Changed" in world.tap("Ann", "📝 No pictures").text
    text = world.until("a board of text", lambda: next((b for b in world.boards() if not b.photo), None))
    world.settle()
    world.until("the one board with buttons", lambda: [b.id for b in world.boards()] == [text.id])
    assert text.id > board.id
    assert len(text.rows) == 4
    assert all("Your role" in _newest_hand(world, name).text for name in world.names)
    assert all(_newest_hand(world, name).id > before[name] for name in world.names)
    assert not any(_newest_hand(world, name).photo for name in world.names)
    world.cut_safely()
    world.tap("Ann", "🖼 With pictures")
    again = world.until("a board as picture", lambda: next((b for b in world.boards() if b.photo), None))
    world.settle()
    world.until("the one board with buttons", lambda: [b.id for b in world.boards()] == [again.id])
    assert world.board().position == text.position + 1
    play_out(world)


def _newest_hand(world: World, who: str) -> Message:
    return next(m for m in reversed(world.messages(who)) if "Your role" in m.text)


def test_a_group_where_pictures_are_forbidden_plays_by_text(drawing: House) -> None:
    drawing.forgiven += ["not enough rights to send photos"]
    world = World(drawing, FOUR)
    world.sim.post(f"groups/{world.group}/permissions", can_send_photos=False)
    board = world.begin(options=[QUICK])
    assert not board.photo
    assert len(board.rows) == 4
    world.settle()
    for _ in range(2):
        world.cut_safely()
    assert hand(world, "Ann").photo
    world.settle()
    refused = [c for c in world.sim.get("calls")["calls"] if c["chat_id"] == world.group and not c["ok"]]
    assert [call["method"] for call in refused if "Photo" in call["method"]] == ["sendPhoto"]
    assert not world.match()["hushed"]
    result = world.play_out()
    assert not result.photo


def test_pictures_outlive_the_death_of_the_process(tmp_path: Path) -> None:
    house = House(tmp_path, pictures=True)
    try:
        house.bot.start()
        world = World(house, FOUR)
        board = world.begin(options=[QUICK])
        cut(world, safely=True)
        world.settle()
        world.kill_and_start()
        assert world.board().id == board.id
        cut(world, safely=True)
        assert world.board().id == board.id or world.board().round > 1
        world.kill_and_start()
        play_out(world)
    finally:
        house.close()


def test_a_private_table_is_pictures_in_the_chat_of_everybody(drawing: House) -> None:
    world = World(drawing, FOUR, speaks={"Bob": "vi", "Cid": "vi"})
    table = Table(world, "Ann")
    table.set_up()
    for name in ("Bob", "Cid", "Dee"):
        table.come(name)
    table.begin("clock 300")
    table.settle()
    boards = {name: table.board(name) for name in world.names}
    shown = {name: picture(world, boards[name]).tobytes() for name in world.names}
    assert shown["Ann"] == shown["Dee"] != shown["Bob"] == shown["Cid"], "one for each language"
    assert all(hand(world, name).protected for name in world.names)
    table.play_out()
    table.settle()
    assert all(table.result(name).photo for name in world.names)
    assert not any(message.photo for message in world.said())


def test_rules_are_explained_with_a_picture_of_each_game(drawing: House) -> None:
    world = World(drawing, FOUR)
    shown = []
    for who in ("Ann", "Bob"):
        world.write(who, "/rules", private=True)
        menu = world.until_said("Which game shall I explain?", who)
        for button in menu.buttons:
            world.tap(who, button, private=True)
        shown.append([m.photo for m in world.until("four pictures", functools.partial(_photos, world, who, 4))])
    assert len(set(shown[0])) == 4
    assert shown[0] == shown[1], "what Telegram has is not uploaded again"


def _photos(world: World, who: str, number: int) -> list[Message] | None:
    found = [m for m in world.messages(who) if m.photo]
    return found if len(found) >= number else None
