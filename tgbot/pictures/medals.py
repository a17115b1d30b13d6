"""What a wire turns out to be, as a medal: each kind has a colour and a shape of its own.

Drawn once in each size that is asked for. Coordinates run from 0 to 100.
"""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from core.timebomb import Wire
from tgbot.pictures.kept import kept
from tgbot.pictures.palette import (
    BOMB,
    BOMBS,
    BRASS,
    BRASS_LIGHT,
    DEFUSING,
    FOG,
    INK,
    IVORY,
    SAFE,
    Colour,
    mixed,
)
from tgbot.pictures.shapes import Point, Sheet, curve, regular, star

WHITE: Colour = (255, 255, 255)


@kept
def medal(wire: Wire, size: int) -> Image.Image:
    """The medal of a wire, ``size`` pixels wide and high."""
    return _draw(wire).sized(size)


@kept
def faint(wire: Wire, size: int) -> Image.Image:
    """The same, pale: a wire that is known but was never cut, or a bomb that may still come."""
    image = medal(wire, size).copy()
    image.putalpha(image.getchannel("A").point(lambda alpha: alpha * 2 // 5))
    return image


@kept
def socket(size: int) -> Image.Image:
    """An empty place for a medal."""
    sheet = Sheet(100, 100)
    sheet.disc(50, 50, 43, (4, 14, 22, 200))
    sheet.ring(50, 50, 43, 7, (*mixed(FOG, INK, 0.45), 255))
    return sheet.sized(size)


def _draw(wire: Wire) -> Sheet:
    sheet = Sheet(100, 100)
    if wire is Wire.DEFUSING:
        _defusing(sheet)
    elif wire is Wire.SAFE:
        _safe(sheet)
    elif wire is Wire.BOMB:
        _explosion(sheet)
    else:
        _bomb(sheet, BOMBS[wire], _SIGNS[wire])
    return sheet


def _defusing(sheet: Sheet) -> None:
    """A blue hexagon with a tick."""
    sheet.shape(regular(50, 50, 50, 6), INK)
    sheet.shape(regular(50, 50, 46, 6), mixed(DEFUSING, WHITE, 0.75))
    sheet.shape(regular(50, 50, 40, 6), DEFUSING)
    sheet.shape([*regular(50, 50, 40, 6)[4:], *regular(50, 50, 40, 6)[:2]], mixed(DEFUSING, WHITE, 0.16))
    sheet.stroke([(30, 51), (44, 65), (70, 35)], 12, WHITE)


def _safe(sheet: Sheet) -> None:
    """An ivory disc with a bar."""
    sheet.disc(50, 50, 46, INK)
    sheet.disc(50, 50, 42, SAFE)
    sheet.ring(50, 50, 42, 5, mixed(SAFE, INK, 0.35))
    sheet.stroke([(32, 50), (68, 50)], 11, mixed(SAFE, INK, 0.7))


def _explosion(sheet: Sheet) -> None:
    """A bomb before a star of fire."""
    sheet.shape(star(50, 50, 50, 33, 12), INK)
    sheet.shape(star(50, 50, 46, 31, 12), BOMB)
    sheet.shape(star(50, 50, 40, 26, 12, 15), (252, 170, 42))
    sheet.disc(48, 55, 24, INK)
    sheet.oval(40, 46, 6, 4, mixed(INK, WHITE, 0.7))
    sheet.shape([(56, 29), (70, 37), (65, 45), (51, 37)], INK)
    sheet.stroke(curve((63, 35), (68, 24), (78, 27)), 5, INK)
    sheet.shape(star(79, 26, 11, 4, 6), IVORY)


def _bomb(sheet: Sheet, colour: Colour, sign: Callable[[Sheet, Colour], None]) -> None:
    """A round bomb of a colour, with the sign of the colour."""
    sheet.stroke(curve((68, 25), (78, 6), (90, 15)), 6, mixed(BRASS, INK, 0.2))
    sheet.shape(star(90, 14, 11, 4, 7), BRASS_LIGHT)
    sheet.shape([(60, 11), (82, 25), (74, 37), (52, 23)], INK)
    sheet.disc(46, 55, 44, INK)
    sheet.disc(46, 55, 40, colour)
    sheet.wedge(46, 55, 40, 20, 130, mixed(colour, INK, 0.16))
    sheet.disc(46, 55, 30, colour)
    sign(sheet, IVORY if _dark(colour) else INK)


def _dark(colour: Colour) -> bool:
    return colour in {BOMBS["green"], BOMBS["blue"], BOMBS["red"]}


def _clover(sheet: Sheet, ink: Colour) -> None:
    sheet.stroke(curve((46, 56), (48, 72), (58, 80)), 5, ink)
    for x, y in ((36, 45), (56, 45), (36, 63), (56, 63)):
        sheet.disc(x, y, 12, ink)


def _orange(sheet: Sheet, ink: Colour) -> None:
    sheet.disc(46, 55, 28, ink)
    for n in range(6):
        middle = n * 60 - 90
        sheet.wedge(46, 55, 24, middle - 25, middle + 25, BOMBS["orange"])
    sheet.disc(46, 55, 4, ink)


def _flower(sheet: Sheet, ink: Colour) -> None:
    for x, y in regular(46, 55, 16, 5):
        sheet.disc(x, y, 12, ink)
    sheet.disc(46, 55, 8, BOMBS["pink"])


def _star(sheet: Sheet, ink: Colour) -> None:
    sheet.shape(star(46, 56, 31, 13, 5), ink)


def _gem(sheet: Sheet, ink: Colour) -> None:
    crown: list[Point] = [(30, 35), (62, 35), (74, 50), (46, 82), (18, 50)]
    sheet.shape(crown, ink)
    for line in (
        [(18, 50), (74, 50)],
        [(36, 50), (46, 80)],
        [(56, 50), (46, 80)],
        [(30, 35), (36, 50)],
        [(62, 35), (56, 50)],
    ):
        sheet.stroke(line, 3, BOMBS["blue"])


def _cherries(sheet: Sheet, ink: Colour) -> None:
    sheet.stroke(curve((34, 64), (38, 44), (56, 32)), 5, ink)
    sheet.stroke(curve((60, 66), (60, 46), (56, 32)), 5, ink)
    sheet.shape(curve((56, 33), (44, 22), (32, 32), (44, 40)), ink)
    sheet.disc(32, 66, 13, ink)
    sheet.disc(60, 69, 13, ink)


_SIGNS: dict[Wire, Callable[[Sheet, Colour], None]] = {
    Wire.GREEN: _clover,
    Wire.ORANGE: _orange,
    Wire.PINK: _flower,
    Wire.YELLOW: _star,
    Wire.BLUE: _gem,
    Wire.RED: _cherries,
}
