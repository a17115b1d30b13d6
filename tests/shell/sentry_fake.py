"""A server that takes what is reported to Sentry, and keeps it."""

from __future__ import annotations

import gzip
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "0123456789abcdef0123456789abcdef"


class Sentry:
    """Takes envelopes (Sentry, ``/api/PROJECT/envelope/``). ``dsn``: its address for whoever reports."""

    def __init__(self) -> None:
        self.raw: list[str] = []
        """All that came, as text."""
        self.asked: list[str] = []
        """The paths asked for."""
        sentry = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if self.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
                sentry.asked.append(self.path)
                sentry.raw.append(body.decode())
                self.send_response(200)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.dsn = f"http://{KEY}@127.0.0.1:{self._server.server_port}/7"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def events(self, enough: int = 1, patience: float = 20.0) -> list[dict[str, Any]]:
        """The errors that were reported; waits until there are so many."""
        late = time.monotonic() + patience
        while len(found := [event for text in self.raw for event in _events(text)]) < enough:
            assert time.monotonic() < late, f"{len(found)} errors of {enough} are reported"
            time.sleep(0.02)
        return found

    def close(self) -> None:
        """Stops it."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _events(envelope: str) -> list[dict[str, Any]]:
    """An envelope is lines of JSON: a head, then for each item its head and what it holds."""
    _, *lines = [json.loads(line) for line in envelope.splitlines() if line]
    return [item for head, item in zip(lines[::2], lines[1::2], strict=True) if head.get("type") == "event"]
