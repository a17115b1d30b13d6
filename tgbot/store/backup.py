"""A copy of the whole database in one file, and back. For PostgreSQL its own tools do it: here are their commands.

The law
    The copy is of one moment, made while the bot runs, by SQLite's online backup. It stands under its name only when it
    is whole, checked and on the disk, readable for nobody but its owner: in it are the secrets of running matches.
    Nothing that exists is overwritten unless that is asked for, and nothing that is open anywhere.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import URL, make_url

from tgbot.store.address import conninfo_of, file_of
from tgbot.store.migrate import versions

_DOUBT = "UPDATE match SET delivered = revision - 1 WHERE status IN ('lobby', 'running')"
"""What stands at Telegram is newer than a copy knows: all that lobbies and running matches show is shown anew."""
_DOUBTING = f"RESET search_path; {_DOUBT}"
"""The same behind the script of ``pg_restore``, which looks for tables nowhere by itself."""
_EMPTYING = (
    "DO $$ DECLARE names text := (SELECT string_agg(quote_ident(tablename), ', ') FROM pg_tables"
    " WHERE schemaname = current_schema()); BEGIN IF names IS NOT NULL THEN EXECUTE 'DROP TABLE ' || names; END IF;"
    " END $$"
)


class BackupError(Exception):
    """It is not done. The text is a sentence that says why."""


def back_up(url: str, to: Path, *, force: bool = False) -> None:
    """Copies the SQLite database of an address into a file. ``force``: also over one that exists.

    Raises:
        BackupError
    """
    source = file_of(url)
    if not source.is_file():
        raise BackupError(f"DATABASE_URL names no database: there is no file {source}.")
    _check_free(to, source, force=force)
    with _copied(source, to) as copy:
        _put(copy, to, force=force)


def restore(url: str, file: Path, *, force: bool = False) -> None:
    """Puts a copy in the place of the SQLite database of an address. ``force``: also where there is one already.

    Raises:
        BackupError
    """
    target = file_of(url)
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    if not target.parent.is_dir():
        raise BackupError(f"DATABASE_URL names a file in {target.parent}, and there is no such folder.")
    _check_free(target, file, force=force)
    with _copied(file, target) as copy:
        _check_known(copy, file)
        _doubt(copy)
        if target.exists():
            _close(target)
        _put(copy, target, force=force)


def pg_dump(url: str, to: Path) -> str:
    """The command that copies the PostgreSQL database of an address into a file; without the password."""
    return shlex.join(("pg_dump", "--format=custom", f"--file={to}", f"--dbname={_without_password(url)}"))


def pg_restore(url: str, file: Path, *, force: bool = False) -> str:
    """The command that puts such a copy into the PostgreSQL database of an address, which is empty; without the
    password. ``force``: in the place of all tables that are there. It is done as a whole, or nothing is.
    """
    read = ("pg_restore", "--no-owner")
    how = ("--no-psqlrc", "--quiet", "--output=/dev/null", "--single-transaction", "--set=ON_ERROR_STOP=1")
    # A newer version may have more tables than the copy knows, so what it knows is not all that has to go.
    first = (f"--command={_EMPTYING}",) if force else ()
    put = ("psql", *how, f"--dbname={_without_password(url)}", *first, "--file=-", f"--command={_DOUBTING}")
    check = shlex.join((*read, "--file=/dev/null", str(file)))
    return f"{check} && {shlex.join((*read, '--file=-', str(file)))} | {shlex.join(put)}"


def _without_password(url: str) -> str:
    parts = make_url(conninfo_of(url))
    query = {name: value for name, value in parts.query.items() if name != "password"}
    who, at = parts.username, (parts.host, parts.port, parts.database)
    return URL.create(parts.drivername, who, None, *at, query).render_as_string()


def _check_free(path: Path, other: Path, *, force: bool) -> None:
    if path.exists() and path.samefile(other):
        raise BackupError(f"{path} is the database itself.")
    if path.exists() and not path.is_file():
        raise BackupError(f"{path} is no file.")
    if path.exists() and not force:
        raise BackupError(f"{path} exists; it is overwritten only with --force.")


@contextlib.contextmanager
def _copied(source: Path, beside: Path) -> Iterator[Path]:
    """A checked copy in the folder of ``beside``, which is gone afterwards unless it was moved away."""
    copy = beside.with_name(f".{beside.name}.{os.getpid()}.part")
    try:
        os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        _copy(source, copy)
        yield copy
    except sqlite3.Error as error:
        raise BackupError(f"{source} cannot be copied: {error}.") from None
    except OSError as error:
        raise BackupError(f"{beside} cannot be written: {error.strerror}.") from None
    finally:
        for left in (copy, copy.with_name(f"{copy.name}-journal")):
            left.unlink(missing_ok=True)


def _copy(source: Path, copy: Path) -> None:
    # All pages in one step: then whoever writes meanwhile neither waits nor makes it begin again.
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True, timeout=10)) as here,
        closing(sqlite3.connect(copy)) as there,
    ):
        here.backup(there)
        # One file, without a write-ahead log beside it.
        there.execute("PRAGMA journal_mode=DELETE")
        found = [row[0] for row in there.execute("PRAGMA integrity_check")]
        if found != ["ok"]:
            raise BackupError(f"{source} is damaged: {found[0]}.")
        if broken := there.execute("PRAGMA foreign_key_check").fetchall():
            raise BackupError(f"{source} is damaged: {len(broken)} rows refer to nothing.")
    with copy.open("rb") as file:
        os.fsync(file.fileno())


def _check_known(copy: Path, file: Path) -> None:
    """Whether it is a database of ours that this version can bring up to date."""
    with closing(sqlite3.connect(copy)) as connection:
        try:
            revisions = [row[0] for row in connection.execute("SELECT version_num FROM alembic_version")]
        except sqlite3.OperationalError:
            revisions = []
    if len(revisions) != 1:
        raise BackupError(f"{file} is no database of Big Ben.")
    if revisions[0] not in versions():
        raise BackupError(f"{file} comes from a newer version of Big Ben: install that one first.")


def _doubt(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute(_DOUBT)


def _close(target: Path) -> None:
    """The database that is there takes in its write-ahead log, which must not be read into another one; nobody may
    have it open.
    """
    with closing(sqlite3.connect(target, timeout=0)) as connection:
        try:
            connection.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError:
            raise BackupError(f"{target} is in use: stop the bot first.") from None
        except sqlite3.DatabaseError:
            # It is damaged, which may be why another one is put in its place.
            pass
    for name in ("-wal", "-shm"):
        target.with_name(target.name + name).unlink(missing_ok=True)


def _put(copy: Path, to: Path, *, force: bool) -> None:
    """Gives the copy its name in one step, and the name to the disk."""
    if force:
        copy.replace(to)
    else:
        try:
            # Unlike a renaming it fails where somebody else has written a file of that name meanwhile.
            to.hardlink_to(copy)
        except FileExistsError:
            raise BackupError(f"{to} exists; it is overwritten only with --force.") from None
        except OSError:
            # Not every file system has links.
            copy.replace(to)
    with contextlib.suppress(OSError):  # Not every system opens folders.
        folder = os.open(to.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
