"""The first lines of a picture."""

from __future__ import annotations

from core.timebomb import Role
from tgbot.pictures.canvas import Canvas
from tgbot.pictures.lettering import Style
from tgbot.pictures.palette import BRASS_LIGHT, IVORY
from tgbot.pictures.props import portrait


def headline(canvas: Canvas, title: str, subtitle: str, side: Role | None, right: int) -> None:
    """Two lines up to a right edge, at their left the face of the ``side`` that has won."""
    left = 30
    if side:
        canvas.stamp(portrait(side, 116), 76, 68, "side")
        left = 150
    canvas.text(title, (left, 8, right, 76), BRASS_LIGHT, 54, least=34, style=Style.TITLE)
    canvas.text(subtitle, (left, 76, right, 124), IVORY, 42)


def tint(side: Role | None) -> str:
    """How the sky looks: night, clear when Sherlock has won, burning when Moriarty has."""
    return "night" if side is None else "dawn" if side is Role.SHERLOCK else "fire"
