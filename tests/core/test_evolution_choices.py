"""Attaching, taking off and the choices that wait in the Evolution variant (EV-10, EV-17, EV-20)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.evolution import Attached, Choice, Detached, Kind, Why
from core.game import Ended, IllegalMove, NotYourTurn
from core.timebomb import COLOURS, Dealt, Reason, Revealed, Role, Wire
from tests.core.evolution_states import Draws, ended, hold, kinds, lost, plainly, play, state, told

GREEN, ORANGE, PINK, YELLOW, BLUE, RED = COLOURS
EVERY_COLOUR_SHOWN = "variant; round 3; shown D1 G2 O2 P2 R1; D D D | G G O | O P P | R R R"
BLUE_NEXT = "variant; round 3; holder 1; shown D2 G1 O2 B1 R2; attached {}; B B G | G O B | B O R | R D D"


def test_ev_10_the_player_who_cut_attaches_a_defusing_wire_to_a_colour_of_his_choice() -> None:
    game, events = told(hold(state(EVERY_COLOUR_SHOWN), 1), "cut 0 0")
    assert kinds(events) == [Revealed]
    assert game.choice == game.view(None).choice == Choice(1, Kind.ATTACH, (GREEN, ORANGE, PINK, RED))
    assert game.moves(1) == ("attach green", "attach orange", "attach pink", "attach red")
    after, events = told(game, "attach pink")
    assert events == (Attached(None, PINK, chosen=True),)
    assert [bomb.colour for bomb in after.view(None).bombs if bomb.defused] == [PINK]
    assert (after.found, after.choice, after.to_act) == (2, None, 0)


def choices(text: str) -> tuple[Wire, ...]:
    game = play(hold(state(text), 1), "cut 0 0")
    return game.choice.colours if game.choice else ()


def test_ev_10_only_to_a_colour_with_a_revealed_bomb() -> None:
    assert choices("variant; round 3; shown D1 G2 O2 P3; D D D | G G O | O P R | R R R") == (GREEN, ORANGE, PINK)


def test_ev_10_only_to_a_colour_without_a_defusing_wire() -> None:
    assert choices(EVERY_COLOUR_SHOWN.replace("; D D D", "; attached G; D D D")) == (ORANGE, PINK, RED)


def test_ev_10_never_to_yellow() -> None:
    assert choices("variant; round 3; shown D1 G2 O2 Y3; D D D | G G O | O Y R | R R R") == (GREEN, ORANGE)


def test_ev_10_to_a_bomb_revealed_in_this_round_too() -> None:
    game = state("variant; round 3; shown D1 G2 O2 P3; D D D | G G O | O P r | R R R")
    assert play(hold(game, 1), "cut 0 0").choice == Choice(1, Kind.ATTACH, (GREEN, ORANGE, PINK, RED))


def test_ev_10_with_one_such_colour_without_asking() -> None:
    game, events = told(
        state("variant; round 3; holder 1; shown D2 G2 O2 Y2; attached G; D D G | G O O | Y Y R | R R R"), "cut 0 0"
    )
    assert events[1:] == (Attached(None, ORANGE, chosen=False),)
    assert (game.choice, game.attached, game.found, game.to_act) == (None, (GREEN, ORANGE), 3, 0)


def test_ev_10_with_none_it_still_counts_and_is_never_attached_later() -> None:
    game = state("variant; round 3; holder 1; shown D2 G2 O2 Y2; attached G O; D D G | G O O | Y Y P | P P P")
    game, events = told(game, "cut 0 0")
    assert (kinds(events), game.found, game.choice, game.attached) == ([Revealed], 3, None, (GREEN, ORANGE))
    # Pink shows itself too late.
    game, events = told(game, "cut 2 2")
    assert (kinds(events), game.choice, game.attached) == ([Revealed], None, (GREEN, ORANGE))


def test_ev_10_the_wire_that_ends_the_match_is_attached_to_nothing() -> None:
    game, events = told(state("variant; round 4; shown D3 G2 O2 P3 R2; G O | O P | R R | D G"), "cut 3 0")
    assert (kinds(events), ended(game)) == ([Revealed, Ended], (Role.SHERLOCK, Reason.DEFUSED))


def test_ev_10_and_17_nothing_is_attached_without_the_variant() -> None:
    game, events = told(plainly(hold(state(EVERY_COLOUR_SHOWN), 1)), "cut 0 0")
    assert (kinds(events), game.choice, game.attached) == ([Revealed], None, ())


def test_ev_17_blue_takes_a_defusing_wire_off_a_colour_the_cutter_chooses() -> None:
    game = play(state(BLUE_NEXT.format("O G")), "cut 0 0")
    assert game.choice == Choice(1, Kind.DETACH, (GREEN, ORANGE))
    assert game.moves(1) == ("detach green", "detach orange")
    after, events = told(game, "detach green")
    assert events == (Detached(None, GREEN, chosen=True),)
    assert (after.attached, after.to_act) == ((ORANGE,), 0)
    # What was taken off still counts as found.
    assert after.found == 2


def test_ev_17_without_asking_when_there_is_only_one() -> None:
    after, events = told(state(BLUE_NEXT.format("O")), "cut 0 0")
    assert events[1:] == (Detached(None, ORANGE, chosen=False),)
    assert (after.attached, after.choice, after.to_act, after.found) == ((), None, 0, 2)


def test_ev_17_blue_itself_included() -> None:
    assert play(state(BLUE_NEXT.format("B G")), "cut 0 0").choice == Choice(1, Kind.DETACH, (GREEN, BLUE))
    assert play(state(BLUE_NEXT.format("B")), "cut 0 0").attached == ()


def test_ev_17_nothing_happens_when_no_colour_is_defused() -> None:
    for text in (BLUE_NEXT.format("O"), BLUE_NEXT.format("O G")):
        after, events = told(replace(state(text), attached=()), "cut 0 0")
        assert (kinds(events), after.choice) == ([Revealed], None)


def test_ev_17_a_colour_that_has_its_number_explodes_at_once() -> None:
    game = state("variant; round 4; holder 1; shown D2 P4 B1 R3 O2; attached P O; B R | O B | D O | D B")
    waiting = play(game, "cut 0 0")
    after, events = told(waiting, "detach pink")
    assert (kinds(events), ended(after)) == ([Detached, Ended], lost(f"{Why.EXPLOSION} pink"))
    assert ended(play(waiting, "detach orange")) is None
    after, events = told(replace(game, attached=(PINK,)), "cut 0 0")
    assert (kinds(events), ended(after)) == ([Revealed, Detached, Ended], lost(f"{Why.EXPLOSION} pink"))


def test_ev_17_blue_with_its_fourth_takes_its_own_wire_off_and_explodes() -> None:
    game = state("variant; round 4; holder 1; shown D3 G2 Y2 B3 R2; attached B; B G | G Y | Y D | R R")
    after, events = told(game, "cut 0 0")
    assert (kinds(events), ended(after)) == ([Revealed, Detached, Ended], lost(f"{Why.EXPLOSION} blue"))


def test_ev_17_a_colour_may_be_defused_again_and_explode_only_without() -> None:
    game = state("variant; round 3; holder 1; shown D1 O3 B1 Y3; attached O; B R R | D D D | B O Y | B O R")
    game = play(game, "cut 0 0")
    assert game.attached == ()
    assert ended(play(game, "cut 3 1")) == lost(f"{Why.EXPLOSION} orange")
    game = play(game, "cut 1 0", "attach orange")
    assert game.attached == (ORANGE,)
    assert ended(play(game, "cut 3 1")) is None


@pytest.mark.parametrize("verb", ["attach", "detach"])
def test_ev_20_the_match_waits_for_the_choice_of_the_player_who_cut(verb: str) -> None:
    before = hold(state(EVERY_COLOUR_SHOWN), 1) if verb == "attach" else state(BLUE_NEXT.format("O G"))
    game = play(before, "cut 0 0")
    assert game.to_act == game.view(None).to_act == game.view(1).to_act == 1
    assert all(move.startswith(verb) for move in game.moves(1))
    assert [game.moves(seat) for seat in (0, 2, 3)] == [()] * 3
    for seat in (0, 2, 3):
        with pytest.raises(NotYourTurn):
            game.play(seat, f"{verb} green", Draws())
    for move in ("cut 0 1", "cut 2 0", f"{verb} yellow", verb, f"{'detach' if verb == 'attach' else 'attach'} green"):
        with pytest.raises(IllegalMove):
            game.play(1, move, Draws())


def test_ev_20_one_may_claim_while_the_match_waits() -> None:
    game = play(hold(state(EVERY_COLOUR_SHOWN), 1), "cut 0 0")
    assert game.claim(2, "claim 0 red1").text == "claim 0 red1"


def test_ev_20_a_choice_on_the_last_cut_of_a_round_comes_before_its_end() -> None:
    game = state(EVERY_COLOUR_SHOWN.replace("| G G O | O P P | R R R", "| G G o | O P p | r R R"))
    waiting, events = told(hold(game, 1), "cut 0 0")
    assert (kinds(events), waiting.round, waiting.cuts_left, waiting.to_act) == ([Revealed], 3, 0, 1)
    after, events = told(waiting, "attach red")
    assert (kinds(events), after.round, after.to_act) == ([Attached, Dealt], 4, 0)
    assert after.attached == (RED,)


def test_ev_20_a_choice_on_the_last_cut_of_all_comes_before_time_is_up() -> None:
    game = state("variant; round 4; holder 1; shown D2 P4 B2 Y2 R2; attached P; D D | b B | y Y | r R")
    waiting = play(game, "cut 0 0")
    assert (ended(waiting), waiting.to_act) == (None, 1)
    assert ended(play(waiting, "attach red")) == lost(Reason.TIME)
