"""The command line: ``bigben`` alone runs the bot, or the playground when there is no token."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer
from sqlalchemy.exc import SQLAlchemyError
from telegram.error import InvalidToken

from tgbot.config import ConfigError, Settings, settings
from tgbot.demo import playground as demo
from tgbot.logs import configure

cli = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
    help="Big Ben, a Telegram bot for hidden-role and detective card games among friends.",
)

Port = Annotated[int, typer.Option(help="Port of the playground's page; 0 for any free one.", min=0, max=65535)]


@cli.callback(invoke_without_command=True)
def default(context: typer.Context) -> None:
    """Without a command: run the bot when BOT_TOKEN is set, else the playground."""
    if context.invoked_subcommand is None:
        given = _settings()
        if given.bot_token is not None:
            _run(given)
        else:
            demo.keep(8081)


@cli.command()
def run() -> None:
    """Run the bot on Telegram. Needs BOT_TOKEN, in the environment or in a file .env."""
    given = _settings()
    if given.bot_token is None:
        raise _stop("BOT_TOKEN is not set; @BotFather gives you one. `bigben playground` needs none.")
    _run(given)


@cli.command()
def playground(
    port: Port = 8081,
    auto: Annotated[bool, typer.Option(help="Let scripted people play one match, print it and exit.")] = False,
    seed: Annotated[int, typer.Option(help="What the scripted people choose; the bot deals as always.")] = 1,
) -> None:
    """Run the bot on a Bot API server of this machine: no token, no Telegram."""
    if auto:
        raise typer.Exit(demo.auto(seed))
    demo.keep(port)


def main() -> None:
    """The console command."""
    cli()


def _settings() -> Settings:
    try:
        return settings()
    except ConfigError as error:
        raise _stop(str(error)) from None


def _run(given: Settings) -> None:
    # Only now: what the bot needs takes most of a second to import.
    from tgbot.app import run as run_bot

    configure(given.log_level)
    try:
        asyncio.run(run_bot(given))
    except InvalidToken:
        raise _stop("BOT_TOKEN is refused by Telegram; copy it again from @BotFather.") from None
    except SQLAlchemyError as error:
        raise _stop(f"DATABASE_URL cannot be used ({type(error).__name__}): does its folder exist?") from None


def _stop(sentence: str) -> typer.Exit:
    typer.echo(sentence, err=True)
    return typer.Exit(2)


if __name__ == "__main__":
    main()
