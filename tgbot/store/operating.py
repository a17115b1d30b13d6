"""The tables of those who run the bot: they belong to no match."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Column
from sqlmodel import Field, SQLModel


class Heartbeat(SQLModel, table=True):
    """When the bot was last alive and in touch with Telegram, by the machine's clock: one row."""

    id: int = Field(default=1, primary_key=True)
    at: datetime


class Operation(SQLModel, table=True):
    """What whoever runs the bot wants for all matches: one row."""

    id: int = Field(default=1, primary_key=True)
    held: bool = False
    """Everything stands still, also what begins from now on."""


class Announcement(SQLModel, table=True):
    """Something whoever runs the bot wants to tell in a chat; the bot says it and takes the row away."""

    id: int = Field(default=None, primary_key=True)
    chat_id: int = Field(sa_column=Column(BigInteger, nullable=False))
    thread_id: int | None = None
    text: str
    """As it was typed; empty: the bot restarts."""
    restart_at: datetime | None = None
    """When the bot restarts."""
    until: datetime
    """It is not worth saying any more from then on."""
