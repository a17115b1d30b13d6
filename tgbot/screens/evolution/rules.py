"""Time Bomb Evolution and its variant explained in the chat."""

from __future__ import annotations

from markupsafe import Markup

from core.evolution import CARDS, SIZES
from core.timebomb import COLOURS, ROUNDS
from tgbot.screens.evolution.effects import attaching, variant_effect
from tgbot.screens.evolution.signs import title
from tgbot.screens.fairness import explained
from tgbot.screens.match import LINE, PARAGRAPH
from tgbot.screens.screen import Screen
from tgbot.screens.wires import rules as shared
from tgbot.screens.wires.signs import WIRES
from tgbot.words import Words


def blurb(say: Words) -> Markup:
    """What the game is about."""
    return say(
        "🎨 Time Bomb with bombs of several colours: the fourth of one colour explodes. In the variant every colour "
        "has a trick of its own. For {least} to {most} players.",
        least=min(SIZES),
        most=max(SIZES),
    )


def rules(say: Words) -> Screen:
    """The whole game, every colour of the variant included."""
    parts = (
        shared.head(say, title(say)),
        shared.idea(say),
        LINE.join((_wires(say), shared.deal(say))),
        shared.cut(say),
        _end(say),
        _variant(say),
        _talk(say),
        shared.clock(say),
        LINE.join((say("<b>The cards</b>"), *(shared.cards(seats, _cards(seats), say) for seats in SIZES))),
        explained(say),
    )
    return Screen(PARAGRAPH.join(parts))


def _wires(say: Words) -> Markup:
    return say(
        "<b>The wires</b>\n🔵 defusing · {bombs} bombs · 🟫 face down\nAs many colours as players, {cards} bombs each. "
        "As many bombs as players are put aside unseen, then as many 🔵 are added.",
        bombs=" ".join(WIRES[colour] for colour in COLOURS),
        cards=CARDS,
    )


def _end(say: Words) -> Markup:
    return say(
        "<b>The end</b>\n🎉 The last 🔵 is cut: Sherlock's team wins, even with the very last cut.\n"
        "💥 The fourth bomb of one colour is cut: Moriarty's team wins. ❗ on the board: the next one explodes.\n"
        "⌛ {rounds} rounds are over: Moriarty's team wins.",
        rounds=ROUNDS,
    )


def _variant(say: Words) -> Markup:
    effects = (variant_effect(colour, say) for colour in COLOURS)
    return LINE.join((say("<b>The variant</b> 🎭 (if the host turns it on)"), attaching(say), *effects))


def _talk(say: Words) -> Markup:
    return say(
        "<b>Talk and bluff</b> 🗣\nSay what you like, lying is part of the game. With the 🗣 buttons you claim how many "
        "🔵 you were dealt this round, as often as you want; in the private chat you can then add bombs by colour. "
        "The newest claim stands beside your name until the next deal."
    )


def _cards(seats: int) -> str:
    return f"🔵 {seats} 💣 {CARDS * seats - seats}"
