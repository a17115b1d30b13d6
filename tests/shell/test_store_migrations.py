"""The database brings itself up to date (choices, migrations)."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, Table, inspect, select
from sqlmodel import SQLModel

from tests import postgresql
from tests.shell.setting import ANN, GROUP, Scene
from tgbot import ballots, groups, people
from tgbot.store import Store, queries
from tgbot.store import migrate as module
from tgbot.store.engine import Unusable, make_engine
from tgbot.store.migrate import migrate

ROOT = Path(__file__).parents[2]

REVISION = """
import sqlalchemy as sa
from alembic import op

revision = "9001"
down_revision = "{head}"
branch_labels = None
depends_on = None


def upgrade():
    {upgrade}


def downgrade():
    pass
"""


@pytest.fixture
def url(tmp_path: Path, database: str) -> Iterator[str]:
    """The address of an empty database."""
    made = postgresql.empty() if database == "postgresql" else f"sqlite:///{tmp_path / 'bigben.db'}"
    yield made
    if database == "postgresql":
        postgresql.drop(made)


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    """What is done is committed."""
    engine = make_engine(url, 1)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def run(url: str, command: str) -> None:
    with connected(url) as connection:
        connection.exec_driver_sql(command)


def table(connection: Connection, name: str) -> Table:
    """A table as it is in this revision."""
    return Table(name, MetaData(), autoload_with=connection)


def utc(time: datetime) -> datetime:
    """SQLite keeps times without their zone."""
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)


SCHEMA = {
    "sqlite": "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name != 'sqlite_sequence'",
    "postgresql": """
        SELECT table_name || '.' || column_name, concat_ws(' ', data_type, character_maximum_length, is_nullable,
            is_identity, column_default) FROM information_schema.columns WHERE table_schema = 'public'
        UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
        UNION ALL SELECT conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
            WHERE connamespace = 'public'::regnamespace""",
}


def schema(url: str) -> dict[str, str]:
    """Everything that is made by migrations, as the database tells it."""
    with connected(url) as connection:
        found = connection.exec_driver_sql(SCHEMA[connection.dialect.name]).all()
        return {row[0]: row[1] for row in found}


def tables(url: str) -> set[str]:
    with connected(url) as connection:
        return set(inspect(connection).get_table_names())


def alembic(url: str) -> Config:
    made = module.config()
    made.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return made


def with_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, upgrade: str) -> None:
    """One more revision on top of those that are shipped."""
    folder = tmp_path / "migrations"
    shutil.copytree(ROOT / "migrations", folder, ignore=shutil.ignore_patterns("__pycache__"))
    head = ScriptDirectory(str(folder)).get_current_head()
    (folder / "versions" / "9001_next.py").write_text(REVISION.format(head=head, upgrade=upgrade))
    monkeypatch.setattr(module, "scripts", lambda: folder)


def test_up_down_and_up_again_leads_to_the_same_tables(url: str) -> None:
    migrate(url)
    first = schema(url)
    assert tables(url) == {"alembic_version", *SQLModel.metadata.tables}
    command.downgrade(alembic(url), "base")
    assert tables(url) == {"alembic_version"}
    migrate(url)
    assert schema(url) == first


def test_every_single_step_goes_down_and_up(url: str) -> None:
    script = ScriptDirectory.from_config(module.config())
    for revision in reversed(list(script.walk_revisions())):
        command.upgrade(alembic(url), revision.revision)
        above = schema(url)
        command.downgrade(alembic(url), "-1")
        command.upgrade(alembic(url), revision.revision)
        assert schema(url) == above


def test_the_names_of_the_files_tell_the_revisions_in_order() -> None:
    script = ScriptDirectory.from_config(module.config())
    assert module.versions() == [one.revision for one in reversed(list(script.walk_revisions()))]
    assert script.get_heads() == module.versions()[-1:]


def test_the_migrations_make_exactly_the_tables_of_the_code(url: str) -> None:
    migrate(url)
    command.check(alembic(url))


def test_a_table_of_the_code_without_a_migration_would_be_noticed(url: str) -> None:
    migrate(url)
    run(url, "ALTER TABLE seat DROP COLUMN asked")
    with pytest.raises(Exception, match="New upgrade operations detected"):
        command.check(alembic(url))


def test_a_database_that_is_up_to_date_is_left_alone_quickly(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate(url)

    def never(*_: object) -> None:
        raise AssertionError("nothing was to be migrated")

    monkeypatch.setattr(command, "upgrade", never)
    started = time.perf_counter()
    migrate(url)
    assert time.perf_counter() - started < 0.5


def test_a_database_of_a_newer_version_is_refused_by_name_and_left_alone(url: str) -> None:
    migrate(url)
    run(url, "UPDATE alembic_version SET version_num = 'from the future'")
    before = schema(url)
    with pytest.raises(Unusable, match="newer version"):
        migrate(url)
    assert schema(url) == before


def test_five_processes_that_start_together_all_find_it_done(url: str) -> None:
    code = "import sys; from tgbot.store.migrate import migrate; sys.stdin.read(1); migrate(sys.argv[1])"
    processes = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", code, url],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(5)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("!")
        process.stdin.flush()
    ends = [(process.communicate(timeout=60)[1], process.returncode) for process in processes]
    assert ends == [("", 0)] * 5
    command.check(alembic(url))


def test_a_migration_that_leaves_orphans_fails_and_undoes_everything(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.running()
    before, tables = scene.dump(), schema(scene.store.url)
    with_revision(
        tmp_path, monkeypatch, 'op.execute("CREATE TABLE new (id INTEGER)"); op.execute("DELETE FROM person")'
    )
    with pytest.raises((RuntimeError, Unusable), match=r"left \d+ rows that refer to nothing|violates foreign key"):
        migrate(scene.store.url)
    assert (scene.dump(), schema(scene.store.url)) == (before, tables)


def test_rebuilding_a_table_keeps_the_rows_that_refer_to_it(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = scene.running()
    scene.press(match)
    before = scene.dump()
    rebuild = (
        "how = 'always' if op.get_bind().dialect.name == 'sqlite' else 'auto'\n"
        "    with op.batch_alter_table('match', recreate=how) as batch:"
        " batch.alter_column('panel', new_column_name='pane')"
    )
    with_revision(tmp_path, monkeypatch, rebuild)
    migrate(scene.store.url)
    with connected(scene.store.url) as connection:
        assert connection.exec_driver_sql("SELECT pane FROM match").scalars().all() == [""]
        for name in ("seat", "play", "surface"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar() == len(before[name])


def test_a_migration_that_fails_half_way_leaves_the_old_tables(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = schema(scene.store.url)
    with_revision(tmp_path, monkeypatch, 'op.execute("DROP TABLE surface"); op.execute("nonsense")')
    with pytest.raises(Unusable, match="cannot be used"):
        migrate(scene.store.url)
    assert schema(scene.store.url) == tables


def test_the_number_of_a_match_is_never_given_twice(scene: Scene) -> None:
    first = scene.lobby()
    with connected(scene.store.url) as connection:
        connection.exec_driver_sql("DELETE FROM match")
        for name in ("seat", "surface", "play", "claim"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar() == 0
    assert scene.lobby() > first


def test_what_an_upgrade_did_is_there_for_the_bot(url: str) -> None:
    migrate(url)
    store = Store(url)
    with store.writing() as session:
        queries.met_chat(session, GROUP, "Friday")
    store.close()


def fill_before_slow_games(connection: Connection) -> None:
    """Two matches that run, one at the move of a person and one at the computer's, a lobby, and one that is over."""
    began = datetime(2026, 8, 24, 11, tzinfo=UTC)
    kept = {"options": {}, "joins": [], "secret": b"\0", "commitment": "", "pointing_in": "", "panel": ""}
    numbers = {"position": 3, "revision": 4, "delivered": 4, "rules_version": 1, "reposted": 0, "clock": 3600}
    times = {"host_pressed_at": began, "created_at": began}
    every = {"chat_id": -5, "kind": "timebomb", "host_id": 7, "start_rule": "hand", **kept, **numbers, **times}
    waits = [("running", 2.0, 0), ("running", 1.001, 1), ("lobby", 24.0, None), ("finished", None, None)]
    connection.execute(table(connection, "chat").insert(), {"id": -5, "title": "Friday night"})
    connection.execute(table(connection, "person").insert(), {"id": 7, "name": "Ann", "reachable": True})
    for number, (status, hours, to_act) in enumerate(waits, 1):
        own = {"id": number, "token": f"t{number}", "made_from": f"m{number}", "status": status, "to_act": to_act}
        deadline = began + timedelta(hours=hours) if hours is not None else None
        connection.execute(table(connection, "match").insert(), {**every, **own, "deadline": deadline})
        for seat, person, name in ((0, 7, "Ann"), (1, None, "Mary")):
            row = {"match_id": number, "seat": seat, "person_id": person, "name": name, "left": False, "misses": 0}
            connection.execute(table(connection, "seat").insert(), {**row, "asked": 0})


