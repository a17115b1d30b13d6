"""The table: a headline, the seats in a ring, the clock in their middle, the bombs by colour on the tower."""

from __future__ import annotations

from core.timebomb import Wire
from tgbot.pictures.backdrop import backdrop, plate, tower
from tgbot.pictures.canvas import WIDTH, Canvas
from tgbot.pictures.dial import blast, dial
from tgbot.pictures.medals import medal, socket
from tgbot.pictures.palette import IVORY
from tgbot.pictures.props import cutters, pip
from tgbot.pictures.wires.headline import headline, tint
from tgbot.pictures.wires.ring import TOP, places
from tgbot.pictures.wires.scene import BombShown, TableShown
from tgbot.pictures.wires.seat import draw_seat

_MIDDLE = WIDTH // 2


def draw_table(scene: TableShown, trace: bool) -> Canvas:
    """Draws the whole table."""
    canvas = Canvas(backdrop(tint(scene.side)).copy(), trace)
    _clock(canvas, scene)
    _headline(canvas, scene)
    for seat, (x, y) in zip(scene.seats, places(len(scene.seats)), strict=True):
        draw_seat(canvas, seat, x, y)
    for row, bomb in enumerate(scene.bombs):
        _bomb(canvas, bomb, _MIDDLE, 960 - 44 - 80 * (len(scene.bombs) - 1 - row), live=scene.live)
    return canvas


def _headline(canvas: Canvas, scene: TableShown) -> None:
    first = WIDTH - 24 - 50 * scene.needed + 25
    headline(canvas, scene.title, scene.subtitle, scene.side, first - 136)
    _count(canvas, f"{scene.found}/{scene.needed}", first, 38)
    for n in range(scene.needed):
        canvas.stamp(medal(Wire.DEFUSING, 48) if n < scene.found else socket(48), first + n * 50, 38, "found")
    if scene.live:
        _count(canvas, str(scene.cuts_left), first, 98)
        canvas.stamp(cutters(60), first - 96, 98, "cutters")
        for n in range(scene.cuts):
            canvas.stamp(pip(on=n < scene.cuts_left), first + n * 50, 98, "cut")


def _count(canvas: Canvas, text: str, right: int, y: int) -> None:
    canvas.text(text, (right - 130, y - 28, right - 36, y + 28), IVORY, 46, align=1)


def _clock(canvas: Canvas, scene: TableShown) -> None:
    narrow = len(scene.seats) > 6
    radius = 126 if narrow else 140 if scene.bombs else 186
    y = TOP + 262 + 10 + 131 if narrow else 300 + (6 - len(scene.bombs)) * 32 if scene.bombs else 500
    if not narrow:
        canvas.stamp(spire := tower(radius), _MIDDLE, y + spire.height / 2 - 2.02 * radius)
    if scene.boom:
        canvas.stamp(blast(radius + (14 if narrow else 34 if scene.bombs else 60)), _MIDDLE, y)
    canvas.stamp(dial(radius, *scene.time, over=not scene.live), _MIDDLE, y, "clock")


def _bomb(canvas: Canvas, bomb: BombShown, x: int, y: int, *, live: bool) -> None:
    state = "acting" if bomb.offered else "drawn" if bomb.exploded or (bomb.critical and live) else ""
    canvas.stamp(plate(392, 70, state), x, y)
    canvas.stamp(medal(bomb.colour, 60), x - 158, y, "bomb")
    for n in range(max(bomb.limit, bomb.revealed)):
        place = (
            medal(bomb.colour, 46) if n < bomb.revealed else medal(Wire.BOMB, 34) if n == bomb.limit - 1 else socket(46)
        )
        canvas.stamp(place, x - 92 + n * 52, y, "pip")
    if bomb.defused:
        canvas.stamp(medal(Wire.DEFUSING, 56), x + 158, y, "defused")
    elif bomb.exploded:
        canvas.stamp(medal(Wire.BOMB, 64), x + 158, y, "exploded")
    elif bomb.offered:
        canvas.stamp(socket(56), x + 158, y, "offered")
