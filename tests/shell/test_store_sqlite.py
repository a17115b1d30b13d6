"""What is true of SQLite only: one writer, one file."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from tests.shell.setting import GROUP, Scene
from tgbot.store import Session, Store, at_fault, queries
from tgbot.store.tables import Chat

DATABASES = ("sqlite",)


def pragma(session: Session, name: str) -> object:
    return session.connection().exec_driver_sql(f"PRAGMA {name}").scalar()


@pytest.mark.parametrize("begin", ["writing", "reading"])
def test_every_connection_keeps_a_wal_full_sync_and_foreign_keys(scene: Scene, begin: str) -> None:
    store = Store(scene.store.url)
    with getattr(store, begin)() as session:
        assert pragma(session, "journal_mode") == "wal"
        assert pragma(session, "synchronous") == 2
        assert pragma(session, "foreign_keys") == 1
        assert pragma(session, "busy_timeout") == 10_000
    store.close()


def test_a_writer_holds_the_database_from_its_first_statement_on(scene: Scene) -> None:
    other = sqlite3.connect(scene.store.url.removeprefix("sqlite:///"), timeout=0, isolation_level=None)
    with scene.store.writing() as session:
        pragma(session, "user_version")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.close()


def test_a_transaction_that_waits_too_long_gives_up_instead_of_hanging(scene: Scene) -> None:
    path = scene.store.url.removeprefix("sqlite:///")
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with scene.store.reading() as session:
        session.connection().exec_driver_sql("PRAGMA busy_timeout=1")
        session.add(Chat(id=1))
        with pytest.raises(OperationalError, match="locked"):
            session.flush()
        session.rollback()
    holder.close()


def test_a_database_that_cannot_be_opened_is_an_error_of_sqlalchemys(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/nowhere/bigben.db")
    with pytest.raises(OperationalError), store.writing() as session:
        queries.chat_of(session, GROUP)
    store.close()


@pytest.mark.asyncio
async def test_writes_are_done_in_the_order_they_were_asked_for(scene: Scene) -> None:
    done: list[int] = []

    def note(session: Session, number: int) -> None:
        queries.met_chat(session, -number, "")
        done.append(number)

    await asyncio.gather(*(scene.store.write(note, number) for number in range(100)))
    assert done == list(range(100))


@pytest.mark.parametrize(("statement", "fault"), [("DELETE FROM chat", True), ("SELECT nonsense", False)])
def test_a_file_that_takes_nothing_is_told_from_a_question_that_is_wrong(
    scene: Scene, statement: str, fault: bool
) -> None:
    with scene.store.writing() as session:
        session.connection().exec_driver_sql("PRAGMA query_only=1")
        with pytest.raises(OperationalError) as caught:
            session.connection().exec_driver_sql(statement)
        session.connection().exec_driver_sql("PRAGMA query_only=0")
    assert at_fault(caught.value) is fault
    assert not at_fault(ValueError())


_UNUSED = ("psycopg", "alembic", "mako")
_START = f"""
import asyncio, sys
import tgbot.process
from tgbot.store import Store, queries
from tgbot.store.leader import Leadership
from tgbot.store.migrate import migrate

async def lead(url):
    store = Store(url)
    leadership = Leadership(store)
    await leadership.acquire()
    await store.write(queries.met_chat, -1, "Friday")
    await store.read(queries.chat_of, -1)
    await leadership.release()
    store.close()

migrate(sys.argv[1])
asyncio.run(lead(sys.argv[1]))
print("loaded:", *(name for name in {_UNUSED} if name in sys.modules))
"""


def test_what_only_postgresql_and_upgrades_need_is_not_loaded(scene: Scene) -> None:
    """It would take 20 MB of a process that stays up for weeks, and a third of the time in which it starts."""
    command = [sys.executable, "-c", _START, scene.store.url]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.stdout.splitlines()[-1:] == ["loaded:"], ran.stdout + ran.stderr
