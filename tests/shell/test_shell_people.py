"""Who was met where, who can be written to, and which language each reads (product, first minute and words)."""

from __future__ import annotations

import pytest

from tests.shell.setting import ANN, BAO, GROUP, NOON, PEOPLE, PLACE, Scene
from tgbot import lobby, people, preferences, table
from tgbot.facts import Status
from tgbot.lobby import Place, Who
from tgbot.people import Visit
from tgbot.refusals import Code
from tgbot.store import queries
from tgbot.store.tables import ChatPerson


def test_an_attempt_meets_the_visitor_and_does_what_he_wants_in_one_transaction(scene: Scene) -> None:
    visit = Visit(scene.who(ANN), PLACE, NOON, username="ann", client_language="fr-CA")
    attempt = scene.do(people.attempt, visit, lambda session: queries.person_of(session, ANN))
    assert attempt.done is not None
    assert (attempt.language, attempt.reachable, attempt.refused) == ("fr", False, None)
    assert scene.do(queries.chat_of, GROUP) is not None
    assert scene.do(lambda s: s.get(ChatPerson, (GROUP, ANN))) is not None


def test_in_a_private_chat_nobody_is_seen_in_a_group(scene: Scene) -> None:
    scene.meet(ANN, None)
    assert scene.do(queries.person_of, ANN) is not None
    assert scene.dump()["chat_person"] == scene.dump()["chat"] == []


def test_nobody_in_person_reads_the_groups_language(scene: Scene) -> None:
    scene.do(preferences.set_group_language, PLACE, "vi", admin=True)
    for place, expected in ((PLACE, "vi"), (Place(-9, "New"), "en"), (None, "en")):
        attempt = scene.do(people.attempt, Visit(None, place, NOON), lambda _: 1)
        assert (attempt.language, attempt.reachable) == (expected, False)
    assert scene.dump()["person"] == []


def test_an_error_in_an_attempt_is_no_refusal_and_undoes_everything(scene: Scene) -> None:
    before = scene.dump()
    with pytest.raises(ZeroDivisionError):
        scene.do(people.attempt, Visit(scene.who(ANN), PLACE, NOON), lambda _: 1 / 0)
    assert scene.dump() == before


def test_an_attempt_tells_whether_the_visitor_can_be_written_to(scene: Scene) -> None:
    scene.meet(ANN)
    scene.do(people.reach, ANN, True)
    assert scene.do(people.attempt, Visit(scene.who(ANN), None, NOON), lambda _: 1).reachable


def test_reaching_somebody_touches_his_live_matches_once(scene: Scene) -> None:
    over, running, open_ = scene.running(), scene.running(), scene.lobby(2)
    scene.play_out(over)
    revisions = {match: scene.row(match).revision for match in (over, running, open_)}
    assert sorted(scene.do(people.reach, BAO, True)) == [running, open_]
    assert scene.row(running).revision == revisions[running] + 1
    assert scene.row(over).revision == revisions[over]
    before = scene.dump()
    assert scene.do(people.reach, BAO, True) == ()
    assert scene.do(people.reach, 5, True) == ()
    assert scene.dump() == before


def test_a_person_chooses_his_language(scene: Scene) -> None:
    match = scene.running()
    revision = scene.row(match).revision
    assert scene.do(preferences.set_language, BAO, "ru") == [match]
    assert scene.row(match).revision == revision + 1
    assert scene.facts(match).seats[1].language == "ru"
    assert scene.do(people.language, BAO) == "ru"
    assert scene.do(people.language, 5) is None
    for person, language in ((BAO, "xx"), (BAO, ""), (5, "ru")):
        assert scene.refused(preferences.set_language, person, language).code == Code.UNKNOWN_BUTTON


