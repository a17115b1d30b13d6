"""What stands under the pictures: as much as fits, the latest first, and secrets under cover."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from markupsafe import Markup

from core.catalog import CATALOG
from tests.screens.matches import CHASES, HUGE, NOON, PLAYED, WIRED, match_screens, table
from tgbot.languages import LANGUAGES
from tgbot.screens import SCREENS
from tgbot.screens.match import caption
from tgbot.screens.screen import MAX_CAPTION, length
from tgbot.words import words

LONG = "👍🏽" * 40


@pytest.mark.parametrize(("kind", "variant"), PLAYED)
def test_a_caption_tells_the_game_what_happened_whose_move_it_is_and_until_when(kind: str, variant: bool) -> None:
    at = table(6, kind=kind, variant=variant)
    board = dict(match_screens(at, words("en")))["board"]
    text, under = board.text.split("\n\n"), board.caption.split("\n\n")
    assert under[0] == text[0].split("\n")[0]
    assert under[1:] == text[-2:]
    assert "👉 Move:" in under[-1]
    assert "tg-time" in under[-1]


@pytest.mark.parametrize(("kind", "variant"), PLAYED)
def test_a_match_that_is_over_says_so_under_the_picture_of_its_board(kind: str, variant: bool) -> None:
    at = table(999, kind=kind, variant=variant)
    board = dict(match_screens(at, words("en")))["board"]
    assert "is over" in board.caption
    assert board.keyboard == ()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "variant"), WIRED)
def test_role_and_wires_stand_under_cover_in_the_caption_of_a_hand(kind: str, variant: bool, language: str) -> None:
    at, say = table(4, kind=kind, variant=variant), words(language)
    for seat in range(at.game.seats):
        hand = SCREENS[kind].hand(at.facts, at.game.view(seat), say)
        covered = re.findall("<tg-spoiler>(.+?)</tg-spoiler>", hand.caption)
        assert covered == re.findall("<tg-spoiler>(.+?)</tg-spoiler>", hand.text)
        bare = re.sub("<tg-spoiler>.+?</tg-spoiler>", "", hand.caption)
        assert not re.search("🕵️|🦹|🔵 \\d", bare)


@pytest.mark.parametrize(("kind", "variant"), CHASES)
def test_in_a_quick_match_the_hand_of_who_moves_tells_what_the_board_tells(kind: str, variant: bool) -> None:
    at = table(3, kind=kind, variant=variant, clock=300)
    hand = SCREENS[kind].hand(at.facts, at.game.view(at.game.to_act), words("en"))
    assert "It is your move" in hand.caption
    assert length(hand.caption) < length(hand.text)
    assert hand.keyboard


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "variant"), PLAYED)
def test_the_caption_of_a_result_names_winners_everybody_and_the_secret_however_long_names_are(
    kind: str, variant: bool, language: str
) -> None:
    seats = max(CATALOG[kind].sizes)
    at = table(999, names=[f"{LONG}{n}" for n in range(seats)], kind=kind, variant=variant, match=HUGE)
    result = SCREENS[kind].result(at.facts, at.public, words(language))
    assert at.facts.revelation is not None
    assert at.facts.revelation.secret in result.caption
    assert length(result.caption) <= MAX_CAPTION
    assert "…" not in result.caption[-5:]
    assert result.caption.count("👍🏽") >= seats


def test_where_there_is_no_room_the_oldest_goes_first_and_then_who_is_away() -> None:
    def line(sign: str) -> Markup:
        return Markup(sign * 300)

    def shown(happened: str, last: str) -> str:
        told = caption(Markup("head"), list(map(line, happened)), [Markup("who"), Markup("until"), *map(line, last)])
        return re.sub(r"(.)\1+", r"\1", told.replace("\n", " "))

    assert shown("a", "") == "head a who until"
    assert shown("abcd", "") == "head b c d who until"
    assert shown("ab", "xy") == "head b who until x y"
    assert shown("a", "xyzv") == "head who until x y z"
    head = Markup("head")
    huge = caption(head, (), (Markup("w" * 2000),))
    assert length(huge) <= MAX_CAPTION
    assert huge.endswith("…")


def test_who_is_to_move_and_until_when_is_told_however_many_are_away() -> None:
    at = table(4, names=[f"{LONG}{n}" for n in range(8)], seed=b"s3")
    assert at.game.to_act is not None
    seats = tuple(replace(one, absent_since=None if one.seat == at.game.to_act else NOON) for one in at.facts.seats)
    board = SCREENS["timebomb"].board(at.but(seats=seats).facts, at.public, words("ru"))
    assert length(board.text) > MAX_CAPTION >= length(board.caption)
    assert "👉" in board.caption
    assert "tg-time" in board.caption
    assert 0 < board.caption.count("💤") < board.text.count("💤")
