"""The pictures of Time Bomb. Together they keep ``tgbot.pictures.GamePictures``."""

from __future__ import annotations

from core.game import Seat
from core.timebomb import Claim, Reason, TimeBombView, Wire
from tgbot.facts import MatchFacts
from tgbot.pictures.picture import Picture
from tgbot.pictures.wires.board import draw_table
from tgbot.pictures.wires.hand import contents, draw_hand, hand_shown
from tgbot.pictures.wires.recap import draw_recap, recap_shown
from tgbot.pictures.wires.scene import Said, TableShown, ended, table
from tgbot.pictures.wires.verdict import lost, verdict
from tgbot.screens.timebomb.signs import title
from tgbot.screens.wires.hand import own_hand
from tgbot.screens.wires.signs import newest_claims
from tgbot.words import Words


def board(facts: MatchFacts, view: TimeBombView, say: Words) -> Picture:
    """The table as everybody sees it."""
    return Picture(_table(facts, view, say), draw_table)


def hand(facts: MatchFacts, view: TimeBombView, say: Words) -> Picture:
    """Role and wires of the seat that looks."""
    return Picture(hand_shown(facts, view, say, title(say), contents(own_hand(view), say)), draw_hand)


def result(facts: MatchFacts, view: TimeBombView, say: Words) -> Picture:
    """The table at the end, with all that was hidden."""
    return Picture(ended(_table(facts, view, say), view, *_headline(facts, view, say)), draw_table)


def recap(facts: MatchFacts, view: TimeBombView, say: Words) -> Picture:
    """The whole match."""
    return Picture(recap_shown(facts, view, say, *_headline(facts, view, say)), draw_recap)


def _table(facts: MatchFacts, view: TimeBombView, say: Words) -> TableShown:
    return table(facts, view, say, title(say), _said(facts, view.round))


def _headline(facts: MatchFacts, view: TimeBombView, say: Words) -> tuple[str, str]:
    if view.outcome and view.outcome.reason == Reason.BOMB:
        return lost(say), say.plain("The bomb has been cut.")
    return verdict(facts, view, say, title(say))


def _said(facts: MatchFacts, round_: int) -> dict[Seat, tuple[Said, ...]]:
    return {seat: _claimed(claim) for seat, claim in newest_claims(facts, round_, Claim).items()}


def _claimed(claim: Claim) -> tuple[Said, ...]:
    bomb = () if claim.bomb is None else (Said(Wire.BOMB, denied=not claim.bomb),)
    return (Said(Wire.DEFUSING, claim.defusing), *bomb)
