"""The command line: ``bigben`` alone runs the bot, or the playground when there is no token."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any

import typer
from telegram.error import InvalidToken

from tgbot.app import run as run_bot
from tgbot.config import ConfigError, Settings, settings
from tgbot.demo.players import auto as play_one_match
from tgbot.demo.playground import DemoError, keep
from tgbot.demo.sim import SimError
from tgbot.logs import configure
from tgbot.store import Unusable

try:
    from uvloop import new_event_loop
except ImportError:  # It is not built for every platform.
    from asyncio import new_event_loop  # type: ignore[assignment]

cli = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
    help="Big Ben, a Telegram bot for hidden-role and detective card games among friends.",
)

Port = Annotated[int | None, typer.Option(help="Port of the playground's page; 0 for any free one.", min=0, max=65535)]


@cli.callback(invoke_without_command=True)
def default(context: typer.Context) -> None:
    """Without a command: run the bot when BOT_TOKEN is set, else the playground."""
    if context.invoked_subcommand is None:
        given = _settings()
        if given.bot_token is not None:
            _run(given)
        else:
            _playground(keep(None))


@cli.command()
def run() -> None:
    """Run the bot on Telegram. Needs BOT_TOKEN, in the environment or in a file .env."""
    given = _settings()
    if given.bot_token is None:
        raise _stop("BOT_TOKEN is not set; @BotFather gives you one. `bigben playground` needs none.")
    _run(given)


@cli.command()
def playground(
    port: Port = None,
    auto: Annotated[bool, typer.Option(help="Let scripted people play one match, print it and exit.")] = False,
    seed: Annotated[int, typer.Option(help="What the scripted people choose; the bot deals as always.")] = 1,
) -> None:
    """Run the bot on a Bot API server of this machine: no token, no Telegram."""
    _playground(play_one_match(seed) if auto else keep(port))


def main() -> None:
    """The console command."""
    cli()


def _settings() -> Settings:
    try:
        return settings()
    except ConfigError as error:
        raise _stop(str(error)) from None


def _run(given: Settings) -> None:
    configure(given.log_level)
    try:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            runner.run(run_bot(given))
    except InvalidToken:
        raise _stop("BOT_TOKEN is refused by Telegram; copy it again from @BotFather.") from None
    except Unusable as error:
        raise _stop(f"DATABASE_URL {error}.") from None


def _playground(work: Coroutine[Any, Any, None]) -> None:
    try:
        asyncio.run(work)
    except (DemoError, SimError) as error:
        raise _stop(str(error), 1) from None
    except TimeoutError:
        raise _stop("Nothing happened for too long.", 1) from None
    except KeyboardInterrupt:
        return


def _stop(sentence: str, code: int = 2) -> typer.Exit:
    typer.echo(sentence, err=True)
    return typer.Exit(code)


if __name__ == "__main__":
    main()
