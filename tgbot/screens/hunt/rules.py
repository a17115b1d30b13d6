"""The Hunt explained in the chat."""

from __future__ import annotations

from markupsafe import Markup

from tgbot.screens.chase import rules as shared
from tgbot.screens.fairness import explained
from tgbot.screens.hunt.signs import title
from tgbot.screens.match import PARAGRAPH
from tgbot.screens.screen import Screen
from tgbot.words import Words


def blurb(say: Words) -> Markup:
    """What the game is about."""
    return say(
        "🎩 Holmes and 🩺 Watson follow the trail of three criminals, and the criminals are on theirs. Cards, masks, "
        "pistols, all face up. Two against three: for 1 to 5 players, computers 🤖 take the empty seats."
    )


def rules(say: Words) -> Screen:
    """The whole game."""
    parts = (
        shared.head(say, title(say)),
        _idea(say),
        _lanes(say),
        _turn(say),
        _cards(say),
        _clues(say),
        _meeting(say),
        _arrest(say),
        _shooting(say),
        _end(say),
        shared.clock(say),
        explained(say),
    )
    return Screen(PARAGRAPH.join(parts))


def _idea(say: Words) -> Markup:
    return say(
        "<b>The idea</b>\n🎩 Holmes and 🩺 Watson hunt three criminals, the kings of ♥️, ♦️ and ♣️, who would "
        "like to be rid of them. Chance deals the five figures. Nothing is hidden but the order of the cards."
    )


def _lanes(say: Words) -> Markup:
    return say(
        "<b>The lanes</b>\n🏠 Baker Street, five cells, the lair 🏚: each criminal has such a lane and starts in his "
        "lair. Holmes and Watson 🕵️ always walk together, on one lane, as many cells from Baker Street as they own "
        "clues about its criminal."
    )


def _turn(say: Words) -> Markup:
    return say(
        "<b>Your turn</b>\nHolmes, Watson, ♥️, ♦️, ♣️ play in this order. First a detective may take the pair "
        "to another lane, once. Then draw a card from the police 🚓, the press 📰 or the street 🌃, or shoot."
    )


def _cards(say: Words) -> Markup:
    return say(
        "<b>The cards</b>\nAce: a pistol 🔫 for you.\nJack or queen: a mask 🎭. You wear one, more are kept in "
        "reserve.\n2 to 10: a clue 🔎. Its suit tells about whom, its number means nothing."
    )


def _clues(say: Words) -> Markup:
    return say(
        "<b>The clues</b>\n♠️ is about Holmes. A criminal keeps it and comes one cell closer to Baker Street; a "
        "detective discards it, like clues about those who are out.\n♥️ ♦️ ♣️ are about the criminal of that suit. If a "
        "detective draws one, the pair goes to his lane and one cell further. If a criminal draws one, it disappears "
        "in his file 🗂."
    )


def _meeting(say: Words) -> Markup:
    return say(
        "<b>Face to face</b> ⚔️\nWhen the pair and a criminal come to stand in the same cell, each of the three "
        "loses the mask they wear, and puts on one from the reserve."
    )


def _arrest(say: Words) -> Markup:
    return say(
        "<b>The arrest</b> 🚔\nSix clues about a criminal and he is arrested. Holmes (or else Watson) takes his "
        "pistols and masks. His file goes to the pair: clues about criminals at large count at once, which may mean "
        "the next arrest. His lane is closed, and the pair goes where it is furthest. So it does when a criminal is "
        "shot dead: what the dead hold is out of the game, but the clues of the pair stay."
    )


def _shooting(say: Words) -> Markup:
    aim = say(
        "<b>Shots</b> 🔫\nYou need a pistol, and an opponent on your lane: in your cell or, if unmasked, in the next "
        "one."
    )
    return Markup(" ").join((aim, shared.duel(say)))


def _end(say: Words) -> Markup:
    return say(
        "<b>The end</b>\n🕵️ The detectives win when no criminal is at large.\n🦹 The criminals win when one of "
        "them owns six ♠️ and so stands in Baker Street, or when Holmes and Watson are dead.\n🤝 When every card "
        "is drawn, whoever can shoot may shoot or pass. When all have passed in a row it is a draw. With the option "
        "<i>no draws</i> the detectives win then if more criminals are out than detectives dead, otherwise the "
        "criminals."
    )
