"""What a button carries: the match, the position it was drawn for, and what it does. At most 64 bytes (Bot API).

``12:7:!cut 3 1`` is a move of match 12 drawn at position 7; without the ``!`` it is a verb of the table such as
``join`` or ``point 3``. Match 0 stands for none. Nothing read here is trusted: the use case decides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from core.game import Move

MAX_BYTES = 64
_FORM = re.compile(r"(0|[1-9][0-9]{0,17}):(0|[1-9][0-9]{0,8}):(!?)([a-z0-9 _+-]{1,42})", re.ASCII)


@dataclass(frozen=True)
class Press:
    """A decoded button. Exactly one of ``move`` and ``verb`` is not empty; ``args`` belong to the verb."""

    match: int
    position: int
    move: Move = ""
    verb: str = ""
    args: tuple[str, ...] = ()


def verb(match: int, position: int, words: str) -> str:
    """The data of a button that does something at the table: ``words`` are a verb and its arguments."""
    return _checked(f"{match}:{position}:{words}")


def move(match: int, position: int, text: Move) -> str:
    """The data of a button that makes a move of the game."""
    return _checked(f"{match}:{position}:!{text}")


@lru_cache(maxsize=256)
def read(data: str) -> Press | None:
    """The press that some data stands for; None when no button of ours carries such data."""
    found = _FORM.fullmatch(data)
    if not found:
        return None
    match, position, mark, words = int(found[1]), int(found[2]), found[3], found[4]
    if mark:
        return Press(match, position, move=words)
    name, *args = words.split(" ")
    return Press(match, position, verb=name, args=tuple(args)) if name else None


def _checked(data: str) -> str:
    # Each of its characters is one byte.
    if not _FORM.fullmatch(data) or len(data) > MAX_BYTES:
        raise ValueError(f"no button can carry {data!r}")
    return data
