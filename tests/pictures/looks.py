"""Pictures of matches in any state, and what is measured on them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from PIL import Image

from tests.screens.matches import Table, table
from tgbot.pictures import PICTURES, Picture
from tgbot.pictures.canvas import Box, Canvas, Mark
from tgbot.pictures.palette import Colour, contrast
from tgbot.words import words

STRANGE = (
    "Nguyễn Thị Ánh Nguyệt Hằng",
    "عبد الرحمن 🌙 ibn Yusuf",
    "Александра Владимировна",
    "👨‍👩‍👧🦊🇻🇳🏴󠁧󠁢󠁥󠁮󠁧󠁿 Zoë",
    "田中さくら 김민준 张伟",
    "𝓕𝓪𝓷𝓬𝔂 Ｗｉｄｅ ⓝⓐⓜⓔ",
    "ภาษาไทย मराठी বাংলা",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWW",
)
ONES = ("I", "ﷺ", "Z̷̡̈a̸l̵g̶o̴", "\u202eevil\u202c", "𒀱𓀀", "", "…", "ÀẢỄỘỮ")
WIRES = [
    ("timebomb", False, 4),
    ("timebomb", False, 5),
    ("timebomb", False, 6),
    ("timebomb", False, 7),
    ("timebomb", False, 8),
    ("evolution", False, 4),
    ("evolution", False, 5),
    ("evolution", True, 6),
]
CHASES = [("hunt", False, 5), *(("race", False, seats) for seats in (2, 5, 8))]
GAMES = [*WIRES, *CHASES]
CLAIMS = {
    "timebomb": [(n, r, f"claim {n % 3} {'bomb' if n % 2 else 'nobomb'}") for n in range(4) for r in range(1, 5)],
    "evolution": [(0, r, "claim 1 green0 orange1 pink0 yellow0 blue0 red0") for r in range(1, 5)]
    + [(2, r, "claim 1") for r in range(1, 5)],
}


def laid(kind: str, variant: bool, seats: int, moves: int, names: tuple[str, ...] = STRANGE, **changes: Any) -> Table:
    """A match with claims, a computer player, and somebody who has left."""
    told = CLAIMS.get(kind, [])
    more = {"claims": told, "computers": [1], "left": [seats - 1], **changes}
    return table(moves, names=names[:seats], kind=kind, variant=variant, **more)


def pictures(at: Table, language: str) -> Iterator[tuple[str, Picture]]:
    """Every picture of a match, by name."""
    game, say = PICTURES[at.facts.kind], words(language)
    yield "board", game.board(at.facts, at.public, say)
    for seat in (0, at.game.seats - 1):
        yield f"hand {seat}", game.hand(at.facts, at.game.view(seat), say)
    yield "result", game.result(at.facts, at.public, say)
    yield "recap", game.recap(at.facts, at.public, say)


def texts(canvas: Canvas) -> list[Mark]:
    """The marks of texts."""
    return [mark for mark in canvas.marks if mark.colour is not None]


def clipped(canvas: Canvas) -> list[str]:
    """Texts that leave their room or the picture."""
    sheet = (0, 0, *canvas.image.size)
    return [mark.what for mark in texts(canvas) if not (within(mark.ink, mark.room) and within(mark.ink, sheet))]


def overlapping(canvas: Canvas) -> list[tuple[str, str]]:
    """Texts that cover each other, or something no text may cover."""
    pairs = combinations(canvas.marks, 2)
    return [(a.what, b.what) for a, b in pairs if (a.colour or b.colour) and meeting(a.ink, b.ink)]


def faint(canvas: Canvas) -> list[tuple[str, float]]:
    """Texts with a contrast of less than 4.5 to 1 against what lies under any part of them."""
    found = []
    for mark in texts(canvas):
        assert mark.colour is not None
        assert mark.under is not None
        worst = min((contrast(mark.colour, under) for under in colours(mark.under)), default=21.0)
        if worst < 4.5:
            found.append((mark.what, round(worst, 2)))
    return found


def colours(image: Image.Image) -> Iterator[Colour]:
    """The colours in a picture."""
    for _, colour in image.getcolors(image.width * image.height) or ():
        assert isinstance(colour, tuple)
        red, green, blue = colour
        yield red, green, blue


def within(inner: Box, outer: Box) -> bool:
    """Whether a box lies in another one."""
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def meeting(one: Box, other: Box) -> bool:
    """Whether two boxes share a pixel."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
