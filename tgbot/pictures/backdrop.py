"""What lies behind everything: London in the fog, on a blueprint. And the plates that stand before it."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tgbot.pictures.canvas import HEIGHT, WIDTH
from tgbot.pictures.kept import kept
from tgbot.pictures.palette import (
    AWAY,
    BLUEPRINT,
    BRASS,
    BRASS_LIGHT,
    FOG,
    LINES,
    NIGHT,
    PLATE,
    PLATE_EDGE,
    Colour,
    mixed,
)
from tgbot.pictures.shapes import Sheet, around

BIG = 2
"""The scale of sheets as large as a picture: at four times the size one takes 80 MB while it is drawn."""
TINTS: dict[str, Colour] = {"night": BLUEPRINT, "dawn": (40, 78, 92), "fire": (92, 34, 26)}


@kept
def backdrop(tint: str = "night", width: int = WIDTH, height: int = HEIGHT) -> Image.Image:
    """The night, lighter towards the ground: blue while the match goes on, clearer or burning at its end."""
    low = TINTS[tint]
    ramp = Image.linear_gradient("L").resize((width, height))
    image = Image.composite(Image.new("RGB", ramp.size, low), Image.new("RGB", ramp.size, NIGHT), ramp)
    image.paste(mixed(low, LINES, 0.9), (0, 0), _drawing(width, height))
    image.paste(mixed(NIGHT, low, 0.35), (0, 0), _skyline(width, height))
    image.paste(mixed(FOG, low, 0.2), (0, 0), _fog(width, height))
    return image


def _mask(width: int, height: int) -> Sheet:
    """A sheet for what has one colour: a quarter of the memory."""
    return Sheet(0, 0, BIG, Image.new("L", (width * BIG, height * BIG)))


def _drawing(width: int, height: int) -> Image.Image:
    """The lines of a construction drawing. Few of them: thin lines are dear in a JPEG."""
    sheet, ink = _mask(width, height), 56
    x, y = width / 2, height * 0.52
    for radius in (300, 470):
        sheet.ring(x, y, radius, 2, ink)
    for n in range(0, 360, 30):
        sheet.stroke([around(x, y, r, n) for r in ((470, 520) if n % 90 else (300, 620))], 2, ink)
    return sheet.done()


def _skyline(width: int, height: int) -> Image.Image:
    """Roofs, chimneys and the tower at the foot of the picture."""
    sheet, ground = _mask(width, height), float(height)
    roofs = [(0, 70), (90, 105), (190, 60), (260, 130), (330, 84), (420, 60), (500, 96), (600, 70), (690, 118)]
    roofs += [(760, 66), (840, 100), (930, 76), (1010, 132), (1090, 88), (1170, 112), (1240, 64)]
    for n, (x, tall) in enumerate(roofs):
        wide = 96 if n % 3 else 78
        sheet.shape(
            [
                (x, ground),
                (x, ground - tall),
                (x + wide / 2, ground - tall - 34),
                (x + wide, ground - tall),
                (x + wide, ground),
            ],
            255,
        )
        for chimney in (14, wide - 26):
            sheet.shape(
                [
                    (x + chimney, ground - tall),
                    (x + chimney, ground - tall - 40),
                    (x + chimney + 12, ground - tall - 40),
                    (x + chimney + 12, ground - tall),
                ],
                255,
            )
    return sheet.done()


_BANKS = ((0, 108, 90, 24, 96), (60, 116, 100, 20, 110), (120, 106, 60, 22, 80), (90, 84, 90, 14, 46))
"""Middle, half axes and depth, in eighths of the picture."""


def _fog(width: int, height: int) -> Image.Image:
    """Banks of fog, as a mask."""
    small = Image.new("L", (width // 8, height // 8))
    for x, y, across, down, depth in _BANKS:
        bank = Image.new("L", small.size)
        ImageDraw.Draw(bank).ellipse((x - across, y - down, x + across, y + down), fill=depth)
        small = ImageChops.lighter(small, bank)
    return small.filter(ImageFilter.GaussianBlur(9)).resize((width, height), Image.Resampling.BICUBIC)


@kept
def tower(radius: int) -> Image.Image:
    """Big Ben, for a dial of a radius; the middle of the dial is 2.02 radii below its top."""
    r = float(radius)
    x, y, foot = 1.3 * r, 2.02 * r, 1200.0
    stone, dark, edge = mixed(NIGHT, FOG, 0.3), mixed(NIGHT, FOG, 0.16), mixed(NIGHT, FOG, 0.5)
    sheet = Sheet(2.6 * r, foot, BIG)
    sheet.shape([(x - 0.98 * r, y), (x + 0.98 * r, y), (x + 0.98 * r, foot), (x - 0.98 * r, foot)], stone)
    for n in range(-2, 3):
        for row in range(12):
            top = y + 1.36 * r + row * 0.62 * r
            left, right = x + (0.36 * n - 0.1) * r, x + (0.36 * n + 0.1) * r
            arch = [(left, top + 0.46 * r), (left, top + 0.12 * r), (x + 0.36 * n * r, top), (right, top + 0.12 * r)]
            sheet.shape([*arch, (right, top + 0.46 * r)], dark)
    roof = [(x - 0.9 * r, y - 1.16 * r), (x - 0.34 * r, y - 1.62 * r), (x - 0.3 * r, y - 1.72 * r), (x, y - 2.02 * r)]
    sheet.shape([*roof, *((2 * x - px, py) for px, py in reversed(roof[:-1]))], dark)
    for side in (-1, 1):
        pinnacle = [(0.98, -1.0), (0.98, -1.3), (0.9, -1.6), (0.82, -1.3), (0.82, -1.0)]
        sheet.shape([(x + side * a * r, y + b * r) for a, b in pinnacle], stone)
    sheet.slab((x - 1.1 * r, y - 1.2 * r, x + 1.1 * r, y - 1.06 * r), 4, edge)
    sheet.slab((x - 1.06 * r, y - 1.08 * r, x + 1.06 * r, y + 1.1 * r), 8, dark)
    sheet.frame((x - 1.06 * r, y - 1.08 * r, x + 1.06 * r, y + 1.1 * r), 8, 5, edge)
    sheet.slab((x - 1.12 * r, y + 1.08 * r, x + 1.12 * r, y + 1.22 * r), 4, edge)
    for turn in (45, 135, 225, 315):
        sheet.disc(*around(x, y + 0.01 * r, 1.27 * r, turn), 0.1 * r, mixed(BRASS, NIGHT, 0.35))
    return sheet.done()


@kept
def plate(width: int, height: int, state: str = "") -> Image.Image:
    """A plate for a seat. ``state``: ``acting`` shines, ``away`` is grey with a broken edge, ``drawn`` is marked."""
    margin = 14
    sheet = Sheet(width + 2 * margin, height + 2 * margin, BIG)
    box = (margin, margin, margin + width, margin + height)
    if state == "acting":
        halo = Sheet(width + 2 * margin, height + 2 * margin, BIG)
        halo.slab((margin - 2, margin - 2, margin + width + 2, margin + height + 2), 22, (*BRASS_LIGHT, 235))
        sheet.lay(halo.glow(5))
    ground = AWAY if state == "away" else PLATE
    sheet.slab(box, 18, (*ground, 236))
    edge: Colour = {"acting": BRASS_LIGHT, "drawn": (255, 110, 96), "away": (92, 98, 104)}.get(state, PLATE_EDGE)
    sheet.frame(box, 18, 5 if state in {"acting", "drawn"} else 2.5, edge)
    return sheet.done()
