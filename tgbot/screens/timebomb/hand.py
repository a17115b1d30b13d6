"""What one player alone may know: by private message, and by the alert that only he sees."""

from __future__ import annotations

from core.timebomb import Claim, TimeBombView
from tgbot import button
from tgbot.facts import MatchFacts
from tgbot.screens.match import over, running
from tgbot.screens.screen import Button, Keyboard, Screen
from tgbot.screens.timebomb.ending import winner
from tgbot.screens.timebomb.signs import claim_sign, contents, title
from tgbot.screens.waiting import own_row
from tgbot.screens.wires.cutting import aiming_keyboard, claim_row, dealt_at
from tgbot.screens.wires.hand import alert, closing, finished, lying, opening, own_hand, screen, still_hidden
from tgbot.screens.wires.signs import newest_claims
from tgbot.words import Words


def hand(facts: MatchFacts, view: TimeBombView, say: Words) -> Screen:
    """Role, hand and own claim of this round.

    Nothing here depends on the moves of the round but the places of a player pointed at from here.
    """
    return _hand(facts, view, say)


def whisper(facts: MatchFacts, view: TimeBombView, say: Words) -> Screen:
    """The same, with what is still face down."""
    return _hand(facts, view, say, contents(still_hidden(view)))


def _hand(facts: MatchFacts, view: TimeBombView, say: Words, left: str = "") -> Screen:
    claim = newest_claims(facts, view.round, Claim).get(view.seat if view.seat is not None else -1)
    lines = opening(facts, view, say, title(say), contents(own_hand(view)), left)
    legend = lying(say, _legend(say))
    if not running(facts, view):
        return finished(lines, legend, over(facts, winner(view, say), say))
    last = closing(facts, view, say, claim_sign(claim) if claim else "")
    return screen(lines, legend, last, _keyboard(facts, view, say, claim))


def hand_alert(facts: MatchFacts, view: TimeBombView, say: Words) -> str:
    """The same by alert, with what is still face down."""
    dealt, left = contents(own_hand(view)), contents(still_hidden(view))
    return alert(facts, view, say, dealt, left, _legend(say))


def _legend(say: Words) -> str:
    return say.plain("🔵 defusing, ⚪ safe, 💣 bomb")


def _keyboard(facts: MatchFacts, view: TimeBombView, say: Words, claim: Claim | None) -> Keyboard:
    position = dealt_at(facts, view)
    aiming = (*own_row(facts, view.seat, say), *aiming_keyboard(facts, view, say, position))
    if not view.claims_on:
        return aiming
    number = claim_row(facts, view, position, claim.defusing if claim else None)
    return (*aiming, *number, _bomb_row(facts, say, claim, position))


def _bomb_row(facts: MatchFacts, say: Words, claim: Claim | None, position: int) -> tuple[Button, ...]:
    choices = (
        (True, "yes", say.plain("💣 I have it")),
        (False, "no", say.plain("🚫💣 not me")),
        (None, "-", say.plain("🤐 not saying")),
    )
    return tuple(
        Button(
            # A tick in place of the sign: both are too wide for a third of a phone.
            f"✅ {text.partition(' ')[2]}" if claim and claim.bomb is value else text,
            button.verb(facts.match, position, f"bomb {word}"),
        )
        for value, word, text in choices
    )
