"""The first lines of a picture of the Hunt or the Race, and the sources at their right."""

from __future__ import annotations

from tgbot.pictures.canvas import WIDTH, Canvas
from tgbot.pictures.chase.figures import face
from tgbot.pictures.lettering import Style
from tgbot.pictures.palette import BRASS_LIGHT, IVORY


def headline(canvas: Canvas, title: str, subtitle: str, winner: str, piles: tuple[str, ...]) -> None:
    """Two lines; at their left the face of the ``winner``, if there is one of the Hunt."""
    left, right = 30, WIDTH - 30 - (510 if piles else 0)
    if winner:
        canvas.stamp(face(winner, 116), 76, 68, "winner")
        left = 150
    canvas.text(title, (left, 8, right, 76), BRASS_LIGHT, 54, least=34, style=Style.TITLE)
    canvas.text(subtitle, (left, 76, right if piles else WIDTH - 30, 126), IVORY, 42)
    for n, pile in enumerate(piles):
        first = WIDTH - 30 - 165 * (len(piles) - n)
        canvas.text(pile, (first, 14, first + 155, 74), IVORY, 46, align=1)
