"""What the bot has written into its database, read from outside."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.rows import dict_row

from tgbot.store.address import conninfo_of, file_of, is_sqlite

Row = dict[str, Any]


@dataclass(frozen=True)
class Records:
    """The database of one bot: its address."""

    url: str

    def rows(self, query: str, *values: Any) -> list[Row]:
        """The rows of a query, with ``?`` for each value."""
        if not is_sqlite(self.url):
            with psycopg.connect(conninfo_of(self.url), row_factory=dict_row) as server:
                return server.execute(query.replace("?", "%s").encode(), values).fetchall()
        with closing(sqlite3.connect(f"file:{file_of(self.url)}?mode=rw", uri=True, timeout=60)) as connection:
            connection.execute("PRAGMA query_only=1")
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(query, values)]

    def write(self, statement: str, *values: Any) -> None:
        """Changes something in a file, while the bot is not there."""
        with closing(sqlite3.connect(file_of(self.url), timeout=60)) as connection, connection:
            connection.execute(statement, values)

    def matches(self, chat_id: int) -> list[Row]:
        """The matches of a group, oldest first."""
        return self.rows("SELECT * FROM match WHERE chat_id = ? ORDER BY id", chat_id)

    def match(self, chat_id: int) -> Row:
        """The newest match of a group."""
        return self.matches(chat_id)[-1]

    def person(self, person_id: int) -> Row:
        """Somebody the bot has met."""
        return self.rows("SELECT * FROM person WHERE id = ?", person_id)[0]

    def reachable(self) -> set[int]:
        """The numbers of all to whom the bot may write."""
        return {row["id"] for row in self.rows("SELECT id FROM person WHERE reachable")}

    def seats(self, match_id: int) -> list[Row]:
        """The seats of a match in order."""
        return self.rows("SELECT * FROM seat WHERE match_id = ? ORDER BY seat", match_id)

    def plays(self, match_id: int) -> list[Row]:
        """The moves of a match in order."""
        return self.rows("SELECT * FROM play WHERE match_id = ? ORDER BY position", match_id)

    def claims(self, match_id: int) -> list[Row]:
        """The claims of a match in order."""
        return self.rows("SELECT * FROM claim WHERE match_id = ? ORDER BY id", match_id)

    def everything(self, match_id: int) -> Row:
        """All that must outlive the death of the process; how far the messages are and when the host last pressed
        something may change.
        """
        match = self.rows("SELECT * FROM match WHERE id = ?", match_id)[0]
        return {
            "match": {name: value for name, value in match.items() if name not in ("delivered", "host_pressed_at")},
            "seats": self.seats(match_id),
            "plays": self.plays(match_id),
            "claims": self.claims(match_id),
        }
