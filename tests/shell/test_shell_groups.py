"""The life of groups: the bot loses its voice and finds it again; people leave the group (C35 to C37)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.shell.setting import ANN, BAO, CELINE, DIMA, GROUP, HOUR, MINUTE, PLACE, SECOND, Scene
from tgbot import absence, ballots, claims, groups, lobby, people, table, timing
from tgbot.facts import Status
from tgbot.lobby import Place
from tgbot.refusals import Code

OTHER = Place(GROUP + 7, "Sunday noon")


def hush(scene: Scene, chat: int = GROUP) -> list[int]:
    return list(scene.do(groups.hush, chat, scene.now))


def speak(scene: Scene, chat: int = GROUP) -> list[int]:
    return list(scene.do(groups.speak, chat, scene.now))


def test_case_c37_a_hushed_match_keeps_what_is_left_to_the_second_for_as_long_as_it_takes(scene: Scene) -> None:
    match = scene.running(4, clock=300, first=0)
    scene.later(100 * SECOND)
    assert hush(scene) == [match]
    row = scene.row(match)
    assert (row.deadline, row.wake_at, row.left_ms) == (None, None, 200_000)
    scene.later(timedelta(days=40))
    assert scene.do(table.time_out, match, scene.now) is None
    assert speak(scene) == [match]
    assert scene.row(match).deadline == scene.now + 200 * SECOND
    assert not scene.row(match).hushed


def test_told_again_nothing_changes(scene: Scene) -> None:
    match = scene.running(4, clock=300)
    hush(scene)
    before = scene.dump()
    scene.later(MINUTE)
    assert hush(scene) == []
    assert scene.dump() == before
    assert speak(scene) == [match]
    before = scene.dump()
    assert speak(scene) == []
    assert scene.dump() == before


def test_a_computer_players_pause_for_thought_is_kept_too(scene: Scene) -> None:
    match = scene.running(3, 1, first=3, claims=False)
    scene.later(SECOND)
    hush(scene)
    scene.later(HOUR)
    speak(scene)
    assert scene.row(match).deadline == scene.now + timing.THINK - SECOND


def test_only_running_matches_of_that_group_are_hushed(scene: Scene) -> None:
    elsewhere, here, waiting = scene.running(4, place=OTHER), scene.running(4), scene.lobby(2)
    assert not scene.do(groups.hushed, GROUP)
    assert hush(scene) == [here]
    assert (scene.do(groups.hushed, GROUP), scene.do(groups.hushed, OTHER.chat_id)) == (True, False)
    assert not scene.row(elsewhere).hushed
    assert scene.row(waiting).deadline is not None
    assert speak(scene, OTHER.chat_id) == []
    assert scene.row(here).hushed


@pytest.mark.parametrize(
    "what",
    ["press", "point", "extend", "pause", "resume"],
)
def test_what_moves_a_hushed_match_is_refused_with_the_reason(scene: Scene, what: str) -> None:
    match = scene.running(4, first=0)
    move = scene.game(match).moves(0)[0]
    hush(scene)
    refused = {
        "press": lambda: scene.refused(table.press, match, 1, ANN, move, scene.now),
        "point": lambda: scene.refused(table.point, match, ANN, 1, "board", scene.now),
        "extend": lambda: scene.refused(table.extend, match, ANN, scene.now),
        "pause": lambda: scene.refused(ballots.pause, match, scene.who(ANN), scene.now),
        "resume": lambda: scene.refused(ballots.resume, match, scene.who(ANN), scene.now),
    }[what]()
    assert refused.code == Code.HUSHED
    assert refused.fields == {"title": "Friday night", "chat_id": GROUP}


def test_people_can_still_talk_look_and_come_back(scene: Scene) -> None:
    match = scene.running(4, first=0)
    hush(scene)
    scene.do(claims.claim, match, BAO, "claim 1", scene.now)
    scene.do(table.ask_hand, match, BAO)
    assert scene.refused(absence.back, match, BAO, scene.now).code == Code.ALREADY_DONE


def test_a_pause_by_the_host_stays_what_it_is(scene: Scene) -> None:
    match = scene.running(4, clock=300, first=0)
    scene.later(100 * SECOND)
    scene.do(ballots.pause, match, scene.who(ANN), scene.now)
    until = scene.row(match).pause_until
    hush(scene)
    scene.later(HOUR)
    speak(scene)
    row = scene.row(match)
    assert (row.pause_until, row.wake_at, row.left_ms, row.hushed) == (until, until, 200_000, False)


def test_a_pause_by_the_host_that_ends_meanwhile_leaves_the_match_hushed(scene: Scene) -> None:
    match = scene.running(4, clock=300, first=0)
    scene.do(ballots.pause, match, scene.who(ANN), scene.now)
    hush(scene)
    scene.later(ballots.HOST_PAUSE)
    assert scene.do(table.time_out, match, scene.now) is not None
    row = scene.row(match)
    assert (row.deadline, row.wake_at, row.left_ms, row.hushed) == (None, None, 300_000, True)
    scene.later(HOUR)
    speak(scene)
    assert scene.row(match).deadline == scene.now + 300 * SECOND


def test_the_host_ends_his_pause_while_the_bot_cannot_write(scene: Scene) -> None:
    match = scene.running(4, clock=300, first=0)
    scene.do(ballots.pause, match, scene.who(ANN), scene.now)
    hush(scene)
    scene.do(ballots.resume, match, scene.who(ANN), scene.now)
    assert scene.row(match).wake_at is None
    assert scene.refused(ballots.resume, match, scene.who(ANN), scene.now).code == Code.HUSHED


def test_a_match_that_ends_while_hushed_shows_its_end_when_the_bot_can_write_again(scene: Scene) -> None:
    match = scene.running(4)
    hush(scene)
    scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
    revision = scene.row(match).revision
    assert speak(scene) == [match]
    row = scene.row(match)
    assert (row.status, row.deadline, row.wake_at) == (Status.CANCELLED, None, None)
    assert row.revision > revision


def test_case_c35_who_leaves_the_group_leaves_its_lobby_and_its_matches_and_no_others(scene: Scene) -> None:
    first, second = scene.running(4), scene.running(4)
    waiting, elsewhere = scene.lobby(4), scene.running(4, place=OTHER)
    assert sorted(scene.do(groups.depart, GROUP, DIMA, scene.now)) == [first, second, waiting]
    for match in (first, second):
        assert [seat.left for seat in scene.facts(match).seats] == [False, False, False, True]
    assert [seat.person_id for seat in scene.facts(waiting).seats] == [ANN, BAO, CELINE]
    assert not any(seat.left for seat in scene.facts(elsewhere).seats)
    assert scene.do(people.lobbies_for, DIMA) == ()
    before = scene.dump()
    assert scene.do(groups.depart, GROUP, DIMA, scene.now) == []
    assert scene.dump() == before


def test_case_c35_the_host_who_leaves_the_group_hands_his_right_on(scene: Scene) -> None:
    match, waiting = scene.running(4), scene.lobby(3)
    scene.do(groups.depart, GROUP, ANN, scene.now)
    assert scene.facts(match).host_id == scene.facts(waiting).host_id == BAO


def test_case_c35_when_the_last_person_leaves_the_group_nothing_waits_for_anybody(scene: Scene) -> None:
    match, waiting = scene.running(2, 2), scene.lobby(1)
    for person in (ANN, BAO):
        scene.do(groups.depart, GROUP, person, scene.now)
    assert [scene.facts(one).status for one in (match, waiting)] == [Status.CANCELLED] * 2
    assert scene.row(match).wake_at is None


class TestWhoLeavesBeforeTheFirstCutOfARound:
    """A computer player's first cut waits until all people have claimed, or for a minute (product, the table)."""

    def test_others_still_have_their_say(self, scene: Scene) -> None:
        match = scene.running(4, first=0)
        scene.do(table.leave, match, ANN, scene.now)
        assert scene.row(match).deadline == scene.now + timing.TALK
        for person in (BAO, CELINE, DIMA):
            scene.do(claims.claim, match, person, "claim 1", scene.now)
        assert scene.row(match).deadline == scene.now + timing.THINK

    def test_when_all_have_spoken_nobody_is_waited_for(self, scene: Scene) -> None:
        match = scene.running(4, first=0)
        for person in (BAO, CELINE, DIMA):
            scene.do(claims.claim, match, person, "claim 1", scene.now)
        scene.do(table.leave, match, ANN, scene.now)
        assert scene.row(match).deadline == scene.now + timing.THINK

    def test_after_a_cut_the_talk_is_over(self, scene: Scene) -> None:
        match = scene.running(4, first=0)
        scene.press(match)
        mover = scene.facts(match).seats[scene.to_act(match)].person_id
        assert mover is not None
        scene.do(table.leave, match, mover, scene.now)
        assert scene.row(match).deadline == scene.now + timing.THINK

    def test_without_claims_there_is_nothing_to_wait_for(self, scene: Scene) -> None:
        match = scene.running(4, first=0, claims=False)
        scene.do(table.leave, match, ANN, scene.now)
        assert scene.row(match).deadline == scene.now + timing.THINK


