"""Time Bomb Evolution with its variant: whole matches, and choices that wait through clocks, deaths and strangers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from datetime import datetime

import pytest

from core.evolution import Choice, Evolution, EvolutionOptions, Kind
from core.fair import Fair, seed_of
from core.timebomb import COLOURS, Wire
from tests.bot.driver import World
from tests.bot.processes import House
from tests.bot.secrecy import answers, assert_secrets_kept
from tests.bot.seen import HASH, Board, Message, hand_in, roles_in, seed_in
from tgbot.screens.wires.signs import WIRES
from tgbot.store.snapshot import load_game

GAME, VARIANT = "Time Bomb Evolution", "🎭 Variant on"
FOUR, FIVE, SIX = "Ann Bob Cid Dee", "Ann Bob Cid Dee Eve", "Ann Bob Cid Dee Eve Fay"
SIGNS = "".join(WIRES[colour] for colour in COLOURS)
LABELS = {Kind.ATTACH: "Which colour is to be defused?", Kind.DETACH: "Which colour loses its defusing wire?"}
ENDS = r"Sherlock's team wins|Moriarty's team wins! (Two in a row|Too many bombs|No cut is left|Four rounds are over)"


def begun(house: House, people: str, *options: str, strangers: Sequence[str] = ()) -> World:
    """A match of the variant."""
    world = World(house, people, strangers=strangers)
    world.begin(game=GAME, options=[VARIANT, *options])
    return world


def way_to(world: World, wanted: Callable[[Evolution], bool]) -> list[str]:
    """A short way from here to such a position. Nobody at the table could foretell it, the database can: with the
    secret and the joins all that chance will do is fixed.
    """
    match = world.match()
    seed = seed_of(match["secret"], json.loads(match["joins"]))
    here = load_game("evolution", match["state"])
    found: list[list[str]] = []
    tries = 0
    while len(found) < 8 and (tries := tries + 1) < 5000:
        game, way = here, list[str]()
        while isinstance(game, Evolution) and game.to_act is not None:
            if wanted(game):
                found.append(way)
                break
            move = world.chance.choice(game.moves(game.to_act))
            game, _ = game.play(game.to_act, move, Fair(seed, match["position"] + len(way)))
            way = [*way, move]
    return min(found, key=len)


def go(world: World, wanted: Callable[[Evolution], bool]) -> Board:
    """Plays on to such a position. The board that shows it."""
    for move in way_to(world, wanted):
        world.make(move)
    world.settle()
    return world.board()


def hand_message(world: World, who: str) -> Message:
    """The newest message with somebody's hand."""
    return world.until_said("Your role", who)


def asks(kind: Kind) -> Callable[[Evolution], bool]:
    """The match waits for a choice."""
    return lambda game: isinstance(game.choice, Choice) and game.choice.kind is kind


def draws(*, oneself: bool) -> Callable[[Evolution], bool]:
    """Red has drawn who holds the cutters, or somebody else."""
    return lambda game: game.draw is not None and (game.draw == game.holder) is oneself


def dealt_again(result: Message, seats: int, *picked: Wire) -> Evolution:
    """The deal that follows from the published secret and the joins."""
    return Evolution.deal(seats, EvolutionOptions(colours=picked, variant=True), Fair(seed_in(result), 0))


def keeps_the_cutters(game: Evolution) -> bool:
    """Who holds the cutters was drawn, and his first wire that he can cut only passes them on to himself."""
    if not draws(oneself=True)(game):
        return False
    _, place = map(int, game.moves(game.holder)[0].split()[1:])
    return game.cuts_left > 1 and game.hands[game.holder][place] in (Wire.YELLOW, Wire.ORANGE)


def put_aside(result: Message) -> str:
    """The signs of the cards put aside, as the result tells."""
    (line,) = [line for line in result.text.splitlines() if line.startswith("🗄")]
    return line.removeprefix("🗄 Put aside at the start: ")


def way_of_the_cutters(result: Message) -> str:
    """The signs of all cut wires in their order, as the result tells."""
    told = result.text.partition("The cutters' way\n")[2].partition("\n\n")[0]
    return "".join(re.findall(rf"→ \S+ ([🔵{SIGNS}])", told))


