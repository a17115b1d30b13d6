"""A whole match in one picture: the way of the cutters from player to player, with what they found."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from core.game import Seat
from core.timebomb import Role, TimeBombView, Wire
from tgbot.facts import MatchFacts
from tgbot.pictures.backdrop import backdrop, plate
from tgbot.pictures.canvas import HEIGHT, WIDTH, Canvas
from tgbot.pictures.lettering import Style
from tgbot.pictures.medals import medal
from tgbot.pictures.palette import BRASS, BRASS_LIGHT, IVORY, PLATE_EDGE
from tgbot.pictures.people import names
from tgbot.pictures.props import cutters, halo, portrait
from tgbot.pictures.wires.headline import headline, tint
from tgbot.words import Words

_NUMERALS = ("I", "II", "III", "IV")
_TOP, _LEFT = 200, 392
_RIGHT = WIDTH - 78


@dataclass(frozen=True)
class Stop:
    """One cut: in which round who cut what from whom."""

    round: int
    cutter: Seat
    owner: Seat
    wire: Wire


@dataclass(frozen=True)
class RecapShown:
    """A match that is over: who won, everybody's name and role, every cut in order."""

    title: str
    subtitle: str
    side: Role | None
    players: tuple[tuple[str, Role | None], ...]
    stops: tuple[Stop, ...]


def recap_shown(facts: MatchFacts, view: TimeBombView, say: Words, title: str, subtitle: str) -> RecapShown:
    """Everything of a match that may be shown; roles only when it has ended."""
    roles: tuple[Role | None, ...] = view.roles or (None,) * view.seats
    return RecapShown(
        title=title,
        subtitle=subtitle,
        side=Role(view.outcome.side) if view.outcome else None,
        players=tuple(zip(names(facts, say), roles, strict=True)),
        stops=tuple(Stop(one.round, one.cutter, one.owner, one.wire) for one in view.reveals),
    )


def draw_recap(scene: RecapShown, trace: bool) -> Canvas:
    """Players are lines from left to right, like those of the underground; the cutters change from one to another."""
    canvas = Canvas(backdrop(tint(scene.side)).copy(), trace)
    headline(canvas, scene.title, scene.subtitle, scene.side, WIDTH - 30)
    canvas.stamp(plate(WIDTH - 28, HEIGHT - 150, ""), WIDTH / 2, 142 + (HEIGHT - 150) / 2 - 4)
    lines = _lines(len(scene.players))
    _rounds(canvas, scene.stops)
    for (name, role), y in zip(scene.players, lines, strict=True):
        _player(canvas, name, role, y)
    _way(canvas, scene.stops, lines)
    return canvas


def _lines(players: int) -> list[int]:
    step = (HEIGHT - 16 - _TOP) / players
    return [round(_TOP + step * (row + 0.5)) for row in range(players)]


def _x(stop: float, stops: int) -> int:
    """Half a step before the first is where the cutters lie at the start."""
    return round(_LEFT + (stop + 1) * (_RIGHT - _LEFT) / max(stops, 8))


def _rounds(canvas: Canvas, stops: tuple[Stop, ...]) -> None:
    for number, group in groupby(enumerate(stops), key=lambda pair: pair[1].round):
        places = [n for n, _ in group]
        left, right = _x(places[0] - 0.5, len(stops)), _x(places[-1] + 0.5, len(stops))
        if places[0]:
            canvas.draw.rectangle((left - 1, 152, left, HEIGHT - 22), PLATE_EDGE)
        canvas.text(
            _NUMERALS[number - 1],
            (left, 150, max(right, left + 40), 198),
            BRASS_LIGHT,
            38,
            style=Style.TITLE,
            align=0.5,
        )


def _player(canvas: Canvas, name: str, role: Role | None, y: int) -> None:
    canvas.draw.rectangle((_LEFT - 30, y - 2, _RIGHT + 26, y + 1), PLATE_EDGE)
    left = 34
    if role:
        canvas.stamp(portrait(role, 78), 70, y, "role")
        left = 120
    canvas.text(name, (left, y - 28, _LEFT - 40, y + 28), IVORY, 38)


def _way(canvas: Canvas, stops: tuple[Stop, ...], lines: list[int]) -> None:
    if not stops:
        return
    at, here = _x(-0.75, len(stops)), stops[0].cutter
    size = max(40, min(66, (_RIGHT - _LEFT) // max(len(stops), 8) + 8))
    for n, stop in enumerate(stops):
        # Who was drawn without a wire left takes the cutters (EV-19): the way goes on from him.
        if stop.cutter != here:
            _line(canvas, (at, lines[here]), (at, lines[stop.cutter]))
        x = _x(n, len(stops))
        _line(canvas, (at, lines[stop.cutter]), (x, lines[stop.cutter]))
        _line(canvas, (x, lines[stop.cutter]), (x, lines[stop.owner]))
        at, here = x, stop.owner
    canvas.stamp(cutters(60), _x(-0.75, len(stops)), lines[stops[0].cutter] - 4, "start")
    for n, stop in enumerate(stops):
        last = n == len(stops) - 1
        if last:
            canvas.stamp(halo(size + 40), _x(n, len(stops)), lines[stop.owner])
        canvas.stamp(medal(stop.wire, size + 16 if last else size), _x(n, len(stops)), lines[stop.owner], "stop")


def _line(canvas: Canvas, start: tuple[int, int], end: tuple[int, int]) -> None:
    (left, right), (top, bottom) = sorted((start[0], end[0])), sorted((start[1], end[1]))
    canvas.draw.rectangle((left - 3, top - 3, right + 2, bottom + 2), BRASS)
