"""Time Bomb explained in the chat."""

from __future__ import annotations

from markupsafe import Markup

from core.timebomb import ROLE_CARDS, ROUNDS, Wire, wire_deck
from tgbot.screens.fairness import explained
from tgbot.screens.match import LINE, PARAGRAPH
from tgbot.screens.screen import Screen
from tgbot.screens.timebomb.signs import title
from tgbot.screens.wires import rules as shared
from tgbot.words import Words


def blurb(say: Words) -> Markup:
    """What the game is about."""
    return say(
        "🕵️ Sherlock's team wants to cut every defusing wire, 🦹 Moriarty's team wants Big Ben to blow up. "
        "Nobody knows who is on whose side. For {least} to {most} players.",
        least=min(ROLE_CARDS),
        most=max(ROLE_CARDS),
    )


def rules(say: Words) -> Screen:
    """The whole game."""
    parts = (
        shared.head(say, title(say)),
        shared.idea(say),
        LINE.join((say("<b>The wires</b>\n🔵 defusing · ⚪ safe · 💣 the bomb · 🟫 face down"), shared.deal(say))),
        shared.cut(say),
        _end(say),
        _talk(say),
        shared.clock(say),
        _table(say),
        explained(say),
    )
    return Screen(PARAGRAPH.join(parts))


def _end(say: Words) -> Markup:
    return say(
        "<b>The end</b>\n🎉 The last 🔵 is cut: Sherlock's team wins, even with the very last cut.\n"
        "💥 The 💣 is cut: Moriarty's team wins.\n⌛ {rounds} rounds are over: Moriarty's team wins.",
        rounds=ROUNDS,
    )


def _talk(say: Words) -> Markup:
    return say(
        "<b>Talk and bluff</b> 🗣\nSay what you like, lying is part of the game. With the 🗣 buttons you claim how many "
        "🔵 you were dealt this round, as often as you want; in the private chat you can add 💣 or 🚫💣. "
        "The newest claim stands beside your name until the next deal."
    )


def _table(say: Words) -> Markup:
    lines = [shared.cards(seats, _wires(seats), say) for seats in ROLE_CARDS]
    return LINE.join((say("<b>The cards</b>"), *lines))


def _wires(seats: int) -> str:
    deck = wire_deck(seats)
    return f"🔵 {deck.count(Wire.DEFUSING)} ⚪ {deck.count(Wire.SAFE)} 💣 {deck.count(Wire.BOMB)}"
