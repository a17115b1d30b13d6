"""The Hunt, ruling by ruling (HU-1 to HU-13)."""

from __future__ import annotations

import pytest

from core.catalog import CATALOG
from core.chase import DECK, SOURCES, Card, Did, Fact, Fate, Source, Suit
from core.fair import Fair
from core.game import IllegalMove
from core.hunt import CRIMINALS, FIGURES, HOLMES, LANES, WATSON, Hunt, HuntOptions, HuntView, Lane, Reason, Side
from core.race import RaceOptions
from tests.core.chance import even
from tests.core.chase_states import ORDER, SEATS, Dice, card, cards, did, hunt, moves, play, told, who

HEARTS, DIAMONDS, CLUBS = LANES
PAIR = ("holmes", "watson")
LAWLESS = ("hearts", "diamonds", "clubs")


def deal(seed: bytes = b"deal") -> Hunt:
    return Hunt.deal(5, HuntOptions(), Fair(seed, 0))


def pair(game: Hunt) -> tuple[Suit, int]:
    """Where the pair stands."""
    cells = {who(game, name).cell for name in PAIR}
    assert len(cells) == 1
    return game.lane, cells.pop()


def ended(game: Hunt) -> tuple[set[str], str, str]:
    """Who won, for which side, and why."""
    assert game.outcome
    winners = {name for name, seat in SEATS.items() if seat in game.outcome.winners}
    return winners, game.outcome.side, game.outcome.reason


def masks(game: Hunt, *names: str) -> list[int]:
    return [(who(game, name).worn is not None) + len(who(game, name).reserve) for name in names]


def test_hu_1_the_figures_are_taken_out_and_the_order_of_draws_is_figures_sources() -> None:
    game, chance = deal(b"order"), Fair(b"order", 0)
    figures = chance.shuffle((HOLMES, WATSON, *CRIMINALS))
    rest = chance.shuffle([one for one in DECK if one not in figures])
    assert tuple(character.figure for character in game.characters) == figures
    assert game.sources == (rest[:16], rest[16:32], rest[32:])
    assert len(rest) == 47


def test_hu_1_figures_are_dealt_to_the_seats_at_random() -> None:
    deals = [deal(b"%d" % number) for number in range(300)]
    assert all(even([game.order[place] for game in deals], 5) for place in range(5))


def test_hu_1_computer_players_take_empty_seats() -> None:
    assert (CATALOG["hunt"].sizes, CATALOG["hunt"].fills) == ((5,), True)


def test_the_hunt_has_options_of_its_own() -> None:
    with pytest.raises(TypeError):
        Hunt.deal(5, RaceOptions(), Fair(b"seed", 0))


def test_hu_2_criminals_start_in_their_lairs_and_the_pair_at_0_of_hearts() -> None:
    game = deal()
    cells = {character.figure: character.cell for character in game.characters}
    assert cells == {HOLMES: 0, WATSON: 0, **dict.fromkeys(CRIMINALS, 6)}
    assert game.lane is HEARTS


def test_hu_3_holmes_watson_and_the_criminals_take_turns() -> None:
    game = deal()
    turns: list[Card] = []
    while len(turns) < 11:
        assert game.to_act is not None
        turns.append(game.characters[game.to_act].figure)
        game, _ = game.play(game.to_act, game.clock_moves(game.to_act)[0], Dice())
    assert turns == [*FIGURES, *FIGURES, HOLMES]


def test_hu_3_who_is_out_is_passed_over() -> None:
    game = hunt("to holmes; watson dead; hearts arrested; clubs dead; on D")
    assert play(game, "draw street").to_act == SEATS["diamonds"]
    assert play(game, "draw street", "draw street").to_act == SEATS["holmes"]


def test_hu_4_a_detective_may_first_move_the_pair_to_another_open_lane() -> None:
    game = hunt("to watson; on D; clues H2 D3 C1; police C4")
    assert {move for move in moves(game) if move.startswith("lane")} == {"lane hearts", "lane clubs"}
    after, events = told(game, "lane hearts")
    assert pair(after) == (HEARTS, 2)
    assert events == (Fact(None, 1, Did.CHANGED_LANE, SEATS["watson"], lane=HEARTS, cell=2),)


