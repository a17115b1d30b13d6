"""What a cut did, told to whoever made it. Public: everybody sees it on the board."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Event
from core.timebomb import Revealed, Wire
from tgbot.screens.answers import Answer, answer
from tgbot.words import Words

_ANSWERS = {Wire.SAFE: Answer.CUT_SAFE, Wire.DEFUSING: Answer.CUT_DEFUSING, Wire.BOMB: Answer.CUT_BOMB}


def told(events: Sequence[Event], say: Words) -> str:
    """The answer to the press that cut a wire, at most 200 UTF-16 units."""
    return " ".join(answer(_ANSWERS[e.reveal.wire], say) for e in events if isinstance(e, Revealed))
