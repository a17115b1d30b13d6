"""A match that has begun: moves, pointing, claims, clocks and people who leave (cases C01 to C64)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

from core.fair import Fair, seed_of
from core.timebomb import TimeBomb
from tests.shell import setting
from tests.shell.setting import (
    ANN,
    BAO,
    CELINE,
    DIMA,
    GROUP,
    HOUR,
    INES,
    MINUTE,
    NOON,
    PEOPLE,
    SECOND,
    Scene,
)
from tgbot import claims, lobby, table
from tgbot.facts import By, Status
from tgbot.lobby import Place
from tgbot.refusals import Code
from tgbot.running import Done
from tgbot.store import queries, reading
from tgbot.store.snapshot import dump_game
from tgbot.timing import TALK, THINK

FIVE = timedelta(seconds=300)


def person_to_act(scene: Scene, match: int) -> int:
    return PEOPLE[scene.to_act(match)]


def press(scene: Scene, match: int, person: int, move: str, position: int | None = None) -> Done:
    at = scene.row(match).position if position is None else position
    return scene.do(table.press, match, at, person, move, scene.now)


def state(scene: Scene, match: int) -> tuple[int, int]:
    row = scene.row(match)
    return row.position, row.revision


class TestMoves:
    def test_a_move_is_logged_raises_position_and_revision_and_gives_a_full_clock(self, scene: Scene) -> None:
        match = scene.running(clock=300)
        seat, (position, revision) = scene.to_act(match), state(scene, match)
        scene.later(MINUTE)
        move = scene.press(match)
        facts = scene.facts(match)
        assert state(scene, match) == (position + 1, revision + 1)
        [play] = facts.plays
        assert (play.position, play.seat, play.move, play.by, play.at) == (position, seat, move, By.PERSON, scene.now)
        assert facts.deadline == scene.now + FIVE
        assert facts.to_act == scene.to_act(match) == int(move.split()[1])

    def test_what_everybody_may_know_of_a_move_is_handed_back(self, scene: Scene) -> None:
        match = scene.running()
        done = press(scene, match, person_to_act(scene, match), scene.moves(match)[0])
        assert (done.match, done.kind) == (match, "timebomb")
        assert done.events
        assert all(event.audience is None for event in done.events)

    def test_who_is_not_to_move_is_told_who_is(self, scene: Scene) -> None:
        match = scene.running(first=1)
        refused = scene.refused(table.press, match, 1, ANN, "cut 2 0", NOON)
        assert (refused.code, refused.fields) == (Code.NOT_YOUR_TURN, {"name": "Bảo"})

    def test_c10_an_outsider_moves_nothing(self, scene: Scene) -> None:
        match = scene.running(first=1)
        for move in ("cut 2 0", "x"):
            assert scene.refused(table.press, match, 1, INES, move, NOON).code == Code.NOT_YOUR_MATCH

    @pytest.mark.parametrize(
        "move", ["", "cut", "cut 1 0", "cut 0 5", "cut 9 9", "CUT 0 0", "cut 0 0 ", "attach green"]
    )
    def test_c12_what_is_no_legal_move_is_refused(self, scene: Scene, move: str) -> None:
        match = scene.running(first=1)
        assert scene.refused(table.press, match, 1, BAO, move, NOON).code == Code.NOT_POSSIBLE

    def test_c06_a_button_of_an_earlier_position_has_no_effect(self, scene: Scene) -> None:
        match = scene.running()
        mover, move = person_to_act(scene, match), scene.moves(match)[0]
        scene.press(match, move)
        other = next(p for p in PEOPLE[:4] if p != mover)
        assert scene.refused(table.press, match, 1, other, move, NOON).code == Code.OLD_BOARD
        assert scene.refused(table.press, match, 1, mover, "cut 9 9", NOON).code == Code.OLD_BOARD
        assert scene.refused(table.press, match, 0, mover, move, NOON).code == Code.OLD_BOARD
        assert scene.refused(table.press, match, 3, mover, move, NOON).code == Code.OLD_BOARD

    def test_c01_the_same_press_again_is_told_that_it_counted(self, scene: Scene) -> None:
        match = scene.running()
        mover, move = person_to_act(scene, match), scene.moves(match)[0]
        press(scene, match, mover, move, 1)
        for _ in range(4):
            assert scene.refused(table.press, match, 1, mover, move, NOON).code == Code.ALREADY_DONE

    def test_c01_also_when_the_press_ended_the_match(self, scene: Scene) -> None:
        match = scene.running()
        while True:
            mover, position, move = person_to_act(scene, match), scene.row(match).position, scene.moves(match)[-1]
            press(scene, match, mover, move)
            if scene.row(match).status == Status.FINISHED:
                break
        assert scene.refused(table.press, match, position, mover, move, NOON).code == Code.ALREADY_DONE
        assert scene.refused(table.press, match, position + 1, mover, move, NOON).code == Code.MATCH_OVER

    def test_a_move_before_the_start_or_after_the_end_is_refused(self, scene: Scene) -> None:
        match = scene.lobby(4)
        assert scene.refused(table.press, match, 0, ANN, "cut 1 0", NOON).code == Code.NOT_STARTED
        scene.do(lobby.cancel, match, scene.who(ANN), NOON)
        assert scene.refused(table.press, match, 0, ANN, "cut 1 0", NOON).code == Code.MATCH_OVER
        assert scene.refused(table.press, match + 1, 0, ANN, "cut 1 0", NOON).code == Code.NO_SUCH_MATCH

    def test_c17_a_match_with_an_outcome_is_finished_and_waits_for_nothing(self, scene: Scene) -> None:
        match = scene.running()
        scene.play_out(match)
        row = scene.row(match)
        assert row.status == Status.FINISHED
        assert (row.deadline, row.to_act, row.pointing, row.pointing_in) == (None, None, None, "")
        assert row.ended_at == scene.now
        assert scene.facts(match).revelation is not None
        assert scene.do(table.time_out, match, scene.later(HOUR * 1000)) is None
        assert scene.refused(claims.claim, match, ANN, "claim 1", scene.now).code == Code.MATCH_OVER
        assert scene.refused(table.leave, match, ANN, scene.now).code == Code.MATCH_OVER

    def test_c41_c42_two_matches_of_the_same_people_never_mix(self, scene: Scene) -> None:
        first, second = scene.running(first=0), scene.running(first=1)
        before = scene.facts(second)
        press(scene, first, ANN, "cut 2 0", 1)
        assert scene.facts(second) == before
        assert scene.refused(table.press, second, 1, ANN, "cut 2 0", NOON).code == Code.NOT_YOUR_TURN


class TestPointing:
    def test_pointing_raises_the_revision_only(self, scene: Scene) -> None:
        match = scene.running(first=0)
        position, revision = state(scene, match)
        deadline = scene.row(match).deadline
        scene.do(table.point, match, ANN, 2, "board", scene.now, 1)
        row = scene.row(match)
        assert (row.pointing, row.pointing_in) == (2, "board")
        assert (row.position, row.revision, row.deadline) == (position, revision + 1, deadline)

    def test_pointing_at_the_same_again_or_at_nobody_twice_shows_nothing_new(self, scene: Scene) -> None:
        match = scene.running(first=0)
        scene.do(table.point, match, ANN, 2, "board", scene.now, 1)
        before = scene.dump()
        scene.do(table.point, match, ANN, 2, "board", scene.now, 1)
        assert scene.dump() == before
        scene.do(table.point, match, ANN, None, "board", scene.now, 1)
        row = scene.row(match)
        assert (row.pointing, row.pointing_in) == (None, "")
        before = scene.dump()
        scene.do(table.point, match, ANN, None, "turn", scene.now, 1)
        assert scene.dump() == before

    def test_a_cut_takes_the_pointing_away(self, scene: Scene) -> None:
        match = scene.running(first=0)
        scene.do(table.point, match, ANN, 2, "board", scene.now, 1)
        press(scene, match, ANN, scene.moves(match)[0])
        assert (scene.row(match).pointing, scene.row(match).pointing_in) == (None, "")

    def test_only_who_is_to_move_points_and_at_somebody_with_wires(self, scene: Scene) -> None:
        match = scene.running(first=0)
        refused = scene.refused(table.point, match, BAO, 2, "board", scene.now, 1)
        assert (refused.code, refused.fields) == (Code.NOT_YOUR_TURN, {"name": "Ann"})
        assert scene.refused(table.point, match, INES, 2, "board", scene.now, 1).code == Code.NOT_YOUR_MATCH
        assert scene.refused(table.point, match, ANN, 2, "board", scene.now, 2).code == Code.OLD_BOARD
        for nobody in (0, 4, 99, -1):
            assert scene.refused(table.point, match, ANN, nobody, "board", scene.now, 1).code == Code.NOT_POSSIBLE
        scene.do(table.point, match, ANN, 2, "hand", scene.now)

    def test_pointing_at_somebody_without_wires_tells_his_name(self, scene: Scene) -> None:
        match, poor = next(filter(None, (with_a_poor_player(scene, n) for n in range(20))))
        refused = scene.refused(
            table.point, match, person_to_act(scene, match), poor, "board", scene.now, scene.row(match).position
        )
        assert (refused.code, refused.fields) == (Code.NO_WIRE_LEFT, {"name": scene.facts(match).seats[poor].name})


def with_a_poor_player(scene: Scene, number: int) -> tuple[int, int] | None:
    """A match in its fourth round in which a player has no wire left: five cuts, both of his among the first four."""
    match = scene.running(5, place=Place(-100 - number, ""))
    while scene.row(match).status == Status.RUNNING and scene.game(match).round < 4:
        scene.press(match)
    poor = -1
    for _ in range(4):
        if scene.row(match).status != Status.RUNNING:
            return None
        to_act = scene.to_act(match)
        if poor == -1:
            poor = (to_act + 1) % 5
        at_him = [m for m in scene.moves(match) if m.startswith(f"cut {poor} ")]
        elsewhere = [m for m in scene.moves(match) if not m.startswith(f"cut {poor} ")]
        scene.press(match, (elsewhere if to_act == poor else at_him)[0])
    return (match, poor) if scene.row(match).status == Status.RUNNING else None


class TestClaims:
    def test_a_claim_leaves_the_position_so_that_the_buttons_stay_good(self, scene: Scene) -> None:
        match = scene.running(first=0)
        position, revision = state(scene, match)
        deadline = scene.row(match).deadline
        scene.do(claims.claim, match, BAO, "claim 2", scene.later(MINUTE))
        assert state(scene, match) == (position, revision + 1)
        assert scene.row(match).deadline == deadline
        press(scene, match, ANN, scene.moves(match)[0], position)

    def test_the_newest_claim_counts_and_older_ones_are_kept(self, scene: Scene) -> None:
        match = scene.running()
        for text in ("claim 2", "claim 0 bomb", "claim 1 nobomb"):
            scene.do(claims.claim, match, BAO, text, NOON)
        assert [(c.seat, c.round, c.text) for c in scene.facts(match).claims] == [
            (1, 1, "claim 2"),
            (1, 1, "claim 0 bomb"),
            (1, 1, "claim 1 nobomb"),
        ]

    def test_the_same_claim_again_changes_nothing(self, scene: Scene) -> None:
        match = scene.running()
        scene.do(claims.claim, match, BAO, "claim 2", NOON)
        before = scene.dump()
        scene.do(claims.claim, match, BAO, "claim 2", scene.later(MINUTE))
        assert scene.dump() == before

    @pytest.mark.parametrize("text", ["claim 6", "claim 5 bomb", "claim", "claim x", "claim 1 maybe", "claim -1", ""])
    def test_more_than_a_hand_can_hold_is_refused(self, scene: Scene, text: str) -> None:
        match = scene.running()
        assert scene.refused(claims.claim, match, BAO, text, NOON).code == Code.CLAIM_TOO_MUCH

    def test_claims_may_be_switched_off(self, scene: Scene) -> None:
        match = scene.running(computers=2, claims=False)
        assert scene.facts(match).claims == ()
        assert scene.refused(claims.claim, match, BAO, "claim 1", NOON).code == Code.CLAIMS_OFF
        assert scene.refused(claims.claim_bomb, match, BAO, "bomb", NOON).code == Code.CLAIMS_OFF

    def test_the_bomb_is_spoken_of_after_a_number(self, scene: Scene) -> None:
        match = scene.running()
        assert scene.refused(claims.claim_bomb, match, BAO, "bomb", NOON).code == Code.CLAIM_NUMBER_FIRST
        scene.do(claims.claim, match, BAO, "claim 1", NOON)
        for bomb in ("bomb", "nobomb", ""):
            scene.do(claims.claim_bomb, match, BAO, bomb, NOON)
        said = ["claim 1", "claim 1 bomb", "claim 1 nobomb", "claim 1"]
        assert [c.text for c in scene.facts(match).claims] == said

    def test_five_wires_and_the_bomb_are_too_much(self, scene: Scene) -> None:
        match = scene.running()
        scene.do(claims.claim, match, BAO, "claim 5", NOON)
        assert scene.refused(claims.claim_bomb, match, BAO, "bomb", NOON).code == Code.CLAIM_TOO_MUCH
        scene.do(claims.claim_bomb, match, BAO, "nobomb", NOON)

    def test_a_number_of_the_last_round_does_not_count_for_the_bomb_of_this_one(self, scene: Scene) -> None:
        match = scene.running()
        scene.do(claims.claim, match, BAO, "claim 1", NOON)
        while scene.game(match).round == 1:
            scene.press(match)
        assert scene.refused(claims.claim_bomb, match, BAO, "bomb", NOON).code == Code.CLAIM_NUMBER_FIRST

    def test_outsiders_and_lobbies_claim_nothing(self, scene: Scene) -> None:
        match = scene.lobby(4)
        assert scene.refused(claims.claim, match, ANN, "claim 1", NOON).code == Code.NOT_STARTED
        scene.do(lobby.start, match, scene.who(ANN), NOON)
        assert scene.refused(claims.claim, match, INES, "claim 1", NOON).code == Code.NOT_YOUR_MATCH

    def test_computer_players_claim_when_they_are_dealt_to(self, scene: Scene) -> None:
        match = scene.running(4, 2)
        assert {c.seat for c in scene.facts(match).claims} <= {4, 5}
        for _ in range(40):
            if scene.game(match).round == 2:
                break
            scene.now = max(scene.now, scene.row(match).deadline or scene.now)
            scene.do(table.time_out, match, scene.now)
        assert all(c.seat in (4, 5) for c in scene.facts(match).claims)


class TestComputers:
    def test_the_first_cut_of_a_round_waits_for_people_to_talk(self, scene: Scene) -> None:
        match = scene.running(4, 1, first=4)
        assert scene.row(match).deadline == NOON + TALK == NOON + 60 * SECOND

    def test_when_the_last_person_has_claimed_it_goes_on_in_four_seconds(self, scene: Scene) -> None:
        match = scene.running(4, 1, first=4)
        scene.later(10 * SECOND)
        for person in PEOPLE[:3]:
            scene.do(claims.claim, match, person, "claim 1", scene.now)
            assert scene.row(match).deadline == NOON + TALK
        scene.do(claims.claim, match, DIMA, "claim 1", scene.now)
        assert scene.row(match).deadline == scene.now + THINK == NOON + 14 * SECOND

    def test_a_late_claim_puts_nothing_off(self, scene: Scene) -> None:
        match = scene.running(4, 1, first=4)
        scene.later(58 * SECOND)
        for person in PEOPLE[:4]:
            scene.do(claims.claim, match, person, "claim 1", scene.now)
        assert scene.row(match).deadline == NOON + TALK

    def test_without_claims_there_is_nothing_to_wait_for(self, scene: Scene) -> None:
        match = scene.running(4, 1, first=4, claims=False)
        assert scene.row(match).deadline == NOON + THINK

    def test_later_cuts_of_a_round_take_four_seconds(self, scene: Scene) -> None:
        match = scene.running(4, 1, first=0)
        scene.press(match, next(m for m in scene.moves(match) if m.startswith("cut 4 ")))
        assert scene.row(match).deadline == scene.now + THINK

    def test_a_computer_player_moves_at_its_deadline_and_by_itself(self, scene: Scene) -> None:
        match = scene.running(4, 1, first=4)
        before = scene.dump()
        assert scene.do(table.time_out, match, NOON + 59 * SECOND) is None
        assert scene.dump() == before
        done = scene.do(table.time_out, match, NOON + TALK)
        assert done is not None
        assert done.events
        facts = scene.facts(match)
        assert [(p.seat, p.by) for p in facts.plays] == [(4, By.COMPUTER)]
        assert facts.seats[4].misses == 0
        assert facts.deadline == NOON + TALK + HOUR

    def test_computers_alone_with_one_person_play_a_whole_match(self, scene: Scene) -> None:
        match = scene.running(1, 4)
        scene.play_out(match)
        by = Counter(play.by for play in scene.facts(match).plays)
        assert by[By.CLOCK] == 0
        assert by[By.COMPUTER] > 0


class TestClock:
    def test_c23_when_nobody_touches_anything_the_match_still_ends(self, scene: Scene) -> None:
        match = scene.running(clock=60)
        for _ in range(16):
            if scene.row(match).status == Status.RUNNING:
                assert scene.row(match).deadline == scene.now + MINUTE
                scene.do(table.time_out, match, scene.later(MINUTE))
        assert scene.row(match).status == Status.FINISHED
        assert {play.by for play in scene.facts(match).plays} == {By.CLOCK}

    def test_a_deadline_that_lies_ahead_does_nothing(self, scene: Scene) -> None:
        match = scene.running(clock=300)
        before = scene.dump()
        assert scene.do(table.time_out, match, NOON + FIVE - timedelta(microseconds=1)) is None
        assert scene.dump() == before

    def test_tb_14_the_move_comes_from_the_fair_source_among_the_legal_ones(self, scene: Scene) -> None:
        match = scene.running(clock=60)
        row, seat = scene.row(match), scene.to_act(match)
        moves = scene.game(match).moves(seat)
        scene.do(table.time_out, match, scene.later(MINUTE))
        [play] = scene.facts(match).plays
        assert (play.seat, play.by) == (seat, By.CLOCK)
        assert play.move == Fair(seed_of(row.secret, row.joins), 1, "clock").choice(moves)

    def test_tb_14_every_legal_move_is_equally_likely(self) -> None:
        counts: Counter[str] = Counter()
        with setting.scene() as scene:
            match = scene.running(clock=60, first=0)
            state_ = scene.row(match).state
            moves = scene.game(match).moves(0)
            matches = 600
            for number in range(matches):
                counts[_moved_by_the_clock(scene, match, number, state_)] += 1
        assert set(counts) == set(moves)
        expected = matches / len(moves)
        chi_square = sum((counts[m] - expected) ** 2 / expected for m in moves)
        # 14 degrees of freedom: above 36.1 in one of a thousand fair draws, and these draws are always the same.
        assert chi_square < 36.1

    def test_c64_the_move_does_not_depend_on_what_the_player_holds(self, scene: Scene) -> None:
        match = scene.running(clock=60, first=0)
        game = scene.game(match)
        assert isinstance(game, TimeBomb)
        dealt = tuple(hands[::-1] for hands in game.dealt)
        swapped = replace(game, roles=game.roles[::-1], hands=game.hands[::-1], dealt=dealt)
        assert swapped != game
        first, second = (_moved_by_the_clock(scene, match, 5, dump_game(given)) for given in (game, swapped))
        assert first == second

    def test_misses_are_counted_and_an_own_move_forgives_them(self, scene: Scene) -> None:
        match = scene.running(clock=60)
        seat = scene.to_act(match)
        scene.do(table.time_out, match, scene.later(MINUTE))
        assert [s.misses for s in scene.facts(match).seats] == [int(n == seat) for n in range(4)]
        while scene.to_act(match) != seat:
            back = [m for m in scene.moves(match) if m.startswith(f"cut {seat} ")]
            scene.press(match, back[0] if back else None)
        assert scene.facts(match).seats[seat].misses == 1
        scene.press(match)
        assert scene.facts(match).seats[seat].misses == 0

    def test_c04_a_press_first_and_the_clock_has_nothing_to_do(self, scene: Scene) -> None:
        match = scene.running(clock=60)
        due = NOON + MINUTE
        scene.now = due
        scene.press(match)
        before = scene.dump()
        assert scene.do(table.time_out, match, due) is None
        assert scene.dump() == before
        assert scene.row(match).position == 2

    def test_c04_the_clock_first_and_the_press_is_told_that_the_board_is_old(self, scene: Scene) -> None:
        match = scene.running(clock=60)
        mover, move = person_to_act(scene, match), scene.moves(match)[0]
        scene.do(table.time_out, match, scene.later(MINUTE))
        drawn = scene.facts(match).plays[0].move
        assert scene.refused(table.press, match, 1, mover, move, scene.now).code == Code.OLD_BOARD
        # Also when the clock drew the very same move: it was not his.
        assert scene.refused(table.press, match, 1, mover, drawn, scene.now).code == Code.OLD_BOARD
        assert scene.row(match).position == 2

    def test_c04_a_late_press_that_comes_before_the_clock_counts(self, scene: Scene) -> None:
        match = scene.running(clock=60)
        scene.later(10 * MINUTE)
        scene.press(match)
        assert [play.by for play in scene.facts(match).plays] == [By.PERSON]
        assert scene.row(match).deadline == scene.now + MINUTE


def _moved_by_the_clock(scene: Scene, match: int, number: int, state: str | None) -> str:
    """What the clock plays at the first position with another secret, after which everything is as before."""
    with scene.store.writing() as session:
        row = queries.match_of(session, match)
        row.secret, row.state = number.to_bytes(32, "big"), state
        table.time_out(session, match, NOON + MINUTE)
        play = reading.play_at(session, match, 1)
        session.rollback()
    assert play is not None
    return play.move


class TestLeaving:
    def test_the_computer_plays_on_for_who_leaves(self, scene: Scene) -> None:
        match = scene.running(4, first=1, clock=300)
        revision = scene.row(match).revision
        scene.do(table.point, match, BAO, 2, "board", scene.now, 1)
        scene.do(table.leave, match, BAO, scene.later(MINUTE))
        facts = scene.facts(match)
        assert (facts.seats[1].left, facts.seats[1].automatic, facts.seats[1].person_id) == (True, True, BAO)
        assert (facts.pointing, facts.pointing_in) == (None, "")
        assert facts.revision == revision + 2
        assert facts.deadline == scene.now + TALK
        scene.do(table.time_out, match, scene.later(TALK))
        assert [(p.seat, p.by) for p in scene.facts(match).plays] == [(1, By.COMPUTER)]

    def test_who_has_left_does_nothing_more(self, scene: Scene) -> None:
        match = scene.running(4, first=1)
        scene.do(table.leave, match, BAO, NOON)
        for refused in (
            scene.refused(table.leave, match, BAO, NOON),
            scene.refused(table.press, match, 1, BAO, "cut 0 0", NOON),
            scene.refused(table.point, match, BAO, 0, "board", scene.now, 1),
            scene.refused(claims.claim, match, BAO, "claim 1", NOON),
            scene.refused(table.ask_hand, match, BAO),
            scene.refused(table.look, match, BAO),
        ):
            assert refused.code == Code.NOT_YOUR_MATCH

    def test_leaving_when_somebody_else_is_to_move_leaves_his_clock_alone(self, scene: Scene) -> None:
        match = scene.running(4, first=1)
        deadline = scene.row(match).deadline
        scene.do(table.leave, match, CELINE, scene.later(MINUTE))
        assert scene.row(match).deadline == deadline

    def test_the_host_passes_on_to_the_next_person(self, scene: Scene) -> None:
        match = scene.running(3, 1)
        scene.do(table.leave, match, BAO, NOON)
        assert scene.facts(match).host_id == ANN
        scene.do(table.leave, match, ANN, NOON)
        assert scene.facts(match).host_id == CELINE
        scene.do(lobby.cancel, match, scene.who(CELINE), NOON)

    def test_with_the_last_person_the_match_is_cancelled(self, scene: Scene) -> None:
        match = scene.running(2, 2)
        scene.do(table.leave, match, ANN, NOON)
        scene.do(table.leave, match, BAO, scene.later(MINUTE))
        row = scene.row(match)
        assert (row.status, row.deadline, row.to_act, row.ended_at) == (Status.CANCELLED, None, None, scene.now)
        assert scene.facts(match).revelation is not None

    def test_who_leaves_no_longer_holds_up_the_talk(self, scene: Scene) -> None:
        match = scene.running(3, 1, first=3)
        for person in (ANN, BAO):
            scene.do(claims.claim, match, person, "claim 1", NOON)
        assert scene.row(match).deadline == NOON + TALK
        scene.do(table.leave, match, CELINE, scene.later(SECOND))
        assert scene.row(match).deadline == scene.now + THINK

    def test_an_outsider_cannot_leave(self, scene: Scene) -> None:
        match = scene.running()
        assert scene.refused(table.leave, match, INES, NOON).code == Code.NOT_YOUR_MATCH
        open_ = scene.lobby(2)
        assert scene.refused(table.leave, open_, BAO, NOON).code == Code.NOT_STARTED


class TestLooking:
    def test_everybody_sees_the_public_view_and_a_player_his_own(self, scene: Scene) -> None:
        match = scene.running()
        public, mine = scene.do(table.look, match), scene.do(table.look, match, BAO)
        assert public.view == scene.game(match).view(None)
        assert mine.view == scene.game(match).view(1)
        assert scene.refused(table.look, match, INES).code == Code.NOT_YOUR_MATCH

    def test_the_deliverer_gets_one_view_for_each_seat(self, scene: Scene) -> None:
        match = scene.running(4, 1)
        look, views = scene.do(table.looks, match)
        assert look.view is not None
        assert look.view.seat is None
        assert views == tuple(scene.game(match).view(seat) for seat in range(5))

    def test_a_lobby_has_no_views(self, scene: Scene) -> None:
        match = scene.lobby(2)
        assert scene.do(table.looks, match)[1] == ()
        assert scene.do(table.look, match, BAO).view is None

    def test_asking_for_the_board_or_the_hand_again_raises_the_revision_only(self, scene: Scene) -> None:
        match = scene.running()
        position, revision = state(scene, match)
        scene.do(table.repost, match)
        scene.do(table.ask_hand, match, BAO)
        assert state(scene, match) == (position, revision + 2)
        facts = scene.facts(match)
        assert (facts.reposted, [s.asked for s in facts.seats]) == (1, [0, 1, 0, 0])
        assert scene.refused(table.ask_hand, match, INES).code == Code.NOT_YOUR_MATCH
        assert scene.refused(table.repost, 99).code == Code.NO_SUCH_MATCH


def test_a_match_can_be_cancelled_in_the_middle_by_its_host(scene: Scene) -> None:
    match = scene.running(4)
    scene.press(match)
    revision = scene.row(match).revision
    scene.do(lobby.cancel, match, scene.who(ANN), scene.later(MINUTE))
    row = scene.row(match)
    assert (row.status, row.deadline, row.to_act, row.ended_at) == (Status.CANCELLED, None, None, scene.now)
    assert row.revision == revision + 1
    assert scene.facts(match).chat_id == GROUP
