"""Every screen, in every language and state, keeps the limits of the Bot API (product 10; cases C11, C48, C52, C53)."""

from __future__ import annotations

from html import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.screens.limits import check, plain
from tests.screens.matches import HUGE, Table, lobby_screens, match_screens, table, waiting
from tgbot.facts import By, StartRule, Status
from tgbot.languages import LANGUAGES
from tgbot.screens.names import seat_names
from tgbot.words import words

NASTY = (
    "<b>bold</b>",
    "&lt;script&gt;",
    "_*[`{name}",
    "שלום \u202eabc",
    "👨‍👩‍👧‍👦" * 20,
    "Z\u0335\u0336\u0337\u0338" * 32,
    "",
    "x" * 128,
)
NAME = st.sampled_from(NASTY) | st.text(max_size=128)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    names = draw(st.lists(NAME, min_size=4, max_size=8))
    seats = st.sets(st.integers(0, len(names) - 1))
    said = st.tuples(
        st.integers(0, len(names) - 1),
        st.integers(1, 4),
        st.sampled_from(["claim 0", "claim 2", "claim 1 bomb", "claim 2 nobomb"]),
    )
    made = table(
        draw(st.integers(0, 32)),
        names=names,
        seed=draw(st.binary(min_size=1, max_size=4)),
        claims=draw(st.lists(said, max_size=40)),
        claims_on=draw(st.booleans()),
        by=draw(st.lists(st.sampled_from(By), min_size=1, max_size=5)),
        computers=tuple(draw(seats)),
        left=tuple(draw(seats)),
        match=draw(st.sampled_from([1, 10**17])),
        chat_title=draw(NAME),
    )
    return draw(pointed(made))


@st.composite
def pointed(draw: st.DrawFn, made: Table) -> Table:
    moves = made.game.moves(made.game.to_act) if made.game.to_act is not None else ()
    if not moves or draw(st.booleans()):
        return made
    seat = int(draw(st.sampled_from(moves)).split(" ")[1])
    return made.but(pointing=seat, pointing_in=draw(st.sampled_from(["board", "turn", "hand"])))


@settings(max_examples=40, deadline=None)
@given(tables(), st.sampled_from(sorted(LANGUAGES)))
def test_every_screen_of_a_match_keeps_the_limits(at: Table, language: str) -> None:
    for _, screen in match_screens(at, words(language)):
        check(screen)


@settings(max_examples=10, deadline=None)
@given(tables(), st.sampled_from(sorted(LANGUAGES)))
def test_a_cancelled_match_keeps_the_limits_and_loses_its_buttons(at: Table, language: str) -> None:
    for name, screen in match_screens(at.but(status=Status.CANCELLED, deadline=None), words(language)):
        check(screen)
        assert name in {"turn", "end?", "leave?"} or not screen.keyboard


@settings(max_examples=20, deadline=None)
@given(
    st.lists(NAME, min_size=1, max_size=8),
    st.sampled_from(StartRule),
    st.sampled_from([Status.LOBBY, Status.RUNNING, Status.CANCELLED, Status.EXPIRED]),
    st.sampled_from(sorted(LANGUAGES)),
)
def test_every_screen_of_a_lobby_keeps_the_limits(names: list[str], rule: StartRule, status: Status, lang: str) -> None:
    facts = waiting(names, start_rule=rule, status=status, invited=NASTY, chat_title=NASTY[4], match=10**17)
    for _, screen in lobby_screens(facts, words(lang)):
        check(screen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_match_with_the_longest_names_is_told_in_one_message(language: str) -> None:
    names = ["👍🏽" * 40 + str(seat) for seat in range(8)]
    claims = [(seat, round_, "claim 1 nobomb") for round_ in range(1, 5) for seat in range(8)]
    longest = max(
        (table(32, names=names, seed=bytes([n]), claims=claims, by=(By.CLOCK,)) for n in range(60)),
        key=lambda at: len(at.game.reveals),
    )
    assert longest.game.round == 4
    screens = dict(match_screens(longest, words(language)))
    check(screens["history"])
    check(screens["result"])
    assert plain(screens["history"]).count("✂️") == len(longest.game.reveals)


@pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])
@pytest.mark.parametrize("moves", [0, 3, 9, 99])
def test_names_appear_literally_in_every_screen_that_names_people(seats: int, moves: int) -> None:
    """Case C48: escaped once, so that Telegram shows what the person typed."""
    at = table(moves, names=NASTY[-seats:], match=HUGE)
    names = seat_names(at.facts, words("en"))
    screens = dict(match_screens(at, words("en")))
    for name in names:
        assert f"\u2068{name}\u2069" in plain(screens["board"])
        assert f"\u2068{escape(name)}\u2069" in screens["board"].text
    shown = {one.label for row in screens["hand 0"].keyboard for one in row}
    assert not any("&lt;" in one or "&amp;" in one for one in shown if "script" not in one)