def test_a_downgrade_lets_go_on_what_only_the_newer_version_would_wake(scene: Scene) -> None:
    hushed, own = scene.running(4), scene.running(4)
    scene.do(ballots.pause, own, scene.who(ANN), scene.now)
    scene.do(groups.hush, GROUP, scene.now)
    for revision, column in (("0003", "pause_until"), ("0001", "deadline")):
        command.downgrade(alembic(scene.store.url), revision)
        with connected(scene.store.url) as connection:
            match = table(connection, "match")
            stands = {row.id: utc(row[1]) for row in connection.execute(select(match.c.id, match.c[column]))}
        assert abs(datetime.now(UTC) - stands[hushed]) < timedelta(minutes=1)
        assert stands[own] == scene.now + timedelta(hours=24), "a pause of people keeps its end"


def test_a_turn_under_way_begins_where_it_stands_when_turns_begin_to_be_noted(scene: Scene) -> None:
    match = scene.running(4)
    scene.press(match)
    position = scene.row(match).position
    command.downgrade(alembic(scene.store.url), "0004")
    migrate(scene.store.url)
    assert scene.row(match).turn == position > 1


def test_matches_that_ran_before_there_were_slow_games_are_woken_at_their_deadlines(url: str) -> None:
    command.upgrade(alembic(url), "0001")
    with connected(url) as connection:
        fill_before_slow_games(connection)
    migrate(url)
    store = Store(url)
    with store.reading() as session:
        rows = [queries.match_of(session, number) for number in (1, 2, 3, 4)]
        assert [row.wake_at == row.deadline for row in rows] == [True] * 4
        assert [row.turn_at is not None for row in rows] == [True, False, False, False], "only a person's clock runs"
        assert {(row.quiet, row.hours, row.reminded, row.left_ms, row.ballot) for row in rows} == {
            (True, "", 0, None, "")
        }
        facts = people.facts(session, 1)
        assert (facts.quiet, facts.zone, facts.seats[0].reminders) == ((23 * 60, 8 * 60), "Europe/London", "all")
    store.close()
    command.downgrade(alembic(url), "0001")
    with connected(url) as connection:
        assert connection.exec_driver_sql("SELECT count(*), count(deadline) FROM match").one() == (4, 3)
