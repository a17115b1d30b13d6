"""What operators may count and measure, for Prometheus. Nothing is served here: see ``wire/server.py``.

The law
    Labels take few values, and all of them are ours: no name, no text, no number of a person, chat or match, no token.
    On the way of a press things are only counted; what has to be looked up is looked up when somebody asks.
"""

from __future__ import annotations

import logging
import platform
from importlib.metadata import PackageNotFoundError, version

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector

from core.catalog import RULES_VERSION

REGISTRY = CollectorRegistry()
"""Ours alone: libraries that keep figures of their own do not show up in it."""

_FAST = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_SLOW = (0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 3600)

UPDATES = Counter(
    "bigben_updates",
    "Updates from Telegram by kind and by what became of them: done; failed; late, given up after its time; unreadable;"
    " again, brought once more.",
    ("kind", "outcome"),
    registry=REGISTRY,
)
UPDATE_SECONDS = Histogram(
    "bigben_update_seconds",
    "From the arrival of an update until its effect is committed; callback_query: presses.",
    ("kind",),
    buckets=_FAST,
    registry=REGISTRY,
)
IN_HAND = Gauge("bigben_updates_in_hand", "Updates that have come and are not done.", registry=REGISTRY)

CALLS = Counter(
    "bigben_api_calls",
    "Calls of the Bot API by method and result: ok, the number of Telegram's error (429: too many), timeout, network.",
    ("method", "result"),
    registry=REGISTRY,
)
CALL_SECONDS = Histogram(
    "bigben_api_call_seconds", "Duration of calls of the Bot API but for getUpdates.", buckets=_FAST, registry=REGISTRY
)
BUDGET_SECONDS = Histogram(
    "bigben_budget_wait_seconds",
    "How long messages and edits waited for their place in the budget of calls.",
    buckets=(0, *_SLOW),
    registry=REGISTRY,
)
CHATS_WAITING = Gauge("bigben_chats_waiting", "Chats in which something waits to be sent or edited.", registry=REGISTRY)

MATCHES = Gauge("bigben_matches", "Matches and lobbies by status.", ("status",), registry=REGISTRY)
WAITING = Gauge("bigben_deadlines_waiting", "Matches and lobbies that wait for a moment.", registry=REGISTRY)
OVERDUE = Gauge("bigben_deadlines_overdue", "Those whose moment is past.", registry=REGISTRY)
OLDEST = Gauge("bigben_deadlines_oldest_overdue_seconds", "For how long the oldest is past.", registry=REGISTRY)
LAG = Histogram(
    "bigben_deadline_lag_seconds",
    "From the moment for which a match waited until what was due was committed.",
    buckets=_SLOW,
    registry=REGISTRY,
)

TRANSACTION_SECONDS = Histogram(
    "bigben_transaction_seconds",
    "Transactions of the database, by whether they may write; with the wait for their turn.",
    ("kind",),
    buckets=_FAST,
    registry=REGISTRY,
)
TRANSACTIONS_FAILED = Counter(
    "bigben_transactions_failed", "Transactions that were rolled back by an error.", ("kind",), registry=REGISTRY
)
RETRIES = Counter("bigben_database_retries", "Transactions that were begun again.", registry=REGISTRY)
DATABASE_UP = Gauge("bigben_database_up", "Whether the database answers.", registry=REGISTRY)

AWAY = Counter("bigben_away", "How often clocks got back the time the bot was away.", registry=REGISTRY)
AWAY_SECONDS = Counter("bigben_away_seconds", "How long it was away in all.", registry=REGISTRY)
SILENT = Gauge("bigben_telegram_silent_seconds", "Since the last good answer of Telegram.", registry=REGISTRY)
LEADER = Gauge("bigben_leader", "Whether this process sends, edits and looks after deadlines.", registry=REGISTRY)
READY = Gauge("bigben_ready", "Whether this process takes part: what /readyz says.", registry=REGISTRY)

PENDING = Gauge("bigben_webhook_pending", "Updates that wait at Telegram (getWebhookInfo).", registry=REGISTRY)
WEBHOOK_ERROR = Gauge(
    "bigben_webhook_last_error_timestamp_seconds",
    "When Telegram last failed to bring an update (getWebhookInfo); 0: never.",
    registry=REGISTRY,
)
WEBHOOK_REFUSED = Counter(
    "bigben_webhook_refused",
    "Webhook calls turned away: secret, wrong or none; large; json, no update; starting, standby, stopping; full.",
    ("reason",),
    registry=REGISTRY,
)

LOGGED = Counter("bigben_logged", "Lines of the log from warnings upwards.", ("level",), registry=REGISTRY)

ProcessCollector(registry=REGISTRY)


def _version() -> str:
    try:
        return version("bigben")
    except PackageNotFoundError:  # Run from a checkout that is not installed.
        return "unknown"


VERSION = _version()
Info("bigben", "What runs.", registry=REGISTRY).info(
    {"version": VERSION, "rules": str(RULES_VERSION), "python": platform.python_version()}
)


class LogCounter(logging.Handler):
    """Counts what is logged."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        LOGGED.labels(record.levelname.lower()).inc()
