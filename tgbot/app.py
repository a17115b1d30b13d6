"""Builds the bot and runs it: python-telegram-bot's Application, the handlers, the deliverer and the scheduler."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterator
from typing import Any

import structlog
from telegram import Bot, BotCommand, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats, Update
from telegram.error import InvalidToken, NetworkError, RetryAfter, TelegramError
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    ChatMemberHandler,
    CommandHandler,
    ContextTypes,
    ExtBot,
    InlineQueryHandler,
    MessageHandler,
    filters,
)

from tgbot import button
from tgbot.clock import Clock
from tgbot.config import Settings
from tgbot.deadlines import Deadlines
from tgbot.deliver import Deliverer
from tgbot.handlers import others
from tgbot.handlers.commands import COMMANDS, command, other
from tgbot.handlers.presses import pressed
from tgbot.handlers.shell import Shell
from tgbot.languages import LANGUAGES
from tgbot.screens import texts
from tgbot.store import Store
from tgbot.store.migrate import migrate
from tgbot.wire.limiter import Limiter
from tgbot.wire.request import AiohttpRequest
from tgbot.wire.updates import UpdateLoop
from tgbot.words import words

log = structlog.get_logger(__name__)

UPDATES = ("message", "callback_query", "inline_query", "my_chat_member")
"""What we ask Telegram for (Bot API ``allowed_updates``)."""
GRACE = 3.0
"""Seconds a stop waits for answers under way, and again for messages to be shown."""

Handler = Callable[[Shell, Update], Awaitable[None]]


async def run(settings: Settings) -> None:
    """Runs the bot until SIGTERM or SIGINT, then stops gracefully.

    Raises:
        telegram.error.InvalidToken: Telegram refuses the token.
        Unusable: the database cannot be used.
    """
    migrate(settings.database_url)
    store = Store(settings.database_url)
    transports = (AiohttpRequest(), AiohttpRequest(limit=8))
    clock, bot = Clock(), make_bot(settings, *transports)
    deliverer = Deliverer(bot, store, Limiter(clock.monotonic))
    shell = Shell(bot, store, clock, deliverer, Deadlines(store, clock, deliverer))
    application = make_application(bot, shell)
    try:
        await _reach_telegram(application)
        await _run(settings, shell, application)
    finally:
        await application.shutdown()
        # An application that never came up shuts nothing down.
        for transport in transports:
            await transport.shutdown()
        store.close()


def make_bot(settings: Settings, calls: AiohttpRequest, polls: AiohttpRequest) -> ExtBot[None]:
    """The bot, with our transport. Polling has connections of its own, so that it never waits for the others."""
    token = settings.bot_token.get_secret_value() if settings.bot_token else ""
    return ExtBot(
        token,
        base_url=f"{settings.bot_api_url}/bot",
        base_file_url=f"{settings.bot_api_url}/file/bot",
        request=calls,
        get_updates_request=polls,
    )


def make_application(bot: ExtBot[None], shell: Shell) -> Application[Any, Any, Any, Any, Any, Any]:
    """The handlers. Updates come from our own loop, so there is no Updater, and no JobQueue."""
    application = Application.builder().bot(bot).updater(None).job_queue(None).build()

    def bound(handler: Handler) -> Callable[[Update, ContextTypes.DEFAULT_TYPE], Coroutine[Any, Any, None]]:
        async def handle(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
            await handler(shell, update)

        return handle

    new = filters.UpdateType.MESSAGE
    application.add_handler(CallbackQueryHandler(bound(pressed)))
    for name, do in COMMANDS.items():
        application.add_handler(CommandHandler(name, bound(command(do)), filters=new))
    application.add_handler(InlineQueryHandler(bound(others.inline_query)))
    application.add_handler(ChatMemberHandler(bound(others.my_chat_member), ChatMemberHandler.MY_CHAT_MEMBER))
    application.add_handler(MessageHandler(filters.StatusUpdate.MIGRATE, bound(others.migrated)))
    application.add_handler(MessageHandler(filters.StatusUpdate.PINNED_MESSAGE, bound(others.pinned)))
    application.add_handler(
        MessageHandler(new & filters.ChatType.PRIVATE & ~filters.StatusUpdate.ALL, bound(command(other)))
    )
    application.add_error_handler(_report)
    return application


def lane(update: Update) -> Hashable:
    """Updates that must keep their order: those of one match, else of one chat."""
    query = update.callback_query
    if query is not None:
        press = button.read(query.data or "")
        if press is not None and press.match:
            return "match", press.match
    chat = update.effective_chat
    return ("chat", chat.id) if chat else ("user", update.effective_user.id if update.effective_user else 0)


async def _run(settings: Settings, shell: Shell, application: Application[Any, Any, Any, Any, Any, Any]) -> None:
    updates = UpdateLoop(shell.bot, application.process_update, lane, allowed_updates=UPDATES)
    tasks = [asyncio.create_task(shell.deliverer.run())]
    if settings.clock_url:
        moved = shell.clock.follow(settings.clock_url, lambda: shell.spawn(shell.deadlines.arm()))
        tasks.append(asyncio.create_task(moved))
    try:
        await _introduce(shell.bot)
        await shell.deadlines.start()
        with _signals(updates.stop):
            log.info("Big Ben is running", bot=shell.bot.username)
            await updates.run()
        shell.deadlines.stop()
        await shell.drain(GRACE)
        await shell.deliverer.drain(GRACE)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    log.info("Big Ben has stopped")


async def _reach_telegram(application: Application[Any, Any, Any, Any, Any, Any]) -> None:
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


async def _introduce(bot: Bot) -> None:
    """Polling needs the webhook gone; then the command lists, by place and language (Bot API ``setMyCommands``)."""
    await bot.delete_webhook(drop_pending_updates=False)
    scopes = {"private": BotCommandScopeAllPrivateChats(), "group": BotCommandScopeAllGroupChats()}
    try:
        for language in LANGUAGES:
            for place, lines in texts.commands(words(language)).items():
                # English is for everybody whose language has no list of its own.
                code = None if language == "en" else language
                lines_ = [BotCommand(*line) for line in lines]
                await bot.set_my_commands(lines_, scope=scopes[place], language_code=code)
    except TelegramError as error:
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


async def _report(update: object, context: ContextTypes.DEFAULT_TYPE) -> None:
    number = update.update_id if isinstance(update, Update) else None
    error = context.error
    log.error("an update failed", update=number, error=type(error).__name__, exc_info=error)
