"""The life of a forum's topics: what is played in a closed one waits until it is open again."""

from __future__ import annotations

from telegram import ChatMember, ChatMemberAdministrator, Update
from telegram.error import TelegramError

from tgbot import groups
from tgbot.handlers.shell import Shell, log, thread_of


async def closed(shell: Shell, update: Update) -> None:
    """The service message that a topic is closed, or that General is hidden, which closes it."""
    message = update.effective_message
    if message is None or await _manages(shell, message.chat_id):
        return
    thread = thread_of(message)
    for match_id in await shell.store.write(groups.close_topic, message.chat_id, thread, shell.clock.now()):
        shell.changed(match_id)


async def reopened(shell: Shell, update: Update) -> None:
    """The service message that a topic is open again."""
    message = update.effective_message
    if message is not None:
        await shell.open_topic(message.chat_id, thread_of(message))


async def promoted(shell: Shell, chat_id: int, member: ChatMember) -> None:
    """The bot has other rights in a group: with that to manage topics it may write in closed ones as well."""
    if may_manage(member):
        for match_id in await shell.store.write(groups.open_topics, chat_id, shell.clock.now()):
            shell.changed(match_id)


def may_manage(member: ChatMember) -> bool:
    """Whether somebody may write in closed topics."""
    return isinstance(member, ChatMemberAdministrator) and bool(member.can_manage_topics)


async def _manages(shell: Shell, chat_id: int) -> bool:
    """Whether the bot may write in closed topics (Bot API ``getChatMember``)."""
    try:
        return may_manage(await shell.bot.get_chat_member(chat_id, shell.bot.id, read_timeout=5))
    except TelegramError as error:
        log.info("rights unknown", chat=chat_id, error=type(error).__name__)
        return False
