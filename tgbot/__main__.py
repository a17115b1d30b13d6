"""The command line: ``bigben`` alone runs the bot, or the playground when there is no token.

The bot itself is imported only by who runs it: other commands need not wait for a third more.
"""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path
from typing import Annotated

import typer

from tgbot.admin import admin, illness
from tgbot.config import ConfigError, Settings
from tgbot.exporting import export as export_match
from tgbot.languages import LANGUAGES, nearest
from tgbot.logs import configure
from tgbot.refusals import Code, Refused
from tgbot.store import Unusable
from tgbot.store.address import file_of, is_sqlite
from tgbot.store.backup import BackupError, back_up, pg_dump, pg_restore
from tgbot.store.backup import restore as put_back
from tgbot.terminal import given, opened, stop
from tgbot.verifying import Unreadable, check, told

cli = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
    help="Big Ben, a Telegram bot for hidden-role and detective card games among friends.",
)

cli.add_typer(admin, name="admin")

_GARBAGE = 20_000
"""Objects made and not gone again after which Python looks for those that only hold each other."""
_HOW = "The password goes into ~/.pgpass or into PGPASSWORD, where no list of processes shows it."

Port = Annotated[int | None, typer.Option(help="Port of the playground's page; 0 for any free one.", min=0, max=65535)]


@cli.callback(invoke_without_command=True)
def default(context: typer.Context) -> None:
    """Without a command: run the bot when BOT_TOKEN is set, else the playground."""
    if context.invoked_subcommand is None:
        settings = given()
        if settings.bot_token is not None:
            _run(settings)
        else:
            _playground()


@cli.command()
def run() -> None:
    """Run the bot on Telegram. Needs BOT_TOKEN, in the environment or in a file .env."""
    settings = given()
    if settings.bot_token is None:
        raise stop("BOT_TOKEN is not set; @BotFather gives you one. `bigben playground` needs none.")
    _run(settings)


@cli.command()
def playground(
    port: Port = None,
    auto: Annotated[bool, typer.Option(help="Let scripted people play one match, print it and exit.")] = False,
    seed: Annotated[int, typer.Option(help="What the scripted people choose; the bot deals as always.")] = 1,
) -> None:
    """Run the bot on a Bot API server of this machine: no token, no Telegram."""
    _playground(port, seed if auto else None)


@cli.command()
def picture(  # noqa: PLR0913, PLR0917 -- Each is an option of the command.
    game: Annotated[str, typer.Argument(help="timebomb, evolution, …")],
    which: Annotated[str, typer.Option(help="board, hand, result or recap.")] = "board",
    players: Annotated[int, typer.Option(help="How many sit at the table.", min=2, max=8)] = 5,
    seed: Annotated[int, typer.Option(help="Another number, another match.")] = 1,
    moves: Annotated[
        int | None, typer.Option(help="How many moves have been made; else as many as fit.", min=0)
    ] = None,
    language: Annotated[str, typer.Option(help="en, vi, fr or ru.")] = "en",
    variant: Annotated[bool, typer.Option("--variant", help="Evolution with its variant.")] = False,
    out: Annotated[Path, typer.Option(help="The file to write.", dir_okay=False)] = Path("board.jpg"),
) -> None:
    """Draw a picture of a match that computer players play."""
    from tgbot.pictures.staged import StageError
    from tgbot.pictures.staged import picture as draw

    if nearest(language) != language:
        raise stop(f"The languages are {', '.join(LANGUAGES)}.")
    options = {"variant": True} if variant else {}
    try:
        drawn = draw(game, which, players, seed, language, moves=moves, options=options)
        out.write_bytes(drawn.jpeg())
    except (StageError, OSError) as error:
        raise stop(str(error)) from None
    typer.echo(f"{out}: {out.stat().st_size:,} bytes")


@cli.command()
def export(
    match: Annotated[int, typer.Argument(help="The number of the match, as logs and buttons have it.", min=1)],
    out: Annotated[Path | None, typer.Option(help="The file to write; else it is printed.", dir_okay=False)] = None,
) -> None:
    """Write a match that is over as JSON, with the secret of its shuffles. Nothing leaves before the end."""
    text = _exported(given().database_url, match)
    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise stop(f"{out} cannot be written: {error.strerror}.") from None
    typer.echo(f"{out}: match {match}; `bigben verify {out}` checks it.")


