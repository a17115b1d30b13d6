"""The Race explained in the chat."""

from __future__ import annotations

from markupsafe import Markup

from core.race import SIZES
from tgbot.screens.chase import rules as shared
from tgbot.screens.fairness import explained
from tgbot.screens.match import PARAGRAPH
from tgbot.screens.race.signs import title
from tgbot.screens.screen import Screen
from tgbot.words import Words


def blurb(say: Words) -> Markup:
    """What the game is about."""
    return say(
        "🏁 Detectives race for the solution, everybody for themselves: collect points, put on masks, and mind the "
        "pistols of those beside you. For {least} to {most} players.",
        least=min(SIZES),
        most=max(SIZES),
    )


def rules(say: Words) -> Screen:
    """The whole game."""
    parts = (
        shared.head(say, title(say)),
        _idea(say),
        _turn(say),
        _cards(say),
        _meeting(say),
        _shooting(say),
        _end(say),
        shared.clock(say),
        explained(say),
    )
    return Screen(PARAGRAPH.join(parts))


def _idea(say: Words) -> Markup:
    return say(
        "<b>The idea</b>\nEverybody plays for themselves. Whoever is first to take six steps and reach the finish 🏁 "
        "wins, and so does the last one alive. Everybody is a king or a jack, dealt by chance, and so is the order "
        "of turns. Nothing is hidden but the order of the cards."
    )


def _turn(say: Words) -> Markup:
    return say("<b>Your turn</b>\nDraw a card from the police 🚓, the press 📰 or the street 🌃, or shoot.")


def _cards(say: Words) -> Markup:
    return say(
        "<b>The cards</b>\nAce: a pistol 🔫.\nKing, jack or queen: a mask 🎭. You wear one, more are kept in "
        "reserve.\n2 to 10: as many points ⭐. As soon as you hold 10 or more you move one cell, and all your points "
        "are used up, those over 10 too.\nWhen the cards run out, three new piles are shuffled from used points, "
        "lost masks and what the dead held."
    )


def _meeting(say: Words) -> Markup:
    return say(
        "<b>Face to face</b> ⚔️\nWhoever comes into a cell where others stand makes everybody there lose the mask they "
        "wear, themselves included; one from the reserve is put on. At the finish there is no meeting."
    )


def _shooting(say: Words) -> Markup:
    aim = say("<b>Shots</b> 🔫\nYou need a pistol, and an opponent in your cell or, if unmasked, in the next one.")
    return Markup(" ").join((aim, shared.duel(say)))


def _end(say: Words) -> Markup:
    return say("<b>The end</b>\n🏁 The sixth step wins at once.\n☠️ Otherwise the last one alive wins.")
