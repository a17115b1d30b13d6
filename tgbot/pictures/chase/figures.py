"""Faces, playing cards and things of the Hunt and the Race. Each is drawn once and kept."""

from __future__ import annotations

from PIL import Image, ImageDraw

from core.chase import Suit
from tgbot.pictures.kept import kept
from tgbot.pictures.lettering import Style, font
from tgbot.pictures.palette import (
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    FOG,
    INK,
    IVORY,
    MORIARTY,
    NIGHT,
    PLATE,
    PLATE_EDGE,
    SHERLOCK,
    Colour,
    mixed,
)
from tgbot.pictures.props import SKIN, deerstalker, framed, top_hat
from tgbot.pictures.shapes import Sheet, curve

RED_SUIT: Colour = (200, 32, 44)
BLOOD: Colour = (226, 44, 52)
STEEL: Colour = (176, 190, 198)


@kept
def face(who: str, size: int, *, masked: bool = False) -> Image.Image:
    """A figure of the Hunt: ``holmes``, ``watson``, or a criminal by the suit of his lane."""
    sheet = framed(SHERLOCK if who in {"holmes", "watson"} else MORIARTY)
    {"holmes": deerstalker, "watson": _bowler}.get(who, top_hat)(sheet)
    if masked:
        domino(sheet, 50, 52, 0.62)
    if who not in {"holmes", "watson"}:
        sheet.disc(80, 80, 19, INK)
        sheet.disc(80, 80, 17, IVORY)
        pip(sheet, Suit(who), 80, 80, 0.26)
    return sheet.sized(size)


@kept
def card(letter: str, suit: Suit, height: int) -> Image.Image:
    """A playing card as a racer's figure."""
    sheet = Sheet(100, 100, scale=8)
    sheet.slab((16, 1, 84, 99), 9, BRASS_DARK)
    sheet.slab((18, 3, 82, 97), 8, IVORY)
    pip(sheet, suit, 50, 69, 0.46)
    image = sheet.sized(height)
    ink = RED_SUIT if suit in {Suit.HEARTS, Suit.DIAMONDS} else INK
    ImageDraw.Draw(image).text((height / 2, height * 0.4), letter, ink, font(Style.TITLE, round(height * 0.42)), "ms")
    return image


@kept
def suit_sign(suit: Suit, size: int) -> Image.Image:
    """A suit on an ivory disc."""
    sheet = Sheet(100, 100)
    sheet.disc(50, 50, 48, IVORY)
    pip(sheet, suit, 50, 50, 0.72)
    return sheet.sized(size)


@kept
def mask(size: int) -> Image.Image:
    """A domino mask."""
    sheet = Sheet(100, 100)
    domino(sheet, 50, 50, 1)
    return sheet.sized(size)


@kept
def pistol(size: int) -> Image.Image:
    """A revolver."""
    sheet = Sheet(100, 100)
    for grow, steel, wood in ((4, INK, INK), (0, STEEL, (150, 88, 48))):
        sheet.shape(
            [(6 - grow, 26 - grow), (78 + grow, 26 - grow), (78 + grow, 40 + grow), (6 - grow, 40 + grow)], steel
        )
        sheet.slab((48 - grow, 22 - grow, 74 + grow, 50 + grow), 4, steel)
        sheet.stroke(curve((80, 40), (84, 58), (92, 80)), 17 + 2 * grow, wood)
        sheet.stroke([(70, 30), (82, 40)], 16 + 2 * grow, steel)
    for x in (55, 61, 67):
        sheet.stroke([(x, 27), (x, 45)], 2, mixed(STEEL, INK, 0.5))
    sheet.stroke(curve((56, 52), (54, 66), (70, 64)), 4, STEEL)
    sheet.shape([(8, 20), (14, 20), (14, 27), (8, 27)], STEEL)
    return sheet.sized(size)


@kept
def drop(size: int, *, on: bool) -> Image.Image:
    """A hit: a drop of blood, or the room for one."""
    sheet = Sheet(100, 100)
    shape = [*curve((50, 4), (58, 30), (84, 46), (84, 66)), *curve((84, 66), (84, 106), (16, 106), (16, 66))]
    shape += curve((16, 66), (16, 46), (42, 30), (50, 4))
    sheet.shape(shape, BLOOD if on else mixed(NIGHT, FOG, 0.28))
    if on:
        sheet.oval(37, 66, 6, 11, mixed(BLOOD, IVORY, 0.6))
    return sheet.sized(size)


@kept
def cell(size: int, *, on: bool) -> Image.Image:
    """A cell of a lane, reached or not."""
    sheet = Sheet(100, 100)
    sheet.disc(50, 50, 50, BRASS if on else PLATE_EDGE)
    sheet.disc(50, 50, 40, PLATE)
    return sheet.sized(size)


@kept
def skull(size: int) -> Image.Image:
    """Dead."""
    sheet = Sheet(100, 100)
    sheet.disc(50, 50, 48, INK)
    sheet.oval(50, 44, 30, 28, IVORY)
    sheet.slab((34, 58, 66, 82), 5, IVORY)
    for x in (39, 61):
        sheet.disc(x, 46, 9, INK)
    sheet.shape([(50, 54), (45, 64), (55, 64)], INK)
    for x in (42, 50, 58):
        sheet.stroke([(x, 72), (x, 81)], 2.5, INK)
    return sheet.sized(size)


