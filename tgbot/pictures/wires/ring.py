"""Where the seats are around the clock, clockwise from the top left."""

from __future__ import annotations

from tgbot.pictures.canvas import HEIGHT, WIDTH

PLATE = (406, 262)
"""Width and height of a seat's plate."""
TOP = 134
"""Above is the headline."""
EDGE = 14


def places(seats: int) -> list[tuple[int, int]]:
    """The top left corners of the plates: two columns for up to six, all around for more."""
    return _columns(seats) if seats <= 6 else _square(seats)


def _columns(seats: int) -> list[tuple[int, int]]:
    left, right = seats // 2, (seats + 1) // 2
    first, *rest = [(EDGE, y) for y in _spread(left)]
    return [first, *((WIDTH - EDGE - PLATE[0], y) for y in _spread(right)), *reversed(rest)]


def _square(seats: int) -> list[tuple[int, int]]:
    left, middle, right = EDGE, (WIDTH - PLATE[0]) // 2, WIDTH - EDGE - PLATE[0]
    top, centre, bottom = _spread(3)
    low = (right, middle, left) if seats == 8 else (WIDTH // 2 + 7, WIDTH // 2 - 7 - PLATE[0])
    return [*((x, top) for x in (left, middle, right)), (right, centre), *((x, bottom) for x in low), (left, centre)]


def _spread(rows: int) -> list[int]:
    gap = 10 if rows == 3 else (HEIGHT - TOP - rows * PLATE[1]) // (rows + 1)
    first = TOP if rows == 3 else TOP + gap
    return [first + row * (PLATE[1] + gap) for row in range(rows)]
