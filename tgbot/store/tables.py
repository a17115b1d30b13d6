"""The tables. Telegram's ids have up to 52 bits; all times are aware and in UTC; JSON columns are assigned anew."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, String, text
from sqlmodel import Field, SQLModel

from tgbot.facts import Held, Reminders, StartRule, Status


def _telegram_id(**column: Any) -> Any:
    return Field(sa_column=Column(BigInteger, autoincrement=False, **column))


QUIET = (23 * 60, 8 * 60)
"""Quiet hours when a group has chosen none, in minutes after midnight."""


def _match_key() -> Any:
    return Field(sa_column=Column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True))


def _index_of_some(name: str, column: str, where: str) -> Index:
    return Index(name, column, sqlite_where=text(where), postgresql_where=text(where))


class Chat(SQLModel, table=True):
    """A group that has met the bot."""

    id: int = _telegram_id(primary_key=True)
    title: str = ""
    language: str | None = None
    zone: str | None = None
    """The IANA name of its time zone; None: that of its language."""
    quiet_start: int | None = QUIET[0]
    """In minutes after midnight; None: no quiet hours."""
    quiet_end: int | None = QUIET[1]
    pictures: bool = True
    """Whether boards are pictures; else they are text."""
    whisper: bool = False
    """Whether secrets are shown in the group, in messages that only one member sees (Bot API 10.2)."""
    seen_at: datetime | None = None
    """When something was last done there, to within a day."""


class Person(SQLModel, table=True):
    """Somebody who has met the bot. ``reachable``: the bot may write to him, as far as we know."""

    id: int = _telegram_id(primary_key=True)
    name: str
    username: str | None = None
    language: str | None = None
    """Chosen by himself with /language."""
    client_language: str | None = None
    """What his Telegram app speaks."""
    reachable: bool = False
    whisper_failed_at: datetime | None = None
    """When Telegram last refused to show him a message that only he sees."""
    reminders: str = Field(default=Reminders.ALL, sa_column=Column(String(16), nullable=False))
    seen_at: datetime | None = None
    """When he last did something, to within a day."""


class ChatPerson(SQLModel, table=True):
    """Somebody was seen in a group, or is blocked there."""

    __tablename__: ClassVar[Any] = "chat_person"

    chat_id: int = Field(sa_column=Column(ForeignKey("chat.id", ondelete="CASCADE"), primary_key=True))
    person_id: int = Field(sa_column=Column(ForeignKey("person.id", ondelete="CASCADE"), primary_key=True, index=True))
    seen_at: datetime
    gone: bool = False
    """He is not in the group any more."""
    blocked_at: datetime | None = None
    """Since when he may not join what is played there."""
    next_game: bool = False
    """He wants to be told of the next lobby there."""
    told_of: int | None = None
    """The match whose lobby he was told of last."""


class Match(SQLModel, table=True):
    """A match from its lobby to its end.

    ``position`` rises with every move: buttons, plays and chance are bound to it. ``revision`` rises with anything that
    shows: surfaces are bound to it. ``delivered`` is the newest revision whose surfaces all stand at Telegram.
    ``deadline`` is what people see: a lobby expires or starts, a computer player moves, or a clock runs out.
    ``wake_at`` is the next moment at which anything happens by itself: the deadline, a reminder before it, or the end
    of a pause, in which there is no deadline.
    """

    __table_args__: ClassVar[Any] = (
        _index_of_some("match_wake", "wake_at", "wake_at IS NOT NULL"),
        _index_of_some("match_behind", "id", "delivered < revision"),
        Index("match_chat_status", "chat_id", "status"),
        # A number is never given twice, so that an old button cannot name a new match.
        {"sqlite_autoincrement": True},
    )

    # Such a number comes back on buttons, which anybody can forge.
    id: int = Field(default=None, sa_column=Column(BigInteger().with_variant(Integer(), "sqlite"), primary_key=True))
    chat_id: int = Field(sa_column=Column(ForeignKey("chat.id"), nullable=False))
    thread_id: int | None = None
    kind: str
    options: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    secret: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False), repr=False)
    commitment: str
    joins: list[str] = Field(sa_column=Column(JSON, nullable=False))
    """Telegram's ids of the presses and messages that seated people, in order: the seed depends on them."""
    token: str = Field(unique=True)
    """In the invite link."""
    status: str = Field(default=Status.LOBBY, sa_column=Column(String(16), nullable=False))
    position: int = 0
    revision: int = 1
    delivered: int = 0
    rules_version: int
    """Of the rules it is played by (``core.catalog``)."""
    rules_since: int = 0
    """The position from which on it is; 0: it was played by no others before."""
    state: str | None = Field(default=None, repr=False)
    """The game in progress as JSON."""
    host_id: int = Field(sa_column=Column(ForeignKey("person.id"), nullable=False))
    host_pressed_at: datetime
    clock: int
    """Seconds a move."""
    daily: int | None = None
    """A fixed hour of the day instead, in minutes after midnight in the group's zone; ``clock`` is a day then."""
    quiet: bool = True
    """Whether the group's quiet hours count."""
    guests: bool = False
    """Whether people who are not members of the group may join by the invite link."""
    start_rule: str = Field(default=StartRule.HAND, sa_column=Column(String(16), nullable=False))
    panel: str = ""
    """Which part of the lobby's keyboard is open: empty, ``options`` or ``clock``."""
    deadline: datetime | None = None
    wake_at: datetime | None = None
    turn_at: datetime | None = None
    """When a person's clock that runs began to, or began anew after a pause or when the bot was away; None: the
    deadline is that of a lobby, the computer or somebody absent."""
    turn: int = 0
    """The position at which the turn of the player to move began: one turn may have several moves."""
    hours: str = ""
    """The zone and quiet hours that this clock goes by: a change of the group's counts from the next turn."""
    reminded: int = 0
    """The reminder that stands: 0 none, 1 half of the clock, 2 a fifth left."""
    left_ms: int | None = None
    """While the match is paused, what is left on the clock, in milliseconds."""
    ran_from: datetime | None = None
    """From here until ``ran_until`` a person's clock ran before the last pause of this turn: when it turns out that the
    bot was away then, that time is given back."""
    ran_until: datetime | None = None
    pause_until: datetime | None = None
    """When a pause ends by itself."""
    hushed: bool = False
    """The bot cannot write in the group, so the clock stands still until it can."""
    topic_closed: bool = False
    """It is hushed because its topic is closed; in the rest of the group the bot may be heard."""
    held: str = Field(default=Held.NOT, sa_column=Column(String(16), nullable=False))
    """Why the clock stands still until whoever runs the bot, or another version of it, lets it go on."""
    away: int = 0
    """Seconds the bot was away during this turn, which were given back."""
    ballot: str = ""
    """The open question: ``pause``, ``resume``, ``end`` or ``seat N PERSON``; empty: none."""
    former: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """People whose seat somebody else has taken over."""
    to_act: int | None = None
    """The seat the match waits for."""
    pointing: int | None = None
    """The seat whose wires the cutters point at, after the first of two taps."""
    pointing_in: str = ""
    """On which surface that tap was made."""
    reposted: int = 0
    """How often somebody asked for a new board with /table."""
    made_from: str = Field(unique=True)
    """What asked for it, a message or a match played before: each opens one lobby, however often it is delivered."""
    previous_id: int | None = None
    """The match this one is the rematch of."""
    created_at: datetime
    ended_at: datetime | None = None


