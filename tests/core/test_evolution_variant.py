"""The variant of Time Bomb Evolution, ruling by ruling; its choices are in ``test_evolution_choices.py``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.rig.setups import SETUPS
from core.evolution import Choice, Detached, Drawn, Evolution, Kind, Why
from core.fair import Fair
from core.game import Ended, Event, IllegalMove
from core.timebomb import COLOURS, Dealt, Reason, Revealed, Wire
from tests.core.chance import even
from tests.core.evolution_states import Draws, ended, hold, kinds, lost, plainly, play, state, told
from tests.core.playing import played

SIZES = (4, 5, 6)
GREEN, ORANGE, PINK, YELLOW, BLUE, RED = COLOURS
RED_NEXT = "variant; round 3; holder 1; shown D1 G2 O2 P2 R1; R R R | G G O | O P P | D D D"

every_size = pytest.mark.parametrize("seats", SIZES)


def cut(game: Evolution, wire: Wire) -> str:
    """A legal cut of a wire of this kind."""
    assert game.to_act is not None
    for move in game.moves(game.to_act):
        owner, place = map(int, move.split()[1:])
        if game.hands[owner][place] is wire:
            return move
    raise AssertionError(f"no {wire} can be cut")


@pytest.mark.parametrize(
    ("colour", "text"),
    [
        (ORANGE, "shown O3 D3 P2 B2 Y2; attached P; O D | P B | P B | Y Y"),
        (PINK, "shown P3 D3 O2 B2 Y2; attached O; P D | O B | O B | Y Y"),
        (BLUE, "shown B3 D3 O2 P2 Y2; attached O; B D | O P | O P | Y Y"),
        (RED, "shown R3 D3 O2 P2 Y2; attached O; R D | O P | O P | Y Y"),
    ],
)
def test_ev_11_a_defused_colour_cannot_explode_by_count(colour: Wire, text: str) -> None:
    bare = state(f"variant; round 4; holder 1; {text}")
    assert ended(play(bare, "cut 0 0")) == lost(f"{Why.EXPLOSION} {colour}")
    after = play(replace(bare, attached=(*bare.attached, colour)), "cut 0 0")
    assert after.view(None).bombs[after.colours.index(colour)].revealed == 4
    # Orange had left one cut.
    assert ended(after) == (lost(Reason.TIME) if colour is ORANGE else None)


def test_ev_12_first_the_bomb_is_counted_then_the_pink_pair() -> None:
    game = play(state("variant; round 4; holder 1; shown D3 G2 O2 R2 P3; P D | G O | O G | R R"), "cut 0 0")
    assert ended(game) == lost(Why.PAIR)
    assert [bomb.revealed for bomb in game.view(None).bombs if bomb.colour is PINK] == [4]


@pytest.mark.parametrize(("letter", "colour", "event"), [("R", RED, Drawn), ("B", BLUE, Detached)])
def test_ev_12_the_explosion_comes_before_the_effects_of_red_and_blue(
    letter: str, colour: Wire, event: type[Event]
) -> None:
    game = state(f"variant; round 4; holder 1; shown D3 {letter}3 G1 O2 P3; attached G; D {letter} | G G | O O | P G")
    after, events = told(game, "cut 0 1")
    assert ended(after) == lost(f"{Why.EXPLOSION} {colour}")
    assert kinds(events) == [Revealed, Ended]
    assert event not in kinds(events)


def test_ev_12_effects_come_before_the_cutters_pass_on() -> None:
    game = state("variant; round 3; holder 1; shown D2 G2 O2 B2; attached G O; B B G | G O O | B R R | R D D")
    waiting = play(game, "cut 0 0")
    assert waiting.to_act == 1
    assert play(waiting, "detach green").to_act == 0


def test_ev_12_effects_come_before_the_round_ends() -> None:
    game = state("variant; round 3; holder 1; shown D2 G2 O2 R2; attached G O; B B G | g O O | b R R | r D D")
    waiting, events = told(game, "cut 0 0")
    assert (kinds(events), waiting.round, waiting.cuts_left) == ([Revealed], 3, 0)
    after, events = told(waiting, "detach green")
    # Green has its three by now.
    assert (kinds(events), ended(after)) == ([Detached, Ended], lost(f"{Why.EXPLOSION} green"))
    after, events = told(waiting, "detach orange")
    assert (kinds(events), after.round, after.to_act) == ([Detached, Dealt], 4, 0)
    after, events = told(state(RED_NEXT.replace("G G O | O P P | D D D", "G G o | O p P | D D d")), "cut 0 0")
    assert kinds(events) == [Revealed, Drawn, Dealt]


def test_ev_12_an_explosion_on_the_last_cut_of_all_is_no_want_of_time() -> None:
    game = state("variant; round 4; holder 1; shown D3 R3 P2 Y2 B2; D R | p P | y Y | b B")
    assert ended(play(game, "cut 0 1")) == lost(f"{Why.EXPLOSION} red")


def test_ev_12_effects_happen_on_every_card_of_the_colour_also_when_defused() -> None:
    game = state(RED_NEXT.replace("R1; R", "R1; attached R; R"))
    for drawn in (0, 0, 0):
        game = hold(replace(game, draw=None), 1)
        game, events = told(game, cut(game, RED), draws=(drawn,))
        assert events == (events[0], Drawn(None, drawn, free=drawn == 0 and not game.view(None).left(0)))
    assert [bomb.revealed for bomb in game.view(None).bombs if bomb.colour is RED] == [4]


def test_ev_13_green_explodes_at_the_third_unless_defused() -> None:
    game = state("variant; round 4; holder 1; shown D3 G2 O2 P3 R2; D G | G O | O P | R R")
    assert [bomb.limit for bomb in game.view(None).bombs] == [3, 4, 4, 4]
    assert ended(play(game, "cut 0 1")) == lost(f"{Why.EXPLOSION} green")
    assert ended(play(replace(game, attached=(GREEN,)), "cut 0 1")) is None
    assert ended(play(plainly(game), "cut 0 1")) is None


@pytest.mark.parametrize(
    ("text", "cuts"),
    [
        ("shown D1 B2 P2 R3; attached P; D D d | b B O | p P O | R O O", 4),
        ("shown D1 B2 O1 P2 R2; attached P; D D D | b B O | p P O | R r R", 3),
        ("shown D1 B1 O1 P3 R2; attached P; D D D | b B O | o P O | R r R", 2),
        ("shown D1 B1 O2 P2 R2; attached P; D D D | b B O | o P P | R r R", 1),
        ("shown D1 B1 O2 P2 R2; attached O; D D D | b B O | o P P | R r R", 1),
    ],
)
def test_ev_14_round_4_has_one_cut_less_for_each_orange_bomb_revealed(text: str, cuts: int) -> None:
    game = state(f"variant; round 3; holder 1; {text}")
    after = play(game, "cut 0 0", "attach blue")
    assert (after.round, after.cuts_left, after.view(None).cuts_left) == (4, cuts, cuts)
    assert {len(hand) for hand in after.hands} == {2}
    assert play(plainly(game), "cut 0 0").cuts_left == 4


def test_ev_14_the_last_cut_of_round_3_counts_too() -> None:
    game = state("variant; round 3; holder 1; shown D1 B2 O2 P3; O D D | b D O | P O R | r r R")
    assert play(game, "cut 0 0").cuts_left == 4 - 3


def test_ev_14_the_cuts_of_round_4_are_fixed_when_it_begins() -> None:
    game = state("variant; round 4; holder 1; shown D2 G2 O2 P3 R3; O G | D O | G P | R D")
    assert game.cuts_left == 2
    assert play(game, "cut 0 0").cuts_left == 1
    assert ended(play(game, "cut 0 0", "cut 1 0", "attach green")) == lost(Reason.TIME)


def test_ev_14_no_cuts_left_moriarty_wins_before_any_deal() -> None:
    game = state("variant; round 3; holder 1; shown D1 B2 O3 P2; attached O; O D D | b D R | p P P | r R R")
    after, events = told(game, "cut 0 0")
    assert (kinds(events), ended(after)) == ([Revealed, Ended], lost(Reason.TIME))
    assert (after.round, after.hands) == (3, game.hands)


def test_ev_14_more_orange_bombs_than_players_is_no_cuts_left_either() -> None:
    game = state("variant; round 3; holder 1; shown D2 B2 O4; attached O; O D D | b P R | p P P | r R R")
    after, events = told(game, "cut 0 0")
    assert (kinds(events), ended(after)) == ([Revealed, Ended], lost(Reason.TIME))


def test_ev_14_rounds_before_the_fourth_have_all_their_cuts() -> None:
    game = state("variant; round 2; holder 1; shown D1 O3; D D D B | b B O O | R r R R | p P P P")
    after = play(game, "cut 0 3")
    assert (after.round, after.cuts_left) == (3, 4)


def test_ev_15_pink_straight_after_pink_explodes() -> None:
    game = state("variant; round 3; holder 1; shown D2 G2 O2 R2; P D G | D O P | P O R | R P R")
    once = play(game, "cut 0 0")
    assert ended(once) is None
    assert once.to_act == 0
    after, events = told(once, "cut 1 2")
    assert (kinds(events), ended(after)) == ([Revealed, Ended], lost(Why.PAIR))
    assert ended(play(plainly(game), "cut 0 0", "cut 1 2")) is None


def test_ev_15_even_when_pink_is_defused() -> None:
    game = state("variant; round 3; holder 1; shown D2 G2 O1 P1 R2; attached P; P D G | D O P | P O R | R O R")
    assert ended(play(game, "cut 0 0", "cut 1 2")) == lost(Why.PAIR)


def test_ev_15_even_across_a_rounds_end() -> None:
    game = state("variant; round 2; holder 1; shown D2 G1 O1; P D G O | d O P O | p R R R | g P P G")
    game = play(game, "cut 0 0")
    assert (game.round, game.reveals[-1].wire) == (3, PINK)
    assert ended(play(game, cut(game, PINK))) == lost(Why.PAIR)


@pytest.mark.parametrize("wire", [Wire.DEFUSING, GREEN, ORANGE, RED, YELLOW, BLUE])
def test_ev_15_any_other_wire_between_breaks_the_pair(wire: Wire) -> None:
    letter = "D" if wire is Wire.DEFUSING else wire[0].upper()
    a, b = [other for other in "YGB" if other != letter][:2]
    colours = {letter, "P", a, b} - {"D"} | ({"R"} if letter == "D" else set())
    left = list("DDDD" + "".join(c * 5 for c in sorted(colours)))
    for taken in ["P", letter, "P"]:
        left.remove(taken)
    hands = [["P"], [letter], ["P"], []]
    for hand in hands:
        while len(hand) < 5:
            hand.append(left.pop(0))
    game = state("variant; holder 3; " + " | ".join(map(" ".join, hands)))
    # Everything shows in the order pink, the other, pink.
    game = play(game, "cut 0 0")
    game = play(game, "cut 1 0", draws=(2,))
    if game.choice:
        game = play(game, game.moves(game.choice.seat)[0])
    game = play(game, "cut 2 0")
    assert [reveal.wire for reveal in game.reveals] == [PINK, wire, PINK]
    assert ended(game) is None


@every_size
def test_ev_16_yellow_is_never_defused(seats: int) -> None:
    shown = 0
    for number in range(150):
        for game in played(SETUPS["evolution-variant"], seats, number).games:
            shown += any(bomb.colour is YELLOW and bomb.revealed for bomb in game.view(None).bombs)
            assert YELLOW not in game.attached
            assert not game.choice or YELLOW not in game.choice.colours
    assert shown > 100


def test_ev_18_after_red_the_next_cut_is_made_at_the_player_drawn() -> None:
    game, events = told(state(RED_NEXT), "cut 0 0", draws=(2,))
    assert events[1:] == (Drawn(None, 2, free=False),)
    assert (game.draw, game.view(None).draw, game.to_act) == (2, 2, 0)
    assert game.moves(0) == ("cut 2 0", "cut 2 1", "cut 2 2")
    with pytest.raises(IllegalMove):
        game.play(0, "cut 1 0", Draws())
    after = play(game, "cut 2 1")
    # It counts for the round and passes the cutters as usual, and holds for one cut only.
    assert (after.cuts_left, after.to_act, after.draw) == (2, 2, None)
    assert {move[4] for move in after.moves(2)} == set("013")


def test_ev_18_every_player_is_drawn_equally_often_the_new_holder_too() -> None:
    game = state(RED_NEXT)
    assert even((game.play(1, "cut 0 0", Fair(b"%d" % seed, 0))[0].draw for seed in range(400)), 4)


def test_ev_18_drawing_himself_he_cuts_an_own_wire_and_keeps_the_cutters() -> None:
    game = play(state(RED_NEXT), "cut 0 0", draws=(0,))
    assert (game.to_act, game.moves(0)) == (0, ("cut 0 1", "cut 0 2"))
    after, events = told(game, "cut 0 1", draws=(3,))
    assert isinstance(events[0], Revealed)
    assert (events[0].reveal.cutter, events[0].reveal.owner, after.to_act) == (0, 0, 0)


def test_ev_18_red_draws_red_draws_again() -> None:
    game = state(RED_NEXT)
    game, first = told(game, "cut 0 0", draws=(0,))
    game, second = told(game, "cut 0 2", draws=(3,))
    assert (first[-1], second[-1]) == (Drawn(None, 0, free=False), Drawn(None, 3, free=False))
    assert (game.draw, game.to_act, ended(game)) == (3, 0, None)
    assert play(game, "cut 3 0").choice == Choice(0, Kind.ATTACH, (GREEN, ORANGE, PINK, RED))


def test_ev_18_nothing_is_drawn_without_the_variant() -> None:
    after, events = told(plainly(state(RED_NEXT)), "cut 0 0")
    assert (kinds(events), after.draw) == ([Revealed], None)


def test_ev_19_a_player_drawn_without_wires_takes_the_cutters_and_cuts_freely() -> None:
    game = state("variant; round 4; holder 1; shown D3 B2 Y2 P3 R2; R D | B Y | b y | P R")
    after, events = told(game, "cut 0 0", draws=(2,))
    assert events[1:] == (Drawn(None, 2, free=True),)
    # No cut is spent.
    assert (after.to_act, after.draw, after.cuts_left) == (2, None, 1)
    assert after.moves(2) == ("cut 0 1", "cut 1 0", "cut 1 1", "cut 3 0", "cut 3 1")


def test_ev_19_the_owner_of_the_red_wire_may_be_the_one_without_wires() -> None:
    game = state("variant; round 4; holder 1; shown D3 B2 Y2 P3 R2; R y | B Y | D b | P R")
    after, events = told(game, "cut 0 0", draws=(0,))
    assert (events[-1], after.to_act, after.moves(0)[0]) == (Drawn(None, 0, free=True), 0, "cut 1 0")


def test_ev_19_red_on_the_last_cut_of_a_round_holds_for_the_first_of_the_next() -> None:
    game = state("variant; round 3; holder 1; shown D1 B2 Y2 P2 R1; R R R | B Y P | y p b | D D D")
    assert game.cuts_left == 1
    # Seat 2 has no wires now, but it will have.
    after, events = told(game, "cut 0 0", draws=(2,))
    assert events[1:] == (Drawn(None, 2, free=False), Dealt(None, 4))
    assert (after.round, after.to_act, after.draw) == (4, 0, 2)
    assert after.moves(0) == ("cut 2 0", "cut 2 1")


def test_ev_19_red_on_the_last_cut_of_round_4_draws_nothing() -> None:
    game = state("variant; round 4; holder 1; shown D3 P4 B2 Y2 R1; attached P; R D | b B | y Y | r R")
    after, events = told(game, "cut 0 0")
    assert (kinds(events), ended(after), after.draw) == ([Revealed, Ended], lost(Reason.TIME), None)
    # Orange makes another cut the last.
    game = state("variant; round 4; holder 1; shown D3 G2 O3 P2 R2; R D | G O | P P | G R")
    assert game.cuts_left == 1
    after, events = told(game, "cut 0 0")
    assert (kinds(events), ended(after)) == ([Revealed, Ended], lost(Reason.TIME))


@every_size
def test_the_laws_of_the_variant_hold_in_every_match(seats: int) -> None:
    for number in range(60):
        match = played(SETUPS["evolution-variant"], seats, number)
        for game in match.games:
            shown = {reveal.wire for reveal in game.reveals}
            assert set(game.attached) <= shown - {YELLOW, Wire.DEFUSING}
            assert len(set(game.attached)) == len(game.attached) <= game.found
        end = match.games[-1]
        for round_ in range(1, end.round):
            assert sum(reveal.round == round_ for reveal in end.reveals) == seats
        orange = sum(reveal.wire is ORANGE and reveal.round < 4 for reveal in end.reveals)
        assert sum(reveal.round == 4 for reveal in end.reveals) <= max(seats - orange, 0)
