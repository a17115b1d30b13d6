"""Between Telegram and several processes of the bot: hands each update to one of them, to another where one is gone."""

from __future__ import annotations

import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from tgbot.wire.server import SECRET

GONE = (None, 502, 503)


class Balancer:
    """A webhook that asks one process after the other in turn. ``url``: where Telegram calls."""

    def __init__(self) -> None:
        self.backends: list[str] = []
        self.updates: list[bytes] = []
        """All that Telegram has brought."""
        self.secret = ""
        """What it proved itself with."""
        self.took: dict[str, int] = {}
        """How many updates each process has acknowledged."""
        self._turn = 0
        self._lock = threading.Lock()
        balancer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                balancer.updates.append(body)
                balancer.secret = self.headers.get(SECRET) or ""
                self.send_response(balancer._handed_on(body))
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        class Quiet(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: object) -> None:
                """Telegram has hung up."""

        self._server = Quiet(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/telegram"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def close(self) -> None:
        """Stops it."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def bring(self, body: bytes, *, to: str = "", secret: str | None = None) -> int | None:
        """Brings an update to one process; what it answers. None: it is not there."""
        return bring(to or self.backends[0], body, self.secret if secret is None else secret)

    def _handed_on(self, body: bytes) -> int:
        with self._lock:
            self._turn += 1
            order = self.backends[self._turn % len(self.backends) :] + self.backends[: self._turn % len(self.backends)]
        for backend in order:
            status = self.bring(body, to=backend)
            if status not in GONE and status is not None:
                if status == 200:
                    with self._lock:
                        self.took[backend] = self.took.get(backend, 0) + 1
                return status
        return 502


def bring(url: str, body: bytes, secret: str) -> int | None:
    """Brings an update to the webhook of a process; what it answers. None: it is not there."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
    try:
        connection.request("POST", "/telegram", body, {SECRET: secret})
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()