def _exported(url: str, match: int) -> str:
    with opened(url) as store:
        try:
            return store.look(lambda session: export_match(session, match)).text()
        except Refused as refused:
            why = {
                Code.NO_SUCH_MATCH: "There is no match {}.",
                Code.NOT_OVER: "Match {} is not over: nothing of it leaves before the end.",
            }.get(refused.code, "Match {} cannot be read by this version of Big Ben.")
            raise stop(why.format(match), 1) from None


@cli.command()
def backup(
    to: Annotated[Path, typer.Argument(help="The file to write.", dir_okay=False)],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> None:
    """Copy the whole database into one file, while the bot runs. It holds secrets of running matches: keep it safe."""
    settings = given()
    url = settings.database_url
    if not is_sqlite(url):
        # A pooler would not bear it.
        typer.echo(pg_dump(settings.database_direct_url or url, to))
        typer.echo(_HOW, err=True)
        return
    try:
        back_up(url, to, force=force)
    except BackupError as error:
        raise stop(str(error), 1) from None
    typer.echo(f"{to}: {to.stat().st_size:,} bytes, checked.")


@cli.command()
def restore(
    file: Annotated[Path, typer.Argument(help="What `bigben backup` wrote.", dir_okay=False)],
    force: Annotated[bool, typer.Option("--force", help="In the place of the database that is there.")] = False,
) -> None:
    """Put a copy of the database in the place of DATABASE_URL. The bot must not be running."""
    settings = given()
    url = settings.database_url
    if not is_sqlite(url):
        typer.echo(pg_restore(settings.database_direct_url or url, file, force=force))
        typer.echo(f"Stop the bot first. {_HOW}", err=True)
        return
    try:
        put_back(url, file, force=force)
    except BackupError as error:
        raise stop(str(error), 1) from None
    typer.echo(f"{file_of(url)}: restored from {file}. Start the bot: it gives the clocks back the time it was away.")


@cli.command()
def health() -> None:
    """Whether the bot of this machine lives: asks at HTTP_PORT, or looks at its heartbeat. Ends with 0 or 1."""
    if ill := illness(given()):
        raise stop(ill, 1)
    typer.echo("The bot lives.")


@cli.command()
def verify(
    file: Annotated[Path, typer.Argument(help="What `bigben export` wrote or the bot sent.", dir_okay=False)],
) -> None:
    """Compute a match again from its file: deals, dice, draws, automatic moves and the end.

    Ends with 0 when everything agrees, with 1 when something differs, with 2 when the file cannot be read.
    """
    try:
        checked = check(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise stop(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise stop(f"{file} is not UTF-8 text.") from None
    except Unreadable as error:
        raise stop(f"{file}: {error}") from None
    typer.echo(told(checked))
    if checked.different is not None:
        raise typer.Exit(1)


def main() -> None:
    """The console command."""
    cli()


def _run(settings: Settings) -> None:
    configure(settings.log_level, settings.log_format, settings.kept)
    if settings.sentry_dsn.get_secret_value():
        # Only then: its library takes a third of a second to import.
        from tgbot.reports import report_to

        report_to(settings.sentry_dsn.get_secret_value())
    # What is imported stays to the end, and little of what is made for a press needs to be looked for.
    gc.disable()
    from telegram.error import InvalidToken

    from tgbot.process import run as run_bot

    try:
        from uvloop import new_event_loop
    except ImportError:  # It is not built for every platform. What watches PostgreSQL needs a loop that selects.
        new_event_loop = asyncio.SelectorEventLoop  # type: ignore[assignment]

    gc.freeze()
    gc.set_threshold(_GARBAGE)
    gc.enable()
    try:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            runner.run(run_bot(settings))
    except InvalidToken:
        raise stop("BOT_TOKEN is refused by Telegram; copy it again from @BotFather.") from None
    except Unusable as error:
        raise stop(f"DATABASE_URL {error}.") from None
    except ConfigError as error:
        raise stop(str(error)) from None


def _playground(port: int | None = None, seed: int | None = None) -> None:
    """Until it is stopped; with a seed only until scripted people have played one match."""
    from tgbot.demo.players import auto as play_one_match
    from tgbot.demo.playground import DemoError, keep
    from tgbot.demo.sim import SimError

    try:
        asyncio.run(keep(port) if seed is None else play_one_match(seed))
    except (DemoError, SimError) as error:
        raise stop(str(error), 1) from None
    except TimeoutError:
        raise stop("Nothing happened for too long.", 1) from None
    except KeyboardInterrupt:
        return


if __name__ == "__main__":
    main()
