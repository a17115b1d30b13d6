"""The Hunt and the Race: whole matches on the board and in private chats, lane changes, shots, draws."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from functools import partial

import pytest

from core.catalog import CATALOG
from core.fair import Fair, seed_of
from core.game import Options
from core.hunt import Hunt, HuntOptions, Reason, Side
from core.race import Race
from tests.bot.driver import World
from tests.bot.processes import House
from tests.bot.seen import Button, Message, seed_in
from tgbot.store.snapshot import dump_game, load_game

HUNT, RACE = "The Hunt", "The Race"
TWO, FIVE, EIGHT = "Ann Bob", "Ann Bob Cid Dee Eve", "Ann Bob Cid Dee Eve Fay Gus Hal"
MOVES, AIMS, BACK = r"!(draw \w+|lane \w+|shoot \d|pass)", r"(point|aim) \d", "(unpoint|unaim)"
LIVE = f"({MOVES}|{AIMS}|{BACK}|hand)"
Chase = Hunt | Race
Wanted = Callable[[Chase, bytes, int], bool]
"""Of a position: the game, the seed of the match, and the number of the move to come."""


def mover(board: Message) -> str | None:
    """Whose move it is, as the board says; None while a computer player thinks."""
    named = re.search(r"^👉 Move: (.+?)(?: 💤)?$", board.text, re.MULTILINE)
    return named[1] if named else None


def asking(world: World, who: str, position: int, *, private: bool) -> Message:
    """Where the moves of this position stand, on the board or in somebody's private chat."""

    def look() -> Message | None:
        standing = reversed(world.messages(who if private else None))
        return next((m for m in standing if any(b.position == position for b in ways(m))), None)

    return world.until(f"buttons for {who}", look)


def ways(message: Message) -> list[Button]:
    """The buttons by which one moves or takes aim."""
    return [*message.having(MOVES), *message.having(AIMS)]


def move(world: World, *, private: bool, text: str = "") -> None:
    """Who is to move presses one of his buttons, and a second one if he is asked whether he wants to shoot. ``text``:
    the move he wants to make.
    """
    board = world.board()
    who = mover(board)
    assert who in world.names
    world.think()
    buttons = ways(asking(world, who, board.position, private=private))
    pressed = world.chance.choice([b for b in buttons if not text or leads_to(b, text)])
    world.tap(who, pressed, private=private)
    if "!" not in pressed.data:
        world.tap(who, shot(world, who, board.position, private=private), private=private)
    world.until_moved(board.position)


def leads_to(button: Button, text: str) -> bool:
    """The button makes this move, or takes aim for it."""
    asked = bool(re.search(AIMS, button.data)) and text.startswith("shoot")
    return button.data.endswith(f"!{text}") or (asked and button.data.split()[-1] == text.rsplit(maxsplit=1)[-1])


def shot(world: World, who: str, position: int, *, private: bool) -> Button:
    """The button that fires, once he has taken aim."""

    def look() -> Button | None:
        buttons = ways(asking(world, who, position, private=private))
        return buttons[0] if len(buttons) == 1 and "!shoot" in buttons[0].data else None

    return world.until("the question whether to shoot", look)


def until_offered(world: World, who: str, buttons: list[Button], *, private: bool) -> None:
    """Waits until these buttons hang there again."""
    position = buttons[0].position
    world.until("all moves", lambda: ways(asking(world, who, position, private=private)) == buttons)


def move_or_wait(world: World) -> None:
    """People move, now in the group, now in private; for computer players one waits."""
    board = world.board()
    if mover(board):
        move(world, private=world.chance.random() < 0.5)
        return
    assert not ways(board)
    world.think(5)
    world.until_moved(board.position)


def play_out(world: World) -> Message:
    """Plays to the end. The result."""
    return world.play_out(lambda: move_or_wait(world))


def way_to(world: World, wanted: Wanted) -> list[str]:
    """A way from here to such a position, the shortest of three. The secret and the joins foretell it."""
    match = world.match()
    seed = seed_of(match["secret"], json.loads(match["joins"]))
    here, found = load_game(match["kind"], match["state"]), list[list[str]]()
    for _ in range(5000):
        game, way = here, list[str]()
        while isinstance(game, Chase) and not wanted(game, seed, match["position"] + len(way)):
            if game.to_act is None or len(found) == 3:
                break
            move = world.chance.choice(game.moves(game.to_act))
            game, _ = game.play(game.to_act, move, Fair(seed, match["position"] + len(way)))
            way = [*way, move]
        else:
            found.append(way)
        if len(found) == 3:
            break
    return min(found, key=len)


