"""With nothing left to draw a criminal of the Hunt foresees how it ends."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.rig.setups import SETUPS
from core.brains.chase import Careless
from core.brains.endings import Endings, usual
from core.brains.hunt import Sensible
from core.brains.numbers import Numbers
from core.brains.playouts import WORTH
from core.fair import Fair
from core.game import Brain
from core.hunt import Hunt, Side
from tests.core.chase_states import hunt
from tests.core.playing import played

SENSIBLE = Sensible()


def numbers(game: Hunt) -> Numbers:
    """What counts of a position."""
    return Numbers.of(game.view(None))


def foreseen(game: Hunt) -> float:
    """The detectives' lead after what is best for a criminal."""
    now, endings = numbers(game), Endings()
    return min(endings.lead_after(now, choice) for choice in now.choices())


def came(game: Hunt, number: int, criminals: Brain) -> float:
    """Their lead when sensible detectives and such criminals play it to the end."""
    seed, position = b"match %d" % number, 0
    while (seat := game.to_act) is not None:
        position += 1
        brain = SENSIBLE if seat in game.detectives else criminals
        move = brain.move(game.view(seat), (), game.moves(seat), Fair(seed, position, "computer"))
        game, _ = game.play(seat, move, Fair(seed, position))
    assert game.outcome is not None
    return WORTH[Side(game.outcome.side)]


@pytest.mark.parametrize(
    "text",
    [
        "on H; to hearts; clues H4; hearts S2 P3; diamonds dead; dry; holmes P1",
        "on H; to hearts; clues H4; hearts S2 P3; diamonds dead; dry; clubs S2 hit2; watson P1",
        "on H; to hearts; clues H4; hearts S2 P1; diamonds dead; clubs dead; dry; holmes P1; watson P1 hit2",
    ],
)
def test_what_a_criminal_foresees_comes_true_and_a_careless_one_does_worse(text: str) -> None:
    game = hunt(text)
    sensible, careless = ([came(game, number, brain) for number in range(120)] for brain in (SENSIBLE, Careless()))
    sigma = stdev(sensible) / sqrt(len(sensible))
    assert fmean(sensible) == pytest.approx(foreseen(game), abs=3 * sigma)
    assert fmean(careless) > fmean(sensible) + 0.1


@pytest.mark.parametrize("unarmed", ["holmes", "watson"])
def test_a_careless_criminal_lets_the_armed_detective_get_away(unarmed: str) -> None:
    armed = "watson" if unarmed == "holmes" else "holmes"
    game = hunt(f"on H; to hearts; clues H4; hearts S2 P3; diamonds dead; dry; {armed} P1")
    now, endings = numbers(game), Endings()
    leads = {name: endings.lead_after(now, ("shoot", at)) for at, name in enumerate(("holmes", "watson"))}
    # A duel for the match; after a murder the other one flees, and nobody wins.
    assert leads == {armed: -0.5, unarmed: 0}


@given(seed=st.integers(0, 99), no_draws=st.booleans())
def test_every_ending_is_foreseen_and_nobody_leads_by_more_than_a_match(seed: int, no_draws: bool) -> None:
    games = played(SETUPS["hunt-no-draws" if no_draws else "hunt"], 5, seed).games[:-1]
    for game in [game for game in games if game.dry and game.to_act not in game.detectives][:3]:
        before = numbers(game)
        assert -1 <= foreseen(game) <= 1
        assert numbers(game) == before


def test_the_usual_choice_is_a_shot_at_who_cannot_answer_then_at_who_was_hit_more_often() -> None:
    at_hearts = "on H; to hearts; clues H4; hearts S2 P1; dry"
    assert usual(numbers(hunt(f"{at_hearts}; holmes P1 hit2; watson hit1"))) == ("shoot", 1)
    assert usual(numbers(hunt(f"{at_hearts}; holmes hit1; watson hit2"))) == ("shoot", 1)
    assert usual(numbers(hunt(f"{at_hearts}; holmes P1 hit1; watson P1"))) == ("shoot", 0)


def test_the_usual_choice_is_no_duel_in_which_he_needs_more_hits_than_the_other() -> None:
    at_hearts = "on H; to hearts; clues H4; dry; watson dead"
    assert usual(numbers(hunt(f"{at_hearts}; hearts S2 P1; holmes P2"))) == ("pass", 0)
    assert usual(numbers(hunt(f"{at_hearts}; hearts S2 P1; holmes P2 hit1"))) == ("shoot", 0)