@pytest.mark.parametrize("people", [FOUR, FIVE, SIX])
def test_a_group_plays_a_whole_match_of_the_variant_on_the_board(house: House, people: str) -> None:
    world = World(house, people)
    promised = HASH.findall(world.gather(game=GAME).text)
    world.choose("Ann", VARIANT)
    assert "🎭 Variant: on" in world.lobby().text
    world.tap("Ann", "▶️ Start")
    boards = [world.board()]
    hands = {name: world.hand_of(name) for name in world.names}

    while world.result() is None:
        world.cut()
        boards += world.boards()[-1:]

    result = world.until("the result", world.result)
    dealt = dealt_again(result, len(hands))
    assert promised == HASH.findall(result.text)[:1]
    assert roles_in(result) == {name: hand.role for name, hand in hands.items()}
    assert [str(role) for role in dealt.roles] == [hand.role for hand in hands.values()]
    held = [(h.defusing, *(dict(h.colours).get(c, 0) for c in dealt.colours)) for h in dealt.dealt[0]]
    assert held == [hand.dealt for hand in hands.values()]
    assert put_aside(result) == "".join(WIRES[colour] for colour in dealt.aside)
    assert ("The role card nobody had: " in result.text) == (len(hands) == 4)
    assert re.search(ENDS, result.text)
    assert "variant" in result.text.splitlines()[0]
    assert_boards_count(boards, dealt, way_of_the_cutters(result))
    assert_replay_ends_so(world, result, dealt)


def assert_boards_count(boards: list[Board], dealt: Evolution, cut: str) -> None:
    """Every board tells how many bombs of which colour are out, and what is found, as the way of the cutters has it."""
    for board in boards:
        assert list(board.bombs) == [WIRES[colour] for colour in dealt.colours]
        out = sum(bombs.revealed for bombs in board.bombs.values())
        found = int(re.findall(r"found: (\d) of", board.text)[0])
        seen = cut[: out + found]
        assert found == seen.count("🔵")
        assert {sign: seen.count(sign) for sign in board.bombs} == {s: b.revealed for s, b in board.bombs.items()}
        assert all(bombs.limit == (3 if sign == "🍀" else 4) for sign, bombs in board.bombs.items())
        assert sum(bombs.defused for bombs in board.bombs.values()) <= found


def assert_replay_ends_so(world: World, result: Message, game: Evolution) -> None:
    """The moves in the log lead from the deal to the end that was told, and leave the wires that were told."""
    for position, play in enumerate(world.records.plays(world.match()["id"]), 1):
        game, _ = game.play(play["seat"], play["move"], Fair(seed_in(result), position))
    assert game.outcome
    assert f"{game.outcome.side.capitalize()}'s team wins" in result.text
    hidden = {
        name: "".join(WIRES[wire] for place, wire in enumerate(hand) if place not in cut)
        for name, hand, cut in zip(world.names, game.hands, game.cut, strict=True)
    }
    assert {row.name: row.wires for row in Board(result.raw).rows} == {n: left for n, left in hidden.items() if left}


def test_ev_1_a_match_does_not_start_before_enough_colours_are_picked(house: House) -> None:
    world = World(house, FOUR)
    world.gather(game=GAME)
    world.tap("Ann", "Options")
    panel = world.until_there("🍒 red")
    for colour in ("green", "pink", "blue"):
        # Faster than the lobby is drawn anew.
        (button,) = panel.having(f"colour {colour} on")
        assert "Changed" in world.press("Ann", panel, button.data).text
    world.tap("Ann", VARIANT)
    world.tap("Ann", "Back")
    world.until_lobby("🎨 Colours: 🍀 green, 🌸 pink, 💎 blue\n⚠️ Colours still to be picked: 1\n🎭 Variant: on")
    assert "Pick exactly 4 colours" in world.tap("Ann", "▶️ Start").text
    assert world.match()["status"] == "lobby"

    world.choose("Ann", "🍒 red")
    assert "still to be picked" not in world.lobby().text
    world.tap("Ann", "▶️ Start")
    assert list(world.board().bombs) == ["🍀", "🌸", "💎", "🍒"]
    result = world.play_out()
    picked = Wire.GREEN, Wire.PINK, Wire.BLUE, Wire.RED
    assert put_aside(result) == "".join(WIRES[colour] for colour in dealt_again(result, 4, *picked).aside)


def test_a_match_of_the_variant_is_played_entirely_from_private_chats(house: House) -> None:
    world = begun(house, FIVE)
    world.play_out(world.cut_privately)
    plays = world.records.plays(world.match()["id"])
    assert plays
    assert {play["by"] for play in plays} == {"person"}
    taps_in_the_group = [event["data"].split(":")[2] for event in world.told() if event["kind"] == "tapped"]
    assert taps_in_the_group[-1] == "start"


def test_case_c32_secrets_of_evolution_reach_their_seat_and_nobody_else(house: House) -> None:
    world = begun(house, SIX, strangers=["Fay"])
    while world.result() is None:
        for name in world.names:
            world.hand_of(name)
        world.write("Ann", "/hand")
        world.write("Bob", "/hand", private=True)
        world.write("Cid", "/history")
        world.cut()
    assert_secrets_kept(world)
    assert len(answers(world, "Ann")) > len(world.records.plays(world.match()["id"]))
    secret = world.match()["secret"].hex()
    for message in (m for who in (None, *world.names) for m in world.said(who)):
        assert message.having("rematch") or secret not in json.dumps(message.raw)


