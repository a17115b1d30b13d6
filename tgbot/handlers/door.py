"""The door every update comes in by: blocked people and groups stay outside, and nobody asks too much at once."""

from __future__ import annotations

from telegram import CallbackQuery, Message, Update

from tgbot import button
from tgbot.gate import Gate, Verdict
from tgbot.handlers.shell import Shell
from tgbot.languages import nearest
from tgbot.refusals import Code
from tgbot.screens.fitting import fit
from tgbot.screens.screen import Screen
from tgbot.screens.texts import refusal
from tgbot.words import words

_OPENING = frozenset({"new", "rematch"})


def admitted(shell: Shell, gate: Gate, update: Update) -> bool:
    """Whether an update is let in. A press that is not is answered all the same, a command at most once.

    What Telegram tells of chats and members is always let in: no message of theirs is turned away.
    """
    query, message = update.callback_query, update.message
    if query is not None:
        return _press(shell, gate, query)
    if update.inline_query is not None:
        return not gate.blocked(update.inline_query.from_user.id)
    if message is not None and message.text is not None:
        return _command(shell, gate, message)
    return True


def _press(shell: Shell, gate: Gate, query: CallbackQuery) -> bool:
    person, press = query.from_user.id, button.read(query.data or "")
    if gate.blocked(person, query.message.chat.id if query.message else None):
        code = Code.BLOCKED
    elif press is not None and press.verb in _OPENING and not gate.lobby(person):
        code = Code.TOO_MANY_LOBBIES
    else:
        return True
    shell.answer(query, refusal(code, {}, words(nearest(query.from_user.language_code) or "en")))
    return False


def _command(shell: Shell, gate: Gate, message: Message) -> bool:
    user, chat = message.from_user, message.chat
    person = user.id if user is not None and message.sender_chat is None else None
    if gate.blocked(person, chat.id, message.sender_chat.id if message.sender_chat else None):
        # In a group nobody else need read it.
        verdict, code = gate.turn_away(chat.id) if chat.id > 0 else Verdict.IGNORED, Code.BLOCKED
    else:
        verdict, code = gate.command(person, chat.id), Code.TOO_FAST
    if verdict is Verdict.REFUSED:
        say = words(nearest(user.language_code if user else None) or "en")
        thread = message.message_thread_id if message.is_topic_message else None
        shell.deliverer.post(chat.id, Screen(fit(refusal(code, {}, say))), thread_id=thread)
    return verdict is Verdict.ADMITTED
