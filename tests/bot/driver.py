"""A group of people who play: they see what stands in their chats and tap what hangs there, over HTTP."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from tests.bot.processes import PATIENCE, House
from tests.bot.records import Records, Row
from tests.bot.seen import Answer, Board, Button, Hand, Message, hand_in

T = TypeVar("T")

CLOCKS = "⏱🗓🌙☀"
"""How the buttons of the clock begin."""
THOUGHT = 6.0
"""Seconds people think about a cut, on the playground's clock: so two edits a cut stay within Telegram's limits."""


class World:
    """A group with the bot and its people, by name. All but ``strangers`` have pressed Start in their private chats;
    ``outsiders`` are not in the group. ``speaks``: languages of those who do not speak English.
    """

    def __init__(
        self,
        house: House,
        names: str | Sequence[str],
        *,
        strangers: Sequence[str] = (),
        outsiders: Sequence[str] = (),
        speaks: Mapping[str, str] | None = None,
        title: str = "Friday night",
        bot_admin: bool = False,
    ) -> None:
        self.house = house
        self.sim = house.sim
        self.records = Records(house.bot.database_url)
        self.names = names.split() if isinstance(names, str) else list(names)
        self.chance = random.Random(7)
        self.ids: dict[str, int] = {}
        for name in (*self.names, *outsiders):
            language = (speaks or {}).get(name, "en")
            self.ids[name] = self.sim.post("people", first_name=name, language_code=language)["id"]
        members = [self.ids[name] for name in self.names]
        self.group = int(self.sim.post("groups", title=title, members=members, bot_admin=bot_admin)["id"])
        met = [name for name in self.ids if name not in strangers]
        for name in met:
            self.start(name)
        if self.house.bot.lives:
            # A press in the group overtakes a Start in the private chat, and then leads there.
            self.until("the bot may write to them", lambda: self.records.reachable() >= {self.ids[n] for n in met})

    def tap(self, who: str, label: str | Button, *, private: bool = False) -> Answer:
        """Somebody taps a button of the group, or of his private chat, and is answered. What is told by its label may
        still have to come: the press before it was answered before the message was drawn anew.
        """
        what = {"data": label.data} if isinstance(label, Button) else {"label": label}
        if isinstance(label, str):
            self.until_there(label, who if private else None)
        return self._answered(who, self.sim.post(f"people/{self.ids[who]}/tap", chat=self.chat(who, private), **what))

    def tap_for(self, who: str, label: str) -> dict[str, Any]:
        """Somebody taps a button of the group that opens something; what it opens."""
        opened: dict[str, Any] = self.sim.post(f"people/{self.ids[who]}/tap", chat=self.group, label=label)
        return opened

    def press(self, who: str, message: Message, data: str, *, private: bool = False) -> Answer:
        """Somebody sends any data, as from a button of a message that ever was."""
        how = {"chat": self.chat(who, private), "message": message.id, "data": data}
        return self._answered(who, self.sim.post(f"people/{self.ids[who]}/press", **how))

    def _answered(self, who: str, told: dict[str, Any]) -> Answer:
        assert not told.get("timed_out"), f"{who} pressed and was not answered"
        answer = told["answer"]
        return Answer(answer["text"] or "", answer["show_alert"], answer["url"] or "")

    def chat(self, who: str, private: bool) -> int:
        """The group, or somebody's private chat."""
        return self.ids[who] if private else self.group

    def write(self, who: str, text: str, *, private: bool = False) -> int:
        """Somebody writes. The number of his message."""
        said = self.sim.post(f"people/{self.ids[who]}/send", chat=self.chat(who, private), text=text)
        return int(said["message_id"])

    def start(self, who: str, payload: str = "") -> None:
        """Somebody presses Start in the private chat, perhaps with a link's payload."""
        self.sim.post(f"people/{self.ids[who]}/start", payload=payload)

    def named(self, shown: str) -> str:
        """Whose name is shown so, perhaps shortened."""
        return next(name for name in self.names if name.startswith(shown.removesuffix("…")))

    def think(self, seconds: float = THOUGHT) -> None:
        """Time goes by on the playground's clock, and the bot's goes with it."""
        self.sim.post("clock", advance=seconds)
        self.house.bot.hear_the_time()

    def messages(self, who: str | None = None) -> list[Message]:
        """What stands in the group, or in somebody's private chat; oldest first."""
        found = self.sim.get(f"chats/{self.group if who is None else self.ids[who]}/messages")
        return [Message(raw) for raw in found]

    def newest(self, label: str, who: str | None = None) -> Message | None:
        """The newest message with a button whose label holds this."""
        shown = (m for m in reversed(self.messages(who)) if any(label in b.label for b in m.buttons))
        return next(shown, None)

    def saying(self, text: str, who: str | None = None) -> Message | None:
        """The newest message of the bot that says this."""
        return next((m for m in reversed(self.messages(who)) if m.by_bot and text in m.text), None)

    def boards(self) -> list[Board]:
        """The boards with buttons, oldest first."""
        return [Board(m.raw) for m in self.messages() if m.having("hand")]

    def board(self) -> Board:
        """The board of the running match."""
        return self.until("a board", self.boards)[-1]

    def lobby(self) -> Message:
        """The newest message with Join under it."""
        return self.until("a lobby", lambda: self.newest("Join"))

    def result(self) -> Message | None:
        """The end of the newest match, if it stands below everything else with buttons."""
        shown = next((m for m in reversed(self.messages()) if m.buttons), None)
        return shown if shown and shown.having("rematch") else None

    def hand_of(self, who: str) -> Hand:
        """What *My hand* on the board tells somebody."""
        answer = self.tap(who, "My hand")
        assert answer.alert, answer
        return hand_in(answer.text)

    def match(self) -> Row:
        """The newest match of the group, from the database."""
        return self.records.match(self.group)

    def game(self) -> dict[str, Any]:
        """The newest match in progress, secrets included, from the database."""
        found: dict[str, Any] = json.loads(self.match()["state"])
        return found

    def settle(self) -> None:
        """Waits until everything of the match stands at Telegram."""
        self.until("nothing is behind", lambda: self.match()["delivered"] == self.match()["revision"])

    def everything(self) -> Row:
        """All that the database holds of the newest match but how far its messages are."""
        return self.records.everything(self.match()["id"])

    def kill_and_start(self) -> None:
        """kill -9, and another process takes its place: what was committed is still so."""
        before = self.everything()
        self.house.kill_bot()
        assert self.everything() == before
        self.house.bot.start()
        self.settle()
        assert self.everything() == before

    def until(self, what: str, look: Callable[[], T | None], seconds: float = PATIENCE) -> T:
        """Looks again whenever something happens, until there is something to see."""
        late = time.monotonic() + seconds
        while True:
            happened = self.sim.get("events", after=10**9)["seq"]
            if found := look():
                return found
            assert time.monotonic() < late, f"{what}: it does not come\n{self._shown()}"
            self.sim.get("events", after=happened, wait=0.2)

    def _shown(self) -> str:
        lines = [f"{m.raw['from']['first_name']}: {m.text}\n{m.buttons}" for m in self.messages()[-4:]]
        return "\n---\n".join([*lines, self.house.bot.log[-2000:]])

    def until_said(self, text: str, who: str | None = None) -> Message:
        """Waits until the bot says something in the group or to somebody privately."""
        return self.until(f"{text!r}", lambda: self.saying(text, who))

    def until_there(self, label: str, who: str | None = None) -> Message:
        """Waits until a button hangs in the group or in somebody's private chat."""
        return self.until(f"button {label!r}", lambda: self.newest(label, who))

    def until_lobby(self, text: str) -> Message:
        """Waits until the lobby says something."""

        def look() -> Message | None:
            lobby = self.newest("Join")
            return lobby if lobby and text in lobby.text else None

        return self.until(f"{text!r} in the lobby", look)

    def gather(self, *names: str, game: str = "Time Bomb") -> Message:
        """The first of them, or of all people, opens a lobby and the others join. The lobby with all of them in it."""
        host, *others = names or self.names
        self.until_there(game)
        self.tap(host, game)
        self.until_there("Join")
        for name in others:
            self.tap(name, "Join")
        return self.until_lobby(f"👥 {len(others) + 1} of ")

    def choose(self, who: str, *labels: str) -> None:
        """The host chooses among clocks and options and closes them again."""
        clocks = [label for label in labels if label[0] in CLOCKS]
        others = [label for label in labels if label not in clocks]
        for door, chosen in (("⏱ Clock", clocks), ("Options", others)):
            for label in (door, *chosen, "Back") if chosen else ():
                self.until_there(label)
                self.tap(who, label)
            self.until_there("▶️ Start")

    def begin(
        self, *names: str, game: str = "Time Bomb", options: Sequence[str] = (), quiet_nights: bool = False
    ) -> Board:
        """They gather, the host chooses and starts. The first board. Without ``quiet_nights`` a slow clock runs at any
        hour: tests are run at any hour.
        """
        host, *_ = names or self.names
        self.gather(*names, game=game)
        timeless = any("min" in option or "🗓" in option for option in options)
        options = [*options, *(() if quiet_nights or timeless else ("☀️ Day and night",))]
        if options:
            self.choose(host, *options)
        self.tap(host, "▶️ Start")
        return self.board()

    def cut(self) -> None:
        """Who is to act makes some move on the board."""
        self.make(self.chance.choice(self.board().offered))

    def cut_safely(self) -> None:
        """He cuts a safe wire: the match goes on. The test looks it up, a player could not know."""
        hands = self.game()["hands"]
        cuts = [tuple(map(int, move.split()[1:])) for move in self.board().offered]
        seat, place = self.chance.choice([(seat, place) for seat, place in cuts if hands[seat][place] == "safe"])
        self.make(f"cut {seat} {place}")

    def make(self, move: str) -> Answer:
        """Who is to act makes a move on the board: he taps somebody and one of his wires, or what else he is asked.
        Then the board shows it. What he was answered.
        """
        board = self.board()
        self.think()
        who = self.named(board.mover)
        if not board.moves:
            self.tap(who, next(button for button in board.targets if button.data[-1] == move.split()[1]))
        moves = self.until("the wires", lambda: self.board().moves)
        answer = self.tap(who, next(button for button in moves if button.data.endswith(f"!{move}")))
        self.until_moved(board.position)
        return answer

    def cut_privately(self) -> None:
        """The same from the private chat of who is to act, who need not see the group at all."""
        who, call = self.until("a call to somebody", self.called)
        asked = call.targets or call.moves
        position = asked[0].position
        self.think()
        self.tap(who, self.chance.choice(asked), private=True)
        if call.targets:
            # His hand may still show wires of his own that he had to cut a moment ago.
            wires = self.until("the wires", lambda: [b for b in self.wires_for(who) if b.position == position])
            self.tap(who, self.chance.choice(wires), private=True)
        self.until("the next call", lambda: self._called_after(position) or self.saying("Rematch") or self.result())

    def called(self) -> tuple[str, Message] | None:
        """Who is called to the table in his private chat, and that call."""
        for name in self.names:
            for message in reversed(self.messages(name)):
                if message.having(r"point \d") or message.moves:
                    return name, message
        return None

    def wires_for(self, who: str) -> list[Button]:
        """The wires he may cut from his private chat."""
        return next((m.wires for m in reversed(self.messages(who)) if m.wires), [])

    def _called_after(self, position: int) -> bool:
        called = self.called()
        return called is not None and (called[1].targets or called[1].moves)[0].position > position

    def until_moved(self, position: int, seconds: float = PATIENCE) -> None:
        """Waits until the group sees the match after this position, or its end."""
        self.until("the next move", lambda: self.result() or self._moved(position), seconds)

    def _moved(self, position: int) -> bool:
        boards = self.boards()
        return bool(boards) and boards[-1].position > position

    def play_out(self, cut: Callable[[], None] | None = None) -> Message:
        """Plays to the end. The result."""
        while self.result() is None:
            (cut or self.cut)()
        return self.until("the result", self.result)

    def told(self, who: str | None = None) -> list[dict[str, Any]]:
        """All that ever happened in the group or in somebody's private chat, edits and answers included."""
        found: list[dict[str, Any]] = self.sim.get(f"chats/{self.group if who is None else self.ids[who]}/transcript")
        return found

    def said(self, who: str | None = None) -> list[Message]:
        """Every message the bot ever sent or edited there, as it was at that moment."""
        events = [event for event in self.told(who) if event["kind"] in ("sent", "edited")]
        return [m for m in (Message(event["message"]) for event in events) if m.by_bot]

    def standing(self) -> list[Message]:
        """The bot's messages that stand in the group."""
        return [m for m in self.messages() if m.by_bot]


def at_once(*deeds: Callable[[], T]) -> list[T]:
    """Does all of them in the same instant; what each gave."""
    with ThreadPoolExecutor(len(deeds)) as pool:
        return [done.result() for done in [pool.submit(deed) for deed in deeds]]
