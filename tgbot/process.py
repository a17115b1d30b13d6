"""One process of the bot, from its start to its end.

The law
    It takes part only when its database is up to date and Telegram has been reached.
    However it ends, it finishes what it has begun as far as can be done in ten seconds, and leaves nothing at work.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from urllib.parse import urlsplit

import structlog
from telegram import Bot, BotCommand, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats
from telegram.error import InvalidToken, NetworkError, RetryAfter, TelegramError

from tgbot.app import UPDATES, AnyApplication, Take, lane, make_application, make_bot, taking
from tgbot.chores import Chores
from tgbot.clock import Clock
from tgbot.config import ConfigError, Settings
from tgbot.deadlines import Deadlines
from tgbot.deliver import Deliverer
from tgbot.drawing import Drawing
from tgbot.gate import Gate
from tgbot.handlers.shell import Shell
from tgbot.health import Health
from tgbot.languages import LANGUAGES
from tgbot.leading import Leader, Source
from tgbot.memory import give_back
from tgbot.metrics import LogCounter
from tgbot.screens import texts
from tgbot.store import Store
from tgbot.store.address import is_sqlite
from tgbot.store.leader import Leadership
from tgbot.store.migrate import migrate
from tgbot.wire.limiter import Limiter
from tgbot.wire.request import AiohttpRequest
from tgbot.wire.updates import UpdateLoop
from tgbot.wire.webhook import Receiver, Watch
from tgbot.words import words

log = structlog.get_logger(__name__)

GRACE = 7.0
"""Seconds a stop takes at the most, but for two in which it notes what is shown and closes everything."""
IN_HAND = 4.0
"""Seconds of it for updates that Telegram has brought."""
ANSWERS = 3.0
"""Seconds of it for answers to presses."""
INTRODUCTION = 10.0
"""Seconds for the command lists."""


async def run(settings: Settings) -> None:
    """Runs the bot until SIGTERM or SIGINT, then stops gracefully.

    Raises:
        telegram.error.InvalidToken: Telegram refuses the token.
        Unusable: the database cannot be used.
        ConfigError: nothing can be served at HTTP_HOST and HTTP_PORT.
    """
    migrate(settings.database_url)
    store = Store(settings.database_url, prepares=not settings.database_direct_url)
    transports = (AiohttpRequest(), AiohttpRequest(limit=8))
    clock, bot = Clock(), make_bot(settings, *transports)
    drawing = _drawing() if settings.pictures == "on" else None
    deliverer = Deliverer(bot, store, Limiter(clock.monotonic), clock.now, drawing)
    chores = Chores(store, clock, deliverer, settings.retention_days)
    deadlines = Deadlines(store, clock, deliverer, chores)
    shell = Shell(bot, store, clock, deliverer, deadlines, settings.retention_days)
    application = make_application(bot, shell, Gate(settings.limits, clock.monotonic))
    try:
        await _run(settings, shell, application)
    finally:
        await application.shutdown()
        # An application that never came up shuts nothing down.
        for transport in transports:
            await transport.shutdown()
        store.close()


def _drawing() -> Drawing:
    """While a picture is drawn everything else waits for Python's one lock; not for 5 ms each time, as it would."""
    sys.setswitchinterval(0.001)
    return Drawing()


async def _run(settings: Settings, shell: Shell, application: AnyApplication) -> None:
    take = taking(application)
    takes = _takes(settings, shell)
    receiver = Receiver(shell.bot, take, lane, secret=settings.secret, takes=takes) if settings.webhook_url else None
    leader = _leader(settings, shell, take, receiver)
    health, stop = Health(shell.store, shell.clock, leader, takes), asyncio.Event()
    async with _serving(settings, health, receiver):
        begun = asyncio.create_task(_reach_telegram(application))
        clock = asyncio.create_task(_follow(settings.clock_url, shell))
        memory = asyncio.create_task(give_back())
        with _signals(stop.set):
            try:
                await _until(stop, begun)
                if not stop.is_set():
                    health.state = "running"
                    if receiver is not None:
                        receiver.open()
                    if not _alone(settings):
                        log.info("Big Ben is running", bot=shell.bot.username)
                    await _until(stop, leader.start())
            finally:
                for task in (begun, clock, memory):
                    task.cancel()
                await asyncio.gather(begun, clock, memory, return_exceptions=True)
                await _finish(shell, health, leader, receiver)
    log.info("Big Ben has stopped")


def _alone(settings: Settings) -> bool:
    """Whether only the process that leads takes updates. On a file of SQLite nobody hears what others commit."""
    return not settings.webhook_url or is_sqlite(settings.database_url)


