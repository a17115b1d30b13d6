"""The commands of whoever runs the bot, beside a bot that may be running: ``bigben admin …``.

They read and write the database; the running bot finds what has changed, within a few seconds, and tells the groups.
"""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from core.catalog import RULES_VERSION
from tgbot import holding, upkeep
from tgbot.config import Settings
from tgbot.facts import Held
from tgbot.refusals import Code, Refused
from tgbot.screens.operation import LONGEST
from tgbot.store import Session, Store, queries
from tgbot.store.migrate import revision
from tgbot.terminal import given, opened, stop

admin = typer.Typer(no_args_is_help=True, help="For whoever runs the bot: how it stands, and orders to it.")

ALIVE = timedelta(seconds=60)
"""A bot whose last heartbeat is older does not run, or is out of touch with Telegram."""
LATE = timedelta(seconds=60)
"""What is overdue for longer is stuck."""
LISTED = 100
"""So many stuck matches are listed."""


@admin.command()
def status() -> None:
    """How many matches there are, how many wait, are late or stand still, and whether the bot is alive."""
    now = datetime.now(UTC)
    with opened(given().database_url) as store:
        figures, counted, beat, ordered = store.look(
            lambda s: (queries.waiting_figures(s, now), queries.counted(s), queries.last_beat(s), queries.ordered(s))
        )
        version = revision(store.url)
    oldest = "" if figures.oldest_overdue is None else f", the oldest for {_span(figures.oldest_overdue)}"
    begins = " and whatever starts" if ordered else ""
    lines = {
        "bot": _alive(beat, now),
        "database": f"version {version}, rules {RULES_VERSION}",
        "lobbies": f"{counted['lobby']} open",
        "matches": f"{counted['running']} running, {counted['paused']} of them paused; {counted['finished']} finished",
        "called off": f"{counted['cancelled']} matches or lobbies, and {counted['expired']} lobbies expired",
        "waiting": f"{figures.waiting} for a moment, {figures.overdue} overdue{oldest}",
        "stopped": f"{counted['held']} by `bigben admin pause-all`{begins}, {counted['set aside']} cannot be read",
        "behind": f"{counted['behind']} matches do not show their newest state yet",
        "known": f"{counted['people']} people, {counted['groups']} groups",
    }
    for name, line in lines.items():
        typer.echo(f"{name:<12}{line}")


@admin.command("stuck")
def list_stuck() -> None:
    """The matches that do not go on as they should, one a line, and what to do. Ends with 1 when there are any."""
    now = datetime.now(UTC)
    with opened(given().database_url) as store:
        found = store.look(lambda s: queries.stuck(s, now - LATE, LISTED))
    if not found:
        typer.echo("Nothing is stuck.")
        return
    reasons = {match.id: _why(match, now) for match in found}
    for match in found:
        typer.echo(f"match {match.id} ({match.kind}): {', '.join(reasons[match.id].values())}")
    typer.echo("")
    for trouble, advice in _ADVICE.items():
        if any(trouble in why for why in reasons.values()):
            typer.echo(f"{trouble}: {advice}")
    raise typer.Exit(1)


@admin.command()
def call_off(
    match: Annotated[int, typer.Argument(help="Its number, as `bigben admin stuck` lists it.", min=1)],
) -> None:
    """Give up a lobby or a match, also one that cannot be read. Nobody wins it."""
    with opened(given().database_url) as store:
        try:
            store.transact(lambda s: holding.call_off(s, match, datetime.now(UTC)))
        except Refused as refused:
            over = refused.code is Code.MATCH_OVER
            raise stop(f"Match {match} is over." if over else f"There is no match {match}.", 1) from None
        _told(store, f"Match {match} is called off.")


@admin.command()
def pause_all() -> None:
    """Stop every match, also those that start from now on, until `bigben admin resume-all`. Clocks keep what is left,
    groups are told.
    """
    with opened(given().database_url) as store:
        store.transact(lambda s: holding.order(s, hold=True))
        number = _all(store, holding.hold)
        _told(store, f"{number} matches stand still now." if number != 1 else "1 match stands still now.")


