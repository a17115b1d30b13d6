"""Verbs of a lobby that only its host or an administrator of the group may use."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import fields

from core.catalog import CATALOG
from core.timebomb import COLOURS
from tgbot import choosing, joining, lobby, people
from tgbot.facts import Status
from tgbot.handlers import private
from tgbot.handlers.pressing import Pressed, language, refuse, tidy
from tgbot.refusals import Code, Refused
from tgbot.running import Done
from tgbot.screens.texts import Answer, answer
from tgbot.store import Session
from tgbot.words import words

Hosted = Callable[[Session, bool], Done]


async def _as_host(p: Pressed, do: Hosted, said: Answer | None, **fields: str) -> bool:
    """Something only the host or an administrator may do: Telegram is asked only when he is not the host. Without
    anything ``said`` what it did is seen.

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
    p.shell.answer(p.query, answer(said, words(tried.language), **fields) if said else "")
    return True


def _hosted(make: Callable[[Pressed], Hosted], said: Answer | None) -> Callable[[Pressed], Awaitable[object]]:
    return lambda p: _as_host(p, make(p), said)


def _add(p: Pressed) -> Hosted:
    return lambda s, admin: lobby.add_computer(s, p.press.match, p.who, p.visit.now, admin=admin)


def _remove(p: Pressed) -> Hosted:
    return lambda s, admin: lobby.remove_computer(s, p.press.match, p.who, p.visit.now, admin=admin)


def _panel(p: Pressed) -> Hosted:
    panel = p.arg().replace("-", "")
    return lambda s, admin: choosing.show_panel(s, p.press.match, p.who, panel, p.visit.now, admin=admin)


def _clock(p: Pressed) -> Hosted:
    seconds = p.number()
    return lambda s, admin: choosing.set_clock(s, p.press.match, p.who, seconds, p.visit.now, admin=admin)


def _daily(p: Pressed) -> Hosted:
    minutes = p.number()
    return lambda s, admin: choosing.set_daily(s, p.press.match, p.who, minutes, p.visit.now, admin=admin)


def _on(p: Pressed) -> bool:
    """Whether the button switches something on, or off."""
    if p.arg() not in ("on", "off"):
        raise Refused(Code.UNKNOWN_BUTTON)
    return p.arg() == "on"


def _quiet(p: Pressed) -> Hosted:
    on = _on(p)
    return lambda s, admin: choosing.set_quiet(s, p.press.match, p.who, on, p.visit.now, admin=admin)


def _switch(p: Pressed) -> Hosted:
    """An option of the game that is on or off: the verb is its name."""
    on = _on(p)
    return lambda s, admin: choosing.set_option(s, p.press.match, p.who, p.press.verb, on, p.visit.now, admin=admin)


def _colour(p: Pressed) -> Hosted:
    """A colour is picked or given back (EV-1)."""
    match p.args:
        case [colour, "on" | "off" as how] if colour in COLOURS:
            picked = how == "on"
        case _:
            raise Refused(Code.UNKNOWN_BUTTON)
    return lambda s, admin: choosing.pick_colour(s, p.press.match, p.who, colour, picked, p.visit.now, admin=admin)


def _lot(p: Pressed) -> Hosted:
    """No colour is picked: they are drawn (EV-1)."""
    return lambda s, admin: choosing.set_option(s, p.press.match, p.who, "colours", [], p.visit.now, admin=admin)


def _when(p: Pressed) -> Hosted:
    when = p.arg()
    return lambda s, admin: choosing.set_start(s, p.press.match, p.who, when, p.visit.now, admin=admin)


def _kick(p: Pressed) -> Hosted:
    seat = p.number()
    return lambda s, admin: lobby.kick(s, p.press.match, p.who, seat, p.visit.now, admin=admin)


async def _free(p: Pressed) -> None:
    """The host removes a player."""
    facts = await p.shell.store.read(people.facts, p.press.match)
    if await _as_host(p, _kick(p), Answer.KICKED):
        private.removed(p.shell, facts, p.number())


def _start(p: Pressed) -> Hosted:
    return lambda s, admin: lobby.start(s, p.press.match, p.who, p.visit.now, admin=admin)


