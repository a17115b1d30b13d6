"""What one player alone may know: his role and the wires he was dealt, in no order (TB-4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.timebomb import ROUNDS, Hand, Role, TimeBombView, Wire
from tgbot.facts import MatchFacts
from tgbot.pictures.backdrop import backdrop, plate
from tgbot.pictures.canvas import WIDTH, Canvas
from tgbot.pictures.lettering import Style
from tgbot.pictures.medals import medal
from tgbot.pictures.palette import BRASS_LIGHT, IVORY, PALE
from tgbot.pictures.props import portrait
from tgbot.pictures.wires.headline import headline
from tgbot.screens.names import clean
from tgbot.words import Words

HEIGHT = 720


@dataclass(frozen=True)
class HandShown:
    """A hand. ``kinds``: what it holds, how many, and what it is called. ``team``: the name of the role."""

    title: str
    subtitle: str
    role: Role
    yours: str
    team: str
    kinds: tuple[tuple[Wire, int, str], ...]
    note: str


def hand_shown(
    facts: MatchFacts, view: TimeBombView, say: Words, game: str, kinds: Sequence[tuple[Wire, int, str]]
) -> HandShown:
    """The hand of the seat that looks, as it was dealt: it changes with the round only. ``game``: the game's name."""
    if view.role is None:
        raise ValueError("a hand is shown to the seat that holds it")
    group = clean(facts.chat_title) or say.plain("your group")
    return HandShown(
        title=game,
        subtitle=f"{say.plain('Round {round} of {rounds}', round=view.round, rounds=ROUNDS)} · {group}",
        role=view.role,
        yours=say.plain("Your role"),
        team=say.plain("Sherlock") if view.role is Role.SHERLOCK else say.plain("Moriarty"),
        kinds=tuple(kind for kind in kinds if kind[1]),
        note=say.plain("Nobody knows which lies where, not even you."),
    )


def contents(hand: Hand, say: Words, colours: Sequence[tuple[Wire, str]] = ()) -> list[tuple[Wire, int, str]]:
    """What a hand holds by kind, with the kinds' names. ``colours``: names of the coloured bombs."""
    held = dict(hand.colours)
    return [
        (Wire.DEFUSING, hand.defusing, say.plain("defusing wire")),
        (Wire.SAFE, hand.safe, say.plain("safe wire")),
        (Wire.BOMB, hand.bomb, say.plain("the bomb")),
        *((colour, held.get(colour, 0), name) for colour, name in colours),
    ]


def draw_hand(scene: HandShown, trace: bool) -> Canvas:
    """The role on the left, the wires on the right."""
    canvas = Canvas(backdrop("night", WIDTH, HEIGHT).copy(), trace)
    headline(canvas, scene.title, scene.subtitle, None, WIDTH - 30)
    canvas.stamp(plate(400, 560, ""), 214, 424)
    canvas.text(scene.yours, (34, 154, 394, 206), PALE, 40, align=0.5)
    canvas.stamp(portrait(scene.role, 320, secret=True), 214, 376, "role")
    canvas.text(scene.team, (34, 556, 394, 660), BRASS_LIGHT, 68, least=40, style=Style.TITLE, align=0.5)
    canvas.stamp(plate(820, 560, ""), 846, 424)
    _wires(canvas, scene)
    canvas.text(scene.note, (456, 644, 1236, 696), PALE, 38)
    return canvas


def _wires(canvas: Canvas, scene: HandShown) -> None:
    pitch = min(120, 484 // len(scene.kinds))
    size = pitch - 10 if pitch < 100 else 96
    first = 150 + (490 - pitch * len(scene.kinds)) // 2 + pitch // 2
    for row, (wire, count, name) in enumerate(scene.kinds):
        y = first + row * pitch
        for n in range(count):
            canvas.stamp(medal(wire, size), 506 + n * (size + 6), y, "wire")
        left = 506 + count * (size + 6) - size // 2 + 12
        canvas.text(name, (left, y - 36, 1236, y + 36), IVORY, 52)
