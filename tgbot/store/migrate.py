"""The database is brought up to date by the program itself when it starts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from tgbot.store.address import is_sqlite
from tgbot.store.engine import Unusable, make_engine

if TYPE_CHECKING:
    from alembic.config import Config

OLDEST = 14
"""Of PostgreSQL: sessions that say nothing end by themselves since then."""

_NEWER = "names a database of a newer version of Big Ben; upgrade, or take another one"


def config() -> Config:
    """Alembic's configuration, with the revisions that belong to this version of the program."""
    # A bot that starts seldom needs it: with what it brings it takes 10 MB and a third of the time.
    from alembic.config import Config  # noqa: PLC0415

    made = Config()
    made.set_main_option("script_location", str(scripts()))
    return made


def versions() -> list[str]:
    """The revisions that this version of the program knows, oldest first: the names of their files begin with them."""
    return sorted(file.name.partition("_")[0] for file in (scripts() / "versions").glob("[0-9]*_*.py"))


def scripts() -> Path:
    """The folder of the migrations."""
    shipped = Path(__file__).parent.parent / "migrations"
    return shipped if shipped.exists() else shipped.parent.parent / "migrations"


def migrate(url: str) -> None:
    """Brings the database to the newest revision; quick when it is there already.

    Raises:
        Unusable: it cannot be opened, reached or written, or comes from a newer version of the program.
    """
    engine = make_engine(url, 1)
    try:
        with engine.connect() as connection:
            if not is_sqlite(url):
                _check(connection)
            current = _revision(connection)
            connection.rollback()
            if current != versions()[-1]:
                _check_known(current)
                _upgrade(connection)
    except SQLAlchemyError as error:
        raise Unusable(_reason(url, error)) from None
    finally:
        engine.dispose()


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 -- See ``config``.
    from alembic.util import CommandError  # noqa: PLC0415

    alembic = config()
    alembic.attributes["connection"] = connection
    try:
        command.upgrade(alembic, "head")
    except CommandError:
        # A newer process was quicker.
        raise Unusable(_NEWER) from None


def revision(url: str) -> str | None:
    """The revision of a database; None: it is empty.

    Raises:
        Unusable: it cannot be opened or reached.
    """
    engine = make_engine(url, 1, read_only=True)
    try:
        with engine.connect() as connection:
            return _revision(connection)
    except SQLAlchemyError as error:
        raise Unusable(_reason(url, error)) from None
    finally:
        engine.dispose()


def check_current(url: str) -> None:
    """Whether the database is at the newest revision, for commands that must not change it while a bot may run.

    Raises:
        Unusable: it is not, or cannot be opened or reached.
    """
    current = revision(url)
    if current == versions()[-1]:
        return
    _check_known(current)
    raise Unusable("names a database of an older version of Big Ben; the bot brings it up to date when it starts")


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one_or_none()
    return found


def _check_known(current: str | None) -> None:
    """Raises Unusable for a revision that comes from a newer version of the program."""
    if current is not None and current not in versions():
        raise Unusable(_NEWER)


def _check(connection: Connection) -> None:
    """Whether we can use such a server and database. Raises Unusable."""
    asked = "SELECT current_setting('server_version_num')::int / 10000, current_setting('server_encoding')"
    version, encoding = connection.exec_driver_sql(asked).one()
    if version < OLDEST:
        raise Unusable(f"names a server of PostgreSQL {version}; Big Ben needs {OLDEST} or newer")
    if encoding != "UTF8":
        raise Unusable(f"names a database in {encoding}, which has no room for names; make it with ENCODING 'UTF8'")


def _reason(url: str, error: SQLAlchemyError) -> str:
    if is_sqlite(url):
        return f"cannot be used ({type(error).__name__}): does its folder exist, and may we write there?"
    said = str(error.orig) if isinstance(error, DBAPIError) else type(error).__name__
    return f"cannot be used: {said.strip().removesuffix('.')}"
