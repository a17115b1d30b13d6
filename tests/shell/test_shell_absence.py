"""Missed turns, absence, coming back, and seats that change hands (product, Time)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core.game import Game
from tests.core.chase_states import race
from tests.shell.setting import ANN, BAO, CELINE, GROUP, HOUR, INES, MINUTE, PEOPLE, SECOND, Scene
from tests.shell.slow import KINDS, awake, begun, deadline, nothing_before, run_out, until
from tgbot import absence, ballots, claims, groups, lobby, people, table
from tgbot.facts import Ballot, By, Status
from tgbot.refusals import Code
from tgbot.store import Session, queries
from tgbot.store.snapshot import dump_game

DAY = timedelta(days=1)


def turn_of(scene: Scene, match: int, seat: int) -> None:
    """The others play until it is that seat's move."""
    while scene.to_act(match) != seat:
        moves = scene.moves(match)
        scene.press(match, next((move for move in moves if move.startswith(f"cut {seat} ")), moves[0]))


def absent(session: Session, match: int, seat: int, since: object) -> None:
    row = queries.seats_of(session, match)[seat]
    queries.change_seat(session, row, misses=2, absent_since=since)


def laid(session: Session, match: int, game: Game) -> None:
    """The game stands as told."""
    row = queries.match_of(session, match)
    row.state, row.to_act = dump_game(game), game.to_act


def make_absent(scene: Scene, match: int, seat: int, *, ago: timedelta = timedelta()) -> None:
    """Somebody has missed two turns in a row, the second so long ago."""
    scene.do(absent, match, seat, scene.now - ago)


class TestMisses:
    @pytest.mark.parametrize("kind", KINDS)
    def test_the_first_miss_warns_and_the_second_in_a_row_makes_absent(self, scene: Scene, kind: str) -> None:
        awake(scene)
        match = begun(scene, kind)
        seat = scene.to_act(match)
        run_out(scene, match)
        while scene.to_act(match) == seat and scene.game(match).goes_on:
            run_out(scene, match)
        first = scene.facts(match).seats[seat]
        assert (first.misses, first.absent, first.present) == (1, False, True), "a turn of several moves is missed once"
        turn_of(scene, match, seat)
        assert deadline(scene, match) == scene.now + HOUR, "after the first he has his whole clock"
        run_out(scene, match)
        second = scene.facts(match).seats[seat]
        if scene.row(match).status == Status.RUNNING:
            assert (second.misses, second.absent_since) == (2, scene.now)

    def test_case_c65_a_warning_expires_with_a_move_of_his_own(self, scene: Scene) -> None:
        awake(scene)
        match = begun(scene, first=0)
        run_out(scene, match)
        turn_of(scene, match, 0)
        scene.press(match)
        assert scene.facts(match).seats[0].misses == 0

    def test_the_turns_of_somebody_absent_are_played_after_a_minute_also_at_night(self, scene: Scene) -> None:
        match = begun(scene, first=0)
        make_absent(scene, match, 1)
        scene.later(timedelta(hours=13))  # two in the morning in London
        scene.press(match, next(move for move in scene.moves(match) if move.startswith("cut 1 ")))
        assert deadline(scene, match) == scene.now + MINUTE
        nothing_before(scene, match, scene.now + MINUTE)
        run_out(scene, match)
        assert scene.facts(match).plays[-1].by is By.CLOCK, "told like every other"
        assert scene.facts(match).seats[1].misses == 2

    def test_who_is_out_of_the_game_is_waited_for_no_more(self, scene: Scene) -> None:
        awake(scene)
        match = begun(scene, "race", 3)
        game = race("order 0 1 2; at1 P3 | at1 hit2 | at1")
        scene.do(laid, match, game)
        make_absent(scene, match, 1, ago=DAY)
        scene.do(absence.ask_seat, match, scene.who(INES), 1, GROUP, scene.now)
        scene.press(match, "shoot 1")
        assert game.out == ()
        assert scene.game(match).out == (1,)
        assert not scene.facts(match).seats[1].absent
        assert scene.facts(match).ballot is None
        assert scene.refused(absence.ask_seat, match, scene.who(INES), 1, GROUP, scene.now).code is Code.NOT_ABSENT

    def test_a_short_clock_is_not_made_longer_by_absence(self, scene: Scene) -> None:
        match = begun(scene, first=0, clock=60)
        make_absent(scene, match, 1)
        scene.press(match, next(move for move in scene.moves(match) if move.startswith("cut 1 ")))
        assert deadline(scene, match) == scene.now + MINUTE

    def test_a_computer_does_not_wait_for_the_claim_of_somebody_absent(self, scene: Scene) -> None:
        match = begun(scene, persons=4, computers=1, first=4)
        make_absent(scene, match, 3)
        for person in PEOPLE[:3]:
            assert deadline(scene, match) == scene.now + MINUTE
            scene.do(claims.claim, match, person, "claim 1", scene.now)
        assert deadline(scene, match) == scene.now + 4 * SECOND

    @pytest.mark.parametrize("kind", KINDS)
    def test_case_c64_what_is_played_by_the_clock_is_drawn_and_told_alike_for_everybody(
        self, scene: Scene, kind: str
    ) -> None:
        match = begun(scene, kind)
        game, seat = scene.game(match), scene.to_act(match)
        facts = run_out(scene, match)
        play = facts.plays[0]
        assert (play.seat, play.by) == (seat, By.CLOCK)
        assert play.move in game.clock_moves(seat)


