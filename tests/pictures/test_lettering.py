"""Text of any script is set from our own fonts, whole graphemes, in the right order."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

from tests.pictures.looks import ONES, STRANGE
from tests.screens.matches import table
from tgbot.languages import LANGUAGES
from tgbot.pictures import PICTURES, lettering, palette
from tgbot.pictures.lettering import ELLIPSIS, FONTS, UNKNOWN, Style, drawable, fit, graphemes, known, setting
from tgbot.words import words

WORDS = Path(__file__).parents[2] / "tgbot" / "words"
ARABIC = "عمر"


def faces(text: str) -> list[str]:
    return [run.face.partition("-")[0] for run in setting(text, Style.TEXT, 40).runs]


def test_the_file_of_characters_is_true_of_the_fonts() -> None:
    told = json.loads((FONTS / "coverage.json").read_text())
    assert set(told) == {path.name for path in FONTS.iterdir() if path.suffix in {".ttf", ".otf"}}
    for face, ranges in told.items():
        covered = {code for low, high in ranges for code in range(low, high + 1)}
        assert covered == set(TTFont(FONTS / face).getBestCmap()), face


def test_every_font_comes_with_its_licence_and_together_they_are_small() -> None:
    licences = {path.stem.removeprefix("OFL-") for path in FONTS.glob("OFL-*.txt")}
    for path in FONTS.glob("*.?tf"):
        family = path.name.partition("-")[0]
        assert any(family.startswith(licence) for licence in licences), family
    assert all("SIL OPEN FONT LICENSE" in path.read_text() for path in FONTS.glob("OFL-*.txt"))
    assert sum(path.stat().st_size for path in FONTS.iterdir()) < 5_000_000


def test_a_font_with_a_reserved_name_is_the_original() -> None:
    """OFL, clause 3: a changed one would need another name."""
    font = TTFont(FONTS / Style.TITLE)
    assert len(font.getGlyphOrder()) == 1101
    assert "GSUB" in font


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {"en"}))
def test_every_letter_of_a_language_is_in_both_voices(language: str) -> None:
    with (WORDS / f"{language}.po").open("rb") as source:
        texts = [form for message in read_po(source) for form in ([message.string] if message.string else [])]
    letters = {letter for text in texts for letter in str(text) if letter.isalpha()}
    assert len(letters) > 40
    for style in Style:
        assert {letter for letter in letters if not lettering.has(style, letter)} == set()


@pytest.mark.parametrize(
    ("text", "fonts"),
    [
        ("Ann", ["FiraSansCondensed"]),
        ("Nguyễn Đặng", ["FiraSansCondensed"]),
        ("Дмитрий Ёж", ["FiraSansCondensed"]),
        (ARABIC, ["NotoSansArabic"]),
        ("田中", ["NotoSansCJKsc"]),
        ("Zoë 🦊", ["FiraSansCondensed", "NotoEmoji"]),
        ("👨‍👩‍👧", ["NotoEmoji"]),
        ("🇻🇳", ["NotoEmoji"]),
        ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", ["NotoEmoji"]),
    ],
)
def test_each_grapheme_is_set_in_the_font_that_has_all_of_it(text: str, fonts: list[str]) -> None:
    assert faces(text) == fonts


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        (f"Zoë {ARABIC}", ["Zoë ", ARABIC]),
        (f"{ARABIC} Zoë", ["Zoë", f"{ARABIC} "]),
        (f"{ARABIC} 2", ["2", f"{ARABIC} "]),
        (f"🌙 {ARABIC}", [ARABIC, " ", "🌙"]),
        ("🌙 Zoë", ["🌙", " Zoë"]),
    ],
)
def test_runs_stand_in_the_order_in_which_they_are_read(text: str, runs: list[str]) -> None:
    line = setting(text, Style.TEXT, 40)
    assert [run.text for run in line.runs] == runs
    assert [run.x for run in line.runs] == sorted(run.x for run in line.runs)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("𝓕𝓪𝓷𝓬𝔂", "Fancy"),
        ("Ｗｉｄｅ", "Ｗｉｄｅ"),
        ("e\u0301", "é"),
        ("👍🏽", "👍🏽"),
        ("𒀱", UNKNOWN),
        ("Z\u0337a", "Za"),
    ],
)
def test_what_no_font_has_is_drawn_in_a_simpler_form(text: str, drawn: str) -> None:
    assert drawable(text) == drawn


def test_a_text_too_long_is_cut_between_graphemes() -> None:
    for text in (*STRANGE, "👨‍👩‍👧" * 20, "Nguyễn" * 20, ARABIC * 20):
        line = fit(text, Style.TEXT, (200, 60), 40, 30)
        assert line.width <= 200
        if line.text != text:
            kept = graphemes(line.text.removesuffix(ELLIPSIS))
            assert graphemes(text)[: len(kept)] == kept


def test_a_text_becomes_smaller_before_it_is_cut() -> None:
    assert fit("Ann", Style.TEXT, (200, 60), 40, 30).size == 40
    long = fit("Maximilian Alexander", Style.TEXT, (300, 60), 40, 30)
    assert long.size < 40
    assert long.text == "Maximilian Alexander"


def test_a_name_that_cannot_be_drawn_is_replaced_as_a_blank_one_is() -> None:
    assert not known("𒀱𒀱")
    at = table(0, names=("𒀱𒀱", "", *ONES[:2], "Bảo"))
    board = PICTURES["timebomb"].board(at.facts, at.public, words("fr")).canvas()
    assert {"Joueur 1", "Joueur 2"} <= {mark.what for mark in board.marks}


@pytest.fixture
def without_raqm(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    kept = (lettering._face, lettering._drawn, lettering.setting, lettering.font)
    monkeypatch.setattr(lettering, "RAQM", False)
    for cached in kept:
        cached.cache_clear()
    yield
    for cached in kept:
        cached.cache_clear()


@pytest.mark.usefixtures("without_raqm")
def test_without_raqm_scripts_that_need_it_are_never_drawn_torn() -> None:
    assert not known(ARABIC)
    assert not known("मराठी")
    assert drawable("Nguyễn 🦊 Дима 田中") == "Nguyễn 🦊 Дима 田中"
    at = table(0, names=(ARABIC, "Bảo", "Céline", "Дима"))
    picture = PICTURES["timebomb"].board(at.facts, at.public, words("en"))
    assert "Player 1" in {mark.what for mark in picture.canvas().marks}


@pytest.mark.skipif(not lettering.RAQM and not os.environ.get("CI"), reason="FriBiDi is not installed here")
def test_this_machine_sets_every_script() -> None:
    """Else the pictures of the other tests are not what people see."""
    assert lettering.RAQM


def test_contrast_is_measured_as_wcag_does() -> None:
    assert palette.contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert palette.contrast((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


def test_colours_of_bombs_differ_also_for_those_who_see_no_red_or_green() -> None:
    """Their shapes differ, too; the lightness keeps neighbours apart."""
    assert len({round(palette.luminance(colour), 2) for colour in palette.BOMBS.values()}) == len(palette.BOMBS)
