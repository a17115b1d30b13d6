"""The buttons of the player to move: one tap each, and a second one before a shot that can kill or be answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from core.chase import SOURCES, ChaseView, Shot
from core.game import Move
from tgbot import button
from tgbot.facts import MatchFacts
from tgbot.screens.chase.signs import DEAD, DIE, PISTOL, source_name
from tgbot.screens.chase.signs import SOURCES as SOURCE_SIGNS
from tgbot.screens.match import back, pointing
from tgbot.screens.names import seat_labels
from tgbot.screens.screen import Button, Keyboard
from tgbot.words import Words


@dataclass(frozen=True)
class Aim:
    """How one points at a target from a surface: the verbs of its buttons."""

    where: str
    point: str = "point"
    unpoint: str = "unpoint"


BOARD, TURN, HAND = Aim("board"), Aim("turn"), Aim("hand", "aim", "unaim")


def aimed(facts: MatchFacts, view: ChaseView, aim: Aim) -> Shot | None:
    """The shot to be confirmed on this surface."""
    target = pointing(facts, aim.where)
    return next((shot for shot in view.shots if shot.target == target), None)


def question(facts: MatchFacts, view: ChaseView, say: Words, aim: Aim, names: Sequence[str]) -> list[Markup]:
    """What the shot to be confirmed means, for either number of the die."""
    shot = aimed(facts, view, aim)
    if shot is None or view.to_act is None:
        return []
    shooter, target = names[view.to_act], names[shot.target]
    lines = [say("🔫 <b>{shooter}</b> takes aim at <b>{target}</b>. Shoot?", shooter=shooter, target=target)]
    if not shot.duel:
        return [*lines, _hit(target, shot.hits, say) + _deadly(shot.kills)]
    return [
        *lines,
        say("🎲 even · {effect}", effect=_hit(target, shot.hits, say) + _deadly(shot.kills)),
        say("🎲 odd · {effect}", effect=_hit(shooter, shot.answer, say) + _deadly(shot.backfires)),
    ]


def moving_keyboard(
    facts: MatchFacts, view: ChaseView, say: Words, aim: Aim, signs: Sequence[str], lanes: Sequence[Button] = ()
) -> Keyboard:
    """Sources, ``lanes`` to change to, shots and a pass; or the shot to be confirmed. ``signs``: the figures', by seat.

    Empty while nobody may move, or a computer does.
    """
    if facts.paused or view.to_act is None or facts.seats[view.to_act].automatic:
        return ()
    shot = aimed(facts, view, aim)
    if shot is not None:
        shoot = Button(say.plain("🔫 Shoot"), button.move(facts.match, facts.position, shot.move), style="danger")
        return (shoot,), back(facts, say, aim.unpoint, facts.position)
    names = seat_labels(facts, say)
    sources = tuple(
        move(facts, f"{SOURCE_SIGNS[source]} {left} {source_name(source, say)}", f"draw {source}")
        for source, left in zip(SOURCES, view.left, strict=True)
        if left
    )
    shots = ((_shot(facts, one, f"{signs[one.target]} {names[one.target]}", say, aim),) for one in view.shots)
    passing = () if sources else (move(facts, say.plain("✋ Pass"), "pass"),)
    return tuple(row for row in (sources, tuple(lanes), *shots, passing) if row)


def move(facts: MatchFacts, label: str, text: Move) -> Button:
    """A button that makes a move at once."""
    return Button(label, button.move(facts.match, facts.position, text))


def _shot(facts: MatchFacts, shot: Shot, name: str, say: Words, aim: Aim) -> Button:
    if not shot.duel and not shot.kills:
        harmless = say.plain_many("{n} hit, unarmed", "{n} hits, unarmed", shot.hits)
        return move(facts, f"{PISTOL} {name} · {harmless}", shot.move)
    means = say.plain("duel: one die") if shot.duel else say.plain("deadly, unarmed")
    sign = DIE if shot.duel else DEAD
    words = f"{aim.point} {shot.target}"
    return Button(f"{sign} {name} · {means}", button.verb(facts.match, facts.position, words), style="danger")


def _hit(name: str, n: int, say: Words) -> Markup:
    return say.many("<b>{name}</b> takes {n} hit 🩸", "<b>{name}</b> takes {n} hits 🩸", n, name=name)


def _deadly(kills: bool) -> str:
    return f" {DEAD}" if kills else ""
