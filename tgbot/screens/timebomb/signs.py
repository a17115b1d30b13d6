"""The signs and terms all screens of Time Bomb share."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from core.timebomb import Claim, Hand, Role, TimeBombView, Wire
from tgbot.facts import By, MatchFacts
from tgbot.words import Words

FACE_DOWN = "🟫"
WIRES = {Wire.SAFE: "⚪", Wire.DEFUSING: "🔵", Wire.BOMB: "💣"}
ROLES = {Role.SHERLOCK: "🕵️", Role.MORIARTY: "🦹"}
CUT = "✂️"
CLOCK = "⏰"


def title(say: Words) -> str:
    """The game's name."""
    return say.plain("Time Bomb")


def role_name(role: Role, say: Words) -> str:
    """A side with its sign."""
    name = say.plain("Sherlock") if role is Role.SHERLOCK else say.plain("Moriarty")
    return f"{ROLES[role]} {name}"


def wire_name(wire: Wire, say: Words) -> Markup:
    """A cut wire with its sign, what matters in bold."""
    if wire is Wire.SAFE:
        return say("⚪ safe wire")
    return say("🔵 <b>defusing wire</b>") if wire is Wire.DEFUSING else say("💣 <b>the bomb</b>")


def wires(row: Iterable[Wire | None]) -> str:
    """A row of wires, by place."""
    return "".join(FACE_DOWN if wire is None else WIRES[wire] for wire in row)


def contents(hand: Hand) -> str:
    """What a hand contains, in signs; equally long for every hand."""
    return f"🔵 {hand.defusing}  ⚪ {hand.safe}  💣 {hand.bomb}"


def claim_sign(claim: Claim) -> str:
    """A claim in signs."""
    return f"🗣 {claim.defusing}{'' if claim.bomb is None else ' 💣' if claim.bomb else ' 🚫💣'}"


def newest_claims(facts: MatchFacts, round_: int) -> dict[int, Claim]:
    """The newest claim of each seat in a round (TB-12)."""
    return {c.seat: Claim.read(c.seat, c.round, c.text) for c in facts.claims if c.round == round_}


def moved_by(facts: MatchFacts, view: TimeBombView) -> tuple[By, ...]:
    """Who made each of the cuts in ``view.reveals``: the log has one move for each."""
    return tuple(play.by for play in facts.plays[: len(view.reveals)])
