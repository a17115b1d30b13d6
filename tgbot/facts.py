"""Public facts about a match, as frozen values: what use cases return and screens read besides a view.

Nothing here is secret before the end of the match. What only one seat may know comes with that seat's view.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
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


class Reminders(StrEnum):
    """Which reminders of his own turns somebody wants: at half time and near the end, near the end only, or none."""

    ALL = "all"
    GENTLE = "gentle"
    NONE = "none"


class Held(StrEnum):
    """Why a match stands still until somebody lets it go on who is not at the table."""

    NOT = ""
    OPERATOR = "operator"
    """Whoever runs the bot has stopped all matches."""
    BROKEN = "broken"
    """This version of the bot cannot read it."""


SLOW = 3600
"""From this clock on a match is slow: the player to move is called."""

LISTED = 20
"""So many matches at most in one list: more fits no message and interests nobody."""

ASKERS = 8
"""So many people at most wait for the host to let them into a lobby."""

SEAT_KEPT = timedelta(hours=24)
"""The seat of somebody absent is kept for him so long."""


def is_private(chat_id: int) -> bool:
    """Whether a chat is somebody's private one: groups have numbers below zero (Bot API, ``Chat.id``)."""
    return chat_id > 0


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
    reposted: int = 0
    """How often he asked for a new board, at a private table."""
    misses: int = 0
    """Turns in a row that his clock ran out."""
    absent_since: datetime | None = None
    """Since when his turns are played after a minute, because he missed two in a row."""
    extended: bool = False
    """He has extended his clock, which he may once a match."""
    muted: bool = False
    """He wants no reminder of this very turn."""
    reminders: Reminders = Reminders.ALL
    whisper_failed_at: datetime | None = None
    """When Telegram last refused to show him a message that only he sees."""
    guest: bool = False
    """He was never known to be in the group, so he may not see what stands there; at a private table everybody is."""

    @property
    def automatic(self) -> bool:
        """The computer moves for this seat."""
        return self.person_id is None or self.left

    @property
    def absent(self) -> bool:
        """His turns are played after a minute until he is back."""
        return self.absent_since is not None

    @property
    def present(self) -> bool:
        """A person who plays: he has a vote."""
        return not self.automatic and not self.absent


@dataclass(frozen=True)
class Asker:
    """Somebody who asked to be let into a lobby: ``state`` is ``open``, ``no`` or ``in``. Names as in ``Seated``."""

    person_id: int
    name: str
    at: datetime
    state: str = "open"
    reachable: bool = True
    language: str = "en"
    username: str | None = None


@dataclass(frozen=True)
class Awaiting:
    """Somebody who wanted to be told of this lobby and has not joined it."""

    person_id: int
    language: str = "en"


@dataclass(frozen=True)
class Played:
    """A move of the log."""

    position: int
    seat: Seat
    move: str
    by: By
    at: datetime


@dataclass(frozen=True)
class Ballot:
    """The question the people of a match vote on.

    ``what`` is ``pause``, ``resume``, ``end`` or ``seat``: then ``seat`` is the seat of somebody absent, and
    ``candidate`` who wants it, by the name he gave. ``needed`` of the ``voters`` carry it, and half or more
    of them refuse it.
    """

    what: str
    seat: Seat | None = None
    candidate: str = ""
    candidate_id: int | None = None
    yes: tuple[Seat, ...] = ()
    no: tuple[Seat, ...] = ()
    needed: int = 1
    voters: int = 1

    @property
    def key(self) -> str:
        """The question as a vote names it: a candidate is part of it, so that no vote counts for another one."""
        return self.what if self.seat is None else f"{self.what} {self.seat} {self.candidate_id}"


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
    turn: int = 0
    """The position at which his turn began: one turn may have several moves."""
    daily: int | None = None
    """The fixed hour of the day by which a move is due, in minutes after midnight; None: so long after the last."""
    zone: str = "Europe/London"
    """The group's, by its IANA name."""
    quiet: tuple[int, int] | None = None
    """From when until when no clock runs, in minutes after midnight; None when none apply to this match."""
    quiet_on: bool = True
    """The match's own choice to keep the group's quiet hours."""
    paused: bool = False
    pause_until: datetime | None = None
    """When a pause ends by itself."""
    hushed: bool = False
    """The bot cannot write in the group: paused until it can."""
    topic_closed: bool = False
    """Only in the topic of the match the bot cannot write."""
    held: bool = False
    """Whoever runs the bot has paused all matches."""
    away: int = 0
    """Seconds the bot was away during this turn, which were given back."""
    ballot: Ballot | None = None
    reminded: int = 0
    """Which reminder of this turn stands: 0 none, 1 half of the clock, 2 a fifth left."""
    guests: bool = False
    """Whoever has the invite link may join, also from outside the group."""
    asks: tuple[Asker, ...] = ()
    """Who asked to be let into the lobby, oldest first; none once it is over."""
    awaiting: tuple[Awaiting, ...] = ()
    """Who is told privately of the lobby, because he wanted to be; none once it is over."""

    whispers: bool = False
    """The group shows hands in messages that only one member sees."""
    pictures: bool = False
    """The group wants its boards as pictures, and the hands with them."""

    @property
    def private(self) -> bool:
        """Whether it is played at a private table: in the private chats of those who sit, without a group. ``chat_id``
        is then the person who set it up, whose name is the ``chat_title``.
        """
        return is_private(self.chat_id)

    @property
    def askers(self) -> tuple[Asker, ...]:
        """Who waits for the host's answer."""
        return tuple(one for one in self.asks if one.state == "open")

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
