"""Time Bomb explained in the chat."""

from __future__ import annotations

from markupsafe import Markup

from core.timebomb import HAND_SIZES, ROLE_CARDS, ROUNDS, Role, Wire, role_deck, wire_deck
from tgbot.screens.screen import Screen
from tgbot.screens.timebomb.board import LINE
from tgbot.screens.timebomb.signs import title
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
        say("💣 <b>{game}</b> · the rules", game=title(say)),
        _goal(say),
        _deal(say),
        _cut(say),
        _end(say),
        _talk(say),
        _clock(say),
        _table(say),
        _fairness(say),
    )
    return Screen(Markup("\n\n").join(parts))


def _goal(say: Words) -> Markup:
    return say(
        "<b>The idea</b>\nEverybody secretly belongs to 🕵️ Sherlock or to 🦹 Moriarty, and nobody is told who shares "
        "their side. Sherlock's team has to find all defusing wires in time. Moriarty's team wants the bomb to go off, "
        "or the time to run out."
    )


def _deal(say: Words) -> Markup:
    return say(
        "<b>The wires</b>\n🔵 defusing · ⚪ safe · 💣 the bomb · 🟫 face down\nEach round everybody gets the same "
        "number of wires, first {first}, then {second}, {third} and {fourth}. You learn <i>what</i> you hold, but the "
        "wires are shuffled again before they lie in front of you: you never know <i>where</i> each one is.",
        first=HAND_SIZES[0],
        second=HAND_SIZES[1],
        third=HAND_SIZES[2],
        fourth=HAND_SIZES[3],
    )


def _cut(say: Words) -> Markup:
    return say(
        "<b>The cutters</b> ✂️\nWhoever has the cutters picks another player and cuts one of their wires: tap the name, "
        "then the place. The wire is shown to everybody, and its owner takes the cutters and cuts next. "
        "A round has as many cuts as there are players. Then what is left is gathered, shuffled and dealt again, "
        "one wire fewer each."
    )


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


def _clock(say: Words) -> Markup:
    return say(
        "<b>The clock</b> ⏰\nThe host chooses how long a move may take. When the time is up, chance makes the cut for "
        "you: any wire you could have cut, each equally likely, whatever your role. Who leaves is replaced by "
        "the computer 🤖."
    )


def _table(say: Words) -> Markup:
    lines = [_cards(seats, say) for seats in ROLE_CARDS]
    return LINE.join((say("<b>The cards</b>"), *lines))


def _cards(seats: int, say: Words) -> Markup:
    roles, wires = role_deck(seats), wire_deck(seats)
    cards = Markup("🕵️ {sherlock} 🦹 {moriarty} · 🔵 {defusing} ⚪ {safe} 💣 {bomb}").format(
        sherlock=roles.count(Role.SHERLOCK),
        moriarty=roles.count(Role.MORIARTY),
        defusing=wires.count(Wire.DEFUSING),
        safe=wires.count(Wire.SAFE),
        bomb=wires.count(Wire.BOMB),
    )
    line = Markup("👥 {n} · {cards}").format(n=seats, cards=cards)
    return line + say(" (one role card stays hidden)") if len(roles) > seats else line


def _fairness(say: Words) -> Markup:
    return say(
        "<b>Fair shuffle</b> 🔐\nBefore anybody joins, the bot fixes a secret and shows its SHA-256 in the lobby. All "
        "shuffles follow from the secret and the order in which people joined, and the secret is published at the "
        "end. So anybody can check that nothing was changed after people joined. This cannot prove that whoever runs "
        "the bot does not look: play with an operator you trust."
    )
