"""The pictures of the Hunt. Together they keep ``tgbot.pictures.GamePictures``."""

from __future__ import annotations

from core.chase import FINISH, Character, Did, Suit
from core.hunt import HOLMES, WATSON, HuntView, Lane, Side
from tgbot.facts import MatchFacts
from tgbot.pictures.chase.hand import FigureHandShown, draw_figure_hand
from tgbot.pictures.chase.lanes import HuntShown, LaneShown, draw_hunt
from tgbot.pictures.chase.recap import ChaseRecapShown, RowShown, draw_chase_recap, marks, out, turns, way
from tgbot.pictures.chase.scene import figure, piles
from tgbot.pictures.chase.verdict import hunt_verdict, turn
from tgbot.pictures.people import names
from tgbot.pictures.picture import Picture
from tgbot.screens.chase.hand import moves_here
from tgbot.screens.hunt.signs import figure_name, title
from tgbot.screens.names import clean
from tgbot.words import Words


def board(facts: MatchFacts, view: HuntView, say: Words) -> Picture:
    """The table as everybody sees it."""
    return Picture(_table(facts, view, say, title(say), turn(view, say)), draw_hunt)


def hand(facts: MatchFacts, view: HuntView, say: Words) -> Picture:
    """The figure of the seat that looks, its team, and how it wins; in a quick match the board while it moves."""
    if view.seat is None:
        raise ValueError("a hand is shown to the seat that holds it")
    if moves_here(facts, view):
        return board(facts, view, say)
    me, detectives = view.characters[view.seat], (view.holmes, view.watson)
    hunting = view.seat in detectives
    mates = [seat for seat in view.order if (seat in detectives) == hunting and seat != view.seat]
    shot, clues = say.plain("… or shoot every one of them."), say.plain("Six clues about a criminal arrest him.")
    if not hunting:
        shot, clues = say.plain("… or shoot Holmes and Watson."), say.plain("Six clues about Holmes in one hand win.")
    scene = FigureHandShown(
        title=title(say),
        subtitle=clean(facts.chat_title) or say.plain("your group"),
        who=who(me),
        suit=me.figure.suit,
        racing=False,
        yours=say.plain("Your role"),
        figure=figure_name(me.figure, say),
        team=say.plain("With the detectives") if hunting else say.plain("With the criminals"),
        mates=tuple((who(view.characters[seat]), names(facts, say)[seat]) for seat in mates),
        aims=(clues, shot),
    )
    return Picture(scene, draw_figure_hand)


def recap(facts: MatchFacts, view: HuntView, say: Words) -> Picture:
    """The whole match, lane by lane."""
    table = _table(facts, view, say, *hunt_verdict(facts, view, say))
    rows = tuple(_row(lane, view, names(facts, say)[lane.criminal]) for lane in view.lanes)
    scene = ChaseRecapShown(table.title, table.subtitle, table.tint, table.winner, turns(view), False, rows)
    return Picture(scene, draw_chase_recap)


def _row(lane: Lane, view: HuntView, name: str) -> RowShown:
    near = way(view.history, Did.CLUE, start=0, lane=lane.suit)
    far = way(view.history, Did.ESCAPED, start=FINISH, seat=lane.criminal)
    happened = marks(view.history, lane.criminal, far)
    return RowShown(name, lane.suit.value, lane.suit, near, far, happened, out(view.history, lane.criminal), won=False)


def result(facts: MatchFacts, view: HuntView, say: Words) -> Picture:
    """The table at the end."""
    return Picture(_table(facts, view, say, *hunt_verdict(facts, view, say)), draw_hunt)


def _table(facts: MatchFacts, view: HuntView, say: Words, first: str, second: str) -> HuntShown:
    side = view.outcome.side if view.outcome else ""
    return HuntShown(
        title=first,
        subtitle=second,
        tint={Side.DETECTIVES: "dawn", Side.CRIMINALS: "fire"}.get(Side(side), "night") if side else "night",
        winner={Side.DETECTIVES: "holmes", Side.CRIMINALS: _leader(view)}.get(Side(side), "") if side else "",
        piles=() if view.outcome else piles(view),
        lanes=tuple(_lane(lane, view) for lane in view.lanes),
        figures=tuple(figure(facts, view, say, seat, who(view.characters[seat])) for seat in view.order),
    )


def who(one: Character) -> str:
    """A figure as the pictures call it."""
    return {HOLMES: "holmes", WATSON: "watson"}.get(one.figure, one.figure.suit.value)


def _leader(view: HuntView) -> str:
    """The criminal who got nearest to Baker Street."""
    at_large = [view.characters[seat] for seat in view.order[2:] if view.characters[seat].fate is None]
    return who(min(at_large, key=lambda one: one.cell)) if at_large else Suit.HEARTS.value


def _lane(lane: Lane, view: HuntView) -> LaneShown:
    criminal = view.characters[lane.criminal]
    here = view.outcome is None or lane.open
    return LaneShown(
        suit=lane.suit,
        clues=lane.clues,
        criminal=criminal.cell,
        masked=criminal.worn is not None,
        here=here and lane.suit is view.lane,
        fate=criminal.fate,
    )
