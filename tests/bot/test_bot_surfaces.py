"""What stands in the group and in private chats, and what it costs to keep it there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.bot.driver import World
from tests.bot.processes import House
from tests.bot.seen import Board
from tests.bot.wiretap import Wiretap

TWO_TAPS = [("answerCallbackQuery", None)] * 2
FOUR, SIX = "Ann Bob Cid Dee", "Ann Bob Cid Dee Eve Fay"


def until_round(world: World, number: int) -> Board:
    """Plays until a round is dealt; a match that ends sooner is followed by another one."""
    for _ in range(30):
        while world.result() is None:
            if world.board().round == number:
                return world.board()
            world.cut()
        world.write("Ann", "/play")
        world.until_there("Time Bomb")
        world.begin()
    raise AssertionError("thirty matches ended too soon")


def calls_since(world: World, number: int) -> list[tuple[str, int | None]]:
    """The calls of the Bot API after one of them, in no order."""
    made: list[dict[str, Any]] = world.sim.get("calls", after=number)["calls"]
    return sorted(((call["method"], call["chat_id"]) for call in made), key=str)


def test_a_cut_in_the_group_costs_two_answers_one_edit_for_the_keyboard_and_one_for_the_board(house: House) -> None:
    world = World(house, SIX)
    world.begin(options=["⏱ 5 min"])
    world.settle()
    for _ in range(3):
        before = world.sim.get("calls")["n"]
        world.cut_safely()
        world.settle()
        assert calls_since(world, before) == [*TWO_TAPS, *[("editMessageText", world.group)] * 2]


def test_a_cut_in_a_slow_match_costs_besides_a_message_to_the_next_and_the_removal_of_the_last(house: House) -> None:
    world = World(house, SIX)
    board = world.begin()
    world.settle()
    before = world.sim.get("calls")["n"]
    world.cut_safely()
    world.settle()
    last, following = world.ids[board.holder], world.ids[world.board().holder]
    edits = [("editMessageText", world.group)] * 2
    calls = [*TWO_TAPS, ("deleteMessage", last), *edits, ("sendMessage", following)]
    world.until("these calls and no others", lambda: calls_since(world, before) == calls, 5)


def test_the_player_to_move_is_called_privately_and_the_call_goes_when_he_has_moved(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    call = world.until_said("It is your move · Friday night", board.holder)
    assert call.raw.get("has_protected_content") is None
    world.cut_safely()
    world.until("no call to him", lambda: not world.saying("It is your move", board.holder))
    world.until_said("It is your move · Friday night", world.board().holder)
    assert sum(bool(world.saying("It is your move", name)) for name in world.names) == 1


def test_nobody_is_called_to_a_quick_match(house: House) -> None:
    world = World(house, FOUR)
    world.begin(options=["⏱ 1 min"])
    world.cut_safely()
    world.settle()
    assert not any(world.saying("It is your move", name) for name in world.names)


def test_who_cannot_be_written_to_is_mentioned_in_the_group_and_one_mention_stands_at_a_time(house: House) -> None:
    world = World(house, FOUR, strangers=FOUR.split())
    board = world.begin()
    mention = world.until_said("it is your move!")
    entity = next(one for one in mention.raw["entities"] if one["type"] == "text_mention")
    assert entity["user"]["id"] == world.ids[board.holder]
    world.cut_safely()
    world.until("the old mention goes", lambda: mention.id not in [m.id for m in world.messages()])
    again = world.until_said("it is your move!")
    assert world.board().holder in again.text
    assert sum("it is your move!" in m.text for m in world.messages()) == 1
    world.play_out()
    world.until("no mention after the end", lambda: not world.saying("it is your move!"))


def test_case_c28_who_blocks_the_bot_in_mid_match_plays_on_by_the_group(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    world.settle()
    who = board.holder
    house.sim.post(f"people/{world.ids[who]}/block")
    world.until_said(f"{who}, it is your move!")
    assert world.hand_of(who).dealt
    while world.result() is None:
        world.cut()
    assert {play["by"] for play in world.records.plays(board.match)} == {"person"}


def test_case_c28_unblocking_brings_the_hand_back(house: House) -> None:
    world = World(house, FOUR)
    world.begin(options=["⏱ 5 min"])
    world.settle()
    before = world.until_said("Your hand", "Bob")
    house.sim.post(f"people/{world.ids['Bob']}/block")
    world.until("he is out of reach", lambda: not world.records.person(world.ids["Bob"])["reachable"])
    world.start("Bob")
    world.until(
        "the hand again", lambda: any(m.id > before.id and "Your hand" in m.text for m in world.messages("Bob"))
    )


def test_hands_may_not_be_forwarded_and_stand_in_spoilers(house: House) -> None:
    world = World(house, FOUR)
    world.begin()
    for name in world.names:
        hand = world.until_said("Your hand", name)
        assert hand.raw["has_protected_content"]
        spoilers = [one for one in hand.raw["entities"] if one["type"] == "spoiler"]
        assert len(spoilers) == 2


def test_a_new_round_brings_a_new_board_and_the_old_one_loses_its_buttons(house: House) -> None:
    world = World(house, FOUR)
    first = world.begin()
    second = until_round(world, 2)
    assert second.id > first.id
    world.until("one board with buttons", lambda: len(world.boards()) == 1)
    assert "Round 2" in world.until_said("Round 2 of 4", "Ann").text
    hands = [m for m in world.messages("Ann") if "Your hand" in m.text]
    world.until("one hand with buttons", lambda: sum(bool(m.buttons) for m in world.messages("Ann") if m in hands) <= 1)


def test_the_board_is_pinned_where_the_bot_may_and_unpinned_at_the_end(house: House) -> None:
    world = World(house, FOUR, bot_admin=True)
    board = world.begin()

    def pinned() -> list[int]:
        (chat,) = [chat for chat in house.sim.get("chats") if chat["id"] == world.group]
        found: list[int] = chat["pinned"]
        return found

    world.until("pinned", lambda: pinned() == [board.id])
    world.until("no service message", lambda: not any("pinned_message" in m.raw for m in world.messages()))
    world.play_out()
    world.until("unpinned", lambda: pinned() == [])


def test_a_bot_without_the_right_to_pin_tries_once_and_plays_on(house: House) -> None:
    world = World(house, FOUR)
    before = house.sim.get("calls")["n"]
    world.begin()
    until_round(world, 2)
    world.settle()
    tried = [call for call in calls_since(world, before) if call[0] == "pinChatMessage"]
    assert tried == [("pinChatMessage", world.group)]


def test_pins_and_new_rounds_make_no_noise(wiretap: tuple[House, Wiretap]) -> None:
    house, tap = wiretap
    world = World(house, FOUR, bot_admin=True)
    world.begin(options=["⏱ 1 min"])
    world.settle()
    until_round(world, 2)
    world.settle()
    assert tap.of("pinChatMessage")
    assert all(call.params["disable_notification"] is True for call in tap.of("pinChatMessage"))
    boards = [call for call in tap.of("sendMessage") if "round 2" in call.params["text"]]
    assert boards
    assert all(call.params["disable_notification"] is True for call in boards)


def test_a_board_that_somebody_deletes_is_posted_again_once(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    world.settle()
    house.sim.post(f"people/{world.ids['Ann']}/delete", chat=world.group, message=board.id)
    assert world.boards() == []
    world.press("Bob", board, f"{board.match}:1:claim 3")
    again = world.board()
    assert again.id > board.id
    assert "🗣 3" in again.text
    world.settle()
    world.tap("Cid", "🗣 2")
    world.settle()
    assert [b.id for b in world.boards()] == [again.id]
    sent = [event for event in world.told() if event["kind"] == "sent" and "▫️▫️▫️▫️ found" in str(event)]
    assert len(sent) == 2
    world.play_out()


def test_table_posts_the_board_again_below_the_talk(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    talk = world.write("Bob", "It was Cid!")
    world.write("Cid", "/table")
    again = world.until("a new board", lambda: next((b for b in world.boards() if b.id > talk), None))
    world.until("the old one has no buttons", lambda: [b.id for b in world.boards()] == [again.id])
    assert again.position == board.position


def test_table_posts_a_lobby_again_too(house: House) -> None:
    world = World(house, FOUR)
    lobby = world.gather("Ann", "Bob")
    talk = world.write("Bob", "Who is in?")
    world.write("Cid", "/table")
    world.until("a new lobby", lambda: world.lobby().id > talk)
    world.until("one lobby", lambda: [m.id for m in world.messages() if m.having("join")] != [lobby.id])
    world.tap("Cid", "Join")
    world.until_lobby("3. Cid")


def test_case_c02_an_edit_that_changes_nothing_is_no_error(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    for _ in range(3):
        world.tap("Bob", "🗣 1")
    world.settle()
    assert len(world.records.claims(board.match)) == 1
    assert sum("🗣 1" in m.text for m in world.said() if m.id == board.id) == 1


def test_case_c02_what_stands_there_already_counts_as_shown(own_house: House) -> None:
    house = own_house
    house.forgiven.append("message is not modified")
    world = World(house, FOUR)
    board = world.begin()
    world.settle()
    house.kill_bot()
    world.records.write("UPDATE surface SET digest = '' WHERE which = 'board'")
    world.records.write("UPDATE match SET delivered = 0")
    house.bot.start()
    world.settle()
    refused = [call for call in house.sim.get("calls")["calls"] if "not modified" in str(call["description"])]
    assert refused
    assert [b.id for b in world.boards()] == [board.id]
    world.play_out()


def test_case_c47_a_six_player_match_leaves_at_most_12_messages_standing_in_the_group(house: House) -> None:
    for people, strangers in ((SIX, []), (SIX, SIX.split())):
        world = World(house, people, strangers=strangers, bot_admin=True)
        world.begin()
        until_end_of_a_long_match(world)
        world.settle()
        assert len(world.standing()) <= 12, [m.text[:40] for m in world.standing()]


def until_end_of_a_long_match(world: World) -> None:
    """Four rounds if chance allows: nobody cuts the bomb while there is something else to cut."""
    world.play_out(lambda: cut_anything_but_the_bomb(world))


def cut_anything_but_the_bomb(world: World) -> None:
    board = world.board()
    world.think()
    hands = world.game()["hands"]
    targets = [int(button.data[-1]) for button in board.targets]
    free = [(t, p) for t in targets for p, wire in enumerate(board.rows[t].wires) if wire == "🟫"]
    safe = [(t, p) for t, p in free if hands[t][p] == "safe"] or [(t, p) for t, p in free if hands[t][p] != "bomb"]
    target, place = (safe or free)[0]
    world.press(board.holder, board, f"{board.match}:{board.position}:!cut {target} {place}")
    world.until_moved(board.position)


def test_within_telegrams_limits_no_call_is_refused(tmp_path: Path) -> None:
    """A server with flood limits, and people who tap as fast as they can."""
    house = House(tmp_path, flood=True)
    try:
        house.bot.start()
        world = World(house, FOUR)
        world.begin()
        for count in range(30):
            world.tap(world.names[count % 4], f"🗣 {count % 6}")
        for _ in range(3):
            world.cut_safely()
        newest = {claim["seat"]: claim["text"][-1] for claim in world.records.claims(world.match()["id"])}
        world.think(30)
        world.until("newest claims", lambda: all(f"🗣 {n}" in world.board().text for n in newest.values()), 30)
        calls = house.sim.get("calls")["calls"]
        assert not [call for call in calls if call["error_code"] == 429]
    finally:
        house.close()


def test_case_c57_a_429_halts_its_chat_only_and_the_newest_board_wins(own_house: House) -> None:
    """The limits are switched on when the group has used them up already, so the bot runs into them."""
    own_house.forgiven.append("Too Many Requests")
    world, other = World(own_house, FOUR), World(own_house, "Eve Fay Gus Hal")
    board = world.begin()
    other_board = other.begin()
    world.settle()
    own_house.sim.post("flood", on=True)
    use_up(own_house, world)
    world.tap("Ann", "🗣 5")
    world.tap("Bob", "🗣 4")
    other.tap("Eve", "🗣 3")
    other.until("the other group sees it", lambda: "🗣 3" in other.board().text, 5)
    assert "· 🗣" not in Board(board.raw).text
    refused = [c for c in own_house.sim.get("calls")["calls"] if c["error_code"] == 429]
    assert {call["chat_id"] for call in refused} == {world.group}
    world.until("the newest claims", lambda: "🗣 5" in world.board().text and "🗣 4" in world.board().text, 30)
    assert other.board().id == other_board.id


def use_up(house: House, world: World) -> None:
    """Somebody else with the bot's token edits its board until Telegram says no."""
    board = world.board()
    house.api("pinChatMessage", chat_id=world.group, message_id=board.id)
    for count in range(25):
        house.api(
            "editMessageReplyMarkup",
            chat_id=world.group,
            message_id=board.id,
            reply_markup={
                "inline_keyboard": [
                    *board.raw["reply_markup"]["inline_keyboard"],
                    [{"text": f"{count}", "callback_data": "0:0:x"}],
                ]
            },
        )
