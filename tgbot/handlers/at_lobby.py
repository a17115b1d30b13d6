"""Verbs of a lobby that everybody may use, and what begins one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from core.catalog import CATALOG
from tgbot import joining, lobby, people, preferences, table
from tgbot.facts import Status
from tgbot.handlers import private
from tgbot.handlers.entering import Sit, enter
from tgbot.handlers.pressing import Pressed, hangs, language, refuse, tidy
from tgbot.people import Attempt
from tgbot.refusals import Code, Refused
from tgbot.running import Done
from tgbot.screens.lobby import menu
from tgbot.screens.texts import Answer, answer, joined_private, welcome
from tgbot.screens.texts import language as language_menu
from tgbot.store import Session
from tgbot.words import words


async def _join(p: Pressed) -> None:
    """Also by what tells somebody privately of a lobby he waited for: ``next``."""
    if p.args not in ((), ("next",)):
        raise Refused(Code.UNKNOWN_BUTTON)
    match, now = p.press.match, p.visit.now
    await _sit(
        p,
        lambda session, group: lobby.join(session, match, p.who, group, now),
        Answer.JOINED,
        lambda session: joining.ask(session, match, p.who, "", now),
    )
    if p.visit.place is None and p.query.message is not None and not p.args and hangs(p):
        # The greeting offers what is open now: neither where he sits nor what has begun.
        lobbies = await p.shell.store.read(people.lobbies_for, p.who.id)
        if all(one.match != match for one in lobbies):
            screen = welcome(await language(p.shell, p.query), p.shell.bot.username, lobbies)
            p.shell.deliverer.redraw(p.who.id, p.query.message.message_id, screen)


async def _play(p: Pressed) -> None:
    """The games to choose from, for a private table."""
    if p.visit.place is not None:
        raise Refused(Code.UNKNOWN_BUTTON)
    p.shell.deliverer.post(p.who.id, menu(await language(p.shell, p.query), private=True))
    p.shell.answer(p.query)


async def _rematch(p: Pressed) -> None:
    done: list[Done] = []

    def sit(session: Session, group: int | None) -> Done:
        done[:] = [lobby.rematch(session, p.press.match, p.who, group, p.visit.now)]
        return done[0]

    await _sit(p, sit, Answer.REMATCH)
    for one in done:
        await private.called_again(p, one.match)


async def _sit(p: Pressed, do: Sit, said: Answer, ask: Callable[[Session], Done] | None = None) -> None:
    """Seats the presser. A press in the group proves that he is in it; elsewhere Telegram is asked, and the host."""
    group = p.visit.place.chat_id if p.visit.place else None
    tried, waits = await p.shell.attempt(p.visit, lambda session: do(session, group)), False
    refused = tried.refused
    if refused is not None and refused.code is Code.NOT_MEMBER and p.visit.place is None:
        chat_id, title = int(str(refused.fields["chat_id"])), str(refused.fields["title"])
        entered = await enter(p.shell, p.visit, chat_id, title, do, ask)
        tried, waits = entered.tried, entered.waits
    if tried.done is None:
        if refused is not None and refused.code is Code.ALREADY_SEATED and not tried.reachable and ask:
            # He sits in this very lobby, but has not pressed *Start* yet.
            await _lead(p, p.press.match)
        else:
            refuse(p, tried)
    elif waits:
        p.shell.changed(tried.done.match)
        p.shell.answer(p.query, answer(Answer.HOST_ASKED, words(tried.language)))
    else:
        await _seated(p, tried.done, tried, said)


async def _seated(p: Pressed, done: Done, tried: Attempt[Done], said: Answer) -> None:
    """Tells him; who never met the bot is led to the private chat, where *Start* lets it write to him."""
    p.shell.changed(done.match)
    if not tried.reachable:
        await _lead(p, done.match)
        return
    say = words(tried.language)
    facts = await p.shell.store.read(people.facts, done.match)
    # At a private table the lobby itself comes.
    if p.visit.place is None and not facts.private:
        p.shell.deliverer.post(p.who.id, joined_private(facts, say))
    p.shell.answer(p.query, answer(said, say))


async def _lead(p: Pressed, match: int) -> None:
    """Opens the private chat of somebody who sits in a lobby: the answer carries its link."""
    facts = await p.shell.store.read(people.facts, match)
    p.shell.answer(p.query, url=f"https://t.me/{p.shell.bot.username}?start=j_{facts.token}")


async def _leave(p: Pressed) -> None:
    """Leaves a lobby; or a match, when the button was made for him who presses."""
    if p.args and p.args != (str(p.who.id),):
        raise Refused(Code.NOT_YOUR_MATCH)

    def do(session: Session) -> tuple[Done, bool]:
        if people.facts(session, p.press.match).status is not Status.RUNNING:
            return lobby.leave(session, p.press.match, p.who.id, p.visit.now), False
        if not p.args:
            raise Refused(Code.LOBBY_CLOSED)
        return table.leave(session, p.press.match, p.who.id, p.visit.now), True

    tried = await p.shell.attempt(p.visit, do)
    if tried.done is None:
        refuse(p, tried)
        refused = tried.refused
        facts = await p.shell.store.read(people.facts, p.press.match)
        if refused is not None and refused.code is Code.LOBBY_CLOSED and p.visit.place is None and not facts.private:
            # That somebody sits in a lobby is no news once it has begun.
            tidy(p)
        return
    done, running = tried.done
    p.shell.changed(done.match)
    p.shell.answer(p.query, answer(Answer.LEFT_MATCH if running else Answer.LEFT, words(tried.language)))
    if p.args:
        tidy(p)


async def _new(p: Pressed) -> None:
    """A game is chosen: the message with the games becomes the lobby."""
    kind, place = p.arg(), await private.place_of(p)
    if place is None or p.query.message is None or kind not in CATALOG:
        raise Refused(Code.UNKNOWN_BUTTON)
    if not hangs(p):
        raise Refused(Code.OLD_BOARD)
    message_id = p.query.message.message_id
    tried = await p.shell.attempt(
        p.visit, lambda session: lobby.open_lobby(session, place, p.who, kind, message_id, p.visit.now)
    )
    if tried.done is None:
        refuse(p, tried)
        return
    await _seated(p, tried.done, tried, Answer.JOINED)


async def _lang(p: Pressed) -> None:
    """A language is chosen: for the group by an administrator, for himself in the private chat."""
    chosen, place = p.arg(), p.visit.place
    if place is None:
        tried = await p.shell.attempt(p.visit, lambda s: preferences.set_language(s, p.who.id, chosen))
    else:
        admin = bool(await p.shell.is_admin(place.chat_id, p.who.id))
        tried = await p.shell.attempt(p.visit, lambda s: preferences.set_group_language(s, place, chosen, admin=admin))
    if tried.done is None:
        refuse(p, tried)
        return
    for match_id in tried.done:
        p.shell.changed(match_id)
    say = words(chosen)
    if p.chat_id is not None and p.query.message is not None and hangs(p):
        p.shell.deliverer.redraw(p.chat_id, p.query.message.message_id, language_menu(say, place is not None))
    p.shell.answer(p.query, answer(Answer.LANGUAGE_SET, say))


VERBS: dict[str, Callable[[Pressed], Awaitable[object]]] = {
    "join": _join,
    "rematch": _rematch,
    "leave": _leave,
    "new": _new,
    "play": _play,
    "lang": _lang,
}
