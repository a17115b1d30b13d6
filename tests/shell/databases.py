"""On which database a test runs: each kind in turn, and a fresh one for every scene."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tests import postgresql
from tgbot.store.address import file_of, is_sqlite
from tgbot.store.migrate import migrate

SQLITE, POSTGRESQL = KINDS = ("sqlite", "postgresql")
_kinds = [SQLITE]
"""The newest is the one that counts."""


@contextmanager
def using(kind: str) -> Iterator[None]:
    """Scenes that are made meanwhile are on such a database."""
    _kinds.append(kind)
    try:
        yield
    finally:
        _kinds.pop()


def fresh(folder: Path) -> str:
    """The address of a database with our tables and no rows; ``folder``: where a file may be put."""
    return postgresql.lend() if _kinds[-1] == POSTGRESQL else copy(_template(), folder)


def copy(url: str, folder: Path) -> str:
    """The address of a copy of a database that nobody is connected to."""
    if not is_sqlite(url):
        return postgresql.copy(url)
    made = folder / "bigben.db"
    shutil.copy(file_of(url), made)
    return f"sqlite:///{made}"


def drop(url: str) -> None:
    """A database of ``fresh`` or ``copy`` is needed no more. A file goes with its folder."""
    if not is_sqlite(url):
        postgresql.give_back(url)


@cache
def _template() -> str:
    url = f"sqlite:///{Path(tempfile.mkdtemp(prefix='bigben-tests-')) / 'template.db'}"
    migrate(url)
    return url
