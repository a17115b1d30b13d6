"""The main screens are what reviewers have read. After a change meant: ``python -m tests.screens.golden``, and read."""

from __future__ import annotations

import pytest

from tests.screens.golden import FOLDER, KINDS, written
from tgbot.languages import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_screens_are_as_they_were_read(kind: str, language: str) -> None:
    assert written(kind, language) == (FOLDER / f"{kind}{language}.txt").read_text(encoding="utf-8")


def test_every_golden_file_is_read() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{kind}{code}.txt" for kind in KINDS for code in LANGUAGES}