def _cancel(p: Pressed) -> Hosted:
    return lambda s, admin: lobby.cancel(s, p.press.match, p.who, p.visit.now, admin=admin)


def _guests(p: Pressed) -> Hosted:
    on = _on(p)
    return lambda s, admin: joining.set_guests(s, p.press.match, p.who, on, p.visit.now, admin=admin)


def _link(p: Pressed) -> Hosted:
    return lambda s, admin: joining.renew_link(s, p.press.match, p.who, p.visit.now, admin=admin)


async def _admit(p: Pressed) -> None:
    """The host lets somebody in who asks for it, or not."""
    if len(p.args) != 1:
        raise Refused(Code.UNKNOWN_BUTTON)
    person = p.telegram_id()
    here = p.press.match, p.who, person, p.visit.now
    facts = await p.shell.store.read(people.facts, p.press.match)
    name = next((one.name for one in facts.asks if one.person_id == person), "")
    if p.press.verb == "admit":
        await _as_host(p, lambda s, admin: joining.let_in(s, *here, admin=admin), Answer.LET_IN, name=name)
    else:
        await _as_host(p, lambda s, admin: joining.turn_away(s, *here, admin=admin), Answer.TURNED_AWAY, name=name)


def _call_off(p: Pressed) -> Hosted:
    """The button of a lobby: pressed a moment too late it does not end the match without asking (C46)."""

    def do(session: Session, admin: bool) -> Done:
        if people.facts(session, p.press.match).status is not Status.LOBBY:
            raise Refused(Code.LOBBY_CLOSED)
        return _cancel(p)(session, admin)

    return do


async def _end(p: Pressed) -> None:
    """The answer to *really end the match?*"""
    match p.args:
        case ["yes"] | ["yes", _]:
            if await _as_host(p, _confirmed(p), Answer.CANCELLED):
                tidy(p)
        case ["no"]:
            facts = await p.shell.store.read(people.facts, p.press.match)
            if facts.seat_of(p.who.id) is None and facts.host_id != p.who.id:
                raise Refused(Code.NOT_YOUR_MATCH)
            p.shell.answer(p.query, answer(Answer.KEPT, await language(p.shell, p.query)))
            tidy(p)
        case _:
            raise Refused(Code.UNKNOWN_BUTTON)


def _confirmed(p: Pressed) -> Hosted:
    """The match ends when he who was asked says so (C46); a question of an earlier version does not tell who that was.
    Whoever may not end it at all is told that.
    """
    asked = p.telegram_id(1) if len(p.args) > 1 else 0

    def do(session: Session, admin: bool) -> Done:
        done = _cancel(p)(session, admin)
        if asked not in (0, p.who.id):
            raise Refused(Code.NOT_YOUR_QUESTION)
        return done

    return do


SWITCHES = sorted(
    {one.name for entry in CATALOG.values() for one in fields(entry.options()) if isinstance(one.default, bool)}
)
"""The options of all games that are on or off."""
VERBS: dict[str, Callable[[Pressed], Awaitable[object]]] = {
    "end": _end,
    "bot+": _hosted(_add, Answer.COMPUTER_ADDED),
    "bot-": _hosted(_remove, Answer.COMPUTER_REMOVED),
    "panel": _hosted(_panel, None),
    "clock": _hosted(_clock, Answer.OPTION_SET),
    "daily": _hosted(_daily, Answer.OPTION_SET),
    "quiet": _hosted(_quiet, Answer.OPTION_SET),
    **{option: _hosted(_switch, Answer.OPTION_SET) for option in SWITCHES},
    "colour": _hosted(_colour, Answer.OPTION_SET),
    "lot": _hosted(_lot, Answer.OPTION_SET),
    "when": _hosted(_when, Answer.OPTION_SET),
    "kick": _free,
    "guests": _hosted(_guests, Answer.OPTION_SET),
    "link": _hosted(_link, Answer.LINK_NEW),
    "admit": _admit,
    "reject": _admit,
    "start": _hosted(_start, Answer.STARTED),
    "cancel": _hosted(_call_off, Answer.CANCELLED),
}
