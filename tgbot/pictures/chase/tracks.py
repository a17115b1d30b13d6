"""The table of the Race: one lane from start to finish, drawn as a track for everybody."""

from __future__ import annotations

from dataclasses import dataclass

from core.chase import DEADLY, FINISH
from tgbot.pictures.backdrop import backdrop, plate
from tgbot.pictures.canvas import HEIGHT, WIDTH, Canvas
from tgbot.pictures.chase.figures import card, cell, drop, flag, mask, pistol, skull
from tgbot.pictures.chase.headline import headline
from tgbot.pictures.chase.scene import FigureShown
from tgbot.pictures.palette import BRASS, IVORY, PALE, PLATE_EDGE
from tgbot.pictures.props import halo

_TOP = 136
_FIRST, _PITCH = 366, 88


@dataclass(frozen=True)
class RaceShown:
    """The table, the racers in the order of turns. ``step``: points for a move."""

    title: str
    subtitle: str
    tint: str
    piles: tuple[str, ...]
    step: int
    racers: tuple[FigureShown, ...]


def draw_race(scene: RaceShown, trace: bool) -> Canvas:
    """Draws the table."""
    canvas = Canvas(backdrop(scene.tint).copy(), trace)
    headline(canvas, scene.title, scene.subtitle, "", scene.piles)
    room = HEIGHT - 8 - _TOP
    pitch = min(180, room // len(scene.racers))
    first = _TOP + (room - pitch * len(scene.racers)) // 2
    for row, racer in enumerate(scene.racers):
        _track(canvas, racer, first + row * pitch + pitch // 2, pitch - 8, scene.step)
    return canvas


def _x(at: int) -> int:
    return _FIRST + at * _PITCH


def _track(canvas: Canvas, racer: FigureShown, y: int, tall: int, step: int) -> None:
    state = "away" if racer.fate or (racer.away and not racer.acting) else "acting" if racer.acting else ""
    canvas.stamp(plate(WIDTH - 28, tall, state), WIDTH / 2, y)
    canvas.text(racer.name, (34, y - 28, _FIRST - 50, y + 28), PALE if racer.fate or racer.away else IVORY, 40)
    canvas.draw.rectangle((_x(0), y - 3, _x(FINISH), y + 3), PLATE_EDGE)
    canvas.draw.rectangle((_x(0), y - 3, _x(racer.cell), y + 3), BRASS)
    for n in range(FINISH):
        canvas.stamp(cell(36, on=n <= racer.cell), _x(n), y)
    canvas.stamp(flag(62), _x(FINISH) + 14, y, "finish")
    if racer.won:
        canvas.stamp(halo(min(tall + 16, 130)), _x(racer.cell), y)
    canvas.stamp(card(racer.who, racer.suit, min(104, tall - 6)), _x(racer.cell), y, "racer")
    if racer.fate:
        canvas.stamp(skull(56), _x(racer.cell), y + 8)
    _belongings(canvas, racer, y, step)


def _belongings(canvas: Canvas, racer: FigureShown, y: int, step: int) -> None:
    left = _x(FINISH) + 66
    canvas.text(f"{racer.points}/{step}", (left, y - 43, left + 88, y - 2), IVORY, 36)
    masks = racer.masked + racer.reserve
    for n in range(masks):
        canvas.stamp(mask(46), left + 118 + n * min(48, 140 // max(1, masks - 1)), y - 22, "mask")
    for n in range(DEADLY):
        canvas.stamp(drop(34, on=n < racer.hits), left + 14 + n * 28, y + 22, "hit")
    for n in range(racer.pistols):
        canvas.stamp(pistol(46), left + 118 + n * 42, y + 22, "pistol")
