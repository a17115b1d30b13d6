"""The database is brought up to date by the program itself when it starts."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from tgbot.store.engine import make_engine


def config() -> Config:
    """Alembic's configuration, with the revisions that belong to this version of the program."""
    shipped = Path(__file__).parent.parent / "migrations"
    made = Config()
    made.set_main_option("script_location", str(shipped if shipped.exists() else shipped.parent.parent / "migrations"))
    return made


def migrate(url: str) -> None:
    """Brings the database to the newest revision; quick when it is there already.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: the database cannot be opened or written.
        alembic.util.CommandError: it comes from a newer version of the program.
    """
    alembic = config()
    engine = make_engine(url, "BEGIN IMMEDIATE", 1)
    try:
        with engine.connect() as connection:
            current = MigrationContext.configure(connection).get_current_heads()
            connection.rollback()
            if current == tuple(ScriptDirectory.from_config(alembic).get_heads()):
                return
            alembic.attributes["connection"] = connection
            command.upgrade(alembic, "head")
    finally:
        engine.dispose()
