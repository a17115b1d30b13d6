"""What a screen is: text for people with a keyboard under it. Pure values; Telegram comes later."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

Style = Literal["primary", "success", "danger"]


@dataclass(frozen=True)
class Button:
    """One button. Exactly one of ``data``, ``url`` and ``share`` is set.

    ``data``: what a press sends back (see ``tgbot.button``). ``url``: a link. ``share``: an inline query to send in a chat
    of the person's choice. ``style`` colours it (Bot API 9.4).
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

    @property
    def digest(self) -> str:
        """The same for equal screens: an edit that changes nothing need not be made."""
        return hashlib.sha256(repr((self.text, self.keyboard)).encode()).hexdigest()[:32]
