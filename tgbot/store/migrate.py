"""The database is brought up to date by the program itself when it starts."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError

from tgbot.store.engine import Unusable, make_engine


def config() -> Config:
    """Alembic's configuration, with the revisions that belong to this version of the program."""
    shipped = Path(__file__).parent.parent / "migrations"
    made = Config()
    made.set_main_option("script_location", str(shipped if shipped.exists() else shipped.parent.parent / "migrations"))
    return made


def migrate(url: str) -> None:
    """Brings the database to the newest revision; quick when it is there already.

    Raises:
        Unusable: it cannot be opened or written, or comes from a newer version of the program.
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
    except SQLAlchemyError as error:
        name = type(error).__name__
        raise Unusable(f"cannot be used ({name}): does its folder exist, and may we write there?") from None
    except CommandError:
        raise Unusable("names a database of a newer version of Big Ben; upgrade, or take another one") from None
    finally:
        engine.dispose()