def test_hu_4_he_moves_the_pair_at_most_once_and_then_acts_in_the_same_turn() -> None:
    game = play(hunt("police C4"), "lane clubs")
    assert (game.to_act, game.turn, game.goes_on) == (SEATS["holmes"], 1, True)
    assert moves(game) == {"draw police", "draw street"}
    assert game.view(None).lane_changed
    game = play(game, "draw police")
    assert (game.to_act, game.turn, game.goes_on) == (SEATS["watson"], 2, False)
    assert "lane hearts" in moves(game)


def test_hu_4_neither_to_a_closed_lane_nor_by_a_criminal() -> None:
    assert {move for move in moves(hunt("clubs dead")) if move.startswith("lane")} == {"lane diamonds"}
    assert not {move for move in moves(hunt("to hearts")) if move.startswith("lane")}
    with pytest.raises(IllegalMove):
        play(hunt("clubs dead"), "lane clubs")


def test_hu_4_the_lane_comes_before_the_action() -> None:
    with pytest.raises(IllegalMove):
        play(hunt("to clubs; police S4"), "draw police", "lane diamonds", "lane hearts")


def test_hu_4_after_the_lane_change_he_may_shoot() -> None:
    game = hunt("on D; clues H5; holmes P1")
    assert "shoot hearts" not in moves(game)
    assert "shoot hearts" in moves(play(game, "lane hearts"))


@pytest.mark.parametrize("name", ORDER)
def test_hu_5_hu_6_anybody_draws_pistols_and_masks(name: str) -> None:
    assert who(play(hunt(f"to {name}; police DA"), "draw police"), name).pistols == cards("DA")
    game = play(hunt(f"to {name}; {name} M1; police SJ"), "draw police")
    assert who(game, name).reserve == cards("SJ")


@pytest.mark.parametrize("name", PAIR)
def test_hu_7_a_detective_discards_spades(name: str) -> None:
    game = hunt(f"to {name}; clues H2; police S9")
    after, events = told(game, "draw police")
    assert after.discards == cards("S9")
    assert (after.clues, pair(after), did(events)) == (game.clues, pair(game), [Did.DISCARDED])


def test_hu_7_a_detective_discards_a_clue_about_a_criminal_who_is_out() -> None:
    after = play(hunt("clubs arrested; clues H2; police C9"), "draw police")
    assert (after.discards, pair(after)) == (cards("C9"), (HEARTS, 2))


@pytest.mark.parametrize(("rank", "on"), [("9", "D"), ("10", "D"), ("9", "H"), ("10", "C")])
def test_hu_7_a_clue_takes_the_pair_to_its_lane_one_cell_further(rank: str, on: str) -> None:
    game = hunt(f"on {on}; clues D3 H1; police D{rank}")
    after, events = told(game, "draw police")
    assert pair(after) == (DIAMONDS, 4)
    assert after.clues[-1] == game.sources[0][0]
    fact = Fact(None, 1, Did.CLUE, SEATS["holmes"], source=Source.POLICE, card=after.clues[-1], lane=DIAMONDS, cell=4)
    assert events == (fact,)


@pytest.mark.parametrize("name", LAWLESS)
def test_hu_7_a_criminal_owns_spades_for_himself_and_moves_towards_0(name: str) -> None:
    after = play(hunt(f"to {name}; {name} S2; police S10"), "draw police")
    assert [who(after, one).cell for one in LAWLESS] == [3 if one == name else 6 for one in LAWLESS]
    assert who(after, name).cards[-1] == card("S10")


@pytest.mark.parametrize("suit", "HDC")
def test_hu_7_a_criminal_keeps_any_other_suit_in_his_file_where_it_does_nothing(suit: str) -> None:
    game = hunt(f"to diamonds; clues H1; diamonds C2; hearts arrested; on D; police {suit}10")
    after, events = told(game, "draw police")
    assert who(after, "diamonds").file[-1] == card(f"{suit}10")
    assert (did(events), pair(after), who(after, "diamonds").cell) == ([Did.FILED], pair(game), 6)


def test_hu_8_each_of_the_three_loses_one_mask_where_the_pair_meets_the_criminal_of_its_lane() -> None:
    game = hunt("clues H1; hearts S4 M1; holmes M2; watson M1; diamonds S4 M1; police H10")
    after, events = told(game, "draw police")
    assert pair(after) == (HEARTS, 2)
    assert masks(after, *PAIR, "hearts", "diamonds") == [1, 0, 0, 1]
    assert who(after, "holmes").worn == who(game, "holmes").reserve[0]
    assert did(events) == [Did.CLUE, Did.UNMASKED, Did.MASKED, Did.UNMASKED, Did.UNMASKED]


