"""Verbs of a lobby, and those that begin, leave or end something."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from core.catalog import CATALOG
from core.timebomb import COLOURS
from tgbot import lobby, people, table
from tgbot.facts import Status
from tgbot.handlers.pressing import Pressed, hangs, language, refuse, tidy
from tgbot.people import Attempt
from tgbot.refusals import Code, Refused
from tgbot.screens.texts import Answer, answer, joined_private
from tgbot.store import Session
from tgbot.table import Done
from tgbot.words import words

Hosted = Callable[[Session, bool], Done]


async def _as_host(p: Pressed, do: Hosted, said: Answer) -> bool:
    """Something only the host or an administrator may do: Telegram is asked only when he is not the host.

    False: it was refused, and he was told so.
    """
    tried = await p.shell.attempt(p.visit, lambda session: do(session, False))
    refused = tried.refused
    if refused is not None and refused.code is Code.NOT_HOST and p.chat_id is not None:
        group = await p.shell.store.read(lambda session: people.facts(session, p.press.match).chat_id)
        if await p.shell.is_admin(group, p.who.id):
            tried = await p.shell.attempt(p.visit, lambda session: do(session, True))
    if tried.done is None:
        refuse(p, tried)
        return False
    p.shell.changed(tried.done.match)
    p.shell.answer(p.query, answer(said, words(tried.language)))
    return True


def _hosted(make: Callable[[Pressed], Hosted], said: Answer) -> Callable[[Pressed], Awaitable[object]]:
    return lambda p: _as_host(p, make(p), said)


def _add(p: Pressed) -> Hosted:
    return lambda s, admin: lobby.add_computer(s, p.press.match, p.who, p.visit.now, admin=admin)


def _remove(p: Pressed) -> Hosted:
    return lambda s, admin: lobby.remove_computer(s, p.press.match, p.who, p.visit.now, admin=admin)


def _panel(p: Pressed) -> Hosted:
    panel = p.arg().replace("-", "")
    return lambda s, admin: lobby.show_panel(s, p.press.match, p.who, panel, p.visit.now, admin=admin)


def _clock(p: Pressed) -> Hosted:
    seconds = p.number()
    return lambda s, admin: lobby.set_clock(s, p.press.match, p.who, seconds, p.visit.now, admin=admin)


def _switch(p: Pressed) -> Hosted:
    """An option of the game that is on or off: the verb is its name."""
    on = {"on": True, "off": False}.get(p.arg())
    if on is None:
        raise Refused(Code.UNKNOWN_BUTTON)
    return lambda s, admin: lobby.set_option(s, p.press.match, p.who, p.press.verb, on, p.visit.now, admin=admin)


def _colour(p: Pressed) -> Hosted:
    """A colour is picked or given back (EV-1)."""
    match p.args:
        case [colour, "on" | "off" as how] if colour in COLOURS:
            picked = how == "on"
        case _:
            raise Refused(Code.UNKNOWN_BUTTON)
    return lambda s, admin: lobby.pick_colour(s, p.press.match, p.who, colour, picked, p.visit.now, admin=admin)


def _lot(p: Pressed) -> Hosted:
    """No colour is picked: they are drawn (EV-1)."""
    return lambda s, admin: lobby.set_option(s, p.press.match, p.who, "colours", [], p.visit.now, admin=admin)


def _when(p: Pressed) -> Hosted:
    when = p.arg()
    return lambda s, admin: lobby.set_start(s, p.press.match, p.who, when, p.visit.now, admin=admin)


def _kick(p: Pressed) -> Hosted:
    seat = p.number()
    return lambda s, admin: lobby.kick(s, p.press.match, p.who, seat, p.visit.now, admin=admin)


def _start(p: Pressed) -> Hosted:
    return lambda s, admin: lobby.start(s, p.press.match, p.who, p.visit.now, admin=admin)


def _cancel(p: Pressed) -> Hosted:
    return lambda s, admin: lobby.cancel(s, p.press.match, p.who, p.visit.now, admin=admin)


def _call_off(p: Pressed) -> Hosted:
    """The button of a lobby: pressed a moment too late it does not end the match without asking (C46)."""

    def do(session: Session, admin: bool) -> Done:
        if people.facts(session, p.press.match).status is not Status.LOBBY:
            raise Refused(Code.LOBBY_CLOSED)
        return _cancel(p)(session, admin)

    return do


async def _end(p: Pressed) -> None:
    """The answer to *really end the match?*"""
    if p.arg() == "yes":
        if await _as_host(p, _cancel(p), Answer.CANCELLED):
            tidy(p)
    elif p.arg() == "no":
        facts = await p.shell.store.read(people.facts, p.press.match)
        if facts.seat_of(p.who.id) is None and facts.host_id != p.who.id:
            raise Refused(Code.NOT_YOUR_MATCH)
        p.shell.answer(p.query, answer(Answer.KEPT, await language(p.shell, p.query)))
        tidy(p)
    else:
        raise Refused(Code.UNKNOWN_BUTTON)


async def _join(p: Pressed) -> None:
    await _sit(p, lambda session, group: lobby.join(session, p.press.match, p.who, group, p.visit.now), Answer.JOINED)


async def _rematch(p: Pressed) -> None:
    await _sit(
        p, lambda session, group: lobby.rematch(session, p.press.match, p.who, group, p.visit.now), Answer.REMATCH
    )


async def _sit(p: Pressed, do: Callable[[Session, int | None], Done], said: Answer) -> None:
    """Seats the presser. A press in the group proves that he is in it; elsewhere Telegram is asked."""
    group = p.visit.place.chat_id if p.visit.place else None
    tried = await p.shell.attempt(p.visit, lambda session: do(session, group))
    refused = tried.refused
    if refused is not None and refused.code is Code.NOT_MEMBER and p.visit.place is None:
        proved = int(str(refused.fields["chat_id"]))
        member = await p.shell.is_member(proved, p.who.id)
        if member:
            tried = await p.shell.attempt(p.visit, lambda session: do(session, proved))
        elif member is None:
            tried = Attempt(tried.language, tried.reachable, refused=Refused(Code.MEMBERSHIP_UNKNOWN, **refused.fields))
    if tried.done is None:
        refuse(p, tried)
        return
    await _seated(p, tried.done, tried, said)


async def _seated(p: Pressed, done: Done, tried: Attempt[Done], said: Answer) -> None:
    """Tells him; who never met the bot is led to the private chat, where *Start* lets it write to him."""
    p.shell.changed(done.match)
    say = words(tried.language)
    facts = await p.shell.store.read(people.facts, done.match)
    if tried.reachable:
        if p.visit.place is None:
            p.shell.deliverer.post(p.who.id, joined_private(facts, say))
        p.shell.answer(p.query, answer(said, say))
    else:
        p.shell.answer(p.query, url=f"https://t.me/{p.shell.bot.username}?start=j_{facts.token}")


async def _leave(p: Pressed) -> None:
    """Leaves a lobby; or a match, when the button was made for him who presses."""
    if p.args and p.args != (str(p.who.id),):
        raise Refused(Code.NOT_YOUR_MATCH)

    def do(session: Session) -> tuple[Done, bool]:
        if people.facts(session, p.press.match).status is not Status.RUNNING:
            return lobby.leave(session, p.press.match, p.who.id, p.visit.now), False
        if not p.args and p.visit.place is not None:
            raise Refused(Code.LOBBY_CLOSED)
        return table.leave(session, p.press.match, p.who.id, p.visit.now), True

    tried = await p.shell.attempt(p.visit, do)
    if tried.done is None:
        refuse(p, tried)
        return
    done, running = tried.done
    p.shell.changed(done.match)
    p.shell.answer(p.query, answer(Answer.LEFT_MATCH if running else Answer.LEFT, words(tried.language)))
    if p.args:
        tidy(p)


async def _new(p: Pressed) -> None:
    """A game is chosen: the message with the games becomes the lobby."""
    kind, place = p.arg(), p.visit.place
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
        tried = await p.shell.attempt(p.visit, lambda s: people.set_language(s, p.who.id, chosen))
    else:
        admin = await p.shell.is_admin(place.chat_id, p.who.id)
        tried = await p.shell.attempt(p.visit, lambda s: people.set_group_language(s, place, chosen, admin=admin))
    if tried.done is None:
        refuse(p, tried)
        return
    for match_id in tried.done:
        p.shell.changed(match_id)
    p.shell.answer(p.query, answer(Answer.LANGUAGE_SET, words(chosen)))


VERBS: dict[str, Callable[[Pressed], Awaitable[object]]] = {
    "join": _join,
    "rematch": _rematch,
    "leave": _leave,
    "new": _new,
    "lang": _lang,
    "end": _end,
    "bot+": _hosted(_add, Answer.COMPUTER_ADDED),
    "bot-": _hosted(_remove, Answer.COMPUTER_REMOVED),
    "panel": _hosted(_panel, Answer.OPTION_SET),
    "clock": _hosted(_clock, Answer.OPTION_SET),
    "claims": _hosted(_switch, Answer.OPTION_SET),
    "variant": _hosted(_switch, Answer.OPTION_SET),
    "colour": _hosted(_colour, Answer.OPTION_SET),
    "lot": _hosted(_lot, Answer.OPTION_SET),
    "when": _hosted(_when, Answer.OPTION_SET),
    "kick": _hosted(_kick, Answer.KICKED),
    "start": _hosted(_start, Answer.STARTED),
    "cancel": _hosted(_call_off, Answer.CANCELLED),
}
