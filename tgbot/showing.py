"""A match on its way to Telegram: which messages stand, which should, and what each needs next. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from tgbot.store.tables import Surface
from tgbot.surfaces import STAYS, Wanted

Step = Literal["send", "edit", "pin", "unpin", "end"]
"""``end``: the surface is not wanted any more."""


@dataclass
class Showing:
    """A match under delivery. ``rows``: its messages as the lanes have left them; None until read."""

    no_pins: set[int]
    """Chats where the bot may not pin."""
    rows: dict[str, Surface] | None = None
    want: dict[str, Wanted] = field(default_factory=dict)
    revision: int = 0
    pending: dict[str, int] = field(default_factory=dict)
    """Surfaces that need something, and the chat in whose lane they wait."""
    calling: set[str] = field(default_factory=set)
    """Surfaces for which a call is under way."""
    edited: set[str] = field(default_factory=set)
    """Surfaces whose rows have changed and are not written yet: an edit made twice does no harm."""

    def take_edited(self) -> list[Surface]:
        """The rows that are not written yet, which now will be."""
        rows = [row for which, row in (self.rows or {}).items() if which in self.edited]
        self.edited.clear()
        return rows

    def leave(self, chat_id: int) -> None:
        """Forgets the messages of a chat, which nobody can change any more."""
        for which in [which for which, row in (self.rows or {}).items() if row.chat_id == chat_id]:
            del (self.rows or {})[which]
            self.edited.discard(which)

    def step(self, which: str) -> Step | None:
        """What the surface needs next."""
        row, want = (self.rows or {}).get(which), self.want.get(which)
        if want is None:
            return "end" if row is not None else None
        if row is None:
            return None if want.epoch == STAYS else "send"
        # One message never follows a surface into another chat: what is private there would be read here.
        if want.epoch != STAYS and (row.epoch, row.chat_id) != (want.epoch, want.chat_id):
            return "send"
        if row.digest != want.screen.digest:
            return "edit"
        if row.pinned != want.pinned and row.chat_id not in self.no_pins:
            return "pin" if want.pinned else "unpin"
        return None

    def chat(self, which: str) -> int:
        """The chat in whose turn the surface is dealt with."""
        want, row = self.want.get(which), (self.rows or {}).get(which)
        return want.chat_id if want is not None else row.chat_id if row is not None else 0
