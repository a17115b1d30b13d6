"""Forums: each topic is its own place; what is played in a closed one waits, in a deleted one it goes on in General."""

from __future__ import annotations

from typing import Any

from tests.bot.driver import World
from tests.bot.processes import House
from tests.bot.seen import Board, Message

FOUR = "Ann Bob Cid Dee"
CLOCK = "⏱ 5 min"
CLOSED = "The topic in Friday night"
HOUR = 3600


def forum(world: World, *names: str) -> list[int]:
    """The group becomes a forum with these topics; their numbers."""
    world.sim.post(f"groups/{world.group}/forum")
    return [int(world.sim.post(f"groups/{world.group}/topics", name=name)["id"]) for name in names]


def say(world: World, who: str, text: str, topic: int | None) -> None:
    where = {} if topic is None else {"thread": topic}
    world.sim.post(f"people/{world.ids[who]}/send", chat=world.group, text=text, **where)


def close(world: World, topic: int, *, on: bool = True) -> None:
    world.sim.post(f"groups/{world.group}/topics/{topic}/close", on=on)


def thread(message: Message) -> int | None:
    return message.raw.get("message_thread_id")


def begin(world: World, *names: str, topic: int | None, options: tuple[str, ...] = (CLOCK,)) -> Board:
    """They play in a topic; the first board there."""
    say(world, names[0], "/play", topic)
    world.until("the games", lambda: any(thread(m) == topic and m.having("new timebomb") for m in world.messages()))
    world.begin(*names, options=options)
    return board_in(world, topic)


def board_in(world: World, topic: int | None, below: int = 0) -> Board:
    """The newest board in a topic."""

    def look() -> Board | None:
        return next((b for b in reversed(world.boards()) if thread(b) == topic and b.id > below), None)

    return world.until("a board there", look)


def refused(world: World, after: int) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = world.sim.get("calls", after=after)["calls"]
    return [call for call in made if call["chat_id"] == world.group and not call["ok"]]


def told(world: World, who: str) -> int:
    """How often somebody was ever told that the topic is closed."""
    return sum(CLOSED in message.text for message in world.said(who))


def until_waiting(world: World, *who: str) -> None:
    for name in who:
        world.until_said(CLOSED, name)
    world.settle()


def until_open(world: World, topic: int | None, below: int) -> Board:
    board = board_in(world, topic, below)
    world.until("no notice", lambda: not any(world.saying(CLOSED, name) for name in world.names))
    world.settle()
    return board


def test_a_closed_topic_pauses_its_match_tells_the_players_once_and_heals_when_it_opens(house: House) -> None:
    world = World(house, FOUR, strangers=["Dee"])
    (topic,) = forum(world, "Games")
    board = begin(world, "Ann", "Bob", "Cid", "Dee", topic=topic)
    world.settle()
    before = house.sim.get("calls")["n"]
    close(world, topic)
    until_waiting(world, "Ann", "Bob", "Cid")
    match = world.match()
    assert (match["deadline"], match["hushed"], match["topic_closed"]) == (None, 1, 1)
    world.think(3 * HOUR)
    move = board.targets[0].data.split(":")[-1]
    assert "paused" in world.press(board.holder, board, f"{board.match}:1:{move}").text
    assert world.hand_of("Dee").dealt, "secrets stay in reach"
    world.settle()
    assert refused(world, before) == []
    assert world.records.plays(board.match) == []
    assert [told(world, name) for name in world.names] == [1, 1, 1, 0]

    close(world, topic, on=False)
    again = until_open(world, topic, board.id)
    assert again.position == 1
    world.think(match["left_ms"] / 1000 + 1)
    world.until_moved(1)
    assert [play["by"] for play in world.records.plays(board.match)] == ["clock"]
    world.play_out()


