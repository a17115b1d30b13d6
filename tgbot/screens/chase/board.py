"""The parts of a board: the piles, who holds what, what happened, whose move it is; and the calls to move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from core.chase import SOURCES, Character, ChaseView
from core.game import Seat
from tgbot.facts import MatchFacts, Status
from tgbot.screens.chase.moving import BOARD, HAND, TURN, Aim, moving_keyboard, question
from tgbot.screens.chase.signs import FATES, holdings
from tgbot.screens.chase.signs import SOURCES as SOURCE_SIGNS
from tgbot.screens.chase.telling import Own, events, named
from tgbot.screens.match import LINE, PARAGRAPH, always, caption, closed, move_of, running, thinking
from tgbot.screens.names import titled
from tgbot.screens.screen import Button, Keyboard, Screen
from tgbot.screens.waiting import call, lines, private_call, under_board
from tgbot.words import Words, filled


@dataclass(frozen=True)
class Table:
    """What a game lays on the table: its ``title``, the ``signs`` of the figures by seat, ``lying`` in paragraphs, how
    it tells what is its ``own``, the buttons of the ``lanes`` one can change to, and a ``hint`` to whoever moves.
    """

    title: str
    signs: Sequence[str]
    lying: Sequence[Markup]
    own: Own
    lanes: Sequence[Button] = ()
    hint: Sequence[Markup] = ()


def board(facts: MatchFacts, view: ChaseView, say: Words, table: Table) -> Screen:
    """The table as everybody sees it."""
    head, happened = _head(facts, view, say, table), _happened(facts, view, say, table)
    last = _whose_move(facts, view, say, table)
    text = PARAGRAPH.join((head, *_lying(view, say, table), LINE.join(happened), LINE.join(last)))
    under = caption(head, happened, last)
    if not running(facts, view):
        return Screen(text, (), under)
    moving = moving_keyboard(facts, view, say, BOARD, table.signs, table.lanes)
    return Screen(text, (*moving, *under_board(facts, say), always(facts, say)), under)


def turn(facts: MatchFacts, view: ChaseView, say: Words, table: Table, *, private: bool) -> Screen:
    """Calls the player to move; in his private chat with the whole board."""
    if view.to_act is None:
        return Screen(say("🏁 The match is over."))
    if not private:
        return call(facts, view.to_act, say)
    lying = PARAGRAPH.join((*_lying(view, say, table), LINE.join(_happened(facts, view, say, table))))
    task, keyboard = _own_move(facts, view, say, table, TURN)
    return private_call(facts, view.to_act, say, table.title, (lying,), task, keyboard)


def own_move(facts: MatchFacts, view: ChaseView, say: Words, table: Table, head: Markup) -> Screen:
    """The board and the buttons in the message with the hand, below ``head`` (quick matches have no call to move)."""
    task, keyboard = _own_move(facts, view, say, table, HAND)
    happened, last = _happened(facts, view, say, table), (say("👉 <b>It is your move.</b>"), *task, *lines(facts, say))
    text = PARAGRAPH.join((head, *_lying(view, say, table), LINE.join(happened), LINE.join(last)))
    return Screen(text, keyboard, caption(head, happened, last))


def character(one: Character, name: str, words: Sequence[str], *, acting: bool) -> Markup:
    """Who somebody is, and in a second line all that lies before him: ``words`` are the game's own part of it."""
    out = f"{FATES[one.fate]} " if one.fate else ""
    head = filled("<b>{name}</b>", name=name) if acting else name
    line = filled("{out}{head}", out=out, head=head)
    held = [*words, *holdings(one)] if one.fate is None else []
    return line + LINE + filled("└ {held}", held=" ".join(held)) if held else line


def acting(facts: MatchFacts, view: ChaseView, seat: Seat) -> bool:
    """Whether it is the seat's move."""
    return facts.status is Status.RUNNING and view.to_act == seat


def _head(facts: MatchFacts, view: ChaseView, say: Words, table: Table) -> Markup:
    return say("🃏 <b>{game}</b> · turn {n}", game=titled(facts, table.title, say), n=view.turn)


def _lying(view: ChaseView, say: Words, table: Table) -> list[Markup]:
    """All that lies open, in paragraphs."""
    left = " · ".join(f"{SOURCE_SIGNS[source]} {n}" for source, n in zip(SOURCES, view.left, strict=True))
    return [*table.lying, say("Cards left: {left}", left=left)]


def _happened(facts: MatchFacts, view: ChaseView, say: Words, table: Table) -> list[Markup]:
    return events(facts, view, say, named(facts, say, table.signs), table.own)


def _whose_move(facts: MatchFacts, view: ChaseView, say: Words, table: Table) -> list[Markup]:
    if not running(facts, view) or view.to_act is None:
        return [closed(facts, say)]
    if facts.seats[view.to_act].automatic:
        return [thinking(facts, view.to_act, say), *lines(facts, say)]
    asked = question(facts, view, say, BOARD, named(facts, say, table.signs))
    return [move_of(facts, view.to_act, say), *(asked or table.hint), *lines(facts, say)]


def _own_move(facts: MatchFacts, view: ChaseView, say: Words, table: Table, aim: Aim) -> tuple[list[Markup], Keyboard]:
    task = question(facts, view, say, aim, named(facts, say, table.signs))
    return task or list(table.hint), moving_keyboard(facts, view, say, aim, table.signs, table.lanes)
