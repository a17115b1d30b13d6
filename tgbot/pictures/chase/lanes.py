"""The table of the Hunt: Baker Street, three lanes to the lairs, the five figures below."""

from __future__ import annotations

from dataclasses import dataclass

from core.chase import DEADLY, FINISH, Fate, Suit
from tgbot.pictures.backdrop import backdrop, plate
from tgbot.pictures.canvas import WIDTH, Canvas
from tgbot.pictures.chase.figures import bars, cell, drop, face, house, mask, pistol, skull, suit_sign
from tgbot.pictures.chase.headline import headline
from tgbot.pictures.chase.scene import FigureShown
from tgbot.pictures.medals import socket
from tgbot.pictures.palette import BRASS, IVORY, PALE, PLATE_EDGE

_LANE, _TOP = 150, 140
_FIRST, _PITCH = 100, 178
_CARD = (242, 346)


@dataclass(frozen=True)
class LaneShown:
    """A lane: how far the detectives' clues reach, where its criminal stands, whether the pair is here, who is out."""

    suit: Suit
    clues: int
    criminal: int
    masked: bool
    here: bool
    fate: Fate | None


@dataclass(frozen=True)
class HuntShown:
    """The table. ``figures``: in the order of turns, the detectives first. ``tint``: of the sky."""

    title: str
    subtitle: str
    tint: str
    winner: str
    piles: tuple[str, ...]
    lanes: tuple[LaneShown, ...]
    figures: tuple[FigureShown, ...]


def draw_hunt(scene: HuntShown, trace: bool) -> Canvas:
    """Draws the table."""
    canvas = Canvas(backdrop(scene.tint).copy(), trace)
    headline(canvas, scene.title, scene.subtitle, scene.winner, scene.piles)
    for row, lane in enumerate(scene.lanes):
        _lane(canvas, lane, _TOP + row * _LANE + _LANE // 2, scene.figures)
    for column, figure in enumerate(scene.figures):
        _figure(canvas, figure, 14 + column * (_CARD[0] + 11), 602)
    return canvas


def _x(at: int) -> int:
    return _FIRST + at * _PITCH


def _lane(canvas: Canvas, lane: LaneShown, y: int, figures: tuple[FigureShown, ...]) -> None:
    closed = lane.fate is not None
    canvas.stamp(plate(WIDTH - 28, _LANE - 10, "away" if closed else ""), WIDTH / 2, y)
    canvas.draw.rectangle((_x(0), y + 18, _x(FINISH), y + 25), PLATE_EDGE)
    if not closed and lane.clues:
        canvas.draw.rectangle((_x(0), y + 18, _x(lane.clues), y + 25), BRASS)
    canvas.stamp(house(112), _x(0) - 20, y)
    canvas.stamp(house(112, lair=True), _x(FINISH) + 6, y)
    for n in range(1, FINISH):
        canvas.stamp(cell(46, on=n <= lane.clues and not closed), _x(n), y + 22)
    canvas.stamp(suit_sign(lane.suit, 52), _x(FINISH) + 66, y - 34, "suit")
    if closed:
        canvas.stamp(skull(84) if lane.fate is Fate.DEAD else bars(84), _x(FINISH) + 4, y + 12, "fate")
        return
    met = lane.here and lane.clues == lane.criminal
    _standing(canvas, lane, y, figures, met=met)


def _standing(canvas: Canvas, lane: LaneShown, y: int, figures: tuple[FigureShown, ...], *, met: bool) -> None:
    """The pair left of the middle of its cell, the criminal right of it when they meet."""
    shift = 40 if met else 0
    at = min(max(_x(lane.criminal) + 2 * shift - (20 if lane.criminal == FINISH else 0), 70), WIDTH - 70)
    canvas.stamp(face(lane.suit.value, 104, masked=lane.masked), at, y, "criminal")
    if not lane.here:
        return
    x = max(_x(lane.clues) - shift, 118)
    pair = [figure for figure in figures[:2] if figure.fate is None]
    for n, figure in enumerate(reversed(pair)):
        offset = (30 if n == 0 else -30) if len(pair) == 2 else 0
        canvas.stamp(face(figure.who, 104, masked=figure.masked), x + offset, y - 4, "detective")


def _figure(canvas: Canvas, figure: FigureShown, x: int, y: int) -> None:
    out = figure.fate is not None
    state = "away" if out or (figure.away and not figure.acting) else "acting" if figure.acting else ""
    canvas.stamp(plate(*_CARD, state), x + _CARD[0] / 2, y + _CARD[1] / 2)
    canvas.stamp(face(figure.who, 100, masked=figure.masked), x + 66, y + 64, "figure")
    if out:
        canvas.stamp(skull(64) if figure.fate is Fate.DEAD else bars(64), x + 66, y + 72)
    for n in range(DEADLY):
        canvas.stamp(drop(42, on=n < figure.hits), x + 146 + n * 36, y + 40, "hit")
    for n in range(figure.reserve):
        canvas.stamp(mask(50), x + 150 + n * min(52, 64 // max(1, figure.reserve - 1)), y + 92, "mask")
    canvas.text(figure.name, (x + 14, y + 122, x + _CARD[0] - 14, y + 168), PALE if out or figure.away else IVORY, 38)
    for n in range(figure.pistols):
        canvas.stamp(pistol(58), x + 46 + n * 50, y + 204, "pistol")
    _clues(canvas, figure, x, y)


def _clues(canvas: Canvas, figure: FigureShown, x: int, y: int) -> None:
    """What a criminal knows of Holmes, and his file."""
    if figure.who in {"holmes", "watson"}:
        return
    canvas.stamp(suit_sign(Suit.SPADES, 40), x + 36, y + 260, "spades")
    for n in range(FINISH):
        if n < figure.clues:
            canvas.draw.ellipse((x + 66 + n * 28, y + 248, x + 90 + n * 28, y + 272), BRASS)
        else:
            canvas.stamp(socket(26), x + 78 + n * 28, y + 260)
    for n, (suit, count) in enumerate(figure.counts):
        left = x + 18 + n * 72
        canvas.stamp(suit_sign(suit, 36), left + 18, y + 312, "file")
        canvas.text(str(count), (left + 38, y + 290, left + 70, y + 334), IVORY, 36)
