"""The database: tables, the few queries, and who may write when. The only place that knows SQL."""

from sqlmodel import Session

from tgbot.store.engine import Store, Unusable

__all__ = ["Session", "Store", "Unusable"]