def test_hu_8_who_wears_none_loses_none_and_the_dead_do_not_meet() -> None:
    after = play(hunt("clues H1; watson dead; hearts S4 M1; police H10"), "draw police")
    assert masks(after, "holmes", "hearts") == [0, 0]


def test_hu_8_a_lane_change_may_be_a_meeting() -> None:
    after, events = told(hunt("on D; clues H2; hearts S4 M1; holmes M1"), "lane hearts")
    assert masks(after, "holmes", "hearts") == [0, 0]
    assert did(events) == [Did.CHANGED_LANE, Did.UNMASKED, Did.UNMASKED]


@pytest.mark.parametrize(("on", "left"), [("H", [0, 0]), ("D", [1, 1])])
def test_hu_8_a_criminal_who_steps_into_the_cell_of_the_pair_on_his_lane_meets_it(on: str, left: list[int]) -> None:
    game = hunt(f"to hearts; on {on}; clues H2 D2; hearts S3 M1; holmes M1; police S10")
    assert masks(play(game, "draw police"), "holmes", "hearts") == left


@pytest.mark.parametrize(("own", "left"), [(4, [1, 0]), (3, [1, 0]), (2, [2, 1]), (5, [2, 1])])
def test_hu_8_a_clue_about_another_lane_brings_the_pair_to_its_cell_there_and_then_further(
    own: int, left: list[int]
) -> None:
    after = play(hunt(f"on H; clues D2; diamonds S{own} M1; holmes M2; police D10"), "draw police")
    assert pair(after) == (DIAMONDS, 3)
    assert masks(after, "holmes", "diamonds") == left


def test_hu_8_leaving_a_shared_cell_is_no_meeting() -> None:
    game = hunt("on D; clues D2; diamonds S4 M1; holmes M1; police D10")
    assert masks(play(game, "draw police"), "holmes", "diamonds") == [1, 1]
    assert masks(play(game, "lane hearts"), "holmes", "diamonds") == [1, 1]
    leaves = hunt("to diamonds; on D; clues D2; diamonds S4 M1; holmes M1; police S10")
    assert masks(play(leaves, "draw police"), "holmes", "diamonds") == [1, 1]


def test_hu_8_staying_in_a_shared_cell_while_another_criminal_steps_is_none() -> None:
    game = hunt("to clubs; on H; clues H2; hearts S4 M1; holmes M1; clubs S1; police S10")
    assert masks(play(game, "draw police"), "holmes", "hearts") == [1, 1]


def test_hu_8_the_step_into_the_lair_is_an_arrest_not_a_meeting() -> None:
    after, events = told(hunt("clues H5; holmes M1; watson M1; hearts M1; police H10"), "draw police")
    assert Did.UNMASKED not in did(events)
    assert masks(after, *PAIR, "hearts") == [2, 1, 0]


def test_hu_9_the_sixth_clue_arrests_wherever_the_criminal_stands() -> None:
    for own in (0, 2, 5):
        after = play(hunt(f"clues H5; hearts S{own}; police H10"), "draw police")
        assert who(after, "hearts").fate is Fate.ARRESTED
        assert who(play(hunt(f"clues H4; hearts S{own}; police H10"), "draw police"), "hearts").fate is None


def test_hu_9_pistols_and_masks_go_to_holmes_the_worn_one_first() -> None:
    game = hunt("clues H5; holmes P1; hearts P2 M3; police H10")
    after = play(game, "draw police")
    had, has = who(game, "hearts"), who(after, "holmes")
    assert has.pistols == (*who(game, "holmes").pistols, *had.pistols)
    assert (has.worn, has.reserve) == (had.worn, had.reserve)
    assert who(play(hunt("clues H5; to watson; hearts P2; police H10"), "draw police"), "holmes").pistols


def test_hu_9_to_watson_if_holmes_is_dead() -> None:
    after = play(hunt("to watson; holmes dead; clues H5; watson M1; hearts P2 M2; police H10"), "draw police")
    assert len(who(after, "watson").pistols) == 2
    assert masks(after, "watson", "holmes", "hearts") == [3, 0, 0]


