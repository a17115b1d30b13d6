"""A whole match of the Hunt or the Race in one picture: how near everybody came, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from PIL import Image

from core.chase import FINISH, ChaseView, Did, Fact, Suit
from core.game import Seat
from tgbot.pictures.backdrop import backdrop, plate
from tgbot.pictures.canvas import HEIGHT, WIDTH, Canvas
from tgbot.pictures.chase.figures import bars, card, drop, face, house, pistol, skull
from tgbot.pictures.chase.headline import headline
from tgbot.pictures.palette import BRASS_LIGHT, IVORY, MORIARTY, PLATE_EDGE, SHERLOCK, Colour

_TOP, _LEFT, _RIGHT = 138, 392, WIDTH - 56
_SIGNS: dict[str, Callable[[int], Image.Image]] = {
    "fired": pistol,
    "hit": partial(drop, on=True),
    "died": skull,
    "arrested": bars,
}

Steps = tuple[tuple[int, int], ...]
"""A way: from which turn on one stood in which cell."""


@dataclass(frozen=True)
class RowShown:
    """A lane of the Hunt, or a racer. ``who`` as in ``FigureShown``.

    ``near``: the way of the detectives or of the racer, ``far``: that of the criminal. ``marks``: (turn, cell, what
    happened). ``out``: the turn in which it ended before the match did. ``won``: the racer has.
    """

    name: str
    who: str
    suit: Suit
    near: Steps
    far: Steps
    marks: tuple[tuple[int, int, str], ...]
    out: int | None
    won: bool


@dataclass(frozen=True)
class ChaseRecapShown:
    """A match. ``racing``: the figures are cards."""

    title: str
    subtitle: str
    tint: str
    winner: str
    turns: int
    racing: bool
    rows: tuple[RowShown, ...]


def way(history: Iterable[Fact], dids: Did, *, start: int, seat: Seat | None = None, lane: Suit | None = None) -> Steps:
    """Where somebody stood: the cells of what happened to a seat or on a lane."""
    mine = (one for one in history if one.did is dids and (seat is None or one.seat == seat) and (one.lane is lane))
    return ((0, start), *((one.turn, one.cell) for one in mine if one.cell is not None))


def marks(history: Iterable[Fact], seat: Seat, steps: Steps) -> tuple[tuple[int, int, str], ...]:
    """What a seat did and what befell it, each in the cell where it stood: it fired, was hit, died, was arrested."""
    found = []
    for one in history:
        what = "hit" if one.did is Did.FIRED and one.other == seat else one.did.value if one.seat == seat else ""
        if what in _SIGNS:
            cell = next(cell for turn, cell in reversed(steps) if turn <= one.turn)
            found.append((one.turn, cell, what))
    return tuple(found)


def out(history: Iterable[Fact], seat: Seat) -> int | None:
    """The turn in which a seat died or was arrested."""
    return next((one.turn for one in history if one.did in {Did.DIED, Did.ARRESTED} and one.seat == seat), None)


def turns(view: ChaseView) -> int:
    """Turns that were played or are."""
    return max((one.turn for one in view.history), default=1)


def draw_chase_recap(scene: ChaseRecapShown, trace: bool) -> Canvas:
    """Time runs to the right; in each row the way up is the way to the lair or to the finish."""
    canvas = Canvas(backdrop(scene.tint).copy(), trace)
    headline(canvas, scene.title, scene.subtitle, scene.winner, ())
    pitch = min(268, (HEIGHT - 10 - _TOP) // max(1, len(scene.rows)))
    for n, row in enumerate(scene.rows):
        _row(canvas, scene, row, _TOP + n * pitch, pitch - 8)
    return canvas


def _row(canvas: Canvas, scene: ChaseRecapShown, row: RowShown, top: int, tall: int) -> None:
    canvas.stamp(plate(WIDTH - 28, tall, "acting" if row.won else ""), WIDTH / 2, top + tall / 2)
    levels = [round(top + tall - 14 - cell * (tall - 28) / FINISH) for cell in range(FINISH + 1)]
    for y in (levels[0], levels[-1]):
        canvas.draw.rectangle((_LEFT, y - 1, _RIGHT, y), PLATE_EDGE)
    _label(canvas, scene, row, top, tall)
    size = 40 if tall > 150 else 30
    end = scene.turns if row.out is None else row.out
    _line(canvas, scene, row.far, levels, MORIARTY, end)
    _line(canvas, scene, row.near, levels, BRASS_LIGHT if scene.racing else SHERLOCK, end)
    for turn, cell, what in row.marks:
        room = size // 2 + 4
        y = min(max(levels[cell], top + room), top + tall - room)
        canvas.stamp(_SIGNS[what](size), _x(turn, scene.turns), y, "mark")


def _label(canvas: Canvas, scene: ChaseRecapShown, row: RowShown, top: int, tall: int) -> None:
    middle = top + tall // 2
    if scene.racing:
        canvas.stamp(card(row.who, row.suit, min(84, tall - 8)), 72, middle, "racer")
        canvas.text(row.name, (118, middle - 28, _LEFT - 20, middle + 28), IVORY, 38)
        return
    canvas.stamp(face(row.who, 110), 90, middle - 54, "criminal")
    canvas.stamp(house(90), 90, middle + 66, "house")
    canvas.text(row.name, (156, middle - 82, _LEFT - 20, middle - 26), IVORY, 38)


def _x(turn: int, turns: int) -> int:
    return round(_LEFT + turn * (_RIGHT - _LEFT) / max(turns, 8))


def _line(
    canvas: Canvas, scene: ChaseRecapShown, steps: Steps, levels: Sequence[int], colour: Colour, end: int
) -> None:
    if not steps:
        return
    turn, cell = steps[0]
    for next_turn, next_cell in (*steps[1:], (end, steps[-1][1])):
        left, right = _x(turn, scene.turns), _x(next_turn, scene.turns)
        canvas.draw.rectangle((left - 3, levels[cell] - 3, right + 3, levels[cell] + 3), colour)
        low, high = sorted((levels[cell], levels[next_cell]))
        canvas.draw.rectangle((right - 3, low - 3, right + 3, high + 3), colour)
        turn, cell = next_turn, next_cell
