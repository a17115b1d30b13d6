"""A match on its way to Telegram: which messages stand, which should, and what each needs next. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from core.game import View
from tgbot.facts import Look
from tgbot.store.reading import SurfaceRow
from tgbot.wanted import STAYS, Wanted

Step = Literal["send", "edit", "pin", "unpin", "end"]
"""``end``: the surface is not wanted any more."""


@dataclass(frozen=True)
class Glimpse:
    """A match as a transaction saw it: the facts with everybody's view, each seat's view, and the messages that stood.

    ``since``: how often the deliverer had forgotten matches before the transaction began, see ``Deliverer.forgotten``.
    """

    look: Look
    views: tuple[View, ...]
    rows: dict[str, SurfaceRow]
    since: int


@dataclass
class Showing:
    """A match under delivery. ``rows``: its messages as the lanes have left them; None until read."""

    no_pins: set[int]
    """Chats where the bot may not pin."""
    no_photos: set[int] = field(default_factory=set)
    """Chats that take no pictures."""
    plain: set[str] = field(default_factory=set)
    """Surfaces whose pictures failed."""
    rows: dict[str, SurfaceRow] | None = None
    shut: int | None = None
    """The group, while the bot cannot write there: nothing there is asked for."""
    want: dict[str, Wanted] = field(default_factory=dict)
    revision: int = 0
    pending: dict[str, int] = field(default_factory=dict)
    """Surfaces that need something, and the chat in whose lane they wait."""
    calling: set[str] = field(default_factory=set)
    """Surfaces for which a call is under way."""
    learnt: dict[str, SurfaceRow] = field(default_factory=dict)
    """Messages that have come since the others began to be read."""
    edited: set[str] = field(default_factory=set)
    """Surfaces whose rows have changed and are not written yet: an edit made twice does no harm."""

    def note(self, row: SurfaceRow) -> None:
        """A message stands that somebody's press has brought forth; while the others are read it waits for them."""
        (self.learnt if self.rows is None else self.rows)[row.which] = row

    def take_edited(self) -> list[SurfaceRow]:
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
        if self.shut is not None and self.chat(which) == self.shut:
            return None
        row, want = (self.rows or {}).get(which), self.want.get(which)
        if want is None:
            return "end" if row is not None else None
        if row is None:
            return None if want.epoch == STAYS or want.alone is not None else "send"
        photo = self.photo(want)
        # One message never follows a surface into another chat: what is private there would be read here. And no edit
        # makes a picture of a text.
        if want.epoch != STAYS and (row.epoch, row.chat_id, row.photo) != (want.epoch, want.chat_id, photo):
            return "send" if want.alone is None else "end"
        if row.digest != self.digest(want):
            return "edit"
        if row.pinned != want.pinned and row.chat_id not in self.no_pins:
            return "pin" if want.pinned else "unpin"
        return None

    def photo(self, want: Wanted) -> bool:
        """Whether the surface is shown as a picture."""
        return want.picture is not None and want.which not in self.plain and want.chat_id not in self.no_photos

    def draws(self, which: str) -> bool:
        """Whether what the surface needs next needs a picture drawn."""
        row, want, step = (self.rows or {}).get(which), self.want.get(which), self.step(which)
        if want is None or want.picture is None or not self.photo(want):
            return False
        return step == "send" or (step == "edit" and row is not None and want.picture.digest not in row.digest)

    def fits(self, drawn: Wanted) -> bool:
        """Whether what was drawn may still be shown: if something newer is wanted, then in the same message."""
        want = self.want.get(drawn.which)
        if want is None or not self.photo(want):
            return False
        return (want.epoch, want.chat_id) == (drawn.epoch, drawn.chat_id) and self.step(drawn.which) in ("send", "edit")

    def digest(self, want: Wanted) -> str:
        """Of what the surface should show."""
        return want.photo_digest if self.photo(want) else want.screen.digest

    def chat(self, which: str) -> int:
        """The chat in whose turn the surface is dealt with."""
        want, row = self.want.get(which), (self.rows or {}).get(which)
        return want.chat_id if want is not None else row.chat_id if row is not None else 0