class SeatTaken(SQLModel, table=True):
    """A seat and who sits in it. ``person_id`` None: a computer player. ``left``: the computer plays for him."""

    __tablename__: ClassVar[Any] = "seat"

    match_id: int = _match_key()
    seat: int = Field(primary_key=True)
    person_id: int | None = Field(default=None, sa_column=Column(ForeignKey("person.id"), index=True))
    name: str
    left: bool = False
    misses: int = 0
    """Turns in a row that his clock ran out."""
    asked: int = 0
    """How often he asked for his hand again with /hand."""
    reposted: int = 0
    """How often he asked for a new board with /table, at a private table: there everybody has his own."""
    absent_since: datetime | None = None
    """Since when his turns are played after a minute."""
    extended: bool = False
    """He has extended his clock, once a match."""
    muted: int | None = None
    """The turn, by the position at which it began, in which he wants no reminder."""


class Ask(SQLModel, table=True):
    """Somebody wants to join, and whether he may Telegram could not tell: the host decides."""

    match_id: int = _match_key()
    person_id: int = Field(sa_column=Column(ForeignKey("person.id", ondelete="CASCADE"), primary_key=True))
    join: str
    """Telegram's id of the message he asked with, which becomes part of the seed when he is let in."""
    at: datetime
    refused: bool = False


class Play(SQLModel, table=True):
    """A move that was made, at the position it was made from."""

    match_id: int = _match_key()
    position: int = Field(primary_key=True)
    seat: int
    move: str
    at: datetime
    by: str = Field(sa_column=Column(String(16), nullable=False))


class ClaimMade(SQLModel, table=True):
    """A claim, in order of ``id`` (TB-12)."""

    __tablename__: ClassVar[Any] = "claim"

    id: int = Field(default=None, primary_key=True)
    match_id: int = Field(sa_column=Column(ForeignKey("match.id", ondelete="CASCADE"), nullable=False, index=True))
    position: int = 0
    """Of the match when it was made: what computer players do depends on what they have heard."""
    seat: int
    round: int
    text: str
    at: datetime


class Vote(SQLModel, table=True):
    """Somebody's vote on the question ``what`` of a match."""

    match_id: int = _match_key()
    what: str = Field(primary_key=True)
    person_id: int = Field(sa_column=Column(ForeignKey("person.id", ondelete="CASCADE"), primary_key=True))
    yes: bool
    at: datetime


class Notice(SQLModel, table=True):
    """A reminder that was about to be sent: written first, so that it is never sent again after a crash."""

    match_id: int = _match_key()
    position: int = Field(primary_key=True)
    """At which the turn began."""
    stage: int = Field(primary_key=True)


class Surface(SQLModel, table=True):
    """A message that shows a match, and what it shows.

    ``which`` is as in ``tgbot.surfaces``. A new ``epoch`` means a new message; within
    one the message is edited. ``digest`` is of what it shows, so that an edit that changes nothing is not made.
    """

    match_id: int = _match_key()
    which: str = Field(sa_column=Column(String(32), primary_key=True))
    chat_id: int = Field(sa_column=Column(BigInteger, nullable=False))
    message_id: int = Field(sa_column=Column(BigInteger, nullable=False))
    epoch: str
    digest: str
    revision: int
    pinned: bool = False
    photo: bool = False
    """Whether it is a picture with a caption; an edit cannot make a text of it, nor a picture of a text."""
