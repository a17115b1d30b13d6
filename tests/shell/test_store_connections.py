"""Connections to PostgreSQL that break: what was done is done once, and the answer is true. SQLite has none."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import psycopg
import pytest
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from sqlmodel import func, select

from tests import postgresql
from tests.shell.cable import Cable, Cut
from tests.shell.setting import ANN, GROUP, NAMES, PEOPLE, Scene
from tgbot import lobby, table
from tgbot.store import Session, Store, at_fault, engine, queries, transaction
from tgbot.store.address import conninfo_of
from tgbot.store.tables import Chat

DATABASES = ("postgresql",)


def chats(scene: Scene) -> int:
    return scene.do(lambda session: session.exec(select(func.count()).select_from(Chat)).one())


@pytest.fixture
def store(cable: Cable, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """With one connection to write by, as if others had the rest."""
    monkeypatch.setattr(engine, "_WRITERS", 1)
    made = Store(cable.url)
    yield made
    made.close()


@pytest.mark.parametrize("cut", ["before", "after"])
def test_a_commit_that_is_cut_off_happens_once_and_the_answer_is_true(
    scene: Scene, store: Store, cable: Cable, cut: Cut
) -> None:
    match = scene.lobby(1)
    for computers in (1, 2, 3):
        cable.cut_at_commit(cut)
        done = store.transact(lambda s: lobby.add_computer(s, match, scene.who(ANN), scene.now))
        assert done.match == match
        assert len(scene.facts(match).seats) == 1 + computers
    assert cable.cuts == 3


@pytest.mark.parametrize("cut", ["before", "after"])
def test_a_move_whose_commit_is_cut_off_is_made_once_and_answered_as_made(
    scene: Scene, store: Store, cable: Cable, cut: Cut
) -> None:
    match = scene.running(4)
    move, person, position = scene.moves(match)[0], PEOPLE[scene.to_act(match)], scene.row(match).position
    cable.cut_at_commit(cut)
    done = store.transact(lambda s: table.press(s, match, position, person, move, scene.now))
    assert done.kind == "timebomb"
    assert len(scene.facts(match).plays) == 1


@pytest.mark.parametrize("cut", ["before", "after"])
def test_a_commit_that_locks_no_match_is_asked_for_as_well(
    scene: Scene, store: Store, cable: Cable, cut: Cut, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Done again it would count once more."""
    scene.do(queries.met_chat, GROUP, "0")

    def count(session: Session) -> None:
        chat = session.get_one(Chat, GROUP)
        chat.title = str(int(chat.title) + 1)

    for leads in (False, True):
        monkeypatch.setattr(store, "leads", leads)
        cable.cut_at_commit(cut)
        store.transact(count)
    assert cable.cuts == 2
    assert scene.do(Session.get_one, Chat, GROUP).title == "2"


@pytest.mark.parametrize("cut", ["before", "after"])
def test_a_press_at_whoever_leads_is_asked_for_as_well(scene: Scene, store: Store, cable: Cable, cut: Cut) -> None:
    """Nobody is told of it, so nothing is asked of the database before the commit."""
    match = scene.lobby(1)
    store.leads = True
    cable.cut_at_commit(cut)
    store.transact(lambda s: lobby.add_computer(s, match, scene.who(ANN), scene.now))
    assert cable.cuts == 1
    assert len(scene.facts(match).seats) == 2


def test_a_connection_that_breaks_before_the_commit_is_replaced(scene: Scene, store: Store) -> None:
    tries: list[int] = []

    def do(session: Session) -> None:
        queries.met_chat(session, GROUP, "Friday")
        session.flush()
        tries.append(1)
        if len(tries) == 1:
            _terminate_all(scene)
            queries.met_person(session, ANN, NAMES[0], None, None)
            session.flush()

    store.transact(do)
    assert len(tries) == 2
    assert chats(scene) == 1


