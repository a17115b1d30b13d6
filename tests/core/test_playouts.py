"""In the mind the Hunt is played by its rules, though they count only numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.brains import hunts
from bench.rig.setups import SETUPS
from core.brains.chase import LANE_CHANGES
from core.brains.hunt import read
from core.brains.numbers import Numbers, kind
from core.brains.playouts import lead, play_out, tosses
from core.chase import SOURCES, Did, Fact, Source, Suit
from core.fair import Fair
from core.game import Event
from core.hunt import LANES, Hunt, HuntOptions, Side
from tests.core.chase_states import hunt


def numbers(text: str) -> Numbers:
    """A position from text."""
    return Numbers.of(hunt(text).view(None))


def told(numbers: Numbers) -> tuple[Any, ...]:
    """What counts: clues about criminals who are out do not."""
    lanes = [lane for lane in (0, 1, 2) if numbers.alive[2 + lane]]
    return (
        sorted(numbers.cards),
        [(numbers.clues[lane], numbers.spades[lane], [numbers.files[lane][on] for on in lanes]) for lane in lanes],
        (numbers.pistols, numbers.masks, numbers.hits, numbers.alive),
        (numbers.lane, numbers.at, numbers.changed, numbers.passes, numbers.no_draws),
    )


def follow(numbers: Numbers, game: Hunt, move: str, happened: Sequence[Event]) -> None:
    """Makes the move that was made in the match, with what chance gave it there."""
    verb, _, what = move.partition(" ")
    match verb:
        case "lane":
            numbers.go(LANES.index(Suit(what)))
            # Nothing is left to do.
            return None if numbers.cards or numbers.targets() else numbers.pass_()
        case "draw":
            drawn = kind(game.sources[SOURCES.index(Source(what))][0])
            numbers.cards.remove(drawn)
            numbers.draw(drawn)
        case "shoot":
            fired = next(fact for fact in happened if isinstance(fact, Fact) and fact.did is Did.FIRED)
            numbers.fire(game.order.index(fired.seat), game.order.index(fired.other or 0))
        case _:
            return numbers.pass_()
    return numbers.next()


@pytest.mark.parametrize("setup", ["hunt", "hunt-no-draws"])
@given(seed=st.integers(0, 10**6))
def test_whatever_happens_the_numbers_are_those_of_the_match(setup: str, seed: int) -> None:
    entry = SETUPS[setup]
    game: Any = entry.game.deal(5, entry.options(), Fair(b"deal", seed))
    chance = Fair(b"moves", seed)
    numbers = Numbers.of(game.view(None))
    while (seat := game.to_act) is not None:
        assert numbers.end() is None
        assert sorted(numbers.targets()) == sorted(game.order.index(shot.target) for shot in game.shots(seat))
        move = chance.choice(game.moves(seat))
        after, happened = game.play(seat, move, chance)
        follow(numbers, game, move, happened)
        if after.outcome:
            assert numbers.end() == after.outcome.side
        else:
            assert told(numbers) == told(Numbers.of(after.view(None)))
        game = after


def test_playouts_end_as_often_for_either_side_as_careless_matches_do() -> None:
    game = Hunt.deal(5, HuntOptions(), Fair(b"any", 0))
    fair = Fair(b"tosses", 0)
    ends = [play_out(Numbers.of(game.view(None)), lambda: fair.below(1000) / 1000) for _ in range(600)]
    careless = hunts(SETUPS["hunt"], 600, SETUPS["hunt"].careless, SETUPS["hunt"].careless)
    # 3 sigma of the difference of two shares of 600.
    for side in Side:
        assert ends.count(side) / 600 == pytest.approx(careless[side], abs=0.085)


@pytest.mark.parametrize("setup", ["hunt", "hunt-no-draws"])
@given(seed=st.integers(0, 10**6))
def test_choices_lead_where_the_moves_of_the_match_do(setup: str, seed: int) -> None:
    entry = SETUPS[setup]
    game: Any = entry.game.deal(5, entry.options(), Fair(b"deal", seed))
    chance = Fair(b"moves", seed)
    while (seat := game.to_act) is not None:
        view, moves = game.view(seat), game.moves(seat)
        now = Numbers.of(view)
        assert sorted(now.choices()) == sorted({read(view, move) for move in moves})
        move = chance.choice(moves)
        came = list(now.after(read(view, move)))
        assert sum(share for share, _ in came) == pytest.approx(1)
        assert told(now) == told(Numbers.of(view)), "looking ahead changes nothing"
        game, _ = game.play(seat, move, chance)
        if game.outcome:
            assert game.outcome.side in [then.end() for _, then in came]
        else:
            assert told(Numbers.of(game.view(None))) in [told(then) for _, then in came if then.end() is None]


def test_equal_positions_have_equal_leads_and_an_end_needs_no_playout() -> None:
    now, again = (numbers("to hearts; clues H4; hearts S2 P1; holmes P1") for _ in range(2))
    assert lead(now, 20) == lead(again, 20)
    assert -1 <= lead(now, 20, draws=True) <= 1
    over = numbers("on H; clues H4; holmes P1; hearts S2 hit2; diamonds dead; clubs dead")
    over.fire(0, 2)
    assert lead(over, 0) == 1


def test_tosses_fall_anywhere_from_0_to_1() -> None:
    many = [toss for number in range(20) for toss in tosses(number)]
    assert all(0 <= toss < 1 for toss in many)
    assert sum(many) / len(many) == pytest.approx(0.5, abs=0.03)
    assert sum(toss < 1 / LANE_CHANGES for toss in many) / len(many) == pytest.approx(1 / LANE_CHANGES, abs=0.02)