def test_hu_9_his_file_counts_at_once_for_criminals_at_large_and_the_rest_is_discarded() -> None:
    game = hunt("on H; clues H5; clubs dead; hearts S2 H1 D3 C2; police H10")
    had = who(game, "hearts")
    after = play(game, "draw police")
    assert pair(after) == (DIAMONDS, 3)
    assert set(after.clues) == {*game.clues, card("H10"), *(one for one in had.file if one.suit is DIAMONDS)}
    assert set(after.discards) == {*had.cards, *(one for one in had.file if one.suit is not DIAMONDS)}


def test_hu_9_arrests_chain_in_the_order_hearts_diamonds_clubs() -> None:
    game = hunt("on C; clues H5 D5 C5; clubs H1 D1 P1; hearts P1; diamonds P1; police C10")
    after, events = told(game, "draw police")
    facts = [event for event in events if isinstance(event, Fact) and event.did is Did.ARRESTED]
    assert [(fact.seat, fact.lane) for fact in facts] == [
        (SEATS["clubs"], CLUBS),
        (SEATS["hearts"], HEARTS),
        (SEATS["diamonds"], DIAMONDS),
    ]
    assert who(after, "holmes").pistols == tuple(who(game, one).pistols[0] for one in ("clubs", "hearts", "diamonds"))
    assert ended(after) == ({"holmes", "watson"}, Side.DETECTIVES, Reason.CAUGHT)


def test_hu_9_a_chain_goes_through_the_file_of_the_second_and_the_pair_moves_once() -> None:
    game = hunt("on H; clues H5 D5 C2; hearts D1; diamonds C3 H1; clubs S1 M1; holmes M1; police H10")
    after, events = told(game, "draw police")
    assert did(events) == [
        *(Did.CLUE, Did.ARRESTED, Did.CLUE, Did.ARRESTED, Did.CLUE, Did.CLUE, Did.CLUE),
        *(Did.MOVED_ON, Did.UNMASKED, Did.UNMASKED),
    ]
    assert pair(after) == (CLUBS, 5)
    assert masks(after, "holmes", "clubs") == [0, 0]


@pytest.mark.parametrize(
    ("on", "clues", "lane"),
    [("H", "H5 D1 C3", CLUBS), ("H", "H5 D3 C3", DIAMONDS), ("H", "H5", DIAMONDS), ("D", "D5 H2 C2", HEARTS)],
)
def test_hu_9_the_pair_goes_to_the_open_lane_where_it_is_furthest(on: str, clues: str, lane: Suit) -> None:
    game = hunt(f"on {on}; clues {clues}; police {on}10")
    known = sum(clue.suit is lane for clue in game.clues)
    after, events = told(game, "draw police")
    assert pair(after) == (lane, known)
    assert events[-1] == Fact(None, 1, Did.MOVED_ON, game.order[2 + "HDC".index(on)], lane=lane, cell=known)


def test_hu_9_a_file_may_bring_more_clues_than_an_arrest_needs() -> None:
    after = play(hunt("clues H5 D5; hearts D3; police H10"), "draw police")
    assert after.out == tuple(sorted((SEATS["hearts"], SEATS["diamonds"])))


def test_hu_9_where_the_pair_goes_may_be_a_meeting_in_which_a_mask_just_taken_is_lost() -> None:
    after = play(hunt("clues H5 D2; hearts M1; diamonds S4 M1; police H10"), "draw police")
    assert masks(after, "holmes", "diamonds") == [0, 0]


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("to holmes; clues H5; holmes P1", {"hearts"}),
        ("to holmes; clues H4; holmes P1", set()),
        ("to holmes; clues H5; holmes P1; hearts M1", set()),
        ("to holmes; clues H5; holmes P1; hearts S1 M1", {"hearts"}),
        ("to holmes; clues H5; watson P1", set()),
        ("to holmes; on D; clues H5; holmes P1; diamonds S5", {"diamonds"}),
        ("to hearts; clues H5; hearts P1", {"holmes", "watson"}),
        ("to hearts; clues H5; hearts P1; holmes M1", {"watson"}),
        ("to hearts; clues H5; hearts P1; holmes dead", {"watson"}),
        ("to hearts; on D; clues H5; hearts P1", set()),
        ("to clubs; clues H5; clubs P1", set()),
    ],
)
def test_hu_10_one_shoots_at_the_other_team_on_the_lane_of_the_pair(text: str, targets: set[str]) -> None:
    assert {move[6:] for move in moves(hunt(text)) if move.startswith("shoot")} == targets


