"""What people see, read back from messages: buttons, boards, hands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

_ROW = re.compile(r"^([🟫⚪🔵💣]+) (✂️ )?\u2068(?:🤖 )?(.+?)(?: 🤖)?\u2069", re.MULTILINE)
_COUNTS = re.compile(r"🔵 (\d) {2}⚪ (\d) {2}💣 (\d)")


@dataclass(frozen=True)
class Button:
    """A button as it hangs under a message."""

    label: str
    data: str
    url: str = ""

    @property
    def position(self) -> int:
        """The position of the match it was drawn for."""
        return int(self.data.split(":")[1])


@dataclass(frozen=True)
class Answer:
    """What a press was answered with."""

    text: str
    alert: bool = False
    url: str = ""

    @property
    def payload(self) -> str:
        """The payload of the deep link it opens."""
        return self.url.partition("?start=")[2]


@dataclass(frozen=True)
class Message:
    """A message that stands in a chat."""

    raw: dict[str, Any]

    @property
    def id(self) -> int:
        return int(self.raw["message_id"])

    @property
    def text(self) -> str:
        """Without the marks that keep names of either direction apart."""
        return plain(str(self.raw.get("text", "")))

    @property
    def by_bot(self) -> bool:
        return bool(self.raw["from"]["is_bot"])

    @cached_property
    def buttons(self) -> list[Button]:
        rows = self.raw.get("reply_markup", {}).get("inline_keyboard", [])
        return [Button(one["text"], one.get("callback_data", ""), one.get("url", "")) for row in rows for one in row]

    def having(self, pattern: str) -> list[Button]:
        """The buttons whose data ends in something like this."""
        return [button for button in self.buttons if re.search(f":{pattern}$", button.data)]

    @property
    def targets(self) -> list[Button]:
        """The names to cut from."""
        return self.having(r"(point|aim) \d")

    @property
    def wires(self) -> list[Button]:
        """The wires to cut."""
        return self.having(r"!cut \d \d")


@dataclass(frozen=True)
class Row:
    """A player's line on the board."""

    name: str
    wires: str
    holder: bool


@dataclass(frozen=True)
class Board(Message):
    """The board of a running match."""

    @property
    def position(self) -> int:
        return self.having("hand")[0].position

    @property
    def match(self) -> int:
        return int(self.having("hand")[0].data.split(":")[0])

    @property
    def rows(self) -> list[Row]:
        return [Row(name, wires, bool(cut)) for wires, cut, name in _ROW.findall(str(self.raw["text"]))]

    @property
    def holder(self) -> str:
        """Who has the cutters."""
        return next(row.name for row in self.rows if row.holder)

    @property
    def round(self) -> int:
        return 6 - len(self.rows[0].wires)


@dataclass(frozen=True)
class Hand:
    """What somebody is told of his own: his role, his wires as dealt and those still hidden, as (🔵, ⚪, 💣)."""

    role: str
    dealt: tuple[int, ...]
    hidden: tuple[int, ...] = ()


def hand_in(text: str) -> Hand:
    """The hand an alert or a private message tells."""
    role = re.search(r"🕵️|🦹", text)
    assert role, text
    counts = [tuple(map(int, found)) for found in _COUNTS.findall(text)]
    return Hand("sherlock" if role[0] == "🕵️" else "moriarty", *counts)


def plain(text: str) -> str:
    """A text without the marks that isolate names."""
    return re.sub("[\u2068\u2069]", "", text)