def _takes(settings: Settings, shell: Shell) -> Callable[[], bool]:
    """Whether this process may take what is brought to it."""
    if settings.webhook_url and _alone(settings):
        log.info("DATABASE_URL names a file of SQLite: of several processes only the one that leads takes updates")
        return lambda: shell.deliverer.leads()  # noqa: PLW0108 -- Who leads is known only later.
    return lambda: True


def _leader(settings: Settings, shell: Shell, take: Take, receiver: Receiver | None) -> Leader:
    """What this process does when it leads: it asks for updates, or sees to it that Telegram brings them."""

    def source() -> Source:
        if receiver is None:
            return UpdateLoop(shell.bot, take, lane, allowed_updates=UPDATES, hooked=True)
        url, secret = settings.webhook_url, settings.secret
        return Watch(shell.bot, receiver, url=url, secret=secret, allowed_updates=UPDATES, now=shell.clock.now)

    async def introduce() -> None:
        await _introduce(shell.bot)
        if _alone(settings):
            log.info("Big Ben is running", bot=shell.bot.username)

    leadership = Leadership(shell.store, settings.database_direct_url)
    return Leader(shell, leadership, source, introduce, alone=_alone(settings))


async def _follow(clock_url: str, shell: Shell) -> None:
    """Keeps to a playground's clock, where there is one."""
    if clock_url:
        await shell.clock.follow(clock_url, lambda: shell.spawn(shell.deadlines.arm()))


async def _reach_telegram(application: AnyApplication) -> None:
    """Telegram may be out of reach when the machine starts: tried again until it answers."""
    pause = 1.0
    while True:
        try:
            await application.initialize()
        except InvalidToken:
            raise
        except (NetworkError, RetryAfter) as error:
            log.warning("Telegram cannot be reached, trying again", error=type(error).__name__, seconds=pause)
            await asyncio.sleep(pause)
            pause = min(30.0, 2 * pause)
        else:
            return


async def _until(stop: asyncio.Event, work: asyncio.Task[None]) -> None:
    """Until it is asked to stop, or the work ends; raises what that raises."""
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({stopping, work}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if work.done():
        work.result()


async def _finish(shell: Shell, health: Health, leader: Leader, receiver: Receiver | None) -> None:
    """Finishes what has begun, as far as it can be done in time; what is left waits for the next start."""
    loop = asyncio.get_running_loop()
    late = loop.time() + GRACE
    health.state = "stopping"
    if receiver is not None:
        await receiver.stop(IN_HAND)
    await leader.stop()
    await shell.drain(min(ANSWERS, late - loop.time() - 1))
    await shell.deliverer.drain(max(0, late - loop.time()))
    await leader.end()
    health.close()


@contextlib.asynccontextmanager
async def _serving(settings: Settings, health: Health, receiver: Receiver | None) -> AsyncIterator[None]:
    """Health, figures and the webhook, where they are wanted."""
    if settings.port is None:
        yield
        return
    # Only then: what serves takes memory and a tenth of a second.
    from tgbot.wire.server import Server, routes  # noqa: PLC0415

    host, port = settings.http_host, settings.port
    try:
        server = Server(routes(health, urlsplit(settings.webhook_url).path, receiver), host, port)
    except OSError as error:
        raise ConfigError(f"HTTP_PORT: nothing can be served at {host}, port {port} ({error.strerror}).") from None
    counter = LogCounter()
    logging.getLogger().addHandler(counter)
    await server.open()
    log.info("health and figures are served", url=server.url)
    try:
        yield
    finally:
        await server.close()
        logging.getLogger().removeHandler(counter)


async def _introduce(bot: Bot) -> None:
    """The command lists, by place and language (Bot API ``setMyCommands``)."""
    scopes = {"private": BotCommandScopeAllPrivateChats(), "group": BotCommandScopeAllGroupChats()}
    # English is for everybody whose language has no list of its own.
    calls = [
        bot.set_my_commands(
            [BotCommand(*line) for line in lines],
            scope=scopes[place],
            language_code=None if language == "en" else language,
        )
        for language in LANGUAGES
        for place, lines in texts.commands(words(language)).items()
    ]
    try:
        async with asyncio.timeout(INTRODUCTION):
            await asyncio.gather(*calls)
    except (TelegramError, TimeoutError) as error:
        log.warning("the command lists are not set", error=type(error).__name__)


@contextlib.contextmanager
def _signals(stop: Callable[[], None]) -> Iterator[None]:
    """SIGTERM and SIGINT ask for a graceful stop."""
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGTERM, signal.SIGINT)
    for number in numbers:
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        for number in numbers:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)
