"""Time Bomb, ruling by ruling (TB-1 to TB-14)."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.catalog import CATALOG
from core.fair import Fair
from core.game import Ended, IllegalClaim, IllegalMove, MatchOver, Options
from core.timebomb import (
    HAND_SIZES,
    Claim,
    Dealt,
    Hand,
    Reason,
    Revealed,
    Role,
    TimeBomb,
    Wire,
    role_deck,
    wire_deck,
)
from tests.core.chance import even, near
from tests.core.playing import played
from tests.core.timebomb_states import ANY, hold, play, state

SIZES = (4, 5, 6, 7, 8)
LAST_ROUND = "round 4; holder 0; S D | S S | B D | D S"

every_size = pytest.mark.parametrize("seats", SIZES)
seeds = st.binary(min_size=1, max_size=8)


def deal(seats: int, seed: bytes = b"deal") -> TimeBomb:
    return TimeBomb.deal(seats, Options(), Fair(seed, 0))


@pytest.mark.parametrize(
    ("seats", "sherlocks", "moriartys", "spare", "safe", "defusing", "bombs"),
    [
        (4, 3, 2, 1, 15, 4, 1),
        (5, 3, 2, 0, 19, 5, 1),
        (6, 4, 2, 0, 23, 6, 1),
        (7, 5, 3, 1, 27, 7, 1),
        (8, 5, 3, 0, 31, 8, 1),
    ],
)
def test_tb_1_the_cards_for_each_number_of_players(
    seats: int, sherlocks: int, moriartys: int, spare: int, safe: int, defusing: int, bombs: int
) -> None:
    game = deal(seats)
    cards = (*game.roles, *game.spare)
    wires = [wire for hand in game.hands for wire in hand]
    assert (cards.count(Role.SHERLOCK), cards.count(Role.MORIARTY), len(game.spare)) == (sherlocks, moriartys, spare)
    assert Hand.of(wires) == Hand(safe, defusing, bombs)


@pytest.mark.parametrize(("seats", "moriartys", "share"), [(4, 2, Fraction(3, 5)), (7, 3, Fraction(5, 8))])
def test_tb_1_how_often_all_moriartys_are_dealt(seats: int, moriartys: int, share: Fraction) -> None:
    orders = [order[:seats].count(Role.MORIARTY) for order in permutations(role_deck(seats))]
    assert Fraction(orders.count(moriartys), len(orders)) == share
    hits = sum(deal(seats, b"%d" % seed).roles.count(Role.MORIARTY) == moriartys for seed in range(3000))
    assert near(hits, 3000, float(share))


@every_size
def test_tb_1_every_seat_is_moriarty_equally_often(seats: int) -> None:
    games = [deal(seats, b"%d" % seed) for seed in range(600)]
    assert even((seat for game in games for seat in range(seats) if game.roles[seat] is Role.MORIARTY), seats)


@pytest.mark.parametrize("seats", [4, 7])
def test_tb_1_nobody_sees_the_spare_role_before_the_end(seats: int) -> None:
    *running, end = played(CATALOG["timebomb"], seats, 0).games
    assert all(game.view(seat).spare is None for game in running for seat in (None, *range(seats)))
    assert end.view(None).spare == end.spare


@every_size
def test_tb_2_nobody_is_told_who_shares_his_role(seats: int) -> None:
    for game in played(CATALOG["timebomb"], seats, 1).games[:-1]:
        for seat in range(seats):
            assert game.view(seat).role is game.roles[seat]
            assert game.view(seat).roles is None
        assert game.view(None).role is None


@every_size
def test_tb_3_draws_are_roles_then_first_holder_then_wires_in_slices(seats: int) -> None:
    game, chance = deal(seats, b"order"), Fair(b"order", 0)
    roles = chance.shuffle(role_deck(seats))
    assert (*game.roles, *game.spare) == roles
    assert game.holder == chance.below(seats)
    pile = chance.shuffle(wire_deck(seats))
    assert game.hands == tuple(pile[5 * seat : 5 * seat + 5] for seat in range(seats))


def test_tb_3_later_rounds_are_dealt_from_what_is_left_by_seat_and_place() -> None:
    before = state("round 3; holder 0; s S D | S B s | d S S | S S S")
    after, _ = before.play(0, "cut 3 1", Fair(b"seed", 12))
    left = [Wire.SAFE, Wire.DEFUSING, Wire.SAFE, Wire.BOMB, Wire.SAFE, Wire.SAFE, Wire.SAFE, Wire.SAFE]
    pile = Fair(b"seed", 12).shuffle(left)
    assert after.hands == (pile[0:2], pile[2:4], pile[4:6], pile[6:8])


@every_size
def test_tb_3_hands_are_five_then_four_then_three_then_two(seats: int) -> None:
    assert HAND_SIZES == (5, 4, 3, 2)
    for game in played(CATALOG["timebomb"], seats, 2).games:
        assert {len(hand) for hand in game.hands} == {HAND_SIZES[game.round - 1]}


@every_size
def test_tb_3_every_place_gets_the_bomb_equally_often(seats: int) -> None:
    games = (deal(seats, b"%d" % seed) for seed in range(2000))
    places = [divmod([wire for hand in game.hands for wire in hand].index(Wire.BOMB), 5) for game in games]
    assert even(places, seats * 5)


def test_tb_4_a_player_sees_what_his_hand_contains_and_never_where_it_lies() -> None:
    one = state("round 3; B S S | D S S | D D S | S S S")
    other = state("round 3; S S B | D S S | D D S | S S S")
    assert one.view(0).hands[-1] == Hand(safe=2, defusing=0, bomb=1)
    assert one.view(0) == other.view(0)
    assert one.view(0).rows[0] == (None, None, None)


def test_tb_4_his_hand_stays_as_dealt_and_what_was_cut_is_public() -> None:
    view = play(state("round 3; holder 1; D S S | D S S | D B S | S S S"), "cut 0 0").view(0)
    assert view.hands[-1] == Hand(safe=2, defusing=1, bomb=0)
    assert view.rows[0] == (Wire.DEFUSING, None, None)
    assert view.left(0) == 2


@every_size
def test_tb_4_a_player_remembers_his_hand_of_every_round(seats: int) -> None:
    for game in played(CATALOG["timebomb"], seats, 3).games:
        for seat in range(seats):
            assert game.view(seat).hands == tuple(dealt[seat] for dealt in game.dealt)
        assert len(game.dealt) == game.round
        assert game.dealt[-1] == tuple(map(Hand.of, game.hands))
        assert game.view(None).hands == ()


@every_size
def test_tb_5_the_first_holder_is_random(seats: int) -> None:
    assert even((deal(seats, b"%d" % seed).holder for seed in range(100 * seats)), seats)


def test_tb_6_own_wires_may_not_be_cut() -> None:
    game = state(LAST_ROUND)
    assert game.moves(0) == ("cut 1 0", "cut 1 1", "cut 2 0", "cut 2 1", "cut 3 0", "cut 3 1")
    with pytest.raises(IllegalMove):
        game.play(0, "cut 0 0", ANY)


def test_tb_6_the_chooser_picks_the_place() -> None:
    game = state(LAST_ROUND)
    assert play(game, "cut 2 1").reveals[-1].wire is Wire.DEFUSING
    assert play(game, "cut 2 0").reveals[-1].wire is Wire.BOMB


def test_tb_6_places_keep_their_numbers_and_cut_ones_stay_open_in_the_row() -> None:
    game = play(state("round 3; holder 0; D S S | S D S | B S S | D S S"), "cut 1 0")
    assert game.view(2).rows[1] == (Wire.SAFE, None, None)
    assert [move for move in hold(game, 2).moves(2) if move.startswith("cut 1")] == ["cut 1 1", "cut 1 2"]


def test_tb_6_a_wire_is_cut_once() -> None:
    game = hold(play(state(LAST_ROUND), "cut 1 0"), 3)
    with pytest.raises(IllegalMove):
        game.play(3, "cut 1 0", ANY)


def test_tb_6_a_player_with_no_wire_left_cannot_be_chosen() -> None:
    game = state("round 4; holder 0; S D | s s | B D | D S")
    assert game.moves(0) == ("cut 2 0", "cut 2 1", "cut 3 0", "cut 3 1")


def test_tb_7_the_wire_is_revealed_to_everybody() -> None:
    _, events = state(LAST_ROUND).play(0, "cut 3 0", ANY)
    assert [(type(event), event.audience) for event in events] == [(Revealed, None)]
    assert play(state(LAST_ROUND), "cut 3 0").view(None).rows[3] == (Wire.DEFUSING, None)


def test_tb_7_a_safe_wire_does_nothing_and_a_defusing_one_is_one_more_found() -> None:
    game = state(LAST_ROUND)
    assert game.found == 1
    assert (play(game, "cut 1 0").found, play(game, "cut 1 0").outcome) == (1, None)
    assert (play(game, "cut 3 0").found, play(game, "cut 3 0").outcome) == (2, None)


def test_tb_8_the_owner_gets_the_cutters() -> None:
    assert play(state(LAST_ROUND), "cut 3 1").to_act == 3


def test_tb_8_the_owner_gets_the_cutters_even_without_wires() -> None:
    game = play(state("round 4; holder 0; S D | s S | B D | D S"), "cut 1 1")
    assert game.view(1).left(1) == 0
    assert game.to_act == 1
    assert game.moves(1)


@every_size
def test_tb_9_a_round_has_as_many_cuts_as_players(seats: int) -> None:
    for number in range(10):
        end = played(CATALOG["timebomb"], seats, number).games[-1]
        counts = [sum(reveal.round == round_ for reveal in end.reveals) for round_ in range(1, end.round + 1)]
        assert counts[:-1] == [seats] * (end.round - 1)
        assert counts[-1] <= seats


def test_tb_9_what_is_left_is_dealt_anew_one_fewer_each() -> None:
    before = state("round 2; holder 0; s S D D | S B s S | d S S S | S S S S")
    after, events = before.play(0, "cut 3 1", ANY)
    assert after.round == 2 + 1
    assert events[-1] == Dealt(None, 3)
    assert Hand.of([wire for hand in after.hands for wire in hand]) == Hand(safe=9, defusing=2, bomb=1)
    assert {len(hand) for hand in after.hands} == {3}
    assert after.cut == ((), (), (), ())
    assert after.cuts_left == 4


def test_tb_9_the_last_to_receive_the_cutters_starts() -> None:
    assert play(state("round 2; holder 0; s S D D | S B s S | d S S S | S S S S"), "cut 3 1").to_act == 3


def test_tb_9_the_next_deal_is_shuffled() -> None:
    before = state("round 2; holder 0; s S D D | S B s S | d S S S | S S S S")
    deals = [before.play(0, "cut 3 1", Fair(b"deal %d" % seed, 8))[0].hands for seed in range(1200)]
    places = [divmod([wire for hand in hands for wire in hand].index(Wire.BOMB), 3) for hands in deals]
    assert even(places, 12)


def test_tb_10_sherlock_wins_with_the_last_defusing_wire() -> None:
    game = play(state("round 4; roles S M S M S; holder 0; S S | S S | B S | D S"), "cut 3 0")
    assert game.outcome is not None
    assert (game.outcome.side, game.outcome.reason, game.outcome.winners) == (Role.SHERLOCK, Reason.DEFUSED, (0, 2))


def test_tb_10_sherlock_wins_even_on_the_very_last_cut() -> None:
    game = play(state("round 4; holder 0; S s | s s | B S | D S"), "cut 3 0")
    assert game.cuts_left == 0
    assert game.outcome is not None
    assert (game.outcome.side, game.outcome.reason) == (Role.SHERLOCK, Reason.DEFUSED)


def test_tb_10_moriarty_wins_with_the_bomb() -> None:
    game = play(state("round 4; roles S M S M S; holder 0; S D | S S | B D | D S"), "cut 2 0")
    assert game.outcome is not None
    assert (game.outcome.side, game.outcome.reason, game.outcome.winners) == (Role.MORIARTY, Reason.BOMB, (1, 3))


def test_tb_10_the_bomb_on_the_very_last_cut_is_still_the_bomb() -> None:
    game = play(state("round 4; holder 0; S s | s s | B S | D S"), "cut 2 0")
    assert game.outcome is not None
    assert game.outcome.reason == Reason.BOMB


def test_tb_10_moriarty_wins_when_the_fourth_round_is_over() -> None:
    game = play(state("round 4; holder 0; S s | s s | B S | D S"), "cut 3 1")
    assert game.outcome is not None
    assert (game.outcome.side, game.outcome.reason) == (Role.MORIARTY, Reason.TIME)
    assert game.round == 4


def test_tb_10_time_is_not_up_when_an_earlier_round_is_over() -> None:
    assert play(state("round 3; holder 0; s S D | S B s | d S S | S S S"), "cut 3 1").outcome is None


def test_tb_10_the_match_ends_at_once_with_no_deal() -> None:
    before = state("round 3; holder 0; s S D | S B s | d S S | S S S")
    after, events = before.play(0, "cut 1 1", ANY)
    assert [type(event) for event in events] == [Revealed, Ended]
    assert (after.round, after.hands, after.to_act) == (3, before.hands, None)


@pytest.mark.parametrize("seats", [4, 7])
def test_tb_10_a_spare_role_wins_nothing(seats: int) -> None:
    for number in range(10):
        end = played(CATALOG["timebomb"], seats, number).games[-1]
        assert {end.roles[seat] for seat in end.outcome.winners} == {Role(end.outcome.side)}
        assert len(end.outcome.winners) == end.roles.count(Role(end.outcome.side))


@every_size
@given(number=st.integers(0, 500))
def test_tb_11_there_is_always_a_legal_cut(seats: int, number: int) -> None:
    for game in played(CATALOG["timebomb"], seats, number).games[:-1]:
        size = HAND_SIZES[game.round - 1]
        assert len(game.moves(game.holder)) >= (seats - 1) * (size - 1)


def test_tb_12_a_claim_may_speak_of_the_bomb_or_not() -> None:
    game = state(LAST_ROUND)
    assert game.claim(1, "claim 1") == Claim(1, 4, 1, bomb=None)
    assert game.claim(1, "claim 1 bomb") == Claim(1, 4, 1, bomb=True)
    assert game.claim(1, "claim 2 nobomb") == Claim(1, 4, 2, bomb=False)


@pytest.mark.parametrize(("round_", "laid"), [(1, "S S S S D"), (2, "S S S D"), (3, "S S D"), (4, "S D")])
def test_tb_12_no_more_is_claimed_than_was_dealt_this_round(round_: int, laid: str) -> None:
    game = state(f"round {round_}; {laid} | {laid} | {laid} | {laid[:-3]}B D")
    dealt = HAND_SIZES[round_ - 1]
    for text in (f"claim {dealt}", f"claim {dealt} nobomb", f"claim {dealt - 1} bomb", "claim 0", "claim 0 bomb"):
        assert game.claim(2, text).text == text
    for text in (f"claim {dealt + 1}", f"claim {dealt + 1} nobomb", f"claim {dealt} bomb"):
        with pytest.raises(IllegalClaim):
            game.claim(2, text)


def test_tb_12_lying_is_part_of_the_game() -> None:
    game = state("round 4; holder 0; s D | S S | B D | D S")
    # What contradicts his own hand, others' and what everybody has seen.
    for seat, text in ((1, "claim 2"), (2, "claim 0 nobomb"), (0, "claim 2 nobomb"), (1, "claim 1 bomb")):
        assert game.claim(seat, text).text == text


def test_tb_12_anybody_may_claim_as_often_as_he_likes_and_it_uses_up_no_turn() -> None:
    game = state(LAST_ROUND)
    for seat in range(4):
        assert [game.claim(seat, text).defusing for text in ("claim 0", "claim 1", "claim 0")] == [0, 1, 0]
    assert game == state(LAST_ROUND)
    assert game.to_act == 0


@pytest.mark.parametrize(
    "text",
    ["claim", "claim 6", "claim -1", "claim 00", "claim 1 yes", "claim 1 bomb bomb", "claim ١", "Claim 1", "claim 1 "],
)
def test_tb_12_what_is_no_claim_is_refused(text: str) -> None:
    with pytest.raises(IllegalClaim):
        deal(4).claim(0, text)


def test_tb_12_nothing_is_claimed_after_the_end() -> None:
    with pytest.raises(MatchOver):
        play(state(LAST_ROUND), "cut 2 0").claim(1, "claim 1")


def test_tb_12_claims_may_be_switched_off() -> None:
    game = state(f"noclaims; {LAST_ROUND}")
    assert not game.view(0).claims_on
    with pytest.raises(IllegalClaim):
        game.claim(0, "claim 1")


def test_tb_12_an_older_claim_keeps_its_round() -> None:
    assert TimeBomb.recall(3, 1, "claim 5 nobomb") == Claim(3, 1, 5, bomb=False)


@every_size
def test_tb_13_revealed_wires_stay_visible_by_round_and_owner(seats: int) -> None:
    match = played(CATALOG["timebomb"], seats, 5)
    for number, game in enumerate(match.games):
        for seat in (None, *range(seats)):
            assert len(game.view(seat).reveals) == number
    for (cutter, move), reveal, before in zip(match.turns, match.games[-1].reveals, match.games, strict=False):
        assert f"cut {reveal.owner} {reveal.place}" == move
        assert (reveal.round, reveal.cutter) == (before.round, cutter)
        assert reveal.wire is before.hands[reveal.owner][reveal.place]


@every_size
def test_tb_13_everything_is_shown_at_the_end_and_to_nobody_before(seats: int) -> None:
    *running, end = played(CATALOG["timebomb"], seats, 6).games
    for seat in (None, *range(seats)):
        view = end.view(seat)
        assert (view.roles, view.spare, view.laid, view.dealt) == (end.roles, end.spare, end.hands, end.dealt)
        for game in running:
            view = game.view(seat)
            assert (view.roles, view.spare, view.laid, view.dealt) == (None, None, None, None)


def test_tb_14_the_move_of_a_clock_is_any_legal_one_equally_likely() -> None:
    moves = deal(5).moves(deal(5).holder)
    assert len(moves) == 20
    assert even((Fair(b"seed", at, "clock").choice(moves) for at in range(4000)), 20)


@given(seed=seeds, mix=st.integers())
def test_a_state_told_by_text_is_one_a_match_can_come_to(seed: bytes, mix: int) -> None:
    game = deal(random.Random(mix).choice(SIZES), seed)
    letters = {wire: name for name, wire in (("S", Wire.SAFE), ("D", Wire.DEFUSING), ("B", Wire.BOMB))}
    roles = " ".join(role[0].upper() for role in (*game.roles, *game.spare))
    laid = " | ".join(" ".join(letters[wire] for wire in hand) for hand in game.hands)
    assert state(f"roles {roles}; holder {game.holder}; {laid}") == game
