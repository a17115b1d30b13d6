"""Whom a group keeps out of its games, and who waits for its next lobby (product, the lobby)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.shell.setting import ANN, BAO, CELINE, DIMA, EVE, GROUP, INES, NOON, PEOPLE, PLACE, SECOND, Scene
from tests.shell.test_shell_joining import STRANGER, ask, states, stranger, token
from tests.shell.test_store_races import at_once
from tgbot import absence, groups, joining, lobby, members, people
from tgbot.facts import SEAT_KEPT, MatchFacts, Status
from tgbot.lobby import Place, Who
from tgbot.members import Known
from tgbot.people import Visit
from tgbot.refusals import Code, Refused
from tgbot.running import check_onlooker
from tgbot.store import Session, queries
from tgbot.store.tables import ChatPerson

ELSEWHERE = Place(GROUP - 1, "Chess club")


def block(scene: Scene, person: int, chat: int = GROUP) -> list[int]:
    return list(scene.do(members.block, chat, person, scene.now))


def told(scene: Scene, match: int) -> list[int]:
    return [one.person_id for one in scene.facts(match).awaiting]


def wait(scene: Scene, *persons: int, chat: int = GROUP) -> None:
    for person in persons:
        assert scene.do(members.wait_for_next, chat, scene.who(person)) is True
        scene.do(people.reach, person, True)


def finished(scene: Scene) -> int:
    match = scene.running(4, claims=False)
    scene.play_out(match)
    return match


def by_press(scene: Scene, session: Session, match: int) -> None:
    lobby.join(session, match, scene.who(BAO), GROUP, scene.now)


def by_link(scene: Scene, session: Session, match: int) -> None:
    link = queries.match_of(session, match).token
    lobby.join(session, match, scene.who(BAO), GROUP, scene.now, token=link)


def as_guest(scene: Scene, session: Session, match: int) -> None:
    row = queries.match_of(session, match)
    row.guests = True
    lobby.join(session, match, scene.who(BAO), None, scene.now, token=row.token)


def by_asking(scene: Scene, session: Session, match: int) -> None:
    joining.ask(session, match, scene.who(BAO), queries.match_of(session, match).token, scene.now)


@pytest.mark.parametrize("door", [by_press, by_link, as_guest, by_asking])
def test_case_c30_somebody_blocked_comes_in_by_no_door(
    scene: Scene, door: Callable[[Scene, Session, int], None]
) -> None:
    match = scene.lobby()
    block(scene, BAO)
    before = scene.dump()
    with pytest.raises(Refused) as caught:
        scene.do(lambda session: door(scene, session, match))
    assert (caught.value.code, caught.value.fields) == (Code.BLOCKED_HERE, {"title": "Friday night"})
    assert scene.dump() == before


def test_case_c30_somebody_blocked_opens_no_lobby_and_no_rematch_and_joins_none(scene: Scene) -> None:
    old = finished(scene)
    block(scene, BAO)
    refused = scene.refused(lobby.open_lobby, PLACE, scene.who(BAO), "timebomb", 5000, scene.now)
    assert refused.code == Code.BLOCKED_HERE
    assert scene.refused(lobby.rematch, old, scene.who(BAO), GROUP, scene.now).code == Code.BLOCKED_HERE
    scene.do(lobby.rematch, old, scene.who(ANN), GROUP, scene.now)
    assert scene.refused(lobby.rematch, old, scene.who(BAO), GROUP, scene.now).code == Code.BLOCKED_HERE


def test_case_c30_somebody_blocked_takes_no_seat_over_even_when_he_asked_before(scene: Scene) -> None:
    match = scene.running(4)
    scene.do(_away_for_a_day, match, 2, scene.now)
    scene.do(absence.ask_seat, match, scene.who(EVE), 2, GROUP, scene.now)
    assert block(scene, EVE) == [match]
    assert scene.facts(match).ballot is None
    assert scene.refused(absence.ask_seat, match, scene.who(EVE), 2, GROUP, scene.now).code == Code.BLOCKED_HERE


def _away_for_a_day(session: Session, match: int, seat: int, now: object) -> None:
    rows = queries.seats_of(session, match)
    queries.change_seat(session, rows[seat], absent_since=NOON - SEAT_KEPT - timedelta(minutes=1), misses=2)


def test_who_is_blocked_loses_his_seat_in_every_lobby_of_the_group_and_keeps_it_in_matches(scene: Scene) -> None:
    running = scene.running(4)
    first, topic = scene.lobby(3), scene.lobby(2, place=Place(GROUP, "Friday night", 7))
    other = scene.lobby(2, place=ELSEWHERE)
    assert sorted(block(scene, BAO)) == [first, topic]
    assert [one.person_id for one in scene.facts(first).seats] == [ANN, CELINE]
    assert [one.person_id for one in scene.facts(topic).seats] == [ANN]
    assert scene.facts(running).seat_of(BAO) is not None
    assert scene.facts(other).seat_of(BAO) is not None
    scene.press(running)


def test_a_blocked_hosts_right_passes_on(scene: Scene) -> None:
    match = scene.lobby(2)
    block(scene, ANN)
    assert scene.facts(match).host_id == BAO
    block(scene, BAO)
    assert scene.facts(match).status == Status.CANCELLED


def test_who_is_blocked_while_he_waits_for_the_host_is_turned_away(scene: Scene) -> None:
    match = scene.lobby()
    scene.do(people.attempt, Visit(stranger(scene), None, NOON), lambda _: None)
    ask(scene, match)
    assert block(scene, STRANGER) == [match]
    assert states(scene, match) == {"Zoë": "no"}
    assert scene.refused(joining.let_in, match, scene.who(ANN), STRANGER, NOON).code == Code.NOT_ASKED


def test_nobody_is_blocked_twice_nor_freed_twice_nor_when_he_was_never_met(scene: Scene) -> None:
    scene.lobby()
    block(scene, BAO)
    assert scene.refused(members.block, GROUP, BAO, NOON).code == Code.ALREADY_DONE
    assert scene.do(members.unblock, GROUP, BAO) == Known(BAO, "Bảo")
    assert scene.refused(members.unblock, GROUP, BAO).code == Code.ALREADY_DONE
    assert scene.refused(members.unblock, GROUP, INES).code == Code.ALREADY_DONE
    assert scene.refused(members.block, GROUP, 5, NOON).code == Code.UNKNOWN_BUTTON
    assert scene.do(people.attempt, Visit(scene.who(BAO), PLACE, NOON), lambda _: 1).done == 1


def test_who_is_freed_may_join_again(scene: Scene) -> None:
    match = scene.lobby(2)
    block(scene, BAO)
    scene.do(members.unblock, GROUP, BAO)
    scene.do(lobby.join, match, scene.who(BAO), GROUP, NOON)
    assert scene.facts(match).seat_of(BAO) is not None


def test_the_list_names_the_newest_first_and_each_group_has_its_own(scene: Scene) -> None:
    scene.lobby(2)
    scene.lobby(2, place=ELSEWHERE)
    assert scene.do(members.blocked, GROUP) == ()
    for person in (BAO, DIMA):
        scene.later(SECOND)
        block(scene, person)
    assert [one.name for one in scene.do(members.blocked, GROUP)] == ["Дима", "Bảo"]
    assert scene.do(members.blocked, ELSEWHERE.chat_id) == ()


def test_leaving_the_group_and_coming_back_frees_nobody(scene: Scene) -> None:
    match = scene.lobby(2)
    block(scene, BAO)
    scene.do(groups.depart, GROUP, BAO, NOON)
    assert [one.id for one in scene.do(members.blocked, GROUP)] == [BAO]
    assert scene.do(people.lobbies_for, BAO) == ()
    scene.meet(BAO)
    assert scene.refused(lobby.join, match, scene.who(BAO), GROUP, NOON).code == Code.BLOCKED_HERE


def test_who_left_is_freed_without_a_trace(scene: Scene) -> None:
    scene.lobby(2)
    block(scene, BAO)
    scene.do(groups.depart, GROUP, BAO, NOON)
    scene.do(members.unblock, GROUP, BAO)
    assert scene.do(lambda s: s.get(ChatPerson, (GROUP, BAO))) is None


def test_who_is_gone_and_blocked_is_no_member(scene: Scene) -> None:
    match = scene.running(4)
    block(scene, EVE)
    scene.do(groups.depart, GROUP, EVE, NOON)
    seen = scene.do(queries.is_seen, GROUP, EVE)
    assert not seen
    facts: MatchFacts = scene.facts(match)
    assert scene.do(lambda s: _onlooks(s, facts, EVE)) is False


def _onlooks(session: Session, facts: MatchFacts, person: int) -> bool:
    try:
        check_onlooker(session, facts, person)
    except Refused:
        return False
    return True


def test_a_supergroup_keeps_out_whom_the_group_kept_out_and_tells_who_waited(scene: Scene) -> None:
    scene.lobby(2)
    block(scene, BAO)
    wait(scene, CELINE)
    scene.do(people.migrate, GROUP, GROUP - 5)
    assert [one.id for one in scene.do(members.blocked, GROUP - 5)] == [BAO]
    assert scene.do(members.waits_for, CELINE) == ((GROUP - 5, "Friday night"),)


def test_the_greeting_offers_nothing_of_a_group_that_keeps_him_out(scene: Scene) -> None:
    match = scene.lobby()
    assert [one.match for one in scene.do(people.lobbies_for, INES)] == [match]
    block(scene, INES)
    assert scene.do(people.lobbies_for, INES) == ()


class TestFinding:
    """Who is meant by what an administrator types."""

    @pytest.fixture(autouse=True)
    def known(self, scene: Scene) -> None:
        scene.lobby(1)
        for number, (name, username) in enumerate(
            [("Zoë Lee", "zoe_l"), ("Zoe Martin", None), ("zoe", "bao"), ("STRASSE", "str")], 1
        ):
            who = Who(number, name, scene.source())
            scene.do(people.attempt, Visit(who, PLACE, NOON, username=username), lambda _: None)

    @pytest.mark.parametrize(
        ("typed", "found"),
        [
            ("@zoe_l", [1]),
            ("zoe_l", [1]),
            ("@ZOE_L", [1]),
            ("Zoë Lee", [1]),
            ("zoë  LEE", [1]),
            ("zoe", [3]),
            ("Zoe M", [2]),
            ("zo", [3, 2, 1]),
            ("bao", [3]),
            ("straße", [4]),
            ("Ann", [ANN]),
        ],
    )
    def test_names_and_user_names_in_either_case(self, scene: Scene, typed: str, found: list[int]) -> None:
        assert sorted(one.id for one in scene.do(members.find, GROUP, typed)) == sorted(found)

    @pytest.mark.parametrize("typed", ["@zoe", "Nobody", "@", "Ann Lee"])
    def test_nobody_of_that_name(self, scene: Scene, typed: str) -> None:
        code = Code.WHOM if typed == "@" else Code.NOBODY_FOUND
        assert scene.refused(members.find, GROUP, typed).code == code

    def test_nothing_typed_means_nobody(self, scene: Scene) -> None:
        assert scene.refused(members.find, GROUP, "").code == Code.WHOM

    def test_people_of_other_groups_are_nobody_here(self, scene: Scene) -> None:
        scene.do(people.attempt, Visit(Who(9, "Yann", "x"), ELSEWHERE, NOON), lambda _: None)
        assert scene.refused(members.find, GROUP, "Yann").code == Code.NOBODY_FOUND

    def test_who_sits_in_a_match_is_known_even_when_the_group_never_saw_him(self, scene: Scene) -> None:
        match = next(one.match for one in scene.do(people.matches_here, PLACE))
        scene.do(people.attempt, Visit(stranger(scene), None, NOON), lambda _: None)
        ask(scene, match)
        scene.do(joining.let_in, match, scene.who(ANN), STRANGER, NOON)
        assert [one.id for one in scene.do(members.find, GROUP, "Zoë")] == [STRANGER]


class TestNextGame:
    """Who wants to know of the next lobby."""

    def test_asking_again_takes_it_back(self, scene: Scene) -> None:
        scene.meet(BAO)
        assert scene.do(members.wait_for_next, GROUP, scene.who(BAO)) is True
        assert scene.do(members.waits_for, BAO) == ((GROUP, "Friday night"),)
        assert scene.do(members.wait_for_next, GROUP, scene.who(BAO)) is False
        assert scene.do(members.waits_for, BAO) == ()

    def test_who_waits_is_told_of_the_next_lobby_once(self, scene: Scene) -> None:
        first = scene.lobby()
        wait(scene, BAO, CELINE)
        assert told(scene, first) == []
        scene.do(lobby.cancel, first, scene.who(ANN), NOON)
        second = scene.lobby()
        assert told(scene, second) == sorted([BAO, CELINE])
        assert scene.do(members.waits_for, BAO) == ()
        scene.do(lobby.cancel, second, scene.who(ANN), NOON)
        assert told(scene, second) == []
        assert told(scene, scene.lobby()) == []

    def test_a_rematch_is_a_lobby_too(self, scene: Scene) -> None:
        old = finished(scene)
        wait(scene, EVE)
        again = scene.do(lobby.rematch, old, scene.who(ANN), GROUP, scene.now).match
        assert told(scene, again) == [EVE]

    def test_a_lobby_of_another_group_tells_nobody_here(self, scene: Scene) -> None:
        scene.meet(BAO)
        wait(scene, BAO)
        assert told(scene, scene.lobby(place=ELSEWHERE)) == []
        assert scene.do(members.waits_for, BAO) == ((GROUP, "Friday night"),)

    def test_who_opens_it_himself_is_told_nothing_and_waits_no_more(self, scene: Scene) -> None:
        scene.meet(ANN)
        wait(scene, ANN)
        match = scene.lobby(2)
        assert told(scene, match) == []
        assert scene.do(members.waits_for, ANN) == ()
        scene.do(lobby.leave, match, ANN, NOON)
        assert told(scene, match) == []

    def test_who_joins_is_told_no_more(self, scene: Scene) -> None:
        scene.meet(BAO)
        wait(scene, BAO)
        match = scene.lobby()
        assert told(scene, match) == [BAO]
        scene.do(lobby.join, match, scene.who(BAO), GROUP, NOON)
        assert told(scene, match) == []

    @pytest.mark.parametrize("how", ["joins and leaves", "is let in and removed", "is blocked and freed"])
    def test_who_was_told_is_not_told_again_of_the_same_lobby(self, scene: Scene, how: str) -> None:
        scene.meet(BAO)
        wait(scene, BAO)
        match = scene.lobby()
        assert told(scene, match) == [BAO]
        if how == "joins and leaves":
            scene.do(lobby.join, match, scene.who(BAO), GROUP, NOON)
            scene.do(lobby.leave, match, BAO, NOON)
        elif how == "is let in and removed":
            ask(scene, match, scene.who(BAO))
            scene.do(joining.let_in, match, scene.who(ANN), BAO, NOON)
            scene.do(lobby.kick, match, scene.who(ANN), 1, NOON)
        else:
            block(scene, BAO)
            scene.do(members.unblock, GROUP, BAO)
        assert told(scene, match) == []

    def test_who_cannot_be_written_to_waits_until_he_can(self, scene: Scene) -> None:
        scene.meet(BAO)
        wait(scene, BAO)
        scene.do(people.reach, BAO, False)
        match = scene.lobby()
        assert told(scene, match) == []
        assert scene.do(members.waits_for, BAO) == ((GROUP, "Friday night"),)
        scene.do(people.reach, BAO, True)
        scene.do(lobby.cancel, match, scene.who(ANN), NOON)
        assert told(scene, scene.lobby()) == [BAO]

    def test_who_blocks_the_bot_after_it_opened_is_left_alone(self, scene: Scene) -> None:
        scene.meet(BAO)
        wait(scene, BAO)
        match = scene.lobby()
        scene.do(people.reach, BAO, False)
        assert told(scene, match) == []

    @pytest.mark.parametrize("how", ["blocked", "gone"])
    def test_who_may_not_join_is_not_told(self, scene: Scene, how: str) -> None:
        scene.meet(BAO)
        wait(scene, BAO)
        if how == "blocked":
            block(scene, BAO)
            assert scene.refused(members.wait_for_next, GROUP, scene.who(BAO)).code == Code.BLOCKED_HERE
        else:
            scene.do(groups.depart, GROUP, BAO, NOON)
        match = scene.lobby()
        scene.do(people.reach, BAO, True)
        assert told(scene, match) == []

    def test_who_is_blocked_or_gone_while_the_lobby_is_open_is_not_told_any_more(self, scene: Scene) -> None:
        scene.meet(BAO)
        scene.meet(CELINE)
        wait(scene, BAO, CELINE)
        match = scene.lobby()
        block(scene, BAO)
        scene.do(groups.depart, GROUP, CELINE, NOON)
        assert told(scene, match) == []

    def test_nobody_in_person_waits_for_nothing(self, scene: Scene) -> None:
        scene.lobby()
        assert scene.refused(members.wait_for_next, GROUP, None).code == Code.IN_PERSON

    def test_he_stops_waiting_from_his_private_chat(self, scene: Scene) -> None:
        scene.meet(BAO)
        scene.meet(BAO, ELSEWHERE)
        wait(scene, BAO)
        wait(scene, BAO, chat=ELSEWHERE.chat_id)
        assert scene.do(members.waits_for, BAO) == ((ELSEWHERE.chat_id, "Chess club"), (GROUP, "Friday night"))
        scene.do(members.stop_waiting, GROUP, BAO)
        assert scene.do(members.waits_for, BAO) == ((ELSEWHERE.chat_id, "Chess club"),)
        assert scene.refused(members.stop_waiting, GROUP, BAO).code == Code.ALREADY_DONE
        assert scene.refused(members.stop_waiting, 5, BAO).code == Code.ALREADY_DONE

    def test_of_very_many_the_rest_waits_for_the_next_one(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tgbot.store.queries.people.TOLD", 2)
        for person in PEOPLE[1:4]:
            scene.meet(person)
        wait(scene, *PEOPLE[1:4])
        match = scene.lobby()
        assert len(told(scene, match)) == 2
        scene.do(lobby.cancel, match, scene.who(ANN), NOON)
        assert len(told(scene, scene.lobby())) == 1


@pytest.mark.parametrize("seen", [True, False])
def test_who_joins_in_the_moment_he_is_blocked_does_not_sit(scene: Scene, seen: bool) -> None:
    match = scene.lobby(1)
    scene.do(joining.set_guests, match, scene.who(ANN), True, NOON)
    scene.do(people.attempt, Visit(stranger(scene), None, NOON), lambda _: None)
    who, link = scene.who(BAO) if seen else stranger(scene), token(scene, match)
    at_once(
        scene,
        [
            lambda session: lobby.join(session, match, who, None, scene.now, token=link),
            lambda session: members.block(session, GROUP, who.id, scene.now),
        ],
    )
    assert [one.id for one in scene.do(members.blocked, GROUP)] == [who.id]
    assert scene.facts(match).seat_of(who.id) is None


def test_of_two_who_are_let_in_and_one_who_joins_at_once_only_one_gets_the_last_seat(scene: Scene) -> None:
    match = scene.lobby(7)
    scene.do(people.attempt, Visit(stranger(scene), None, NOON), lambda _: None)
    ask(scene, match)
    ask(scene, match, scene.who(PEOPLE[7]))
    host, other, last = scene.who(ANN), scene.who(ANN), scene.who(INES)
    found = at_once(
        scene,
        [
            lambda session: joining.let_in(session, match, host, STRANGER, scene.now),
            lambda session: joining.let_in(session, match, other, PEOPLE[7], scene.now),
            lambda session: lobby.join(session, match, last, GROUP, scene.now),
        ],
    )
    assert found.count(Code.FULL) == 2
    facts = scene.facts(match)
    assert len({one.person_id for one in facts.seats}) == 8
    assert len(set(scene.row(match).joins)) == 8
    assert len(facts.askers) + sum(one.state == "in" for one in facts.asks) == 2


def test_a_link_of_a_blocked_person_is_no_way_in_for_him_but_for_others(scene: Scene) -> None:
    match = scene.lobby(2)
    block(scene, BAO)
    link = token(scene, match)
    assert scene.refused(lobby.join, match, scene.who(BAO), GROUP, NOON, token=link).code == Code.BLOCKED_HERE
    scene.do(lobby.join, match, scene.who(CELINE), GROUP, NOON, token=link)
    assert scene.facts(match).seat_of(CELINE) is not None
