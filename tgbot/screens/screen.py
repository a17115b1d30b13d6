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
MAX_CAPTION = 1024
"""The longest caption of a picture or file after parsing, in UTF-16 units (Bot API, ``sendPhoto``)."""
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
    """A message: HTML as the Bot API reads it, at most 4096 characters after parsing, and an inline keyboard.

    ``caption``: what is said when a picture shows the rest, at most 1024 characters after parsing; empty: no picture
    goes with this screen.
    """

    text: str
    keyboard: Keyboard = ()
    caption: str = ""

    @cached_property
    def digest(self) -> str:
        """The same for equal screens: an edit that changes nothing need not be made."""
        return _digest(self.text, self.keyboard)

    def captioned(self, picture: str) -> str:
        """The same for a picture with its caption: three digests, of the ``picture``, the caption and the keyboard."""
        return " ".join((picture, _digest(self.caption), _digest(self.keyboard)))


def _digest(*shown: object) -> str:
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:32]


def rows(buttons: Sequence[Button], width: int) -> Keyboard:
    """Buttons in rows of at most ``width``."""
    return tuple(tuple(buttons[first : first + width]) for first in range(0, len(buttons), width))


def units(text: str) -> int:
    """The length of plain text in UTF-16 code units, in which Telegram counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def length(text: str) -> int:
    """The length of HTML after parsing, in UTF-16 code units (Bot API, ``sendMessage``: at most 4096)."""
    return units(plain(text))


def plain(text: str) -> str:
    """HTML as people read it."""
    return html.unescape(re.sub(r"<[^>]*>", "", text))
