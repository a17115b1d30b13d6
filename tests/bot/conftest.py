"""A server and a bot for each module; every test has a group and people of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bot.processes import House
from tests.bot.wiretap import Wiretap
from tests.postgresql import postgresql_server

__all__ = ["postgresql_server"]  # a fixture of all


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server without flood limits and a running bot, shared by the tests of a module."""
    built = House(tmp_path_factory.mktemp("house"))
    try:
        built.bot.start()
        yield built
    finally:
        built.close()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A server without flood limits and a running bot for one test, which may do to them what it likes."""
    built = House(tmp_path)
    try:
        built.bot.start()
        yield built
    finally:
        built.close()


@pytest.fixture
def wiretap(tmp_path: Path) -> Iterator[tuple[House, Wiretap]]:
    """A server, a bot, and between them somebody who listens."""
    built = House(tmp_path)
    tap = Wiretap(built.server.url)
    try:
        built.bot.url = tap.url
        built.bot.start()
        yield built, tap
    finally:
        try:
            built.close()
        finally:
            tap.close()
