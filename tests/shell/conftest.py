"""What every test of the shell may ask for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgresql import postgresql_server
from tests.shell import databases
from tests.shell.cable import Cable
from tests.shell.setting import Scene
from tgbot.store import Store

__all__ = ["postgresql_server"]  # a fixture of all


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Whatever asks for a scene runs on both databases, unless its module names those that it is for."""
    if "database" in metafunc.fixturenames:
        kinds = getattr(metafunc.module, "DATABASES", databases.KINDS)
        metafunc.parametrize("database", kinds, indirect=True, scope="module")


@pytest.fixture(scope="module")
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """The kind of database that scenes are on."""
    if request.param == databases.POSTGRESQL:
        request.getfixturevalue("postgresql_server")
    with databases.using(request.param):
        yield request.param


@pytest.fixture
def scene(tmp_path: Path, database: str) -> Iterator[Scene]:
    """A database without rows, and noon."""
    made = Scene(tmp_path)
    yield made
    made.close()


@pytest.fixture
def cable(scene: Scene, tmp_path: Path) -> Iterator[Cable]:
    """The one to the server on which the scene is, which can be pulled out."""
    laid = Cable(scene.store.url, tmp_path)
    yield laid
    laid.pull_out()


@pytest.fixture
def stores(scene: Scene) -> Iterator[list[Store]]:
    """Those of two processes on the database of the scene."""
    made = [Store(scene.store.url) for _ in range(2)]
    yield made
    for store in made:
        store.close()