def test_case_c41_two_topics_are_two_places_and_one_does_not_wait_for_the_other(house: House) -> None:
    world = World(house, "Ann Bob Cid Dee Eve")
    first, second = forum(world, "One", "Two")
    here = begin(world, "Ann", "Bob", "Cid", "Dee", topic=first)
    there = begin(world, "Eve", "Ann", "Bob", "Cid", topic=second)
    assert here.match != there.match
    close(world, first)
    until_waiting(world, "Ann", "Bob", "Cid", "Dee")
    assert told(world, "Eve") == 0
    assert "Everybody can read" in world.press("Eve", there, f"{there.match}:1:claim 1").text
    world.until("the other goes on", lambda: "🗣 1" in board_in(world, second).text)
    say(world, "Eve", "/status", second)
    answer = world.until_said("Waiting for")
    assert thread(answer) == second
    assert [row["hushed"] for row in world.records.matches(world.group)] == [1, 0]
    close(world, first, on=False)
    assert until_open(world, first, here.id).match == here.match


def test_a_topic_closed_to_a_bot_that_lost_the_right_is_learnt_from_the_first_refusal(house: House) -> None:
    house.forgiven += ["TOPIC_CLOSED"]
    world = World(house, FOUR, bot_admin=True)
    world.sim.post(f"groups/{world.group}/rights", give=["can_manage_topics"])
    (topic,) = forum(world, "Games")
    board = begin(world, *world.names, topic=topic)
    world.settle()
    close(world, topic)
    world.settle()
    assert not world.match()["hushed"], "who manages topics writes on"
    world.cut_safely()

    world.sim.post(f"groups/{world.group}/rights", take=["can_manage_topics"])
    before = house.sim.get("calls")["n"]
    world.cut_safely()
    world.cut_safely()
    # With the last cut of the round a new board is due.
    board, hands = world.board(), world.game()["hands"]
    cuts = [tuple(map(int, move.split()[1:])) for move in board.offered]
    seat, place = next((seat, place) for seat, place in cuts if hands[seat][place] == "safe")
    world.tap(world.named(board.holder), next(button for button in board.targets if button.data.endswith(f" {seat}")))
    wires = world.until("the wires", lambda: world.board().moves)
    world.tap(world.named(board.holder), next(wire for wire in wires if wire.data.endswith(f"!cut {seat} {place}")))
    until_waiting(world, *world.names)
    closed = [call for call in refused(world, before) if "TOPIC_CLOSED" in call["description"]]
    assert len(closed) == 1
    assert [told(world, name) for name in world.names] == [1] * 4
    world.sim.post(f"groups/{world.group}/rights", give=["can_manage_topics"])
    until_open(world, topic, board.id)


def test_a_deleted_topic_leaves_its_match_to_general(house: House) -> None:
    house.forgiven += ["message thread not found", "not found"]
    world = World(house, FOUR)
    (topic,) = forum(world, "Games")
    board = begin(world, *world.names, topic=topic)
    world.cut_safely()
    world.settle()
    before = house.sim.get("calls")["n"]
    world.sim.post(f"groups/{world.group}/topics/{topic}/delete")
    world.press("Bob", board, f"{board.match}:1:claim 1")
    moved = board_in(world, None)
    assert (moved.match, moved.position) == (board.match, 2)
    assert "🗣 1" in moved.text
    world.settle()
    assert world.match()["thread_id"] is None
    lost = [call for call in refused(world, before) if "thread not found" in call["description"]]
    assert len(lost) == 1
    result = world.play_out()
    assert thread(result) is None
    world.tap("Ann", "Rematch")
    assert thread(world.lobby()) is None


def test_a_closed_general_waits_as_any_topic(house: House) -> None:
    world = World(house, FOUR)
    forum(world)
    board = world.begin(options=[CLOCK])
    close(world, 1)
    until_waiting(world, *world.names)
    close(world, 1, on=False)
    until_open(world, None, board.id)
    world.cut()


def test_a_restart_while_a_topic_is_closed_tells_nobody_twice(own_house: House) -> None:
    world = World(own_house, FOUR)
    (topic,) = forum(world, "Games")
    board = begin(world, *world.names, topic=topic)
    close(world, topic)
    until_waiting(world, *world.names)
    world.kill_and_start()
    assert [told(world, name) for name in world.names] == [1] * 4
    close(world, topic, on=False)
    until_open(world, topic, board.id)
