"""One line an event on standard error, tracebacks without what variables hold (C33)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SECRET = "correct horse battery staple"

CODE = f"""
import logging, sys
import structlog
from tgbot.logs import configure

configure(sys.argv[1])
log = structlog.get_logger("tgbot.test")


def inner(hidden):
    local = hidden.upper()
    raise ZeroDivisionError("a sentence")


def outer():
    try:
        inner({SECRET!r}[:7] + {SECRET!r}[7:])
    except ZeroDivisionError:
        log.exception("it failed", match=7)
        logging.getLogger("elsewhere").exception("it failed there")


log.debug("a debugging line")
log.info("an event", match=7)
log.warning("a warning")
for name in ("httpx", "aiohttp.client", "apscheduler.scheduler", "telegram.ext", "sqlalchemy.engine", "alembic"):
    logging.getLogger(name).info("https://api.telegram.org/bot1:x/getMe from " + name)
    logging.getLogger(name).warning("a warning of " + name)
outer()
"""


def logged(level: str) -> str:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", CODE, level],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert run.stdout == ""
    return run.stderr


@pytest.fixture(scope="module")
def at_debug() -> str:
    return logged("DEBUG")


def test_a_traceback_shows_frames_and_sentences_but_no_variables(at_debug: str) -> None:
    assert at_debug.count("ZeroDivisionError: a sentence") == 2
    assert at_debug.count("in inner") == 2
    # The line of code that raises may be shown, so what is looked for is what only the variables held.
    assert SECRET not in at_debug.replace(f"{SECRET!r}[", "")
    assert SECRET.upper() not in at_debug


def test_an_event_is_one_line_with_its_time_level_logger_and_fields(at_debug: str) -> None:
    [line] = [line for line in at_debug.splitlines() if "an event" in line]
    for part in ("info", "tgbot.test", "match=7", "T"):
        assert part in line
    assert "\x1b" not in at_debug


def test_libraries_that_would_tell_addresses_speak_up_only_when_something_is_wrong(at_debug: str) -> None:
    assert "getMe" not in at_debug
    for name in ("httpx", "aiohttp.client", "apscheduler.scheduler", "telegram.ext", "sqlalchemy.engine"):
        assert f"a warning of {name}" in at_debug


def test_the_level_is_kept(at_debug: str) -> None:
    assert "a debugging line" in at_debug
    quiet = logged("ERROR")
    assert "it failed" in quiet
    for line in ("a debugging line", "an event", "a warning"):
        assert line not in quiet
