"""Who one is in the Hunt or the Race. Nothing here is secret; it is the private chat's own picture all the same."""

from __future__ import annotations

from dataclasses import dataclass

from core.chase import Suit
from tgbot.pictures.backdrop import backdrop, plate
from tgbot.pictures.canvas import WIDTH, Canvas
from tgbot.pictures.chase.figures import card, face
from tgbot.pictures.chase.headline import headline
from tgbot.pictures.lettering import Style
from tgbot.pictures.palette import BRASS_LIGHT, IVORY, PALE

HEIGHT = 720


@dataclass(frozen=True)
class FigureHandShown:
    """A figure. ``figure``: its name. ``mates``: figure and name of each of the team. ``aims``: how one wins."""

    title: str
    subtitle: str
    who: str
    suit: Suit
    racing: bool
    yours: str
    figure: str
    team: str
    mates: tuple[tuple[str, str], ...]
    aims: tuple[str, ...]


def draw_figure_hand(scene: FigureHandShown, trace: bool) -> Canvas:
    """The figure on the left, its team and its aims on the right."""
    canvas = Canvas(backdrop("night", WIDTH, HEIGHT).copy(), trace)
    headline(canvas, scene.title, scene.subtitle, "", ())
    canvas.stamp(plate(400, 560, ""), 214, 424)
    canvas.text(scene.yours, (34, 154, 394, 206), PALE, 40, align=0.5)
    portrait = card(scene.who, scene.suit, 330) if scene.racing else face(scene.who, 320)
    canvas.stamp(portrait, 214, 376, "figure")
    canvas.text(scene.figure, (34, 556, 394, 660), BRASS_LIGHT, 60, least=36, style=Style.TITLE, align=0.5)
    canvas.stamp(plate(820, 560, ""), 846, 424)
    canvas.text(scene.team, (460, 164, 1236, 228), BRASS_LIGHT, 48, least=34, style=Style.TITLE)
    for n, (who, name) in enumerate(scene.mates):
        y = 290 + n * 122
        canvas.stamp(face(who, 108), 516, y, "mate")
        canvas.text(name, (590, y - 34, 1236, y + 34), IVORY, 48)
    first = 274 if not scene.mates else 698 - 62 * len(scene.aims)
    for n, aim in enumerate(scene.aims):
        canvas.text(aim, (460, first + n * 62, 1236, first + n * 62 + 54), IVORY, 42)
    return canvas
