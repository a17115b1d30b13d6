"""What the commands share: the settings, the database, and one sentence where something is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from tgbot.config import ConfigError, Settings, settings
from tgbot.store import Store, Unusable
from tgbot.store.address import file_of, is_sqlite
from tgbot.store.migrate import check_current


def stop(sentence: str, code: int = 2) -> typer.Exit:
    """Says why and ends the command: 2 for what was asked wrongly, 1 for what did not go well."""
    typer.echo(sentence, err=True)
    return typer.Exit(code)


def given() -> Settings:
    """The settings, or the end of the command with a sentence that names the one that cannot be used."""
    try:
        return settings()
    except ConfigError as error:
        raise stop(str(error)) from None


@contextmanager
def opened(url: str) -> Iterator[Store]:
    """The database beside the bot, which may be running: so it is not brought up to date here."""
    if is_sqlite(url) and not file_of(url).is_file():
        raise stop(f"DATABASE_URL names no database: there is no file {file_of(url)}.")
    try:
        check_current(url)
        # Through a pooler, too, and for a few questions.
        store = Store(url, prepares=False)
    except Unusable as error:
        raise stop(f"DATABASE_URL {error}.") from None
    try:
        yield store
    finally:
        store.close()
