"""Any text fits into its limit (case C53): nothing is cut within a grapheme, a tag or a character reference."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import Markup, escape

from playground.entities import parse_html, utf16_length
from tests.playground import tdlib
from tests.screens.matches import table
from tgbot.languages import LANGUAGES
from tgbot.refusals import Code
from tgbot.screens import texts
from tgbot.screens.fitting import fit, fit_plain
from tgbot.screens.screen import MAX_ALERT, MAX_TEXT
from tgbot.screens.texts import Answer, answer, refusal
from tgbot.words import words

FAMILY = "👨‍👩‍👧‍👦"
WILD = st.text(st.characters(exclude_categories=["Cs"]), max_size=30) | st.sampled_from(
    [FAMILY, "e\u0301\u0302", "<b>", "&amp;", "&", "\u2068שלום\u2069", "🇫🇷🇻🇳", "\u202e", "\r\n", "a" * 60]
)
TAGS = ("b", "i", "u", "s", "code", "tg-spoiler", "blockquote expandable", 'a href="tg://user?id=7"')


@st.composite
def markup(draw: st.DrawFn) -> Markup:
    """HTML as screens make it: what is filled in is escaped, tags are nested."""
    inner = st.recursive(
        WILD.map(escape), lambda part: st.builds(_tagged, st.sampled_from(TAGS), st.lists(part, max_size=4))
    )
    return Markup("").join(draw(st.lists(inner, max_size=8)))


def _tagged(tag: str, parts: list[Markup]) -> Markup:
    return Markup(f"<{tag}>{''.join(parts)}</{tag.partition(' ')[0]}>")


def graphemes(text: str) -> list[str]:
    return regex.findall(r"\X", text)


@given(markup(), st.integers(3, 120))
@settings(max_examples=300)
def test_any_html_becomes_well_formed_html_within_its_limit(text: Markup, limit: int) -> None:
    whole, _ = parse_html(text)
    shown, entities = parse_html(fit(text, limit))
    assert utf16_length(shown) <= limit
    assert all(entity["offset"] + entity["length"] <= utf16_length(shown) for entity in entities)
    if utf16_length(whole) <= limit:
        assert shown == whole
        return
    kept = shown.rstrip("\u2069").removesuffix("…")
    assert whole.startswith(kept)
    assert graphemes(whole)[: len(graphemes(kept))] == graphemes(kept) or whole[len(kept)].isspace()


@tdlib.needed
@given(markup(), st.integers(3, 120))
@settings(max_examples=100)
def test_tdlib_reads_what_was_cut_as_the_playground_does(text: Markup, limit: int) -> None:
    cut = fit(text, limit)
    ours, theirs = parse_html(cut), tdlib.parse_html(cut)
    assert ours[0] == theirs[0]
    assert len(ours[1]) == len(theirs[1])


@given(WILD.flatmap(lambda piece: st.integers(1, 20).map(lambda n: piece * n)), st.integers(3, 60))
def test_any_plain_text_fits_and_one_that_fits_is_left_alone(text: str, limit: int) -> None:
    shown = fit_plain(text, limit)
    assert utf16_length(shown) <= limit
    assert shown == text or "…" in shown
    if utf16_length(text) <= limit:
        assert shown == text


@given(st.text(st.sampled_from("ab\u2068\u2069 "), max_size=60), st.integers(8, 30))
def test_what_was_isolated_stays_so(text: str, limit: int) -> None:
    shown, deepest = fit_plain(text, limit), 0
    if shown == text:
        return
    for character in shown:
        deepest = deepest + 1 if character == "\u2068" else max(0, deepest - 1) if character == "\u2069" else deepest
    assert deepest == 0


@pytest.mark.parametrize(
    ("text", "limit", "shown"),
    [
        ("<b>ab</b>", 2, "<b>ab</b>"),
        ("<b>abc</b>d", 3, "<b>ab…</b>"),
        ("a&amp;b&lt;c", 4, "a&amp;b…"),
        ("a<i>b<u>c</u></i>d", 3, "a<i>b…</i>"),
        ("a<i>b<u>cd</u></i>e", 4, "a<i>b<u>c…</u></i>"),
        (FAMILY * 3, 25, FAMILY * 2 + "…"),
        ("one two three", 8, "one two…"),
        ("\u2068abcdef\u2069!", 5, "\u2068ab…\u2069"),
    ],
)
def test_a_text_is_cut_like_this(text: str, limit: int, shown: str) -> None:
    assert parse_html(fit(text, limit)) == parse_html(shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_case_c53_answers_fit_into_200_units_whatever_fills_them_in(language: str) -> None:
    fields = {
        "name": "👍🏽" * 200,
        "title": "👍🏽" * 200,
        "n": 10**300,
        "zone": "x" * 4000,
        "place": "y" * 4000,
        "moves": 1,
    }
    for code in Code:
        assert utf16_length(refusal(code, fields, words(language))) <= MAX_ALERT
    for done in Answer:
        assert utf16_length(answer(done, words(language), **fields)) <= MAX_ALERT


@pytest.mark.parametrize("language", LANGUAGES)
def test_case_c53_a_list_of_many_matches_with_the_longest_names_fits(language: str) -> None:
    at = table(names=["👍🏽" * 128] * 8)
    for screen in (
        texts.which([at.facts] * 40, "pause", words(language)),
        texts.status([at.facts] * 40, words(language)),
        texts.games([at.facts] * 40, 100, words(language)),
    ):
        assert utf16_length(parse_html(fit(screen.text))[0]) <= MAX_TEXT
