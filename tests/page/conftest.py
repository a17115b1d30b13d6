"""A browser that is installed, and servers to look at. Without a browser these tests are skipped, on CI they fail."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.page.desk import PATIENCE, TOKEN, Desk, running

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Away from the network and from what a machine without a desktop lacks.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
expect.set_options(timeout=PATIENCE * 1000)
MISSING = f"no browser found ({', '.join(BROWSERS)}): the playground's page is not tested"


def found_browser() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if found_browser() is None:
        terminalreporter.write_line(f"NOTE: {MISSING}", yellow=True)


# Playwright holds an event loop from its start to its end, so no browser outlives its module.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = found_browser()
    if path is None and os.environ.get("CI"):
        pytest.fail(MISSING)
    if path is None:
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that must not complain: an error in a script or a breach of its policy fails the test."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, locale="en-GB", timezone_id="Asia/Ho_Chi_Minh"
    )
    made = context.new_page()
    made.set_default_timeout(PATIENCE * 1000)
    complaints: list[str] = []
    made.on("pageerror", lambda error: complaints.append(str(error)))
    made.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    yield made
    context.close()
    # A press that came too late is refused with 400 and tried otherwise; a stream whose server is gone ends.
    assert [said for said in complaints if not said.startswith("Failed to load resource")] == []


@pytest.fixture
def desk(page: Page, tmp_path: Path) -> Iterator[Desk]:
    """The playground with the bot in it, as ``make run`` starts it."""
    with running(tmp_path, "tgbot", "playground") as (url, _):
        made = Desk(page, url)
        made.open()
        yield made


@pytest.fixture
def bare(page: Page, tmp_path: Path) -> Iterator[Desk]:
    """The server alone: the test is the bot."""
    arguments = ("playground", "--token", TOKEN, "--username", "TestPlayBot", "--no-flood")
    with running(tmp_path, *arguments) as (url, _):
        yield Desk(page, url)
