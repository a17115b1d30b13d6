"""What a screen is: text for people with a keyboard under it. Pure values; Telegram comes later."""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

MAX_TEXT = 4096
"""The longest message after parsing, in UTF-16 units (Bot API, ``sendMessage``)."""
MAX_ALERT = 200
"""The longest answer to a press, in UTF-16 units (Bot API, ``answerCallbackQuery``)."""

Style = Literal["primary", "success", "danger"]


@dataclass(frozen=True)
class Button:
    """One button. Exactly one of ``data``, ``url`` and ``share`` is set.

    ``data``: what a press sends back (see ``tgbot.button``). ``url``: a link. ``share``: an inline query to send in a
    chat of the person's choice. ``style`` colours it (Bot API 9.4).
    """

    label: str
    data: str | None = None
    url: str | None = None
    share: str | None = None
    style: Style | None = None


Keyboard = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True)
class Screen:
    """A message: HTML as the Bot API reads it, at most 4096 characters after parsing, and an inline keyboard."""

    text: str
    keyboard: Keyboard = ()

    @cached_property
    def digest(self) -> str:
        """The same for equal screens: an edit that changes nothing need not be made."""
        return hashlib.sha256(repr((self.text, self.keyboard)).encode()).hexdigest()[:32]


def rows(buttons: Sequence[Button], width: int) -> Keyboard:
    """Buttons in rows of at most ``width``."""
    return tuple(tuple(buttons[first : first + width]) for first in range(0, len(buttons), width))


def units(text: str) -> int:
    """The length of plain text in UTF-16 code units, in which Telegram counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def length(text: str) -> int:
    """The length of HTML after parsing, in UTF-16 code units (Bot API, ``sendMessage``: at most 4096)."""
    return units(html.unescape(re.sub(r"<[^>]*>", "", text)))
