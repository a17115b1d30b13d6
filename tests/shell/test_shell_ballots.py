"""What the people of a match decide together (product, Time)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.shell.setting import ANN, BAO, CELINE, DIMA, EVE, HOUR, INES, MINUTE, Scene
from tests.shell.slow import begun, deadline, until
from tests.shell.test_shell_absence import make_absent
from tgbot import absence, ballots, claims, lobby, table
from tgbot.facts import Ballot, Status
from tgbot.refusals import Code


def ballot(scene: Scene, match: int) -> Ballot:
    found = scene.facts(match).ballot
    assert found is not None
    return found


def test_the_host_pauses_at_once_for_a_day_at_most(scene: Scene) -> None:
    match = begun(scene)
    scene.do(ballots.pause, match, scene.who(ANN), scene.now)
    assert scene.facts(match).pause_until == scene.now + timedelta(hours=24)
    assert scene.facts(match).ballot is None


def test_an_administrator_may_too(scene: Scene) -> None:
    match = begun(scene)
    scene.do(ballots.pause, match, scene.who(INES), scene.now, admin=True)
    scene.do(ballots.resume, match, scene.who(INES), scene.now, admin=True)
    scene.do(lobby.cancel, match, scene.who(INES), scene.now, admin=True)
    assert scene.facts(match).status is Status.CANCELLED


def test_anybody_else_who_plays_asks_and_says_yes_himself(scene: Scene) -> None:
    match = begun(scene)
    scene.do(ballots.pause, match, scene.who(BAO), scene.now)
    found = ballot(scene, match)
    assert (found.what, found.yes, found.no, found.needed, found.voters) == ("pause", (1,), (), 3, 5)
    assert not scene.facts(match).paused
    assert scene.refused(ballots.pause, match, scene.who(BAO), scene.now).code == Code.ALREADY_DONE


def test_more_than_half_pause_for_a_week_at_most_and_more_than_half_go_on(scene: Scene) -> None:
    match = begun(scene)
    scene.do(ballots.pause, match, scene.who(BAO), scene.now)
    scene.do(ballots.vote, match, CELINE, "pause", True, scene.now)
    assert not scene.facts(match).paused
    scene.do(ballots.vote, match, DIMA, "pause", True, scene.later(10 * MINUTE))
    facts = scene.facts(match)
    assert (facts.paused, facts.pause_until, facts.ballot) == (True, scene.now + timedelta(days=7), None)
    for person in (BAO, CELINE):
        scene.do(ballots.resume, match, scene.who(person), scene.later(HOUR))
    scene.do(ballots.vote, match, DIMA, "resume", True, scene.now)
    assert deadline(scene, match) == scene.now + 50 * MINUTE
    assert scene.facts(match).ballot is None


def test_of_two_both_are_needed_and_of_one_only_himself(scene: Scene) -> None:
    match = begun(scene, persons=2, computers=3)
    scene.do(ballots.ask_end, match, scene.who(BAO), scene.now)
    assert ballot(scene, match).needed == 2
    scene.do(ballots.vote, match, ANN, "end", True, scene.now)
    assert scene.facts(match).status is Status.CANCELLED


def test_more_than_half_of_the_people_end_the_match(scene: Scene) -> None:
    match = begun(scene)
    scene.do(ballots.ask_end, match, scene.who(BAO), scene.now)
    for person in (CELINE, DIMA):
        scene.do(ballots.vote, match, person, "end", True, scene.now)
    row = scene.row(match)
    assert (row.status, row.deadline, row.wake_at, row.ballot) == (Status.CANCELLED, None, None, "")
    assert scene.refused(ballots.vote, match, EVE, "end", True, scene.now).code == Code.MATCH_OVER


def test_half_of_the_people_refuse(scene: Scene) -> None:
    match = begun(scene, persons=4)
    scene.do(ballots.ask_end, match, scene.who(BAO), scene.now)
    scene.do(ballots.vote, match, CELINE, "end", False, scene.now)
    scene.do(ballots.vote, match, DIMA, "end", False, scene.now)
    assert (scene.facts(match).ballot, scene.facts(match).status) == (None, Status.RUNNING)
    scene.do(ballots.ask_end, match, scene.who(BAO), scene.now)
    assert ballot(scene, match).no == (), "asked again everybody votes again"


def test_who_changes_his_mind_votes_again_and_twice_the_same_counts_once(scene: Scene) -> None:
    match = begun(scene)
    scene.do(ballots.ask_end, match, scene.who(BAO), scene.now)
    scene.do(ballots.vote, match, CELINE, "end", True, scene.now)
    assert scene.refused(ballots.vote, match, CELINE, "end", True, scene.now).code == Code.ALREADY_DONE
    scene.do(ballots.vote, match, CELINE, "end", False, scene.now)
    assert (ballot(scene, match).yes, ballot(scene, match).no) == ((1,), (2,))


def test_one_question_is_open_at_a_time_the_newest(scene: Scene) -> None:
    match = begun(scene)
    scene.do(ballots.ask_end, match, scene.who(BAO), scene.now)
    scene.do(ballots.vote, match, CELINE, "end", True, scene.now)
    scene.do(ballots.pause, match, scene.who(DIMA), scene.now)
    assert (ballot(scene, match).what, ballot(scene, match).yes) == ("pause", (3,))
    assert scene.refused(ballots.vote, match, EVE, "end", True, scene.now).code == Code.NO_BALLOT
    scene.do(ballots.ask_end, match, scene.who(EVE), scene.now)
    assert ballot(scene, match).yes == (4,), "old votes are forgotten"


@pytest.mark.parametrize("what", ["", "pau", "resume", "seat 1", "end "])
def test_a_vote_on_anything_else_is_refused(scene: Scene, what: str) -> None:
    match = begun(scene)
    assert scene.refused(ballots.vote, match, BAO, what, True, scene.now).code == Code.NO_BALLOT
    scene.do(ballots.pause, match, scene.who(BAO), scene.now)
    assert scene.refused(ballots.vote, match, CELINE, what, True, scene.now).code == Code.NO_BALLOT


def test_only_people_who_play_have_a_vote(scene: Scene) -> None:
    match = begun(scene, computers=1)
    scene.do(table.leave, match, EVE, scene.now)
    scene.do(ballots.pause, match, scene.who(BAO), scene.now)
    for person in (INES, EVE):
        assert scene.refused(ballots.vote, match, person, "pause", True, scene.now).code == Code.NO_VOTE
        assert scene.refused(ballots.pause, match, scene.who(person), scene.now).code == Code.NOT_YOUR_MATCH
    assert ballot(scene, match).voters == 4


def test_people_who_are_absent_do_not_count_and_who_votes_is_back(scene: Scene) -> None:
    match = begun(scene)
    make_absent(scene, match, 4)
    scene.do(ballots.pause, match, scene.who(BAO), scene.now)
    assert (ballot(scene, match).voters, ballot(scene, match).needed) == (4, 3)
    scene.do(ballots.vote, match, EVE, "pause", False, scene.now)
    assert (ballot(scene, match).voters, ballot(scene, match).no) == (5, (4,))


def test_when_somebody_leaves_the_votes_are_counted_anew(scene: Scene) -> None:
    match = begun(scene, persons=4)
    scene.do(ballots.pause, match, scene.who(BAO), scene.now)
    scene.do(ballots.vote, match, CELINE, "pause", True, scene.now)
    assert not scene.facts(match).paused
    scene.do(table.leave, match, DIMA, scene.now)
    assert scene.facts(match).paused


RETURNS: dict[str, tuple[int, Callable[[Scene, int], object]]] = {
    "press": (2, lambda scene, match: scene.press(match)),
    "point": (2, lambda scene, match: scene.do(table.point, match, CELINE, 1, "board", scene.now)),
    "extend": (2, lambda scene, match: scene.do(table.extend, match, CELINE, scene.now)),
    "claim": (0, lambda scene, match: scene.do(claims.claim, match, CELINE, "claim 1", scene.now)),
    "claim more": (0, lambda scene, match: scene.do(claims.claim_bomb, match, CELINE, "bomb", scene.now)),
    "back": (0, lambda scene, match: scene.do(absence.back, match, CELINE, scene.now)),
}
"""By what Céline, who was absent, comes back, and who is to move then."""


@pytest.mark.parametrize("what", ["end", "pause"])
@pytest.mark.parametrize("how", RETURNS)
def test_who_comes_back_brings_his_vote_along_however_he_does(scene: Scene, how: str, what: str) -> None:
    first, back = RETURNS[how]
    match = begun(scene, first=first)
    scene.do(claims.claim, match, CELINE, "claim 1", scene.now)
    for person in (BAO, CELINE):
        scene.do(ballots.ask_end if what == "end" else ballots.pause, match, scene.who(person), scene.now)
    make_absent(scene, match, 2)
    scene.do(ballots.vote, match, DIMA, what, True, scene.now)
    assert (ballot(scene, match).yes, ballot(scene, match).needed) == ((1, 3), 3)
    moves, said = len(scene.facts(match).plays), len(scene.facts(match).claims)
    back(scene, match)
    facts = scene.facts(match)
    assert (facts.ballot, facts.seats[2].absent) == (None, False)
    assert (facts.status is Status.CANCELLED, facts.paused) == (what == "end", what == "pause")
    assert len(facts.plays) - moves == (how == "press"), "and what he did is done"
    assert len(facts.claims) - said == (how == "claim more")
    assert facts.seats[2].extended == (how == "extend")


def test_what_the_host_does_closes_the_question(scene: Scene) -> None:
    match = begun(scene)
    scene.do(ballots.pause, match, scene.who(BAO), scene.now)
    scene.do(ballots.pause, match, scene.who(ANN), scene.now)
    assert scene.facts(match).ballot is None
    scene.do(ballots.resume, match, scene.who(BAO), scene.now)
    until(scene, match, scene.now + timedelta(hours=24))
    assert (scene.facts(match).ballot, scene.facts(match).paused) == (None, False)
    scene.do(ballots.ask_end, match, scene.who(BAO), scene.now)
    scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
    assert scene.facts(match).ballot is None


def test_a_move_does_not_close_a_question(scene: Scene) -> None:
    match = begun(scene)
    scene.do(ballots.ask_end, match, scene.who(BAO), scene.now)
    scene.press(match)
    assert ballot(scene, match).yes == (1,)
