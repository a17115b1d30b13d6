"""Doors for secrets: whispers in the group, the alert when they fail, and topics (C27, C28, C32; product, Secrets)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.bot.driver import World
from tests.bot.processes import House
from tests.bot.secrecy import assert_secrets_kept, told_hand
from tests.bot.seen import Answer, Hand, Message, hand_in

FOUR = "Ann Bob Cid Dee"
CLOCK = "⏱ 5 min"
DAY = 86400
AGAIN = 31
"""Seconds after which *My hand* whispers again instead of opening the alert."""


@pytest.fixture
def works(house: House) -> House:
    """A house whose server knows and shows whispers, whatever a test before made of it."""
    house.sim.post("ephemeral", mode="works")
    return house


def whispering(world: World) -> None:
    """The host of the group, who is its creator, switches whispers on."""
    world.write("Ann", "/settings")
    world.until_there("🤫 With whispers")
    world.tap("Ann", "🤫 With whispers")
    world.until_said("is whispered")
    world.write("Ann", "/play")


def whispers(world: World, who: str) -> list[Message]:
    """The messages of the bot in the group that somebody alone sees."""
    return [Message(raw) for raw in world.sim.get(f"chats/{world.group}/ephemeral", person=world.ids[who])]


def asks(world: World, who: str) -> Answer:
    """Somebody presses *My hand* on the board."""
    board = world.board()
    return world.press(who, board, board.having("hand")[0].data)


def whispered_hand(world: World, who: str) -> Hand:
    """The hand that *My hand* shows somebody in the group."""
    answer = asks(world, who)
    assert "Only you see it" in answer.text
    assert not answer.alert
    (whisper,) = whispers(world, who)
    return hand_in(whisper.text)


def is_his(world: World, seat: int, hand: Hand) -> bool:
    """Whether it is the hand of a seat from which nothing has been cut in this round."""
    game = world.game()
    dealt = game["dealt"][-1][seat]
    wires = dealt["defusing"], dealt["safe"], dealt["bomb"]
    return hand == Hand(game["roles"][seat], wires, wires)


def alerted(world: World, who: str) -> bool:
    """Whether *My hand* opens the alert."""
    answer = asks(world, who)
    assert not answer.alert or hand_in(answer.text).role
    return answer.alert


def public(world: World) -> str:
    """All that the bot ever said in the group for everybody."""
    return "\n".join(message.text for message in world.said() if not message.raw.get("ephemeral_message_id"))


def hand_in_public(message: Message) -> bool:
    """Whether a message for everybody tells a hand."""
    return bool(re.search(r"🔵 \d  \S+ \d", message.text))


def calls(world: World, *methods: str, after: int = 0) -> list[dict[str, Any]]:
    made = world.sim.get("calls", after=after)["calls"]
    return [call for call in made if call["chat_id"] == world.group and call["method"] in methods]


def test_case_c32_a_whisper_shows_the_hand_to_its_owner_and_to_nobody_else(works: House) -> None:
    world = World(works, FOUR, strangers=["Dee"])
    whispering(world)
    world.begin()
    for seat, name in enumerate(world.names):
        assert is_his(world, seat, whispered_hand(world, name))
        seen = {other: len(whispers(world, other)) for other in world.names}
        assert seen == {other: int(world.names.index(other) <= seat) for other in world.names}
    assert "Your role" not in public(world)
    (whisper,) = whispers(world, "Dee")
    assert (whisper.id, whisper.raw["receiver_user"]["id"]) == (0, world.ids["Dee"])
    assert whisper.raw["has_protected_content"]


def test_a_whole_match_is_played_with_whispers_that_go_with_each_deal(works: House) -> None:
    world = World(works, FOUR, strangers=["Dee"])
    whispering(world)
    world.begin()
    rounds = 0
    while world.result() is None:
        board = world.board()
        if board.round > rounds:
            rounds = board.round
            world.think(AGAIN)
            world.until("no old whispers", lambda: not any(whispers(world, name) for name in world.names))
            for seat, name in enumerate(world.names):
                assert is_his(world, seat, whispered_hand(world, name))
        world.cut()
    world.until("no whispers at the end", lambda: not any(whispers(world, name) for name in world.names))
    assert_secrets_kept(world)


def test_who_has_no_private_chat_speaks_and_moves_with_the_buttons_of_his_whisper(works: House) -> None:
    world = World(works, FOUR, strangers=["Ann", "Bob", "Cid", "Dee"])
    for name in world.names:
        world.sim.post(f"people/{world.ids[name]}/send", chat=world.group, text="hello")
    whispering(world)
    world.begin(options=[CLOCK])
    whispered_hand(world, "Dee")
    (whisper,) = whispers(world, "Dee")
    nobomb = next(button for button in whisper.buttons if button.data.endswith("claim 0"))
    assert "Everybody can read your claim" in world.tap("Dee", nobomb).text
    world.until("the whisper follows", lambda: any("✅" in b.label for b in whispers(world, "Dee")[0].buttons))
    world.until("so does the board", lambda: "🗣 0" in world.board().text)

    holder = world.named(world.board().holder)
    world.think(AGAIN)
    whispered_hand(world, holder)
    (whisper,) = whispers(world, holder)
    aim = whisper.having(r"aim \d")[0]
    world.tap(holder, aim)
    wires = world.until("the wires", lambda: whispers(world, holder)[0].wires)
    hands = world.game()["hands"]
    target = int(aim.data[-1])
    safe = next(b for b in wires if hands[target][int(b.data[-1])] != "bomb")
    world.tap(holder, safe)
    world.until_moved(1)
    assert [play["by"] for play in world.records.plays(world.match()["id"])] == ["person"]


@pytest.mark.parametrize("mode", ["refused", "unknown"])
def test_case_c27_where_no_whisper_can_be_shown_the_same_press_opens_the_alert(own_house: House, mode: str) -> None:
    world = World(own_house, FOUR, strangers=["Dee"])
    whispering(world)
    world.begin()
    own_house.sim.post("ephemeral", mode=mode)
    own_house.forgiven += ["EPHEMERAL_MESSAGES_UNAVAILABLE", "method not found"]
    for name in ("Ann", "Dee"):
        assert alerted(world, name)
    assert whispers(world, "Ann") == []
    assert "Your role" not in public(world)
    assert not any(hand_in_public(message) for message in world.said())
    world.until("nothing is left of a try", lambda: all(message.text != "🎴" for message in world.standing()))

    before = own_house.sim.get("calls")["n"]
    world.think(DAY / 2)
    own_house.sim.post("ephemeral", mode="works")
    assert alerted(world, "Ann"), "it is not tried again within a day"
    assert calls(world, "sendMessage", after=before) == []
    failed = [world.records.person(world.ids[name])["whisper_failed_at"] for name in world.names]
    assert [at is not None for at in failed] == [mode == "refused", False, False, mode == "refused"]
    if mode == "refused":
        world.think(DAY / 2)
        assert not alerted(world, "Ann"), "after a day it is"


def test_case_c28_who_blocks_the_bot_is_whispered_to_all_the_same(works: House) -> None:
    works.forgiven += ["bot was blocked"]
    world = World(works, FOUR)
    whispering(world)
    world.begin(options=[CLOCK])
    works.sim.post(f"people/{world.ids['Bob']}/block")
    assert is_his(world, 1, whispered_hand(world, "Bob"))


def test_the_alert_opens_for_who_presses_again_at_once(works: House) -> None:
    world = World(works, FOUR)
    whispering(world)
    world.begin(options=["⏱ 1 h"])
    assert not alerted(world, "Ann")
    assert alerted(world, "Ann")
    world.think(AGAIN)
    assert not alerted(world, "Ann")
    world.until("one alone", lambda: len(whispers(world, "Ann")) == 1)


def test_a_press_that_waited_too_long_for_a_whisper_gets_the_alert(own_house: House) -> None:
    own_house.forgiven += ["query is too old"]
    world = World(own_house, FOUR)
    whispering(world)
    board = world.begin()
    world.settle()
    own_house.bot.stop()
    before = len(world.sim.get("answers", person=world.ids["Ann"]))
    press = {"chat": world.group, "message": board.id, "data": board.having("hand")[0].data, "wait": 0}
    world.sim.post(f"people/{world.ids['Ann']}/press", **press)
    world.think(16)
    own_house.bot.start()
    (answer,) = world.until("an answer", lambda: world.sim.get("answers", person=world.ids["Ann"])[before:])
    assert answer["answer"]["show_alert"]
    assert hand_in(answer["answer"]["text"]).role
    assert world.records.person(world.ids["Ann"])["whisper_failed_at"] is None


def test_switching_whispers_off_takes_them_away(works: House) -> None:
    world = World(works, FOUR)
    whispering(world)
    world.begin(options=[CLOCK])
    whispered_hand(world, "Ann")
    world.write("Ann", "/settings")
    world.until_there("🎴 No whispers")
    assert "Only an administrator" in world.tap("Bob", "🎴 No whispers").text
    world.tap("Ann", "🎴 No whispers")
    world.until_there("🤫 With whispers")
    world.until("no whispers", lambda: whispers(world, "Ann") == [])
    assert alerted(world, "Ann")


def test_whispers_keep_within_telegrams_limits_and_leave_the_board_its_place(house: House) -> None:
    house.sim.post("ephemeral", mode="works")
    house.sim.post("flood", on=True)
    try:
        world = World(house, "Ann Bob Cid Dee Eve Fay Gus Hal")
        whispering(world)
        world.begin(options=[CLOCK])
        world.settle()
        before = house.sim.get("calls")["n"]
        kinds = [alerted(world, name) for _ in range(3) for name in world.names]
        assert kinds.count(False) >= 4, "some were whispered"
        assert kinds.count(True) >= 8, "and the others alerted at once"
        world.cut_safely()
        assert not [call for call in house.sim.get("calls", after=before)["calls"] if call["error_code"] == 429]
    finally:
        house.sim.post("flood", on=False)


def test_hand_in_the_group_whispers_where_the_bot_administers_it(works: House) -> None:
    world = World(works, FOUR, strangers=["Dee"], bot_admin=True)
    whispering(world)
    world.begin(options=[CLOCK])
    world.write("Dee", "/hand")
    (whisper,) = world.until("a whisper", lambda: whispers(world, "Dee"))
    assert is_his(world, 3, hand_in(whisper.text))
    assert told_hand(whisper.text)
    assert "I may not write to you" not in public(world)