def test_connections_that_broke_while_nobody_looked_do_no_harm(scene: Scene, store: Store) -> None:
    store.transact(lambda s: queries.met_chat(s, GROUP, "Friday"))
    store.look(lambda s: queries.chat_of(s, GROUP))
    _terminate_all(scene)
    store.transact(lambda s: queries.met_chat(s, GROUP, "Saturday"))
    chat = store.look(lambda s: queries.chat_of(s, GROUP))
    assert chat is not None
    assert chat.title == "Saturday"


def test_a_server_that_comes_back_is_waited_for(store: Store, cable: Cable) -> None:
    store.transact(lambda s: queries.met_chat(s, GROUP, "Friday"))
    cable.pull_out()
    timer = threading.Timer(0.7, cable.plug_in)
    timer.start()
    store.transact(lambda s: queries.met_chat(s, GROUP, "Saturday"))
    timer.join()


def test_a_server_that_stays_away_is_an_error_after_a_while(
    store: Store, cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transaction, "PATIENCE", 0.5)
    cable.pull_out()
    for way in (store.transact, store.look):
        began = time.monotonic()
        with pytest.raises(OperationalError) as caught:
            way(lambda s: queries.chat_of(s, GROUP))
        assert at_fault(caught.value)
        assert 0.5 <= time.monotonic() - began < 5


@pytest.mark.asyncio
async def test_a_server_that_is_away_is_waited_for_by_one_and_not_by_everybody_in_turn(
    store: Store, cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transaction, "PATIENCE", 0.5)
    await store.write(queries.met_chat, GROUP, "Friday")
    begun: list[bool] = []
    run = transaction.run

    def counted(*args: Any, patient: bool) -> Any:
        begun.append(patient)
        return run(*args, patient=patient)

    monkeypatch.setattr(transaction, "run", counted)
    cable.pull_out()
    together = [store.write(queries.met_chat, GROUP, "Saturday") for _ in range(20)]
    failed = await asyncio.gather(*together, return_exceptions=True)
    assert all(isinstance(error, Exception) and at_fault(error) for error in failed)
    assert begun == [True], "the others were told with him"
    with pytest.raises(OperationalError):
        await store.write(queries.met_chat, GROUP, "Saturday")
    assert begun == [True, False], "who comes later tries once"
    cable.plug_in()
    await store.write(queries.met_chat, GROUP, "Saturday")
    await store.write(queries.met_chat, GROUP, "Sunday")
    assert begun == [True, False, False, True]


@pytest.mark.parametrize("cut", ["before", "after"])
def test_a_commit_is_not_done_again_before_it_is_known_what_came_of_it(
    scene: Scene, store: Store, cable: Cable, cut: Cut, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Longer than anything else is tried: done twice it would seat two."""
    monkeypatch.setattr(transaction, "PATIENCE", 0.1)
    match = scene.lobby(1)
    cable.cut_at_commit(cut, away=1.0)
    # Where it is known not to have been done, the time is up.
    known: AbstractContextManager[object] = pytest.raises(OperationalError) if cut == "before" else nullcontext()
    with known:
        store.transact(lambda s: lobby.add_computer(s, match, scene.who(ANN), scene.now))
    assert cable.cuts == 1
    assert len(scene.facts(match).seats) == (2 if cut == "after" else 1)


def test_what_came_of_a_commit_may_stay_unknown_and_then_it_is_an_error(
    scene: Scene, store: Store, cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transaction, "ANSWER", 0.3)
    match = scene.lobby(1)
    cable.cut_at_commit("after", away=60)
    with pytest.raises(OperationalError):
        store.transact(lambda s: lobby.add_computer(s, match, scene.who(ANN), scene.now))
    assert len(scene.facts(match).seats) == 2, "it was done, and not again"


def test_who_stops_waits_for_no_server(scene: Scene, cable: Cable) -> None:
    store = Store(cable.url)
    cable.pull_out()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(store.transact, lambda s: queries.chat_of(s, GROUP))
        time.sleep(0.3)
        began = time.monotonic()
        store.close()
        with pytest.raises(OperationalError):
            waiting.result(5)
        assert time.monotonic() - began < 5


def _terminate_all(scene: Scene) -> None:
    database = make_url(scene.store.url).database
    with psycopg.connect(conninfo_of(postgresql.server()), autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [database])
