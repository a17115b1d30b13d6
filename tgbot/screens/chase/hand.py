"""Who one is and what one holds: by private message, and by the alert that only he sees. Nothing of it is secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from core.chase import Character, ChaseView
from tgbot.facts import MatchFacts
from tgbot.screens.chase.board import Table, own_move
from tgbot.screens.chase.signs import FATES, holdings
from tgbot.screens.fitting import fit
from tgbot.screens.match import LINE, PARAGRAPH, group_name, over, running
from tgbot.screens.names import short_title
from tgbot.screens.screen import MAX_CAPTION, Keyboard, Screen
from tgbot.screens.waiting import own_lines, own_row
from tgbot.words import Words


def mine(view: ChaseView) -> Character:
    """The figure of the seat that looks, and what lies before it."""
    if view.seat is None:
        raise ValueError("a hand is shown to the seat that holds it")
    return view.characters[view.seat]


def hand(
    facts: MatchFacts, view: ChaseView, say: Words, table: Table, me: Sequence[Markup], won: Sequence[Markup]
) -> Screen:
    """``me``: who one is and what one wants. In a quick match also the board, while it is one's move; not at a private
    table, where it stands in the same chat. ``won``: who did, when the match is over.

    Of others' moves nothing shows here while it is not: they make no edit necessary.
    """
    head = say("🎴 <b>Your hand</b> · {game} · {group}", game=table.title, group=group_name(facts, say))
    parts = [head, LINE.join(me)]
    if not running(facts, view):
        return _still(parts, over(facts, LINE.join(won), say))
    if mine(view).fate is not None:
        return _still(parts, say("You are out of the game."))
    away, back = own_lines(facts, view.seat, say), own_row(facts, view.seat, say)
    if moves_here(facts, view):
        shown = own_move(facts, view, say, table, PARAGRAPH.join((*parts, *_paragraph(away))))
        return replace(shown, keyboard=(*shown.keyboard, *back))
    waiting = say("What everybody holds lies open on the board. When it is your move, board and buttons come here.")
    if facts.private:
        waiting = say("What everybody holds lies open on the board, where the buttons for your move are, too.")
    return _still(parts, LINE.join((waiting, *away)), back)


def moves_here(facts: MatchFacts, view: ChaseView) -> bool:
    """Whether the board stands with the hand, because it is one's move and no call comes."""
    mine = view.to_act == view.seat and view.seat is not None and not facts.seats[view.seat].guest
    return running(facts, view) and mine and not facts.slow and not facts.private


def hand_alert(facts: MatchFacts, view: ChaseView, say: Words, who: str, words: Sequence[str]) -> str:
    """The same by alert: ``who`` one is, ``words`` are the game's own part of what one holds."""
    one = mine(view)
    held = " ".join((*words, *holdings(one))) or say.plain("You hold nothing yet.")
    if one.fate is not None:
        held = f"{FATES[one.fate]} {say.plain('You are out of the game.')}"
    lines = [f"{who} · {short_title(facts)}", held]
    if view.to_act is not None and view.to_act == view.seat:
        lines.append(say.plain("👉 It is your move."))
    return "\n".join(lines)


def _still(parts: Sequence[Markup], last: Markup, keyboard: Keyboard = ()) -> Screen:
    text = PARAGRAPH.join((*parts, last))
    return Screen(text, keyboard, fit(text, MAX_CAPTION))


def _paragraph(lines: Sequence[Markup]) -> list[Markup]:
    return [LINE.join(lines)] if lines else []