def go(world: World, wanted: Wanted) -> Message:
    """Plays on to such a position. What then stands in the group."""
    for text in way_to(world, wanted):
        move(world, private=world.chance.random() < 0.5, text=text)
    world.settle()
    return world.result() or world.board()


def asks_before_a_shot(game: Chase, _seed: bytes, _position: int) -> bool:
    """Somebody may fire a shot that can be answered."""
    return game.to_act is not None and any(shot.duel for shot in game.shots(game.to_act))


def tempts_the_clock(game: Chase, seed: bytes, position: int) -> bool:
    """If the clock chose among all moves, it would change the lane."""
    return game.to_act is not None and Fair(seed, position, "clock").choice(game.moves(game.to_act)).startswith("lane")


def deadline(world: World) -> float:
    """When the clock of the turn runs out."""
    return datetime.fromisoformat(world.match()["deadline"] + "+00:00").timestamp()


def left(world: World) -> float:
    """Seconds left of the turn."""
    return deadline(world) - float(world.sim.get("clock")["now"])


def _nothing_to_press(world: World, who: str | None) -> bool:
    return not any(m.having(LIVE) for m in world.messages(who))


def assert_over(world: World, result: Message, options: Options | None = None) -> Chase:
    """It is finished in the database, as a replay of the published secret has it, and nothing can be pressed."""
    world.settle()
    match = world.match()
    assert match["status"] == "finished"
    for who in (None, *world.names):
        world.until("nothing to press", partial(_nothing_to_press, world, who))
    seats = world.records.seats(match["id"])
    ended = replayed(world, len(seats), result, options)
    assert ended.outcome
    assert match["state"] == dump_game(ended)
    assert result.text.startswith("🏁")
    return ended


def replayed(world: World, seats: int, result: Message, options: Options | None) -> Chase:
    """The match again, from the secret and the joins that the result tells and the moves on record."""
    seed, entry = seed_in(result), CATALOG[world.match()["kind"]]
    played = entry.game.deal(seats, options or entry.options(), Fair(seed, 0))
    for play in world.records.plays(world.match()["id"]):
        played, _ = played.play(play["seat"], play["move"], Fair(seed, play["position"]))
    assert isinstance(played, Chase)
    return played


@pytest.mark.parametrize(
    ("game", "people", "options"),
    [
        (HUNT, FIVE, ()),
        (HUNT, FIVE, ("⏱ 5 min",)),
        (RACE, TWO, ()),
        (RACE, FIVE, ("⏱ 5 min",)),
        (RACE, EIGHT, ()),
    ],
)
def test_people_play_a_whole_match_in_the_group_and_in_private(
    house: House, game: str, people: str, options: tuple[str, ...]
) -> None:
    world = World(house, people)
    world.begin(game=game, options=options)
    assert_over(world, play_out(world))
    plays = world.records.plays(world.match()["id"])
    assert {play["by"] for play in plays} == {"person"}
    assert {play["seat"] for play in plays} == set(range(len(world.names)))
    moved = r":(!|point|aim)"
    in_private = [e for name in world.names for e in world.told(name) if e["kind"] == "tapped"]
    assert any(re.search(moved, event["data"]) for event in in_private)
    assert any(re.search(moved, event["data"]) for event in world.told() if event["kind"] == "tapped")


def test_hu_1_computers_take_the_seats_that_two_people_leave_empty(house: House) -> None:
    world = World(house, TWO)
    lobby = world.gather(game=HUNT)
    assert "At the start computers take 3 seats" in lobby.text
    world.tap("Ann", "▶️ Start")
    world.board()
    assert_over(world, play_out(world))
    seats = world.records.seats(world.match()["id"])
    assert sorted(seat["person_id"] or 0 for seat in seats) == sorted([0, 0, 0, *world.ids.values()])
    plays = world.records.plays(world.match()["id"])
    assert {play["by"] for play in plays} == {"person", "computer"}
    for play in plays:
        assert play["by"] == ("person" if seats[play["seat"]]["person_id"] else "computer")


