"""The colours of London at night, and how well one is read on another."""

from __future__ import annotations

from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255, as in sRGB."""

NIGHT: Colour = (9, 22, 33)
BLUEPRINT: Colour = (17, 54, 76)
LINES: Colour = (112, 170, 190)
FOG: Colour = (158, 182, 188)
PLATE: Colour = (13, 33, 47)
PLATE_EDGE: Colour = (62, 92, 108)
AWAY: Colour = (35, 42, 49)
BRASS: Colour = (214, 165, 79)
BRASS_LIGHT: Colour = (250, 217, 142)
BRASS_DARK: Colour = (118, 80, 32)
IVORY: Colour = (248, 238, 217)
PALE: Colour = (170, 190, 196)
INK: Colour = (22, 24, 30)
SHERLOCK: Colour = (92, 178, 235)
MORIARTY: Colour = (238, 96, 78)
DEFUSING: Colour = (24, 112, 214)
SAFE: Colour = (222, 217, 204)
BOMB: Colour = (214, 48, 34)

# Told apart by their shapes, too (sprites).
BOMBS: dict[str, Colour] = {
    "green": (40, 160, 72),
    "orange": (240, 132, 20),
    "pink": (240, 128, 186),
    "yellow": (246, 210, 48),
    "blue": (66, 104, 224),
    "red": (204, 36, 48),
}


def luminance(colour: Colour) -> float:
    """The relative luminance, 0 to 1 (WCAG 2.2)."""
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.2); text needs 4.5."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """``one`` with a share (0 to 1) of ``other``."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
