"""One line an event on standard error, tracebacks without what variables hold (C33)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SECRET = "correct horse battery staple"
TOKEN = "123456789:" + "AAabcdefghijklmnopqrstuvwxyz-_01234"
LIBRARIES = (
    *("httpx", "aiohttp.client", "aiohttp.access", "apscheduler.scheduler", "telegram.ext", "sqlalchemy.engine"),
    *("alembic", "uvicorn.access", "uvicorn.error", "psycopg.pool", "psycopg", "sentry_sdk.errors", "urllib3"),
)

CODE = f"""
import logging, sys
import structlog
from tgbot.logs import configure

configure(sys.argv[1], sys.argv[2], ["a word to keep", ""])
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
log.info("a word to keep", address="https://api.telegram.org/bot{TOKEN}/getChat", database="postgresql://ben:pw@db/b")
with structlog.contextvars.bound_contextvars(match=12, position=7):
    log.info("about a match")
    logging.getLogger("aiohttp.access").warning("about a match, says %s, with {TOKEN}", "a library")
log.info("Bảo, Дима and a \\n line")
for name in {LIBRARIES}:
    logging.getLogger(name).info("https://api.telegram.org/bot1:x/getMe from " + name)
    logging.getLogger(name).warning("a warning of " + name)
outer()
"""


def logged(level: str, form: str = "console") -> str:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", CODE, level, form],
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


@pytest.fixture(scope="module")
def as_json() -> list[dict[str, Any]]:
    return [json.loads(line) for line in logged("DEBUG", "json").splitlines()]


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
    for name in LIBRARIES:
        assert f"a warning of {name}" in at_debug


def test_the_level_is_kept(at_debug: str) -> None:
    assert "a debugging line" in at_debug
    quiet = logged("ERROR")
    assert "it failed" in quiet
    for line in ("a debugging line", "an event", "a warning"):
        assert line not in quiet


@pytest.mark.parametrize("form", ["console", "json"])
def test_whoever_speaks_tokens_passwords_and_what_is_to_be_kept_are_struck_out(form: str) -> None:
    said = logged("DEBUG", form)
    assert TOKEN not in said
    assert "postgresql://ben:[...]@db/b" in said
    assert "a word to keep" not in said
    assert said.count("[...]") == 4


def test_every_line_about_a_match_names_it_whoever_speaks(at_debug: str, as_json: list[dict[str, Any]]) -> None:
    about = [line for line in as_json if line["event"].startswith("about a match")]
    assert [(line["match"], line["position"], line["logger"]) for line in about] == [
        (12, 7, "tgbot.test"),
        (12, 7, "aiohttp.access"),
    ]
    lines = [line for line in at_debug.splitlines() if "about a match" in line]
    assert all("match=12" in line and "position=7" in line for line in lines)
    assert "match" not in next(line for line in as_json if line["event"] == "a warning")


def test_as_json_each_line_is_an_object_with_time_level_logger_event_and_fields(as_json: list[dict[str, Any]]) -> None:
    assert all({"timestamp", "level", "logger", "event"} <= line.keys() for line in as_json)
    [event] = [line for line in as_json if line["event"] == "an event"]
    assert (event["match"], event["level"], event["logger"]) == (7, "info", "tgbot.test")
    assert any(line["event"] == "Bảo, Дима and a \n line" for line in as_json)


def test_as_json_a_traceback_is_text_without_variables(as_json: list[dict[str, Any]]) -> None:
    failed = [line for line in as_json if "exception" in line]
    assert [line["event"] for line in failed] == ["it failed", "it failed there"]
    for line in failed:
        assert "ZeroDivisionError: a sentence" in line["exception"]
        assert "in inner" in line["exception"]
        assert SECRET not in line["exception"].replace(f"{SECRET!r}[", "")
        assert SECRET.upper() not in line["exception"]