def test_a_lobby_is_left_alone_by_a_hush(scene: Scene) -> None:
    match = scene.lobby(3)
    before = scene.dump()
    assert hush(scene) == []
    assert scene.dump() == before
    scene.do(lobby.leave, match, CELINE, scene.now)


TOPIC, OTHER_TOPIC = Place(GROUP, PLACE.title, 7), Place(GROUP, PLACE.title, 8)


class TestTopics:
    """A closed topic is to its matches what a group without the bot is to all of them (product, People)."""

    def test_a_closed_topic_hushes_what_is_played_in_it_and_nothing_else(self, scene: Scene) -> None:
        here, there, general = (scene.running(4, place=place) for place in (TOPIC, OTHER_TOPIC, PLACE))
        assert scene.do(groups.close_topic, GROUP, 7, scene.now) == [here]
        assert scene.do(groups.close_topic, GROUP, 7, scene.now) == [], "told again, it is closed already"
        assert [scene.row(match).hushed for match in (here, there, general)] == [True, False, False]
        assert scene.facts(here).topic_closed
        assert scene.do(groups.close_topic, GROUP, None, scene.now) == [general]

    def test_its_clock_keeps_what_is_left_until_it_is_open_again(self, scene: Scene) -> None:
        match = scene.running(4, place=TOPIC, clock=300, first=0)
        scene.later(100 * SECOND)
        scene.do(groups.close_topic, GROUP, 7, scene.now)
        scene.later(5 * HOUR)
        before = scene.row(match).reposted
        assert scene.do(groups.open_topic, GROUP, 8, scene.now) == []
        assert scene.do(groups.open_topic, GROUP, 7, scene.now) == [match]
        row = scene.row(match)
        assert (row.hushed, row.topic_closed, row.reposted) == (False, False, before + 1)
        assert row.deadline == scene.now + 200 * SECOND

    def test_a_bot_that_is_heard_in_the_group_again_is_not_heard_in_a_closed_topic(self, scene: Scene) -> None:
        topic, general = scene.running(4, place=TOPIC), scene.running(4)
        scene.do(groups.close_topic, GROUP, 7, scene.now)
        assert not scene.do(groups.hushed, GROUP), "the group need not be asked after"
        assert hush(scene) == [general]
        assert scene.do(groups.hushed, GROUP)
        assert speak(scene) == [general]
        assert scene.row(topic).hushed

    def test_who_may_manage_topics_writes_in_all_of_them(self, scene: Scene) -> None:
        matches = [scene.running(4, place=place) for place in (TOPIC, OTHER_TOPIC)]
        for thread in (7, 8):
            scene.do(groups.close_topic, GROUP, thread, scene.now)
        assert sorted(scene.do(groups.open_topics, GROUP, scene.now)) == matches

    def test_a_group_that_falls_silent_meanwhile_is_silent_until_it_is_not(self, scene: Scene) -> None:
        match = scene.running(4, place=TOPIC)
        hush(scene)
        assert scene.do(groups.close_topic, GROUP, 7, scene.now) == []
        assert scene.do(groups.open_topic, GROUP, 7, scene.now) == [], "it is the group that is silent"
        assert speak(scene) == [match]

    def test_a_pause_by_the_host_outlasts_a_closed_topic(self, scene: Scene) -> None:
        match = scene.running(4, place=TOPIC, clock=300, first=0)
        scene.do(ballots.pause, match, scene.who(ANN), scene.now)
        until = scene.row(match).pause_until
        scene.do(groups.close_topic, GROUP, 7, scene.now)
        scene.do(groups.open_topic, GROUP, 7, scene.now)
        assert (scene.row(match).pause_until, scene.row(match).deadline) == (until, None)

    def test_what_was_played_in_a_topic_that_is_gone_goes_on_in_general(self, scene: Scene) -> None:
        match, other = scene.running(4, place=TOPIC), scene.running(4, place=OTHER_TOPIC)
        deadline = scene.row(match).deadline
        assert scene.do(groups.lose_topic, GROUP, 7, scene.now) == [match]
        assert scene.do(groups.lose_topic, GROUP, 7, scene.now) == []
        assert [scene.row(one).thread_id for one in (match, other)] == [None, 8]
        assert (scene.row(match).status, scene.row(match).deadline) == ("running", deadline)
        assert scene.do(people.matches_here, PLACE)[0].match == match

    def test_a_closed_topic_that_is_deleted_lets_its_match_go_on(self, scene: Scene) -> None:
        match = scene.running(4, place=TOPIC)
        scene.do(groups.close_topic, GROUP, 7, scene.now)
        scene.do(groups.lose_topic, GROUP, 7, scene.now)
        assert not scene.row(match).hushed

    def test_a_lobby_of_a_topic_that_is_gone_moves_where_no_other_is_open(self, scene: Scene) -> None:
        first, second = scene.lobby(2, place=TOPIC), scene.lobby(2, place=OTHER_TOPIC)
        assert scene.do(groups.lose_topic, GROUP, 7, scene.now) == [first]
        assert (scene.row(first).status, scene.row(first).thread_id) == ("lobby", None)
        assert scene.do(groups.lose_topic, GROUP, 8, scene.now) == [second]
        assert scene.row(second).status == "cancelled"
        assert scene.row(second).deadline is None
        assert [facts.match for facts in scene.do(people.matches_here, PLACE)] == [first]
