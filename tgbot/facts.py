"""Public facts about a match, as frozen values: what use cases return and screens read besides a view.

Nothing here is secret before the end of the match. What only one seat may know comes with that seat's view.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from core.game import Claim, Options, Seat, View


class Status(StrEnum):
    """Where a match is in its life."""

    LOBBY = "lobby"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class By(StrEnum):
    """Who made a move."""

    PERSON = "person"
    CLOCK = "clock"
    COMPUTER = "computer"


class StartRule(StrEnum):
    """When a lobby starts (product, the lobby)."""

    HAND = "hand"
    FULL = "full"
    TIME = "time"


CLOCKS = (60, 300, 3600, 8 * 3600, 24 * 3600, 3 * 24 * 3600)
"""The presets of a match's clock in seconds a move (product, Time)."""

START_IN = (15, 60, 240)
"""Minutes until a lobby starts by itself, for the choice *at a set time*."""

SLOW = 3600
"""From this clock on a match is slow: the player to move is called."""


@dataclass(frozen=True)
class Seated:
    """Who sits in a seat. ``name`` is as he gave it: screens make it safe. ``person_id`` None: a computer player.

    ``left``: he has left, and the computer plays for him. ``reachable``: the bot may write to him.
    """

    seat: Seat
    name: str
    person_id: int | None
    left: bool = False
    reachable: bool = False
    language: str = "en"
    asked: int = 0
    """How often he asked for his hand again."""
    misses: int = 0
    """Turns in a row that his clock ran out."""

    @property
    def automatic(self) -> bool:
        """The computer moves for this seat."""
        return self.person_id is None or self.left


@dataclass(frozen=True)
class Played:
    """A move of the log."""

    position: int
    seat: Seat
    move: str
    by: By
    at: datetime


@dataclass(frozen=True)
class Revelation:
    """What makes the shuffles checkable, published when the match has ended (product, Fair shuffles)."""

    secret: str
    joins: tuple[str, ...]


@dataclass(frozen=True)
class MatchFacts:
    """All that everybody may know of a match but for the game itself, which comes as a view."""

    match: int
    kind: str
    status: Status
    chat_id: int
    chat_title: str
    thread_id: int | None
    language: str
    """The group's."""
    position: int
    revision: int
    seats: tuple[Seated, ...]
    host_id: int
    options: Options
    clock: int
    """Seconds a move."""
    start_rule: StartRule
    panel: str
    """Which part of the lobby's keyboard is open: empty, ``options`` or ``clock``."""
    deadline: datetime | None
    pointing: Seat | None
    """Whom the cutters point at, after the first of two taps."""
    pointing_in: str
    """The surface of that tap: ``board``, ``turn`` or ``hand``."""
    reposted: int
    """How often /table asked for a new board."""
    commitment: str
    token: str
    """Of the invite link."""
    invited: tuple[str, ...] = ()
    """Names of those who sat at the last match and have not joined the rematch yet."""
    claims: tuple[Claim, ...] = ()
    """Of all rounds, oldest first."""
    plays: tuple[Played, ...] = ()
    revelation: Revelation | None = None
    """None until the match has ended."""
    to_act: Seat | None = None
    """Whose move it is; None before the start and after the end."""

    @property
    def slow(self) -> bool:
        """Whether the player to move is called to the table."""
        return self.clock >= SLOW

    def seat_of(self, person_id: int) -> Seated | None:
        """The seat of a person, None when he does not sit here or has left."""
        return next((s for s in self.seats if s.person_id == person_id and not s.left), None)


@dataclass(frozen=True)
class Look:
    """A match as it stands, for one pair of eyes: the facts and what ``view.seat`` may see (None in the lobby)."""

    facts: MatchFacts
    view: View | None
