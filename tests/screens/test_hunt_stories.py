"""What happens in the Hunt, told as little stories; its history and its end (rulings HU-3 to HU-13)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.chase import Did
from playground.entities import utf16_length
from tests.screens.chases import (
    happened,
    history,
    laid,
    read,
    result,
    stories,
    told,
)
from tests.screens.limits import check
from tests.screens.matches import match_screens, table
from tgbot.facts import By
from tgbot.languages import LANGUAGES
from tgbot.screens import SCREENS
from tgbot.words import words

GAME = SCREENS["hunt"]
# Ann is Watson, Bảo clubs, Céline Holmes, Дима hearts, Eve diamonds.
FIGURES = {"🎩": "Holmes · Céline", "🩺": "Watson · Ann", "♥️": "King of hearts · Дима"}
LONG = ["👍🏽" * 40 + str(seat) for seat in range(5)]


@pytest.mark.parametrize(
    ("text", "move", "story"),
    [
        ("police H7", "draw police", "🚓 🎩 Céline asks the police: ♥️7, a clue 🔎. The trail leads on: ♥️, cell 1."),
        ("press SA", "draw press", "📰 🎩 Céline reads the paper: ♠️A, a pistol 🔫."),
        ("street DQ", "draw street", "🌃 🎩 Céline roams the streets: ♦️Q, a mask 🎭, put on at once."),
        ("holmes M1; street DQ", "draw street", "🌃 🎩 Céline roams the streets: ♦️Q, a mask 🎭 for the reserve."),
        ("press S4", "draw press", "📰 🎩 Céline reads the paper: ♠️4, of no use."),
        (
            "to hearts; press S4",
            "draw press",
            "📰 ♥️ Дима reads the paper: ♠️4, a clue about Holmes. One cell closer to Baker Street: cell 5.",
        ),
        ("to hearts; press H4", "draw press", "📰 ♥️ Дима reads the paper: ♥️4, a clue that goes into the file 🗂."),
        ("clues D2", "lane diamonds", "👣 🎩 Céline leads the pair to ♦️, cell 2."),
        ("clues H5; holmes P1", "shoot hearts", "🔫 🎩 Céline fires at ♥️ Дима: 1 hit 🩸."),
    ],
)
def test_a_turn_is_told_as_a_little_story(text: str, move: str, story: str) -> None:
    assert stories(laid(text, move)) == [story]


def test_hu_8_a_meeting_tells_whose_masks_fall_and_who_puts_on_another() -> None:
    (story,) = stories(laid("clues H4; hearts S1 M2; holmes M1; police H3", "draw police"))
    assert story.endswith("⚔️ Face to face! Masks off: 🎩 Céline, ♥️ Дима. 🎭 From the reserve, another mask: ♥️ Дима.")


@pytest.mark.parametrize(
    ("die", "told"),
    [(4, "🔫 🎩 Céline fires at ♥️ Дима: 2 hits 🩸."), (3, "🔫 ♥️ Дима fires at 🎩 Céline: 1 hit 🩸.")],
)
def test_hu_10_a_duel_tells_the_number_of_the_die(die: int, told: str) -> None:
    at = laid("clues H5; holmes P2; hearts P1", "shoot hearts", dice=[die])
    assert stories(at) == [f"🎲 Duel! 🎩 Céline takes aim at ♥️ Дима, the die shows {die}. {told}"]


def test_hu_11_a_death_tells_where_the_pair_goes_on() -> None:
    (story,) = stories(laid("clues H5 D2 C1; hearts hit2; holmes P1", "shoot hearts"))
    assert story == ("🔫 🎩 Céline fires at ♥️ Дима: 1 hit 🩸. ☠️ ♥️ Дима is dead. 👣 The pair goes on to ♦️, cell 2.")


def test_hu_9_a_chain_of_arrests_is_one_story() -> None:
    text = "clues H5 D5; hearts D1 C1 P1 M1; police H10"
    (story,) = stories(laid(text, "draw police"))
    assert story == (
        "🚓 🎩 Céline asks the police: ♥️10, a clue 🔎. The trail leads on: ♥️, cell 6. 🚔 ♥️ Дима is arrested! "
        "🎩 Céline takes over 🔫🎭. 🗂 The file tells the detectives more: ♦️2 ♣️2. 🚔 ♦️ Eve is arrested! "
        "👣 The pair goes on to ♣️, cell 1."
    )


def test_a_lane_change_and_what_follows_are_one_story() -> None:
    at = laid("clues D2; police D9", "lane diamonds", "draw police")
    (story,) = stories(at)
    assert story == (
        "👣 🎩 Céline leads the pair to ♦️, cell 2. "
        "🚓 🎩 Céline asks the police: ♦️9, a clue 🔎. The trail leads on: ♦️, cell 3."
    )


def test_the_board_tells_the_last_three_turns() -> None:
    at = laid("street S2 S3 S4 S5", *["draw street"] * 4)
    assert [story.split(" ")[1] for story in stories(at)] == ["🩺", "♥️", "♦️"]


def test_hu_13_those_who_can_do_nothing_pass_in_one_line() -> None:
    at = laid("dry; clues H5; holmes P1", "pass")
    assert stories(at) == ["✋ Pass: 🎩 Céline.", "✋ Pass: 🩺 Ann, ♥️ Дима, ♦️ Eve, ♣️ Bảo."]


def test_tb_14_what_the_clock_played_is_told_so_and_the_late_one_warned() -> None:
    text = "\n".join(stories(laid("police SA", "draw police", by=By.CLOCK)))
    assert text.startswith("⏰ 🎩 Céline ran out of time, chance plays. 🚓 🎩 Céline asks the police: ♠️A")
    assert "⚠️ Céline" in text


def test_what_the_clock_played_is_told_of_the_right_turn_also_after_passes_nobody_chose() -> None:
    """A pass of who cannot do anything has no play of its own in the log."""
    text = "dry; clues H5; watson P1; hearts hit2; holmes P1; to watson"
    at = laid(text, "pass", "pass")
    late = tuple(replace(play, by=By.CLOCK) if play.position == 2 else play for play in at.facts.plays)
    told = read(history(at.but(plays=late))).split("\n\n")[-1].splitlines()
    assert [line for line in told if "⏰" in line] == [next(line for line in told if line.endswith("✋🎩"))]


def test_after_a_lane_change_that_leads_to_nothing_the_turn_is_passed_by_itself() -> None:
    text = "dry; on D; clues H5; holmes P1; watson P1"
    at = laid(text, "lane clubs", "lane hearts")
    assert [turn.split(". ")[1][:2] for turn in read(history(at)).split("\n\n")[-1].splitlines()] == ["🎩 ", "🩺 "]


@pytest.mark.parametrize(
    ("text", "move", "dice", "answer"),
    [
        ("police H7", "draw police", [], "🔎 ♥️7: a clue! The trail leads to ♥️, cell 1."),
        ("press SA", "draw press", [], "🔫 ♠️A: a pistol!"),
        ("to hearts; press S4", "draw press", [], "🔎 ♠️4: a clue about Holmes! You are on cell 5 now."),
        ("to hearts; press H4", "draw press", [], "🗂 ♥️4: a clue for your file."),
        ("clues D2", "lane diamonds", [], "👣 You are on ♦️ now, cell 2. Now draw or shoot."),
        ("clues H5; holmes P1", "shoot hearts", [], "🔫 You hit the target 1 time."),
        (
            "clues H5; holmes P1; hearts P2",
            "shoot hearts",
            [3],
            "🎲 The die shows 3. 🩸 You are hit 2 times.",
        ),
        (
            "clues H5; holmes P1 hit2; hearts P2",
            "shoot hearts",
            [1],
            "🎲 The die shows 1. 🩸 You are hit 2 times. ☠️ That was deadly for you.",
        ),
        ("clues H5; holmes P1; hearts hit2", "shoot hearts", [], "🔫 You hit the target 1 time. ☠️ That was deadly."),
        ("dry; clues H5; holmes P1", "pass", [], "✋ You pass."),
    ],
)
def test_whoever_moves_is_answered_what_it_did(text: str, move: str, dice: list[int], answer: str) -> None:
    assert told(text, move, dice) == answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_fits_even_after_a_chain_of_arrests(language: str) -> None:
    text = "on D; clues H5 D5 C5; hearts D4 C4 P2 M3 S4; holmes M2; watson M2; police H10"
    events = happened(text, "draw police")
    assert sum(event.did is Did.ARRESTED for event in events if hasattr(event, "did")) == 3
    assert 0 < utf16_length(GAME.told(events, words(language))) <= 200


@pytest.mark.parametrize(
    ("text", "moves", "no_draws", "winner", "told"),
    [
        ("on C; clues C5; hearts dead; diamonds dead; police C9", ["draw police"], False, "🕵️", "No criminal is at"),
        ("to hearts; hearts S5; police S9", ["draw police"], False, "🦹", "Дима knows enough and stands in Baker"),
        ("to hearts; clues H5; hearts P1; holmes hit2; watson dead", ["shoot holmes"], False, "🦹", "Holmes and Wat"),
        ("dry; clues H5; holmes P1", ["pass"], False, "", "A draw. The cards are out"),
        ("dry; clues H5; holmes P1; clubs dead", ["pass"], True, "🕵️", "⚖️ Criminals out: 1. Detectives dead: 0."),
        ("dry; clues H5; holmes P1; watson dead", ["pass"], True, "🦹", "⚖️ Criminals out: 0. Detectives dead: 1."),
    ],
)
def test_the_end_tells_who_won_why_and_who_was_who(
    text: str, moves: list[str], no_draws: bool, winner: str, told: str
) -> None:
    at = laid(text, *moves, no_draws=no_draws)
    assert at.game.outcome
    shown = read(result(at))
    assert told in shown
    assert [line[0] for line in shown.splitlines() if "🏆" in line] == list(winner[:1])
    assert all(f"{sign} {name}" in shown for sign, name in FIGURES.items())


def test_the_history_tells_every_turn_in_signs() -> None:
    moves = ["lane diamonds", "draw police", "draw press", "shoot holmes"]
    at = laid("clues D2; police D9; press DQ; hearts P1; on H; clues H5", *moves[:3])
    told = read(history(at)).split("\n\n")
    assert told[1].splitlines() == ["🩺 Ann", "♣️ Bảo", "🎩 Céline", "♥️ Дима", "♦️ Eve"]
    assert told[2].splitlines() == ["1. 🎩 👣♦️0 🚓 ♦️9 🔎♦️1", "2. 🩺 📰 ♦️Q 🎭"]
    assert "Nothing yet." in read(history(laid("")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_hunt_fits_whole_into_the_history(language: str) -> None:
    tries = (table(200, names=LONG, kind="hunt", seed=bytes([n]), by=(By.CLOCK,)) for n in range(40))
    at = max(tries, key=lambda one: len(one.game.history))
    lines = read(history(at, words(language))).split("\n\n")[-1].splitlines()
    assert len(at.facts.plays) > 60
    assert len(lines) >= at.game.turn - 10
    for _, screen in match_screens(at, words(language)):
        check(screen)


def test_cards_are_written_as_people_of_the_language_write_them() -> None:
    at = laid("press SA; to hearts", "draw press")
    for language, ace in (("en", "♠️A"), ("vi", "♠️A"), ("fr", "♠️A"), ("ru", "♠️Т")):
        assert ace in stories(at, words(language))[0]
    queen = laid("press SQ; to hearts", "draw press")
    for language, mask in (("en", "♠️Q"), ("vi", "♠️Q"), ("fr", "♠️D"), ("ru", "♠️Д")):
        assert mask in stories(queen, words(language))[0]
