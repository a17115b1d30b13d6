"""The Hunt and the Race on the screens, from the short text of ``tests.core.chase_states``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.game import Event
from tests.core.chase_states import SEATS, Dice, hunt, race, seated
from tests.screens.limits import plain
from tests.screens.matches import NAMES, NOON, Table, table
from tgbot.facts import By, Played, Status
from tgbot.screens import SCREENS
from tgbot.screens.screen import Screen
from tgbot.words import Words, words

SAY = words("en")
QUICK = 300
"""A clock with which nobody is called, in seconds."""


def laid(
    text: str, *moves: str, dice: Sequence[int] = (), by: By = By.PERSON, no_draws: bool = False, **changes: Any
) -> Table:
    """The match at the position a text tells, after moves by whoever is to act. Dice fall as given, move by move."""
    racing = "|" in text
    game: Any = race(text) if racing else hunt(text, no_draws=no_draws)
    plays: list[Played] = []
    rolled = list(dice)
    for move in moves:
        move_, seat = seated(move), game.to_act
        plays.append(Played(len(plays) + 1, seat, move_, by, NOON))
        before = len(game.history)
        game, _ = game.play(seat, move_, Dice(*rolled))
        rolled = rolled[sum(fact.rolled is not None for fact in game.history[before:]) :]
    facts = {
        "plays": tuple(plays),
        "position": len(plays) + 1,
        "to_act": game.to_act,
        "status": Status.FINISHED if game.outcome else Status.RUNNING,
        "options": game.options,
    }
    begun = table(names=NAMES[: game.seats], kind="race" if racing else "hunt")
    if plays and by is By.CLOCK:
        late = plays[-1].seat
        facts["seats"] = tuple(replace(one, misses=int(one.seat == late)) for one in begun.facts.seats)
    return Table(begun.but(**{**facts, **changes}).facts, game)


def happened(text: str, move: str, dice: Sequence[int] = ()) -> tuple[Event, ...]:
    """The events of a move."""
    game: Any = race(text) if "|" in text else hunt(text)
    _, events = game.play(game.to_act, seated(move), Dice(*dice))
    return tuple(events)


def told(text: str, move: str, dice: Sequence[int] = (), say: Words = SAY) -> str:
    """The answer to whoever makes the move."""
    return SCREENS["race" if "|" in text else "hunt"].told(happened(text, move, dice), say)


def board(at: Table, say: Words = SAY) -> Screen:
    return SCREENS[at.facts.kind].board(at.facts, at.public, say)


def hand(at: Table, who: str | int, say: Words = SAY) -> Screen:
    seat = SEATS[who] if isinstance(who, str) else who
    return SCREENS[at.facts.kind].hand(at.facts, at.game.view(seat), say)


def turn(at: Table, say: Words = SAY) -> Screen:
    return SCREENS[at.facts.kind].turn(at.facts, at.game.view(at.game.to_act), say, private=True)


def result(at: Table, say: Words = SAY) -> Screen:
    return SCREENS[at.facts.kind].result(at.facts, at.public, say)


def history(at: Table, say: Words = SAY) -> Screen:
    return SCREENS[at.facts.kind].history(at.facts, at.public, say)


def read(screen: Screen) -> str:
    """The text without the marks around names."""
    return plain(screen).replace("\u2068", "").replace("\u2069", "")


def stories(at: Table, say: Words = SAY) -> list[str]:
    """The last things that happened, as the board tells them."""
    return read(board(at, say)).split("\n\n")[-2].splitlines()


def labels(screen: Screen) -> dict[str, str]:
    """What is written on the buttons, by what they do."""
    return {one.data.split(":", 2)[2]: one.label for row in screen.keyboard for one in row if one.data}


def first_tap(at: Table, target: str | int, where: str = "board") -> Table:
    """After the first of two taps of a shot."""
    return at.but(pointing=SEATS[target] if isinstance(target, str) else target, pointing_in=where)
