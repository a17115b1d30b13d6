"""Computer players of the Hunt and the Race: what they may know, what they do with it, and how often they win."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.brains import hunts, races
from bench.rig.setups import SETUPS
from core.brains import hunt as hunting
from core.brains import race as racing
from core.brains.chase import LANE_CHANGES, Careless
from core.brains.numbers import Numbers
from core.brains.prospects import Judge, at_least, together
from core.fair import Fair
from core.game import Brain
from tests.core import worlds
from tests.core.chase_states import SEATS, hunt, race
from tests.core.playing import played

SENSIBLE: dict[str, Brain] = {
    "hunt": hunting.Sensible(),
    "hunt-no-draws": hunting.Sensible(),
    "race": racing.Sensible(),
}
IMAGINE: dict[str, Any] = {"hunt": Numbers.of, "hunt-no-draws": Numbers.of, "race": racing.imagine}

every_setup = pytest.mark.parametrize("setup", list(SENSIBLE))


@st.composite
def situations(draw: st.DrawFn, setup: str) -> Any:
    """A position of a running match."""
    entry = SETUPS[setup]
    games = played(entry, draw(st.sampled_from(entry.sizes)), draw(st.integers(0, 99))).games[:-1]
    return games[draw(st.integers(0, len(games) - 1))]


def made(brain: Brain, game: Any, tosses: int = 10) -> Counter[str]:
    """What whoever is to act does, by how often; of draws only the verb, in the Hunt a target by its name."""
    names = {str(seat): name for name, seat in SEATS.items()}
    moves = Counter[str]()
    for toss in range(tosses):
        verb, _, what = brain.move(game.view(game.to_act), (), game.moves(game.to_act), Fair(b"toss", toss)).partition(
            " "
        )
        target = names.get(what, what) if hasattr(game, "lane") else what
        moves[verb if verb in ("draw", "pass") else f"{verb} {target}"] += 1
    return moves


def hunter(text: str, *, no_draws: bool = False) -> set[str]:
    """What a sensible player of the Hunt does in a position."""
    return set(made(SENSIBLE["hunt"], hunt(text, no_draws=no_draws)))


def racer(text: str) -> set[str]:
    """What a sensible racer does in a position."""
    return set(made(SENSIBLE["race"], race(text)))


@every_setup
@given(data=st.data())
def test_any_view_of_any_situation_gives_a_legal_move_and_no_claim(setup: str, data: st.DataObject) -> None:
    game = data.draw(situations(setup))
    view, legal = game.view(game.to_act), game.moves(game.to_act)
    for brain in (Careless(), SENSIBLE[setup]):
        assert brain.move(view, (), legal, Fair(b"toss", 0)) in legal
        assert brain.claim(view, (), Fair(b"toss", 0)) is None


@every_setup
@given(data=st.data(), mix=st.integers(0, 99))
def test_the_order_of_the_sources_makes_no_difference(setup: str, data: st.DataObject, mix: int) -> None:
    game = data.draw(situations(setup))
    seat, toss = game.to_act, Fair(b"toss", 1)
    other = worlds.chase(game, seat, random.Random(mix))
    there = SENSIBLE[setup].move(other.view(seat), (), other.moves(seat), toss)
    assert there == SENSIBLE[setup].move(game.view(seat), (), game.moves(seat), Fair(b"toss", 1))


@given(data=st.data())
def test_the_race_imagined_looks_like_the_real_one(data: st.DataObject) -> None:
    view = (game := data.draw(situations("race"))).view(game.to_act)
    # What happened before makes no difference.
    seen = replace(view, history=(), turn=1, round=1)
    imagined = racing.imagine(view)
    assert imagined.view(game.to_act) == seen
    assert imagined.moves(game.to_act) == game.moves(game.to_act)


@every_setup
def test_nothing_is_imagined_of_a_match_that_is_over(setup: str) -> None:
    entry = SETUPS[setup]
    with pytest.raises(ValueError, match="over"):
        IMAGINE[setup](played(entry, entry.sizes[0], 0).games[-1].view(None))


@every_setup
def test_a_computer_player_keeps_nothing(setup: str) -> None:
    entry = SETUPS[setup]
    games = played(entry, entry.sizes[0], 0).games[:-1]
    for brain in (Careless(), SENSIBLE[setup]):
        once, again = (
            [brain.move(game.view(game.to_act), (), game.moves(game.to_act), Fair(b"toss", 0)) for game in order]
            for order in (games, games[::-1])
        )
        assert once == again[::-1]
        assert vars(brain) == {}


@every_setup
@given(data=st.data())
def test_what_a_position_is_worth_is_a_chance(setup: str, data: st.DataObject) -> None:
    game = data.draw(situations(setup))
    if setup == "race":
        chances = [racing.prospects(game, seat) for seat in range(game.seats)]
        assert sum(chances) == pytest.approx(1)
    else:
        chances = [Judge().prospects(Numbers.of(game.view(None)))]
    assert all(0 <= chance <= 1 for chance in chances)


@given(n=st.integers(0, 5), m=st.integers(0, 4), a=st.floats(0, 1), b=st.floats(0, 1), k=st.integers(-1, 10))
def test_chances_of_clues_are_what_counting_every_case_gives(n: int, m: int, a: float, b: float, k: int) -> None:
    chances = [a] * n + [b] * m
    cases = product((False, True), repeat=n + m)
    exact = sum(
        prod(c if happens else 1 - c for c, happens in zip(chances, case, strict=True))
        for case in cases
        if sum(case) >= k
    )
    assert together(n, a, m, b, k) == pytest.approx(exact)
    if not m:
        assert at_least(n, a, k) == pytest.approx(exact)
        assert at_least(n, a, k - 0.5) == pytest.approx((at_least(n, a, k - 1) + at_least(n, a, k)) / 2)


def test_so_many_draws_take_a_racer_to_ten_points() -> None:
    # At 9 points any point card does, at 8 too: the least is 2.
    assert racing.DRAWS[9] == racing.DRAWS[8] == pytest.approx(1 / racing.POINTS)
    pick, draws = random.Random(1), 0
    for _ in range(20_000):
        points = 0
        while points < 10:
            draws += 1
            points += pick.choice(racing.RANKS) if pick.random() < racing.POINTS else 0
    assert racing.DRAWS[0] == pytest.approx(draws / 20_000, rel=0.02)


def test_a_careless_player_shoots_whenever_he_can_and_seldom_changes_the_lane() -> None:
    assert set(made(Careless(), hunt("to hearts; clues H4; hearts S2 P1 hit2; watson P2"))) == {
        "shoot holmes",
        "shoot watson",
    }
    assert set(made(Careless(), race("to 0; at3 P1 hit2 | at3 P3 | at4 | at5"))) == {"shoot 1", "shoot 2"}
    moves = made(Careless(), hunt("to holmes"), tosses=600)
    assert set(moves) == {"draw", "lane diamonds", "lane clubs"}
    assert moves["draw"] / 600 == pytest.approx(1 - 1 / LANE_CHANGES, abs=0.05)


def test_a_detective_goes_where_he_can_kill() -> None:
    assert hunter("on H; clues H4 D3; holmes P1; hearts S2; diamonds S2 hit2") == {"lane diamonds"}
    assert hunter("on D; clues H4 D3; holmes P1; hearts S2; diamonds S2 hit2") == {"shoot diamonds"}


def test_a_detective_shoots_while_there_is_something_to_win_by_it_and_draws_while_there_is_not() -> None:
    alone = "on H; clues H4; holmes P1; diamonds arrested; clubs dead; hearts S2"
    assert hunter(f"{alone}; dry") == {"shoot hearts"}
    assert hunter(f"{alone} hit2") == {"shoot hearts"}
    # The fifth and the sixth clue are nearer than three hits.
    assert hunter("on H; clues H5 D5 C5; holmes P1; hearts S1") == {"draw"}


def test_a_detective_avoids_a_bad_duel() -> None:
    assert "shoot hearts" not in hunter("on H; clues H4; holmes P1 hit1; hearts S2 P2")
    assert "shoot hearts" in hunter("on H; clues H4; holmes P2 hit0; hearts S2 P1 hit1; diamonds dead; clubs dead")


def test_watson_leaves_the_lane_of_an_armed_criminal_before_the_criminals_are_to_act() -> None:
    assert hunter("on H; to watson; clues H4; hearts S2 P1") == {"lane diamonds", "lane clubs"}
    # Holmes has Watson behind him.
    assert hunter("on H; to holmes; clues H4; hearts S2 P1") == {"draw"}
    assert hunter("on H; to holmes; watson dead; clues H4; hearts S2 P1") == {"lane diamonds", "lane clubs"}
    # Too far away.
    assert hunter("on H; to watson; clues H1; hearts S2 P1") == {"draw"}


def test_masks_are_not_lost_for_nothing() -> None:
    assert hunter("on D; to watson; clues H4; hearts S2; holmes M1; watson M1") == {"draw"}


def test_a_criminal_kills_who_cannot_answer() -> None:
    assert hunter("to hearts; clues H4; hearts S2 P1; holmes P1 hit2; watson hit2") == {"shoot watson"}
    assert hunter("to hearts; clues H4; hearts S2 P1; holmes hit2; watson hit1") == {"shoot holmes"}


def test_a_criminal_shoots_first_at_who_cannot_answer() -> None:
    assert hunter("to hearts; clues H4; hearts S2 P1 hit1; holmes P1; watson hit1") == {"shoot watson"}


def test_a_criminal_avoids_a_bad_duel_while_there_is_something_to_draw() -> None:
    assert hunter("to hearts; clues H4; hearts S2 P1 hit2; holmes P2; watson P1") == {"draw"}
    # He is as likely to be killed as the other.
    assert hunter("to hearts; clues H4; hearts S2 P1 hit2; holmes P2 hit2; watson dead") == {"shoot holmes"}


def test_a_criminal_who_is_stronger_shoots_rather_than_lets_it_be_a_draw() -> None:
    alone = "to hearts; clues H4; hearts S2 P3; watson dead; dry; diamonds dead; clubs dead"
    assert hunter(f"{alone}; holmes P1 hit1") == {"shoot holmes"}


def test_a_criminal_who_sees_the_end_duels_with_who_would_get_away_before_he_kills_who_cannot_answer() -> None:
    assert hunter("on H; to hearts; clues H4; hearts S2 P3; diamonds dead; dry; holmes P1") == {"shoot holmes"}
    # While there are cards to draw the sure kill is worth more.
    assert hunter("on H; to hearts; clues H4; hearts S2 P3; diamonds dead; holmes P1") == {"shoot watson"}


def test_hu_13_without_draws_who_is_ahead_passes_and_who_is_behind_shoots() -> None:
    ahead = "on H; to holmes; clues H4; diamonds dead; hearts S2 P1; holmes P1; dry"
    assert not any(move.startswith("shoot") for move in hunter(ahead, no_draws=True))
    behind = "on H; to hearts; clues H4; diamonds dead; hearts S2 P1; dry; holmes P1"
    # Sensible detectives will get away whatever he does; careless ones might not.
    assert hunter(behind, no_draws=True) == {"shoot watson"}
    assert hunter(f"{behind} hit2; watson P1 hit2", no_draws=True) <= {"shoot holmes", "shoot watson"}


def test_a_racer_kills_who_would_win_before_him() -> None:
    assert racer("to 0; at4 P1 | at5 S9 hit2 | at0") == {"shoot 1"}
    # One shot kills none of them, and only costs him time.
    assert racer("to 0; at5 S9 P1 | at5 H9 | at5 D9") == {"draw"}


def test_two_racers_in_one_cell_shoot() -> None:
    assert racer("to 0; at2 P1 | at2") == {"shoot 1"}
    assert racer("to 0; at5 S9 P1 | at2 | at4 M1") == {"draw"}


def test_a_racer_avoids_a_bad_duel() -> None:
    assert racer("to 0; at2 P1 hit2 | at2 P1 | at1") == {"draw"}
    # The same without a pistol is a target.
    assert racer("to 0; at2 P1 hit2 | at2 | at0") == {"shoot 1"}


def test_sensible_detectives_win_more_and_are_killed_less() -> None:
    entry = SETUPS["hunt"]
    careless = hunts(entry, 120, entry.careless, entry.careless)
    sensible = hunts(entry, 70, entry.sensible, entry.careless)
    assert sensible["detectives"] >= 1.4 * careless["detectives"]
    assert sensible["criminals"] <= 0.4 * careless["criminals"]


@pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])
def test_one_sensible_racer_wins_more_than_his_share_among_careless_ones(seats: int) -> None:
    entry = SETUPS["race"]
    assert races(entry, seats, 120, entry.sensible, entry.careless) >= 1.3 / seats


@every_setup
def test_a_move_with_the_most_choices_and_cards_takes_at_most_15_milliseconds(setup: str) -> None:
    # How long a criminal of the Hunt follows its endings, ``bench.brains`` says.
    entry, seats = SETUPS[setup], SETUPS[setup].sizes[-1]
    games = [game for number in range(8) for game in played(entry, seats, number).games[:-1]]
    hardest = max(games, key=lambda game: (len(game.moves(game.to_act)), sum(map(len, game.sources))))
    times = []
    for _ in range(5):
        start = time.thread_time()
        SENSIBLE[setup].move(hardest.view(hardest.to_act), (), hardest.moves(hardest.to_act), Fair(b"toss", 0))
        times.append(time.thread_time() - start)
    # The least of a few: what else the machine does is no fault of the player's.
    assert min(times) <= 0.015
