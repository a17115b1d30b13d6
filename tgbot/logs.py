"""What is logged and how: one line an event on standard error, for eyes or as JSON, no secrets, no token.

Tracebacks show frames and sentences but never local variables, where secrets live; libraries that would log
addresses with the token in them speak up only when something is wrong. Whatever the words, what looks like a token or
a password, and what ``configure`` was told to keep, is struck out of every line.

A line says what it is about: ``match``, ``seat``, ``position``, ``update`` and so on are bound to whatever is under
way (``structlog.contextvars``), so that every line within has them.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterable
from typing import Literal

import structlog

_TALKATIVE = (
    *("httpx", "httpcore", "urllib3", "aiohttp", "uvicorn", "starlette", "multipart", "python_multipart"),
    *("apscheduler", "telegram", "asyncio", "PIL", "sentry_sdk", "sqlalchemy", "alembic", "psycopg", "psycopg.pool"),
)
_TOKEN = re.compile(r"(?<![0-9])[0-9]{5,}:[A-Za-z0-9_-]{20,}")
_PASSWORD = re.compile(r"(?<=://)([^\s:/@]*):[^\s/]+@")
_STRUCK = "[...]"
_kept: list[str] = []


def scrub(text: str) -> str:
    """The text without bot tokens, without passwords in addresses, and without what is to be kept."""
    for secret in _kept:
        text = text.replace(secret, _STRUCK)
    return _PASSWORD.sub(rf"\1:{_STRUCK}@", _TOKEN.sub(_STRUCK, text))


class _Formatter(structlog.stdlib.ProcessorFormatter):
    def format(self, record: logging.LogRecord) -> str:
        return scrub(super().format(record))


def configure(level: str, form: Literal["console", "json"] = "console", keep: Iterable[str] = ()) -> None:
    """Sets up logging for the whole process.

    ``level``: ``DEBUG``, ``INFO``, ``WARNING`` or ``ERROR``. ``keep``: secrets that may stand in no line.
    """
    _kept[:] = [secret for secret in keep if secret]
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        _Formatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(form)],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))


def _rendering(form: Literal["console", "json"]) -> list[structlog.typing.Processor]:
    if form == "json":
        # Tracebacks as text: the structured ones would show what variables hold.
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    colours = sys.stderr.isatty()
    return [structlog.dev.ConsoleRenderer(colors=colours, exception_formatter=structlog.dev.plain_traceback)]
