"""A message as it should stand at Telegram, and what becomes of one that is not wanted any more. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from tgbot.pictures import Picture
from tgbot.screens.screen import Screen

STAYS = ""
"""The epoch of a message that may be edited, and is never replaced by a new one."""


def fleeting(which: str) -> bool:
    """Whether a surface is deleted when its time is over; else it only loses its buttons."""
    kind, _, whose = which.partition(" ")
    passing = ("turn", "vote", "away", "held", "hush", "whisper", "asks", "ask", "next")
    return kind in passing or (kind == "lobby" and bool(whose))


def parting(which: str, epoch: str) -> Literal["delete", "strip", "close"]:
    """What becomes of a message that is not wanted any more; ``close``: who waits for an answer learns that the lobby
    is over. An answer he has got stays.
    """
    if which.startswith("ask "):
        return "close" if epoch == "open" else "strip"
    return "delete" if fleeting(which) else "strip"


@dataclass(frozen=True)
class Wanted:
    """A message as it should be. A new ``epoch`` asks for a new message, within one the message is edited.

    ``silent``: sent without a notification. ``notice``: the turn and stage of a reminder, which is sent at most
    once, whatever happens. ``pinned``: pinned where the bot may. ``secret``: may not be forwarded. ``picture``: shown
    with the screen's caption where pictures can be sent, else the screen's text is; ``spoiler``: hidden until tapped.
    ``alone``: a message in the group that this person alone sees; his press brings it forth, a new epoch is its end.
    ``after``: what stands from then on under the picture whose place this message takes.
    """

    which: str
    chat_id: int
    thread_id: int | None
    epoch: str
    screen: Screen
    silent: bool = False
    notice: tuple[int, int] | None = None
    pinned: bool = False
    secret: bool = False
    picture: Picture | None = None
    spoiler: bool = False
    alone: int | None = None
    after: Screen | None = None

    @cached_property
    def photo_digest(self) -> str:
        """Of what the picture shows, its caption and the buttons; empty without a picture."""
        return self.screen.captioned(self.picture.digest) if self.picture is not None else ""

    @property
    def fleeting(self) -> bool:
        """Deleted when a newer one stands, else it only loses its buttons."""
        return fleeting(self.which)


def receiver(which: str) -> int | None:
    """Who alone sees the message of a surface; None: whoever is in its chat."""
    kind, _, whose = which.partition(" ")
    return int(whose) if kind == "whisper" else None
