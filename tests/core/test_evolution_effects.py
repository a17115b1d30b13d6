"""What the cuts of the Evolution variant did stays visible to everybody (rulings TB-13, EV-10, EV-17 to EV-19)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from core.evolution import Attached, Did, Drawn, Effect, Evolution, EvolutionOptions
from core.evolution import Detached as TakenOff
from core.fair import Fair
from core.game import Event

SIZES = (4, 5, 6)


def steps(seats: int, number: int) -> Iterator[tuple[Evolution, tuple[Event, ...], bool]]:
    """Each game of a random match after a move, with what happened and whether the move was a choice."""
    seed, pick = b"effects %d" % number, random.Random(number)
    game, made = Evolution.deal(seats, EvolutionOptions(variant=True), Fair(seed, 0)), 0
    while game.to_act is not None:
        made, move = made + 1, pick.choice(game.moves(game.to_act))
        game, events = game.play(game.to_act, move, Fair(seed, made))
        yield game, events, not move.startswith("cut ")


def effect(event: Event, after: int) -> Effect | None:
    match event:
        case Attached(colour=colour, chosen=chosen):
            return Effect(after, Did.ATTACHED, colour=colour, chosen=chosen)
        case TakenOff(colour=colour, chosen=chosen):
            return Effect(after, Did.DETACHED, colour=colour, chosen=chosen)
        case Drawn(seat=seat, free=free):
            return Effect(after, Did.FREE if free else Did.DRAWN, seat=seat)
    return None


@pytest.mark.parametrize("seats", SIZES)
def test_tb_13_everybody_sees_what_every_cut_did_in_order(seats: int) -> None:
    did = set[Did]()
    for number in range(60):
        told: list[Effect] = []
        for game, events, _ in steps(seats, number):
            told += filter(None, (effect(event, len(game.reveals)) for event in events))
            assert game.view(None).effects == game.view(0).effects == tuple(told)
        did |= {one.did for one in told}
    assert did >= {Did.ATTACHED, Did.DETACHED, Did.DRAWN}


def test_ev_19_everybody_sees_that_who_was_drawn_had_no_wire_left() -> None:
    matches = (tuple(steps(4, number)) for number in range(5000))
    free = next(match for match in matches if any(one.did is Did.FREE for one in match[-1][0].effects))
    game = next(game for game, _, _ in free if game.effects and game.effects[-1].did is Did.FREE)
    assert game.effects[-1] == Effect(len(game.reveals), Did.FREE, seat=game.holder)
    assert not game.view(None).left(game.holder)


@pytest.mark.parametrize("seats", SIZES)
def test_ev_20_an_effect_is_chosen_when_a_choice_was_made_for_it(seats: int) -> None:
    for number in range(30):
        choices, last = 0, None
        for game, _, choice in steps(seats, number):
            choices, last = choices + choice, game
        assert last is not None
        assert sum(one.chosen for one in last.effects) == choices


@pytest.mark.parametrize("seats", SIZES)
def test_without_the_variant_cuts_do_nothing_more(seats: int) -> None:
    game, pick = Evolution.deal(seats, EvolutionOptions(), Fair(b"plain", 0)), random.Random(1)
    while game.to_act is not None:
        game, _ = game.play(game.to_act, pick.choice(game.moves(game.to_act)), Fair(b"plain", len(game.reveals) + 1))
    assert game.effects == ()
