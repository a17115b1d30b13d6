"""A sheet to draw on. In tests it remembers where everything went."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, field
from typing import IO, TypeAlias

from PIL import Image, ImageDraw

from tgbot.pictures.lettering import Line, Style, fit, font, lowered, shaping
from tgbot.pictures.palette import Colour

WIDTH, HEIGHT = 1280, 960
LIMIT = 120_000
"""Bytes of a file. Telegram makes its own file of it anyway."""
_SHARE = {90: 1.0, 85: 0.83, 80: 0.73, 75: 0.66, 70: 0.61, 65: 0.57, 60: 0.53, 50: 0.47, 40: 0.41}
QUALITIES = tuple(_SHARE)
LEAST = 30
"""The smallest text in pixels: on a phone 360 wide it is 8.4 high."""

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels, right and bottom not included."""


@dataclass(frozen=True)
class Mark:
    """Where something was drawn. ``room``: what it has to stay in. ``under``: for text, the picture below it."""

    what: str
    ink: Box
    room: Box
    colour: Colour | None = None
    under: Image.Image | None = None


@dataclass
class Canvas:
    """A picture in the making. ``trace``: keep marks of texts and of what no text may cover."""

    image: Image.Image
    trace: bool = False
    marks: list[Mark] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.draw = ImageDraw.Draw(self.image)

    def stamp(self, sprite: Image.Image, x: float, y: float, name: str = "") -> None:
        """Lays a sprite with its middle on a point. A ``name`` says that no text may cover it."""
        left, top = round(x - sprite.width / 2), round(y - sprite.height / 2)
        self.image.paste(sprite, (left, top), sprite)
        if self.trace and name:
            box = (left, top, left + sprite.width, top + sprite.height)
            self.marks.append(Mark(name, box, (0, 0, *self.image.size)))

    def text(
        self,
        text: str,
        room: Box,
        colour: Colour,
        size: int,
        *,
        least: int = LEAST,
        style: Style = Style.TEXT,
        align: float = 0.0,
    ) -> Line:
        """Writes one line into a room, in the middle of its height, ``align`` 0 left, 0.5 centred, 1 right.

        The text becomes smaller, down to ``least`` pixels, then is cut, until it fits.
        """
        left, top, right, bottom = room
        line = fit(text, style, (right - left, bottom - top), size, least)
        x = round(left + (right - left - line.width) * align)
        baseline = _baseline(line, top, bottom)
        if self.trace:
            ink = (x + line.ink[0], baseline + line.ink[1], x + line.ink[2], baseline + line.ink[3])
            self.marks.append(Mark(text, ink, room, colour, self.image.crop(ink)))
        for run in line.runs:
            direction, features = shaping(run)
            self.draw.text(
                (x + round(run.x), baseline + lowered(run)),
                run.text,
                font=font(run.face, run.size),
                fill=colour,
                anchor="ls",
                direction=direction,
                features=features,
            )
        return line

    def jpeg(self) -> bytes:
        """The picture as a file of at most ``LIMIT`` bytes, in the best quality that allows it."""
        file = _encoded(self.image, QUALITIES[0])
        if len(file) > LIMIT:
            # How much smaller a picture like ours becomes by quality is known well enough to save encodings.
            first = next((q for q in QUALITIES if len(file) * _SHARE[q] <= LIMIT), QUALITIES[-1])
            for quality in QUALITIES[QUALITIES.index(first) :]:
                if len(file := _encoded(self.image, quality)) <= LIMIT:
                    break
        return file


def _encoded(image: Image.Image, quality: int) -> bytes:
    # Into a file that has a number Pillow writes without holding Python's lock, which would hold up everybody else for
    # as long as drawing takes.
    with _file() as file:
        image.save(file, "JPEG", quality=quality, optimize=True)
        file.seek(0)
        return file.read()


def _file() -> IO[bytes]:
    """A file in memory where there are such files, else on the disk."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("picture"), "w+b")
    return tempfile.TemporaryFile()


def _baseline(line: Line, top: int, bottom: int) -> int:
    """So that capitals stand in the middle, or lower or higher when marks need the room."""
    usual = round((top + bottom) / 2 + 0.345 * line.size)
    return min(max(usual, top - line.ink[1]), bottom - line.ink[3])
