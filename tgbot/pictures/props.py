"""Things on the table: wires, cutters, the two roles, speech. Each is drawn once and kept."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image, ImageDraw

from core.timebomb import Role, Wire
from tgbot.pictures.kept import kept
from tgbot.pictures.lettering import Style, font
from tgbot.pictures.medals import faint, medal
from tgbot.pictures.palette import (
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    INK,
    IVORY,
    MORIARTY,
    SHERLOCK,
    Colour,
    mixed,
)
from tgbot.pictures.shapes import Paint, Point, Sheet, around, curve

CABLE: Colour = (124, 78, 44)
COPPER: Colour = (236, 150, 92)
STEEL: Colour = (176, 190, 198)
GRIP: Colour = (196, 52, 44)
SKIN: Colour = (244, 214, 182)
WIRE = (72, 112)
"""Width and height of a wire in front of a seat."""


@kept
def closed_wire(number: int, *, away: bool = False) -> Image.Image:
    """A face-down wire with its number, counted from 1."""
    width, height = WIRE
    sheet = Sheet(width, height)
    _terminals(sheet)
    _cable(sheet, 12, height - 12, mixed(CABLE, (110, 114, 118), 0.7 if away else 0))
    brass = mixed(BRASS_LIGHT, (150, 154, 158), 0.8 if away else 0)
    sheet.disc(width / 2, height / 2, 28, mixed(brass, INK, 0.62))
    sheet.disc(width / 2, height / 2, 24, brass)
    image = sheet.done()
    _engrave(image, str(number), width / 2, height / 2, 38)
    return image


@kept
def open_wire(wire: Wire, *, newest: bool = False, never: bool = False) -> Image.Image:
    """A wire that was cut, with what it was. ``newest``: it was the last. ``never``: shown at the end, never cut."""
    width, height = WIRE
    sheet = Sheet(width, height)
    _terminals(sheet)
    if never:
        _cable(sheet, 12, height - 12, mixed(CABLE, INK, 0.45))
    else:
        for end, way in ((12, 1), (height - 12, -1)):
            _cable(sheet, min(end, end + 8 * way), max(end, end + 8 * way), CABLE)
            for turn in (-9, 0, 9):
                sheet.stroke([(width / 2, end + 8 * way), (width / 2 + turn, end + 15 * way)], 3, COPPER)
    if newest:
        sheet.disc(width / 2, height / 2, 34, BRASS_LIGHT)
    image = sheet.done()
    inset = (faint if never else medal)(wire, 58)
    image.alpha_composite(inset, (round(width / 2 - 29), round(height / 2 - 29)))
    return image


@kept
def pip(*, on: bool) -> Image.Image:
    """A cut of the round, still to be made or made."""
    sheet = Sheet(24, 40)
    sheet.slab((2, 2, 22, 38), 8, (246, 178, 60) if on else (58, 70, 80))
    return sheet.done()


@kept
def cutters(size: int, *, dim: bool = False) -> Image.Image:
    """Wire cutters, a little open."""
    sheet = Sheet(100, 100)
    steel, grip = (mixed(STEEL, INK, 0.72), mixed(GRIP, INK, 0.72)) if dim else (STEEL, GRIP)
    edge: Paint = mixed(INK, STEEL, 0.0)
    for side in (-1, 1):
        handle = curve(*(_side(side, x, y) for x, y in ((-4, 50), (12, 66), (26, 70), (20, 96))))
        sheet.stroke(handle, 17, edge)
        sheet.stroke(handle, 12, grip)
        sheet.stroke([handle[0], handle[5]], 10, steel)
    for side in (-1, 1):
        jaw = [_side(side, x, y) for x, y in ((-6, 54), (20, 38), (24, 20), (12, 4), (7, 24), (1, 36))]
        sheet.shape(_grown(jaw), edge)
        sheet.shape(jaw, mixed(steel, IVORY, 0.25) if side > 0 and not dim else steel)
    sheet.disc(50, 46, 11, edge)
    sheet.disc(50, 46, 8, mixed(steel, INK, 0.2))
    sheet.disc(50, 46, 4, mixed(BRASS, INK, 0.6 if dim else 0))
    return sheet.turned(28).sized(size)


def _side(side: int, x: float, y: float) -> Point:
    return 50 + side * x, y


def _grown(points: list[Point]) -> list[Point]:
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    return [(x + (px - x) * 1.22, y + (py - y) * 1.12) for px, py in points]


_COVERED: Mapping[Role, Colour] = {Role.SHERLOCK: (97, 73, 46), Role.MORIARTY: (190, 140, 70)}


@kept
def portrait(role: Role, size: int, *, secret: bool = False) -> Image.Image:
    """The face of a side in a round frame: deerstalker and pipe, or top hat, monocle and moustache.

    ``secret``: blurred, as under Telegram's cover, both look alike: each has a ground that makes up for its colours.
    """
    own = SHERLOCK if role is Role.SHERLOCK else MORIARTY
    sheet = framed(_COVERED[role] if secret else own)
    (deerstalker if role is Role.SHERLOCK else top_hat)(sheet)
    return sheet.sized(size)


def framed(colour: Colour) -> Sheet:
    """A round brass frame for a face, 100 by 100."""
    sheet = Sheet(100, 100, scale=10)
    sheet.disc(50, 50, 50, INK)
    sheet.disc(50, 50, 47, BRASS_DARK)
    sheet.disc(50, 50, 45, BRASS_LIGHT)
    sheet.disc(50, 50, 41, INK)
    sheet.disc(50, 50, 39, mixed(colour, INK, 0.35))
    return sheet


def deerstalker(sheet: Sheet) -> None:
    """A man with a deerstalker and a pipe."""
    tweed, dark = (150, 112, 72), (96, 68, 42)
    sheet.shape([(24, 84), (38, 74), (62, 74), (76, 84), (62, 88), (38, 88)], (70, 52, 36))
    sheet.slab((36, 40, 64, 78), 14, SKIN)
    sheet.shape(curve((28, 44), (30, 14), (50, 12), (70, 14), (72, 44)), tweed)
    sheet.shape([(30, 36), (39, 36), (37, 62), (31, 58)], dark)
    sheet.shape([(70, 36), (61, 36), (63, 62), (69, 58)], dark)
    sheet.stroke([(50, 15), (50, 40)], 2, dark)
    sheet.shape(curve((22, 46), (30, 36), (50, 34), (70, 36), (78, 46), (64, 44), (50, 43), (36, 44), (22, 46)), dark)
    sheet.stroke([(45, 15), (55, 15)], 5, dark)
    for x in (43, 57):
        sheet.disc(x, 52, 2.6, INK)
    sheet.stroke([(38.5, 47), (46, 47.5)], 2, INK)
    sheet.stroke([(61.5, 47), (54, 47.5)], 2, INK)
    sheet.stroke(curve((50, 52), (53, 58), (49, 60)), 2, (196, 150, 118))
    sheet.stroke(curve((51, 67), (60, 68), (68, 72)), 4, (60, 36, 20))
    sheet.slab((65, 64, 76, 77), 3, (60, 36, 20))
    sheet.oval(70.5, 64, 5.5, 2, BRASS_LIGHT)


def top_hat(sheet: Sheet) -> None:
    """A man with a top hat, a monocle and a moustache."""
    silk, band = (34, 32, 42), MORIARTY
    sheet.shape([(24, 84), (38, 74), (62, 74), (76, 84), (62, 88), (38, 88)], (24, 22, 30))
    sheet.slab((36, 38, 64, 80), 14, SKIN)
    sheet.shape([(34, 12), (66, 12), (63, 40), (37, 40)], silk)
    sheet.shape([(36.5, 33), (63.5, 33), (63, 40), (37, 40)], band)
    sheet.oval(50, 41, 27, 5, silk)
    for x in (43, 57):
        sheet.disc(x, 54, 2.6, INK)
    sheet.stroke([(38, 47), (46, 50.5)], 2.6, INK)
    sheet.stroke([(62, 47), (54, 50.5)], 2.6, INK)
    sheet.ring(57, 54, 7, 2, BRASS_DARK)
    sheet.stroke(curve((63, 57), (68, 66), (64, 78)), 1.4, BRASS_DARK)
    sheet.stroke(curve((50, 66), (42, 62), (38, 68), (31, 62)), 4.5, INK)
    sheet.stroke(curve((50, 66), (58, 62), (62, 68), (69, 62)), 4.5, INK)
    sheet.shape([(46, 76), (54, 76), (50, 84)], INK)


@kept
def bubble(width: int, height: int) -> Image.Image:
    """Somebody's words: a sheet of paper with a tail up to his name."""
    sheet = Sheet(width, height + 12)
    sheet.shape([(24, 14), (32, 0), (48, 14)], IVORY)
    sheet.slab((0, 11, width, height + 11), 14, IVORY)
    return sheet.done()


