"""What a cut or a choice did, told to whoever made it. Public: everybody sees it on the board."""

from __future__ import annotations

from collections.abc import Sequence

from core.evolution import Attached, Detached, Drawn, Why
from core.game import Ended, Event
from core.timebomb import Revealed, Wire
from tgbot.screens.answers import Answer, answer
from tgbot.screens.wires.signs import colour_name
from tgbot.words import Words


def told(events: Sequence[Event], say: Words) -> str:
    """The answer to the press, at most 200 UTF-16 units."""
    return " ".join(filter(None, (_told(event, say) for event in events)))


def _told(event: Event, say: Words) -> str:
    match event:
        case Revealed(reveal=reveal) if reveal.wire is Wire.DEFUSING:
            return answer(Answer.CUT_DEFUSING, say)
        case Revealed(reveal=reveal):
            return say.plain("💣 A bomb: {colour}.", colour=colour_name(reveal.wire, say))
        case Attached(colour=colour):
            return say.plain("🔵 Defused: {colour}.", colour=colour_name(colour, say))
        case Detached(colour=colour):
            return say.plain("💎 No longer defused: {colour}.", colour=colour_name(colour, say))
        case Drawn():
            return say.plain("🍒 A player was drawn, see the board.")
        case Ended(outcome=outcome) if outcome.reason.startswith((Why.EXPLOSION, Why.PAIR)):
            return say.plain("💥 Boom!")
    return ""