def test_ev_7_claims_name_colours_by_taps_in_the_private_chat_and_stand_on_the_board(house: House) -> None:
    world = begun(house, FOUR)
    blue = list(world.board().bombs)[-1]
    world.until_there("🗣 2", "Bob")
    world.tap("Bob", "🗣 2", private=True)
    world.until_there(f"{blue} 1", "Bob")
    world.tap("Bob", f"{blue} 1", private=True)
    world.until("the claim", lambda: f"Bob · 🗣 🔵2 {blue}1" in world.board().text)
    world.until_said(f"You say this round (true or not): 🗣 🔵2 {blue}1", "Bob")
    world.tap("Bob", f"{blue} –", private=True)
    world.until("the claim taken back", lambda: re.search(r"Bob · 🗣 🔵2$", world.board().text, re.MULTILINE))
    # Two of five wires are defusing, he says: there is room for three bombs of a colour.
    colour = next(wire for wire in COLOURS if WIRES[wire] == blue)
    rooms = {button.data[-1] for button in hand_message(world, "Bob").having(rf"hold {colour} [-\d]")}
    assert rooms == {"-", "0", "1", "2", "3"}
    assert [claim["text"].split()[1] for claim in world.records.claims(world.match()["id"])] == ["2", "2", "2"]


@pytest.mark.parametrize("kind", Kind)
def test_ev_20_a_choice_is_made_in_the_group_by_who_cut_and_nobody_else(house: House, kind: Kind) -> None:
    world = World(house, SIX, outsiders=["Mallory"])
    world.begin(game=GAME, options=[VARIANT])
    board = go(world, asks(kind))
    assert LABELS[kind] in board.text
    assert len(board.choices) > 1
    assert not board.targets
    before = world.everything()
    for other in (*(name for name in world.names if name != board.mover), "Mallory"):
        wrong = "not playing" if other == "Mallory" else f"we are waiting for {board.mover}"
        assert wrong in world.press(other, board, board.choices[0].data).text
    aimed = f"{board.match}:{board.position}:aim {world.names.index(board.holder)}"
    assert "First choose a colour" in world.press(board.mover, board, aimed).text
    assert world.everything() == before

    chosen = board.choices[-1]
    answer = world.make(chosen.data.partition("!")[2])
    assert answer.text.startswith(f"🔵 Defused: {chosen.label}" if kind is Kind.ATTACH else "💎 No longer defused")
    assert "Already done" in world.press(board.mover, board, chosen.data).text
    if world.result() is None:
        after = world.board()
        assert after.mover == after.holder == board.holder
        assert after.bombs[chosen.label[0]].defused is (kind is Kind.ATTACH)
        told = "has defused" if kind is Kind.ATTACH else "has taken the defusing wire off"
        assert f"{board.mover} {told}: {chosen.label}" in after.text
        world.cut()


@pytest.mark.parametrize("options", [(), ("⏱ 5 min",)])
def test_ev_20_a_choice_is_made_in_the_private_chat_of_who_cut(house: House, options: tuple[str, ...]) -> None:
    """In a slow match he is called besides, in a quick one his hand alone shows it."""
    world = begun(house, SIX, *options)
    board = go(world, asks(Kind.ATTACH))
    hand = hand_message(world, board.mover)
    assert [button.data for button in hand.choices] == [button.data for button in board.choices]
    assert LABELS[Kind.ATTACH] in hand.text
    assert bool(world.saying("It is your move", board.mover)) == (not options)
    for other in (name for name in world.names if name != board.mover):
        assert not any(message.choices for message in world.messages(other))
        own = hand_message(world, other)
        assert "we are waiting for" in world.press(other, own, board.choices[0].data, private=True).text
    world.tap(board.mover, board.choices[0], private=True)
    world.until_moved(board.position)
    world.settle()
    assert not any(message.choices for name in world.names for message in world.messages(name))
    assert world.records.plays(board.match)[-1]["move"] == f"attach {board.choices[0].label.split()[1]}"


def test_ev_18_after_red_only_wires_of_the_player_drawn_can_be_cut(house: House) -> None:
    world = begun(house, SIX)
    board = go(world, draws(oneself=False))
    game = world.game()
    drawn = world.names[game["draw"]]
    assert f"🍒 Drawn: {drawn}" in board.text
    assert f"🍒 The next cut must be made at {drawn}" in board.text
    assert not board.targets
    assert {button.data.split()[-2] for button in board.wires} == {str(game["draw"])}
    other = next(seat for seat in range(6) if seat not in (game["draw"], game["holder"]))
    aimed = f"{board.match}:{board.position}:aim {other}"
    assert f"The next cut must be made at {drawn}" in world.press(board.mover, board, aimed).text
    world.make(board.offered[0])
    assert world.records.plays(board.match)[-1]["move"] == board.offered[0]


