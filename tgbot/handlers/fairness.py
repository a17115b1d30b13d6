"""*Verify*: the bot computes a match that is over again and gives away its file."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tgbot.exporting import export
from tgbot.handlers.pressing import Pressed, refuse
from tgbot.handlers.saying import Said
from tgbot.handlers.shell import Shell
from tgbot.lobby import Who
from tgbot.screens.fairness import file_caption, file_name
from tgbot.screens.texts import Answer, answer
from tgbot.verifying import Checked, check
from tgbot.words import Words, words


async def verify(p: Pressed) -> None:
    """The answer says what was found, the file goes into the private chat; who has none is led there."""
    tried = await p.shell.attempt(p.visit, lambda session: export(session, p.press.match, p.who.id))
    if tried.done is None:
        refuse(p, tried)
        return
    if not tried.reachable:
        p.shell.answer(p.query, url=f"https://t.me/{p.shell.bot.username}?start=v_{p.press.match}")
        return
    say = words(tried.language)
    checked = await _check_and_post(p.shell, p.who.id, tried.done.text(), say)
    found = Answer.VERIFIED if checked.different is None else Answer.DIFFERS
    place = checked.different.place if checked.different else ""
    p.shell.answer(p.query, answer(found, say, moves=len(checked.export.plays), place=place), alert=True)


async def send(said: Said, who: Who, match_id: int) -> None:
    """The file for who had no private chat until now. Raises Refused: the match is not over, or not for his eyes."""
    given = await said.shell.store.read(export, match_id, who.id)
    await _check_and_post(said.shell, who.id, given.text(), said.say)


async def _check_and_post(shell: Shell, chat_id: int, text: str, say: Words) -> Checked:
    # A long match takes a computer player a while.
    checked = await asyncio.to_thread(check, text)
    shell.deliverer.post_file(chat_id, file_name(checked), text.encode(), file_caption(checked, say))
    return checked


VERBS: dict[str, Callable[[Pressed], Awaitable[object]]] = {"verify": verify}
