"""The signs and terms that all games with wires share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from markupsafe import Markup

from core.game import Seat
from core.timebomb import COLOURS, Role, TimeBombView, Wire
from tgbot.facts import By, MatchFacts
from tgbot.words import Words, filled

C = TypeVar("C")

FACE_DOWN = "🟫"
# Each bomb has a shape of its own: whoever cannot tell the colours apart can tell these.
WIRES = {
    Wire.SAFE: "⚪",
    Wire.DEFUSING: "🔵",
    Wire.BOMB: "💣",
    Wire.GREEN: "🍀",
    Wire.ORANGE: "🍊",
    Wire.PINK: "🌸",
    Wire.YELLOW: "⭐",
    Wire.BLUE: "💎",
    Wire.RED: "🍒",
}
ROLES = {Role.SHERLOCK: "🕵️", Role.MORIARTY: "🦹"}
CUT = "✂️"


def role_name(role: Role, say: Words) -> str:
    """A side with its sign."""
    name = say.plain("Sherlock") if role is Role.SHERLOCK else say.plain("Moriarty")
    return f"{ROLES[role]} {name}"


def wire_name(wire: Wire, say: Words) -> Markup:
    """A cut wire with its sign, what matters in bold."""
    if wire is Wire.SAFE:
        return say("⚪ safe wire")
    if wire in COLOURS:
        return filled("💣 <b>{colour}</b>", colour=colour_name(wire, say))
    return say("🔵 <b>defusing wire</b>") if wire is Wire.DEFUSING else say("💣 <b>the bomb</b>")


def colour_name(colour: Wire, say: Words) -> str:
    """A colour of bombs with its sign."""
    names = {
        Wire.GREEN: say.plain("green"),
        Wire.ORANGE: say.plain("orange"),
        Wire.PINK: say.plain("pink"),
        Wire.YELLOW: say.plain("yellow"),
        Wire.BLUE: say.plain("blue"),
        Wire.RED: say.plain("red"),
    }
    return f"{WIRES[colour]} {names[colour]}"


def wires(row: Iterable[Wire | None]) -> str:
    """A row of wires, by place."""
    return "".join(FACE_DOWN if wire is None else WIRES[wire] for wire in row)


def newest_claims(facts: MatchFacts, round_: int, kind: type[C]) -> dict[Seat, C]:
    """The newest claim of each seat in a round (TB-12); ``kind``: what a claim of the game is."""
    return {claim.seat: claim for claim in facts.claims if claim.round == round_ and isinstance(claim, kind)}


def moved_by(facts: MatchFacts, view: TimeBombView) -> tuple[By, ...]:
    """Who made each of the cuts in ``view.reveals``: the log has one for each."""
    return tuple(play.by for play in facts.plays if play.move.startswith("cut "))[: len(view.reveals)]
