"""What goes into the tables comes out the same: times, ids, JSON, games; and the few queries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError, StatementError

from core.catalog import CATALOG
from core.fair import Fair
from tests.shell.setting import ANN, BAO, CELINE, GROUP, HOUR, NOON, Scene
from tgbot import lobby, table
from tgbot.facts import Status
from tgbot.lobby import Place
from tgbot.refusals import Code
from tgbot.store import Session, queries
from tgbot.store.reading import SurfaceRow
from tgbot.store.snapshot import Unloadable, dump_game, dump_options, load_game, load_options
from tgbot.store.tables import Chat, ChatPerson, Match, Person, Play

HUGE = 2**52 - 1


ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))


@given(microseconds=st.integers(-(10**15), 2 * 10**15), zone=ZONES)
@settings(max_examples=50, deadline=None)
def test_a_time_comes_back_aware_in_utc_and_to_the_microsecond(
    shared: Scene, microseconds: int, zone: timezone
) -> None:
    there = (NOON + timedelta(microseconds=microseconds)).astimezone(zone)
    with shared.store.writing() as session:
        match = queries.match_of(session, 1)
        match.deadline = there
        session.flush()
        back = session.get_one(Match, 1).deadline
        session.rollback()
    assert back == there
    assert back is not None
    assert back.utcoffset() == timedelta()


@pytest.fixture(scope="module")
def shared(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """One lobby for all examples, each of which rolls back."""
    made = Scene(tmp_path_factory.mktemp("shared"))
    made.lobby()
    yield made
    made.close()


def test_a_time_without_a_zone_is_not_taken(scene: Scene) -> None:
    scene.lobby()
    with pytest.raises((StatementError, ValueError)), scene.store.writing() as session:
        queries.match_of(session, 1).deadline = datetime(2026, 1, 1)  # noqa: DTZ001


def test_times_in_other_zones_are_compared_rightly(scene: Scene) -> None:
    match = scene.running(clock=60)
    there = NOON.astimezone(timezone(timedelta(hours=11)))
    assert scene.do(queries.due, there + timedelta(seconds=59)) == []
    assert scene.do(queries.due, there + timedelta(seconds=60)) == [match]


@pytest.mark.parametrize("number", [1, HUGE, -HUGE, -(10**12)])
def test_ids_of_52_bits_come_back(scene: Scene, number: int) -> None:
    scene.do(lambda s: s.add(Chat(id=number, title="\N{ZERO WIDTH JOINER}𝔉riday 🕰")))
    scene.do(lambda s: s.add(Person(id=abs(number), name="محمد")))
    chat, person = scene.do(queries.chat_of, number), scene.do(queries.person_of, abs(number))
    assert chat is not None
    assert person is not None
    assert (chat.id, chat.title, person.id, person.name) == (number, "\u200d𝔉riday 🕰", abs(number), "محمد")


def test_json_comes_back_and_a_new_list_is_noticed(scene: Scene) -> None:
    match = scene.lobby(3)
    row = scene.row(match)
    assert row.options == {"claims": True}
    assert isinstance(row.joins, list)
    assert len(row.joins) == 3
    assert all(isinstance(join, str) for join in row.joins)


def test_a_secret_comes_back_byte_by_byte(scene: Scene) -> None:
    match = scene.lobby()

    def set_secret(session: Session) -> None:
        queries.match_of(session, match).secret = bytes(range(224, 256))

    scene.do(set_secret)
    assert scene.row(match).secret == bytes(range(224, 256))


@given(st.sampled_from(sorted(CATALOG)), st.binary(min_size=1, max_size=8), st.data())
@settings(max_examples=40, deadline=None)
def test_a_game_of_any_size_at_any_position_comes_back_equal(kind: str, seed: bytes, data: st.DataObject) -> None:
    entry = CATALOG[kind]
    game = entry.game.deal(data.draw(st.sampled_from(entry.sizes)), entry.options(), Fair(seed, 0))
    position = 0
    while True:
        back = load_game(kind, dump_game(game))
        assert back == game
        assert hash(back) == hash(game)
        if game.to_act is None:
            break
        position += 1
        move = data.draw(st.sampled_from(game.moves(game.to_act)))
        assert back.moves(game.to_act) == game.moves(game.to_act)
        game, _ = game.play(game.to_act, move, Fair(seed, position))


@pytest.mark.parametrize("kind", sorted(CATALOG))
def test_options_come_back(kind: str) -> None:
    for claims in (True, False):
        options = CATALOG[kind].options(claims=claims)
        assert load_options(kind, dump_options(options)) == options


@pytest.mark.parametrize("text", ["", "{}", "null", "[1]", '{"options": 1}'])
def test_a_text_that_is_no_game_is_an_error(text: str) -> None:
    with pytest.raises(Unloadable) as caught:
        load_game("timebomb", text)
    assert caught.value.code is Code.BROKEN
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("values", [{"colour": "red"}, {"claims": "perhaps"}, {"claims": None}, [], None])
def test_options_that_the_game_does_not_have_are_an_error(values: Any) -> None:
    with pytest.raises(Unloadable) as caught:
        load_options("timebomb", values)
    assert caught.value.code is Code.BROKEN
    assert caught.value.__cause__ is None


def plan(session: Session, query: str) -> str:
    """How the database would look for something among many."""
    run = session.connection().exec_driver_sql
    if session.get_bind().dialect.name == "sqlite":
        return str(run(f"EXPLAIN QUERY PLAN {query}").all())
    run("SET LOCAL enable_seqscan = off")
    return str(run(f"EXPLAIN {query}").all())


class TestQueries:
    def test_what_is_due_comes_earliest_first_in_small_batches_without_the_broken(self, scene: Scene) -> None:
        matches = [scene.running(clock=seconds) for seconds in (3600, 60, 300)]
        late = NOON + 24 * HOUR
        assert scene.do(queries.due, NOON) == []
        assert scene.do(queries.due, late) == [matches[1], matches[2], matches[0]]
        assert scene.do(queries.due, late, {matches[1]}) == [matches[2], matches[0]]
        assert scene.do(queries.due, late, (), 1) == [matches[1]]
        assert scene.do(queries.next_deadline) == NOON + timedelta(seconds=60)
        assert scene.do(queries.next_deadline, {matches[1]}) == NOON + timedelta(seconds=300)

    def test_without_matches_nothing_is_due(self, scene: Scene) -> None:
        assert scene.do(queries.next_deadline) is None
        assert scene.do(queries.due, NOON + 1000 * HOUR) == []

    def test_looking_for_what_is_due_goes_by_the_index(self, scene: Scene) -> None:
        late = NOON.strftime("'%Y-%m-%d'")
        query = f"SELECT id FROM match WHERE wake_at <= {late} AND id NOT IN (1) ORDER BY wake_at"
        assert "match_wake" in scene.do(plan, query)

    def test_looking_for_what_is_behind_goes_by_the_index(self, scene: Scene) -> None:
        query = "SELECT id FROM match WHERE delivered < revision ORDER BY id LIMIT 100"
        assert "match_behind" in scene.do(plan, query)

    def test_what_is_behind_and_what_is_delivered(self, scene: Scene) -> None:
        first, second = scene.running(), scene.running()
        revision = scene.row(first).revision
        assert scene.do(queries.behind) == [first, second]
        assert scene.do(queries.behind, 1) == [first]
        scene.do(queries.delivered, {first: revision})
        assert scene.do(queries.behind) == [second]
        scene.do(queries.delivered, {first: revision - 1})
        assert scene.row(first).delivered == revision
        scene.do(table.repost, first)
        assert scene.do(queries.behind, None) == [first, second]

    def test_a_surface_is_noted_changed_and_gone(self, scene: Scene) -> None:
        match = scene.lobby()
        row = SurfaceRow(
            match_id=match, which="board", chat_id=GROUP, message_id=HUGE, epoch="1.0", digest="d", revision=3
        )
        scene.do(queries.shown, row)
        row.pinned = True
        scene.do(queries.shown, row)
        row.digest = "e"
        scene.do(queries.delivered, {match: 1}, [row])
        back = scene.do(queries.surface, match, "board")
        assert back is not None
        assert (back.message_id, back.digest, back.pinned) == (HUGE, "e", True)
        for other in (replace(row, message_id=HUGE - 1, digest="x"), replace(row, chat_id=GROUP - 1, digest="x")):
            scene.do(queries.delivered, {match: 1}, [other])
            back = scene.do(queries.surface, match, "board")
            assert back is not None
            assert back.digest == "e", "another message showed that"
        assert [row[1] for row in scene.dump()["surface"]] == ["board", "lobby"]
        scene.do(queries.gone, match, "board", HUGE - 1)
        assert [row[1] for row in scene.dump()["surface"]] == ["board", "lobby"], "another one is gone"
        scene.do(queries.gone, match, "board", HUGE)
        assert [row[1] for row in scene.dump()["surface"]] == ["lobby"]
        scene.do(queries.gone, match, "board", HUGE)

    def test_matches_of_places_and_people_come_newest_first_and_only_live_ones(self, scene: Scene) -> None:
        old = scene.running()
        scene.play_out(old)
        first, second = scene.running(4), scene.running(3, 1)
        topic = scene.lobby(2, place=Place(GROUP, "", 7))
        elsewhere = scene.lobby(place=Place(-5, "Else"))

        def ids(found: object) -> list[int]:
            assert isinstance(found, list)
            return [match.id for match in found]

        assert ids(scene.do(queries.matches_in_chat, GROUP, None)) == [second, first]
        assert ids(scene.do(queries.matches_in_chat, GROUP, 7)) == [topic]
        assert ids(scene.do(queries.matches_in_chat, GROUP, None, (Status.FINISHED,))) == [old]
        assert sorted(ids(scene.do(queries.matches_in_group, GROUP))) == [first, second, topic]
        assert ids(scene.do(queries.matches_of_person, ANN)) == [elsewhere, topic, second, first]
        assert ids(scene.do(queries.matches_of_person, ANN, (Status.LOBBY,))) == [elsewhere, topic]
        scene.do(table.leave, first, BAO, scene.now)
        assert ids(scene.do(queries.matches_of_person, BAO)) == [topic, second]
        assert ids(scene.do(queries.lobbies_for, CELINE, 2)) == [elsewhere, topic]
        assert ids(scene.do(queries.lobbies_for, CELINE, 1)) == [elsewhere], "the newest"
        scene.do(lobby.join, elsewhere, scene.who(CELINE), scene.row(elsewhere).chat_id, scene.now)
        assert ids(scene.do(queries.lobbies_for, CELINE, 1)) == [topic], "not where he sits"

    def test_who_was_never_seen_in_a_group_is_offered_none_of_its_lobbies(self, scene: Scene) -> None:
        scene.lobby()
        scene.do(queries.met_person, 5, "Stranger", None, None)
        assert scene.do(queries.lobbies_for, 5, 9) == []

    def test_meeting_again_brings_names_up_to_date_and_keeps_what_was_chosen(self, scene: Scene) -> None:
        def choose(session: Session) -> None:
            person = queries.met_person(session, ANN, "Ann", "ann", "fr")
            person.language, person.reachable = "vi", True

        scene.do(choose)
        scene.do(queries.met_person, ANN, "Anna", None, None)
        person = scene.do(queries.person_of, ANN)
        assert person is not None
        assert (person.name, person.username, person.language, person.client_language, person.reachable) == (
            "Anna",
            None,
            "vi",
            "fr",
            True,
        )
        scene.do(queries.met_chat, GROUP, "Old")
        scene.do(queries.met_chat, GROUP, "New")
        scene.do(queries.met_chat, GROUP, "")
        chat = scene.do(queries.chat_of, GROUP)
        assert chat is not None
        assert chat.title == "New"

    def test_being_seen_is_written_once_a_day(self, scene: Scene) -> None:
        scene.meet(ANN)
        scene.do(queries.seen_in, GROUP, ANN, NOON + 23 * HOUR)
        assert scene.do(lambda s: s.get(ChatPerson, (GROUP, ANN)).seen_at) == NOON  # type: ignore[union-attr]
        scene.do(queries.seen_in, GROUP, ANN, NOON + 24 * HOUR)
        assert scene.do(lambda s: s.get(ChatPerson, (GROUP, ANN)).seen_at) == NOON + 24 * HOUR  # type: ignore[union-attr]

    def test_a_language_is_chosen_or_the_apps_or_english(self) -> None:
        for chosen, app, expected in (("vi", "fr", "vi"), (None, "fr", "fr"), (None, "xx", "en"), (None, None, "en")):
            assert queries.language_of(Person(id=1, name="", language=chosen, client_language=app)) == expected
        assert queries.language_of(None) == "en"

    def test_a_position_is_played_once(self, scene: Scene) -> None:
        match = scene.running()
        scene.press(match)
        again = Play(match_id=match, position=1, seat=0, move="cut 1 0", at=NOON, by="person")
        with pytest.raises(IntegrityError):
            scene.do(lambda s: s.add(again))
        assert [play.position for play in scene.facts(match).plays] == [1]

    def test_a_token_and_an_origin_belong_to_one_match(self, scene: Scene) -> None:
        match = scene.lobby()
        row = scene.do(Session.get_one, Match, match)
        found = scene.do(queries.match_by_token, row.token), scene.do(queries.match_made_from, row.made_from)
        assert [m.id for m in found if m is not None] == [match, match]
        assert scene.do(queries.match_by_token, "x") is None
        for unique in ("token", "made_from"):
            other = {**row.model_dump(exclude={"id"}), "token": "t", "made_from": "m", unique: getattr(row, unique)}
            with pytest.raises(IntegrityError):
                scene.do(lambda s, other=other: s.add(Match(**other)))  # type: ignore[misc]

    def test_the_facts_tell_names_reachability_and_languages_of_today(self, scene: Scene) -> None:
        match = scene.lobby(2, 1)

        def change(session: Session) -> None:
            person = queries.met_person(session, BAO, "Bao the Second", None, "fr")
            person.reachable = True

        scene.do(change)
        seats = scene.facts(match).seats
        assert [(s.name, s.reachable, s.language) for s in seats] == [
            ("Ann", False, "en"),
            ("Bao the Second", True, "fr"),
            ("Mycroft", False, "en"),
        ]
        assert scene.facts(match).chat_title == "Friday night"
        assert scene.facts(match).language == "en"

    def test_a_groups_language_is_its_hosts_until_one_is_chosen(self, scene: Scene) -> None:
        match = scene.lobby()
        scene.do(queries.met_person, ANN, "Ann", None, "ru")
        assert scene.facts(match).language == "ru"

        def choose(session: Session) -> None:
            queries.met_chat(session, GROUP, "").language = "vi"

        scene.do(choose)
        assert scene.facts(match).language == "vi"


def test_a_name_with_the_character_0_can_be_stored(scene: Scene) -> None:
    """No name of Telegram's has it, but a forged update may."""
    scene.do(queries.met_person, ANN, "A\0nn \0", "\0", None)
    person = scene.do(queries.person_of, ANN)
    assert person is not None
    assert re.fullmatch("A.nn .", person.name, re.DOTALL)


def test_there_is_no_such_match(scene: Scene) -> None:
    for number in (0, -1, 99, 2**62):
        assert scene.refused(queries.match_of, number).code == Code.NO_SUCH_MATCH
