"""What is logged and how: one line an event on standard error, no secrets, no token.

Tracebacks show frames and sentences but never local variables, where secrets live; libraries that would log
addresses with the token in them speak up only when something is wrong.
"""

from __future__ import annotations

import logging
import sys

import structlog

_TALKATIVE = ("httpx", "httpcore", "aiohttp", "apscheduler", "telegram", "asyncio", "sqlalchemy", "alembic")


def configure(level: str) -> None:
    """Sets up logging for the whole process. ``level``: ``DEBUG``, ``INFO``, ``WARNING`` or ``ERROR``."""
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    renderer = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer]
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
