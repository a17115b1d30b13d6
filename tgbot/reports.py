"""Errors to Sentry, for those who set ``SENTRY_DSN``: only then is this module imported, and Sentry's library with it.

What leaves: the line that was logged and what it is about, and of an exception its type and its frames, without what
variables held. The sentence of an exception may quote what somebody wrote, so only Telegram's own sentences leave;
the number of a chat may be that of a person, so it does not.
"""

from __future__ import annotations

import logging
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import sentry_sdk
import structlog
from sentry_sdk.integrations.atexit import AtexitIntegration
from sentry_sdk.integrations.excepthook import ExcepthookIntegration
from sentry_sdk.utils import event_from_exception

from tgbot.logs import scrub

_TOLD = ("match", "seat", "position", "revision", "surface", "update", "error", "code", "seconds")
"""Of what a line is about, so much leaves."""
_SPEAKS = ("telegram.error",)
"""Whose exceptions leave with their sentence."""


def report_to(dsn: str) -> None:
    """Sends every line logged as an error to Sentry from now on; a thread of its own does it."""
    sentry_sdk.init(
        dsn=dsn,
        release=_release(),
        integrations=[AtexitIntegration(callback=lambda *_: None), ExcepthookIntegration()],
        default_integrations=False,
        auto_enabling_integrations=False,
        # Data about people is sent by default neither by older versions of the library nor by newer ones, in which to
        # say so is deprecated.
        include_local_variables=False,
        max_breadcrumbs=0,
        # Seconds for what is still on its way when the bot stops.
        shutdown_timeout=1,
        before_send=_clean,
    )
    logging.getLogger().addHandler(_Reporter(logging.ERROR))


def _release() -> str | None:
    try:
        return f"bigben@{version('bigben')}"
    except PackageNotFoundError:  # It runs from a checkout.
        return None


class _Reporter(logging.Handler):
    """Turns a line of the log into an event."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            said = _fields(record)
            event: Any = {}
            if caught := _caught(said.get("exc_info") or record.exc_info):
                event, _ = event_from_exception(caught, client_options=sentry_sdk.get_client().options)
            event["level"] = "fatal" if record.levelno > logging.ERROR else "error"
            event["logger"], event["message"] = record.name, str(said["event"])
            event["tags"] = {name: str(said[name]) for name in _TOLD if said.get(name) is not None}
            sentry_sdk.capture_event(event)
        except Exception:
            self.handleError(record)


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    """What a line consists of. Lines of structlog come as that; of a library's only the pattern leaves."""
    if isinstance(record.msg, dict):
        return record.msg
    ours = record.name.startswith("tgbot")
    return {**structlog.contextvars.get_contextvars(), "event": record.getMessage() if ours else record.msg}


def _caught(exc_info: Any) -> Any:
    if isinstance(exc_info, BaseException):
        return type(exc_info), exc_info, exc_info.__traceback__
    if exc_info and not isinstance(exc_info, tuple):
        exc_info = sys.exc_info()
    return exc_info if exc_info and exc_info[0] is not None else None


def _clean(event: Any, _: Any) -> Any:
    """What leaves: no sentence that may quote people, and nothing that looks like a secret, wherever it stands."""
    for exception in event.get("exception", {}).get("values", ()):
        if exception.get("module") not in _SPEAKS:
            exception["value"] = ""
    for name in ("server_name", "user", "request", "extra", "modules", "breadcrumbs"):
        event.pop(name, None)
    return _scrubbed(event)


def _scrubbed(value: Any) -> Any:
    if isinstance(value, str):
        return scrub(value)
    if isinstance(value, dict):
        return {name: _scrubbed(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_scrubbed(inner) for inner in value]
    return value
