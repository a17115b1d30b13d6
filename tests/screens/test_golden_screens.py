"""The main screens are what reviewers have read. After a change meant: ``python -m tests.screens.golden``, and read."""

from __future__ import annotations

import pytest

from tests.screens.golden import FOLDER, written
from tgbot.languages import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screens_are_as_they_were_read(language: str) -> None:
    assert written(language) == (FOLDER / f"{language}.txt").read_text(encoding="utf-8")
