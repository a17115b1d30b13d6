"""The signs and terms all screens of Evolution share."""

from __future__ import annotations

from core.evolution import Claim, EvolutionView
from core.game import Seat
from core.timebomb import Hand, Wire
from tgbot.facts import MatchFacts
from tgbot.screens.wires.signs import WIRES, newest_claims
from tgbot.words import Words


def title(say: Words) -> str:
    """The game's name."""
    return say.plain("Time Bomb Evolution")


def name_of(view: EvolutionView, say: Words) -> str:
    """The game's name, and whether its variant is played."""
    return say.plain("{game}, variant", game=title(say)) if view.variant else title(say)


def contents(view: EvolutionView, hand: Hand) -> str:
    """What a hand contains, in signs (EV-3): every kind of the match, so that it is equally long for every hand."""
    counts = {Wire.DEFUSING: hand.defusing, **dict(hand.colours)}
    kinds = (Wire.DEFUSING, *(bomb.colour for bomb in view.bombs))
    return "  ".join(f"{WIRES[kind]} {counts.get(kind, 0)}" for kind in kinds)


def claim_sign(claim: Claim) -> str:
    """A claim in signs."""
    return " ".join(("🗣", f"🔵{claim.defusing}", *(f"{WIRES[colour]}{n}" for colour, n in claim.colours)))


def claims(facts: MatchFacts, round_: int) -> dict[Seat, str]:
    """The newest claim of each seat in a round, in signs (EV-7)."""
    return {seat: claim_sign(claim) for seat, claim in newest_claims(facts, round_, Claim).items()}
