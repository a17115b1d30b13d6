"""Names are shown literally, safe, short and told apart (cases C48, C50, C52, C55)."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.screens.matches import NAMES, table
from tgbot.screens.names import clean, isolate, label, seat_labels, seat_names
from tgbot.screens.screen import units
from tgbot.words import words

SAY = words("en")
FAMILY = "👨‍👩‍👧‍👦"
SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
ANY_NAME = st.text(st.characters(exclude_categories=()), max_size=140)


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \n\t Lee ", "Ann Lee"),
        ("<b>_*[x](y)`{0}&amp;", "<b>_*[x](y)`{0}&amp;"),
        ("\u202eevil\u202c \u2067x\u2069\u200f", "evil x"),
        ("a\u0000b\u001b[31mc\u200bd\ufeffe\u00ad", "ab[31mcde"),
        ("e\u0301", "\u00e9"),
        (FAMILY, FAMILY),
        (SCOTLAND, SCOTLAND),
        ("❤️", "❤️"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("שלום", "שלום"),
        ("Z" + "\u0335" * 40, "Z" + "\u0335" * 4),
        ("x\ud800y", "xy"),
    ],
)
def test_a_name_is_literal_but_for_what_disturbs_its_line(given_name: str, shown: str) -> None:
    assert clean(given_name) == shown


@pytest.mark.parametrize("blank", ["", " ", "\u200b\u200e", "\u3164", "\u2800\u2800", "\u200d", "\u0301", "\ufe0f"])
def test_a_blank_name_is_empty(blank: str) -> None:
    assert clean(blank) == ""


@pytest.mark.parametrize(
    ("long", "shown"),
    [
        ("x" * 128, "x" * 23 + "…"),
        ("x" * 24, "x" * 24),
        ("👍🏽" * 30, "👍🏽" * 11 + "…"),
        (FAMILY * 10, FAMILY * 4 + "…"),
        ("word " * 20, "word word word word wor…"),
        ("x" * 22 + " yz", "x" * 22 + "…"),
    ],
)
def test_a_long_name_is_cut_between_graphemes(long: str, shown: str) -> None:
    assert clean(long) == shown


@given(ANY_NAME)
def test_any_name_becomes_short_and_stays_so(name: str) -> None:
    shown = clean(name)
    assert len(regex.findall(r"\X", shown)) <= 24
    assert units(shown) <= 48
    assert shown == shown.strip() == unicodedata.normalize("NFC", shown)
    assert not regex.search(r"[\p{Cc}\p{Cs}\p{Bidi_Control}\s--[ ]]", shown, regex.V1)
    assert clean(shown) == shown


def named(*names: str, computers: tuple[int, ...] = (), left: tuple[int, ...] = ()) -> tuple[str, ...]:
    return seat_names(table(names=names, computers=computers, left=left).facts, SAY)


def test_equal_names_are_numbered() -> None:
    assert named("Ann", "ann", "Ann", "Bob") == ("Ann", "ann 2", "Ann 3", "Bob")


def test_a_numbered_name_never_equals_a_given_one() -> None:
    assert named("Ann", "Ann", "Ann 2", "Ann 2") == ("Ann", "Ann 3", "Ann 2", "Ann 2 2")


def test_names_that_look_alike_in_compatible_letters_are_numbered() -> None:
    assert named("Ann", "\uff21nn", "Bob", "Cy")[1] == "\uff21nn 2"


def test_blank_names_are_players_by_their_seat() -> None:
    assert named("Player 3", "", " ", "\u3164") == ("Player 3", "Player 2", "Player 3 2", "Player 4")


def test_blank_names_are_told_in_the_language_of_the_reader() -> None:
    assert seat_names(table(names=["", "a", "b", "c"]).facts, words("ru"))[0] == "Игрок 1"


def test_seats_the_computer_plays_are_marked() -> None:
    assert named("Ann", "Bob", "Cy", "Holmes", computers=(3,), left=(1,)) == ("Ann", "Bob 🤖", "Cy", "🤖 Holmes")


def test_a_changed_name_shows() -> None:
    """Case C55."""
    facts = table(names=NAMES[:4]).facts
    renamed = replace(facts, seats=(replace(facts.seats[0], name="Anna"), *facts.seats[1:]))
    assert seat_names(renamed, SAY)[0] == "Anna"


@given(st.lists(ANY_NAME, min_size=4, max_size=8))
def test_names_at_a_table_are_never_equal_nor_blank(names: list[str]) -> None:
    shown = seat_names(table(names=names).facts, SAY)
    assert len({unicodedata.normalize("NFKC", name).casefold() for name in shown}) == len(names)
    assert all(shown)


def test_right_to_left_names_are_isolated_on_buttons_too() -> None:
    """Case C50."""
    assert label("שלום") == isolate("שלום") == "\u2068שלום\u2069"
    assert label("Ann") == "Ann"


def test_names_on_buttons_are_shorter() -> None:
    long = table(names=["x" * 60, "Ann", "Bob", "Cy"]).facts
    assert seat_labels(long, SAY)[0] == "x" * 15 + "…"