@kept
def bars(size: int) -> Image.Image:
    """Arrested."""
    sheet = Sheet(100, 100)
    sheet.slab((4, 4, 96, 96), 10, INK)
    for x in (18, 34, 50, 66, 82):
        sheet.stroke([(x, 12), (x, 88)], 6, STEEL)
    for y in (14, 86):
        sheet.stroke([(12, y), (88, y)], 7, STEEL)
    return sheet.sized(size)


@kept
def flag(size: int) -> Image.Image:
    """The finish."""
    sheet = Sheet(100, 100)
    sheet.stroke([(18, 8), (18, 94)], 7, BRASS)
    for row in range(4):
        for column in range(5):
            x, y = 22 + column * 14, 10 + row * 13
            sheet.shape([(x, y), (x + 14, y), (x + 14, y + 13), (x, y + 13)], IVORY if (row + column) % 2 else INK)
    return sheet.sized(size)


@kept
def house(size: int, *, lair: bool = False) -> Image.Image:
    """Baker Street 221b, its windows lit, or a lair."""
    sheet = Sheet(100, 100)
    wall, roof = ((58, 40, 46), (36, 26, 32)) if lair else ((120, 70, 54), (70, 44, 40))
    sheet.shape([(8, 96), (8, 40), (50, 8), (92, 40), (92, 96)], roof)
    sheet.shape([(14, 96), (14, 44), (50, 17), (86, 44), (86, 96)], wall)
    light = (36, 30, 36) if lair else BRASS_LIGHT
    for x in (24, 62):
        sheet.slab((x, 48, x + 14, 66), 2, light)
    sheet.slab((41, 64, 59, 96), 3, (20, 16, 20) if lair else (24, 62, 76))
    if lair:
        sheet.stroke([(20, 46), (42, 68)], 3.5, roof)
        sheet.stroke([(42, 46), (20, 68)], 3.5, roof)
    return sheet.sized(size)


def pip(sheet: Sheet, suit: Suit, x: float, y: float, scale: float) -> None:
    """A suit's sign around a point, 100 wide and high at scale 1."""

    def at(dx: float, dy: float) -> tuple[float, float]:
        return x + dx * scale, y + dy * scale

    ink = RED_SUIT if suit in {Suit.HEARTS, Suit.DIAMONDS} else INK
    if suit is Suit.DIAMONDS:
        sheet.shape([at(0, -44), at(34, 0), at(0, 44), at(-34, 0)], ink)
        return
    if suit is Suit.CLUBS:
        for dx, dy in ((0, -22), (-22, 8), (22, 8)):
            sheet.disc(*at(dx, dy), 20 * scale, ink)
        sheet.shape([at(-7, -10), at(7, -10), at(16, 44), at(-16, 44)], ink)
        return
    way = 1 if suit is Suit.HEARTS else -1
    for dx in (-19, 19):
        sheet.disc(*at(dx, -14 * way), 22 * scale, ink)
    sheet.shape([at(-39, -4 * way), at(39, -4 * way), at(0, 42 * way)], ink)
    if suit is Suit.SPADES:
        sheet.shape([at(-6, 10), at(6, 10), at(16, 44), at(-16, 44)], ink)


def domino(sheet: Sheet, x: float, y: float, scale: float) -> None:
    """A mask over the eyes."""
    for grow, ink in ((4, IVORY), (0, (92, 40, 120))):
        for side in (-1, 1):
            sheet.oval(x + side * 22 * scale, y, (25 + grow) * scale, (17 + grow) * scale, ink)
        sheet.slab((x - 10 * scale, y - (11 + grow) * scale, x + 10 * scale, y + (6 + grow) * scale), 2, ink)
    for side in (-1, 1):
        sheet.oval(x + side * 21 * scale, y + 1 * scale, 10 * scale, 6 * scale, IVORY)


def _bowler(sheet: Sheet) -> None:
    hat, band, hair = (58, 52, 50), (110, 30, 36), (120, 74, 42)
    sheet.shape([(24, 84), (38, 74), (62, 74), (76, 84), (62, 88), (38, 88)], (52, 70, 58))
    sheet.slab((35, 38, 65, 80), 15, SKIN)
    sheet.shape([*curve((30, 42), (30, 10), (70, 10), (70, 42))], hat)
    sheet.shape([(30, 34), (70, 34), (70, 41), (30, 41)], band)
    sheet.oval(50, 42, 28, 4.5, hat)
    for x in (43, 57):
        sheet.disc(x, 53, 2.6, INK)
    sheet.stroke([(39, 48), (46, 48.5)], 2, hair)
    sheet.stroke([(61, 48), (54, 48.5)], 2, hair)
    sheet.shape(
        [*curve((36, 70), (40, 61), (46, 62), (50, 65)), *curve((50, 65), (54, 62), (60, 61), (64, 70)), (50, 69)], hair
    )