@pytest.mark.parametrize("options", [(), ("⏱ 5 min",)])
def test_hu_4_a_lane_change_keeps_the_deadline_of_the_turn(house: House, options: tuple[str, ...]) -> None:
    world = World(house, FIVE)
    board = world.begin(game=HUNT, options=options)
    who, before = mover(board), deadline(world)
    assert len(board.having(r"!lane \w+")) == 2
    world.think(left(world) / 3)
    move(world, private=bool(options), text="lane clubs")
    again = world.board()
    assert (again.position, mover(again), deadline(world)) == (board.position + 1, who, before)
    assert not again.having(r"!lane \w+")
    assert who
    assert not asking(world, who, again.position, private=True).having(r"!lane \w+")

    world.think(left(world) + 1)
    world.until_moved(again.position)
    changed, drawn = world.records.plays(again.match)
    assert (changed["move"], changed["by"], drawn["by"]) == ("lane clubs", "person", "clock")
    assert drawn["move"].startswith("draw ")
    assert mover(world.board()) not in (None, who)
    assert deadline(world) > before


def test_tb_14_a_clock_that_runs_out_never_changes_the_lane(house: House) -> None:
    world = World(house, FIVE)
    world.begin(game=HUNT, options=["⏱ 5 min"])
    board = go(world, tempts_the_clock)
    assert board.having(r"!lane \w+")
    late, position = mover(board), world.match()["position"]
    world.think(left(world) + 1)
    world.until_moved(position)
    play = world.records.plays(world.match()["id"])[-1]
    assert (play["by"], play["move"].split()[0]) in {("clock", "draw"), ("clock", "shoot")}
    assert f"{late} ran out of time, chance plays" in world.board().text
    assert world.game()["lane_changed"] is False


@pytest.mark.parametrize("options", [(), ("⏱ 5 min",)])
@pytest.mark.parametrize("game", [HUNT, RACE])
def test_hu_10_a_shot_that_can_be_answered_is_confirmed_or_taken_back(
    house: House, game: str, options: tuple[str, ...]
) -> None:
    world = World(house, FIVE)
    world.begin(game=game, options=options)
    go(world, asks_before_a_shot)
    board, before = world.board(), world.everything()["plays"]
    who = mover(board)
    assert who
    other = next(name for name in world.names if name != who)
    aim, target = Button("", ""), ""
    for private in (False, True):
        asked = asking(world, who, board.position, private=private)
        aim = next(button for button in asked.having(AIMS) if "duel" in button.label)
        target = aim.data.split()[-1]
        world.tap(who, aim, private=private)
        fire = shot(world, who, board.position, private=private)
        assert fire.data.endswith(f"!shoot {target}")
        pointed = asking(world, who, board.position, private=private)
        assert "takes aim at" in pointed.text
        assert "🎲 odd" in pointed.text
        refused = world.press(other, world.board(), fire.data)
        assert f"we are waiting for {who}" in refused.text
        (back,) = pointed.having(BACK)
        world.tap(who, back, private=private)
        until_offered(world, who, ways(asked), private=private)
    assert world.everything()["plays"] == before

    world.tap(who, aim, private=True)
    world.tap(who, shot(world, who, board.position, private=True), private=True)
    world.until_moved(board.position)
    (play,) = world.records.plays(board.match)[len(before) :]
    assert (play["move"], play["by"]) == (f"shoot {target}", "person")
    told = [message.text for message in world.said()]
    assert any("🎲 Duel!" in text and "fires at" in text for text in told)


def test_hu_13_without_draws_it_counts_who_is_out_when_the_cards_are(house: House) -> None:
    world = World(house, FIVE)
    world.gather(game=HUNT)
    world.choose("Ann", "🤝 No draws")
    assert "🤝 No draws: when the cards are out" in world.lobby().text
    world.choose("Ann", "🤝 With draws")
    assert "🤝 Draws: when the cards are out" in world.lobby().text
    world.choose("Ann", "🤝 No draws", "☀️ Day and night")
    world.tap("Ann", "▶️ Start")
    world.board()
    assert world.game()["options"]["no_draws"] is True
    result = go(world, lambda game, *_: game.outcome is not None and game.outcome.reason == Reason.COUNT)
    ended = assert_over(world, result, HuntOptions(no_draws=True))
    assert isinstance(ended, Hunt)
    assert ended.outcome
    assert ended.outcome.side in (Side.DETECTIVES, Side.CRIMINALS)
    assert "A draw" not in result.text
    assert "🏆" in result.text
