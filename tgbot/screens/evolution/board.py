"""The board in the group, and the call to the player to move."""

from __future__ import annotations

from itertools import chain

from markupsafe import Markup

from core.evolution import Bomb, EvolutionView
from core.timebomb import ROUNDS, Wire
from tgbot.facts import MatchFacts
from tgbot.screens.evolution.effects import effects, exploded, task
from tgbot.screens.evolution.moving import moving_keyboard
from tgbot.screens.evolution.signs import claims, name_of
from tgbot.screens.match import LINE, PARAGRAPH, caption, running
from tgbot.screens.names import text_names
from tgbot.screens.screen import Screen
from tgbot.screens.waiting import call, private_call
from tgbot.screens.wires.board import events, pointed, progress, seat_rows, whose_move
from tgbot.screens.wires.cutting import board_keyboard
from tgbot.screens.wires.signs import colour_name
from tgbot.words import Words, filled


def board(facts: MatchFacts, view: EvolutionView, say: Words) -> Screen:
    """The table as everybody sees it."""
    far, happened = progress(facts, view, say, name_of(view, say)), _events(facts, view, say)
    off, last = _taken_off(view, say), whose_move(facts, view, say, task(facts, view, say))
    bombs = [_bomb(bomb, view, say) for bomb in view.bombs]
    rows = seat_rows(facts, view, say, claims(facts, view.round))
    text = PARAGRAPH.join(map(LINE.join, ((*far, *off), bombs, rows, happened, last)))
    under = caption(LINE.join((far[0], *off)), happened, last)
    if not running(facts, view):
        return Screen(text, (), under)
    return Screen(text, board_keyboard(facts, view, say, moving_keyboard(facts, view, say, "board")), under)


def turn(facts: MatchFacts, view: EvolutionView, say: Words, *, private: bool) -> Screen:
    """Calls the player to move or to choose."""
    if view.to_act is None:
        return Screen(say("🏁 The match is over."))
    if not private:
        return call(facts, view.to_act, say)
    tasks = chain(task(facts, view, say), pointed(facts, view, say, "turn"))
    keyboard = moving_keyboard(facts, view, say, "turn")
    return private_call(facts, view.to_act, say, name_of(view, say), _events(facts, view, say), tasks, keyboard)


def _events(facts: MatchFacts, view: EvolutionView, say: Words) -> list[Markup]:
    return events(facts, view, say, effects(facts, view, text_names(facts, say), say))


def _taken_off(view: EvolutionView, say: Words) -> list[Markup]:
    """What orange bombs took off the last round (EV-14)."""
    if not view.variant or view.round < ROUNDS or view.outcome:
        return []
    n = sum(reveal.wire is Wire.ORANGE and reveal.round < ROUNDS for reveal in view.reveals)
    return [say("{colour} took off cuts of this round: {n}", colour=colour_name(Wire.ORANGE, say), n=n)] if n else []


def _bomb(bomb: Bomb, view: EvolutionView, say: Words) -> Markup:
    """A colour: how many are out, at how many it explodes, and whether it cannot or might with the next one."""
    return filled(
        "{name} {pips} {n}/{limit}{mark}",
        name=colour_name(bomb.colour, say),
        pips="💣" * bomb.revealed + "▫️" * (bomb.limit - bomb.revealed),
        n=bomb.revealed,
        limit=bomb.limit,
        mark=_mark(bomb, view, say),
    )


def _mark(bomb: Bomb, view: EvolutionView, say: Words) -> Markup:
    marks = []
    if bomb.defused:
        marks.append(say("🔵 defused"))
    if view.outcome is None and next_explodes(bomb, view):
        marks.append(Markup("❗"))
    if view.outcome and bomb.colour is exploded(view.outcome):
        marks.append(Markup("💥"))
    return Markup(" ").join(("", *marks)) if marks else Markup("")


def next_explodes(bomb: Bomb, view: EvolutionView) -> bool:
    """The next bomb of this colour ends the match (EV-4, EV-13), pink also straight after pink (EV-15)."""
    last = view.reveals[-1].wire if view.reveals else None
    paired = view.variant and bomb.colour is Wire.PINK and last is Wire.PINK
    return paired or (not bomb.defused and bomb.revealed + 1 >= bomb.limit)
