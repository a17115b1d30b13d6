"""A private table as those see it who sit there: each in the chat with the bot, in any language."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.bot.driver import World
from tests.bot.records import Row
from tests.bot.seen import Answer, Button, Message

LINK = re.compile(r"t\.me/\w+\?start=(j_[\w-]+)")


@dataclass
class Table:
    """A table of ``host``'s. What is tapped is found by what its buttons do, since people read different languages."""

    world: World
    host: str

    def row(self) -> Row:
        """The match, from the database."""
        return self.world.records.match(self.world.ids[self.host])

    @property
    def match(self) -> int:
        return int(self.row()["id"])

    def seats(self) -> list[Row]:
        return self.world.records.seats(self.match)

    def who(self, seat: int | None) -> str | None:
        """Who sits there; None: a computer player, or nobody is to move."""
        person = self.seats()[seat]["person_id"] if seat is not None else None
        return next((name for name, number in self.world.ids.items() if number == person), None)

    def mover(self) -> str | None:
        """Whom the match waits for."""
        return self.who(self.row()["to_act"])

    def messages(self, who: str) -> list[Message]:
        """What the bot said to somebody and still stands."""
        return [m for m in self.world.messages(who) if m.by_bot]

    def having(self, who: str, pattern: str, position: int | None = None) -> Message | None:
        """The newest message of this match with such a button, drawn for this position or any."""
        drawn = r"\d+" if position is None else position
        shown = (m for m in reversed(self.messages(who)) if self._buttons(m, drawn, pattern))
        return next(shown, None)

    def _buttons(self, message: Message, position: object, pattern: str) -> list[Button]:
        sought = re.compile(f"{self.match}:{position}:(?:{pattern})")
        return [button for button in message.buttons if sought.fullmatch(button.data)]

    def until(self, who: str, pattern: str, position: int | None = None) -> Message:
        """Waits for it."""
        return self.world.until(f"{pattern} for {who}", lambda: self.having(who, pattern, position))

    def tap(self, who: str, pattern: str, position: int | None = None) -> Answer:
        """Somebody taps such a button in his chat, one of several."""
        message = self.until(who, pattern, position)
        drawn = r"\d+" if position is None else position
        return self.world.tap(who, self.world.chance.choice(self._buttons(message, drawn, pattern)), private=True)

    def set_up(self, kind: str = "timebomb") -> Message:
        """The host types /play and chooses a game. The lobby."""
        self.world.write(self.host, "/play", private=True)
        # With the first one the host has no match yet by which buttons could be found.
        wanted = f"0:0:new {kind}"
        self.world.until(
            wanted, lambda: any(b.data == wanted for m in self.messages(self.host)[-1:] for b in m.buttons)
        )
        self.world.tap(self.host, Button("", wanted), private=True)
        return self.until(self.host, "start")

    def payload(self) -> str:
        """Of the invite link, which stands in the lobby."""
        found = LINK.search(self.until(self.host, "start").text)
        assert found
        return found[1]

    def come(self, who: str) -> Message:
        """Somebody opens the link. The lobby in his chat."""
        self.world.start(who, self.payload())
        return self.until(who, "start")

    def begin(self, *clock: str) -> None:
        """The host chooses the clock, so that the test may be run at any hour, and starts."""
        for words in clock or ("clock 3600", "quiet off"):
            self.choose(words)
        self.tap(self.host, "start")
        self.until(self.host, "hand")

    def choose(self, words: str) -> None:
        """The host chooses something, wherever its button hangs."""
        lobby = self.until(self.host, r"start|panel -")
        self.world.press(self.host, lobby, f"{self.match}:0:{words}", private=True)

    def board(self, who: str, position: int | None = None) -> Message:
        """The board in somebody's chat."""
        return self.until(who, "hand", position)

    def move(self) -> None:
        """Whoever is to move moves in his chat; a computer player is given time. Then everybody sees it."""
        row = self.row()
        position, who = row["position"], self.who(row["to_act"])
        if row["status"] != "running":
            return
        if who is None:
            self.world.think(61)
        else:
            self.world.think()
            self.tap(who, r"!.+|point \d+", position)
            if self.row()["position"] == position:
                self.tap(who, r"!(cut|shoot) .+", position)
        self.world.until("the next position", lambda: self.row()["position"] > position)
        self.settle()

    def settle(self) -> None:
        """Waits until everything stands at Telegram."""
        self.world.until("nothing is behind", lambda: self.row()["delivered"] == self.row()["revision"])

    def play_out(self) -> None:
        """To the end."""
        while self.row()["status"] == "running":
            self.move()

    def until_somebody(self, *others: str) -> str:
        """Plays until a person is to move, who is told. Ends with another match, and these others in it, each time a
        computer player meets the bomb first.
        """
        while (who := self.mover()) is None:
            if self.row()["status"] == "running":
                self.move()
            else:
                self.set_up()
                for other in others:
                    self.come(other)
                self.begin()
        return who

    def result(self, who: str) -> Message:
        """The end, in somebody's chat."""
        return self.until(who, "rematch")

    def quiet_group(self) -> bool:
        """The group has read nothing but the greeting."""
        return [bool(m.having("new timebomb")) for m in self.world.said()] == [True]
