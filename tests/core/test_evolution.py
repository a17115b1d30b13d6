"""Time Bomb Evolution, ruling by ruling (EV-1 to EV-7); its variant is in files of its own."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.rig.setups import SETUPS
from core.evolution import Claim, Evolution, EvolutionOptions, Why
from core.fair import Fair
from core.game import Ended, IllegalClaim, MatchOver, Options
from core.timebomb import COLOURS, Dealt, Hand, Reason, Revealed, Role, Wire, role_deck
from tests.core.chance import even
from tests.core.evolution_states import LETTERS, play, state, told
from tests.core.playing import played
from tests.core.worlds import WORLDS

SIZES = (4, 5, 6)
LAST_ROUND = "round 4; shown D3 G3 O2 P2 R2; D G | O O | P P | R R"
GREEN, ORANGE, PINK, YELLOW, BLUE, RED = COLOURS

every_size = pytest.mark.parametrize("seats", SIZES)
seeds = st.binary(min_size=1, max_size=8)


def deal(seats: int, seed: bytes = b"deal", *picked: Wire) -> Evolution:
    return Evolution.deal(seats, EvolutionOptions(colours=picked), Fair(seed, 0))


@every_size
def test_ev_1_as_many_colours_as_players_five_cards_each(seats: int) -> None:
    game = deal(seats)
    cards = [*game.aside, *(wire for hand in game.hands for wire in hand)]
    assert len(set(game.colours)) == len(game.colours) == seats
    assert {colour: cards.count(colour) for colour in COLOURS} == {c: 5 * (c in game.colours) for c in COLOURS}


@pytest.mark.parametrize(("seats", "sets"), [(4, 15), (5, 6), (6, 1)])
def test_ev_1_every_set_of_colours_is_drawn_equally_often(seats: int, sets: int) -> None:
    drawn = [deal(seats, b"%d" % seed).colours for seed in range(60 * sets)]
    assert set(drawn) == set(combinations(COLOURS, seats))
    assert sets == 1 or even(drawn, sets)


def test_ev_1_the_host_picks_the_colours() -> None:
    assert deal(4, b"deal", RED, GREEN, BLUE, PINK).colours == (GREEN, PINK, BLUE, RED)


@pytest.mark.parametrize(
    "picked",
    [
        (RED,),
        (RED, GREEN, BLUE),
        COLOURS[:5],
        (RED, RED, GREEN, BLUE),
        (RED, RED, GREEN, BLUE, PINK),
        (RED, GREEN, BLUE, Wire.DEFUSING),
    ],
)
def test_ev_1_other_than_as_many_different_colours_is_refused(picked: tuple[Wire, ...]) -> None:
    assert not EvolutionOptions(colours=picked).fits(4)
    with pytest.raises(ValueError, match="4 different colours"):
        deal(4, b"deal", *picked)


@every_size
def test_ev_1_colours_fit_the_number_of_players_or_are_left_to_chance(seats: int) -> None:
    assert EvolutionOptions().fits(seats)
    for n in range(1, 7):
        assert EvolutionOptions(colours=COLOURS[:n]).fits(seats) == (n == seats)


def test_ev_1_options_of_another_game_are_refused() -> None:
    with pytest.raises(TypeError):
        Evolution.deal(4, Options(), Fair(b"deal", 0))


@every_size
@given(seed=seeds, pick=st.booleans())
def test_ev_1_draws_are_colours_then_bombs_then_roles_then_first_holder_then_wires(
    seats: int, seed: bytes, pick: bool
) -> None:
    game, chance = deal(seats, seed, *(COLOURS[-seats:] if pick else ())), Fair(seed, 0)
    colours = COLOURS[-seats:] if pick or seats == 6 else chance.shuffle(COLOURS)[:seats]
    assert game.colours == tuple(colour for colour in COLOURS if colour in colours)
    bombs = chance.shuffle([colour for colour in game.colours for _ in range(5)])
    assert game.aside == bombs[:seats]
    assert (*game.roles, *game.spare) == chance.shuffle(role_deck(seats))
    assert game.holder == chance.below(seats)
    pile = chance.shuffle([*bombs[seats:], *[Wire.DEFUSING] * seats])
    assert game.hands == tuple(pile[5 * seat : 5 * seat + 5] for seat in range(seats))


@every_size
def test_ev_2_as_many_cards_as_players_are_put_aside_and_as_many_defusing_wires_added(seats: int) -> None:
    for seed in range(20):
        game = deal(seats, b"%d" % seed)
        wires = [wire for hand in game.hands for wire in hand]
        assert (len(game.aside), game.aside.count(Wire.DEFUSING), wires.count(Wire.DEFUSING)) == (seats, 0, seats)
        assert {len(hand) for hand in game.hands} == {5}
        assert not {Wire.SAFE, Wire.BOMB} & {*wires, *game.aside}


@every_size
def test_ev_2_every_colour_is_put_aside_equally_often(seats: int) -> None:
    games = (deal(seats, b"%d" % seed, *COLOURS[:seats]) for seed in range(300))
    assert even((colour for game in games for colour in game.aside), seats)


def test_ev_3_a_player_sees_how_many_of_each_kind_he_was_dealt() -> None:
    one = state("round 4; shown D2 G3 O3 P2 R2; D G | D R | P P | O R")
    other = state("round 4; shown D2 G3 O3 P2 R2; D G | R D | P P | R O")
    assert one.view(1).hands[-1] == Hand(0, 1, 0, ((RED, 1),))
    assert one.view(2).hands[-1] == Hand(0, 0, 0, ((PINK, 2),))
    assert one.view(3).hands[-1] == Hand(0, 0, 0, ((ORANGE, 1), (RED, 1)))
    assert [one.view(seat) for seat in (0, 1, 2, 3, None)] == [other.view(seat) for seat in (0, 1, 2, 3, None)]


def test_ev_4_a_revealed_bomb_is_counted_under_its_colour() -> None:
    game = play(state("round 4; holder 1; shown D3 G2 O2 P3 R2; D G | G O | O P | R R"), "cut 2 0")
    assert [(bomb.colour, bomb.revealed, bomb.limit, bomb.defused) for bomb in game.view(None).bombs] == [
        (GREEN, 2, 4, False),
        (ORANGE, 3, 4, False),
        (PINK, 3, 4, False),
        (RED, 2, 4, False),
    ]
    assert (game.outcome, game.to_act) == (None, 2)


@pytest.mark.parametrize("colour", COLOURS)
def test_ev_4_the_fourth_of_any_colour_explodes(colour: Wire) -> None:
    letter = colour[0].upper()
    a, b, c = (other for other in "GOPR" if other != letter) if letter in "GOPR" else "GOP"
    game = state(
        f"roles M S S M S; round 4; holder 1; shown D3 {letter}3 {a}2 {b}2 {c}2; "
        f"D {letter} | {a} {a} | {b} {b} | {c} {c}"
    )
    after, events = told(game, "cut 0 1")
    assert [type(event) for event in events] == [Revealed, Ended]
    assert after.outcome is not None
    assert (after.outcome.side, after.outcome.reason) == (Role.MORIARTY, f"{Why.EXPLOSION} {colour}")
    assert after.outcome.winners == (0, 3)


def test_ev_4_an_explosion_ends_the_match_at_once_with_no_deal() -> None:
    game = state("round 3; holder 1; shown D1 G3 O2 P2; D G D | o O D | p P R | r R R")
    after, events = told(game, "cut 0 1")
    assert [type(event) for event in events] == [Revealed, Ended]
    assert (after.round, after.hands, after.to_act) == (3, game.hands, None)


def test_ev_4_the_fourth_on_the_very_last_cut_is_an_explosion() -> None:
    outcome = play(state("round 4; holder 1; shown D3 G3 O2 P2 R2; D G | o O | p P | r R"), "cut 0 1").outcome
    assert outcome is not None
    assert outcome.reason == f"{Why.EXPLOSION} green"


def test_ev_5_sherlock_wins_with_the_last_defusing_wire_even_on_the_very_last_cut() -> None:
    for laid in ("D G | O O | P P | R R", "D G | o O | p P | r R"):
        after, events = told(state(f"roles M S S M S; round 4; holder 1; shown D3 G3 O2 P2 R2; {laid}"), "cut 0 0")
        assert [type(event) for event in events] == [Revealed, Ended]
        assert after.outcome is not None
        assert (after.outcome.side, after.outcome.reason) == (Role.SHERLOCK, Reason.DEFUSED)
        assert after.outcome.winners == (1, 2)


@pytest.mark.parametrize("setup", ["evolution", "evolution-variant"])
@every_size
def test_ev_5_cards_put_aside_stay_unseen_until_the_match_ends(setup: str, seats: int) -> None:
    *running, end = played(SETUPS[setup], seats, 5).games
    for seat in (None, *range(seats)):
        assert all(game.view(seat).aside is None for game in running)
        assert end.view(seat).aside == end.aside


@pytest.mark.parametrize("setup", ["evolution", "evolution-variant"])
@every_size
def test_ev_5_nobody_can_tell_what_was_put_aside(setup: str, seats: int) -> None:
    exchanged = 0
    for number in range(6):
        for game in played(SETUPS[setup], seats, number).games[:-1]:
            for seat in (None, *range(seats)):
                world = WORLDS[Evolution](game, seat, random.Random(number))
                exchanged += sorted(world.aside) != sorted(game.aside)
                for round_, hands in enumerate(world.dealt):
                    cards = [*world.aside, *(r.wire for r in game.reveals if r.round <= round_)]
                    cards += [colour for hand in hands for colour, n in hand.colours for _ in range(n)]
                    assert all(cards.count(colour) == 5 for colour in game.colours)
    assert exchanged > 100


@every_size
def test_ev_6_the_fourth_round_never_runs_out_without_the_variant(seats: int) -> None:
    # At most 3 bombs of each colour and all defusing wires but one are shown before the last cut but one.
    assert 3 * seats + (seats - 1) < 4 * seats
    ends = set()
    for number in range(400):
        end = played(SETUPS["evolution"], seats, number).games[-1]
        ends.add((end.outcome.side, end.outcome.reason.split()[0]))
    assert ends == {(Role.SHERLOCK, Reason.DEFUSED), (Role.MORIARTY, Why.EXPLOSION)}


@every_size
@given(data=st.data())
def test_ev_6_whatever_is_cut_the_match_is_decided_before_time_is_up(seats: int, data: st.DataObject) -> None:
    """Cuts are not drawn at random but put off the end as long as can be: the longest matches there are."""
    game, chance = deal(seats, data.draw(seeds)), Fair(b"moves", 0)
    while (seat := game.to_act) is not None:
        afters = [game.play(seat, move, Fair(b"%d" % len(game.reveals), 0))[0] for move in game.moves(seat)]
        game = chance.choice([after for after in afters if not after.outcome] or afters)
    assert game.outcome is not None
    assert game.outcome.reason != Reason.TIME


@pytest.mark.parametrize(("text", "colours"), [("claim 1", ()), ("claim 0 green1 red2", ((GREEN, 1), (RED, 2)))])
def test_ev_7_a_claim_may_name_any_colours_and_has_no_bomb_part(
    text: str, colours: tuple[tuple[Wire, int], ...]
) -> None:
    game = state("D D D D G | G G G O O | O O P P P | P R R R R")
    claim = game.claim(2, text)
    assert claim == Claim(2, 1, int(text[6]), colours)
    assert claim.text == text
    for word in ("bomb", "nobomb", "safe1"):
        with pytest.raises(IllegalClaim):
            game.claim(2, f"{text} {word}")


@pytest.mark.parametrize(("round_", "shown"), [(1, ""), (2, "shown G1 O1 P1 R1; "), (3, "shown G2 O2 P2 R2; ")])
def test_ev_7_no_more_is_claimed_than_was_dealt_this_round(round_: int, shown: str) -> None:
    size = 6 - round_
    wires = "DDDDGGGOOOPPPRRRRGOP"[: 4 * size]
    laid = " | ".join(" ".join(wires[first : first + size]) for first in range(0, 4 * size, size))
    game = state(f"round {round_}; {shown}{laid}")
    for text in (f"claim {size}", f"claim 1 red{size - 1}", f"claim 0 green1 pink{size - 1}", "claim 0 green0 red0"):
        assert game.claim(1, text).text == text
    for text in (f"claim {size + 1}", f"claim 1 red{size}", f"claim 1 green1 pink{size - 1}"):
        with pytest.raises(IllegalClaim):
            game.claim(1, text)


@pytest.mark.parametrize(
    "text",
    [
        "claim",
        "claim 1 blue1",
        "claim 1 red",
        "claim 1 red1 green1",
        "claim 1 red1 red1",
        "claim 1  red1",
        "claim 1 red1 ",
        "claim 1 Red1",
        "claim 1 red6",
        "claim 1 red-1",
        "claim 1 red١",
        "claim 1 defusing1",
        "claim 1 mauve1",
    ],
)
def test_ev_7_what_is_no_claim_about_colours_in_play_is_refused(text: str) -> None:
    with pytest.raises(IllegalClaim):
        state("D D D D G | G G G O O | O O P P P | P R R R R").claim(0, text)


def test_ev_7_lying_is_part_of_the_game_and_changes_nothing() -> None:
    game = state("round 4; shown D3 G2 O2 P3 R2; D g | G O | O P | R R")
    for text in ("claim 2", "claim 0 green2", "claim 0 red1"):
        assert game.claim(0, text).text == text
    with pytest.raises(MatchOver):
        play(state(LAST_ROUND), "cut 1 0", "cut 0 1").claim(0, "claim 0")


@every_size
@given(seed=seeds)
def test_a_state_told_by_text_is_one_a_match_can_come_to(seats: int, seed: bytes) -> None:
    game = deal(seats, seed)
    letters = {wire: letter for letter, wire in LETTERS.items()}
    roles = " ".join(role[0].upper() for role in (*game.roles, *game.spare))
    laid = " | ".join(" ".join(letters[wire] for wire in hand) for hand in game.hands)
    again = state(f"roles {roles}; holder {game.holder}; {laid}")
    assert sorted(again.aside) == sorted(game.aside)
    assert again == Evolution(**{**vars(game), "aside": again.aside})


@every_size
def test_rounds_are_those_of_time_bomb(seats: int) -> None:
    for number in range(10):
        match = played(SETUPS["evolution"], seats, number)
        end = match.games[-1]
        counts = [sum(reveal.round == round_ for reveal in end.reveals) for round_ in range(1, end.round + 1)]
        assert counts[:-1] == [seats] * (end.round - 1)
        assert sum(isinstance(event, Dealt) for events in match.events for event in events) == end.round - 1
