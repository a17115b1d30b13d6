"""Updates that are neither presses nor commands: inline mode, blocking, service messages."""

from __future__ import annotations

from telegram import InlineQueryResultArticle, InlineQueryResultsButton, InputTextMessageContent, Update
from telegram.constants import ChatType, ParseMode
from telegram.error import TelegramError

from tgbot import people
from tgbot.facts import MatchFacts
from tgbot.handlers import topics
from tgbot.handlers.shell import Shell, belongs, log, may_speak, visit_of
from tgbot.screens import texts
from tgbot.screens.lobby import menu
from tgbot.wire.messages import markup
from tgbot.words import Words, words


async def inline_query(shell: Shell, update: Update) -> None:
    """``@BOT`` in any chat offers my open lobbies, or the one named by its token; where there is none, it says so (Bot
    API ``answerInlineQuery``).
    """
    query = update.inline_query
    if query is None:
        return
    visit = visit_of(update, shell.clock.now)
    attempt = await shell.attempt(visit, lambda session: people.invitations(session, query.from_user.id, query.query))
    say = words(attempt.language)
    results = [_invitation(facts, say, shell.bot.username) for facts in (attempt.done or ())[:50]]
    nothing = None if results else InlineQueryResultsButton(texts.no_invites(say), start_parameter="play")

    async def tell() -> None:
        try:
            await query.answer(results, cache_time=0, is_personal=True, button=nothing)
        except TelegramError as error:
            log.info("an inline query is not answered", error=type(error).__name__)

    shell.spawn(tell())


def _invitation(facts: MatchFacts, say: Words, bot: str) -> InlineQueryResultArticle:
    screen = texts.invite(facts, say, bot)
    return InlineQueryResultArticle(
        id=facts.token,
        title=texts.invite_title(facts, say),
        description=texts.invite_description(facts, say),
        input_message_content=InputTextMessageContent(screen.text, parse_mode=ParseMode.HTML),
        reply_markup=markup(screen.keyboard),
    )


async def my_chat_member(shell: Shell, update: Update) -> None:
    """Somebody blocks or unblocks the bot; or a group takes it in, and sees the games."""
    change = update.my_chat_member
    if change is None:
        return
    here = belongs(change.new_chat_member)
    if change.chat.type == ChatType.PRIVATE:
        await shell.reach(change.chat.id, here)
        return
    if change.chat.type not in (ChatType.GROUP, ChatType.SUPERGROUP):
        return  # In a channel nobody can play.
    if here and not belongs(change.old_chat_member):
        visit = visit_of(update, shell.clock.now)
        attempt = await shell.attempt(visit, lambda session: people.group_language(session, change.chat.id, ""))
        shell.deliverer.post(change.chat.id, menu(words(attempt.done or attempt.language)))
    if not may_speak(change.new_chat_member) or await shell.may_write(change.chat.id) is False:
        await shell.lose(change.chat.id)
    else:
        await shell.regain(change.chat.id)
        await topics.promoted(shell, change.chat.id, change.new_chat_member)


async def chat_member(shell: Shell, update: Update) -> None:
    """Somebody comes, goes or gets other rights, which only administrators are told (C35)."""
    change = update.chat_member
    if change is not None and belongs(change.old_chat_member) and not belongs(change.new_chat_member):
        await shell.depart(change.chat.id, change.new_chat_member.user.id)


async def departed(shell: Shell, update: Update) -> None:
    """The service message that somebody has left or was removed (C35). Of the bot itself ``my_chat_member`` tells."""
    message = update.effective_message
    if message is not None and message.left_chat_member is not None and message.left_chat_member.id != shell.bot.id:
        await shell.depart(message.chat_id, message.left_chat_member.id)


async def migrated(shell: Shell, update: Update) -> None:
    """A group has become a supergroup; both tell so (C34)."""
    message = update.effective_message
    if message is None:
        return
    if message.migrate_to_chat_id is not None:
        await shell.deliverer.migrate(message.chat_id, message.migrate_to_chat_id)
    elif message.migrate_from_chat_id is not None:
        await shell.deliverer.migrate(message.migrate_from_chat_id, message.chat_id)


async def pinned(shell: Shell, update: Update) -> None:
    """The service message that says the bot pinned a board is only clutter."""
    message = update.effective_message
    if message is None or message.from_user is None or message.from_user.id != shell.bot.id:
        return
    shell.spawn(shell.remove(message.chat_id, message.message_id))
