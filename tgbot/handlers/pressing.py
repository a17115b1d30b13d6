"""A press under way, and what every verb does with one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import structlog
from telegram import CallbackQuery, Message

from tgbot import people
from tgbot.button import Press
from tgbot.handlers.shell import Shell
from tgbot.languages import nearest
from tgbot.lobby import Who
from tgbot.people import Attempt, Visit
from tgbot.refusals import Code, Refused
from tgbot.running import Done
from tgbot.screens.texts import refusal
from tgbot.store import Session
from tgbot.words import Words, words

log = structlog.get_logger(__name__)

_ID = re.compile(r"-?[0-9]{1,16}", re.ASCII)


@dataclass(frozen=True)
class Pressed:
    """A press under way. ``chat_id``: where the button stands, None for a message sent by inline mode."""

    shell: Shell
    query: CallbackQuery
    press: Press
    visit: Visit
    who: Who
    chat_id: int | None

    @property
    def args(self) -> tuple[str, ...]:
        """What follows the verb on the button."""
        return self.press.args

    def arg(self) -> str:
        """The one argument of the verb. Raises Refused when there is not exactly one."""
        if len(self.args) != 1:
            raise Refused(Code.UNKNOWN_BUTTON)
        return self.args[0]

    def number(self) -> int:
        """The one argument as a number."""
        if not self.arg().isdecimal():
            raise Refused(Code.UNKNOWN_BUTTON)
        return int(self.arg())

    def telegram_id(self, which: int = 0) -> int:
        """One of the arguments as the number of a person or a group (Bot API: at most 52 significant bits)."""
        text = self.args[which] if which < len(self.args) else ""
        if not _ID.fullmatch(text):
            raise Refused(Code.UNKNOWN_BUTTON)
        return int(text)

    def where(self) -> str:
        """The kind of surface the button stands on, for pointing: a private button is good for any turn."""
        return "board" if self.visit.place is not None else "turn"


async def language(shell: Shell, query: CallbackQuery) -> Words:
    """The presser's language: chosen, else his app's. A database that fails must not cost him the answer."""
    try:
        chosen = await shell.store.read(people.language, query.from_user.id)
    except Exception as error:
        log.error("a language cannot be read", error=type(error).__name__)
        chosen = None
    return words(chosen or nearest(query.from_user.language_code) or "en")


async def attempt(p: Pressed, do: Callable[[Session], Done]) -> Attempt[Done] | None:
    """Does something to a match and lets it show. None: it was refused, and he was told so."""
    attempt = await p.shell.change(p.visit, do)
    if attempt.done is not None:
        return attempt
    refuse(p, attempt)
    return None


def refuse(p: Pressed, attempt: Attempt[Any]) -> None:
    """Tells him what was refused."""
    if attempt.refused is not None:
        p.shell.answer(p.query, refusal(attempt.refused.code, attempt.refused.fields, words(attempt.language)))


def tidy(p: Pressed) -> None:
    """The question was answered: it need not stand in the chat any longer."""
    message = p.query.message
    if message is not None and hangs(p):
        p.shell.spawn(p.shell.remove(message.chat.id, message.message_id))


def hangs(p: Pressed) -> bool:
    """Whether the button hangs under the message: data can be forged, and what a press does to its message cannot be
    left to whoever names one.
    """
    message = p.query.message
    keyboard = message.reply_markup if isinstance(message, Message) else None
    return keyboard is not None and any(
        b.callback_data == p.query.data for row in keyboard.inline_keyboard for b in row
    )
