"""What stands on the buttons can be read on a phone of 390 points, where apps cut off what does not fit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import pytest
from PIL import ImageFont

from core.catalog import CATALOG
from tests.screens.matches import (
    NOON,
    door_screens,
    lobby_screens,
    match_screens,
    quick_screens,
    rare_screens,
    table,
    waiting,
)
from tests.screens.test_settings_screens import PARIS
from tgbot.facts import Asker, Reminders
from tgbot.languages import LANGUAGES
from tgbot.screens import settings
from tgbot.screens.screen import Screen
from tgbot.words import Words, words

PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Eve")
BUBBLE, GAP, PADDING = 350, 2, 3
"""Points a message has for its buttons, those between two of them, and those beside the words of one."""
EMOJI = 17
SIGNS = re.compile("[\U0001f000-\U0001faff\u2190-\u21ff\u23e9-\u23ff\u25b6\u2600-\u27bf\u2b00-\u2bff]\ufe0f?")
CLAIMS = {
    "timebomb": ("claim 5", "claim 1 bomb", "claim 1 nobomb"),
    "evolution": ("claim 0", "claim 0 red5", "claim 0 red0"),
}
"""What may be said of a hand, by game."""
LISTS = ("games", "which?", "waits for", "cities")
"""Screens whose buttons bear the titles of groups or the names of cities, which are as long as they are."""


@cache
def font() -> ImageFont.FreeTypeFont:
    """Of the fonts at hand the one as wide as those of the apps, in their size of buttons."""
    return ImageFont.truetype(str(files("tgbot.pictures") / "fonts" / "NotoSans-Bold.ttf"), 12)


def width(label: str) -> float:
    signs = len(SIGNS.findall(label))
    return float(font().getlength(SIGNS.sub("", label).replace("\ufe0f", ""))) + signs * EMOJI


def screens(say: Words) -> Iterator[tuple[str, Screen]]:
    for kind in CATALOG:
        for moves in (0, 7, 400):
            at = table(moves, names=PEOPLE, kind=kind)
            yield from match_screens(at, say)
            if at.game.to_act is not None:
                yield from quick_screens(at, say)
        for claim in CLAIMS.get(kind, ()):
            # The first to move has said this in the first round; what he chose bears a tick.
            yield from match_screens(table(2, names=PEOPLE, kind=kind, claims=[(n, 1, claim) for n in range(5)]), say)
        lobby = waiting(PEOPLE, kind=kind, chat_title="Us")
        yield from lobby_screens(lobby, say, matches=1)
        yield from rare_screens(lobby, say, "Ann")
        yield from door_screens(lobby, say, [Asker(7, "Fay", NOON)])
    yield "continents", settings.continents(say)
    yield "hours", settings.hours(PARIS, say)
    yield "languages", settings.languages(say, group=True)
    for level in Reminders:
        yield "personal", settings.personal(level, PARIS, NOON, say)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_button_can_be_read_on_a_phone(language: str) -> None:
    shown, wide = 0, set()
    for name, screen in screens(words(language)):
        for row in screen.keyboard:
            room = (BUBBLE - GAP * (len(row) - 1)) / len(row) - 2 * PADDING
            shown += len(row)
            if not name.startswith(LISTS):
                wide |= {(name, one.label, len(row)) for one in row if width(one.label) > room}
    assert shown > 1000
    assert sorted(wide) == []
