"""The database brings itself up to date (choices, migrations)."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from tests.shell.setting import GROUP, Scene
from tgbot.store import Store, queries
from tgbot.store import migrate as module
from tgbot.store.engine import Unusable
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
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'bigben.db'}"


def schema(url: str) -> dict[str, str]:
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        found = connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name != 'sqlite_sequence'"
        )
        return dict(found.fetchall())


def alembic(url: str) -> Config:
    made = module.config()
    made.set_main_option("sqlalchemy.url", url)
    return made


def with_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, upgrade: str) -> None:
    """One more revision on top of those that are shipped."""
    folder = tmp_path / "migrations"
    shutil.copytree(ROOT / "migrations", folder, ignore=shutil.ignore_patterns("__pycache__"))
    head = ScriptDirectory(str(folder)).get_current_head()
    (folder / "versions" / "9001_next.py").write_text(REVISION.format(head=head, upgrade=upgrade))

    def config() -> Config:
        made = Config()
        made.set_main_option("script_location", str(folder))
        return made

    monkeypatch.setattr(module, "config", config)


def test_up_down_and_up_again_leads_to_the_same_tables(url: str) -> None:
    migrate(url)
    first = schema(url)
    assert {"chat", "person", "chat_person", "match", "seat", "play", "claim", "surface"} <= set(first)
    command.downgrade(alembic(url), "base")
    assert set(schema(url)) == {"alembic_version"}
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


def test_the_migrations_make_exactly_the_tables_of_the_code(url: str) -> None:
    migrate(url)
    command.check(alembic(url))


def test_a_table_of_the_code_without_a_migration_would_be_noticed(url: str) -> None:
    migrate(url)
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        connection.execute("ALTER TABLE seat DROP COLUMN asked")
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
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'from the future'")
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
    with pytest.raises(RuntimeError, match=r"left \d+ rows that refer to nothing"):
        migrate(scene.store.url)
    assert (scene.dump(), schema(scene.store.url)) == (before, tables)


def test_rebuilding_a_table_keeps_the_rows_that_refer_to_it(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = scene.running()
    scene.press(match)
    before = scene.dump()
    rebuild = (
        "with op.batch_alter_table('match', recreate='always') as batch:"
        " batch.alter_column('panel', new_column_name='pane')"
    )
    with_revision(tmp_path, monkeypatch, rebuild)
    migrate(scene.store.url)
    with sqlite3.connect(scene.store.url.removeprefix("sqlite:///")) as connection:
        assert connection.execute("SELECT pane FROM match").fetchall() == [("",)]
        for table in ("seat", "play", "surface"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (len(before[table]),)


def test_a_migration_that_fails_half_way_leaves_the_old_tables(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = schema(scene.store.url)
    with_revision(tmp_path, monkeypatch, 'op.execute("DROP TABLE surface"); op.execute("nonsense")')
    with pytest.raises(Unusable, match="OperationalError"):
        migrate(scene.store.url)
    assert schema(scene.store.url) == tables


def test_the_number_of_a_match_is_never_given_twice(scene: Scene) -> None:
    first = scene.lobby()
    with sqlite3.connect(scene.store.url.removeprefix("sqlite:///")) as connection:
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("DELETE FROM match")
        for table in ("seat", "surface", "play", "claim"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    assert scene.lobby() > first


def test_what_an_upgrade_did_is_there_for_the_bot(url: str) -> None:
    migrate(url)
    store = Store(url)
    with store.writing() as session:
        queries.met_chat(session, GROUP, "Friday")
    store.close()
