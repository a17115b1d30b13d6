"""How alembic reaches the database: over the connection the bot hands in, or over the address in alembic.ini."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection
from sqlmodel import SQLModel
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

import tgbot.store.operating
import tgbot.store.tables  # noqa: F401 - fill the metadata
from tgbot.store.address import usable
from tgbot.store.engine import make_engine

LOCK = 0x6D696772617465
"""The number of the advisory lock."""


def render_item(kind: str, item: Any, _: AutogenContext) -> str | Literal[False]:
    """Revisions speak of plain SQLAlchemy types, so that they still run when ours have changed."""
    if kind == "type" and isinstance(item, AutoString):
        return f"sa.String({item.length})" if item.length else "sa.String()"
    if kind == "type" and isinstance(item, UTCDateTime):
        return "sa.DateTime(timezone=True)"
    return False


def run(connection: Connection) -> None:
    """Runs what alembic was asked for in one transaction, so that a second process waits and then finds it done.

    On PostgreSQL it waits for a lock, which ends with the transaction, and sees what was committed meanwhile.
    On SQLite a batch operation copies a table and drops the old one, which with foreign keys on would delete the rows
    that refer to it: they are off meanwhile and checked before the end.
    """
    sqlite = connection.dialect.name == "sqlite"
    if sqlite:
        _foreign_keys(connection, "OFF")
    else:
        connection = connection.execution_options(isolation_level="READ COMMITTED")
    context.configure(
        connection=connection,
        target_metadata=SQLModel.metadata,
        render_as_batch=sqlite,
        render_item=render_item,
        compare_type=True,
        transactional_ddl=True,
    )
    with connection.begin():
        if not sqlite:
            for name in ("statement_timeout", "lock_timeout"):
                connection.exec_driver_sql(f"SET LOCAL {name} = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        context.run_migrations()
        if sqlite and (broken := connection.exec_driver_sql("PRAGMA foreign_key_check").all()):
            raise RuntimeError(f"a migration left {len(broken)} rows that refer to nothing")
    if sqlite:
        _foreign_keys(connection, "ON")


def _foreign_keys(connection: Connection, to: str) -> None:
    """Past SQLAlchemy, which would begin a transaction, in which the pragma does nothing."""
    driver: Any = connection.connection.dbapi_connection
    driver.execute(f"PRAGMA foreign_keys={to}")


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    engine = make_engine(usable(context.config.get_main_option("sqlalchemy.url") or ""), 1)
    with engine.connect() as made:
        run(made)
    engine.dispose()
