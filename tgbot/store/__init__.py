"""The database: tables, the few queries, and who may write when. The only place that knows SQL."""

from tgbot.store.engine import Store
from tgbot.store.tables import (
    By,
    Chat,
    ChatPerson,
    ClaimMade,
    Match,
    Person,
    Play,
    SeatTaken,
    StartRule,
    Status,
    Surface,
)

__all__ = [
    "By",
    "Chat",
    "ChatPerson",
    "ClaimMade",
    "Match",
    "Person",
    "Play",
    "SeatTaken",
    "StartRule",
    "Status",
    "Store",
    "Surface",
]
