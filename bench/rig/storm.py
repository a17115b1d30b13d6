"""Everything that can go wrong from outside: processes are killed, Telegram fails, time passes."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Sequence
from typing import Any

from tests.bot.hooked import HookedHouse, served
from tests.bot.processes import Bot, House

KILL_EVERY = (2.0, 8.0)
"""Seconds between two kills, after everything runs again."""
FAULTS: tuple[dict[str, Any], ...] = (
    {"kind": "500", "method": "editMessageText", "probability": 0.1},
    {"kind": "lost", "method": "editMessageText", "probability": 0.15},
    {"kind": "429", "method": "editMessageText", "probability": 0.05, "seconds": 2},
    {"kind": "502", "method": "sendMessage", "probability": 0.1},
    {"kind": "lost", "method": "sendMessage", "probability": 0.1},
    {"kind": "lost", "method": "deleteMessage", "probability": 0.1},
    {"kind": "500", "method": "answerCallbackQuery", "probability": 0.15},
    {"kind": "lost", "method": "answerCallbackQuery", "probability": 0.1},
    {"kind": "429", "method": "answerCallbackQuery", "probability": 0.3, "count": 2},
    {"kind": "502", "method": "getUpdates", "probability": 0.05},
    {"kind": "lost", "method": "getUpdates", "probability": 0.1},
    {"kind": "delay", "method": "*", "seconds": 0.2, "probability": 0.2},
)
CHANGE_EVERY = 10.0
"""Seconds after which the plan of faults is made anew, and perhaps time passes."""
PASSES = (0, 0, 0, 60, 700, 1100, 1900)
"""Seconds that pass at once; half an hour is half of the clock."""


class Storm:
    """Goes on in a thread of its own until ``stop`` is set."""

    def __init__(self, house: House, bots: Sequence[Bot], chance: random.Random, stop: threading.Event) -> None:
        self.house = house
        self.bots = bots
        self.chance = chance
        self.stop = stop
        self.kills = self.faults = self.moved = 0
        self.troubles: list[str] = []
        """What should not happen to whoever runs the bot."""
        self.balancer = house.balancer if isinstance(house, HookedHouse) else None
        self._urls = dict(enumerate(self.balancer.backends)) if self.balancer else {}

    def run(self) -> None:
        """Kills and starts again, and changes what fails in between."""
        change = 0.0
        while not self.stop.is_set():
            if time.monotonic() >= change:
                self._change()
                change = time.monotonic() + CHANGE_EVERY
            self.stop.wait(self.chance.uniform(*KILL_EVERY))
            if not self.stop.is_set():
                self._kill(self.chance.randrange(len(self.bots)))

    def calm(self) -> None:
        """Nothing fails any more."""
        self._clear()

    def _kill(self, number: int) -> None:
        bot = self.bots[number]
        bot.kill()
        self.kills += 1
        time.sleep(self.chance.uniform(0, 1))
        before = len(bot.log)
        try:
            if self.balancer is None:
                bot.start()
            else:
                self.balancer.backends.remove(self._urls[number])
                bot.start(WEBHOOK_URL=self.balancer.url, HTTP_PORT="0")
                self._urls[number] = served(bot, before)
                self.balancer.backends.append(self._urls[number])
        except AssertionError as error:
            self.troubles.append(f"process {number} does not start: {str(error)[-1000:]}")
            self.stop.set()

    def _change(self) -> None:
        self._clear()
        for one in FAULTS:
            self.house.sim.post("fault", **one, seed=self.chance.randrange(2**31))
        if seconds := self.chance.choice(PASSES):
            self.house.sim.post("clock", advance=seconds)
            self.moved += 1

    def _clear(self) -> None:
        self.faults += sum(one["struck"] for one in self.house.sim.get("fault"))
        self.house.sim.post("fault/clear")