def test_an_administrator_chooses_the_groups_language_in_all_topics(scene: Scene) -> None:
    matches = [scene.running(), scene.lobby(place=Place(GROUP, "", 3))]
    assert scene.refused(preferences.set_group_language, PLACE, "ru", admin=False).code == Code.NOT_ADMIN
    assert scene.refused(preferences.set_group_language, PLACE, "xx", admin=True).code == Code.UNKNOWN_BUTTON
    assert sorted(scene.do(preferences.set_group_language, PLACE, "ru", admin=True)) == matches
    assert [scene.facts(match).language for match in matches] == ["ru", "ru"]
    assert scene.do(people.group_language, GROUP, "en") == "ru"
    assert scene.do(people.group_language, -1, "fr") == "fr"


def test_my_matches_and_the_lobbies_i_may_join(scene: Scene) -> None:
    running, open_ = scene.running(), scene.lobby(2)
    assert [f.match for f in scene.do(people.matches_of, ANN)] == [open_, running]
    assert [f.match for f in scene.do(people.lobbies_for, PEOPLE[8])] == [open_]
    scene.do(lobby.cancel, open_, scene.who(ANN), NOON)
    assert [f.match for f in scene.do(people.lobbies_for, PEOPLE[8])] == []
    scene.do(table.leave, running, ANN, NOON)
    assert scene.do(people.matches_of, ANN) == ()
    assert scene.do(people.facts, running).status == Status.RUNNING
    assert scene.refused(people.facts, 99).code == Code.NO_SUCH_MATCH


def test_whoever_has_the_link_of_a_lobby_may_pass_it_on_and_others_those_in_which_they_sit(scene: Scene) -> None:
    running, open_ = scene.running(), scene.lobby(2)
    other = scene.lobby(1, place=Place(GROUP - 1, "Elsewhere"))

    def offered(person: int, token: str = "") -> list[int]:
        return [facts.match for facts in scene.do(people.invitations, person, token)]

    assert offered(BAO) == [open_]
    assert offered(ANN) == [other, open_]
    assert offered(ANN, scene.row(open_).token) == [open_]
    assert offered(PEOPLE[8]) == []
    assert offered(PEOPLE[8], scene.row(open_).token) == [open_]
    assert offered(PEOPLE[8], scene.row(running).token) == offered(PEOPLE[8], "x") == []
    assert offered(BAO, "what people type") == [open_]


def test_of_many_lobbies_only_as_many_are_read_as_are_shown(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "LISTED", 3)
    lobbies = [scene.lobby(place=Place(GROUP - n, "Friday night")) for n in range(5)]
    assert [f.match for f in scene.do(people.lobbies_for, PEOPLE[8])] == lobbies[:1:-1]


def test_c55_a_changed_name_shows_in_the_seats(scene: Scene) -> None:
    match = scene.running()
    scene.do(people.attempt, Visit(Who(BAO, "Bảo Đại", "x"), PLACE, NOON), lambda _: None)
    assert scene.facts(match).seats[1].name == "Bảo Đại"


@pytest.mark.parametrize(("chat_id", "linked"), [(-(10**12) - 77, True), (-77, False)])
def test_boards_of_supergroups_have_links_and_those_of_plain_groups_none(
    scene: Scene, chat_id: int, linked: bool
) -> None:
    match = scene.lobby(1, place=Place(chat_id, "Friday night"))
    shown = scene.do(queries.surface, match, "lobby")
    assert shown is not None
    links = scene.do(people.board_links, [scene.facts(match)])
    assert links == ({match: f"https://t.me/c/77/{shown.message_id}"} if linked else {})


def test_one_end_of_the_quiet_hours_moves_and_the_other_stays(scene: Scene) -> None:
    scene.meet(ANN)
    scene.do(preferences.set_quiet_hour, GROUP, begin=22 * 60)
    assert scene.do(preferences.group_settings, GROUP).quiet == (22 * 60, 8 * 60)
    scene.do(preferences.set_quiet, GROUP, None)
    scene.do(preferences.set_quiet_hour, GROUP, end=7 * 60)
    assert scene.do(preferences.group_settings, GROUP).quiet == (23 * 60, 7 * 60)
    assert scene.refused(preferences.set_quiet_hour, GROUP, begin=7 * 60).code is Code.UNKNOWN_BUTTON
