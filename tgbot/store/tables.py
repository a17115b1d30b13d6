"""The tables. Telegram's ids have up to 52 bits; all times are aware and in UTC; JSON columns are assigned anew."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Index, LargeBinary, String, text
from sqlmodel import Field, SQLModel

from tgbot.facts import StartRule, Status


def _telegram_id(**column: Any) -> Any:
    return Field(sa_column=Column(BigInteger, autoincrement=False, **column))


def _match_key() -> Any:
    return Field(sa_column=Column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True))


class Chat(SQLModel, table=True):
    """A group that has met the bot."""

    id: int = _telegram_id(primary_key=True)
    title: str = ""
    language: str | None = None


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


class ChatPerson(SQLModel, table=True):
    """Somebody was seen in a group."""

    __tablename__: ClassVar[Any] = "chat_person"

    chat_id: int = Field(sa_column=Column(ForeignKey("chat.id", ondelete="CASCADE"), primary_key=True))
    person_id: int = Field(sa_column=Column(ForeignKey("person.id", ondelete="CASCADE"), primary_key=True, index=True))
    seen_at: datetime


class Match(SQLModel, table=True):
    """A match from its lobby to its end.

    ``position`` rises with every move: buttons, plays and chance are bound to it. ``revision`` rises with anything that
    shows: surfaces are bound to it. ``delivered`` is the newest revision whose surfaces all stand at Telegram.
    ``deadline`` is the next moment at which something happens by itself: a lobby expires or starts, a computer player
    moves, or a clock runs out.
    """

    __table_args__: ClassVar[Any] = (
        Index("match_deadline", "deadline", sqlite_where=text("deadline IS NOT NULL")),
        Index("match_behind", "id", sqlite_where=text("delivered < revision")),
        Index("match_chat_status", "chat_id", "status"),
        # A number is never given twice, so that an old button cannot name a new match.
        {"sqlite_autoincrement": True},
    )

    id: int = Field(default=None, primary_key=True)
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
    state: str | None = Field(default=None, repr=False)
    """The game in progress as JSON."""
    host_id: int = Field(sa_column=Column(ForeignKey("person.id"), nullable=False))
    host_pressed_at: datetime
    clock: int
    """Seconds a move."""
    start_rule: str = Field(default=StartRule.HAND, sa_column=Column(String(16), nullable=False))
    panel: str = ""
    """Which part of the lobby's keyboard is open: empty, ``options`` or ``clock``."""
    deadline: datetime | None = None
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
    seat: int
    round: int
    text: str
    at: datetime


class Surface(SQLModel, table=True):
    """A message that shows a match, and what it shows.

    ``which`` is ``lobby``, ``board``, ``turn``, ``result`` or ``hand N``. A new ``epoch`` means a new message; within
    one the message is edited. ``digest`` is of what it shows, so that an edit that changes nothing is not made.
    """

    match_id: int = _match_key()
    which: str = Field(sa_column=Column(String(16), primary_key=True))
    chat_id: int = Field(sa_column=Column(BigInteger, nullable=False))
    message_id: int = Field(sa_column=Column(BigInteger, nullable=False))
    epoch: str
    digest: str
    revision: int
    pinned: bool = False
