"""Groups of people who play whole matches through the playground, and remember what they were told."""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from core.catalog import CATALOG
from core.game import Game, Move
from tests.bot.processes import Sim, SimRefused
from tests.bot.records import Records, Row
from tgbot.refusals import Code
from tgbot.screens.answers import _REFUSALS
from tgbot.store.snapshot import load_game

NAMES = ("Ann", "Bob", "Cid", "Dee")
KINDS = ("timebomb", "evolution", "race", "timebomb", "hunt")
WAIT = 20.0
"""Seconds somebody waits for the answer to a press; a bot that was killed comes back sooner, most times."""
PAUSE = 0.3
"""Seconds before somebody looks again."""
AGAIN, AT_ONCE, TALK = 0.2, 0.15, 0.25
"""How often an update comes twice, two different moves are pressed at once, somebody does something else in between."""
CLOCK = 3600
"""Seconds a move may take: so slow that people are called and reminded."""
_DONE = Code.ALREADY_DONE
_REFUSED = [
    re.compile(re.sub(r"\\{\w+\\}", ".*", re.escape(text)), re.DOTALL)
    for code, text in _REFUSALS.items()
    if code is not _DONE
]


@dataclass(frozen=True)
class Pressed:
    """A move somebody has tried to make. ``told`` None: he was not answered in time."""

    match: int
    position: int
    move: Move
    person: int
    told: str | None

    @property
    def acknowledged(self) -> bool:
        """He was told that it was done, or that it was done already."""
        return self.told is not None and not any(pattern.fullmatch(self.told) for pattern in _REFUSED)


@dataclass
class Crowd:
    """A group of four people, who speak English, in a thread of its own until ``stop`` is set."""

    sim: Sim
    records: Records
    number: int
    seed: int
    stop: threading.Event
    pressed: list[Pressed] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    """What should not happen to people."""

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed * 1000 + self.number)
        self.people = [int(self.sim.post("people", first_name=n, language_code="en")["id"]) for n in NAMES]
        made = self.sim.post("groups", title=f"Group {self.number}", members=self.people, bot_admin=True)
        self.group = int(made["id"])
        for person in self.people:
            self.sim.post(f"people/{person}/start", payload="")

    def run(self) -> None:
        """Plays one match after the other."""
        played = 0
        while not self.stop.is_set():
            try:
                match = self._newest()
                if match is None or match["status"] not in ("lobby", "running"):
                    self._open(KINDS[(self.number + played) % len(KINDS)])
                    played += 1
                elif match["status"] == "lobby":
                    self._fill(match)
                else:
                    self._move(match)
            except SimRefused:
                # What he wanted to press has just gone.
                time.sleep(PAUSE)
            except Exception as error:
                self.troubles.append(f"group {self.number}: {type(error).__name__}: {error}")
                time.sleep(PAUSE)

    def _newest(self) -> Row | None:
        found = self.records.matches(self.group)
        return found[-1] if found else None

    def _message(self, holds: str = "") -> int | None:
        """The newest message of the bot in the group with such a button."""
        for message in reversed(self.sim.get(f"chats/{self.group}/messages")):
            rows = message.get("reply_markup", {}).get("inline_keyboard", [])
            buttons = [one.get("callback_data", "") for row in rows for one in row]
            if message["from"]["is_bot"] and (not holds or holds in buttons):
                return int(message["message_id"])
        return None

    def _press(self, person: int, data: str, holds: str = "") -> str | None:
        """Somebody presses, and Telegram may bring it twice. What he was told; None: nothing in time."""
        message = self._message(holds)
        if message is None:
            raise SimRefused("there is no such message")
        told = self.sim.post(f"people/{person}/press", chat=self.group, message=message, data=data, wait=WAIT)
        if self.chance.random() < AGAIN:
            sender = {"id": person, "is_bot": False, "first_name": NAMES[self.people.index(person)]}
            there = [m for m in self.sim.get(f"chats/{self.group}/messages") if m["message_id"] == message]
            # A message that has gone since is told by where it was.
            chat = {"id": self.group, "type": "supergroup", "title": f"Group {self.number}"}
            board = there[0] if there else {"message_id": message, "date": 0, "chat": chat}
            query = {"id": told["query_id"], "from": sender, "message": board, "chat_instance": "1", "data": data}
            self.sim.post("updates", update={"callback_query": query})
        return None if told.get("timed_out") else str(told["answer"]["text"] or "")

    def _until(self, there: Callable[[], object], seconds: float = WAIT) -> bool:
        late = time.monotonic() + seconds
        while not self.stop.is_set() and time.monotonic() < late:
            if there():
                return True
            time.sleep(PAUSE)
        return False

    def _open(self, kind: str) -> None:
        """The first of them asks for the games and chooses one."""
        choice = f"0:0:new {kind}"
        before = self._newest()
        if self._message(choice) is None:
            self.sim.post(f"people/{self.people[0]}/send", chat=self.group, text="/play")
            self._until(lambda: self._message(choice))
        self._press(self.people[0], choice, choice)
        self._until(lambda: (newest := self._newest()) is not None and newest["id"] != (before or {}).get("id"), 10)

    def _fill(self, match: Row) -> None:
        """The others join, computer players take what is left, and it begins."""
        number, kind, host = match["id"], match["kind"], self.people[0]
        seated = {seat["person_id"] for seat in self.records.seats(number)}
        for person in self.people:
            if person not in seated:
                self._press(person, f"{number}:0:join")
        if match["clock"] != CLOCK:
            self._press(host, f"{number}:0:clock {CLOCK}")
        if match["quiet"]:
            self._press(host, f"{number}:0:quiet off")
        if len(self.records.seats(number)) < min(CATALOG[kind].sizes):
            self._press(host, f"{number}:0:bot+")
        self._press(host, f"{number}:0:start")

    def _move(self, match: Row) -> None:
        """Whoever is to act does something, legal or not; sometimes somebody else as well."""
        number, position = match["id"], match["position"]
        game: Game = load_game(match["kind"], match["state"])
        seat = game.to_act
        seats = self.records.seats(number)
        absent = [one["person_id"] for one in seats if one["absent_since"] and one["person_id"] in self.people]
        if absent:
            self._press(absent[0], f"{number}:{position}:back")
        if self.chance.random() < TALK:
            self._talk(number, position)
        person = seats[seat]["person_id"] if seat is not None else None
        if seat is None or person not in self.people or seats[seat]["left"]:
            time.sleep(PAUSE)
            return
        moves = self.chance.sample(game.moves(seat), min(2, len(game.moves(seat))))
        if len(moves) == 2 and self.chance.random() < AT_ONCE:
            with ThreadPoolExecutor(2) as pool:
                for move in pool.map(lambda move: self._try(number, position, move, person), moves):
                    self.pressed.append(move)
        else:
            self.pressed.append(self._try(number, position, moves[0], person))

    def _try(self, match: int, position: int, move: Move, person: int) -> Pressed:
        return Pressed(match, position, move, person, self._press(person, f"{match}:{position}:!{move}"))

    def _talk(self, match: int, position: int) -> None:
        """What people do besides."""
        person = self.chance.choice(self.people)
        if self.chance.random() < 0.2:
            text = self.chance.choice(("/status", "/table", "/history", "/games"))
            self.sim.post(f"people/{person}/send", chat=self.group, text=text)
        else:
            words = self.chance.choice(("claim 1", "claim 0", "point 1", "unpoint", "hand", "extend"))
            self._press(person, f"{match}:{position}:{words}")
