"""The rules of the games: of the one that is played where somebody asks, else of the one he chooses."""

from __future__ import annotations

import asyncio

from tgbot import people, preferences
from tgbot.handlers.pressing import Pressed
from tgbot.handlers.saying import Said
from tgbot.handlers.shell import Shell
from tgbot.pictures.staged import example
from tgbot.refusals import Code, Refused
from tgbot.screens import SCREENS, texts
from tgbot.words import Words, words


async def command(said: Said) -> None:
    """/rules: those of the game that is played here; when there is none, or several, the games to choose from."""
    played = {facts.kind for facts in await said.matches()}
    if len(played) != 1:
        said.reply(texts.which_rules(said.say))
        return
    thread = said.place.thread_id if said.place else None
    await _explain(said.shell, said.message.chat_id, thread, played.pop(), said.say)


async def verb(p: Pressed) -> None:
    """A game is chosen, by anybody: it is explained where the button hangs, in the language that is read there."""
    kind, place = p.arg(), p.visit.place
    if kind not in SCREENS or p.chat_id is None:
        raise Refused(Code.UNKNOWN_BUTTON)
    language = (await p.shell.attempt(p.visit, lambda session: people.read_there(session, p.visit))).done
    p.shell.answer(p.query)
    await _explain(p.shell, p.chat_id, place.thread_id if place else None, kind, words(language or "en"))


async def _explain(shell: Shell, chat_id: int, thread_id: int | None, kind: str, say: Words) -> None:
    """Posts the rules, under a picture of the table where people want pictures."""
    found = await shell.store.read(preferences.group_settings, chat_id, say.language)
    if shell.deliverer.draws and found.pictures:
        picture = await asyncio.to_thread(example, kind, say.language)
        caption = texts.table_picture(SCREENS[kind].title(say), say)
        shell.deliverer.post_picture(chat_id, picture, caption, thread_id=thread_id)
    shell.deliverer.post(chat_id, texts.rules(kind, say), thread_id=thread_id)
