"""What is reported to Sentry: that something failed and where; no name, no word, no secret, no token."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.shell.sentry_fake import Sentry

ROOT = Path(__file__).parents[2]
TOKEN = "123456789:" + "AAabcdefghijklmnopqrstuvwxyz-_01234"
HIDDEN = ("Céline", "moriarty", "a word to keep", TOKEN, TOKEN.split(":")[1], "pw-of-the-database", "4503599627370495")

CODE = f"""
import logging, sys
import structlog
from telegram.error import BadRequest
from tgbot.logs import configure
from tgbot.reports import report_to

configure("INFO", "json", ["a word to keep"])
report_to(sys.argv[1])
log = structlog.get_logger("tgbot.test")


def inner(role):
    name = "Cé" + "line"
    raise ValueError(name + " is " + role + " with a word to keep")


def failing():
    try:
        inner("mori" + "arty")
    except ValueError as error:
        raise RuntimeError("because of Céline") from error


log.warning("a warning is no error")
with structlog.contextvars.bound_contextvars(match=12, position=7, update=99):
    try:
        failing()
    except RuntimeError as error:
        log.exception("a press failed", seat=3, name="Céline", chat=4503599627370495, error=type(error).__name__)
    try:
        raise BadRequest("Can't parse entities")
    except BadRequest:
        logging.getLogger("tgbot.wire").exception("Update %d failed", 99)
    logging.getLogger("asyncio").error("Task exception was never retrieved: %s", "Céline")
log.error("the address was postgresql://ben:pw-of-the-database@db/b and bot{TOKEN}")
if len(sys.argv) > 2:
    failing()
"""


@pytest.fixture
def sentry() -> Iterator[Sentry]:
    made = Sentry()
    yield made
    made.close()


def reported(sentry: Sentry, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", CODE, sentry.dsn, *more],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def frames(event: dict[str, Any]) -> list[dict[str, Any]]:
    return [frame for one in event["exception"]["values"] for frame in one["stacktrace"]["frames"]]


def test_each_line_of_an_error_is_reported_with_what_it_is_about(sentry: Sentry) -> None:
    run = reported(sentry)
    assert run.returncode == 0, run.stderr
    events = sentry.events(4)
    assert [event["message"] for event in events] == [
        "a press failed",
        "Update 99 failed",
        "Task exception was never retrieved: %s",
        "the address was postgresql://ben:[...]@db/b and bot[...]",
    ]
    about = {"match": "12", "position": "7", "update": "99"}
    assert events[0]["tags"] == {**about, "seat": "3", "error": "RuntimeError"}
    assert events[1]["tags"] == events[2]["tags"] == about
    assert sentry.asked == ["/api/7/envelope/"] * 4


def test_of_an_exception_type_and_frames_are_reported_and_no_sentence_but_telegrams(sentry: Sentry) -> None:
    reported(sentry)
    first, second, *_ = sentry.events(4)
    assert [(one["type"], one["value"]) for one in first["exception"]["values"]] == [
        ("ValueError", ""),
        ("RuntimeError", ""),
    ]
    assert {"failing", "inner"} <= {frame["function"] for frame in frames(first)}
    assert not any("vars" in frame for frame in frames(first))
    assert second["exception"]["values"][-1]["value"] == "Can't parse entities"


def test_no_name_no_secret_no_token_and_no_number_of_a_person_leaves(sentry: Sentry) -> None:
    reported(sentry, "and crash")
    sentry.events(5)
    assert not [one for one in HIDDEN for text in sentry.raw if one in text]


def test_what_ends_the_process_is_reported_too(sentry: Sentry) -> None:
    run = reported(sentry, "and crash")
    assert run.returncode == 1
    assert [one["type"] for one in sentry.events(5)[-1]["exception"]["values"]] == ["ValueError", "RuntimeError"]


def test_who_sets_no_address_does_not_even_import_the_library() -> None:
    everything = "import sys, tgbot.__main__, tgbot.process"
    code = f"{everything}; print([name for name in sys.modules if name.startswith('sentry')])"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
