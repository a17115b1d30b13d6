"""The playground's server and the bot as processes of their own, started as an operator starts them."""

from __future__ import annotations

import http.client
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode, urlsplit

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 120.0
"""Seconds in which something has to happen, also on a machine that has much else to do."""
STOP = 30.0
"""Seconds in which the bot has to stop: ten, and as many more as such a machine may need."""

T = TypeVar("T")


class SimRefused(Exception):
    """The playground does not let somebody do that; the text is its sentence."""


class Sim:
    """The playground's control API. Safe to use from many threads."""

    def __init__(self, url: str) -> None:
        self.url = url

    def get(self, path: str, **query: Any) -> Any:
        """What GET /sim/``path`` answers."""
        return self._ask("GET", f"/sim/{path}?{urlencode(query)}", None)

    def post(self, path: str, **body: Any) -> Any:
        """What POST /sim/``path`` answers."""
        return self._ask("POST", f"/sim/{path}", json.dumps(body))

    def _ask(self, method: str, path: str, body: str | None) -> Any:
        status, found = ask(self.url, method, path, body)
        if status == 400:
            raise SimRefused(found["error"])
        assert status == 200, found
        return found


def ask(url: str, method: str, path: str, body: str | None) -> tuple[int, Any]:
    """One request to a server. The status and what it says in JSON."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
    try:
        connection.request(method, path, body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


class Server:
    """A playground on a free port."""

    def __init__(self, *, flood: bool = False) -> None:
        self.token = f"{secrets.randbelow(10**9) + 10**8}:{secrets.token_urlsafe(26)}"
        command = [sys.executable, "-m", "playground", "--port", "0", "--token", self.token]
        self._process = subprocess.Popen(
            [*command, *([] if flood else ["--no-flood"])],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line.startswith("playground ready on "), line
        self.url = line.split()[-1]
        self.sim = Sim(self.url)

    def close(self) -> str:
        """Stops it; what it wrote to standard error."""
        self._process.terminate()
        _, said = self._process.communicate(timeout=PATIENCE)
        return said


class Bot:
    """The bot: ``python -m tgbot run`` in a folder of its own. ``url``: of the Bot API server it talks to.
    ``database_url``: empty for a file in its folder.
    """

    def __init__(
        self, server: Server, folder: Path, url: str | None = None, *, pictures: bool = False, database_url: str = ""
    ) -> None:
        self._server = server
        self._pictures = "on" if pictures else "off"
        self.url = url or server.url
        self.folder = folder
        self.database = folder / "bigben.db"
        self.database_url = database_url or f"sqlite:///{self.database}"
        self._log = folder / "bot.log"
        self._process: subprocess.Popen[bytes] | None = None
        self.patience = PATIENCE

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    @property
    def log(self) -> str:
        """All that it wrote to standard error in this folder, over restarts too."""
        return self._log.read_text() if self._log.exists() else ""

    def start(self, **env: str) -> Bot:
        """Starts it and waits until it takes updates."""
        before = self.log.count("Big Ben is running")
        self.launch(**env)
        self.until("the bot runs", lambda: self.log.count("Big Ben is running") > before or self._dead())
        assert not self._dead(), self.log
        self.hear_the_time()
        return self

    def hear_the_time(self) -> None:
        """Waits until it goes by the playground's clock, which was perhaps moved a moment ago, if it lives."""

        def heard() -> bool:
            clock = self._server.sim.get("clock")
            return bool(clock["known"] == clock["offset"]) or self._dead()

        if self._process is not None:
            self.until("it knows the time", heard, every=0.002)

    def launch(self, **env: str) -> None:
        """Starts it and does not wait."""
        assert self._process is None or self._dead()
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tgbot", "run"],
                cwd=self.folder,
                env={**self._environment(), **env},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def _environment(self) -> dict[str, str]:
        ours = ("BOT_TOKEN", "BOT_API_URL", "DATABASE_URL", "CLOCK_URL", "LOG_LEVEL", "PICTURES")
        return {
            **{name: value for name, value in os.environ.items() if name not in ours},
            "PYTHONPATH": str(ROOT),
            "BOT_TOKEN": self._server.token,
            "BOT_API_URL": self.url,
            "DATABASE_URL": self.database_url,
            "CLOCK_URL": f"{self._server.url}/sim/clock",
            "LOG_LEVEL": "DEBUG",
            "PICTURES": self._pictures,
        }

    @property
    def lives(self) -> bool:
        """Whether it runs."""
        return self._process is not None and not self._dead()

    def _dead(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    def kill(self) -> None:
        """kill -9: it gets no chance to finish anything."""
        assert self._process
        assert not self._dead(), self.log
        self._process.kill()
        self._process.wait(PATIENCE)

    def stop(self) -> tuple[int, float]:
        """Asks it to stop (SIGTERM). Its exit code, and how many seconds it took."""
        assert self._process
        began = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE), time.monotonic() - began

    def ended(self) -> int:
        """Waits until it ends by itself; its exit code."""
        assert self._process
        return self._process.wait(PATIENCE)

    def close(self) -> None:
        """Makes sure that it is gone."""
        if self.lives:
            self.stop()

    def until(self, what: str, seen: Callable[[], T], every: float = 0.02) -> T:
        """Waits for something the bot writes or does to its files; looks ``every`` so many seconds."""
        late = time.monotonic() + self.patience
        while not (found := seen()):
            assert time.monotonic() < late, f"{what}: it does not happen\n{self.log[-3000:]}"
            time.sleep(every)
        return found


class House:
    """A server and a bot. When it closes, whatever was done in it must have left no error behind.

    ``pictures``: the bot draws where groups want it. Most tests read boards and do without, since drawing takes time.
    """

    def __init__(self, folder: Path, *, flood: bool = False, pictures: bool = False, database_url: str = "") -> None:
        self.server = Server(flood=flood)
        self.sim = self.server.sim
        self.bot = Bot(self.server, folder, pictures=pictures, database_url=database_url)
        self.forgiven: list[str] = []
        """What a test brings about on purpose: parts of lines of the log and of refusals."""

    def api(self, method: str, **params: Any) -> Any:
        """Calls the Bot API with the bot's own token; the whole answer."""
        _, found = ask(self.server.url, "POST", f"/bot{self.server.token}/{method}", json.dumps(params))
        return found

    def kill_bot(self) -> None:
        """kill -9. What was not noted or confirmed yet is done again, and may find that it was done."""
        self.forgiven += ["message is not modified", "query is too old"]
        self.bot.kill()

    def close(self) -> None:
        """Stops both."""
        self.bot.close()
        calls = self.sim.get("calls")["calls"]
        said = self.server.close()
        assert not said, said
        wrong = [*errors(self.bot.log), *refusals(calls)]
        wrong = [line for line in wrong if not any(one in line for one in self.forgiven)]
        assert not wrong, wrong


def errors(log: str) -> list[str]:
    """The lines of a log that tell of an error."""
    return [line for line in log.splitlines() if re.search(r"\[(error|critical) |^Traceback|^\w*Error\b", line)]


_EXPECTED = (
    "terminated by other getUpdates request",
    "bot was blocked by the user",
    "message to edit not found",
    "message to delete not found",
    "not enough rights to manage pinned messages",
)


def refusals(calls: list[dict[str, Any]]) -> list[str]:
    """What the server refused and should never have been asked; a press answered twice is among it (C09)."""
    told = [f"{call['method']}: {call['description']}" for call in calls if not call["ok"]]
    return [line for line in told if not any(reason in line for reason in _EXPECTED)]
