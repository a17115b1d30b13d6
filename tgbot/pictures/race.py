"""The pictures of the Race. Together they keep ``tgbot.pictures.GamePictures``."""

from __future__ import annotations

from core.chase import Card, Did
from core.game import Seat
from core.race import STEP, RaceView
from tgbot.facts import MatchFacts
from tgbot.pictures.chase.hand import FigureHandShown, draw_figure_hand
from tgbot.pictures.chase.recap import ChaseRecapShown, RowShown, draw_chase_recap, marks, out, turns, way
from tgbot.pictures.chase.scene import figure, piles
from tgbot.pictures.chase.tracks import RaceShown, draw_race
from tgbot.pictures.chase.verdict import race_verdict, turn
from tgbot.pictures.people import names
from tgbot.pictures.picture import Picture
from tgbot.screens.chase.hand import moves_here
from tgbot.screens.names import clean
from tgbot.screens.race.signs import title
from tgbot.words import Words


def board(facts: MatchFacts, view: RaceView, say: Words) -> Picture:
    """The table as everybody sees it."""
    return Picture(_table(facts, view, say, title(say), turn(view, say)), draw_race)


def hand(facts: MatchFacts, view: RaceView, say: Words) -> Picture:
    """The figure of the seat that looks, and how one wins; in a quick match the board while it moves."""
    if view.seat is None:
        raise ValueError("a hand is shown to the seat that holds it")
    if moves_here(facts, view):
        return board(facts, view, say)
    me = view.characters[view.seat].figure
    scene = FigureHandShown(
        title=title(say),
        subtitle=clean(facts.chat_title) or say.plain("your group"),
        who=_letter(me, say),
        suit=me.suit,
        racing=True,
        yours=say.plain("Your role"),
        figure=names(facts, say)[view.seat],
        team=say.plain("Everybody for himself"),
        mates=(),
        aims=(
            say.plain("Ten points are one step."),
            say.plain("The sixth step wins,"),
            say.plain("and so does being the last alive."),
        ),
    )
    return Picture(scene, draw_figure_hand)


def recap(facts: MatchFacts, view: RaceView, say: Words) -> Picture:
    """The whole match, racer by racer."""
    table = _table(facts, view, say, *race_verdict(facts, view, say))
    rows = tuple(_row(view, seat, table) for seat in view.order)
    return Picture(
        ChaseRecapShown(table.title, table.subtitle, table.tint, "", turns(view), True, rows), draw_chase_recap
    )


def _row(view: RaceView, seat: Seat, table: RaceShown) -> RowShown:
    racer = table.racers[view.order.index(seat)]
    steps = way(view.history, Did.STEPPED, start=0, seat=seat)
    happened, end = marks(view.history, seat, steps), out(view.history, seat)
    return RowShown(racer.name, racer.who, racer.suit, steps, (), happened, end, racer.won)


def _letter(card: Card, say: Words) -> str:
    """The rank of a figure as people of the language write it."""
    return dict(zip("AKQJ", say.plain("A K Q J").split(" "), strict=True))[card.rank.value]


def result(facts: MatchFacts, view: RaceView, say: Words) -> Picture:
    """The table at the end."""
    return Picture(_table(facts, view, say, *race_verdict(facts, view, say)), draw_race)


def _table(facts: MatchFacts, view: RaceView, say: Words, first: str, second: str) -> RaceShown:
    return RaceShown(
        title=first,
        subtitle=second,
        tint="dawn" if view.outcome else "night",
        piles=() if view.outcome else piles(view),
        step=STEP,
        racers=tuple(figure(facts, view, say, seat, _letter(view.characters[seat].figure, say)) for seat in view.order),
    )
