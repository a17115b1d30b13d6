"""Between the bot and the server: keeps every call the bot makes, and can lose some of them."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True)
class Call:
    """A call of the Bot API with its parameters as they were sent."""

    method: str
    params: dict[str, Any]


class Wiretap:
    """A Bot API server that hands all calls on to another one. ``url`` is its own address."""

    def __init__(self, url: str) -> None:
        self.calls: list[Call] = []
        self._there = urlsplit(url).netloc
        self._lost: set[str] = set()
        self._polling = 0
        self._change = threading.Condition()
        tap = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                params = json.loads(body) if body.startswith(b"{") else dict(parse_qsl(body.decode()))
                call = Call(self.path.rpartition("/")[2].lower(), params)
                if not tap._let(call):
                    self.close_connection = True
                    return
                status, answer = tap._handed_on(self.path, body, self.headers["Content-Type"])
                with contextlib.suppress(OSError):
                    self.send_response(status)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(answer)))
                    self.end_headers()
                    self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        class Quiet(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: object) -> None:
                """The bot was killed in the middle of a call."""

        self._server = Quiet(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    @contextlib.contextmanager
    def losing(self, *methods: str) -> Iterator[None]:
        """In the block calls of these methods get stuck on their way; they never arrive."""
        self._lost = {method.lower() for method in methods}
        try:
            yield
        finally:
            with self._change:
                self._lost = set()
                self._change.notify_all()

    def count(self, method: str) -> int:
        """How many calls of a method were made."""
        return sum(call.method == method.lower() for call in self.calls)

    def of(self, method: str) -> list[Call]:
        """The calls of a method."""
        return [call for call in self.calls if call.method == method.lower()]

    def close(self) -> None:
        """Stops it."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _let(self, call: Call) -> bool:
        """Whether the call goes on; one that is lost is only known to be lost when the loss ends."""
        with self._change:
            self.calls.append(call)
            if call.method not in self._lost:
                return True
            self._change.wait_for(lambda: call.method not in self._lost)
            return False

    @property
    def polling(self) -> bool:
        """Whether a poll waits at the server now."""
        return self._polling > 0

    def _handed_on(self, path: str, body: bytes, kind: str | None) -> tuple[int, bytes]:
        polls = path.lower().endswith("getupdates")
        self._polling += polls
        try:
            return self._asked(path, body, kind)
        finally:
            self._polling -= polls

    def _asked(self, path: str, body: bytes, kind: str | None) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(self._there, timeout=60)
        try:
            connection.request("POST", path, body, {"Content-Type": kind or ""})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except OSError:
            return 502, b"{}"
        finally:
            connection.close()
