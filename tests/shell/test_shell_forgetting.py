"""/forgetme: nothing that is stored names who wants to be forgotten, and what others need stays (operation)."""

from __future__ import annotations

import json
import random
import re

import pytest

from tests.shell.exports import KINDS, open_table, play, seats_for
from tests.shell.setting import ANN, BAO, CELINE, GROUP, NAMES, PEOPLE, PLACE, Scene, fix_secret
from tgbot import absence, ballots, forgetting, lobby, people, preferences, table
from tgbot.exporting import export
from tgbot.facts import Status
from tgbot.lobby import Place
from tgbot.people import Visit
from tgbot.refusals import Code, Refused
from tgbot.store import Session, queries
from tgbot.store.reading import SurfaceRow
from tgbot.store.tables import Chat, ChatPerson, Person
from tgbot.verifying import check


def traces(scene: Scene, person: int) -> list[str]:
    """Where the database still has the number or the name of somebody, or anything he has chosen."""
    name, number = NAMES[PEOPLE.index(person)], re.compile(rf"(?<![-0-9]){person}(?![0-9])")
    return [
        f"{table}: {row}"
        for table, rows in scene.dump().items()
        for row in rows
        if any(value == name or number.search(str(value)) for value in row)
    ]


def forget(scene: Scene, person: int) -> list[int]:
    return list(scene.do(forgetting.forget, person, scene.now))


def shown(session: Session, match: int, which: str, chat: int) -> None:
    queries.shown(session, SurfaceRow(match, which, chat, 77, "1", "digest", 1))


def test_after_it_nothing_stored_names_him_and_the_others_are_as_they_were(scene: Scene) -> None:
    over, running, lobby_ = scene.running(4), scene.running(4), scene.lobby(3)
    scene.play_out(over)
    for match, which, chat in (
        (over, "hand 1", BAO),
        (over, "hand 0", ANN),
        (over, f"whisper {BAO}", GROUP),
        (lobby_, "lobby", GROUP),
    ):
        scene.do(shown, match, which, chat)
    scene.do(preferences.set_language, BAO, "vi")
    others = {person: len(traces(scene, person)) for person in PEOPLE if person != BAO}
    assert len(traces(scene, BAO)) > 5
    touched = forget(scene, BAO)
    assert touched == [running, lobby_]
    # As long as the match runs, so that he cannot come back to it.
    assert [line.partition(":")[0] for line in traces(scene, BAO)] == ["match"]
    assert scene.row(running).former == [BAO]
    scene.play_out(running)
    assert traces(scene, BAO) == []
    assert {person: len(traces(scene, person)) for person in others} == others
    with scene.store.reading() as session:
        assert session.get(Person, BAO) is None


def test_he_leaves_lobbies_and_the_computer_plays_on_for_him(scene: Scene) -> None:
    running, waiting = scene.running(4), scene.lobby(3)
    forget(scene, ANN)
    assert [seat.name for seat in scene.facts(waiting).seats] == list(NAMES[1:3])
    assert scene.row(waiting).host_id == BAO
    facts = scene.facts(running)
    assert (facts.seats[0].name, facts.seats[0].left, facts.host_id) == ("", True, BAO)
    assert facts.seats[0].person_id == queries.NOBODY
    scene.play_out(running)
    assert scene.row(running).status == Status.FINISHED


def test_the_last_person_takes_the_match_with_him(scene: Scene) -> None:
    running, waiting = scene.running(1, 3), scene.lobby(1, 3)
    forget(scene, ANN)
    assert {scene.row(match).status for match in (waiting, running)} == {Status.CANCELLED}
    assert traces(scene, ANN) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_match_that_is_over_can_be_checked_as_before_but_for_his_name(scene: Scene, kind: str) -> None:
    match = open_table(scene, kind, *seats_for(kind))
    scene.do(fix_secret, match)
    scene.do(lobby.start, match, scene.who(ANN), scene.now)
    play(scene, match, random.Random(3))
    before = json.loads(scene.do(export, match).text())
    assert check(json.dumps(before)).different is None
    forget(scene, ANN)
    forget(scene, BAO)
    after = json.loads(scene.do(export, match).text())
    assert check(json.dumps(after)).different is None
    gone = {NAMES[0], NAMES[1]}
    for seat in before["seats"]:
        seat["name"] = "" if seat["name"] in gone else seat["name"]
    assert after == before


