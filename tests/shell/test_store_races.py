"""Several transactions at once: whatever comes of it, it happened once, one after the other (architecture, More than
one process).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlmodel import col, func, select

from tests.shell.setting import ANN, BAO, GROUP, PEOPLE, PLACE, SECOND, Scene
from tgbot import choosing, holding, lobby, metrics, people, preferences, table
from tgbot.facts import Held
from tgbot.lobby import Place
from tgbot.people import Visit
from tgbot.refusals import Code, Refused
from tgbot.store import Session, Store, queries, transaction
from tgbot.store.tables import Chat, ChatPerson, Match, Person, Surface

T = TypeVar("T")
Do = Callable[[Session], T]


def at_once(scene: Scene, jobs: list[Callable[[Session], Any]]) -> list[Any]:
    """Runs all of them together, each on a store of its own as in a process of its own; what each returned or was
    refused. On PostgreSQL none commits before all have done their part: it is as bad as it can be.
    """
    stores = [Store(scene.store.url) for _ in jobs]
    ready = threading.Barrier(len(jobs))
    first = set(range(len(jobs)))

    def run(number: int) -> Any:
        def do(session: Session) -> Any:
            if number in first:
                first.discard(number)
                session.connection()
                look = session.exec(select(func.count()).select_from(Chat)).one()  # the moment that it sees
                assert look >= 0
                if "postgresql" in scene.store.url:
                    ready.wait(20)
            return jobs[number](session)

        try:
            return stores[number].transact(do)
        except Refused as refused:
            return refused.code

    with ThreadPoolExecutor(len(jobs)) as pool:
        found = list(pool.map(run, range(len(jobs))))
    for store in stores:
        store.close()
    return found


def count(scene: Scene, model: Any) -> int:
    return scene.do(lambda session: session.exec(select(func.count()).select_from(model)).one())


def test_who_joins_at_the_same_time_sits_once_and_no_more_than_fit(scene: Scene) -> None:
    match = scene.lobby(1)
    who = [scene.who(person) for person in PEOPLE[1:]]
    found = at_once(scene, [partial(lobby.join, match_id=match, who=w, member_of=GROUP, now=scene.now) for w in who])
    facts = scene.facts(match)
    seated = [seat.person_id for seat in facts.seats]
    assert len(seated) == len(set(seated)) == 8
    assert [seat.seat for seat in facts.seats] == list(range(8))
    assert found.count(Code.FULL) == 1
    assert len(set(scene.row(match).joins)) == 8


@pytest.mark.parametrize("same_message", [True, False])
def test_however_many_choose_a_game_one_lobby_opens(scene: Scene, same_message: bool) -> None:
    for person in PEOPLE[:6]:
        scene.meet(person)
    who = [scene.who(person) for person in PEOPLE[:6]]

    def choose(number: int) -> Do[Any]:
        message = 500 if same_message else 500 + number
        return lambda s: lobby.open_lobby(s, PLACE, who[number], "timebomb", message, scene.now)

    found = at_once(scene, [choose(number) for number in range(6)])
    refusals = [one for one in found if isinstance(one, Code)]
    assert len(refusals) == 5
    assert set(refusals) <= ({Code.ALREADY_DONE} if same_message else {Code.LOBBY_OPEN})
    assert count(scene, Match) == count(scene, Surface) == 1


def test_a_rematch_that_several_ask_for_is_one_lobby_in_which_they_sit(scene: Scene) -> None:
    match = scene.running(5)
    scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
    who = [scene.who(person) for person in PEOPLE[:5]]
    found = at_once(scene, [partial(lobby.rematch, match_id=match, who=w, member_of=GROUP, now=scene.now) for w in who])
    assert len({done.match for done in found}) == 1
    assert sorted(seat.person_id or 0 for seat in scene.facts(found[0].match).seats) == sorted(PEOPLE[:5])


def test_a_press_that_is_delivered_to_several_is_one_move(scene: Scene) -> None:
    match = scene.running(4)
    move, person, position = scene.moves(match)[0], PEOPLE[scene.to_act(match)], scene.row(match).position
    found = at_once(scene, [lambda s: table.press(s, match, position, person, move, scene.now)] * 5)
    assert found.count(Code.ALREADY_DONE) == 4
    assert len(scene.facts(match).plays) == 1
    assert scene.row(match).position == position + 1


@pytest.mark.parametrize("looked_first", [True, False])
def test_what_starts_at_the_moment_when_everything_is_stopped_stands_still(
    scene: Scene, stores: list[Store], looked_first: bool
) -> None:
    if looked_first and "postgresql" not in scene.store.url:
        pytest.skip("one writer after the other")
    match, who = scene.lobby(4), scene.who(ANN)
    scene.do(holding.order, hold=False)
    under_way, stopped = threading.Event(), threading.Event()

    def start(session: Session) -> None:
        if looked_first and not under_way.is_set():
            session.exec(select(func.count()).select_from(Chat)).one()  # the moment that it sees
            under_way.set()
            assert stopped.wait(20)
        lobby.start(session, match, who, scene.now)
        if not looked_first:
            under_way.set()
            stopped.wait(1)  # in vain: who stops everything has to wait for it

    with ThreadPoolExecutor(1) as pool:
        started = pool.submit(stores[0].transact, start)
        assert under_way.wait(20)
        stores[1].transact(lambda session: holding.order(session, hold=True))
        stores[1].transact(lambda session: holding.hold(session, 0, scene.now))
        stopped.set()
        started.result()
    assert scene.row(match).held == Held.OPERATOR


def test_a_press_and_the_clock_at_the_same_moment_are_one_move(scene: Scene) -> None:
    match = scene.running(4, clock=60)
    move, person, position = scene.moves(match)[0], PEOPLE[scene.to_act(match)], scene.row(match).position
    now = scene.later(60 * SECOND)

    at_once(
        scene,
        [
            lambda s: table.press(s, match, position, person, move, now),
            *[lambda s: table.time_out(s, match, now)] * 3,
        ],
    )
    assert [play.position for play in scene.facts(match).plays] == [position]
    assert scene.row(match).position == position + 1


def test_strangers_in_a_strange_group_are_met_once_each(scene: Scene) -> None:
    place = Place(-77, "New")
    visits = [Visit(scene.who(person), place, scene.now) for person in PEOPLE[:3] for _ in range(3)]
    at_once(scene, [partial(people.attempt, visit=visit, do=lambda _: None) for visit in visits])
    assert (count(scene, Person), count(scene, Chat), count(scene, ChatPerson)) == (3, 1, 3)


def test_a_change_of_something_else_is_not_lost(scene: Scene) -> None:
    """The match was read as a whole by both."""
    match = scene.running(6)
    before = scene.row(match).revision
    found = at_once(
        scene,
        [
            *(partial(table.ask_hand, match_id=match, person_id=person) for person in PEOPLE[:6]),
            lambda s: preferences.set_group_language(s, PLACE, "fr", admin=True),
            lambda s: people.reach(s, ANN, True),
        ],
    )
    assert not [one for one in found if isinstance(one, Code)]
    assert [seat.asked for seat in scene.facts(match).seats] == [1] * 6
    assert scene.facts(match).language == "fr"
    assert scene.row(match).revision == before + 8


def test_host_and_players_at_the_same_time_leave_a_lobby_that_holds_together(scene: Scene) -> None:
    match = scene.lobby(4)
    jobs: list[Do[Any]] = [
        lambda s: lobby.leave(s, match, ANN, scene.now),
        lambda s: lobby.leave(s, match, BAO, scene.now),
        lambda s: lobby.join(s, match, scene.who(PEOPLE[5]), GROUP, scene.now),
        lambda s: choosing.set_clock(s, match, scene.who(ANN), 300, scene.now),
    ]
    at_once(scene, jobs)
    facts = scene.facts(match)
    assert [seat.person_id for seat in facts.seats] == [PEOPLE[2], PEOPLE[3], PEOPLE[5]]
    assert facts.host_id in {seat.person_id for seat in facts.seats}


def test_two_that_wait_for_each_other_both_get_through(scene: Scene) -> None:
    one, other = scene.running(4), scene.running(4)
    before = scene.row(one).revision, scene.row(other).revision

    def repost(first: int, second: int) -> Do[None]:
        def do(session: Session) -> None:
            table.repost(session, first)
            session.flush()
            time.sleep(0.2)
            table.repost(session, second)

        return do

    at_once(scene, [repost(one, other), repost(other, one)])
    assert (scene.row(one).revision, scene.row(other).revision) == (before[0] + 2, before[1] + 2)


def test_what_no_second_try_would_mend_is_tried_so_often_and_then_an_error(scene: Scene, database: str) -> None:
    tries: list[int] = []

    def twice(session: Session) -> None:
        tries.append(1)
        for _ in range(2):
            session.execute(Chat.__table__.insert().values(id=GROUP, title=""))  # type: ignore[attr-defined]

    before = metrics.REGISTRY.get_sample_value("bigben_database_retries_total") or 0
    with pytest.raises(IntegrityError):
        scene.store.transact(twice)
    assert len(tries) == (transaction.TRIES if database == "postgresql" else 1)
    assert metrics.REGISTRY.get_sample_value("bigben_database_retries_total") == before + len(tries) - 1
    assert count(scene, Chat) == 0


def test_what_the_use_case_itself_raises_is_not_tried_again(scene: Scene) -> None:
    tries: list[int] = []

    def fails(session: Session) -> None:
        tries.append(1)
        raise DBAPIError("no", None, ValueError("of our own"))

    with pytest.raises(DBAPIError):
        scene.store.transact(fails)
    assert tries == [1]


def test_readers_of_postgresql_write_nothing_and_see_one_moment(scene: Scene, database: str) -> None:
    scene.do(queries.met_chat, GROUP, "Friday")
    with scene.store.reading() as session:
        first = session.exec(select(col(Chat.title))).all()
        scene.do(queries.met_chat, GROUP, "Saturday")
        assert session.exec(select(col(Chat.title))).all() == first == ["Friday"]
    if database == "postgresql":
        with pytest.raises(DBAPIError, match="read-only"), scene.store.reading() as session:
            queries.met_chat(session, -1, "None")
