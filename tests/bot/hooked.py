"""The bot as Telegram's webhook: one process or several behind a balancer."""

from __future__ import annotations

import http.client
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from prometheus_client.parser import text_string_to_metric_families

from tests.bot.balancer import Balancer
from tests.bot.processes import PATIENCE, Bot, House, errors


class HookedHouse(House):
    """A server whose updates a balancer brings to the bot."""

    def __init__(self, folder: Path, **options: Any) -> None:
        super().__init__(folder, **options)
        self.balancer = Balancer()

        self.others: list[Bot] = []
        self.url = ""
        """Where the process that was started last serves."""

    def start(self, bot: Bot | None = None, **env: str) -> str:
        """Starts a process that serves the webhook. Where it serves."""
        bot = bot or self.bot
        before = len(bot.log)
        bot.start(WEBHOOK_URL=self.balancer.url, HTTP_PORT="0", **env)
        self.url = served(bot, before)
        self.balancer.backends.append(self.url)
        return self.url

    def another(self) -> Bot:
        """Another process on the same database, which serves the webhook as well."""
        folder = self.bot.folder / f"other{len(self.others)}"
        folder.mkdir()
        other = Bot(self.server, folder, self.bot.url, database_url=self.bot.database_url)
        self.others.append(other)
        self.start(other)
        return other

    def close(self) -> None:
        try:
            for other in self.others:
                other.close()
            super().close()
            wrong = [line for other in self.others for line in errors(other.log)]
            assert not (wrong := [line for line in wrong if not any(one in line for one in self.forgiven)]), wrong
        finally:
            self.balancer.close()


def served(bot: Bot, since: int = 0) -> str:
    """Where a process serves."""
    found = re.search(r"health and figures are served.*url=(\S+)", plain(bot.log[since:]))
    assert found, bot.log
    return found[1]


def plain(log: str) -> str:
    """Without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", log)


def get(url: str, path: str) -> tuple[int, str]:
    """What is served there; 0: nobody is there."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    except OSError:
        return 0, ""
    finally:
        connection.close()


def figures(text: str) -> Callable[..., float]:
    """Looks the value of a metric up, by its name and labels."""
    values = {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    return lambda name, **labels: values[(name, *sorted(labels.items()))]


def soon(what: str, look: Callable[[], Any]) -> Any:
    """Looks until there is something to see."""
    late = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < late, f"{what}: it does not come"
        time.sleep(0.05)
    return found
