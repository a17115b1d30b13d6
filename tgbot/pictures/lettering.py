"""Text of any script set in our own fonts: graphemes, the font of each, their order, their width.

The law
    A grapheme is drawn in the first font that has all of it, an emoji in the emoji font. What no font has is drawn in a
    simpler form (without marks, joiners or decoration), else as ``UNKNOWN``.
    Scripts that join, stack or run from right to left are set by raqm. Where Pillow has none (``features.check``), they
    count as unknown, so that nothing is ever shown with letters torn apart or turned round.
"""

from __future__ import annotations

import json
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

import regex
from PIL import ImageFont, features

FONTS = Path(__file__).parent / "fonts"
RAQM: bool = bool(features.check("raqm"))
"""Whether scripts that need shaping can be set. Debian's package libfribidi0 brings it, macOS's fribidi, too."""
UNKNOWN = "◊"
ELLIPSIS = "…"
EMOJI = "NotoEmoji-SemiBold.ttf"
# Of what is asked for: emoji and Chinese characters are drawn large in their squares.
_SCALE = {EMOJI: 0.84, "NotoSansCJKsc-Bold.otf": 0.94, "NotoSansArabic-Bold.ttf": 0.96}

_GRAPHEME = regex.compile(r"\X")
_COLOURFUL = regex.compile(r"\p{Emoji_Presentation}|\ufe0f")
_JOINERS = regex.compile(r"[\u200c\u200d\ufe0e\ufe0f]|[\U000e0020-\U000e007f]")
_DECORATION = regex.compile(r"\p{M}|\p{Emoji_Modifier}|[\u200c\u200d\ufe0e\ufe0f]")
_SHAPED = regex.compile(r"[\p{bc=R}\p{bc=AL}\p{bc=AN}\p{Deva}\p{Beng}\p{Taml}]")


class Style(StrEnum):
    """The two voices: titles, and everything else."""

    TITLE = "PlayfairDisplay-ExtraBold.ttf"
    TEXT = "FiraSansCondensed-SemiBold.ttf"


_VOICES = frozenset(style.value for style in Style)


@dataclass(frozen=True)
class Run:
    """A piece of a line in one font. ``x``: where it begins, in pixels from the line's left end."""

    text: str
    face: str
    size: int
    right_to_left: bool
    x: float


@dataclass(frozen=True)
class Line:
    """A text ready to be drawn: runs from left to right; ``ink``: what it covers, from the start of its baseline."""

    text: str
    size: int
    width: float
    ink: tuple[int, int, int, int]
    runs: tuple[Run, ...]


def graphemes(text: str) -> list[str]:
    """What people call characters (UAX 29)."""
    return _GRAPHEME.findall(text)


def drawable(text: str) -> str:
    """The text in graphemes we can draw."""
    return "".join(map(_drawn, graphemes(unicodedata.normalize("NFC", text))))


def known(text: str) -> bool:
    """Whether anything of the text can be drawn."""
    return any(one not in {UNKNOWN, " "} for one in map(_drawn, graphemes(text)))


def fit(text: str, style: Style, room: tuple[float, float], size: int, least: int) -> Line:
    """The text in the largest size, from ``size`` down to ``least`` pixels, in which it fits into a room's width and
    height; cut between graphemes when even the least is too wide.
    """
    width, height = room
    lines = (setting(text, style, smaller) for smaller in range(size, least, -2))
    fitting = (line for line in lines if line.width <= width and line.ink[3] - line.ink[1] <= height)
    if (line := next(fitting, None)) is not None:
        return line
    smallest = setting(text, style, least)
    return smallest if smallest.width <= width else _shortened(text, style, width, least)


@lru_cache(maxsize=2048)
def setting(text: str, style: Style, size: int) -> Line:
    """The text set in one line."""
    runs, x = [], 0.0
    for run in _visual(_runs(drawable(text), style, size)):
        # Letters may reach out to the left of where they begin.
        x = x or max(0.0, -_ink(run)[0])
        runs.append(replace(run, x=x))
        x += _length(run)
    lefts, tops, rights, bottoms = zip((0, 0, 0, 0), *map(_ink, runs), strict=True)
    ink = (min(lefts), min(tops), max(rights), max(bottoms))
    return Line(text, size, max(x, ink[2]), ink, tuple(runs))


@lru_cache(maxsize=256)
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """A face of ``FONTS`` at a size in pixels."""
    engine = ImageFont.Layout.RAQM if RAQM else ImageFont.Layout.BASIC
    return ImageFont.truetype(FONTS / face, size, layout_engine=engine)


