"""Whom a group keeps out of its games, and who wants to be told of the next one: /block, /unblock, /nextgame."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from telegram import MessageEntity, User

from tgbot import members
from tgbot.facts import Status
from tgbot.handlers.pressing import Pressed, hangs, language, tidy
from tgbot.handlers.saying import Command, Said, is_admin
from tgbot.handlers.shell import Shell
from tgbot.lobby import Place
from tgbot.members import Known
from tgbot.refusals import Code, Refused
from tgbot.screens import admission
from tgbot.screens.texts import Answer, answer


def permit(admin: bool | None, place: Place) -> None:
    """Raises Refused for everybody but administrators."""
    if admin is None:
        raise Refused(Code.RIGHTS_UNKNOWN, title=place.title)
    if not admin:
        raise Refused(Code.NOT_ADMIN)


async def block(said: Said) -> None:
    """/block: an administrator is asked whether he means it, and first whom, where several are called so."""
    place = said.place
    if place is None:
        said.tell(answer(Answer.GROUP_ONLY, said.say))
        return
    permit(await is_admin(said, place), place)
    found = await _meant(said, place)
    asker = said.visit.who.id if said.visit.who else 0
    if len(found) > 1:
        said.reply(admission.which_person(found, "pick", asker, said.say))
    else:
        said.reply(admission.confirm_block(found[0], asker, said.say))


async def unblock(said: Said) -> None:
    """/unblock: an administrator lets somebody play again."""
    place = said.place
    if place is None:
        said.tell(answer(Answer.GROUP_ONLY, said.say))
        return
    permit(await is_admin(said, place), place)
    found = await _meant(said, place)
    shut_out = {one.id for one in await said.shell.store.read(members.blocked, place.chat_id)}
    found = tuple(one for one in found if one.id in shut_out) or found[:1]
    if len(found) > 1:
        asker = said.visit.who.id if said.visit.who else 0
        said.reply(admission.which_person(found, "unblock", asker, said.say))
        return
    freed = await said.shell.store.write(members.unblock, place.chat_id, found[0].id)
    said.tell(answer(Answer.UNBLOCKED, said.say, name=freed.name))


async def next_game(said: Said) -> None:
    """/nextgame: in a group, I want to be told of its next lobby, or not any more; in private, which I wait for."""
    place, who = said.place, said.visit.who
    if place is None:
        if who is not None:
            said.reply(admission.waits_for(await said.shell.store.read(members.waits_for, who.id), said.say))
        return
    tried = await said.shell.attempt(said.visit, lambda session: members.wait_for_next(session, place.chat_id, who))
    if tried.refused is not None or who is None:
        raise tried.refused or Refused(Code.IN_PERSON)
    lobbies = [one for one in await said.matches() if one.status is Status.LOBBY and one.seat_of(who.id) is None]
    bot, on = said.shell.bot.username, bool(tried.done)
    said.reply(admission.next_game(who.name, on, tried.reachable, bot, said.say, open_now=bool(lobbies)))


async def _meant(said: Said, place: Place) -> tuple[Known, ...]:
    """Whom a command is about: somebody mentioned in it, or named, or whose message it replies to."""
    user = _mentioned(said) or (None if said.payload else _replied_to(said))
    if user is None:
        return await said.shell.store.read(members.find, place.chat_id, said.payload)
    return (await said.shell.store.write(members.meet, Known(user.id, user.full_name or "", user.username)),)


def _mentioned(said: Said) -> User | None:
    """Who has no user name is mentioned with his number (Bot API, ``MessageEntity.user``)."""
    users = [one.user for one in said.message.entities if one.type == MessageEntity.TEXT_MENTION and one.user]
    return next((user for user in users if not user.is_bot), None)


def _replied_to(said: Said) -> User | None:
    """The person whose message is replied to. In a topic what replies to nothing else replies to its beginning."""
    message, to = said.message, said.message.reply_to_message
    if to is None or to.from_user is None or to.from_user.is_bot or to.sender_chat is not None:
        return None
    begins = message.is_topic_message and to.message_id == message.message_thread_id
    return None if begins else to.from_user


async def _pick(p: Pressed) -> None:
    """Of several with such a name this one is meant: the administrator is asked whether he means it."""
    person, asker, _ = await _asked(p)
    say = await language(p.shell, p.query)
    message = p.query.message
    if message is not None and hangs(p):
        known = await p.shell.store.read(members.named, person)
        p.shell.deliverer.redraw(message.chat.id, message.message_id, admission.confirm_block(known, asker, say))
    p.shell.answer(p.query)


async def _block(p: Pressed) -> None:
    """He means it."""
    person, _, place = await _asked(p)
    known = await p.shell.store.read(members.named, person)
    touched = await p.shell.store.write(members.block, place.chat_id, person, p.visit.now)
    for match in touched:
        p.shell.changed(match)
    p.shell.answer(p.query, answer(Answer.BLOCKED, await language(p.shell, p.query), name=known.name))
    tidy(p)


async def _unblock(p: Pressed) -> None:
    person, _, place = await _asked(p)
    freed = await p.shell.store.write(members.unblock, place.chat_id, person)
    p.shell.answer(p.query, answer(Answer.UNBLOCKED, await language(p.shell, p.query), name=freed.name))
    tidy(p)


async def _spare(p: Pressed) -> None:
    """He does not mean it."""
    asker = p.number()
    if asker not in (0, p.who.id):
        raise Refused(Code.NOT_YOUR_QUESTION)
    await _check_admin(p.shell, p)
    p.shell.answer(p.query, answer(Answer.LEFT_ALONE, await language(p.shell, p.query)))
    tidy(p)


async def _asked(p: Pressed) -> tuple[int, int, Place]:
    """Whom an answer is about and who was asked; it counts from him alone, and only while he is an administrator."""
    if len(p.args) != 2:
        raise Refused(Code.UNKNOWN_BUTTON)
    about, by = p.telegram_id(0), p.telegram_id(1)
    if by not in (0, p.who.id):
        raise Refused(Code.NOT_YOUR_QUESTION)
    return about, by, await _check_admin(p.shell, p)


async def _check_admin(shell: Shell, p: Pressed) -> Place:
    place = p.visit.place
    if place is None:
        raise Refused(Code.UNKNOWN_BUTTON)
    permit(await shell.is_admin(place.chat_id, p.who.id), place)
    return place


async def _next(p: Pressed) -> None:
    """In the private chat: of this group's next lobby I do not want to be told any more."""
    if len(p.args) != 2 or p.args[0] != "off":
        raise Refused(Code.UNKNOWN_BUTTON)
    await p.shell.store.write(members.stop_waiting, p.telegram_id(1), p.who.id)
    say = await language(p.shell, p.query)
    message = p.query.message
    if message is not None and hangs(p):
        groups = await p.shell.store.read(members.waits_for, p.who.id)
        p.shell.deliverer.redraw(message.chat.id, message.message_id, admission.waits_for(groups, say))
    p.shell.answer(p.query, answer(Answer.OPTION_SET, say))


COMMANDS: dict[str, Command] = {"nextgame": next_game, "block": block, "unblock": unblock}
VERBS: dict[str, Callable[[Pressed], Awaitable[object]]] = {
    "pick": _pick,
    "block": _block,
    "unblock": _unblock,
    "spare": _spare,
    "next": _next,
}
