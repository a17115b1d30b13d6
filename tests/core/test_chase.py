"""What the Hunt and the Race share: pistols, masks, sources and shooting; and what holds in any match of either."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from core.catalog import Entry
from core.chase import DEADLY, DECK, SOURCES, Character, Did, Fact, Rank, Source, Suit, aim
from core.chase_rules import Chase, lay_sources
from core.fair import Fair
from core.game import Ended, IllegalClaim
from tests.core.chance import even
from tests.core.chase_states import Dice, all_cards, card, cards, did, play, race, told
from tests.core.playing import EVERY_SETUP, Played, played

SETUPS = [
    pytest.param(entry, seats, id=f"{name}-{seats}")
    for name, entry in EVERY_SETUP.items()
    if issubclass(entry.game, Chase)
    for seats in entry.sizes
]
every_setup = pytest.mark.parametrize(("entry", "seats"), SETUPS)
MATCHES = range(25)


def positions(entry: Entry, seats: int) -> Iterator[tuple[Played, int]]:
    """Every position but the last of some matches, and which it is."""
    for number in MATCHES:
        match = played(entry, seats, number)
        yield from ((match, at) for at in range(len(match.turns)))


def test_the_deck_has_52_cards_and_a_card_from_2_to_10_its_rank_in_points() -> None:
    assert len(set(DECK)) == 52
    assert [one.points for one in DECK if one.suit is Suit.CLUBS] == [0, *range(2, 11), 0, 0, 0]


@pytest.mark.parametrize(
    ("number", "sizes"), [(47, (16, 16, 15)), (50, (17, 17, 16)), (44, (15, 15, 14)), (3, (1,) * 3)]
)
def test_hu_1_ra_1_sources_are_blocks_of_the_shuffled_cards_larger_first(number: int, sizes: tuple[int, ...]) -> None:
    sources = lay_sources(DECK[:number], Fair(b"seed", 0))
    assert tuple(map(len, sources)) == sizes
    assert tuple(one for source in sources for one in source) == Fair(b"seed", 0).shuffle(DECK[:number])


def test_hu_1_every_card_is_on_top_equally_often() -> None:
    tops = [lay_sources(DECK[:10], Fair(b"top %d" % number, 0))[0][0] for number in range(600)]
    assert even(tops, 10)


@pytest.mark.parametrize("source", SOURCES)
def test_ra_3_the_first_card_of_the_source_is_drawn(source: Source) -> None:
    game = race("police SA S2; press HA S3; street DA S4; |")
    after, events = told(game, f"draw {source}")
    fact = Fact(None, 1, Did.ARMED, 0, source=source, card=game.sources[SOURCES.index(source)][0])
    assert events == (fact,)
    assert [len(a) - len(b) for a, b in zip(game.sources, after.sources, strict=True)] == [s is source for s in SOURCES]


def test_ra_3_nobody_draws_from_an_empty_source() -> None:
    assert race("press S2; |").moves(0) == ("draw press", "draw street")
    assert race("dry; press S2; |").moves(0) == ("draw press",)


def test_hu_5_ra_4_an_ace_is_a_pistol_for_who_drew_it_and_pistols_are_kept_when_fired() -> None:
    game = play(race("police SA; press HA; |"), "draw police", "draw press")
    assert [character.pistols for character in game.characters] == [cards("SA"), cards("HA")]
    game = play(game, "shoot 1", dice=(2,))
    assert [character.pistols for character in game.characters] == [cards("SA"), cards("HA")]


def test_hu_6_ra_4_a_mask_is_worn_at_once_else_kept_in_reserve() -> None:
    game = race("police SQ CQ DJ; |")
    game, events = told(game, "draw police")
    assert did(events) == [Did.MASKED]
    game, events = told(play(game, "draw street"), "draw police")
    assert did(events) == [Did.RESERVED]
    game = play(game, "draw street", "draw police")
    assert (game.characters[0].worn, game.characters[0].reserve) == (card("SQ"), cards("CQ DJ"))


def test_hu_6_the_newest_in_reserve_is_put_on_when_the_worn_one_is_lost() -> None:
    game = race("P1 | M3")
    worn, (older, newer) = game.characters[1].worn, game.characters[1].reserve
    game, events = told(game, "shoot 1")
    assert did(events) == [Did.FIRED, Did.UNMASKED, Did.MASKED]
    assert (game.characters[1].worn, game.characters[1].reserve) == (newer, (older,))
    assert game.discards == (worn,)


@pytest.mark.parametrize("apart", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("masked", [True, False])
def test_hu_10_ra_7_one_cell_away_at_most_and_a_masked_target_in_the_same(apart: int, masked: bool) -> None:
    mask = card("SQ") if masked else None
    shooter = Character(card("SK"), 3, pistols=cards("SA"), worn=card("HQ"))
    shot = aim(shooter, Character(card("HK"), 3 + apart, worn=mask), 1)
    assert (shot is not None) == (abs(apart) <= (0 if masked else 1))
    assert aim(replace(shooter, pistols=()), Character(card("HK"), 3 + apart), 1) is None


@pytest.mark.parametrize("pistols", [1, 2, 3])
def test_hu_10_an_unarmed_target_takes_as_many_hits_as_the_shooter_has_pistols(pistols: int) -> None:
    before = race(f"P{pistols} | M1 | at5")
    after, events = told(before, "shoot 1")
    assert after.characters[1].hits == pistols
    assert after.characters[1].worn is None
    assert events[0] == Fact(None, 1, Did.FIRED, 0, other=1, hits=pistols)
    (shot,) = before.shots(0)
    assert (shot.hits, shot.duel, shot.answer, shot.backfires, shot.kills) == (pistols, False, 0, False, pistols == 3)


@pytest.mark.parametrize("rolled", range(1, 7))
def test_hu_10_an_armed_target_makes_it_a_duel_of_one_die(rolled: int) -> None:
    before = race("P1 M1 | P2 M1 | at5")
    after, events = told(before, "shoot 1", dice=(rolled,))
    assert events[0] == Fact(None, 1, Did.ROLLED, 0, other=1, rolled=rolled)
    shooter, target = after.characters[:2]
    if rolled % 2:
        assert events[1] == Fact(None, 1, Did.FIRED, 1, other=0, hits=2)
        assert (shooter.hits, shooter.worn, target.hits) == (2, None, 0)
        assert target.worn == before.characters[1].worn
    else:
        assert events[1] == Fact(None, 1, Did.FIRED, 0, other=1, hits=1)
        assert (target.hits, target.worn, shooter.hits) == (1, None, 0)
        assert shooter.worn == before.characters[0].worn
    (shot,) = before.shots(0)
    assert (shot.hits, shot.duel, shot.answer, shot.backfires, shot.kills) == (1, True, 2, False, False)


def test_hu_10_the_die_of_a_duel_is_fair_and_without_a_duel_none_is_rolled() -> None:
    game = race("P1 | P1 | at5")
    rolls = [game.play(0, "shoot 1", Fair(b"die %d" % number, 7))[1][0] for number in range(600)]
    assert even([roll.rolled for roll in rolls if isinstance(roll, Fact)], 6)
    _, events = told(race("P1 | | at5"), "shoot 1", dice=(1,))
    assert did(events) == [Did.FIRED]


@pytest.mark.parametrize(
    ("hits", "pistols", "dead"), [(0, 2, False), (1, 1, False), (1, 2, True), (2, 1, True), (0, 4, True)]
)
def test_hu_11_three_hits_kill_and_hits_stay(hits: int, pistols: int, dead: bool) -> None:
    game = play(race(f"P{pistols} | hit{hits} | at5"), "shoot 1")
    assert game.characters[1].hits == hits + pistols
    assert game.in_play(1) != dead


@every_setup
def test_cards_are_conserved_and_there_are_at_most_four_pistols(entry: Entry, seats: int) -> None:
    deck = sorted(map(DECK.index, DECK))
    for number in MATCHES:
        for game in played(entry, seats, number).games:
            assert sorted(map(DECK.index, all_cards(game))) == deck
            assert all(one.rank is Rank.ACE for character in game.characters for one in character.pistols)
            assert sum(len(character.pistols) for character in game.characters) <= 4


@every_setup
def test_who_is_out_holds_nothing_and_never_moves_again(entry: Entry, seats: int) -> None:
    fallen = 0
    for match, at in positions(entry, seats):
        game, seat = match.games[at], match.turns[at][0]
        assert game.in_play(seat)
        for one, then in zip(game.characters, match.games[at + 1].characters, strict=True):
            if one.fate:
                fallen += 1
                assert (then.fate, then.hits, then.pistols, then.worn, then.cards) == (one.fate, one.hits, (), None, ())
            elif then.fate is None:
                assert then.hits < DEADLY
    # The first death of two ends the match; with many hardly anybody dies.
    assert fallen or seats == 2 or seats > 5


@every_setup
def test_a_reserve_mask_is_never_kept_under_a_bare_face(entry: Entry, seats: int) -> None:
    characters = [one for match, at in positions(entry, seats) for one in match.games[at].characters]
    assert any(one.reserve for one in characters)
    assert all(one.worn for one in characters if one.reserve)


@every_setup
def test_views_differ_only_in_whose_they_are(entry: Entry, seats: int) -> None:
    for match, at in positions(entry, seats):
        game = match.games[at]
        view = game.view(None)
        assert all(replace(game.view(seat), seat=None) == view for seat in range(seats))
        assert view.left == tuple(map(len, game.sources))
        assert set(view.unseen) == {one for source in game.sources for one in source}


@every_setup
def test_what_a_shot_means_is_what_comes_of_it(entry: Entry, seats: int) -> None:
    shots = 0
    for match, at in positions(entry, seats):
        game, seat = match.games[at], match.turns[at][0]
        for shot in game.view(seat).shots:
            shots += 1
            for rolled in (1, 2):
                after, events = game.play(seat, shot.move, Dice(rolled))
                hits, answer = (_hits(game, after, one) for one in (shot.target, seat))
                backfired = shot.duel and rolled == 1
                assert (hits, answer) == ((0, shot.answer) if backfired else (shot.hits, 0))
                dies = seat if backfired else shot.target
                assert (Did.DIED in did(events)) == (shot.backfires if backfired else shot.kills)
                assert after.in_play(dies) == (Did.DIED not in did(events))
    assert shots


def _hits(before: Any, after: Any, seat: int) -> int:
    hits: int = after.characters[seat].hits - before.characters[seat].hits
    return hits


@every_setup
def test_the_legal_shots_are_those_the_view_explains(entry: Entry, seats: int) -> None:
    for match, at in positions(entry, seats):
        game = match.games[at]
        shooting = [move for move in game.moves(game.to_act) if move.startswith("shoot")]
        assert [shot.move for shot in game.view(None).shots] == shooting
        assert match.games[-1].view(None).shots == ()


@every_setup
def test_history_is_all_that_happened_by_turn(entry: Entry, seats: int) -> None:
    for number in MATCHES:
        match = played(entry, seats, number)
        told = [event for events in match.events for event in events]
        assert isinstance(told[-1], Ended)
        assert match.games[-1].history == tuple(told[:-1])
        turns = [fact.turn for fact in match.games[-1].history]
        assert turns[0] == 1
        assert all(later - earlier in (0, 1) for earlier, later in pairwise(turns))


@every_setup
def test_a_turn_goes_on_only_for_who_moved_before(entry: Entry, seats: int) -> None:
    for match, at in positions(entry, seats):
        game, after = match.games[at], match.games[at + 1]
        assert after.goes_on == (after.outcome is None and after.turn == game.turn)
        assert not after.goes_on or after.to_act == game.to_act


@every_setup
def test_tb_14_the_clock_may_draw_any_move_that_ends_the_turn(entry: Entry, seats: int) -> None:
    for match, at in positions(entry, seats):
        game = match.games[at]
        for seat in range(seats):
            legal = game.moves(seat)
            assert game.clock_moves(seat) == tuple(move for move in legal if not move.startswith("lane"))
        assert game.clock_moves(game.to_act)


@every_setup
def test_there_is_nothing_to_claim(entry: Entry, seats: int) -> None:
    game = played(entry, seats, 0).games[0]
    for text in ("claim 0", "claim 1 bomb", "draw police", ""):
        with pytest.raises(IllegalClaim):
            game.claim(0, text)
        with pytest.raises(IllegalClaim):
            entry.game.recall(0, 1, text)
