"""The database: tables, the few queries, and who may write when. The only place that knows SQL."""

from tgbot.store.engine import Store, Unusable
from tgbot.store.session import Session
from tgbot.store.transaction import at_fault

__all__ = ["Session", "Store", "Unusable", "at_fault"]
