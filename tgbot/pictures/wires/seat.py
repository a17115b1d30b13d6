"""A seat on its plate: the name, the wires, what was said, what was cut before."""

from __future__ import annotations

from tgbot.pictures.backdrop import plate
from tgbot.pictures.canvas import Canvas
from tgbot.pictures.medals import medal
from tgbot.pictures.palette import INK, IVORY, PALE
from tgbot.pictures.props import WIRE, bubble, closed_wire, crossed, cutters, lot, open_wire, portrait
from tgbot.pictures.wires.ring import PLATE
from tgbot.pictures.wires.scene import Said, SeatShown

_ACROSS, _DOWN = PLATE
_PITCH = 72
_SMALL = 30


def draw_seat(canvas: Canvas, seat: SeatShown, x: int, y: int) -> None:
    """Draws a seat with its top left corner on a point."""
    state = "away" if seat.away and not seat.acting else "acting" if seat.acting else "drawn" if seat.drawn else ""
    canvas.stamp(plate(*PLATE, state), x + _ACROSS / 2, y + _DOWN / 2)
    signs = int(seat.holder or seat.role is not None) + int(seat.drawn)
    room = (x + 22, y + 6, x + _ACROSS - (22, 100, 140)[signs], y + 54)
    canvas.text(seat.name, room, PALE if seat.away else IVORY, 40)
    _sign(canvas, seat, x + _ACROSS - 50, y)
    _wires(canvas, seat, x, y + 57)
    if seat.said:
        _said(canvas, seat.said, x + 20, y + 174)
    _earlier(canvas, seat, x, y + _DOWN - 20)


def _sign(canvas: Canvas, seat: SeatShown, x: int, y: int) -> None:
    """In the corner above the last wire, of which nothing is hidden."""
    if seat.role:
        canvas.stamp(portrait(seat.role, 64), x + 4, y + 25, "role")
    elif seat.holder:
        canvas.stamp(cutters(64), x + 8, y + 24, "cutters")
    if seat.drawn:
        canvas.stamp(lot(48), x - (58 if seat.holder or seat.role else 0), y + 30, "lot")


def _wires(canvas: Canvas, seat: SeatShown, x: int, y: int) -> None:
    first = x + (_ACROSS - (len(seat.row) - 1) * _PITCH) / 2
    for place, wire in enumerate(seat.row):
        never = wire is None and bool(seat.laid)
        shown = seat.laid[place] if never else wire
        sprite = (
            closed_wire(place + 1, away=seat.away)
            if shown is None
            else open_wire(shown, newest=place == seat.newest, never=never)
        )
        canvas.stamp(sprite, first + place * _PITCH, y + WIRE[1] / 2, f"wire {place}")


def _said(canvas: Canvas, said: tuple[Said, ...], x: int, y: int) -> None:
    pitch = min(74, (_ACROSS - 52) // len(said))
    size = 36 if pitch > 60 else 28
    widths = [pitch if one.number is not None else size + 10 for one in said]
    paper = bubble(sum(widths) + 12, 40)
    canvas.stamp(paper, x + paper.width / 2, y + paper.height / 2)
    left = x + 8
    for one, width in zip(said, widths, strict=True):
        canvas.stamp(medal(one.wire, size), left + size / 2, y + 31, "said")
        if one.denied:
            canvas.stamp(crossed(size), left + size / 2, y + 31)
        if one.number is not None:
            canvas.text(str(one.number), (left + size, y + 12, left + width, y + 50), INK, 36, align=0.3)
        left += width


def _earlier(canvas: Canvas, seat: SeatShown, x: int, y: int) -> None:
    if seat.earlier:
        pitch = min(_SMALL + 3, (_ACROSS - 44 - _SMALL) / max(1, len(seat.earlier) - 1))
        for n, wire in enumerate(seat.earlier):
            canvas.stamp(medal(wire, _SMALL), x + 22 + _SMALL / 2 + n * pitch, y, "earlier")
