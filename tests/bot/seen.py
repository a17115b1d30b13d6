"""What people see, read back from messages: buttons, boards, hands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from core.fair import seed_of

_ROW = re.compile(r"^([🟫⚪🔵💣🍀🍊🌸⭐💎🍒]+) (✂️ )?\u2068(?:🤖 )?(.+?)(?: 🤖| 💤)?\u2069", re.MULTILINE)
_COUNTS = re.compile(r"🔵 \d(?: {2}\S+ \d)+")
_BOMBS = re.compile(r"^(\S+) \w+ (?:💣|▫️)+ (\d)/(\d)(.*)$", re.MULTILINE)
HASH = re.compile(r"\b[0-9a-f]{64}\b")


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
        """Without the marks that keep names of either direction apart; of a picture its caption."""
        return plain(str(self.raw.get("text", self.raw.get("caption", ""))))

    @property
    def photo(self) -> str:
        """The file id of its picture; empty without one."""
        return str(self.raw["photo"][-1]["file_id"]) if "photo" in self.raw else ""

    @property
    def covered(self) -> bool:
        """Whether its picture is hidden until tapped."""
        return bool(self.raw.get("has_media_spoiler"))

    @property
    def protected(self) -> bool:
        """Whether it cannot be forwarded."""
        return bool(self.raw.get("has_protected_content"))

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

    @property
    def choices(self) -> list[Button]:
        """The colours to defuse, or to take the defusing wire off."""
        return self.having("!(attach|detach) [a-z]+")

    @property
    def moves(self) -> list[Button]:
        """The moves that one tap makes."""
        return [*self.wires, *self.choices]


@dataclass(frozen=True)
class Row:
    """A player's line on the board."""

    name: str
    wires: str
    holder: bool


@dataclass(frozen=True)
class Bombs:
    """A colour's line on the board: how many are out, at how many it explodes, whether it is defused."""

    revealed: int
    limit: int
    defused: bool


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
    def mover(self) -> str:
        """Who is to cut or to choose: the first player named in bold."""
        text = str(self.raw["text"]).encode("utf-16-le")
        spans = [(one["offset"], one["length"]) for one in self.raw["entities"] if one["type"] == "bold"]
        bold = [plain(text[2 * at : 2 * (at + n)].decode("utf-16-le")).removeprefix("🤖 ") for at, n in spans]
        names = {row.name for row in self.rows}
        bare = [one.removesuffix(" 🤖").removesuffix(" 💤") for one in bold]
        return next(one for one in bare if one in names)

    @property
    def offered(self) -> list[str]:
        """The moves he may make: those on the buttons, else every cut at the players named there."""
        if self.moves:
            return [button.data.partition("!")[2] for button in self.moves]
        return [
            f"cut {seat} {place}"
            for seat in (int(button.data[-1]) for button in self.targets)
            for place, wire in enumerate(self.rows[seat].wires)
            if wire == "🟫"
        ]

    @property
    def bombs(self) -> dict[str, Bombs]:
        """The colours of Evolution by their signs."""
        return {sign: Bombs(int(n), int(limit), "🔵" in mark) for sign, n, limit, mark in _BOMBS.findall(self.text)}

    @property
    def round(self) -> int:
        return 6 - len(self.rows[0].wires)


@dataclass(frozen=True)
class Hand:
    """What somebody is told of his own: his role, his wires as dealt and those still hidden: (🔵, ⚪, 💣), or 🔵
    and each colour.
    """

    role: str
    dealt: tuple[int, ...]
    hidden: tuple[int, ...] = ()


def hand_in(text: str) -> Hand:
    """The hand an alert or a private message tells."""
    role = re.search(r"🕵️|🦹", text)
    assert role, text
    counts = [tuple(map(int, re.findall(r"\d", found))) for found in _COUNTS.findall(text)]
    return Hand("sherlock" if role[0] == "🕵️" else "moriarty", *counts)


def roles_in(result: Message) -> dict[str, str]:
    """Who was what, as the result tells."""
    found: dict[str, str] = {}
    for role in ("Sherlock", "Moriarty"):
        (line,) = re.findall(rf"^\S+ {role} · (.+?)(?: 🏆)?$", result.text, re.MULTILINE)
        found |= {name.removeprefix("🤖 "): role.lower() for name in line.split(", ")}
    return found


def seed_in(result: Message) -> bytes:
    """The seed of the match, from the secret and the joins that the result publishes."""
    secret = bytes.fromhex(HASH.findall(result.text)[1])
    return seed_of(secret, result.text.partition("Joins:\n")[2].splitlines())


def plain(text: str) -> str:
    """A text without the marks that isolate names."""
    return re.sub("[\u2068\u2069]", "", text)
