"""What every test of the shell may ask for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.shell.setting import Scene


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """A database without rows, and noon."""
    made = Scene(tmp_path)
    yield made
    made.store.close()
