"""Drawing large and making it small: the only way to smooth edges in Pillow. Coordinates are those of the small one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import TypeAlias

from PIL import Image, ImageDraw, ImageFilter

from tgbot.pictures.palette import Colour

SCALE = 4
Point: TypeAlias = tuple[float, float]
Paint: TypeAlias = Colour | tuple[int, int, int, int] | int


class Sheet:
    """A transparent sheet, drawn at a multiple of its size. ``image``: one to draw on instead of an empty one; where it
    has but one channel, as a mask has, a ``Paint`` is a number.
    """

    def __init__(self, width: float, height: float, scale: int = SCALE, image: Image.Image | None = None) -> None:
        self.scale = scale
        self.image = image or Image.new("RGBA", (round(width) * scale, round(height) * scale))
        self.pen = ImageDraw.Draw(self.image)

    def disc(self, x: float, y: float, radius: float, fill: Paint) -> None:
        """A filled circle."""
        self.oval(x, y, radius, radius, fill)

    def oval(self, x: float, y: float, across: float, down: float, fill: Paint) -> None:
        """A filled ellipse, given by its half axes."""
        self.pen.ellipse(self._scaled((x - across, y - down), (x + across, y + down)), fill)

    def ring(self, x: float, y: float, radius: float, width: float, fill: Paint) -> None:
        """A circle's line, inside of the radius."""
        self.pen.ellipse(
            self._scaled((x - radius, y - radius), (x + radius, y + radius)), None, fill, round(width * self.scale)
        )

    def wedge(self, x: float, y: float, radius: float, first: float, last: float, fill: Paint) -> None:
        """A slice between two angles in degrees, clockwise from three o'clock."""
        self.pen.pieslice(self._scaled((x - radius, y - radius), (x + radius, y + radius)), first, last, fill)

    def shape(self, points: Sequence[Point], fill: Paint) -> None:
        """A filled polygon."""
        self.pen.polygon(self._scaled(*points), fill)

    def slab(self, box: tuple[float, float, float, float], radius: float, fill: Paint) -> None:
        """A filled rectangle with round corners."""
        left, top, right, bottom = box
        self.pen.rounded_rectangle(self._scaled((left, top), (right, bottom)), radius * self.scale, fill)

    def frame(self, box: tuple[float, float, float, float], radius: float, width: float, fill: Paint) -> None:
        """The line of a rectangle with round corners."""
        left, top, right, bottom = box
        corners = self._scaled((left, top), (right - 1 / self.scale, bottom - 1 / self.scale))
        self.pen.rounded_rectangle(corners, radius * self.scale, None, fill, round(width * self.scale))

    def stroke(self, points: Sequence[Point], width: float, fill: Paint) -> None:
        """A line with round ends and joints."""
        self.pen.line(self._scaled(*points), fill, round(width * self.scale), joint="curve")
        for x, y in (points[0], points[-1]):
            self.disc(x, y, width / 2, fill)

    def lay(self, other: Sheet, x: float = 0, y: float = 0) -> None:
        """Lays another sheet on this one."""
        self.image.alpha_composite(other.image, (round(x * self.scale), round(y * self.scale)))

    def glow(self, reach: float) -> Sheet:
        """A blurred copy."""
        blurred = self.image.filter(ImageFilter.GaussianBlur(reach * self.scale))
        return Sheet(0, 0, self.scale, blurred)

    def turned(self, degrees: float) -> Sheet:
        """A copy turned around its middle, clockwise."""
        return Sheet(0, 0, self.scale, self.image.rotate(-degrees, Image.Resampling.BICUBIC))

    def _scaled(self, *points: Point) -> list[Point]:
        return [(x * self.scale, y * self.scale) for x, y in points]

    def done(self) -> Image.Image:
        """The picture in its size."""
        return self.image.reduce(self.scale)

    def sized(self, size: int) -> Image.Image:
        """The picture in another size, as wide as high."""
        return self.image.resize((size, size), Image.Resampling.BOX)


def around(x: float, y: float, radius: float, degrees: float) -> Point:
    """A point on a circle, clockwise from twelve o'clock."""
    angle = degrees * pi / 180
    return x + radius * sin(angle), y - radius * cos(angle)


def star(x: float, y: float, outer: float, inner: float, tips: int, turn: float = 0) -> list[Point]:
    """The corners of a star."""
    step = 180 / tips
    return [around(x, y, inner if n % 2 else outer, turn + n * step) for n in range(2 * tips)]


def regular(x: float, y: float, radius: float, corners: int, turn: float = 0) -> list[Point]:
    """The corners of a regular polygon."""
    return [around(x, y, radius, turn + n * 360 / corners) for n in range(corners)]


def curve(*points: Point, steps: int = 24) -> list[Point]:
    """Points along a Bézier curve of any degree."""
    found = []
    for n in range(steps + 1):
        row, t = list(points), n / steps
        while len(row) > 1:
            row = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(row)]
        found.append(row[0])
    return found