@admin.command()
def resume_all() -> None:
    """Let every match go on that was stopped by `bigben admin pause-all`."""
    with opened(given().database_url) as store:
        store.transact(lambda s: holding.order(s, hold=False))
        number = _all(store, holding.release)
        _told(store, f"{number} matches go on." if number != 1 else "1 match goes on.")


@admin.command()
def announce(
    text: Annotated[str, typer.Argument(help="What to say, in your words; not with --restart.")] = "",
    restart: Annotated[
        int, typer.Option("--restart", help="Say instead that the bot restarts in so many minutes.", min=0, max=1440)
    ] = 0,
) -> None:
    """Say something in every group in which a lobby is open or a match runs, and at every private table."""
    if bool(text.strip()) == bool(restart):
        raise stop('Say what is to be said, `bigben admin announce "Tea at five"`, or --restart MINUTES.')
    if len(text) > LONGEST:
        raise stop(f"An announcement has at most {LONGEST} characters, this one has {len(text)}.")
    now = datetime.now(UTC)
    at = now + timedelta(minutes=restart) if restart else None
    with opened(given().database_url) as store:
        number = store.transact(lambda s: upkeep.announce(s, text.strip(), at, now))
        _told(store, f"To be said in {number} chats." if number != 1 else "To be said in 1 chat.")


def illness(settings: Settings) -> str:
    """Why the bot of this machine does not live, in a sentence; empty when it does. Where it serves a port it is asked
    itself, else its last heartbeat tells.
    """
    if not settings.port:
        with opened(settings.database_url) as store:
            beat, now = store.look(queries.last_beat), datetime.now(UTC)
        return "" if beat is not None and now - beat < ALIVE else f"The bot {_alive(beat, now)}."
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.http_host, settings.http_host)  # noqa: S104
    place = f"[{host}]" if ":" in host else host
    try:
        with urllib.request.urlopen(f"http://{place}:{settings.port}/healthz", timeout=5):
            return ""
    except urllib.error.HTTPError as error:
        return f"The bot at {place}:{settings.port} is not well: {error.read(500).decode(errors='replace')}"
    except OSError as error:
        return f"At {place}:{settings.port} nobody answers: {error}."


def _all(store: Store, do: Callable[[Session, int, datetime], Sequence[int]]) -> int:
    """Does something in small batches, between which the bot can write. In how many matches."""
    after = number = 0
    while found := store.transact(lambda s, a=after: do(s, a, datetime.now(UTC))):  # type: ignore[misc]
        after, number = found[-1], number + len(found)
    return number


def _told(store: Store, done: str) -> None:
    now = datetime.now(UTC)
    beat = store.look(queries.last_beat)
    alive = beat is not None and now - beat < ALIVE
    when = "The bot tells the groups within seconds." if alive else "No bot runs: the groups are told when it does."
    typer.echo(f"{done} {when}")


def _alive(beat: datetime | None, now: datetime) -> str:
    if beat is None:
        return "has never run on this database"
    ago = f"last heartbeat {_span(now - beat)} ago"
    return f"runs, {ago}" if now - beat < ALIVE else f"does not run or is out of touch with Telegram, {ago}"


_ADVICE = {
    "set aside": "start the version of the bot that has begun it, or give it up (bigben admin call-off)",
    "overdue": "see whether the bot runs (bigben admin status); if it does, its log says what fails, again and again",
    "behind": "Telegram is slow or limits the group, and it is made good; if it stays, the log says what fails",
}
"""What whoever runs the bot may do about a match that is stuck."""


def _why(match: queries.Stuck, now: datetime) -> dict[str, str]:
    """What is wrong, by what can be done about it."""
    reasons = {}
    if match.held == Held.BROKEN:
        reasons["set aside"] = f"set aside, cannot be read (rules {match.rules_version})"
    if match.wake_at is not None and now - match.wake_at > LATE:
        reasons["overdue"] = f"overdue for {_span(now - match.wake_at)}"
    if match.delivered < match.revision:
        reasons["behind"] = f"behind, shows revision {match.delivered} of {match.revision}"
    return reasons


def _span(span: timedelta) -> str:
    """A length of time, roughly."""
    seconds = max(0, round(span.total_seconds()))
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds // length} {unit}"
    return f"{seconds} s"
