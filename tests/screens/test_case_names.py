"""Names of every kind in every screen of every game (cases C48, C50, C52–C55), judged by TDLib's own parser, too."""

from __future__ import annotations

from dataclasses import replace

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalog import CATALOG
from playground.entities import parse_html, utf16_length
from tests.playground import tdlib
from tests.screens.limits import check, plain
from tests.screens.matches import (
    HUGE,
    NOON,
    PLAYED,
    Table,
    door_screens,
    lobby_screens,
    match_screens,
    quick_screens,
    rare_screens,
    table,
    waiting,
)
from tgbot.facts import Asker
from tgbot.languages import LANGUAGES
from tgbot.screens import SCREENS
from tgbot.screens.names import GRAPHEMES, ON_BUTTONS, seat_labels, seat_names, text_names
from tgbot.screens.screen import Screen
from tgbot.words import words

SAY = words("en")
PIECES = (
    *(
        "<b>",
        "</b>",
        "<",
        "&lt;",
        "&amp;",
        "&#8296;",
        "_",
        "*",
        "[x](y)",
        "`",
        "{0}",
        "{name}",
        "%s",
        "\\",
        "@bot",
        "/end",
    ),
    *("\u202e", "\u2066", "\u2067", "\u2068", "\u2069", "\u200f", "\u061c", "שלום", "مرحبا", "می\u200cخواهم"),
    *("👨‍👩‍👧‍👦", "👍🏽", "🏳️‍🌈", "🇻🇳", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", "❤️"),
    *("e\u0301", "Z" + "\u0335" * 40, "\u0301", "ก็", "நி", "\ud800", "\udfff", "\x00", "\r\n", "\u2028", "\ufffd"),
    *(" ", "\u3164", "\u2800", "\u200b", "\ufeff", "\u00ad", "x" * 128, "Ann", "Ann 2", "Player 3", "🤖 ", " 💤"),
)
WILD = st.lists(st.sampled_from(PIECES) | st.text(st.characters(exclude_categories=()), max_size=20), max_size=8)
NAMES = WILD.map("".join).map(lambda name: name[:128])
"""Of at most 128 characters, as Telegram takes a first and a last name of 64 each."""
STRAY = regex.compile(r"[\p{Bidi_Control}\p{Cs}\x00-\x09\x0b-\x1f\x7f]")


@st.composite
def tables(draw: st.DrawFn) -> Table:
    kind, variant = draw(st.sampled_from(PLAYED))
    sizes = CATALOG[kind].sizes
    names = draw(st.lists(NAMES, min_size=min(sizes), max_size=max(sizes)))
    title, moves = draw(NAMES), draw(st.sampled_from([0, 1, 5, 12, 60]))
    return table(moves, names=names, kind=kind, variant=variant, chat_title=title, match=HUGE)


def shown_by(at: Table, language: str = "en") -> dict[str, Screen]:
    """Every screen of the match, also if it were a quick one."""
    return dict((*match_screens(at, words(language)), *quick_screens(at, words(language))))


def shown_before(names: list[str], title: str, kind: str, language: str = "en") -> dict[str, Screen]:
    """Every screen about a lobby with these people, those who would come in, and those who are kept out."""
    say, facts = words(language), waiting(names[:8], kind=kind, chat_title=title, invited=tuple(names))
    askers = [Asker(2**39 - n, name, NOON) for n, name in enumerate(names)]
    screens = (
        *lobby_screens(facts, say, matches=3),
        *rare_screens(facts, say, names[0]),
        *door_screens(facts, say, askers),
    )
    return dict(screens)


def words_of(screen: Screen) -> list[str]:
    """Everything of it that people read."""
    return [plain(screen), *(button.label for row in screen.keyboard for button in row)]


@given(tables())
@settings(max_examples=60, deadline=None)
def test_case_c48_any_name_appears_literally_on_the_board_and_is_no_markup(at: Table) -> None:
    board = shown_by(at)["board"]
    text, entities = parse_html(board.text)
    unmarked = parse_html(SCREENS[at.facts.kind].board(_with_names(at, "Nobody").facts, at.public, SAY).text)[1]
    assert len(entities) == len(unmarked)
    for name in text_names(at.facts, SAY):
        assert name in text


@given(st.lists(NAMES, min_size=1, max_size=8), NAMES, st.sampled_from(sorted(CATALOG)))
@settings(max_examples=25, deadline=None)
def test_case_c48_c50_c52_c53_so_it_is_before_a_match_and_around_it(names: list[str], title: str, kind: str) -> None:
    for which, screen in shown_before(names, title, kind).items():
        check(screen)
        for said in words_of(screen):
            assert set(STRAY.findall(said)) <= {"\u2068", "\u2069"}, which
            assert all(map(_balanced, said.split("\n"))), which
        if tdlib.INSTALLED:
            assert parse_html(screen.text)[0] == tdlib.parse_html(screen.text)[0], which
    lobby = plain(shown_before(names, title, kind)["lobby"])
    for name in text_names(waiting(names, kind=kind), SAY):
        assert name in lobby


def _with_names(at: Table, name: str) -> Table:
    seats = tuple(replace(seated, name=f"{name} {seated.seat}") for seated in at.facts.seats)
    return at.but(seats=seats)


@given(tables())
@settings(max_examples=60, deadline=None)
def test_case_c50_no_name_turns_or_breaks_the_line_around_it(at: Table) -> None:
    for screen in shown_by(at).values():
        for said in words_of(screen):
            assert set(STRAY.findall(said)) <= {"\u2068", "\u2069"}
            for line in said.split("\n"):
                assert _balanced(line), line


def _balanced(line: str) -> bool:
    depth = 0
    for character in line:
        depth += (character == "\u2068") - (character == "\u2069")
        if depth not in (0, 1):
            return False
    return depth == 0


@given(tables(), st.sampled_from(sorted(LANGUAGES)))
@settings(max_examples=60, deadline=None)
def test_case_c52_any_name_is_short_and_keyboards_keep_the_limits(at: Table, language: str) -> None:
    say = words(language)
    for names, most in ((seat_names(at.facts, say), GRAPHEMES), (seat_labels(at.facts, say), ON_BUTTONS)):
        for name in names:
            # A number that tells equal names apart, the mark of who is away, and the two isolates.
            assert len(regex.findall(r"\X", name)) <= most + len(" 8") + len(" 🤖") + 2
    for screen in shown_by(at, language).values():
        check(screen)
        assert all(utf16_length(button.label) <= 100 for row in screen.keyboard for button in row)


@given(tables(), st.sampled_from(sorted(LANGUAGES)))
@settings(max_examples=40, deadline=None)
def test_case_c53_no_text_and_no_alert_is_ever_too_long(at: Table, language: str) -> None:
    for screen in shown_by(at, language).values():
        assert utf16_length(plain(screen)) <= 4096
    for seat in range(at.game.seats):
        alert = SCREENS[at.facts.kind].hand_alert(at.facts, at.game.view(seat), words(language))
        assert 0 < utf16_length(alert) <= 200
        assert not set(STRAY.findall(alert)) - {"\u2068", "\u2069"}


@given(tables())
@settings(max_examples=30, deadline=None)
def test_case_c54_who_is_to_move_is_called_by_his_number_whatever_his_name(at: Table) -> None:
    if at.game.to_act is None:
        return
    call = shown_by(at)["call"]
    mentions = [entity for entity in parse_html(call.text)[1] if entity["type"] == "text_mention"]
    assert [entity["user_id"] for entity in mentions] == [at.facts.seats[at.game.to_act].person_id]


@pytest.mark.parametrize(("kind", "variant"), PLAYED)
@pytest.mark.parametrize("moves", [0, 5, 60])
def test_case_c55_a_changed_name_shows_in_every_screen_and_the_old_one_in_none(
    kind: str, variant: bool, moves: int
) -> None:
    old = [f"Before{n}" for n in range(max(CATALOG[kind].sizes))]
    at = table(moves, names=old, kind=kind, variant=variant)
    for name, screen in shown_by(at).items():
        renamed = shown_by(_with_names(at, "After"))[name]
        for said, now in zip(words_of(screen), words_of(renamed), strict=True):
            assert "Before" not in now
            assert said.count("Before") == now.count("After"), name


@given(st.lists(NAMES, min_size=4, max_size=8))
def test_blank_names_become_players_and_equal_ones_are_numbered(names: list[str]) -> None:
    shown = seat_names(table(names=names).facts, SAY)
    assert len(set(map(str.casefold, shown))) == len(names)
    for seat, name in enumerate(names):
        if not regex.search(r"[\p{L}\p{N}\p{P}\p{S}\ufffd]", name):
            assert shown[seat].startswith(f"Player {seat + 1}")


@tdlib.needed
@given(tables(), st.sampled_from(sorted(LANGUAGES)))
@settings(max_examples=40, deadline=None)
def test_tdlib_takes_every_text_with_any_names(at: Table, language: str) -> None:
    for name, screen in shown_by(at, language).items():
        ours, theirs = parse_html(screen.text), tdlib.parse_html(screen.text)
        assert ours[0] == theirs[0], name
        assert sorted(map(repr, map(_sorted, ours[1]))) == sorted(map(repr, map(_sorted, theirs[1]))), name


def _sorted(entity: tdlib.Entity) -> tdlib.Entity:
    return dict(sorted(entity.items()))
