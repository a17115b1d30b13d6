"""Computer players of Time Bomb: what they may know, what they do with it, and how often they win."""

from __future__ import annotations

import inspect
import itertools
import random
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.brains import Silent, share
from core.brains.timebomb import Careless, Sensible, weigh
from core.catalog import CATALOG
from core.fair import Fair
from core.game import Brain, Seat
from core.timebomb import HAND_SIZES, Claim, Role, TimeBomb, Wire
from tests.core import worlds
from tests.core.playing import played
from tests.core.timebomb_states import hold, play, state

BRAINS: tuple[Brain, ...] = (Careless(), Sensible())
SIZES = (4, 5, 6, 7, 8)
every_size = pytest.mark.parametrize("seats", SIZES)


@st.composite
def claims_up_to(draw: st.DrawFn, round_: int, seats: int) -> list[Claim]:
    """Any legal claims of these rounds, oldest first: contradictory, repeated, missing, absurd."""
    claims = []
    for now in range(1, round_ + 1):
        size = HAND_SIZES[now - 1]
        for seat in draw(st.lists(st.integers(0, seats - 1), max_size=seats + 4)):
            bomb = draw(st.sampled_from([None, False, True]))
            claims.append(Claim(seat, now, draw(st.integers(0, size - (bomb is True))), bomb))
    return claims


@st.composite
def situations(draw: st.DrawFn, seats: int) -> tuple[TimeBomb, list[Claim]]:
    """A position of a running match and what has been said."""
    games = played(CATALOG["timebomb"], seats, draw(st.integers(0, 99))).games[:-1]
    game: TimeBomb = games[draw(st.integers(0, len(games) - 1))]
    return game, draw(claims_up_to(game.round, seats))


def say(*texts: str, round_: int = 1) -> list[Claim]:
    """The claims of seats 0, 1, 2 … of a round; an empty text is silence."""
    return [Claim.read(seat, round_, text) for seat, text in enumerate(texts) if text]


def owners(game: TimeBomb, claims: Sequence[Claim], tosses: int = 20) -> set[Seat]:
    """At whose wires the holder of the cutters may cut, if sensible."""
    view, moves = game.view(game.holder), game.moves(game.holder)
    cuts = (Sensible().move(view, claims, moves, Fair(b"toss", toss)) for toss in range(tosses))
    return {int(cut.split()[1]) for cut in cuts}


@every_size
@given(data=st.data())
def test_any_view_of_any_legal_situation_gives_a_legal_move_and_claim(seats: int, data: st.DataObject) -> None:
    game, claims = data.draw(situations(seats))
    for brain in BRAINS:
        # The cutters may be with anybody who can cut.
        for seat in range(seats):
            held = hold(game, seat)
            if moves := held.moves(seat):
                assert brain.move(held.view(seat), claims, moves, Fair(b"toss", 0)) in moves
            text = brain.claim(game.view(seat), claims, Fair(b"toss", 0))
            assert text is not None
            assert game.claim(seat, text).text == text


@every_size
@given(data=st.data())
def test_chances_are_chances(seats: int, data: st.DataObject) -> None:
    game, claims = data.draw(situations(seats))
    for seat in range(seats):
        view = game.view(seat)
        suspicion = weigh(view, claims)
        assert all(-1e-9 <= n <= 1 + 1e-9 for chances in (suspicion.moriarty, *suspicion.wires) for n in chances)
        expected = sum(suspicion.defusing[other] * view.left(other) for other in range(seats))
        mine = view.hands[-1].defusing - view.rows[seat].count(Wire.DEFUSING)
        assert expected == pytest.approx(view.needed - view.found - mine)
        bombs = sum(suspicion.of(Wire.BOMB)[other] * view.left(other) for other in range(seats))
        assert bombs == pytest.approx(1 - view.hands[-1].bomb)


@every_size
@given(data=st.data(), mix=st.integers(0, 99))
def test_the_same_view_and_claims_give_the_same_move_and_claim(seats: int, data: st.DataObject, mix: int) -> None:
    game, claims = data.draw(situations(seats))
    for brain, seat in itertools.product(BRAINS, range(seats)):
        other = worlds.timebomb(game, seat, random.Random(mix))
        assert brain.claim(other.view(seat), claims, Fair(b"t", 1)) == brain.claim(
            game.view(seat), claims, Fair(b"t", 1)
        )
        if moves := game.moves(seat):
            there = brain.move(other.view(seat), claims, other.moves(seat), Fair(b"t", 1))
            assert there == brain.move(game.view(seat), claims, moves, Fair(b"t", 1))