class TestComingBack:
    def test_by_the_button(self, scene: Scene) -> None:
        match = begun(scene)
        make_absent(scene, match, 1)
        revision = scene.row(match).revision
        scene.do(absence.back, match, BAO, scene.now)
        seated = scene.facts(match).seats[1]
        assert (seated.absent, seated.misses) == (False, 0)
        assert scene.row(match).revision > revision
        assert scene.refused(absence.back, match, BAO, scene.now).code == Code.ALREADY_DONE
        assert scene.refused(absence.back, match, INES, scene.now).code == Code.NOT_YOUR_MATCH

    def test_by_a_claim(self, scene: Scene) -> None:
        match = begun(scene)
        make_absent(scene, match, 1)
        scene.do(claims.claim, match, BAO, "claim 1", scene.now)
        assert not scene.facts(match).seats[1].absent

    def test_by_a_move_or_by_pointing(self, scene: Scene) -> None:
        for moving in (True, False):
            match = begun(scene, first=1)
            make_absent(scene, match, 1)
            if moving:
                scene.press(match)
            else:
                scene.do(table.point, match, BAO, 2, "board", scene.now)
            assert not scene.facts(match).seats[1].absent

    def test_not_by_looking_and_not_by_what_is_refused(self, scene: Scene) -> None:
        match = begun(scene, first=0)
        make_absent(scene, match, 1)
        scene.do(table.look, match, BAO)
        scene.do(table.ask_hand, match, BAO)
        assert scene.refused(table.press, match, 1, BAO, "cut 2 0", scene.now).code == Code.NOT_YOUR_TURN
        assert scene.facts(match).seats[1].absent

    def test_case_c63_who_comes_back_at_his_turn_keeps_the_clock_that_runs(self, scene: Scene) -> None:
        match = begun(scene, first=0)
        make_absent(scene, match, 1)
        scene.press(match, next(move for move in scene.moves(match) if move.startswith("cut 1 ")))
        due = deadline(scene, match)
        scene.do(absence.back, match, BAO, scene.later(20 * SECOND))
        assert deadline(scene, match) == due
        scene.do(table.extend, match, BAO, scene.now)
        assert deadline(scene, match) == due + 30 * MINUTE, "more time he may take"

    def test_the_next_turn_has_the_whole_clock(self, scene: Scene) -> None:
        match = begun(scene, first=0)
        make_absent(scene, match, 1)
        scene.do(absence.back, match, BAO, scene.now)
        scene.press(match, next(move for move in scene.moves(match) if move.startswith("cut 1 ")))
        assert deadline(scene, match) == scene.now + HOUR


