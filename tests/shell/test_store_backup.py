"""A copy of the database in one file, made while somebody writes, and back (operation)."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgresql
from tests.shell import databases
from tests.shell.setting import GROUP, Scene
from tgbot.facts import Status
from tgbot.store import Session, Store, queries
from tgbot.store import backup as module
from tgbot.store.backup import BackupError, back_up, pg_dump, pg_restore, restore
from tgbot.store.migrate import migrate

DATABASES = (databases.SQLITE,)
"""PostgreSQL has tools of its own."""
HERE = "sqlite:///{}"


@pytest.fixture
def scene(tmp_path: Path, database: str) -> Iterator[Scene]:
    (tmp_path / "bot").mkdir()
    made = Scene(tmp_path / "bot")
    yield made
    made.close()


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database without rows."""
    path = tmp_path_factory.mktemp("empty") / "empty.db"
    migrate(HERE.format(path))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    return path.read_bytes()


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with sqlite3.connect(path) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {name: sorted(connection.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in tables}


def shapes(path: Path) -> dict[str, int]:
    return {name: len(found) for name, found in rows(path).items()}


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


class TestBackUp:
    def test_the_copy_is_the_whole_database_in_one_file_that_only_its_owner_reads(
        self, scene: Scene, tmp_path: Path
    ) -> None:
        match = scene.running(4)
        scene.press(match)
        to = tmp_path / "copy" / "b.db"
        to.parent.mkdir()
        back_up(scene.store.url, to)
        assert rows(to) == rows(tmp_path / "bot" / "bigben.db")
        assert files(to.parent) == {"b.db"}
        assert stat.S_IMODE(to.stat().st_mode) == 0o600

    def test_it_is_of_one_moment_while_somebody_writes(self, scene: Scene, tmp_path: Path) -> None:
        """Every transaction writes two rows: a copy of half of one would have an odd number."""
        scene.lobby()
        stop = threading.Event()

        def write() -> None:
            number = 0
            while not stop.is_set():
                number += 2

                def add(session: Session, number: int = number) -> None:
                    for one in (number, number + 1):
                        queries.met_chat(session, GROUP - one, f"group {one}")

                scene.do(add)

        writer = threading.Thread(target=write)
        writer.start()
        try:
            counts = []
            for n in range(12):
                to = tmp_path / f"{n}.db"
                back_up(scene.store.url, to)
                counts.append(len(rows(to)["chat"]))
                time.sleep(0.01)
        finally:
            stop.set()
            writer.join()
        assert all(count % 2 == 1 for count in counts), counts
        assert counts == sorted(counts)
        assert counts[-1] > counts[0], "something was written meanwhile"

    def test_nothing_is_overwritten_unless_that_is_asked_for(self, scene: Scene, tmp_path: Path) -> None:
        to = tmp_path / "b.db"
        to.write_text("precious")
        with pytest.raises(BackupError, match=r"b\.db exists; it is overwritten only with --force\.$"):
            back_up(scene.store.url, to)
        assert to.read_text() == "precious"
        back_up(scene.store.url, to, force=True)
        assert rows(to) == rows(tmp_path / "bot" / "bigben.db")

    def test_what_somebody_else_writes_there_meanwhile_is_not_overwritten_either(
        self, scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        to, copy = tmp_path / "b.db", module._copy

        def slowly(source: Path, there: Path) -> None:
            copy(source, there)
            to.write_text("precious")

        monkeypatch.setattr(module, "_copy", slowly)
        with pytest.raises(BackupError, match="exists"):
            back_up(scene.store.url, to)
        assert to.read_text() == "precious"
        assert files(tmp_path) == {"bot", "b.db"}

    def test_a_copy_that_fails_leaves_no_file_and_the_old_one_as_it_was(
        self, scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        to = tmp_path / "b.db"
        to.write_text("precious")

        def fails(_: Path, there: Path) -> None:
            there.write_text("half")
            raise sqlite3.OperationalError("database or disk is full")

        monkeypatch.setattr(module, "_copy", fails)
        with pytest.raises(BackupError, match="disk is full"):
            back_up(scene.store.url, to, force=True)
        assert to.read_text() == "precious"
        assert files(tmp_path) == {"bot", "b.db"}

    def test_a_damaged_database_is_not_copied_as_if_it_were_whole(self, scene: Scene, tmp_path: Path) -> None:
        for _ in range(30):
            scene.running(8)
        scene.store.close()
        path = tmp_path / "bot" / "bigben.db"
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        content = bytearray(path.read_bytes())
        for page in range(3, len(content) // 4096 - 1):
            content[page * 4096 : page * 4096 + 8] = b"\xff" * 8
        path.write_bytes(content)
        with pytest.raises(BackupError, match=r"damaged|cannot be copied"):
            back_up(scene.store.url, tmp_path / "b.db")
        assert files(tmp_path) == {"bot"}

    @pytest.mark.parametrize(
        ("to", "sentence"),
        [("bot/bigben.db", "is the database itself"), ("nowhere/b.db", "cannot be written"), ("bot", "is no file")],
    )
    def test_a_place_that_will_not_do_is_told(self, scene: Scene, tmp_path: Path, to: str, sentence: str) -> None:
        with pytest.raises(BackupError, match=sentence):
            back_up(scene.store.url, tmp_path / to, force=True)

    def test_where_there_is_no_database_there_is_no_copy(self, tmp_path: Path) -> None:
        with pytest.raises(BackupError, match="there is no file"):
            back_up(HERE.format(tmp_path / "none.db"), tmp_path / "b.db")


class TestRestore:
    def test_what_was_copied_comes_back_and_the_bot_goes_on_with_it(self, scene: Scene, tmp_path: Path) -> None:
        match = scene.running(4)
        scene.press(match)
        scene.do(queries.delivered, {match: scene.row(match).revision})
        back_up(scene.store.url, tmp_path / "b.db")
        before = scene.dump()
        scene.press(match)
        scene.store.close()
        restore(scene.store.url, tmp_path / "b.db", force=True)
        scene.store = Store(scene.store.url)
        row = scene.row(match)
        assert row.delivered == row.revision - 1, "its messages at Telegram may show what came later"
        scene.do(queries.delivered, {match: row.revision})
        assert scene.dump() == before
        scene.play_out(match)
        assert scene.row(match).status == Status.FINISHED
        scene.store.close()

    def test_what_the_old_database_had_in_its_log_does_not_come_into_the_new_one(
        self, scene: Scene, tmp_path: Path
    ) -> None:
        back_up(scene.store.url, tmp_path / "b.db")
        code = (
            "import os, sys, sqlite3; c = sqlite3.connect(sys.argv[1]); c.execute('PRAGMA journal_mode=WAL');"
            "c.execute(\"INSERT INTO chat (id, title, pictures, whisper) VALUES (-1, 'late', 1, 0)\");"
            "c.commit(); os._exit(0)"
        )
        path = tmp_path / "bot" / "bigben.db"
        scene.store.close()
        subprocess.run([sys.executable, "-c", code, str(path)], check=True)
        assert (tmp_path / "bot" / "bigben.db-wal").stat().st_size > 0
        restore(scene.store.url, tmp_path / "b.db", force=True)
        assert rows(path)["chat"] == []
        assert files(tmp_path / "bot") == {"bigben.db"}

    def test_an_empty_place_is_filled_without_force_and_another_one_only_with_it(
        self, scene: Scene, tmp_path: Path
    ) -> None:
        scene.lobby()
        back_up(scene.store.url, tmp_path / "b.db")
        restore(HERE.format(tmp_path / "new.db"), tmp_path / "b.db")
        assert shapes(tmp_path / "new.db") == shapes(tmp_path / "b.db")
        with pytest.raises(BackupError, match="only with --force"):
            restore(HERE.format(tmp_path / "new.db"), tmp_path / "b.db")

    def test_a_database_that_is_open_anywhere_is_left_alone(self, scene: Scene, tmp_path: Path) -> None:
        back_up(scene.store.url, tmp_path / "b.db")
        match = scene.running(4)
        before = scene.dump()
        with pytest.raises(BackupError, match="is in use: stop the bot first"):
            restore(scene.store.url, tmp_path / "b.db", force=True)
        assert scene.dump() == before
        scene.press(match)
        scene.store.close()

    def test_a_damaged_database_can_be_replaced(self, scene: Scene, tmp_path: Path) -> None:
        scene.lobby()
        back_up(scene.store.url, tmp_path / "b.db")
        scene.store.close()
        (tmp_path / "bot" / "bigben.db").write_bytes(b"nonsense" * 1000)
        restore(scene.store.url, tmp_path / "b.db", force=True)
        assert shapes(tmp_path / "bot" / "bigben.db") == shapes(tmp_path / "b.db")

    def test_an_older_copy_is_brought_up_to_date_by_the_next_start_and_a_newer_one_refused(
        self, tmp_path: Path, empty: bytes
    ) -> None:
        for version, sentence in (("0005", ""), ("from the future", "comes from a newer version")):
            copy, to = tmp_path / f"{version}.db", tmp_path / f"to {version}.db"
            copy.write_bytes(empty)
            with sqlite3.connect(copy) as connection:
                connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
            if sentence:
                with pytest.raises(BackupError, match=sentence):
                    restore(HERE.format(to), copy)
                assert not to.exists()
            else:
                restore(HERE.format(to), copy)

    @pytest.mark.parametrize("content", [b"", b"no database at all" * 500])
    def test_what_is_no_database_of_ours_is_refused(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "b.db").write_bytes(content)
        with pytest.raises(BackupError, match=r"no database of Big Ben|cannot be copied"):
            restore(HERE.format(tmp_path / "new.db"), tmp_path / "b.db")
        assert files(tmp_path) == {"b.db"}

    @pytest.mark.parametrize(
        ("to", "file", "sentence"),
        [("new.db", "none.db", "There is no file"), ("nowhere/new.db", "b.db", "there is no such folder")],
    )
    def test_what_is_not_there_is_told(self, tmp_path: Path, empty: bytes, to: str, file: str, sentence: str) -> None:
        (tmp_path / "b.db").write_bytes(empty)
        with pytest.raises(BackupError, match=sentence):
            restore(HERE.format(tmp_path / to), tmp_path / file)


@pytest.fixture
def served(tmp_path: Path, postgresql_server: str) -> Iterator[Scene]:
    """A database of PostgreSQL without rows."""
    assert postgresql_server
    with databases.using(databases.POSTGRESQL):
        made = Scene(tmp_path)
        yield made
        made.store.close()
        postgresql.drop(made.store.url)


def typed(command: str) -> int:
    """A command that was printed, as an operator types it. Its exit code."""
    path = f"{postgresql.programs()}:{os.environ['PATH']}"
    return subprocess.run(["sh", "-c", command], env={**os.environ, "PATH": path}, check=False).returncode


class TestPostgresql:
    URL = "postgresql+psycopg://ben:top%20secret@db.example.org:5433/bigben?sslmode=require&password=other"

    def test_what_was_copied_comes_back_whatever_a_newer_version_has_added(self, served: Scene, tmp_path: Path) -> None:
        url, match = served.store.url, served.running(4)
        served.press(match)
        served.do(queries.delivered, {match: served.row(match).revision})
        copy = tmp_path / "b.dump"
        assert typed(pg_dump(url, copy)) == 0
        before = served.dump()
        served.press(match)
        served.store.close()
        postgresql.command(url, "CREATE TABLE newer (match_id bigint REFERENCES match (id))")
        assert typed(pg_restore(url, copy, force=True)) == 0
        postgresql.command(url, "CREATE TABLE newer (number bigint)")
        served.store = Store(url)
        row = served.row(match)
        assert row.delivered == row.revision - 1, "its messages at Telegram may show what came later"
        served.do(queries.delivered, {match: row.revision})
        assert served.dump() == before
        served.play_out(match)

    def test_a_copy_that_is_damaged_and_a_place_that_is_not_empty_change_nothing(
        self, served: Scene, tmp_path: Path
    ) -> None:
        url, match = served.store.url, served.running(4)
        copy, half = tmp_path / "b.dump", tmp_path / "half.dump"
        assert typed(pg_dump(url, copy)) == 0
        half.write_bytes(copy.read_bytes()[: copy.stat().st_size * 3 // 4])
        served.press(match)
        before = served.dump()
        assert typed(pg_restore(url, copy)) != 0
        assert typed(pg_restore(url, half, force=True)) != 0
        assert typed(pg_restore(url, tmp_path / "none.dump", force=True)) != 0
        assert served.dump() == before

    @pytest.mark.parametrize("command", [pg_dump(URL, Path("a b.dump")), pg_restore(URL, Path("a b.dump"))])
    def test_the_command_names_the_database_and_the_file_but_no_password(self, command: str) -> None:
        assert command.startswith(("pg_dump ", "pg_restore "))
        assert "postgresql://ben@db.example.org:5433/bigben?sslmode=require" in command
        assert "a b.dump'" in command
        for secret in ("secret", "other"):
            assert secret not in command


def test_no_copy_is_left_when_the_process_dies_under_its_own_name(scene: Scene, tmp_path: Path) -> None:
    """Killed in the middle of it, at the worst there is a hidden file beside, never half a copy under its name."""
    code = (
        "import os, sys; from pathlib import Path; from tgbot.store import backup;"
        "copy = backup._copy; backup._copy = lambda *a: (copy(*a), os._exit(9));"
        "backup.back_up(sys.argv[1], Path(sys.argv[2]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, scene.store.url, str(tmp_path / "b.db")],
        cwd=Path(__file__).parents[2],
        env={**os.environ},
        check=False,
    )
    assert run.returncode == 9
    assert not (tmp_path / "b.db").exists()
    back_up(scene.store.url, tmp_path / "b.db")
    scene.store.close()
