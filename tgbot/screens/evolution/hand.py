"""What one player alone may know: by private message, and by the alert that only he sees."""

from __future__ import annotations

from core.evolution import Claim, EvolutionView
from core.timebomb import Wire
from tgbot import button
from tgbot.facts import MatchFacts
from tgbot.screens.evolution.effects import task
from tgbot.screens.evolution.ending import winner
from tgbot.screens.evolution.moving import choosing_keyboard
from tgbot.screens.evolution.signs import claim_sign, contents, name_of
from tgbot.screens.match import over, running
from tgbot.screens.screen import Button, Keyboard, Screen
from tgbot.screens.waiting import own_row
from tgbot.screens.wires.cutting import aiming_keyboard, claim_row, dealt_at, places
from tgbot.screens.wires.hand import alert, closing, finished, lying, opening, own_hand, screen, still_hidden
from tgbot.screens.wires.signs import WIRES, colour_name, newest_claims
from tgbot.words import Words


def hand(facts: MatchFacts, view: EvolutionView, say: Words) -> Screen:
    """Role, hand and own claim of this round.

    Of the moves of the round only this shows here: what he alone has to do and cannot do with the buttons that are
    always there, a choice (EV-20) or a cut of his own wires (EV-18).
    """
    return _hand(facts, view, say)


def whisper(facts: MatchFacts, view: EvolutionView, say: Words) -> Screen:
    """The same, with what is still face down."""
    return _hand(facts, view, say, contents(view, still_hidden(view)))


def _hand(facts: MatchFacts, view: EvolutionView, say: Words, left: str = "") -> Screen:
    claim = newest_claims(facts, view.round, Claim).get(view.seat if view.seat is not None else -1)
    lines = opening(facts, view, say, name_of(view, say), contents(view, own_hand(view)), left)
    kinds = ", ".join((say.plain("🔵 defusing"), *(colour_name(bomb.colour, say) for bomb in view.bombs)))
    legend = lying(say, kinds)
    if not running(facts, view):
        return finished(lines, legend, over(facts, winner(view, say), say))
    own = _own_task(facts, view, say)
    last = closing(facts, view, say, claim_sign(claim) if claim else "", task(facts, view, say) if own else ())
    return screen(lines, legend, last, _keyboard(facts, view, say, claim, own))


def hand_alert(facts: MatchFacts, view: EvolutionView, say: Words) -> str:
    """The same by alert, with what is still face down."""
    dealt, left = contents(view, own_hand(view)), contents(view, still_hidden(view))
    return alert(facts, view, say, dealt, left, say.plain("🔵 defusing"))


def _own_task(facts: MatchFacts, view: EvolutionView, say: Words) -> Keyboard:
    if view.to_act != view.seat:
        return ()
    if view.choice:
        return choosing_keyboard(facts, view.choice, say)
    return (places(facts, view, view.draw),) if view.draw is not None and view.draw == view.seat else ()


def _keyboard(facts: MatchFacts, view: EvolutionView, say: Words, claim: Claim | None, own: Keyboard) -> Keyboard:
    position = dealt_at(facts, view)
    moving = (*own_row(facts, view.seat, say), *(own or aiming_keyboard(facts, view, say, position)))
    if not view.claims_on:
        return moving
    number = claim_row(facts, view, position, claim.defusing if claim else None)
    colours = tuple(_colour_row(facts, view, claim, bomb.colour) for bomb in view.bombs) if claim else ()
    return (*moving, *number, *colours)


def _colour_row(facts: MatchFacts, view: EvolutionView, claim: Claim, colour: Wire) -> tuple[Button, ...]:
    """How many bombs of a colour one says one holds, as far as the hand has room, or that one does not say (EV-7)."""
    position, said = dealt_at(facts, view), dict(claim.colours).get(colour)
    room = view.hand_size - claim.total + (said or 0)
    return tuple(
        Button(
            f"{'✅' if n == (said if said is not None else '–') else WIRES[colour]} {n}",
            button.verb(facts.match, position, f"hold {colour} {'-' if n == '–' else n}"),
        )
        for n in ("–", *range(max(room, 0) + 1))
    )