class TestTakingOver:
    def wanted(self, scene: Scene, *, kind: str = "timebomb", first: int | None = 0, person: int = INES) -> int:
        """A match in which Bảo has been absent for a day, and Ines asks for his seat."""
        match = begun(scene, kind, first=first)
        make_absent(scene, match, 1, ago=DAY)
        scene.do(absence.ask_seat, match, scene.who(person), 1, GROUP, scene.now)
        return match

    def test_somebody_who_never_sat_here_asks_and_the_others_are_asked(self, scene: Scene) -> None:
        match = self.wanted(scene)
        ballot = scene.facts(match).ballot
        assert ballot is not None
        assert (ballot.what, ballot.seat, ballot.candidate, ballot.candidate_id) == ("seat", 1, "Ines", INES)
        assert (ballot.needed, ballot.voters, ballot.yes, ballot.no) == (3, 4, (), ())

    @pytest.mark.parametrize("kind", KINDS)
    def test_a_majority_of_the_others_gives_it_to_him(self, scene: Scene, kind: str) -> None:
        match = self.wanted(scene, kind=kind, first=None)
        for person in (ANN, CELINE, PEOPLE[3]):
            assert scene.facts(match).seats[1].person_id == BAO
            scene.do(ballots.vote, match, person, "seat 1", True, scene.now)
        seated = scene.facts(match).seats[1]
        assert (seated.person_id, seated.name, seated.absent, seated.misses) == (INES, "Ines", False, 0)
        assert scene.facts(match).ballot is None
        assert scene.do(table.look, match, INES).view == scene.game(match).view(1), "with its secrets"
        assert scene.refused(table.look, match, BAO).code == Code.NOT_YOUR_MATCH

    def test_the_absent_person_agrees_alone(self, scene: Scene) -> None:
        match = self.wanted(scene)
        scene.do(ballots.vote, match, BAO, "seat 1", True, scene.now)
        assert scene.facts(match).seats[1].person_id == INES

    def test_by_his_no_he_is_back(self, scene: Scene) -> None:
        match = self.wanted(scene)
        scene.do(ballots.vote, match, BAO, "seat 1", False, scene.now)
        facts = scene.facts(match)
        assert (facts.seats[1].person_id, facts.seats[1].absent, facts.ballot) == (BAO, False, None)

    def test_when_he_is_back_his_seat_is_his(self, scene: Scene) -> None:
        match = self.wanted(scene)
        scene.do(ballots.vote, match, ANN, "seat 1", True, scene.now)
        scene.do(claims.claim, match, BAO, "claim 1", scene.now)
        assert scene.facts(match).ballot is None
        assert scene.refused(ballots.vote, match, CELINE, "seat 1", True, scene.now).code == Code.NO_BALLOT

    def test_half_of_the_others_refuse_it(self, scene: Scene) -> None:
        match = self.wanted(scene)
        scene.do(ballots.vote, match, ANN, "seat 1", False, scene.now)
        scene.do(ballots.vote, match, CELINE, "seat 1", False, scene.now)
        assert (scene.facts(match).ballot, scene.facts(match).seats[1].person_id) == (None, BAO)

    def test_case_c63_who_takes_over_at_that_turn_gets_a_full_clock(self, scene: Scene) -> None:
        match = begun(scene, first=1)
        make_absent(scene, match, 1, ago=DAY)
        until(scene, match, scene.now + 20 * MINUTE)
        scene.do(absence.ask_seat, match, scene.who(INES), 1, GROUP, scene.now)
        scene.do(ballots.vote, match, BAO, "seat 1", True, scene.later(MINUTE))
        assert deadline(scene, match) == scene.now + HOUR
        scene.do(table.extend, match, INES, scene.now)
        scene.do(table.press, match, 1, INES, scene.moves(match)[0], scene.now)

    def test_in_a_pause_the_full_clock_waits(self, scene: Scene) -> None:
        match = begun(scene, first=1)
        make_absent(scene, match, 1, ago=DAY)
        scene.do(ballots.pause, match, scene.who(ANN), scene.later(20 * MINUTE))
        scene.do(absence.ask_seat, match, scene.who(INES), 1, GROUP, scene.now)
        scene.do(ballots.vote, match, BAO, "seat 1", True, scene.later(MINUTE))
        assert scene.facts(match).deadline is None
        scene.do(ballots.resume, match, scene.who(ANN), scene.later(HOUR))
        assert deadline(scene, match) == scene.now + HOUR

    def test_only_after_a_day_of_absence(self, scene: Scene) -> None:
        match = begun(scene)
        ines = scene.who(INES)
        make_absent(scene, match, 1, ago=DAY - SECOND)
        for seat in (0, 1):
            assert scene.refused(absence.ask_seat, match, ines, seat, GROUP, scene.now).code == Code.NOT_ABSENT
        scene.do(absence.ask_seat, match, ines, 1, GROUP, scene.later(SECOND))

    def test_not_by_strangers_and_not_twice(self, scene: Scene) -> None:
        match = self.wanted(scene)
        farid, ines = scene.who(PEOPLE[5]), scene.who(INES)
        stranger = scene.refused(absence.ask_seat, match, farid, 1, None, scene.now)
        assert (stranger.code, stranger.fields["chat_id"]) == (Code.NOT_MEMBER, GROUP)
        assert scene.refused(absence.ask_seat, match, ines, 1, GROUP, scene.now).code == Code.ALREADY_DONE
        assert scene.refused(absence.ask_seat, match, ines, 77, GROUP, scene.now).code == Code.UNKNOWN_BUTTON

    def test_not_by_anybody_who_has_sat_here(self, scene: Scene) -> None:
        match = self.wanted(scene)
        scene.do(ballots.vote, match, BAO, "seat 1", True, scene.now)
        scene.do(table.leave, match, CELINE, scene.now)
        make_absent(scene, match, 3, ago=DAY)
        codes = {
            person: scene.refused(absence.ask_seat, match, scene.who(person), 3, GROUP, scene.now).code
            for person in (ANN, BAO, CELINE, INES)
        }
        assert codes == {
            ANN: Code.ALREADY_SEATED,
            BAO: Code.SAT_BEFORE,
            CELINE: Code.SAT_BEFORE,
            INES: Code.ALREADY_SEATED,
        }

    def test_who_asks_for_a_seat_wipes_out_no_vote(self, scene: Scene) -> None:
        match = begun(scene, first=0)
        make_absent(scene, match, 1, ago=DAY)
        scene.do(ballots.ask_end, match, scene.who(CELINE), scene.now)
        ines, farid = scene.who(INES), scene.who(PEOPLE[5])
        assert scene.refused(absence.ask_seat, match, ines, 1, GROUP, scene.now).code == Code.QUESTION_OPEN
        for person in (ANN, PEOPLE[3]):
            scene.do(ballots.vote, match, person, "end", False, scene.now)
        scene.do(absence.ask_seat, match, ines, 1, GROUP, scene.now)
        assert scene.refused(absence.ask_seat, match, farid, 1, GROUP, scene.now).code == Code.QUESTION_OPEN
        scene.do(ballots.pause, match, scene.who(CELINE), scene.now)
        assert scene.facts(match).ballot == Ballot("pause", None, "", None, (2,), (), 3, 4), "who plays comes first"

    @pytest.mark.parametrize("returns", [False, True])
    def test_who_leaves_the_group_asks_for_no_seat_there(self, scene: Scene, returns: bool) -> None:
        match, other = self.wanted(scene), self.wanted(scene, person=PEOPLE[5])
        before = scene.facts(other).ballot
        assert match in scene.do(groups.depart, GROUP, INES, scene.now)
        assert (scene.facts(match).ballot, scene.facts(other).ballot) == (None, before)
        for person in (BAO, ANN):
            assert scene.refused(ballots.vote, match, person, "seat 1", True, scene.now).code == Code.NO_BALLOT
        if returns:
            scene.do(absence.ask_seat, match, scene.meet(INES), 1, GROUP, scene.now)
            assert scene.facts(match).ballot is not None

    def test_a_vote_for_one_never_counts_for_another(self, scene: Scene) -> None:
        match = self.wanted(scene)
        key = scene.row(match).ballot
        scene.do(ballots.vote, match, ANN, key, True, scene.now)
        for person in (CELINE, PEOPLE[3]):
            scene.do(ballots.vote, match, person, key, False, scene.now)
        scene.do(absence.ask_seat, match, scene.who(PEOPLE[5]), 1, GROUP, scene.now)
        ballot = scene.facts(match).ballot
        assert ballot is not None
        assert (ballot.candidate, ballot.yes) == ("Farid", ())
        assert scene.refused(ballots.vote, match, CELINE, key, True, scene.now).code == Code.NO_BALLOT

    def test_the_host_who_is_replaced_is_host_no_more(self, scene: Scene) -> None:
        match = begun(scene, first=1)
        make_absent(scene, match, 0, ago=DAY)
        scene.do(absence.ask_seat, match, scene.who(INES), 0, GROUP, scene.now)
        scene.do(ballots.vote, match, ANN, "seat 0", True, scene.now)
        assert scene.facts(match).host_id == INES
        assert scene.refused(lobby.cancel, match, scene.who(ANN), scene.now).code == Code.NOT_HOST

    def test_the_match_goes_on_to_its_end_and_a_rematch(self, scene: Scene) -> None:
        match = self.wanted(scene)
        scene.do(ballots.vote, match, BAO, "seat 1", True, scene.now)
        scene.do(people.reach, INES, True)
        while scene.row(match).status == Status.RUNNING:
            run_out(scene, match)
        again = scene.do(lobby.rematch, match, scene.who(ANN), GROUP, scene.now).match
        assert "Ines" in scene.facts(again).invited