@pytest.mark.parametrize("brain", [Careless, Sensible])
def test_a_computer_player_is_given_views_and_keeps_nothing(brain: type[Careless] | type[Sensible]) -> None:
    assert list(inspect.signature(brain.move).parameters) == ["self", "view", "claims", "moves", "chance"]
    assert list(inspect.signature(brain.claim).parameters) == ["self", "view", "claims", "chance"]
    player, match = brain(), played(CATALOG["timebomb"], 6, 0)
    for game in match.games[:-1]:
        player.move(game.view(game.holder), (), game.moves(game.holder), Fair(b"toss", 0))
    assert vars(player) == {}


@every_size
@given(data=st.data())
def test_a_sensible_sherlock_claims_honestly(seats: int, data: st.DataObject) -> None:
    game, claims = data.draw(situations(seats))
    for seat in range(seats):
        if game.roles[seat] is Role.SHERLOCK:
            claim = game.claim(seat, Sensible().claim(game.view(seat), claims, Fair(b"toss", seat)) or "")
            assert (claim.defusing, claim.bomb) == (game.dealt[-1][seat].defusing, bool(game.dealt[-1][seat].bomb))


@every_size
@given(data=st.data())
def test_a_careless_player_blurts_out_the_truth_whatever_his_role(seats: int, data: st.DataObject) -> None:
    game, claims = data.draw(situations(seats))
    for seat in range(seats):
        claim = game.claim(seat, Careless().claim(game.view(seat), claims, Fair(b"toss", seat)) or "")
        assert (claim.defusing, claim.bomb) == (game.dealt[-1][seat].defusing, bool(game.dealt[-1][seat].bomb))


def test_a_careless_player_cuts_any_wire() -> None:
    game = played(CATALOG["timebomb"], 5, 0).games[0]
    moves = game.moves(game.holder)
    assert {Careless().move(game.view(game.holder), (), moves, Fair(b"toss", toss)) for toss in range(300)} == set(
        moves
    )


@every_size
@given(data=st.data())
def test_a_sensible_moriarty_denies_the_bomb_and_never_says_more_than_can_be(seats: int, data: st.DataObject) -> None:
    game, claims = data.draw(situations(seats))
    hidden = seats - sum(reveal.wire is Wire.DEFUSING for reveal in game.reveals if reveal.round < game.round)
    for seat in range(seats):
        if game.roles[seat] is Role.MORIARTY:
            claim = game.claim(seat, Sensible().claim(game.view(seat), claims, Fair(b"toss", seat)) or "")
            said = {c.seat: c.defusing for c in claims if c.round == game.round and c.seat != seat}
            assert claim.bomb is False
            assert claim.defusing <= max(hidden - sum(said.values()), 0)


def lies(hand: str) -> set[int]:
    """What a sensible Moriarty, first to speak, may say he holds."""
    game = state(f"roles M S S M S; {hand}")
    claims = (Sensible().claim(game.view(0), (), Fair(b"toss", toss)) for toss in range(60))
    return {game.claim(0, claim or "").defusing for claim in claims}


def test_a_sensible_moriarty_lies_plausibly() -> None:
    assert lies("B S S S S | D D D D S | S S S S S | S S S S S") == {1, 2}
    assert lies("D D S S S | B S S S S | D D S S S | S S S S S") == {0, 1}
    assert lies("S S S S S | B S S S S | D D S S S | D D S S S") == {0, 1, 2}


def test_a_sherlock_cuts_where_defusing_wires_are_said_to_lie() -> None:
    game = state("roles S S S M M; holder 0; S S S S S | D D D S S | D B S S S | S S S S S")
    assert owners(game, say("claim 0", "claim 3 nobomb", "claim 1 nobomb", "claim 0 nobomb")) == {1}


def test_a_sherlock_keeps_away_from_the_bomb() -> None:
    game = state("roles S S S M M; holder 0; S S S S S | D D B S S | D D S S S | S S S S S")
    assert owners(game, say("claim 0 nobomb", "claim 2 bomb", "claim 2 nobomb", "claim 0 nobomb")) == {2}


def after_a_lie(roles: str, hands: str) -> tuple[TimeBomb, list[Claim]]:
    """A second round after a first in which seat 3 said that it held four defusing wires, and two safe ones were cut
    there. Now seats 1 to 3 say one each.
    """
    first = state(f"roles {roles}; holder 0; S S S S S | D D S S S | D D B S S | S S S S S")
    game = play(first, "cut 3 0", "cut 1 4", "cut 3 1", "cut 2 4")
    second = state(f"round 2; {hands}")
    game = replace(game, holder=0, hands=second.hands, dealt=(game.dealt[0], second.dealt[1]))
    claims = say("claim 0 nobomb", "claim 2 nobomb", "claim 2", "claim 4 nobomb")
    return game, claims + say("", "claim 1", "claim 1", "claim 1", round_=2)