@kept
def crossed(size: int) -> Image.Image:
    """A bar across what somebody says he has not."""
    sheet = Sheet(100, 100)
    sheet.stroke([(14, 86), (86, 14)], 20, IVORY)
    sheet.stroke([(14, 86), (86, 14)], 11, (190, 24, 24))
    return sheet.sized(size)


@kept
def lot(size: int) -> Image.Image:
    """The mark of the player drawn by red (EV-18): cross-hairs."""
    sheet = Sheet(100, 100)
    sheet.disc(50, 50, 46, INK)
    for radius in (44, 24):
        sheet.ring(50, 50, radius, 7, (255, 110, 96))
    for n in range(4):
        sheet.stroke([around(50, 50, 48, 90 * n), around(50, 50, 30, 90 * n)], 7, (255, 110, 96))
    sheet.disc(50, 50, 7, (255, 110, 96))
    return sheet.sized(size)


def _terminals(sheet: Sheet) -> None:
    width, height = WIRE
    for top in (0, height - 13):
        sheet.slab((width / 2 - 15, top, width / 2 + 15, top + 13), 4, mixed(BRASS_DARK, BRASS, 0.5))


def _cable(sheet: Sheet, top: float, bottom: float, colour: Colour) -> None:
    middle = WIRE[0] / 2
    sheet.shape([(middle - 8, top), (middle + 8, top), (middle + 8, bottom), (middle - 8, bottom)], colour)


def _engrave(image: Image.Image, text: str, x: float, y: float, size: int) -> None:
    ImageDraw.Draw(image).text((x, y + size * 0.35), text, INK, font(Style.TEXT, size), "ms")


@kept
def halo(size: int) -> Image.Image:
    """A ring of light around what decided the match."""
    sheet = Sheet(100, 100)
    sheet.disc(50, 50, 48, (*BRASS_LIGHT, 70))
    sheet.disc(50, 50, 40, BRASS_LIGHT)
    return sheet.sized(size)