def test_hu_10_only_the_chosen_target_s_own_pistols_count() -> None:
    shots = hunt("to hearts; clues H5; hearts P1; holmes P2").view(None).shots
    assert [(shot.target, shot.answer) for shot in shots] == [(SEATS["watson"], 0), (SEATS["holmes"], 2)]


def test_hu_11_a_dead_criminal_s_cards_leave_the_game_and_his_lane_is_closed() -> None:
    game = hunt("clues H5 D2; holmes P3; hearts S1 D3 C1; diamonds S4 M1; watson M1")
    had = who(game, "hearts")
    after = play(game, "shoot hearts")
    assert (who(after, "hearts").fate, after.discards[:5]) == (Fate.DEAD, (*had.cards, *had.file))
    assert pair(after) == (DIAMONDS, 2)
    assert masks(after, "watson", "diamonds") == [0, 0]


def test_hu_11_the_clues_of_the_pair_stay_with_the_surviving_detective() -> None:
    game = hunt("to hearts; clues H5 D2; hearts P3 S1; holmes M2")
    had = who(game, "holmes")
    after = play(game, "shoot holmes")
    assert who(after, "holmes").fate is Fate.DEAD
    assert (after.clues, pair(after)) == (game.clues, (HEARTS, 5))
    assert set(after.discards) == {had.worn, *had.reserve}
    assert play(after, "draw street", "draw street").to_act == SEATS["watson"]


def test_hu_11_who_answers_a_shot_may_kill_too() -> None:
    after = play(hunt("clues H5; holmes P1 hit2; hearts P1"), "shoot hearts", dice=(3,))
    assert (who(after, "holmes").fate, who(after, "hearts").hits) == (Fate.DEAD, 0)
    after = play(hunt("to hearts; clues H5 C1; holmes P1; hearts P1 hit2"), "shoot holmes", dice=(3,))
    assert (who(after, "hearts").fate, pair(after)) == (Fate.DEAD, (CLUBS, 1))


@pytest.mark.parametrize("name", LAWLESS)
def test_hu_12_criminals_win_with_six_clues_about_holmes_in_one_hand(name: str) -> None:
    after, events = told(hunt(f"to {name}; {name} S5 M1; holmes M1; police S10"), "draw police")
    assert ended(after) == (set(LAWLESS), Side.CRIMINALS, Reason.ESCAPE)
    assert did(events) == [Did.ESCAPED]


def test_hu_12_criminals_do_not_share_their_clues() -> None:
    assert play(hunt("to clubs; clubs S4; hearts S4; police S10"), "draw police").outcome is None


def test_hu_12_criminals_win_when_both_detectives_are_dead() -> None:
    after = play(hunt("to hearts; clues H5; holmes dead; watson hit2; hearts P1"), "shoot watson")
    assert ended(after) == (set(LAWLESS), Side.CRIMINALS, Reason.MURDER)


def test_hu_12_detectives_win_when_no_criminal_is_at_large() -> None:
    caught = ({"holmes", "watson"}, Side.DETECTIVES, Reason.CAUGHT)
    assert ended(play(hunt("clues H5; diamonds dead; clubs arrested; police H10"), "draw police")) == caught
    shot = hunt("to watson; clues H5; holmes dead; watson P3; diamonds dead; clubs arrested")
    assert ended(play(shot, "shoot hearts")) == caught


STALEMATE: tuple[set[str], str, str] = (set(), Side.DRAW, Reason.STALEMATE)


def test_hu_13_when_nobody_can_shoot_the_last_card_ends_in_a_draw() -> None:
    after, events = told(hunt("dry; police S2"), "draw police")
    assert ended(after) == STALEMATE
    assert did(events) == [Did.DISCARDED, *[Did.PASSED] * 5]
    passed = [event.seat for event in events if isinstance(event, Fact) and event.did is Did.PASSED]
    assert passed == [SEATS[name] for name in (*ORDER[1:], ORDER[0])]


@pytest.mark.parametrize("source", SOURCES)
def test_hu_13_nobody_passes_while_there_is_a_card(source: str) -> None:
    game = hunt(f"dry; {source} S2; clues H5; holmes P1; hearts dead; on D")
    assert moves(game) == {f"draw {source}", "lane clubs"}


