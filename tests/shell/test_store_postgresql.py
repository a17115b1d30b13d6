"""How we are connected to PostgreSQL: statements that are kept, who is told of a commit, and what results describe."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import psycopg
import pytest

from tests.shell.cable import Cable
from tests.shell.setting import GROUP, Scene
from tgbot import table
from tgbot.refusals import Code, Refused
from tgbot.store import Session, Store, engine, queries
from tgbot.store.address import conninfo_of
from tgbot.store.session import CHANNEL
from tgbot.store.tables import Match

DATABASES = ("postgresql",)


@pytest.fixture(params=[True, False])
def prepares(request: pytest.FixtureRequest) -> bool:
    """Whether statements are kept."""
    return bool(request.param)


@pytest.fixture
def store(prepares: bool, cable: Cable, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """With one connection to write by and one to read by."""
    monkeypatch.setattr(engine, "_WRITERS", 1)
    monkeypatch.setattr(engine, "_READERS", 1)
    made = Store(cable.url, prepares=prepares)
    yield made
    made.close()


def kept(session: Session) -> int:
    return int(session.connection().exec_driver_sql("SELECT count(*) FROM pg_prepared_statements").scalar_one())


def test_statements_made_again_and_again_are_kept_unless_a_pooler_stands_between(
    scene: Scene, store: Store, cable: Cable, prepares: bool
) -> None:
    match = scene.running(4)
    for way in (store.transact, store.look):
        # In a transaction each, as a pooler gives out its connections.
        for _ in range(10):
            way(lambda session: queries.match_of(session, match))
        assert (way(kept) > 0) is cable.kept is prepares
    # What is done with many values at once is kept at once.
    for number in range(3):
        note = partial(queries.delivered, revisions={match: number, match + 1: number})
        store.transact(note)
    assert (store.transact(kept) > 0) is prepares


def test_a_refusal_costs_what_is_kept_and_nothing_else(scene: Scene, store: Store) -> None:
    """The driver forgets its statements with every transaction that is undone, and makes them again."""
    match = scene.running(4)

    def refuse(session: Session) -> None:
        queries.match_of(session, match).revision = 1000
        session.flush()
        raise Refused(Code.FULL)

    for number in range(20):
        store.transact(lambda session: table.repost(session, match))
        if number % 7 == 6:
            with pytest.raises(Refused):
                store.transact(refuse)
    assert scene.row(match).reposted == 20


def asked(session: Session, words: str) -> list[dict[str, Any]]:
    return [dict(row) for row in session.connection().exec_driver_sql(words).mappings()]


DESCRIBED: dict[str, list[dict[str, Any]]] = {
    "SELECT 1 AS one, 'b' AS other": [{"one": 1, "other": "b"}],
    "SELECT 2 AS two": [{"two": 2}],
    "SELECT id, title FROM chat WHERE false": [],
}


def test_results_are_described_as_they_are(scene: Scene, store: Store) -> None:
    """Also when a statement has been seen before, and when it is none of SQLAlchemy's."""
    scene.lobby()
    for _ in range(10):
        for words, expected in DESCRIBED.items():
            assert store.look(partial(asked, words=words)) == expected
        chat = store.look(lambda session: queries.chat_of(session, GROUP))
        assert chat is not None
        assert chat.id == GROUP


@pytest.mark.parametrize("leads", [False, True])
def test_who_leads_tells_nobody_of_what_he_commits(scene: Scene, stores: list[Store], leads: bool) -> None:
    match = scene.running(4)
    writer = stores[0]
    writer.leads = leads
    with psycopg.connect(conninfo_of(scene.store.url), autocommit=True) as ear:
        ear.execute(f"LISTEN {CHANNEL}")
        writer.transact(lambda session: table.repost(session, match))  # a plain row
        writer.transact(lambda session: setattr(session.get_one(Match, match), "revision", 99))  # the ORM's
        heard = [told.payload for told in ear.notifies(timeout=0.2)]
    assert heard == ([] if leads else [f"{match} {writer.name}"] * 2)
