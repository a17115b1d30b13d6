"""The pictures of Time Bomb Evolution. Together they keep ``tgbot.pictures.GamePictures``."""

from __future__ import annotations

from core.evolution import Bomb, Claim, EvolutionView, Why
from core.game import Seat
from core.timebomb import ROUNDS, Reason, Wire
from tgbot.facts import MatchFacts
from tgbot.pictures.picture import Picture
from tgbot.pictures.wires.board import draw_table
from tgbot.pictures.wires.hand import contents, draw_hand, hand_shown
from tgbot.pictures.wires.recap import draw_recap, recap_shown
from tgbot.pictures.wires.scene import BombShown, Said, TableShown, ended, table
from tgbot.pictures.wires.verdict import lost, verdict
from tgbot.screens.evolution.board import next_explodes
from tgbot.screens.evolution.effects import exploded
from tgbot.screens.evolution.signs import name_of
from tgbot.screens.match import running
from tgbot.screens.wires.hand import own_hand
from tgbot.screens.wires.signs import colour_name, newest_claims
from tgbot.words import Words


def board(facts: MatchFacts, view: EvolutionView, say: Words) -> Picture:
    """The table as everybody sees it."""
    return Picture(_table(facts, view, say), draw_table)


def hand(facts: MatchFacts, view: EvolutionView, say: Words) -> Picture:
    """Role and wires of the seat that looks."""
    colours = [(bomb.colour, _colour(bomb.colour, say)) for bomb in view.bombs]
    shown = hand_shown(facts, view, say, name_of(view, say), contents(own_hand(view), say, colours))
    return Picture(shown, draw_hand)


def result(facts: MatchFacts, view: EvolutionView, say: Words) -> Picture:
    """The table at the end, with all that was hidden but the cards put aside."""
    return Picture(ended(_table(facts, view, say), view, *_headline(facts, view, say)), draw_table)


def recap(facts: MatchFacts, view: EvolutionView, say: Words) -> Picture:
    """The whole match."""
    return Picture(recap_shown(facts, view, say, *_headline(facts, view, say)), draw_recap)


def _table(facts: MatchFacts, view: EvolutionView, say: Words) -> TableShown:
    bombs = [_bomb(bomb, facts, view) for bomb in view.bombs]
    return table(facts, view, say, name_of(view, say), _said(facts, view.round), bombs, view.draw)


def _headline(facts: MatchFacts, view: EvolutionView, say: Words) -> tuple[str, str]:
    if view.outcome and view.outcome.reason == Why.PAIR:
        return lost(say), say.plain("Two pink bombs in a row.")
    if view.outcome and (colour := exploded(view.outcome)):
        return lost(say), say.plain("Too many bombs of one colour: {colour}.", colour=_colour(colour, say))
    if view.outcome and view.outcome.reason == Reason.TIME and view.round < ROUNDS:
        return lost(say), say.plain("No cut is left for round 4.")
    return verdict(facts, view, say, name_of(view, say))


def _colour(colour: Wire, say: Words) -> str:
    """Its name without its sign."""
    return colour_name(colour, say).partition(" ")[2]


def _bomb(bomb: Bomb, facts: MatchFacts, view: EvolutionView) -> BombShown:
    live = running(facts, view)
    return BombShown(
        colour=bomb.colour,
        revealed=bomb.revealed,
        limit=bomb.limit,
        defused=bomb.defused,
        offered=live and view.choice is not None and bomb.colour in view.choice.colours,
        critical=live and next_explodes(bomb, view),
        exploded=view.outcome is not None and exploded(view.outcome) is bomb.colour,
    )


def _said(facts: MatchFacts, round_: int) -> dict[Seat, tuple[Said, ...]]:
    claims = newest_claims(facts, round_, Claim)
    return {
        seat: (Said(Wire.DEFUSING, claim.defusing), *(Said(colour, n) for colour, n in claim.colours))
        for seat, claim in claims.items()
    }
