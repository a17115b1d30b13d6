"""Builds the bot: python-telegram-bot's Application, with the handlers and what an update's way through them is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Hashable
from typing import Any

import structlog
from telegram import Update
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
from tgbot.config import Settings
from tgbot.gate import Gate
from tgbot.handlers import others, topics
from tgbot.handlers.commands import COMMANDS, other
from tgbot.handlers.door import admitted
from tgbot.handlers.presses import pressed
from tgbot.handlers.saying import command
from tgbot.handlers.shell import Shell
from tgbot.store import at_fault
from tgbot.wire.bot import WireBot
from tgbot.wire.lanes import NotNow
from tgbot.wire.request import AiohttpRequest

UPDATES = ("message", "callback_query", "inline_query", "my_chat_member", "chat_member")
"""What we ask Telegram for (Bot API ``allowed_updates``)."""

Handler = Callable[[Shell, Update], Awaitable[None]]
Take = Callable[[Update], Awaitable[None]]
AnyApplication = Application[Any, Any, Any, Any, Any, Any]


def make_bot(settings: Settings, calls: AiohttpRequest, polls: AiohttpRequest) -> WireBot:
    """The bot, with our transport. Polling has connections of its own, so that it never waits for the others."""
    token = settings.bot_token.get_secret_value() if settings.bot_token else ""
    return WireBot(
        token,
        base_url=f"{settings.bot_api_url}/bot",
        base_file_url=f"{settings.bot_api_url}/file/bot",
        request=calls,
        get_updates_request=polls,
    )


def make_application(bot: ExtBot[None], shell: Shell, gate: Gate) -> AnyApplication:
    """The handlers. Updates come from our own loop, so there is no Updater, and no JobQueue."""
    let_in: set[int] = set()
    """Updates that wait to be taken again: they have passed the door, which counts what comes."""
    application = Application.builder().bot(bot).updater(None).job_queue(None).build()

    def bound(handler: Handler) -> Callable[[Update, ContextTypes.DEFAULT_TYPE], Coroutine[Any, Any, None]]:
        async def handle(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
            with structlog.contextvars.bound_contextvars(**about(update)):
                number = update.update_id
                if number not in let_in and not admitted(shell, gate, update):
                    return
                let_in.discard(number)
                try:
                    await handler(shell, update)
                except Exception as error:
                    if at_fault(error):
                        let_in.add(number)
                    raise

        return handle

    new = filters.UpdateType.MESSAGE
    application.add_handler(CallbackQueryHandler(bound(pressed)))
    for name, do in COMMANDS.items():
        application.add_handler(CommandHandler(name, bound(command(do)), filters=new))
    application.add_handler(InlineQueryHandler(bound(others.inline_query)))
    application.add_handler(ChatMemberHandler(bound(others.my_chat_member), ChatMemberHandler.MY_CHAT_MEMBER))
    application.add_handler(ChatMemberHandler(bound(others.chat_member), ChatMemberHandler.CHAT_MEMBER))
    application.add_handler(MessageHandler(filters.StatusUpdate.LEFT_CHAT_MEMBER, bound(others.departed)))
    closed = filters.StatusUpdate.FORUM_TOPIC_CLOSED | filters.StatusUpdate.GENERAL_FORUM_TOPIC_HIDDEN
    application.add_handler(MessageHandler(closed, bound(topics.closed)))
    application.add_handler(MessageHandler(filters.StatusUpdate.FORUM_TOPIC_REOPENED, bound(topics.reopened)))
    application.add_handler(MessageHandler(filters.StatusUpdate.MIGRATE, bound(others.migrated)))
    application.add_handler(MessageHandler(filters.StatusUpdate.PINNED_MESSAGE, bound(others.pinned)))
    application.add_handler(
        MessageHandler(new & filters.ChatType.PRIVATE & ~filters.StatusUpdate.ALL, bound(command(other)))
    )
    return application


def about(update: Update) -> dict[str, int]:
    """What lines of the log say of whatever is done about an update: its number, and the match a button names."""
    press = button.read(update.callback_query.data or "") if update.callback_query else None
    if press is None or not press.match:
        return {"update": update.update_id}
    return {"update": update.update_id, "match": press.match, "position": press.position}


def lane(update: Update) -> Hashable:
    """Updates that must keep their order: those of one match, else of one chat."""
    query = update.callback_query
    if query is not None:
        press = button.read(query.data or "")
        if press is not None and press.match:
            return "match", press.match
    chat = update.effective_chat
    return ("chat", chat.id) if chat else ("user", update.effective_user.id if update.effective_user else 0)


def taking(application: AnyApplication) -> Take:
    """Takes an update through the handlers. python-telegram-bot keeps to itself what they raise; here it comes out."""
    failed: dict[int, Exception] = {}

    async def note(update: object, context: ContextTypes.DEFAULT_TYPE) -> None:
        if isinstance(update, Update) and context.error is not None:
            failed[update.update_id] = context.error

    async def take(update: Update) -> None:
        await application.process_update(update)
        if (error := failed.pop(update.update_id, None)) is not None:
            if at_fault(error):
                raise NotNow from error
            raise error

    application.add_error_handler(note)
    return take
