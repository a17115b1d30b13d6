"""The signs and terms all screens of Time Bomb share."""

from __future__ import annotations

from core.game import Seat
from core.timebomb import Claim, Hand
from tgbot.facts import MatchFacts
from tgbot.screens.wires.signs import newest_claims
from tgbot.words import Words


def title(say: Words) -> str:
    """The game's name."""
    return say.plain("Time Bomb")


def contents(hand: Hand) -> str:
    """What a hand contains, in signs; equally long for every hand."""
    return f"🔵 {hand.defusing}  ⚪ {hand.safe}  💣 {hand.bomb}"


def claim_sign(claim: Claim) -> str:
    """A claim in signs."""
    return f"🗣 {claim.defusing}{'' if claim.bomb is None else ' 💣' if claim.bomb else ' 🚫💣'}"


def claims(facts: MatchFacts, round_: int) -> dict[Seat, str]:
    """The newest claim of each seat in a round, in signs (TB-12)."""
    return {seat: claim_sign(claim) for seat, claim in newest_claims(facts, round_, Claim).items()}
