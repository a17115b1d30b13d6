"""Matches of every game played at random in the shell, and their files: people, computers, the clock, claims."""

from __future__ import annotations

import random
from functools import cache

from core.catalog import CATALOG
from tests.shell import setting
from tests.shell.setting import ANN, GROUP, PEOPLE, PLACE, Scene
from tgbot import claims, lobby, table
from tgbot.exporting import export
from tgbot.facts import Status
from tgbot.refusals import Refused

KINDS = tuple(CATALOG)


def open_table(scene: Scene, kind: str, persons: int, computers: int) -> int:
    """A lobby of any game, with people and computer players."""
    scene.do(setting._meet_all, PLACE)
    match = scene.do(lobby.open_lobby, PLACE, scene.who(ANN), kind, 1000 + scene.said, scene.now).match
    for person in PEOPLE[1:persons]:
        scene.do(lobby.join, match, scene.who(person), GROUP, scene.now)
    for _ in range(computers):
        scene.do(lobby.add_computer, match, scene.who(ANN), scene.now)
    return match


def seats_for(kind: str) -> tuple[int, int]:
    """How many people and how many computers make a table of a game, fewer than it takes at the most."""
    size = min(max(CATALOG[kind].sizes), 5)
    return (size - 2, 2) if size > 4 else (size - 1, 1)


def play(scene: Scene, match: int, chance: random.Random, most: int = 10**6) -> None:
    """Random moves, claims, turns that are missed, and once in a while somebody leaves."""
    while scene.row(match).status == Status.RUNNING and most > 0:
        most -= 1
        seated = scene.facts(match).seats[scene.to_act(match)]
        if seated.automatic or chance.random() < 0.15:
            scene.now = scene.row(match).deadline or scene.now
            # The reminders first.
            for _ in range(3):
                scene.do(table.time_out, match, scene.now)
            continue
        if chance.random() < 0.3:
            _speak(scene, match, chance)
        lasting = scene.lasting(match) if chance.random() < 0.97 else []
        scene.press(match, chance.choice(lasting or scene.game(match).moves(seated.seat)))
        staying = [s for s in scene.facts(match).seats if not s.automatic]
        if chance.random() < 0.05 and len(staying) > 2 and scene.row(match).status == Status.RUNNING:
            scene.do(table.leave, match, staying[-1].person_id or 0, scene.now)


def _speak(scene: Scene, match: int, chance: random.Random) -> None:
    speaker = chance.choice([s.person_id for s in scene.facts(match).seats if s.present])
    try:
        scene.do(claims.claim, match, speaker or 0, f"claim {chance.randrange(3)}", scene.now)
    except Refused:
        return


@cache
def exported(kind: str, number: int = 1, most: int = 10**6) -> str:
    """The file of a match; the same number plays the same moves, with shuffles of its own."""
    with setting.scene() as scene:
        match = open_table(scene, kind, *seats_for(kind))
        scene.do(setting.fix_secret, match)
        scene.do(lobby.start, match, scene.who(ANN), scene.now)
        play(scene, match, random.Random(number), most)
        if scene.row(match).status == Status.RUNNING:
            scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
        return scene.do(export, match).text()
