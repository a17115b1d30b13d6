"""The clock of Big Ben: the four rounds are the hours from eight to midnight, the cuts of a round its minutes."""

from __future__ import annotations

from PIL import Image, ImageDraw

from tgbot.pictures.kept import kept
from tgbot.pictures.lettering import Style, font
from tgbot.pictures.palette import BRASS, BRASS_DARK, BRASS_LIGHT, INK, IVORY, NIGHT, Colour, mixed
from tgbot.pictures.shapes import SCALE, Paint, Sheet, around, star

NUMERALS = ("XII", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI")
START = 8
"""The hour at which the match begins."""
GONE: Colour = (52, 66, 86)
NOW: Colour = (246, 178, 60)
TO_COME: Colour = (222, 226, 214)


@kept
def dial(radius: int, hour: int, minute: int, *, over: bool = False) -> Image.Image:
    """The face with its hands at a time. ``over``: the match has ended, no hour is being played."""
    return _hands(_face(radius), radius, hour, minute, over=over).done()


@kept
def blast(radius: int) -> Image.Image:
    """Fire behind a clock that goes up."""
    sheet = Sheet(2 * radius, 2 * radius)
    sheet.shape(star(radius, radius, radius, radius * 0.74, 18, 4), (176, 30, 22))
    sheet.shape(star(radius, radius, radius * 0.93, radius * 0.68, 18, 9), (238, 112, 30))
    sheet.shape(star(radius, radius, radius * 0.86, radius * 0.7, 18, 2), (255, 206, 88))
    return sheet.done()


def _face(radius: int) -> Sheet:
    """Rim, glass and numerals, at four times its size."""
    sheet, r = Sheet(2 * radius, 2 * radius), radius
    for width, colour in ((0, BRASS_DARK), (4, BRASS_LIGHT), (12, BRASS), (18, INK)):
        sheet.disc(r, r, r - width * r / 170, colour)
    glass = r - 22 * r / 170
    sheet.disc(r, r, glass, IVORY)
    for n in range(12):
        ends = (around(r, r, glass - 1, n * 30), around(r, r, glass - 9 * r / 170, n * 30))
        sheet.stroke(ends, 3.4 * r / 170, INK)
    return sheet


def _hands(sheet: Sheet, r: int, hour: int, minute: int, *, over: bool) -> Sheet:
    glass, at = r - 22 * r / 170, hour * 60 + minute - START * 60
    for n in range(4):
        colour = GONE if at >= (n + 1) * 60 or (over and at > n * 60) else NOW if at >= n * 60 and not over else TO_COME
        _sector(sheet, r, glass, START + n, colour)
    sheet.disc(r, r, glass * 0.26, IVORY)
    sheet.ring(r, r, glass * 0.26, 2.4 * r / 170, mixed(BRASS_DARK, INK, 0.3))
    for n, numeral in enumerate(NUMERALS):
        live = n >= START or n == 0
        _numeral(sheet, numeral, r, glass * 0.78, n * 30, INK if live else mixed(INK, IVORY, 0.45))
    turn = (hour % 12 + minute / 60) * 30
    _hand(sheet, r, turn, glass * 0.46, 9 * r / 170, INK)
    _hand(sheet, r, minute * 6, glass * 0.67, 6 * r / 170, NIGHT)
    sheet.disc(r, r, 11 * r / 170, INK)
    sheet.disc(r, r, 7 * r / 170, BRASS_LIGHT)
    return sheet


def _sector(sheet: Sheet, r: int, glass: float, hour: int, colour: Paint) -> None:
    sheet.wedge(r, r, glass * 0.64, hour * 30 - 89, hour * 30 - 61, colour)


def _hand(sheet: Sheet, r: int, turn: float, length: float, width: float, colour: Colour) -> None:
    tip, neck = around(r, r, length, turn), length * 0.68
    left, right = around(r, r, neck, turn - width / neck * 70), around(r, r, neck, turn + width / neck * 70)
    tail = around(r, r, length * 0.22, turn + 180)
    sheet.stroke([tail, around(r, r, neck, turn)], width * 0.8, colour)
    sheet.shape([left, tip, right, around(r, r, neck * 0.82, turn)], colour)
    sheet.disc(*tail, width * 0.8, colour)


def _numeral(sheet: Sheet, text: str, r: int, radius: float, turn: float, colour: Colour) -> None:
    size = round(25 * r / 170 * SCALE)
    face = font(Style.TITLE, size)
    left, top, right, bottom = map(round, face.getbbox(text, anchor="ms"))
    tile = Image.new("L", (right - left + 8, bottom - top + 8))
    ImageDraw.Draw(tile).text((4 - left, 4 - top), text, 255, face, "ms")
    turned = tile.rotate(-turn, Image.Resampling.BICUBIC, expand=True)
    x, y = around(r, r, radius, turn)
    sheet.image.paste(
        (*colour, 255), (round(x * SCALE - turned.width / 2), round(y * SCALE - turned.height / 2)), turned
    )
