"""A cable between the bot and PostgreSQL, which tests cut."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
from pathlib import Path
from typing import Literal

from psycopg import conninfo
from sqlalchemy.engine import make_url

from tgbot.store.address import conninfo_of

Cut = Literal["before", "after"]
_KEY = re.compile(rb"(K\x00\x00\x00[\x0c-\x40])....", re.DOTALL)
"""The message that tells a connection the number of its backend (PostgreSQL's protocol, BackendKeyData)."""

_KEEPS = re.compile(rb"P\x00\x00..[^\x00]+\x00(?=[A-Z]+ )", re.DOTALL)
"""The message that has a statement kept under a name (Parse)."""


class Cable:
    """Carries what is said on every connection to a server. ``url`` is the address of its near end. ``pools``: as a
    pooler it gives out numbers of backends of its own.
    """

    def __init__(self, url: str, folder: Path, *, pools: bool = False) -> None:
        self._pools = pools
        to = conninfo.conninfo_to_dict(conninfo_of(url))
        host, port = str(to.get("host", "localhost")), int(str(to.get("port", 5432)))
        self._far = f"{host}/.s.PGSQL.{port}" if host.startswith("/") else (host, port)
        self._near = folder / ".s.PGSQL.1"
        self.url = (
            make_url(url)
            .set(host=None, port=None)
            .update_query_dict({"host": str(folder), "port": "1", "sslmode": "disable", "gssencmode": "disable"})
            .render_as_string(hide_password=False)
        )
        self._at: Cut | None = None
        self.cuts, self._away = 0, 0.0
        self.kept = False
        """A connection was asked to keep a statement."""
        self._back: threading.Timer | None = None
        self._deaf: socket.socket | None = None
        self._frozen = threading.Event()
        self._open: set[socket.socket] = set()
        self.plug_in()

    def cut_at_commit(self, when: Cut, *, away: float = 0) -> None:
        """The next commit is cut off: before the server hears of it, or after it was done and before its answer. Then
        for so many seconds the server cannot be reached.
        """
        self._at, self._away = when, away

    def plug_in(self) -> None:
        """The server can be reached."""
        self._listener = socket.socket(socket.AF_UNIX)
        self._near.unlink(missing_ok=True)
        self._listener.bind(str(self._near))
        self._listener.listen()
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def pull_out(self) -> None:
        """Every connection is lost, and no other can be made."""
        if self._back is not None:
            self._back.cancel()
            self._back.join()
        self._near.unlink(missing_ok=True)
        self._listener.close()
        for end in list(self._open):
            _hang_up(end)

    def freeze(self) -> None:
        """Nothing gets through any more, and neither end is told."""
        self._frozen.set()

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.socket(socket.AF_UNIX if isinstance(self._far, str) else socket.AF_INET)
                far.connect(self._far)
                self._open |= {near, far}
                threading.Thread(target=self._carry, args=(near, far), daemon=True).start()
                threading.Thread(target=self._carry_back, args=(near, far), daemon=True).start()

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while said := near.recv(65536):
                if self._frozen.is_set():
                    continue
                self.kept = self.kept or _KEEPS.search(said) is not None
                if b"COMMIT" in said and self._at is not None:
                    when, self._at = self._at, None
                    self.cuts += 1
                    if self._away:
                        self._listener.close()
                        self._near.unlink(missing_ok=True)
                        self._back = threading.Timer(self._away, self.plug_in)
                        self._back.start()
                    if when == "after":
                        self._deaf = near
                        far.sendall(said)
                        continue
                    break
                far.sendall(said)
        for end in (near, far):
            _hang_up(end)

    def _carry_back(self, near: socket.socket, far: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while said := far.recv(65536):
                if self._frozen.is_set():
                    continue
                if self._deaf is near:
                    break  # The answer to the commit: it is done.
                near.sendall(_KEY.sub(lambda key: key[1] + b"\x7f\xff\xff\xff", said) if self._pools else said)
        for end in (near, far):
            _hang_up(end)
            self._open.discard(end)
            end.close()


def _hang_up(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