def test_ev_18_who_has_cut_himself_is_called_again_for_he_keeps_the_cutters(house: House) -> None:
    world = begun(house, SIX)
    board = go(world, keeps_the_cutters)
    call = world.until_said("It is your move", board.mover)
    assert call.wires
    world.tap(board.mover, call.wires[0], private=True)
    world.until_moved(board.position)
    world.settle()
    assert world.board().mover == board.mover
    again = world.until_said("It is your move", board.mover)
    assert {button.position for button in again.targets} == {board.position + 1}


def test_ev_18_who_is_drawn_himself_cuts_one_of_his_own_wires_from_his_hand(house: House) -> None:
    world = begun(house, SIX, "⏱ 5 min")
    board = go(world, draws(oneself=True))
    mine = world.names.index(board.mover)
    hand = hand_message(world, board.mover)
    assert [button.data for button in hand.wires] == [button.data for button in board.wires]
    assert {button.data.split()[-2] for button in hand.wires} == {str(mine)}
    world.tap(board.mover, hand.wires[0], private=True)
    world.until_moved(board.position)
    play = world.records.plays(board.match)[-1]
    assert (play["seat"], play["move"]) == (mine, hand.wires[0].data.partition("!")[2])


@pytest.mark.parametrize("kind", Kind)
def test_ev_20_a_choice_has_a_fresh_clock_and_when_it_runs_out_chance_chooses(house: House, kind: Kind) -> None:
    world = begun(house, SIX, "⏱ 5 min")
    way = way_to(world, asks(kind))
    for move in way[:-1]:
        world.make(move)
    world.think(270)
    world.make(way[-1])
    board = world.board()
    assert board.choices
    left = deadline(world) - house.sim.get("clock")["now"]
    assert 290 < left <= 300

    world.think(left - 20)
    assert "✋" not in world.tap("Bob", "🗣 1").text
    assert world.match()["position"] == board.position
    world.think(21)
    world.until_moved(board.position)
    (play,) = world.records.plays(board.match)[len(way) :]
    assert play["by"] == "clock"
    assert play["move"] in board.offered
    colour = next(b.label for b in board.choices if b.data.endswith(play["move"]))
    told = "Defused at random" if kind is Kind.ATTACH else "No longer defused, at random"
    announced = [m.text for m in world.said() if f"⏰ {board.mover} ran out of time. {told}: {colour}" in m.text]
    assert announced
    if world.result() is None:
        assert f"⚠️ {board.mover}, keep an eye on the clock" in announced[-1]
        assert 290 < deadline(world) - house.sim.get("clock")["now"] <= 300
        world.cut()


def deadline(world: World) -> float:
    return datetime.fromisoformat(world.match()["deadline"] + "+00:00").timestamp()


def test_case_c15_killed_while_choices_wait_the_same_choices_and_deadlines_stand_again(own_house: House) -> None:
    worlds = {kind: begun(own_house, SIX) for kind in Kind}
    boards = {kind: go(world, asks(kind)) for kind, world in worlds.items()}
    before = [world.everything() for world in worlds.values()]
    own_house.sim.post("clock", advance=600)
    worlds[Kind.ATTACH].kill_and_start()
    assert [world.everything() for world in worlds.values()] == before
    for kind, world in worlds.items():
        board, again = boards[kind], world.board()
        assert (again.id, again.text, again.buttons) == (board.id, board.text, board.buttons)
        assert [b.data for b in hand_message(world, board.mover).choices] == [b.data for b in board.choices]
        world.make(board.offered[-1])
        assert world.records.plays(board.match)[-1]["move"] == board.offered[-1]
        result = world.play_out()
        positions = [play["position"] for play in world.records.plays(board.match)]
        assert positions == list(range(1, len(positions) + 1))
        assert sum(m.having("rematch") != [] for m in world.messages()) == 1
        assert_replay_ends_so(world, result, dealt_again(result, len(world.names)))


def test_hands_of_evolution_add_up_over_the_table(house: House) -> None:
    world = begun(house, FIVE)
    for name in world.names:
        told = world.until_said("Your hand", name)
        assert hand_in(told.text).dealt == world.hand_of(name).dealt
    hands = [world.hand_of(name) for name in world.names]
    assert [sum(hand.dealt) for hand in hands] == [5] * 5
    assert sum(hand.dealt[0] for hand in hands) == 5
    assert all(sum(column) <= 5 for column in zip(*(hand.dealt for hand in hands), strict=True))
