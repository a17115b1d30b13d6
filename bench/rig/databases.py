"""Where matches are: a file of SQLite, or with ``--postgresql`` a database of PostgreSQL of the same name."""

from __future__ import annotations

import argparse
import shutil
from functools import cache
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.engine import make_url

from tests import postgresql
from tgbot.store.engine import make_engine

_server: list[str] = []


def add_argument(parser: argparse.ArgumentParser) -> None:
    """The argument by which whoever measures chooses."""
    parser.add_argument(
        "--postgresql",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="measure PostgreSQL, at this address or a server started for it that waits for the disk as SQLite does",
    )


def choose(given: argparse.Namespace) -> str:
    """Takes the argument; what is measured, in words."""
    if given.postgresql is None:
        return "SQLite"
    _server[:] = [given.postgresql or postgresql.durable()]
    engine = make_engine(_server[0], 1)
    with engine.connect() as connection:
        version = connection.exec_driver_sql("SHOW server_version").scalar()
    engine.dispose()
    return f"PostgreSQL {version}"


@cache
def address(file: Path) -> str:
    """The address of the database that goes by the name of a file."""
    if not _server:
        return f"sqlite:///{file}"
    name = _name(file)
    postgresql.command(_server[0], f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    postgresql.command(_server[0], f'CREATE DATABASE "{name}"')
    return make_url(_server[0]).set(database=name).render_as_string(hide_password=False)


def copy(file: Path, to: Path) -> None:
    """Makes a database like another one, to which nobody is connected."""
    if not _server:
        shutil.copy(file, to)
        return
    postgresql.command(_server[0], f'DROP DATABASE "{make_url(address(to)).database}"')
    postgresql.command(_server[0], f'CREATE DATABASE "{_name(to)}" TEMPLATE "{_name(file)}"')


def engine_of(file: Path) -> Engine:
    """To reach it by SQL."""
    return make_engine(address(file), 1)


def _name(file: Path) -> str:
    return "bench_" + "_".join(part for part in file.with_suffix("").parts[-3:] if part.isidentifier())
