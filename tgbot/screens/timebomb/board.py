"""The board in the group, and the call to the player to move."""

from __future__ import annotations

from core.timebomb import TimeBombView
from tgbot.facts import MatchFacts
from tgbot.screens.match import LINE, PARAGRAPH, caption, running
from tgbot.screens.screen import Screen
from tgbot.screens.timebomb.signs import claims, title
from tgbot.screens.waiting import call, private_call
from tgbot.screens.wires.board import events, pointed, progress, seat_rows, whose_move
from tgbot.screens.wires.cutting import board_keyboard, cutting_keyboard
from tgbot.words import Words


def board(facts: MatchFacts, view: TimeBombView, say: Words) -> Screen:
    """The table as everybody sees it."""
    far, happened, last = (
        progress(facts, view, say, title(say)),
        events(facts, view, say),
        whose_move(facts, view, say),
    )
    rows = seat_rows(facts, view, say, claims(facts, view.round))
    text = PARAGRAPH.join(map(LINE.join, (far, rows, happened, last)))
    under = caption(far[0], happened, last)
    if not running(facts, view):
        return Screen(text, (), under)
    return Screen(text, board_keyboard(facts, view, say, cutting_keyboard(facts, view, say, "board")), under)


def turn(facts: MatchFacts, view: TimeBombView, say: Words, *, private: bool) -> Screen:
    """Calls the player to move."""
    if view.to_act is None:
        return Screen(say("🏁 The match is over."))
    if not private:
        return call(facts, view.to_act, say)
    task, keyboard = pointed(facts, view, say, "turn"), cutting_keyboard(facts, view, say, "turn")
    return private_call(facts, view.to_act, say, title(say), events(facts, view, say), task, keyboard)
