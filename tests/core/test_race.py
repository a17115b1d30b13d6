"""The Race, ruling by ruling (RA-1 to RA-11)."""

from __future__ import annotations

import pytest

from core.catalog import CATALOG
from core.chase import DECK, Did, Fate, Rank
from core.chase_rules import lay_sources
from core.fair import Fair
from core.game import IllegalMove
from core.hunt import HuntOptions
from core.race import FIGURES, RACER, Race, RaceOptions, Reason
from tests.core.chance import even
from tests.core.chase_states import all_cards, card, cards, did, moves, play, race, told
from tests.core.playing import played

SIZES = tuple(range(2, 9))
every_size = pytest.mark.parametrize("seats", SIZES)


def deal(seats: int, seed: bytes = b"deal") -> Race:
    return Race.deal(seats, RaceOptions(), Fair(seed, 0))


def cells(game: Race) -> list[int]:
    return [character.cell for character in game.characters]


def masks(game: Race) -> list[int]:
    return [(one.worn is not None) + len(one.reserve) for one in game.characters]


def ended(game: Race) -> tuple[tuple[int, ...], str, str]:
    assert game.outcome
    return game.outcome.winners, game.outcome.side, game.outcome.reason


@every_size
def test_ra_1_ra_2_figures_and_sources_in_the_order_of_draws(seats: int) -> None:
    game, chance = deal(seats, b"order"), Fair(b"order", 0)
    assert game.order == chance.shuffle(range(seats))
    figures = chance.shuffle(FIGURES)[:seats]
    assert tuple(character.figure for character in game.characters) == figures
    rest = [one for one in DECK if one not in figures]
    assert game.sources == lay_sources(rest, chance)
    assert [len(source) for source in game.sources] == [(54 - seats - n) // 3 for n in range(3)]


def test_ra_1_the_figures_are_the_kings_and_jacks_dealt_at_random() -> None:
    assert set(FIGURES) == {one for one in DECK if one.rank in (Rank.KING, Rank.JACK)}
    figures = [deal(3, b"%d" % number).characters[1].figure for number in range(400)]
    assert even(figures, 8)


@every_size
def test_ra_2_all_start_at_0_and_the_order_of_turns_is_random(seats: int) -> None:
    assert cells(deal(seats)) == [0] * seats
    assert even([deal(seats, b"%d" % number).order.index(0) for number in range(40 * seats)], seats)


def test_the_race_has_options_of_its_own_and_waits_for_people() -> None:
    with pytest.raises(TypeError):
        Race.deal(5, HuntOptions(), Fair(b"seed", 0))
    assert (CATALOG["race"].sizes, CATALOG["race"].fills) == (SIZES, False)


def test_ra_3_turns_go_round_in_the_drawn_order_past_the_dead() -> None:
    game = race("order 2 0 3 1; | | |")
    assert [play(game, *["draw street"] * turns).on_turn for turns in range(5)] == [2, 0, 3, 1, 2]
    assert play(race("order 2 0 3 1; | | | dead"), "draw street", "draw street").on_turn == 1


def test_ra_3_a_turn_is_one_draw_or_one_shot() -> None:
    game = race("police S2; P1 | | dead | at1 | at2 | at1 M1")
    assert moves(game) == {"draw police", "draw street", "shoot 1", "shoot 3"}
    assert play(game, "shoot 1").on_turn == 1
    for text in ("shoot 0", "shoot 2", "shoot 4", "shoot 5", "draw press", "pass", "lane hearts"):
        with pytest.raises(IllegalMove):
            play(game, text)


@pytest.mark.parametrize("mask", ["CK", "SQ", "HJ"])
def test_ra_4_queens_and_the_kings_and_jacks_nobody_was_dealt_are_masks(mask: str) -> None:
    game, events = told(race(f"police {mask}; |"), "draw police")
    assert (game.characters[0].worn, did(events)) == (card(mask), [Did.MASKED])


def test_ra_5_points_are_the_rank_and_ten_move_one_cell() -> None:
    game, events = told(race("police H9; |"), "draw police")
    assert (cells(game)[0], game.characters[0].points, did(events)) == (0, 9, [Did.POINTS])
    game, events = told(race("police H10; at2 |"), "draw police")
    assert (cells(game)[0], did(events)) == (3, [Did.POINTS, Did.STEPPED])


def test_ra_5_all_point_cards_are_discarded_and_points_over_ten_are_lost() -> None:
    game = play(race("police C9; S4 H5 |"), "draw police")
    assert (cells(game)[0], game.characters[0].cards, game.characters[0].points) == (1, (), 0)
    assert game.discards == cards("S4 H5 C9")


def test_ra_5_ra_10_the_sixth_move_wins_at_once_and_is_no_meeting() -> None:
    game, events = told(race("police C10; at5 M1 | at6 M1 |"), "draw police")
    assert ended(game) == ((0,), RACER, Reason.FINISH)
    assert (masks(game), did(events)) == ([1, 1, 0], [Did.POINTS, Did.STEPPED])


def test_ra_6_who_enters_a_cell_with_others_makes_everybody_alive_there_lose_a_mask() -> None:
    game = play(race("police C10; at1 M2 | at2 M1 | at2 M1 | at1 M1 | at2 dead"), "draw police")
    assert masks(game) == [1, 0, 0, 1, 0]


def test_ra_6_who_comes_masked_to_others_without_loses_his_too() -> None:
    assert masks(play(race("police C10; at1 M1 | at2"), "draw police")) == [0, 0]


def test_ra_6_an_empty_cell_or_one_with_the_dead_alone_is_no_meeting() -> None:
    assert masks(play(race("police C10; at1 M1 | at1 M1 | at2 dead"), "draw police")) == [1, 1, 0]


def test_ra_6_a_draw_that_does_not_move_is_no_meeting() -> None:
    assert masks(play(race("police C9; at1 M1 | at1 M1"), "draw police")) == [1, 1]


def test_ra_8_a_dead_player_s_cards_are_discarded_but_not_his_figure() -> None:
    game = race("P3 | M2 S4 D5 P1 | at5")
    had, figure = game.characters[1], game.characters[1].figure
    after = play(game, "shoot 1", dice=(6,))
    dead = after.characters[1]
    assert (dead.fate, dead.figure) == (Fate.DEAD, figure)
    assert set(after.discards) == {*had.pistols, had.worn, *had.reserve, *had.cards}
    assert figure not in (*after.discards, *(one for source in after.sources for one in source))


def test_ra_9_empty_sources_are_made_anew_from_the_discards_larger_first() -> None:
    game = race("dry; police C9; S4 P1 M1 | D7 | M1")
    after, events = game.play(0, "draw police", Fair(b"seed", 5))
    cards_back = (*game.discards, card("S4"), card("C9"))
    assert after.sources == lay_sources(cards_back, Fair(b"seed", 5))
    assert (after.discards, after.round, game.round) == ((), 2, 1)
    assert did(events) == [Did.POINTS, Did.STEPPED, Did.RESHUFFLED]
    assert (after.on_turn, after.view(None).round) == (1, 2)


def test_ra_9_after_the_meeting_and_the_deaths_of_the_turn() -> None:
    before = race("dry; police C10; at1 M1 | at2 M1")
    lost = {before.characters[0].worn, before.characters[1].worn}
    after = play(before, "draw police")
    assert lost <= {one for source in after.sources for one in source}


def test_ra_9_only_when_all_three_are_empty_and_the_match_goes_on() -> None:
    assert play(race("dry; police C9; press C8; |"), "draw police").round == 1
    after = play(race("dry; police C10; at5 |"), "draw police")
    assert (ended(after)[2], after.round, after.sources) == (Reason.FINISH, 1, ((), (), ()))


@every_size
def test_ra_9_the_round_is_1_and_one_more_for_each_time(seats: int) -> None:
    for number in range(30):
        game = played(CATALOG["race"], seats, number).games[-1]
        assert game.round == 1 + sum(fact.did is Did.RESHUFFLED for fact in game.history)


def test_ra_10_the_last_alive_wins() -> None:
    assert ended(play(race("P1 | hit2 | dead"), "shoot 1")) == ((0,), RACER, Reason.LAST)


def test_ra_10_also_when_the_target_answers() -> None:
    assert ended(play(race("P1 hit2 | P1"), "shoot 1", dice=(5,))) == ((1,), RACER, Reason.LAST)


@every_size
def test_ra_11_there_is_always_a_card_to_draw(seats: int) -> None:
    for number in range(30):
        for game in played(CATALOG["race"], seats, number).games[:-1]:
            assert any(move.startswith("draw") for move in game.moves(game.on_turn))
            assert all(one.points < 10 for one in game.characters)


def test_ra_11_even_when_everybody_holds_all_he_can() -> None:
    after, events = told(race("dry; police S2; S9 | H9 | D9 | C9 | S8 | H8 | D8 | C8"), "draw police")
    assert Did.RESHUFFLED in did(events)
    assert len(all_cards(after)) == 52
    assert all(after.sources)
