"""The screens of the Race (issue: a readable table in a chat, good choices in few taps; rulings RA-1 to RA-11)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalog import CATALOG
from core.fair import Fair
from playground.entities import utf16_length
from tests.screens.chases import (
    QUICK,
    SAY,
    board,
    first_tap,
    hand,
    history,
    labels,
    laid,
    read,
    result,
    stories,
    told,
    turn,
)
from tests.screens.limits import check
from tests.screens.matches import BOT, NAMES, Table, match_screens, table, verbs, waiting
from tgbot.facts import By
from tgbot.languages import LANGUAGES
from tgbot.screens import SCREENS, lobby
from tgbot.words import words

GAME = SCREENS["race"]
# Ann is the king of spades, Bảo of hearts, Céline of diamonds, Дима of clubs.
LONG = ["👍🏽" * 40 + str(seat) for seat in range(8)]


def track(at: Table) -> list[str]:
    return read(board(at)).split("\n\n")[1].splitlines()


def test_ra_2_everybody_has_a_row_of_seven_cells_in_the_order_of_turns() -> None:
    assert track(laid("order 1 0 2; | at3 | at5")) == [
        "🚩▫️▫️🏃▫️▫️🏁 ♥️K Bảo",
        "🏃▫️▫️▫️▫️▫️🏁 ♠️K Ann",
        "🚩▫️▫️▫️▫️🏃🏁 ♦️K Céline",
    ]


def test_all_that_somebody_holds_stands_under_his_name() -> None:
    assert track(laid("at1 S7 P2 M2 hit1 | dead at2"))[:3] == [
        "🚩🏃▫️▫️▫️▫️🏁 ♠️K Ann",
        "└ ⭐7 🎭(+1) 🔫🔫 🩸",
        "🚩▫️☠️▫️▫️▫️🏁 ☠️ ♥️K Bảo",
    ]


def test_ra_7_a_shot_says_what_it_means_and_asks_when_it_can_kill_or_be_answered() -> None:
    at = laid("at2 P1 | at3 | at1 P1 | at2 hit2 M1 | at4")
    buttons = labels(board(at))
    assert buttons["!shoot 1"] == "🔫 ♥️K Bảo · 1 hit, unarmed"
    assert buttons["point 2"] == "🎲 ♦️K Céline · duel: one die"
    assert buttons["point 3"] == "☠️ ♣️K Дима · deadly, unarmed"
    assert not any(verb.endswith(" 4") for verb in buttons)
    aimed = board(first_tap(at, 2))
    assert verbs(aimed)[:2] == ["!shoot 2", "unpoint"]
    assert "🎲 even · ♦️K Céline takes 1 hit 🩸\n🎲 odd · ♠️K Ann takes 1 hit 🩸" in read(aimed)


@pytest.mark.parametrize(
    ("text", "move", "dice", "story"),
    [
        ("police S7; | at1", "draw police", [], "🚓 ♠️K Ann asks the police: ♠️7, 7 points ⭐."),
        (
            "press S7; S4 | at3",
            "draw press",
            [],
            "📰 ♠️K Ann reads the paper: ♠️7, 7 points ⭐. 🏃 That makes ten: on to cell 1.",
        ),
        (
            "press S7; S4 M1 | at1 M2 | at1",
            "draw press",
            [],
            (
                "📰 ♠️K Ann reads the paper: ♠️7, 7 points ⭐. 🏃 That makes ten: on to cell 1. ⚔️ Face to face! "
                "Masks off: ♠️K Ann, ♥️K Bảo. 🎭 From the reserve, another mask: ♥️K Bảo."
            ),
        ),
        ("street SA; | at1", "draw street", [], "🌃 ♠️K Ann roams the streets: ♠️A, a pistol 🔫."),
        ("street CK; | at1", "draw street", [], "🌃 ♠️K Ann roams the streets: ♣️K, a mask 🎭, put on at once."),
        (
            "P1 | P1 M1 hit2",
            "shoot 1",
            [2],
            (
                "🎲 Duel! ♠️K Ann takes aim at ♥️K Bảo, the die shows 2. 🔫 ♠️K Ann fires at ♥️K Bảo: 1 hit 🩸. 🎭 "
                "The mask is off: ♥️K Bảo. ☠️ ♥️K Bảo is dead."
            ),
        ),
    ],
)
def test_a_turn_is_told_as_a_little_story(text: str, move: str, dice: list[int], story: str) -> None:
    assert stories(laid(text, move, dice=dice))[0] == story


def test_ra_9_new_piles_are_told_where_they_are_made() -> None:
    at = laid("dry; street S7; | at1", "draw street")
    assert stories(at)[0].endswith("7 points ⭐. 🔀 The discards are shuffled into three new piles.")
    assert at.game.round == 2


@pytest.mark.parametrize(
    ("text", "move", "dice", "answer"),
    [
        ("police S7; | at1", "draw police", [], "⭐ ♠️7: 7 points."),
        ("police S7; S4 | at3", "draw police", [], "⭐ ♠️7: 7 points. 🏃 Ten points: you move to cell 1."),
        ("police S7; S4 at5 | at3", "draw police", [], "⭐ ♠️7: 7 points. 🏁 Ten points: the finish!"),
        ("police SQ; | at1", "draw police", [], "🎭 ♠️Q: you put on a mask."),
        ("police SQ; M1 | at1", "draw police", [], "🎭 ♠️Q: a mask for your reserve."),
        (
            "police S7; S4 M1 | at1",
            "draw police",
            [],
            "⭐ ♠️7: 7 points. 🏃 Ten points: you move to cell 1. ⚔️ Face to face: masks off!",
        ),
        ("P2 | P1", "shoot 1", [4], "🎲 The die shows 4. 🔫 You hit the target 2 times."),
    ],
)
def test_whoever_moves_is_answered_what_it_did(text: str, move: str, dice: list[int], answer: str) -> None:
    assert told(text, move, dice) == answer


def test_my_message_says_who_i_am_and_in_a_quick_match_lets_me_move() -> None:
    at = laid("P1 | at1 | at3", clock=QUICK)
    assert "You are ♠️K.\n🏁 You play for yourself" in read(hand(at, 0))
    assert {"!draw street", "!shoot 1"} <= set(verbs(hand(at, 0)))
    assert verbs(hand(at, 1)) == []
    slow = laid("P1 | at1 | at3")
    assert verbs(hand(slow, 0)) == []
    assert {"!draw street", "!shoot 1"} <= set(verbs(turn(slow)))


def test_the_alert_says_who_i_am_where_and_with_what() -> None:
    at = laid("at2 S7 P1 | at1")
    assert GAME.hand_alert(at.facts, at.game.view(0), SAY).splitlines() == [
        "♠️K · 🏁 cell 2 · Friday <night>…",
        "⭐7 🔫",
        "👉 It is your move.",
    ]


@pytest.mark.parametrize(
    ("text", "move", "dice", "winner"),
    [
        ("police S7; S4 at5 | at3", "draw police", [], "🏁 Ann wins! The sixth step, and the finish is reached."),
        ("P1 | hit2", "shoot 1", [], "☠️ Ann wins! Nobody else is left alive."),
        ("P1 hit2 | P1", "shoot 1", [5], "☠️ Bảo wins! Nobody else is left alive."),
    ],
)
def test_ra_10_the_end_tells_who_won_and_how_far_everybody_came(
    text: str, move: str, dice: list[int], winner: str
) -> None:
    at = laid(text, move, dice=dice)
    paragraphs = read(result(at)).split("\n\n")
    assert paragraphs[1] == winner
    assert paragraphs[2].splitlines()[0] == "How far they came"
    assert paragraphs[2].splitlines()[1].endswith("🏆")
    assert {line.split(" ")[0] for line in paragraphs[2].splitlines()[1:]} == {"♠️K", "♥️K"}


def test_who_reaches_the_finish_stands_there_with_a_cup() -> None:
    assert track(laid("police S7; S4 at5 | at3", "draw police"))[0] == "🚩▫️▫️▫️▫️▫️🏆 ♠️K Ann"


def test_the_history_tells_every_turn_in_signs() -> None:
    at = laid("police S7; press DQ; S4 P1 | at1 P1", "draw police", "draw press", "shoot 1", dice=[3])
    assert read(history(at)).split("\n\n")[2].splitlines() == [
        "1. ♠️K 🚓 ♠️7 ⭐7 🏃1",
        "2. ♥️K 📰 ♦️Q 🎭",
        "3. ♠️K 🎲3 ♥️K🔫♠️K 🩸",
    ]


def test_who_fires_first_is_named_once_in_the_history() -> None:
    at = laid("P1 | at1", "shoot 1")
    assert read(history(at)).split("\n\n")[2] == "1. ♠️K 🔫♥️K 🩸"


@pytest.fixture(scope="module")
def longest() -> Table:
    """Eight racers with the longest names, who take their time."""
    return max((table(900, names=LONG, kind="race", seed=bytes([n])) for n in range(30)), key=lambda at: at.game.turn)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_race_of_eight_keeps_the_limits(longest: Table, language: str) -> None:
    assert longest.game.turn > 90
    for _, screen in match_screens(longest, words(language)):
        check(screen)


def test_of_a_match_too_long_for_one_message_the_newest_turns_are_told() -> None:
    """As if it had been played five times in a row."""
    at = table(900, names=NAMES, kind="race")
    turns = at.game.turn
    again = tuple(replace(fact, turn=fact.turn + n * turns) for n in range(5) for fact in at.public.history)
    screen = GAME.history(at.but(plays=at.facts.plays * 5).facts, replace(at.public, history=again), SAY)
    check(screen)
    *_, left_out, told = read(screen).split("\n\n")
    numbers = [int(line.split(".")[0]) for line in told.splitlines()]
    assert left_out == f"{numbers[0] - 1} earlier turns do not fit here."
    assert numbers == list(range(numbers[0], 5 * turns + 1))


@settings(max_examples=100, deadline=None)
@given(st.binary(min_size=1, max_size=3), st.sampled_from(sorted(LANGUAGES)), st.sampled_from(["hunt", "race"]))
def test_every_answer_to_a_move_fits(seed: bytes, language: str, kind: str) -> None:
    game = CATALOG[kind].game.deal(5, CATALOG[kind].options(), Fair(seed, 0))
    position = 0
    while game.to_act is not None and position < 150:
        position += 1
        move = Fair(seed, position, "test").choice(game.moves(game.to_act))
        game, events = game.play(game.to_act, move, Fair(seed, position))
        answer = SCREENS[kind].told(events, words(language))
        assert 0 < utf16_length(answer) <= 200


@settings(max_examples=40, deadline=None)
@given(st.binary(min_size=1, max_size=3), st.sampled_from(sorted(LANGUAGES)), st.sampled_from(["hunt", "race"]))
def test_every_turn_has_a_story_and_every_legal_move_a_button(seed: bytes, language: str, kind: str) -> None:
    """What the buttons do, with the second tap of a shot, is exactly what the rules allow."""
    say = words(language)
    for moves in range(0, 60, 7):
        at = table(moves, kind=kind, seed=seed, by=(By.PERSON, By.CLOCK))
        assert all(story.strip() for story in stories(at, say))
        if at.game.to_act is None:
            return
        tapped = {verb.removeprefix("!") for verb in verbs(board(at, say)) if verb.startswith("!")}
        aimed = {int(verb.split(" ")[1]) for verb in verbs(board(at, say)) if verb.startswith("point ")}
        for target in aimed:
            second = verbs(board(first_tap(at, target), say))
            tapped |= {verb.removeprefix("!") for verb in second if verb.startswith("!")}
        assert tapped == set(at.game.moves(at.game.to_act))


def test_the_lobby_has_nothing_to_choose_but_tells_for_how_many_it_is() -> None:
    text = read(lobby.lobby(waiting(NAMES[:1], kind="race"), SAY, BOT))
    assert "For 2 to 8 players." in text
    assert "⏳ 1 more player is needed" in text