def test_who_is_shown_to_have_lied_is_suspect() -> None:
    game, claims = after_a_lie("S S S M M", "D S S S | D S S S | D B S S | D S S S")
    suspicion = weigh(game.view(0), claims)
    assert suspicion.moriarty[3] > 0.9
    assert suspicion.moriarty[0] == 0
    assert suspicion.moriarty[3] > weigh(game.view(0), ()).moriarty[3] + 0.2


def test_without_any_sign_roles_are_as_likely_as_the_cards_make_them() -> None:
    game = state("roles S S S M M; holder 0; S S S S S | D D S S S | D D B S S | S S S S S")
    # Of the four cards others and nobody hold, two are Moriarty; a Moriarty knows of one among four.
    assert weigh(game.view(0), ()).moriarty == pytest.approx((0, 1 / 2, 1 / 2, 1 / 2))
    assert weigh(game.view(3), ()).moriarty == pytest.approx((1 / 4, 1 / 4, 1 / 4, 0))


def test_whom_one_cuts_tells_too() -> None:
    game = state("roles S S S M M; holder 1; S S S S S | D D S S S | D D B S S | S S S S S")
    claims = say("claim 0 nobomb", "claim 2 nobomb", "claim 2 nobomb", "claim 0 nobomb")
    keen, shy = (play(game, cut).view(0) for cut in ("cut 2 3", "cut 3 3"))
    assert weigh(shy, claims).moriarty[1] > weigh(keen, claims).moriarty[1] + 0.1


def test_a_sherlock_gives_the_cutters_to_whom_he_does_not_suspect() -> None:
    game, claims = after_a_lie("S S S M M", "D S S S | D S S S | D B S S | D S S S")
    suspicion = weigh(game.view(0), claims)
    assert suspicion.defusing[3] == pytest.approx(suspicion.defusing[1], abs=0.01)
    assert owners(game, claims) <= {1, 2}
    # The last cut of a round says who starts the next.
    assert owners(replace(game, cut=((0,), (0,), (), (0,))), claims) <= {1, 2}


def test_a_moriarty_goes_for_the_bomb_when_he_can_tell_where_it_is() -> None:
    game = state("roles M S S M S; holder 0; S S S S S | D D S S S | D D B S S | S S S S S")
    assert owners(game, say("claim 1", "claim 2 nobomb", "claim 2 bomb", "claim 0 nobomb")) == {2}


def test_a_moriarty_spares_defusing_wires() -> None:
    game = state("roles M S S M S; holder 0; B S S S S | D D D S S | D S S S S | S S S S S")
    assert owners(game, say("claim 1", "claim 3 nobomb", "claim 1 nobomb", "claim 0 nobomb")) == {3}


def test_a_moriarty_passes_the_cutters_to_whom_he_takes_for_his_partner() -> None:
    game, claims = after_a_lie("M S S M S", "D B S S | D S S S | D S S S | D S S S")
    assert owners(game, claims) == {3}


@every_size
def test_sensible_sherlocks_win_at_least_30_percent_against_careless_moriartys(seats: int) -> None:
    assert share(CATALOG["timebomb"], seats, 150, Sensible(), Careless()) >= 0.3


@every_size
def test_careless_sherlocks_win_at_most_8_or_4_percent_against_sensible_moriartys(seats: int) -> None:
    assert share(CATALOG["timebomb"], seats, 150, Careless(), Sensible()) <= (0.08 if seats == 4 else 0.04)


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_silence_does_not_save_careless_moriartys(seats: int) -> None:
    assert share(CATALOG["timebomb"], seats, 150, Sensible(), Silent(Careless())) >= 0.3


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_among_sensible_players_both_sides_have_a_chance(seats: int) -> None:
    assert 0.2 <= share(CATALOG["timebomb"], seats, 120, Sensible(), Sensible()) <= 0.65


def test_a_move_takes_at_most_10_milliseconds_with_8_players() -> None:
    matches = (played(CATALOG["timebomb"], 8, number) for number in range(100))
    game: TimeBomb = max((match.games[-2] for match in matches), key=lambda game: len(game.reveals))
    claims = [Claim(seat, round_, 1) for round_ in range(1, game.round + 1) for seat in range(8)]
    view, moves = game.view(game.holder), game.moves(game.holder)
    times = []
    for _ in range(5):
        start = time.thread_time()
        Sensible().move(view, claims, moves, Fair(b"toss", 0))
        times.append(time.thread_time() - start)
    assert game.round == 4
    # The least of a few: what else the machine does is no fault of the player's.
    assert min(times) <= 0.010