def test_who_is_forgotten_cannot_come_back_to_a_match_under_a_clean_name(scene: Scene) -> None:
    match = scene.running(4)
    forget(scene, BAO)
    scene.meet(BAO)
    for seat in range(4):
        refused = scene.refused(absence.ask_seat, match, scene.who(BAO), seat, GROUP, scene.now)
        assert refused.code in (Code.SAT_BEFORE, Code.NOT_ABSENT)
    assert scene.row(match).former == [BAO]


def test_his_vote_and_the_vote_on_him_are_gone(scene: Scene) -> None:
    match = scene.running(5)
    scene.do(ballots.pause, match, scene.who(BAO), scene.now)
    assert scene.facts(match).ballot is not None
    forget(scene, BAO)
    ballot = scene.facts(match).ballot
    assert ballot is not None
    assert ballot.voters == 4
    assert ballot.yes == ()


def test_blocked_in_a_group_he_stays_blocked_and_only_his_number_is_kept(scene: Scene) -> None:
    scene.meet(BAO, username="bao", client_language="vi")
    scene.do(queries.block, GROUP, BAO, scene.now)
    forget(scene, BAO)
    with scene.store.reading() as session:
        row = session.get(Person, BAO)
        assert row is not None
        assert (row.name, row.username, row.language, row.client_language, row.seen_at) == ("", None, None, None, None)
    assert scene.do(queries.is_blocked, GROUP, BAO)
    assert len(traces(scene, BAO)) == 2


def private_table(scene: Scene, host: int, *guests: int) -> int:
    scene.do(_meet, host, *guests)
    place = Place(host, NAMES[PEOPLE.index(host)])
    match = scene.do(lobby.open_lobby, place, scene.who(host), "timebomb", 1000 + scene.said, scene.now).match
    for guest in guests:
        scene.do(queries.add_seat, match, len(scene.facts(match).seats), guest, NAMES[PEOPLE.index(guest)])
    return match


def _meet(session: Session, *persons: int) -> None:
    for person in persons:
        queries.met_person(session, person, NAMES[PEOPLE.index(person)], None, None)


def test_his_private_tables_become_those_of_somebody_else_or_are_gone(scene: Scene) -> None:
    alone = private_table(scene, ANN)
    for _ in range(3):
        scene.do(lobby.add_computer, alone, scene.who(ANN), scene.now)
    scene.do(lobby.start, alone, scene.who(ANN), scene.now)
    shared = private_table(scene, ANN, BAO, CELINE)
    assert {alone, shared} <= set(forget(scene, ANN))
    assert traces(scene, ANN) == []
    assert (scene.row(shared).chat_id, scene.row(shared).host_id) == (BAO, BAO)
    with pytest.raises(Refused) as caught, scene.store.reading() as session:
        queries.match_of(session, alone)
    assert caught.value.code is Code.NO_SUCH_MATCH
    with scene.store.reading() as session:
        assert session.get(Chat, ANN) is None


def test_two_who_want_to_be_forgotten_share_nobodys_seat_in_one_match(scene: Scene) -> None:
    match = scene.running(4)
    scene.play_out(match)
    for person in (ANN, BAO, CELINE):
        forget(scene, person)
        assert traces(scene, person) == []
    assert [seat.person_id for seat in scene.facts(match).seats[:3]] == [queries.NOBODY] * 3
    look = scene.do(table.look, match)
    assert look.facts.host_id == queries.NOBODY


def test_who_was_forgotten_and_comes_again_is_met_for_the_first_time(scene: Scene) -> None:
    scene.meet(BAO)
    scene.do(preferences.set_language, BAO, "ru")
    forget(scene, BAO)
    assert forget(scene, BAO) == [], "told again, nothing is done"
    scene.do(people.attempt, Visit(scene.who(BAO), PLACE, scene.now, client_language="fr"), lambda _: None)
    assert scene.do(people.language, BAO) == "fr"
    with scene.store.reading() as session:
        assert session.get(ChatPerson, (GROUP, BAO)) is not None
