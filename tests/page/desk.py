"""The page as a person uses it: in a real browser, by what is written on the buttons."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tgbot.config import Settings

ROOT = Path(__file__).parents[2]
TOKEN = "987654321:AAtestTokenOfThePagesOwnTests"
PATIENCE = 90.0
"""Seconds in which something has to happen."""


class Desk:
    """The page, and the control API beside it."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.offset = 0
        self.group = page.get_by_role("region", name=re.compile(r"phone: (?!Big Ben)")).first
        self.private = page.locator(".phone.private").first

    def open(self) -> None:
        """Load the page and wait until it knows what there is."""
        self.page.goto(self.url)
        expect(self.page.locator("#hint")).not_to_have_text("Connecting …")

    def choose(self, name: str) -> None:
        """Take somebody's phones."""
        self.page.get_by_role("navigation").get_by_role("button", name=name).click()

    def key(self, label: str, phone: Locator | None = None) -> Locator:
        """The newest button of a keyboard with this on it."""
        shown = (phone or self.group).locator(".key", has_text=label)
        return shown.last

    def hint(self) -> str:
        return self.page.locator("#hint").inner_text()

    def write(self, text: str, phone: Locator | None = None) -> None:
        field = (phone or self.group).get_by_role("combobox", name="Message")
        field.fill(text)
        field.press("Enter")

    def sim(self, path: str, **body: Any) -> Any:
        """Act through the control API."""
        return self._ask(f"{self.url}/sim/{path}", body)

    def look(self, path: str) -> Any:
        """Read from the control API."""
        return self._ask(f"{self.url}/sim/{path}", None)

    def api(self, method: str, **params: Any) -> Any:
        """Call the Bot API of a server that has no bot of its own."""
        return self._ask(f"{self.url}/bot{TOKEN}/{method}", params)["result"]

    def heard(self, kind: str) -> Any:
        """The next update of a kind that the bot gets. Raises AssertionError."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for update in self.api("getUpdates", offset=self.offset, timeout=2):
                self.offset = update["update_id"] + 1
                if kind in update:
                    return update[kind]
        raise AssertionError(f"the bot hears of no {kind}")

    def _ask(self, url: str, body: Any) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)


def environment() -> dict[str, str]:
    """This process's environment without settings of a bot."""
    ours = {name.upper() for name in Settings.model_fields}
    return {name: value for name, value in os.environ.items() if name not in ours} | {"PYTHONPATH": str(ROOT)}


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A process of ours and the address it prints."""
    command = [sys.executable, "-m", *arguments, "--port", "0"]
    with subprocess.Popen(command, cwd=folder, env=environment(), stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            assert found, line
            yield found[0], process
        finally:
            process.terminate()
            process.wait(20)
