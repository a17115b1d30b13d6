"""What the rules of the Hunt and the Race have in common."""

from __future__ import annotations

from markupsafe import Markup

from tgbot.screens.match import nobody_waits
from tgbot.words import Words


def head(say: Words, name: str) -> Markup:
    """Whose rules these are."""
    return say("🃏 <b>{game}</b> · the rules", game=name)


def duel(say: Words) -> Markup:
    """What a shot does (HU-10, HU-11)."""
    return say(
        "A target without a pistol takes as many hits 🩸 as you have pistols. If the target has a pistol too, one "
        "die is rolled 🎲. Even: you fire. Odd: the target fires at you instead, with every pistol of its own. "
        "Whoever is fired at also loses the mask they wear. Pistols are not used up, hits do not heal, and the third "
        "one kills ☠️."
    )


def clock(say: Words) -> Markup:
    """When the time runs out (TB-14)."""
    up = say(
        "<b>The clock</b> ⏰\nThe host chooses how long a turn may take. When the time is up, chance plays for you: "
        "a draw or a shot, everything you could have done being equally likely."
    )
    return Markup(" ").join((up, nobody_waits(say)))
