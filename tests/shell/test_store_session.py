"""The match a use case works on: one row, read once, written with everything else."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlmodel import col, select, update

from tests.shell.setting import ANN, BAO, CELINE, DIMA, GROUP, NOON, PEOPLE, PLACE, Scene
from tgbot import ballots, choosing, lobby, table
from tgbot.facts import Status
from tgbot.refusals import Code, Refused
from tgbot.store import Session, queries, reading
from tgbot.store.tables import Match


def stored(session: Session, match: int) -> Match:
    """As another transaction would read it, past everything that is kept."""
    return session.exec(select(Match).where(Match.id == match).execution_options(populate_existing=True)).one()


def test_every_column_is_read_and_written(scene: Scene) -> None:
    number = scene.running()
    before = scene.do(Session.get_one, Match, number).model_dump()
    assert vars(scene.row(number)) == before
    new = {
        **before,
        "options": {"claims": False},
        "joins": ["callback 1"],
        "status": Status.FINISHED,
        "position": 7,
        "state": None,
        "deadline": NOON + timedelta(seconds=1),
        "ended_at": NOON,
        "pointing": 2,
        "pointing_in": "board",
    }

    def change(session: Session) -> None:
        match = queries.match_of(session, number)
        for name, value in new.items():
            setattr(match, name, value)

    scene.do(change)
    assert scene.do(Session.get_one, Match, number).model_dump() == new
    assert vars(scene.row(number)) == new


def test_only_what_was_assigned_anew_is_written(scene: Scene) -> None:
    number = scene.lobby()
    said: list[str] = []

    def change(session: Session) -> None:
        event.listen(session.connection(), "before_cursor_execute", lambda *seen: said.append(seen[2]))
        match = queries.match_of(session, number)
        match.panel, match.clock = "options", match.clock
        session.flush()
        session.flush()

    scene.do(change)
    [update] = [line for line in said if line.startswith("UPDATE")]
    assert re.findall(r"(\w+) ?=", update) == ["panel", "id"], "the one column, of the one match"


def test_it_is_one_object_for_the_whole_transaction(scene: Scene) -> None:
    number = scene.lobby()

    def twice(session: Session) -> None:
        queries.match_of(session, number).revision += 1
        queries.match_of(session, number).revision += 1

    before = scene.row(number).revision
    scene.do(twice)
    assert scene.row(number).revision == before + 2


def test_whatever_reads_after_an_assignment_sees_it(scene: Scene) -> None:
    number = scene.lobby()

    def change(session: Session) -> None:
        match = queries.match_of(session, number)
        match.revision = 40
        assert reading.facts(session, number).revision == 40
        match.revision = 41
        assert stored(session, number).revision == 41

    scene.do(change)


USE_CASES: list[Callable[[Session, int, Scene], object]] = [
    lambda s, match, scene: choosing.set_option(s, match, scene.who(ANN), "claims", False, scene.now),
    lambda s, match, scene: choosing.pick_colour(s, match, scene.who(ANN), "blue", True, scene.now),
    lambda s, match, scene: choosing.set_start(s, match, scene.who(ANN), "15", scene.now),
    lambda s, match, scene: lobby.join(s, match, scene.who(DIMA), GROUP, scene.now),
    lambda s, match, scene: choosing.pick_colour(s, match, scene.who(ANN), "blue", False, scene.now),
    lambda s, match, scene: lobby.start(s, match, scene.who(ANN), scene.now),
    lambda s, match, scene: ballots.pause(s, match, scene.who(ANN), scene.now),
    lambda s, match, scene: ballots.resume(s, match, scene.who(ANN), scene.now),
    lambda s, match, scene: table.extend(s, match, PEOPLE[scene.to_act(match)], scene.now),
    lambda s, match, scene: table.leave(s, match, BAO, scene.now),
    lambda s, match, scene: table.time_out(s, match, scene.row(match).deadline or scene.now),
    lambda s, match, scene: lobby.cancel(s, match, scene.who(ANN), scene.now),
]


def test_what_a_use_case_leaves_is_read_by_itself_as_by_everybody_after_it(scene: Scene) -> None:
    """It reads the row it has assigned to, they read what stands in the database."""
    for person in PEOPLE[:4]:
        scene.meet(person)
    match = scene.do(lobby.open_lobby, PLACE, scene.who(ANN), "evolution", 7, scene.now).match
    for person in (BAO, CELINE):
        scene.do(lobby.join, match, scene.who(person), GROUP, scene.now)
    for use_case in USE_CASES:

        def seen(session: Session, do: Callable[[Session, int, Scene], object] = use_case) -> tuple[object, object]:
            do(session, match, scene)
            assert session.held(match) is not None
            return reading.facts_and_state(session, match)

        assert scene.do(seen) == scene.store.look(lambda s: reading.facts_and_state(s, match))
    assert scene.row(match).status == Status.CANCELLED


def test_a_rollback_undoes_it_and_lets_it_be_read_anew(scene: Scene) -> None:
    number = scene.lobby()
    before = scene.row(number).revision

    def undone(session: Session) -> int:
        match = queries.match_of(session, number)
        match.revision = 40
        session.flush()
        match.revision = 41
        session.rollback()
        return queries.match_of(session, number).revision

    assert scene.do(undone) == before
    assert scene.row(number).revision == before


def test_an_exception_writes_nothing(scene: Scene) -> None:
    number = scene.lobby()
    before = scene.row(number).revision

    def fails(session: Session) -> None:
        queries.match_of(session, number).revision = 40
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        scene.do(fails)
    assert scene.row(number).revision == before


def test_a_match_the_orm_holds_is_that_object(scene: Scene) -> None:
    number = scene.lobby()

    def change(session: Session) -> None:
        [held] = queries.matches_in_group(session, GROUP)
        held.revision = 40
        match = queries.match_of(session, number)
        assert match is held
        match.revision += 1

    scene.do(change)
    assert scene.row(number).revision == 41


def test_what_the_orm_has_not_written_yet_is_read_too(scene: Scene) -> None:
    number = scene.lobby()

    def change(session: Session) -> None:
        session.get_one(Match, number).revision = 40
        assert queries.match_of(session, number).revision == 40

    scene.do(change)


def test_two_objects_that_both_change_a_match_are_an_error_not_a_lost_change(scene: Scene) -> None:
    number = scene.lobby()
    before = scene.row(number)

    def change(session: Session) -> None:
        match = queries.match_of(session, number)
        [held] = queries.matches_in_group(session, GROUP)
        held.revision += 1
        match.host_id, match.panel = ANN, "options"

    with pytest.raises(RuntimeError):
        scene.do(change)
    assert vars(scene.row(number)) == vars(before)


def test_a_match_that_does_not_exist_is_refused_and_not_remembered(scene: Scene) -> None:
    with pytest.raises(Refused) as refused:
        scene.do(queries.match_of, 999)
    assert refused.value.code is Code.NO_SUCH_MATCH


def test_a_column_that_does_not_exist_cannot_be_assigned(scene: Scene) -> None:
    number = scene.lobby()

    def change(session: Session) -> None:
        queries.match_of(session, number).positon = 4

    with pytest.raises(AttributeError):
        scene.do(change)


def test_the_session_goes_on_after_a_commit(scene: Scene) -> None:
    number = scene.lobby()

    def change(session: Session) -> None:
        queries.match_of(session, number).revision = 40
        session.commit()
        session.execute(update(Match).where(col(Match.id) == number).values(revision=50))
        assert queries.match_of(session, number).revision == 50

    scene.do(change)
