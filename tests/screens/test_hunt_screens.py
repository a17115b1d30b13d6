"""The screens of the Hunt (issue: a readable table in a chat, good choices in few taps; rulings HU-1 to HU-13)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from playground.entities import utf16_length
from tests.screens.chases import (
    QUICK,
    SAY,
    board,
    first_tap,
    hand,
    labels,
    laid,
    read,
    turn,
)
from tests.screens.matches import BOT, NAMES, Table, verbs, waiting
from tgbot.facts import Seated
from tgbot.languages import LANGUAGES
from tgbot.screens import SCREENS, lobby
from tgbot.words import words

GAME = SCREENS["hunt"]
# Ann is Watson, Bảo clubs, Céline Holmes, Дима hearts, Eve diamonds.


def lanes(at: Table) -> list[str]:
    return read(board(at)).split("\n\n")[1].splitlines()


def people(at: Table) -> list[str]:
    return read(board(at)).split("\n\n")[2].splitlines()


def test_hu_2_a_lane_is_baker_street_five_cells_and_the_lair() -> None:
    assert lanes(laid("clues H2; hearts S1")) == [
        "♥️ 🏠▫️🕵️▫️▫️🦹🏚️ 🔎2/6",
        "♦️ 🏠▫️▫️▫️▫️▫️🦹 🔎0/6",
        "♣️ 🏠▫️▫️▫️▫️▫️🦹 🔎0/6",
    ]


def test_hu_2_on_other_lanes_a_trail_shows_where_the_pair_would_stand() -> None:
    assert lanes(laid("on H; clues D3"))[1] == "♦️ 🏠▫️▫️👣▫️▫️🦹 🔎3/6"


def test_hu_8_who_is_face_to_face_stands_in_one_cell() -> None:
    assert lanes(laid("on C; clues C4; clubs S2"))[2] == "♣️ 🏠▫️▫️▫️⚔️▫️🏚️ 🔎4/6"


def test_hu_9_a_closed_lane_tells_why() -> None:
    told = lanes(laid("on C; clues H6; hearts arrested; diamonds dead"))
    assert told[:2] == ["♥️ closed 🚔", "♦️ closed ☠️"]


def test_all_that_somebody_holds_stands_under_his_name_in_the_order_of_turns() -> None:
    at = laid("on D; holmes P2 M3 hit1; hearts S2 D1 C3 M1; diamonds dead")
    assert people(at) == [
        "🎩 Holmes · Céline",
        "└ 🎭(+2) 🔫🔫 🩸",
        "🩺 Watson · Ann",
        "♥️ King of hearts · Дима",
        "└ ♠️2/6 🗂♦️1 ♣️3 🎭",
        "☠️ ♦️ King of diamonds · Eve",
        "♣️ King of clubs · Bảo",
    ]


def test_who_is_to_move_is_bold_and_named_with_his_deadline() -> None:
    text = board(laid("to hearts")).text
    assert "<b>♥️ King of hearts · \u2068Дима\u2069</b>" in text
    assert "👉 Move: <b>\u2068Дима\u2069</b>\n⏳ Time is up: <tg-time" in text


def test_a_draw_is_one_tap_on_a_source_that_tells_how_many_cards_it_has_left() -> None:
    buttons = labels(board(laid("police S2 S3; press S4; to hearts")))
    assert buttons["!draw police"] == "🚓 2 Police"
    assert buttons["!draw press"] == "📰 1 Press"
    assert buttons["!draw street"].startswith("🌃 44")
    assert "!draw police" not in labels(board(laid("press S4; to hearts")))


def test_hu_4_a_detective_changes_the_lane_with_one_tap_once_and_before_his_action() -> None:
    at = laid("on H; clues D2; diamonds S4; clubs dead")
    assert labels(board(at))["!lane diamonds"] == "👣 ♦️ cell 2 ⚔️"
    assert [verb for verb in verbs(board(at)) if verb.startswith("!lane")] == ["!lane diamonds"]
    changed = laid("on H; clues D2; diamonds S4; clubs dead", "lane diamonds")
    assert not any(verb.startswith("!lane") for verb in verbs(board(changed)))
    assert "!draw street" in verbs(board(changed))
    assert not any(verb.startswith("!lane") for verb in verbs(board(laid("to hearts"))))


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("clues H5; holmes P1", "🔫 ♥️ Дима · 1 hit, unarmed"),
        ("clues H5; holmes P2", "🔫 ♥️ Дима · 2 hits, unarmed"),
    ],
)
def test_hu_10_a_harmless_shot_is_one_tap_and_says_how_often_it_hits(text: str, label: str) -> None:
    assert labels(board(laid(text)))["!shoot 3"] == label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("clues H5; holmes P1; hearts P1", "🎲 ♥️ Дима · duel: one die"),
        ("clues H5; holmes P1; hearts P1 hit2", "🎲 ♥️ Дима · duel: one die"),
        ("clues H5; holmes P1; hearts hit2", "☠️ ♥️ Дима · deadly, unarmed"),
        ("clues H5; holmes P3", "☠️ ♥️ Дима · deadly, unarmed"),
    ],
)
def test_a_shot_that_can_kill_or_be_answered_takes_a_second_tap(text: str, label: str) -> None:
    screen = board(laid(text))
    assert labels(screen)["point 3"] == label
    assert "!shoot 3" not in verbs(screen)
    second = board(first_tap(laid(text), "hearts"))
    assert verbs(second)[:2] == ["!shoot 3", "unpoint"]
    assert not any(verb.startswith(("!draw", "!lane")) for verb in verbs(second))


def test_before_the_second_tap_one_reads_what_either_number_of_the_die_means() -> None:
    at = first_tap(laid("clues H5; holmes P2 hit2; hearts P1 hit1"), "hearts")
    assert (
        "🔫 🎩 Céline takes aim at ♥️ Дима. Shoot?\n"
        "🎲 even · ♥️ Дима takes 2 hits 🩸 ☠️\n"
        "🎲 odd · 🎩 Céline takes 1 hit 🩸 ☠️\n" in read(board(at))
    )
    unarmed = read(board(first_tap(laid("clues H5; holmes P1; hearts hit2"), "hearts")))
    assert "Shoot?\n♥️ Дима takes 1 hit 🩸 ☠️\n" in unarmed
    assert "🎲" not in unarmed


def test_the_question_stands_only_where_the_first_tap_was_made() -> None:
    at = laid("clues H5; holmes P1; hearts P1")
    for where in ("board", "turn", "hand"):
        aimed = first_tap(at, "hearts", where)
        screens = {
            "board": board(aimed),
            "turn": turn(aimed),
            "hand": hand(aimed.but(clock=QUICK), "holmes"),
        }
        asking = {name for name, screen in screens.items() if "Shoot?" in read(screen)}
        assert asking == {where}
        assert {name for name, screen in screens.items() if "!shoot 3" in verbs(screen)} == {where}


def test_a_pistol_out_of_reach_offers_no_shot() -> None:
    for text in ("clues H4; holmes P1", "clues H5; holmes P1; hearts M1", "on D; clues H5; holmes P1"):
        assert not any("shoot" in verb or "point" in verb for verb in verbs(board(laid(text))))


def test_nobody_taps_for_a_computer_nor_during_a_pause() -> None:
    at = laid("")
    seats = tuple(replace(one, person_id=None) if one.seat == 2 else one for one in at.facts.seats)
    for idle in (at.but(seats=seats), at.but(paused=True)):
        assert not any(verb.startswith("!") for verb in verbs(board(idle)))
        assert {"hand", "history"} <= set(verbs(board(idle)))


def test_hu_13_when_the_cards_are_out_one_shoots_or_passes() -> None:
    at = laid("dry; clues H5; holmes P1")
    assert {"!shoot 3", "!pass"} <= set(verbs(board(at)))
    assert "The cards are out: shoot, or pass. Passes in a row: 0 of 5" in read(board(at))
    assert "!pass" not in verbs(board(laid("clues H5; holmes P1")))


def test_my_message_says_who_i_am_with_whom_and_what_for() -> None:
    at = laid("")
    assert "You are 🎩 Holmes.\n🕵️ Your team: the detectives, with 🩺 Ann. Arrest or" in read(hand(at, "holmes"))
    assert "You are ♦️ King of diamonds.\n🦹 Your team: the criminals, with ♥️ Дима, ♣️ Bảo. Get six" in read(
        hand(at, "diamonds")
    )


def test_in_a_quick_match_my_message_has_board_and_buttons_while_it_is_my_move() -> None:
    at = laid("clues H5; holmes P1", clock=QUICK)
    mine = hand(at, "holmes")
    assert {"!draw street", "!lane diamonds", "!shoot 3"} <= set(verbs(mine))
    assert all(part in read(mine) for part in read(board(at)).split("\n\n")[1:4])
    duel = hand(laid("clues H5; holmes P1; hearts P1", clock=QUICK), "holmes")
    assert "aim 3" in verbs(duel)
    second = hand(first_tap(laid("clues H5; holmes P1; hearts P1", clock=QUICK), "hearts", "hand"), "holmes")
    assert verbs(second) == ["!shoot 3", "unaim"]


def test_moves_of_others_change_nothing_in_my_message() -> None:
    """No answer to an edit is waited for in four other chats."""
    for clock in (QUICK, 3600):
        moves = ["draw police", "draw street", "draw press"]
        texts = {
            hand(laid("police H2; street SA; press S5", *moves[:n], clock=clock), "diamonds").digest for n in range(4)
        }
        assert len(texts) == (2 if clock == QUICK else 1)


def test_in_a_slow_match_the_call_brings_board_and_buttons_and_my_message_stays_short() -> None:
    at = laid("clues H5; holmes P1")
    assert {"!draw street", "!lane diamonds", "!shoot 3"} <= set(verbs(turn(at)))
    assert all(part in read(turn(at)) for part in read(board(at)).split("\n\n")[1:4])
    assert verbs(hand(at, "holmes")) == []
    assert "When it is your move, board and buttons come here." in read(hand(at, "holmes"))


def test_who_is_out_is_told_so_privately() -> None:
    at = laid("hearts arrested; on D", clock=QUICK)
    assert "You are out of the game." in read(hand(at, "hearts"))
    assert "🚔 You are out of the game." in GAME.hand_alert(at.facts, at.game.view(3), SAY)


def test_the_alert_says_who_i_am_and_what_i_hold_now() -> None:
    at = laid("holmes P2 M2 hit1; hearts S2 D1")
    assert GAME.hand_alert(at.facts, at.game.view(2), SAY).splitlines() == [
        "🕵️ 🎩 Holmes · Friday <night>…",
        "🎭(+1) 🔫🔫 🩸",
        "👉 It is your move.",
    ]
    assert GAME.hand_alert(at.facts, at.game.view(3), SAY).splitlines()[1] == "♠️2/6 🗂♦️1"
    assert GAME.hand_alert(at.facts, at.game.view(0), SAY).splitlines()[1] == "You hold nothing yet."


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fullest_hand_fits_into_an_alert(language: str) -> None:
    at = laid("to hearts; hearts P4 M6 S5 H3 D3 C3 hit2", chat_title="👍🏽" * 40)
    alert = GAME.hand_alert(at.facts, at.game.view(3), words(language))
    assert "🔫🔫🔫🔫" in alert
    assert utf16_length(alert) <= 200


def test_the_lobby_explains_draws_and_offers_both() -> None:
    facts = waiting(NAMES[:2], kind="hunt")
    text = read(lobby.lobby(facts, SAY, BOT))
    assert "🤝 Draws: when the cards are out and nobody shoots any more, nobody wins" in text
    without = replace(facts, options=replace(facts.options, no_draws=True))  # type: ignore[call-arg]
    assert "🤝 No draws: when the cards are out and nobody shoots, the detectives win if more criminals" in read(
        lobby.lobby(without, SAY, BOT)
    )
    options = lobby.lobby(replace(without, panel="options"), SAY, BOT)
    assert {"no_draws on", "no_draws off"} <= set(verbs(options))
    assert labels(options)["no_draws on"].startswith("✅")


def test_hu_1_the_lobby_says_that_computers_take_the_empty_seats() -> None:
    assert "🤖 At the start computers take 3 seats" in read(lobby.lobby(waiting(NAMES[:2], kind="hunt"), SAY, BOT))
    assert "🤖 At the start a computer takes 1 seat" in read(lobby.lobby(waiting(NAMES[:4], kind="hunt"), SAY, BOT))
    full = read(lobby.lobby(waiting(NAMES[:5], kind="hunt"), SAY, BOT))
    assert "At the start" not in full
    assert "needed" not in read(lobby.lobby(waiting(NAMES[:1], kind="hunt"), SAY, BOT))


def test_a_computer_player_is_marked_on_the_board() -> None:
    at = laid("")
    seats = tuple(Seated(one.seat, one.name, None) if one.seat == 4 else one for one in at.facts.seats)
    assert "♦️ King of diamonds · 🤖 Eve" in people(at.but(seats=seats))
