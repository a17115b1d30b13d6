"""A match played through the whole shell, with all that anybody hears of it written down.

Two worlds that somebody cannot tell apart must sound the same to him (product, Secrets): what is sent, edited, deleted,
pinned and answered, in which order and when, with every button, and what is logged.
"""

from __future__ import annotations

import contextlib
import random
import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from telegram import Update

from core.fair import seed_of
from core.game import Game
from core.record import CLOCK
from tests.shell import private_table
from tests.shell.ear import Ear, Heard, logs
from tests.shell.exports import open_table
from tests.shell.histories import Step, script
from tests.shell.setting import ANN, DIMA, GROUP, NAMES, NOON, PEOPLE, PLACE, Scene, fix_secret
from tests.shell.touch import Touch
from tests.shell.world import World, virtually
from tgbot import choosing, lobby, people, preferences, table
from tgbot.clock import Clock
from tgbot.deadlines import Deadlines
from tgbot.handlers.commands import COMMANDS
from tgbot.handlers.presses import pressed
from tgbot.handlers.saying import command
from tgbot.handlers.shell import Shell
from tgbot.store import Session, queries
from tgbot.store.address import file_of
from tgbot.store.snapshot import dump_game

STRANGER = 4242
"""Somebody of the group who does not play."""


@dataclass(frozen=True)
class Laid:
    """A match to listen to: its database, its number, and what happens next. ``private``: at a private table."""

    database: str
    match: int
    position: int
    game: Game
    seed: bytes
    steps: tuple[Step, ...]
    private: bool = False


def lay(
    scene: Scene,
    folder: Path,
    kind: str,
    persons: int,
    number: int,
    played: int,
    length: int,
    *,
    private: bool = False,
    **options: Any,
) -> Laid:
    """A match among people in which ``played`` moves have been made. Dima cannot be written to; hands are whispered."""
    chance = random.Random(number)
    match = private_table.set_table(scene, persons, kind=kind) if private else open_table(scene, kind, persons, 0)
    for name, value in options.items():
        scene.do(choosing.set_option, match, scene.who(ANN), name, value, scene.now)
    scene.do(fix_secret, match)
    scene.do(lobby.start, match, scene.who(ANN), scene.now)
    for person in PEOPLE[:persons]:
        scene.do(people.reach, person, person != DIMA)
    scene.do(preferences.set_language, PEOPLE[1], "vi")
    if not private:
        scene.do(preferences.set_whispers, GROUP, True)
    for _ in range(played):
        scene.press(match, chance.choice(scene.lasting(match) or scene.moves(match)[:1]))
    row = scene.row(match)
    seed, game = seed_of(row.secret, row.joins), scene.game(match)
    database = folder / "laid.db"
    with (
        contextlib.closing(sqlite3.connect(file_of(scene.store.url))) as source,
        contextlib.closing(sqlite3.connect(database)) as copy,
    ):
        source.backup(copy)
    steps = script(game, seed, row.position, chance, length)
    return Laid(f"sqlite:///{database}", match, row.position, game, seed, tuple(steps), private)


def put(session: Session, match_id: int, game: Game) -> None:
    """Exchanges the game under a match: nothing else changes."""
    queries.match_of(session, match_id).state = dump_game(game)


class _Clock(Clock):
    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.scene = scene

    def now(self) -> datetime:
        return self.scene.now

    def machine(self) -> datetime:
        return NOON

    def monotonic(self) -> float:
        return (self.scene.now - NOON).total_seconds()


