"""Presses: each is answered exactly once, counts at most once, and only from whom it may come."""

from __future__ import annotations

import random
import time
from typing import Any

from tests.bot.driver import World, at_once
from tests.bot.processes import House
from tests.bot.seen import Answer, Board

FOUR, EIGHT = "Ann Bob Cid Dee", "Ann Bob Cid Dee Eve Fay Gus Hal"


def answers_of(world: World, who: str) -> list[dict[str, Any]]:
    """The answers somebody was given, in all chats."""
    found: list[dict[str, Any]] = world.sim.get("answers", person=world.ids[who])
    return found


def test_case_c01_the_same_press_five_times_at_once_counts_once_and_each_is_answered(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    who = board.holder
    world.tap(who, board.targets[0])
    wire = world.until("the wires", lambda: world.board().wires)[0]
    told = at_once(*[lambda: world.press(who, board, wire.data)] * 5)
    assert sorted(answer.text == "👌 Already done." for answer in told) == [False, True, True, True, True]
    assert world.match()["position"] == 2
    assert len(world.records.plays(board.match)) == 1
    assert len({answer["query_id"] for answer in answers_of(world, who)}) == len(answers_of(world, who))


def test_case_c01_the_last_press_of_a_match_five_times_at_once_ends_it_once(house: House) -> None:
    world = World(house, FOUR)
    world.begin()
    while world.result() is None:
        board = world.board()
        who = board.holder
        world.think()
        world.tap(who, board.targets[0])
        wire = world.until("the wires", lambda: world.board().wires)[0]
        told = at_once(*[lambda who=who, board=board, wire=wire: world.press(who, board, wire.data)] * 5)
        assert sum(answer.text == "👌 Already done." for answer in told) == 4
        world.until_moved(board.position)
    assert sum(m.having("rematch") != [] for m in world.messages()) == 1


def test_case_c01_a_game_chosen_five_times_at_once_opens_one_lobby(house: House) -> None:
    world = World(house, FOUR)
    menu = world.until_there("Time Bomb")
    told = at_once(*[lambda: world.press("Ann", menu, "0:0:new timebomb")] * 5)
    assert sum("You are in" in answer.text for answer in told) == 1
    assert len(world.records.matches(world.group)) == 1
    world.lobby()


def test_case_c03_eight_people_join_in_the_same_instant(house: House) -> None:
    world = World(house, EIGHT + " Ian")
    world.gather("Ian")
    told = at_once(*[lambda name=name: world.tap(name, "Join") for name in EIGHT.split()])
    assert sum("You are in" in answer.text for answer in told) == 7
    assert sum("Every seat is taken" in answer.text for answer in told) == 1
    seats = world.records.seats(world.match()["id"])
    assert [seat["seat"] for seat in seats] == list(range(8))
    assert len({seat["person_id"] for seat in seats}) == 8
    assert len(world.match()["joins"]) > 0
    world.until_lobby("8 of 8")


def test_case_c03_eight_people_claim_in_the_same_instant(house: House) -> None:
    world = World(house, EIGHT)
    board = world.begin()
    told = at_once(*[lambda name=name: world.tap(name, "🗣 2") for name in world.names])
    assert all("Everybody can read your claim" in answer.text for answer in told)
    assert {claim["seat"] for claim in world.records.claims(board.match)} == set(range(8))
    world.until("eight claims on the board", lambda: world.board().text.count("· 🗣 2") == 8)
    assert world.match()["position"] == 1


def test_case_c03_eight_people_cut_in_the_same_instant_and_one_of_them_may(house: House) -> None:
    world = World(house, EIGHT)
    board = world.begin()
    world.tap(board.holder, board.targets[0])
    wire = world.until("the wires", lambda: world.board().wires)[0]
    told = dict(
        zip(
            world.names,
            at_once(*[lambda name=name: world.press(name, board, wire.data) for name in world.names]),
            strict=True,
        )
    )
    # Before him: not your move. After him: an old board, or, by a bomb, the end.
    late = "This match is over" if "bomb" in told.pop(board.holder).text else "out of date"
    assert all("waiting for" in answer.text or late in answer.text for answer in told.values())
    assert len(world.records.plays(board.match)) == 1


def test_case_c06_a_button_of_an_older_position_has_no_effect_and_says_so(house: House) -> None:
    world = World(house, FOUR)
    old = begun_and_cut_once(world)
    before = world.everything()
    holder = world.board().holder
    told = [world.press(name, old, old.targets[0].data) for name in world.names]
    assert all("out of date" in answer.text for answer in told)
    assert "out of date" in world.press(holder, old, f"{old.match}:1:!cut 0 4").text
    assert world.everything() == before


def test_case_c06_what_does_not_depend_on_the_position_still_works_on_an_old_board(house: House) -> None:
    world = World(house, FOUR)
    old = begun_and_cut_once(world)
    assert "Round 1" in world.press("Ann", old, f"{old.match}:1:hand").text
    assert "Everybody can read your claim" in world.press("Ann", old, f"{old.match}:1:claim 1").text


def begun_and_cut_once(world: World) -> Board:
    """The first board of a match that goes on after its first cut."""
    old = world.begin()
    world.cut_safely()
    return old


def test_case_c10_an_outsider_changes_nothing_and_learns_nothing_however_fast(house: House) -> None:
    world = World(house, "Ann Bob Cid Dee Mob", outsiders=["Mallory"])
    board = world.begin(*FOUR.split())
    before, standing = world.everything(), len(world.messages())
    for who in ("Mob", "Mallory"):
        told = at_once(*[lambda b=b, who=who: world.press(who, board, b.data) for b in board.buttons * 3])
        assert {answer.text for answer in told if not answer.url} == {
            "🙅 You are not playing in this match.",
            "📜 The history is in our private chat.",
        }
        assert not any(answer.alert for answer in told)
    assert world.everything() == before
    assert len(world.messages()) == standing
    for who in ("Mob", "Mallory"):
        assert not any("Your role" in m.text or "🦹" in m.text for m in world.messages(who))


def test_whose_move_it_is_not_is_told_whom_everybody_waits_for(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    other = next(name for name in world.names if name != board.holder)
    assert world.tap(other, board.targets[0]).text == f"✋ Not your move: we are waiting for {board.holder}."


def test_the_holder_may_point_go_back_and_point_again(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    for _ in range(5):
        world.think()
        world.tap(board.holder, board.targets[0])
        world.until("the wires", lambda: world.board().wires)
        world.tap(board.holder, "Back")
        world.until("the names", lambda: world.board().targets)
    assert world.match()["position"] == 1
    assert world.match()["pointing"] is None


def test_case_c13_what_was_answered_is_seen_by_the_very_next_query(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    for count in (1, 2, 3):
        world.tap("Bob", f"🗣 {count}")
        assert world.records.claims(board.match)[-1]["text"] == f"claim {count}"
    world.tap(board.holder, board.targets[0])
    assert world.match()["pointing"] == int(board.targets[0].data[-1])
    seat = board.targets[0].data[-1]
    world.press(board.holder, board, f"{board.match}:1:!cut {seat} 0")
    assert world.records.plays(board.match)[-1]["move"] == f"cut {seat} 0"
    # The next press is judged by what the last one did, whether or not the board shows it yet.
    assert "Already done" in world.press(board.holder, board, f"{board.match}:1:!cut {seat} 0").text


def forged(match: int, position: int) -> list[str]:
    """Button data nobody ever drew."""
    here = f"{match}:{position}"
    seeded = random.Random(12)
    noise = ["".join(chr(seeded.randrange(32, 0x2FFF)) for _ in range(seeded.randrange(1, 80))) for _ in range(25)]
    verbs = "point unpoint aim unaim claim bomb hand history join leave new lang end bot+ bot- panel clock claims when"
    arguments = ["", " ", " 99", " -1", " 0 0", " x", " 00", " 1e3", " ²", " 1" * 15]
    return [
        *(f"{here}:{verb}{argument}" for verb in (*verbs.split(), "kick", "cancel") for argument in arguments[1:]),
        *(f"{here}:!cut {seat} {place}" for seat, place in [(9, 9), (0, 9), (9, 0), (-1, 0), (0, -1), ("x", "y")]),
        *(f"{here}:{rest}" for rest in ("!", "!cut", "!cut 0", "!cut 0 0 0", "!shoot 2", "!cut  0 0", "claim 6 bomb")),
        *(f"{where}:hand" for where in ("0:0", "999999999999999999:1", f"{match}:999999999", "-1:0", f"0{match}:1")),
        *(f"{match}:{other}:!cut 1 1" for other in (0, position + 1, position + 1000, 999999999)),
        *(
            "",
            ":",
            "::",
            ":::",
            "0",
            "x:y:z",
            "\x00",
            "None",
            "null",
            "{}",
            "[]",
            "🤡",
            "é" * 32,
            "\u202e\u2066",
            "٣:٣:hand",
        ),
        *("'; DROP TABLE match; --", "../../etc/passwd", "%s%s%s", "{0.__class__}", "1:1:hand\n"),
        *("9" * 10_000, "A" * 65, f"{here}:hand" + " " * 60),
        *noise,
    ]


def test_case_c12_forged_data_of_any_shape_is_refused_politely_and_changes_nothing(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    waiting = next(name for name in ("Bob", "Cid") if name != board.holder)
    before = world.everything()
    for data in forged(board.match, board.position):
        answer = world.press(waiting, board, data)
        assert answer.text or answer.url, data
        assert "went wrong" not in answer.text, data
    # He sits at the table: his claims are his right, all else was none.
    assert without_claims(world.everything()) == without_claims(before)


def test_case_c12_forged_moves_of_who_is_to_move_are_refused_too(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    before = world.everything()
    mine = world.names.index(board.holder)
    for data in (*forged(board.match, board.position), f"{board.match}:1:!cut {mine} 0"):
        if ":!" in data:
            answer = world.press(board.holder, board, data)
            assert "not possible" in answer.text or "out of date" in answer.text or "know" in answer.text, (
                data,
                answer,
            )
    assert "not possible" in world.press(board.holder, board, f"{board.match}:1:point {mine}").text
    assert world.everything() == before


def without_claims(everything: dict[str, Any]) -> dict[str, Any]:
    return {**everything, "claims": [], "match": {**everything["match"], "revision": 0}}


def test_case_c12_a_match_is_out_of_reach_from_another_matchs_board(house: House) -> None:
    ours, theirs = World(house, FOUR), World(house, "Eve Fay Gus Hal")
    our_board, their_board = ours.begin(), theirs.begin()
    before = theirs.everything()
    for name in ours.names:
        for button in their_board.buttons:
            answer = ours.press(name, our_board, button.data)
            assert "not playing in this match" in answer.text or "history" in answer.text, (name, button, answer)
            assert not answer.alert
    assert theirs.everything() == before


def test_case_c12_forged_data_takes_no_message_away_and_turns_none_into_a_lobby(house: House) -> None:
    world = World(house, "Ann Bob Cid Dee Mob")
    board = world.begin(*FOUR.split())
    before = world.everything()
    for who in ("Bob", "Mob"):
        for data in (f"{board.match}:0:end no", f"{board.match}:0:end yes", "0:0:new timebomb"):
            world.press(who, board, data)
    world.tap("Ann", "🗣 0")
    world.until("the claim on the board", lambda: "🗣 0" in world.board().text)
    assert world.board().id == board.id
    assert len(world.records.matches(world.group)) == 1
    assert without_claims(world.everything()) == without_claims(before)


def test_case_c12_another_host_s_lobby_is_out_of_reach(house: House) -> None:
    world, other = World(house, FOUR), World(house, "Eve Fay")
    lobby = world.gather()
    mine = other.gather()
    before = world.everything()
    match = world.match()["id"]
    for verb in ("start", "cancel", "bot+", "panel options", "clock 60", "claims off", "when full", "kick 1", "leave"):
        answer = other.press("Eve", mine, f"{match}:0:{verb}")
        assert "Only the host (Ann)" in answer.text or "Not seated" in answer.text, (verb, answer)
    # A join from another group's message proves nothing about membership in this one.
    assert "members of the group Friday night" in other.press("Eve", mine, f"{match}:0:join").text
    assert world.everything() == before
    assert world.lobby().id == lobby.id


def test_case_c09_presses_of_shapes_that_have_no_buttons_are_answered_or_ignored(own_house: House) -> None:
    own_house.forgiven.append("query is too old")
    world = World(own_house, FOUR)
    board = world.begin()
    person = {"id": world.ids["Ann"], "is_bot": False, "first_name": "Ann"}
    chat = {"id": world.group, "type": "supergroup", "title": "Friday night"}
    shapes: list[dict[str, Any]] = [
        {"id": "1", "from": person, "chat_instance": "1"},
        {"id": "2", "from": person, "chat_instance": "1", "game_short_name": "bomb"},
        {"id": "3", "from": person, "chat_instance": "1", "inline_message_id": "x", "data": f"{board.match}:1:hand"},
        {"id": "4", "from": person, "chat_instance": "1", "inline_message_id": "x", "data": "0:0:new timebomb"},
        {
            "id": "5",
            "from": person,
            "chat_instance": "1",
            "message": {"chat": chat, "message_id": 1, "date": 0},
            "data": f"{board.match}:1:history",
        },
        {"id": "6", "from": {**person, "id": 4503599627370495}, "chat_instance": "1", "data": "4503:1:hand"},
    ]
    before, calls = world.everything(), world.sim.get("calls")["n"]
    for shape in shapes:
        world.sim.post("updates", update={"callback_query": shape})

    def tries() -> int:
        made = world.sim.get("calls", after=calls)["calls"]
        return sum(call["method"] == "answerCallbackQuery" for call in made)

    world.until("an answer to each", lambda: tries() == len(shapes))
    assert "Round 1" in world.press("Ann", board, f"{board.match}:1:hand").text
    assert tries() == len(shapes) + 1
    assert world.everything() == before


def test_case_c21_a_press_delivered_twice_counts_once(own_house: House) -> None:
    own_house.forgiven.append("query is too old")
    world = World(own_house, FOUR)
    board = world.begin()
    seat = board.targets[0].data[-1]
    update = {
        "id": "77",
        "from": {"id": world.ids[board.holder], "is_bot": False, "first_name": board.holder},
        "chat_instance": "1",
        "message": board.raw,
        "data": f"{board.match}:1:!cut {seat} 0",
    }
    for _ in range(3):
        world.sim.post("updates", update={"callback_query": update})
    world.until_moved(1)
    assert world.tap("Bob", "History").text
    assert [play["move"] for play in world.records.plays(board.match)] == [f"cut {seat} 0"]


def test_case_c11_no_button_of_a_match_with_the_largest_numbers_exceeds_64_bytes(own_house: House) -> None:
    world = World(
        own_house, ["Ann", "Bob", "Чак-Чак Ильдарович Преображенский", "Đặng Trần Phương Thảo Nguyên", "😈" * 20]
    )
    own_house.bot.stop()
    world.records.write("INSERT INTO sqlite_sequence (name, seq) VALUES ('match', 999999999999999990)")
    own_house.bot.start()
    world.gather()
    world.choose("Ann", "⏱ 3 d")
    world.tap("Ann", "▶️ Start")
    world.board()
    world.play_out()
    assert world.match()["id"] > 10**17
    sent = [m for who in (None, *world.names) for m in world.said(who)]
    data = [button.data for message in sent for button in message.buttons]
    assert len(data) > 100
    assert max(len(one.encode()) for one in data) <= 64


def test_presses_at_a_match_that_is_over_are_told_so(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    world.play_out()
    over = world.match()["position"]
    before = world.everything()
    told: list[Answer] = [
        world.press("Ann", board, f"{board.match}:{at}:{what}")
        for at in (over - 1, over)
        for what in ("point 1", "!cut 1 1", "claim 1", "aim 2")
    ]
    assert all("match is over" in answer.text or "Already done" in answer.text for answer in told)
    assert world.everything() == before


def test_a_press_is_answered_at_once_while_the_group_waits_for_its_budget(house: House) -> None:
    """Twenty edits a minute and no more: the board lags behind, the answers do not."""
    world = World(house, FOUR)
    board = world.begin()
    began = time.monotonic()
    for count in range(40):
        assert "claim" in world.tap(world.names[count % 4], f"🗣 {count % 5}").text
    assert time.monotonic() - began < 50, "answers that waited for the edits would take a minute"
    world.think(120)
    newest = {claim["seat"]: claim["text"][-1] for claim in world.records.claims(board.match)}
    world.until("the newest claims", lambda: all(f"🗣 {count}" in world.board().text for count in newest.values()))


def test_whether_the_match_goes_on_is_nothing_to_those_who_do_not_play(house: House) -> None:
    world = World(house, FOUR + " Eve")
    board = world.begin(*FOUR.split())
    world.write("Ann", "/cancel")
    asked = world.until_there("Play on")
    data = asked.having("end no")[0].data
    assert "You are not playing in this match" in world.press("Eve", asked, data).text
    assert world.newest("Play on") is not None, "the question is gone"
    world.press("Bob", asked, data)
    world.until("the question answered", lambda: world.newest("Play on") is None)
    assert world.match()["status"] == "running"
    assert world.board().match == board.match
