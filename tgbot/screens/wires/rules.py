"""What the rules of the games with wires have in common."""

from __future__ import annotations

from markupsafe import Markup

from core.timebomb import HAND_SIZES, Role, role_deck
from tgbot.screens.match import nobody_waits
from tgbot.words import Words, filled


def head(say: Words, name: str) -> Markup:
    """Whose rules these are."""
    return say("💣 <b>{game}</b> · the rules", game=name)


def idea(say: Words) -> Markup:
    """Who wants what."""
    return say(
        "<b>The idea</b>\nEverybody secretly belongs to 🕵️ Sherlock or to 🦹 Moriarty, and nobody is told who shares "
        "their side. Sherlock's team has to find all defusing wires in time. Moriarty's team wants the bomb to go off, "
        "or the time to run out."
    )


def deal(say: Words) -> Markup:
    """What is dealt each round, and what one learns of it (TB-3, TB-4)."""
    return say(
        "Each round everybody gets the same number of wires, first {first}, then {second}, {third} and {fourth}. You "
        "learn <i>what</i> you hold, but the wires are shuffled again before they lie in front of you: you never know "
        "<i>where</i> each one is.",
        first=HAND_SIZES[0],
        second=HAND_SIZES[1],
        third=HAND_SIZES[2],
        fourth=HAND_SIZES[3],
    )


def cut(say: Words) -> Markup:
    """A round (TB-6 to TB-9)."""
    return say(
        "<b>The cutters</b> ✂️\nWhoever has the cutters picks another player and cuts one of their wires: tap the name, "
        "then the place. The wire is shown to everybody, and its owner takes the cutters and cuts next. "
        "A round has as many cuts as there are players. Then what is left is gathered, shuffled and dealt again, "
        "one wire fewer each."
    )


def clock(say: Words) -> Markup:
    """When the time runs out (TB-14)."""
    up = say(
        "<b>The clock</b> ⏰\nThe host chooses how long a move may take. When the time is up, chance makes the cut for "
        "you: any wire you could have cut, each equally likely, whatever your role."
    )
    return Markup(" ").join((up, nobody_waits(say)))


def cards(seats: int, wires: str, say: Words) -> Markup:
    """The cards for a number of players (TB-1)."""
    roles = role_deck(seats)
    line = filled(
        "👥 {n} · 🕵️ {sherlock} 🦹 {moriarty} · {wires}",
        n=seats,
        sherlock=roles.count(Role.SHERLOCK),
        moriarty=roles.count(Role.MORIARTY),
        wires=wires,
    )
    return line + say(" (one role card stays hidden)") if len(roles) > seats else line