class Table:
    """People at a table, with their hands on the real handlers. At a ``private`` one they do everything privately."""

    def __init__(self, world: World, ear: Ear, match: int, *, private: bool = False) -> None:
        self.world, self.ear, self.match, self.private = world, ear, match, private
        clock = _Clock(world.scene)
        deadlines = Deadlines(world.store, clock, world.deliverer)
        deadlines._heartbeat._contact = Touch()
        self.shell = Shell(ear.bot, world.store, clock, world.deliverer, deadlines)
        self.said = 0

    async def press(self, person: int, words: str, *, private: bool = False) -> None:
        """Somebody presses a button that was drawn for the position there is."""
        self.said += 1
        number = f"query {self.said}"
        self.ear.asked[number] = (person, words.split(" ", maxsplit=1)[0])
        position = self.world.scene.row(self.match).position
        message = {"message_id": 5, "date": 1, "chat": _chat(person, private or self.private), "text": "?"}
        query = {
            "id": number,
            "from": _user(person),
            "chat_instance": "1",
            "message": message,
            "data": f"{self.match}:{position}:{words}",
        }
        await pressed(self.shell, _update(callback_query=query))
        await self.shell.drain(60)

    async def write(self, person: int, name: str, *, private: bool = False) -> None:
        """Somebody writes a command."""
        self.said += 1
        chat = _chat(person, private or self.private)
        message = {"message_id": 10**5 + self.said, "date": 1, "chat": chat, "text": f"/{name}"}
        await command(COMMANDS[name])(self.shell, _update(message={**message, "from": _user(person)}))

    async def pass_time(self, span: timedelta) -> None:
        """Time goes by, and what is due happens."""
        self.world.scene.now += span
        await self.shell.deadlines.resolve()

    async def take(self, step: Step) -> None:
        """A step of the script: reminders come before the clock moves."""
        scene = self.world.scene
        if step.by == CLOCK:
            before = scene.row(self.match).position
            # Two reminders, then the move.
            for _ in range(3):
                row = scene.row(self.match)
                if row.position == before:
                    assert row.wake_at is not None
                    await self.pass_time(max(row.wake_at - scene.now, timedelta()))
                    await self.world.quiet()
            assert scene.row(self.match).position == before + 1
            return
        await self.press(PEOPLE[scene.to_act(self.match)], f"!{step.move}", private=self.said % 2 == 0)

    async def look_around(self, seats: int) -> None:
        """Everybody looks at what there is to look at, and says something."""
        for person in (*PEOPLE[:seats], STRANGER):
            for verb in ("hand", "history"):
                await self.press(person, verb)
        await self.press(PEOPLE[0], "claim 1")
        await self.press(STRANGER, "claim 1")
        await self.press(PEOPLE[1], "verify")
        for person, name, private in (
            *((STRANGER, name, False) for name in ("status", "history", "table", "hand", "rules")),
            *((PEOPLE[0], name, True) for name in ("games", "history", "hand")),
        ):
            await self.write(person, name, private=private)
        targets = [seat for seat in range(seats) if seat != self.world.scene.to_act(self.match)]
        for private in (False, True):
            await self.press(PEOPLE[self.world.scene.to_act(self.match)], f"point {targets[0]}", private=private)


def listen(laid: Laid, game: Game, folder: Path, *, pictures: bool = False) -> list[Heard]:
    """All that is heard when the match goes on from this game; a picture is heard by what it shows."""
    folder.mkdir()
    scene = Scene(folder, laid.database)
    scene.do(put, laid.match, game)
    ear = Ear()
    with logs() as logged:

        async def play(world: World) -> None:
            (private_table.lay(world, laid.match) if laid.private else world._menu(laid.match))
            world.deliverer.wake(laid.match)
            at = Table(world, ear, laid.match, private=laid.private)
            await world.quiet()
            await at.look_around(game.seats)
            await world.quiet()
            for step in laid.steps:
                world.scene.now += timedelta(seconds=7)
                await at.take(step)
                await world.quiet()
                await at.press(STRANGER, "hand")
                await at.press(PEOPLE[0], "hand")
            await at.look_around(game.seats)
            await world.quiet()
            # What is wrong at Telegram's side is logged, too.
            ear.shut.add(PEOPLE[0])
            world.scene.do(table.ask_hand, laid.match, PEOPLE[0])
            world.deliverer.wake(laid.match)
            await world.quiet()

        virtually(play, scene, telegram=ear, pictures=pictures)
    scene.store.close()
    return [*ear.heard, *(Heard(0, "log", "", "", line) for line in logged.getvalue().splitlines())]


def _user(person: int) -> dict[str, Any]:
    name = NAMES[PEOPLE.index(person)] if person in PEOPLE else "Zed"
    return {"id": person, "is_bot": False, "first_name": name, "language_code": "en"}


def _chat(person: int, private: bool) -> dict[str, Any]:
    return {"id": person, "type": "private"} if private else {"id": GROUP, "type": "supergroup", "title": PLACE.title}


def _update(**content: Any) -> Update:
    made = Update.de_json({"update_id": 5, **content}, None)
    assert made is not None
    return made
