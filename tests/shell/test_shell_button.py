"""What a button carries, in 64 bytes; and what no button of ours carries is nothing (C11, C12)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.catalog import CATALOG
from core.fair import Fair
from tgbot.button import MAX_BYTES, Press, move, read, verb

MATCHES = st.integers(0, 10**18 - 1)
POSITIONS = st.integers(0, 10**9 - 1)
WORD = st.text("abcdefghijklmnopqrstuvwxyz0123456789+-_", min_size=1, max_size=10)


@given(MATCHES, POSITIONS, WORD, st.lists(WORD, max_size=2))
def test_a_verb_comes_back_as_it_went_out(match: int, position: int, name: str, args: list[str]) -> None:
    data = verb(match, position, " ".join((name, *args)))
    assert len(data.encode()) <= MAX_BYTES
    assert read(data) == Press(match, position, verb=name, args=tuple(args))


@given(MATCHES, POSITIONS, st.text("abcdefghijklmnopqrstuvwxyz0123456789 ", min_size=1, max_size=20))
def test_a_move_comes_back_as_it_went_out(match: int, position: int, text: str) -> None:
    data = move(match, position, text)
    assert len(data.encode()) <= MAX_BYTES
    assert read(data) == Press(match, position, move=text)


@pytest.mark.parametrize("kind", sorted(CATALOG))
def test_c11_every_move_of_every_game_fits_with_the_largest_ids(kind: str) -> None:
    entry = CATALOG[kind]
    game = entry.game.deal(max(entry.sizes), entry.options(), Fair(b"seed", 0))
    assert game.to_act is not None
    for text in game.moves(game.to_act):
        data = move(10**18 - 1, 10**9 - 1, text)
        assert len(data.encode()) <= MAX_BYTES
        assert read(data) == Press(10**18 - 1, 10**9 - 1, move=text)


def test_c11_the_longest_verbs_fit_with_the_largest_ids() -> None:
    for words in (f"leave {2**52}", "claim 5 nobomb", "panel options", f"clock {3 * 24 * 3600}", "point 7"):
        assert len(verb(10**18 - 1, 10**9 - 1, words).encode()) <= MAX_BYTES


@pytest.mark.parametrize(
    "data",
    [
        "",
        " ",
        ":",
        "::",
        "1:2",
        "1:2:",
        "1:2:!",
        "01:2:join",
        "1:02:join",
        "-1:2:join",
        "+1:2:join",
        "1:-2:join",
        "1:2:JOIN",
        "1:2:join\n",
        "\n1:2:join",
        "1:2:join\0",
        "1 :2:join",
        "1:2:jöin",
        "١:٢:join",
        "1:2:\N{FULLWIDTH LATIN SMALL LETTER A}",
        "1:2: join",
        f"{10**18}:2:join",
        f"1:{10**9}:join",
        "1:2:" + "x" * 61,
        "1.0:2:join",
        "1e3:2:join",
        "1:2:join;drop",
        "1:2:!cut'",
        "null",
        "{}",
    ],
)
def test_c12_what_no_button_of_ours_carries_is_nothing(data: str) -> None:
    assert read(data) is None


@given(st.one_of(st.text(), st.from_regex(r"[0-9]*:[0-9]*:!?[ -~]*", fullmatch=True)))
def test_c12_any_text_is_a_press_or_nothing_and_never_an_error(data: str) -> None:
    press = read(data)
    if press is not None:
        assert bool(press.move) != bool(press.verb)
        assert press.match >= 0
        assert press.position >= 0


@pytest.mark.parametrize("words", ["", "Join", "join\n", "naïve", "x" * 80, "a:b"])
def test_a_button_that_could_not_be_read_back_is_never_made(words: str) -> None:
    with pytest.raises(ValueError, match="no button can carry"):
        verb(1, 2, words)
    with pytest.raises(ValueError, match="no button can carry"):
        move(1, 2, words)


def test_a_negative_match_is_never_made() -> None:
    with pytest.raises(ValueError, match="no button can carry"):
        verb(-1, 2, "join")