def shaping(run: Run) -> tuple[str | None, list[str] | None]:
    """Direction and OpenType features of a run, as Pillow takes them."""
    if not RAQM:
        return None, None
    return "rtl" if run.right_to_left else "ltr", ["lnum"] if run.face == Style.TITLE else None


def has(face: str, grapheme: str) -> bool:
    """Whether a face can draw all of a grapheme."""
    return all(_covers(face, ord(character)) for character in _JOINERS.sub("", grapheme) or grapheme)


@lru_cache(maxsize=8192)
def _drawn(grapheme: str) -> str:
    plain = _DECORATION.sub("", grapheme)
    simpler = unicodedata.normalize("NFKC", grapheme)
    for form in (grapheme, plain, simpler, _DECORATION.sub("", unicodedata.normalize("NFKD", grapheme)), grapheme[0]):
        if form and all(_face(one, Style.TEXT) for one in graphemes(form)):
            return form
    return UNKNOWN


@lru_cache(maxsize=8192)
def _face(grapheme: str, style: Style) -> str | None:
    if not RAQM and _SHAPED.search(grapheme):
        return None
    faces: Sequence[str] = [style, *(face for face in _coverage() if face not in _VOICES)]
    if style is Style.TITLE:
        faces = [style, Style.TEXT, *faces[1:]]
    if _COLOURFUL.search(grapheme):
        faces = [EMOJI, *faces]
    return next((face for face in faces if has(face, grapheme)), None)


@cache
def _coverage() -> dict[str, tuple[list[int], list[int]]]:
    ranges = json.loads((FONTS / "coverage.json").read_text())
    return {face: ([low for low, _ in found], [high for _, high in found]) for face, found in ranges.items()}


def _covers(face: str, code: int) -> bool:
    lows, highs = _coverage()[face]
    at = bisect_right(lows, code) - 1
    return at >= 0 and code <= highs[at]


def _runs(text: str, style: Style, size: int) -> list[Run]:
    pieces: list[tuple[str, str]] = []
    for grapheme in graphemes(text):
        face = _face(grapheme, style) or style.value
        if pieces and grapheme.isspace() and pieces[-1][0] != EMOJI and has(pieces[-1][0], grapheme):
            face = pieces[-1][0]
        shown = "".join(c for c in grapheme if not _JOINERS.match(c) or _covers(face, ord(c)))
        pieces.append((face, shown))
    return [
        Run(whole, face, round(size * _SCALE.get(face, 1)), _turned(whole), 0)
        for face, group in groupby(pieces, key=lambda piece: piece[0])
        for whole in ["".join(shown for _, shown in group)]
    ]


def _turned(text: str) -> bool:
    return any(unicodedata.bidirectional(character) in {"R", "AL"} for character in text)


def _visual(runs: Sequence[Run]) -> Iterable[Run]:
    """From left to right as they are read: the first letter gives the line's direction, and letters of the other
    direction keep theirs (UAX 9, without embeddings). Signs between go with the line.
    """
    base = next((run.right_to_left for run in runs if any(map(str.isalpha, run.text))), False)
    turned = [run.right_to_left if any(map(str.isalnum, run.text)) else base for run in runs]
    groups = [
        (way, [run for _, run in group])
        for way, group in groupby(zip(turned, runs, strict=True), key=lambda pair: pair[0])
    ]
    for way, group in reversed(groups) if base else groups:
        yield from reversed(group) if way else group


def _length(run: Run) -> float:
    direction, options = shaping(run)
    return font(run.face, run.size).getlength(run.text, direction=direction, features=options)


def _ink(run: Run) -> tuple[int, int, int, int]:
    direction, options = shaping(run)
    box = font(run.face, run.size).getbbox(run.text, direction=direction, features=options, anchor="ls")
    left, top, right, bottom = map(round, box)
    drop = lowered(run)
    return round(run.x) + left, top + drop, round(run.x) + right, bottom + drop


def lowered(run: Run) -> int:
    """How far below the baseline a run stands: emoji are drawn around the middle of the letters."""
    return round(run.size * 0.05) if run.face == EMOJI else 0


def _shortened(text: str, style: Style, width: float, size: int) -> Line:
    whole = graphemes(text)
    fitting, too_many = 0, len(whole)
    while too_many - fitting > 1:
        middle = (fitting + too_many) // 2
        if setting("".join(whole[:middle]).rstrip() + ELLIPSIS, style, size).width <= width:
            fitting = middle
        else:
            too_many = middle
    return setting("".join(whole[:fitting]).rstrip() + ELLIPSIS, style, size)