def test_hu_13_who_can_shoot_may_shoot_or_pass_and_others_pass_by_themselves() -> None:
    game = hunt("dry; clues H5; holmes P1; hearts P1")
    assert moves(game) == {"lane diamonds", "lane clubs", "shoot hearts", "pass"}
    after, events = told(game, "pass")
    assert did(events) == [Did.PASSED] * 2
    assert (after.to_act, after.passes) == (SEATS["hearts"], 2)
    assert moves(after) == {"shoot holmes", "shoot watson", "pass"}
    assert ended(play(after, "pass")) == STALEMATE


def test_hu_13_so_many_passes_as_persons_in_play() -> None:
    assert ended(play(hunt("dry; clues H5; watson dead; clubs arrested; holmes P1"), "pass")) == STALEMATE
    _, events = told(hunt("dry; clues H5; watson dead; clubs arrested; holmes P1"), "pass")
    assert did(events) == [Did.PASSED] * 3


def test_hu_13_a_shot_starts_the_count_anew() -> None:
    game = play(hunt("dry; to hearts; clues H5; hearts P1; holmes P1"), "pass")
    assert (game.to_act, game.passes) == (SEATS["holmes"], 3)
    game = play(game, "shoot hearts", dice=(2,))
    assert (game.to_act, game.passes) == (SEATS["hearts"], 1)
    assert game.outcome is None


def test_hu_13_a_detective_who_can_shoot_only_after_a_lane_change_is_asked() -> None:
    game = hunt("dry; on D; clues H5; holmes P1")
    assert moves(game) == {"lane hearts", "lane clubs", "pass"}
    assert moves(play(game, "lane hearts")) == {"shoot hearts", "pass"}
    after, events = told(game, "lane clubs")
    assert did(events) == [Did.CHANGED_LANE, *[Did.PASSED] * 5]
    assert after.outcome


@pytest.mark.parametrize("there", ["clues H5", "clues H2; hearts S4 M1", "clues H2; hearts S4"])
def test_hu_13_the_match_waits_for_a_detective_who_can_shoot_only_on_another_lane(there: str) -> None:
    after = play(hunt(f"dry; to clubs; police C10; on D; holmes P1; {there}"), "draw police")
    assert after.to_act == SEATS["holmes"]


@pytest.mark.parametrize("there", ["clues H4", "clues H2; hearts S3 M1"])
def test_hu_13_it_does_not_wait_when_nobody_would_be_near_enough_there_either(there: str) -> None:
    assert ended(play(hunt(f"dry; to clubs; police C10; on D; holmes P1; {there}"), "draw police")) == STALEMATE


def test_hu_13_tb_14_the_clock_changes_no_lane_even_when_there_is_nothing_but_to_pass() -> None:
    game = hunt("dry; on D; clues H5; holmes P1")
    assert game.clock_moves(SEATS["holmes"]) == ("pass",)
    assert game.clock_moves(SEATS["watson"]) == ()


@pytest.mark.parametrize(
    ("out", "side"),
    [
        ("", Side.CRIMINALS),
        ("hearts arrested; on D;", Side.DETECTIVES),
        ("hearts dead; on D;", Side.DETECTIVES),
        ("hearts dead; on D; watson dead;", Side.CRIMINALS),
        ("hearts dead; diamonds arrested; on C; watson dead;", Side.DETECTIVES),
    ],
)
def test_hu_13_with_no_draws_it_counts_who_is_out(out: str, side: Side) -> None:
    after = play(hunt(f"dry; {out} police S2", no_draws=True), "draw police")
    assert ended(after) == (set(PAIR if side is Side.DETECTIVES else LAWLESS), side, Reason.COUNT)


def test_the_view_tells_who_is_who_and_how_far_the_pair_is_on_each_lane() -> None:
    view = hunt("on D; clues H2 D3; clubs dead").view(None)
    assert isinstance(view, HuntView)
    assert (view.holmes, view.watson, view.round) == (SEATS["holmes"], SEATS["watson"], 1)
    assert view.lanes == (
        Lane(HEARTS, SEATS["hearts"], open=True, clues=2),
        Lane(DIAMONDS, SEATS["diamonds"], open=True, clues=3),
        Lane(CLUBS, SEATS["clubs"], open=False, clues=0),
    )
