"""Presses of buttons. Each is answered exactly once, whatever it carries and whatever happens (C09, C12)."""

from __future__ import annotations

import structlog
from telegram import CallbackQuery, Update

from tgbot import button
from tgbot.handlers import at_lobby, at_table, fairness, hosting, members, privacy, rules, settings, waiting
from tgbot.handlers.pressing import Pressed, language
from tgbot.handlers.shell import Shell, visit_of
from tgbot.languages import nearest
from tgbot.refusals import Code, Refused
from tgbot.screens.texts import refusal
from tgbot.store import at_fault
from tgbot.words import words

log = structlog.get_logger(__name__)

VERBS = {
    **at_table.VERBS,
    **at_lobby.VERBS,
    **hosting.VERBS,
    **waiting.VERBS,
    **fairness.VERBS,
    **members.VERBS,
    **privacy.VERBS,
    "rules": rules.verb,
    "set": settings.verb,
}


async def pressed(shell: Shell, update: Update) -> None:
    """Handles one callback query."""
    query = update.callback_query
    if query is None:
        return
    try:
        await _handle(shell, update, query)
    except Refused as refused:
        shell.answer(query, refusal(refused.code, refused.fields, await language(shell, query)))
    except Exception as error:
        if at_fault(error):
            # It is not taken again later: by then somebody may have moved, and he may want something else.
            log.warning("nothing can be done about a press", update=update.update_id, error=type(error).__name__)
            code = Code.NOT_NOW
        else:
            log.exception("a press failed", update=update.update_id, error=type(error).__name__)
            code = Code.FAILED
        shell.answer(query, refusal(code, {}, words(nearest(query.from_user.language_code) or "en")), alert=True)


async def _handle(shell: Shell, update: Update, query: CallbackQuery) -> None:
    press = button.read(query.data or "")
    visit = visit_of(update, shell.clock.now)
    if press is None or visit.who is None:
        raise Refused(Code.UNKNOWN_BUTTON)
    chat_id = query.message.chat.id if query.message else None
    p = Pressed(shell, query, press, visit, visit.who, chat_id)
    if press.move:
        await at_table.move(p)
    elif press.verb in VERBS:
        await VERBS[press.verb](p)
    else:
        raise Refused(Code.UNKNOWN_BUTTON)
