"""Presses of buttons. Each is answered exactly once, whatever it carries and whatever happens (C09, C12)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import structlog
from telegram import CallbackQuery, Message, Update

from core.catalog import CATALOG
from core.timebomb import COLOURS
from tgbot import button, lobby, people, table
from tgbot.button import Press
from tgbot.facts import Status
from tgbot.handlers.shell import Shell, visit_of
from tgbot.languages import nearest
from tgbot.lobby import Who
from tgbot.people import Attempt, Visit
from tgbot.refusals import Code, Refused
from tgbot.screens import SCREENS
from tgbot.screens.texts import Answer, answer, joined_private, refusal
from tgbot.store import Session
from tgbot.table import Done
from tgbot.words import Words, words

log = structlog.get_logger(__name__)


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

    def where(self) -> str:
        """The kind of surface the button stands on, for pointing: a private button is good for any turn."""
        return "board" if self.visit.place is not None else "turn"


async def pressed(shell: Shell, update: Update) -> None:
    """Handles one callback query."""
    query = update.callback_query
    if query is None:
        return
    try:
        await _handle(shell, update, query)
    except Refused as refused:
        shell.answer(query, refusal(refused.code, refused.fields, await _language(shell, query)))
    except Exception as error:
        log.exception("a press failed", update=update.update_id, error=type(error).__name__)
        shell.answer(query, refusal(Code.FAILED, {}, words(nearest(query.from_user.language_code) or "en")), alert=True)


async def _language(shell: Shell, query: CallbackQuery) -> Words:
    """The presser's language: chosen, else his app's."""
    chosen = await shell.store.read(people.language, query.from_user.id)
    return words(chosen or nearest(query.from_user.language_code) or "en")


async def _handle(shell: Shell, update: Update, query: CallbackQuery) -> None:
    press = button.read(query.data or "")
    visit = visit_of(update, shell.clock.now)
    if press is None or visit.who is None:
        raise Refused(Code.UNKNOWN_BUTTON)
    chat_id = query.message.chat.id if query.message else None
    p = Pressed(shell, query, press, visit, visit.who, chat_id)
    if press.move:
        await _move(p)
    elif press.verb in _SIMPLE:
        await _simple(p, *_SIMPLE[press.verb])
    elif press.verb in _OTHERS:
        await _OTHERS[press.verb](p)
    else:
        raise Refused(Code.UNKNOWN_BUTTON)


async def _attempt(p: Pressed, do: Callable[[Session], Done]) -> Attempt[Done] | None:
    """Does something to a match and lets it show. None: it was refused, and he was told so."""
    attempt = await p.shell.attempt(p.visit, do)
    if attempt.done is not None:
        p.shell.changed(attempt.done.match)
        return attempt
    _refuse(p, attempt)
    return None


def _refuse(p: Pressed, attempt: Attempt[Any]) -> None:
    if attempt.refused is not None:
        p.shell.answer(p.query, refusal(attempt.refused.code, attempt.refused.fields, words(attempt.language)))


async def _move(p: Pressed) -> None:
    attempt = await _attempt(
        p,
        lambda session: table.press(session, p.press.match, p.press.position, p.who.id, p.press.move, p.visit.now),
    )
    if attempt is not None and attempt.done is not None:
        told = SCREENS[attempt.done.kind].told(attempt.done.events, words(attempt.language))
        p.shell.answer(p.query, told)


Simple = Callable[[Pressed], Callable[[Session], Done]]


async def _simple(p: Pressed, make: Simple, said: Answer | None) -> None:
    """A verb that does one thing to a match and is answered with one sentence."""
    attempt = await _attempt(p, make(p))
    if attempt is not None:
        p.shell.answer(p.query, answer(said, words(attempt.language)) if said else "")


def _point(p: Pressed) -> Callable[[Session], Done]:
    target, where = p.number(), p.where()
    return lambda session: table.point(session, p.press.match, p.who.id, target, where, p.press.position)


def _unpoint(p: Pressed) -> Callable[[Session], Done]:
    where = p.where()
    return lambda session: table.point(session, p.press.match, p.who.id, None, where, p.press.position)


def _aim(p: Pressed) -> Callable[[Session], Done]:
    target = p.number()
    return lambda session: table.point(session, p.press.match, p.who.id, target, "hand")


def _unaim(p: Pressed) -> Callable[[Session], Done]:
    return lambda session: table.point(session, p.press.match, p.who.id, None, "hand")


def _claim(p: Pressed) -> Callable[[Session], Done]:
    text = " ".join(("claim", *p.args))
    return lambda session: table.claim(session, p.press.match, p.who.id, text, p.visit.now)


def _bomb(p: Pressed) -> Callable[[Session], Done]:
    said = {"yes": "bomb", "no": "nobomb", "-": ""}.get(p.arg())
    if said is None:
        raise Refused(Code.UNKNOWN_BUTTON)
    return lambda session: table.claim_bomb(session, p.press.match, p.who.id, said, p.visit.now)


def _hold(p: Pressed) -> Callable[[Session], Done]:
    """What a claim says of the bombs of one colour: how many, or nothing."""
    match p.args:
        case [colour, "-"] if colour in COLOURS:
            n = None
        case [colour, digit] if colour in COLOURS and digit.isdecimal():
            n = int(digit)
        case _:
            raise Refused(Code.UNKNOWN_BUTTON)
    return lambda session: table.claim_colour(session, p.press.match, p.who.id, colour, n, p.visit.now)


_SIMPLE: dict[str, tuple[Simple, Answer | None]] = {
    "point": (_point, None),
    "unpoint": (_unpoint, None),
    "aim": (_aim, None),
    "unaim": (_unaim, None),
    "claim": (_claim, Answer.CLAIMED),
    "bomb": (_bomb, Answer.CLAIMED),
    "hold": (_hold, Answer.CLAIMED),
}


async def _hand(p: Pressed) -> None:
    """My role and my hand, by an alert that only I see."""
    attempt = await p.shell.attempt(p.visit, lambda session: table.look(session, p.press.match, p.who.id))
    look = attempt.done
    if look is None:
        _refuse(p, attempt)
    elif look.view is None:
        raise Refused(Code.NOT_STARTED)
    else:
        text = SCREENS[look.facts.kind].hand_alert(look.facts, look.view, words(attempt.language))
        p.shell.answer(p.query, text, alert=True)


async def _history(p: Pressed) -> None:
    """What happened so far, into the private chat; who has none is led there."""
    attempt = await p.shell.attempt(p.visit, lambda session: table.look(session, p.press.match))
    look = attempt.done
    if look is None:
        _refuse(p, attempt)
    elif look.view is None:
        raise Refused(Code.NOT_STARTED)
    elif not attempt.reachable:
        p.shell.answer(p.query, url=f"https://t.me/{p.shell.bot.username}?start=h_{p.press.match}")
    else:
        say = words(attempt.language)
        p.shell.deliverer.post(p.who.id, SCREENS[look.facts.kind].history(look.facts, look.view, say))
        p.shell.answer(p.query, answer(Answer.HISTORY_SENT, say))


Hosted = Callable[[Session, bool], Done]


async def as_host(p: Pressed, do: Hosted, said: Answer) -> bool:
    """Something only the host or an administrator may do: Telegram is asked only when he is not the host.

    False: it was refused, and he was told so.
    """
    attempt = await p.shell.attempt(p.visit, lambda session: do(session, False))
    refused = attempt.refused
    if refused is not None and refused.code is Code.NOT_HOST and p.chat_id is not None:
        group = await p.shell.store.read(lambda session: people.facts(session, p.press.match).chat_id)
        if await p.shell.is_admin(group, p.who.id):
            attempt = await p.shell.attempt(p.visit, lambda session: do(session, True))
    if attempt.done is None:
        _refuse(p, attempt)
        return False
    p.shell.changed(attempt.done.match)
    p.shell.answer(p.query, answer(said, words(attempt.language)))
    return True


def _hosted(make: Callable[[Pressed], Hosted], said: Answer) -> Callable[[Pressed], Awaitable[object]]:
    return lambda p: as_host(p, make(p), said)


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


def _colours(p: Pressed) -> Hosted:
    """All colours picked, in one word each; none: they are drawn (EV-1)."""
    if not set(p.args) <= set(COLOURS):
        raise Refused(Code.UNKNOWN_BUTTON)
    picked = [colour for colour in COLOURS if colour in p.args]
    return lambda s, admin: lobby.set_option(s, p.press.match, p.who, "colours", picked, p.visit.now, admin=admin)


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
        if await as_host(p, _cancel(p), Answer.CANCELLED):
            _tidy(p)
    elif p.arg() == "no":
        p.shell.answer(p.query, answer(Answer.KEPT, await _language(p.shell, p.query)))
        _tidy(p)
    else:
        raise Refused(Code.UNKNOWN_BUTTON)


def _tidy(p: Pressed) -> None:
    """The question was answered: it need not stand in the chat any longer."""
    message = p.query.message
    if message is not None and _hangs(p):
        p.shell.spawn(p.shell.remove(message.chat.id, message.message_id))


def _hangs(p: Pressed) -> bool:
    """Whether the button hangs under the message: data can be forged, and what a press does to its message cannot be
    left to whoever names one.
    """
    message = p.query.message
    keyboard = message.reply_markup if isinstance(message, Message) else None
    return keyboard is not None and any(
        b.callback_data == p.query.data for row in keyboard.inline_keyboard for b in row
    )


async def _join(p: Pressed) -> None:
    await _sit(p, lambda session, group: lobby.join(session, p.press.match, p.who, group, p.visit.now), Answer.JOINED)


async def _rematch(p: Pressed) -> None:
    await _sit(
        p, lambda session, group: lobby.rematch(session, p.press.match, p.who, group, p.visit.now), Answer.REMATCH
    )


async def _sit(p: Pressed, do: Callable[[Session, int | None], Done], said: Answer) -> None:
    """Seats the presser. A press in the group proves that he is in it; elsewhere Telegram is asked."""
    group = p.visit.place.chat_id if p.visit.place else None
    attempt = await p.shell.attempt(p.visit, lambda session: do(session, group))
    refused = attempt.refused
    if refused is not None and refused.code is Code.NOT_MEMBER and p.visit.place is None:
        proved = int(str(refused.fields["chat_id"]))
        member = await p.shell.is_member(proved, p.who.id)
        if member:
            attempt = await p.shell.attempt(p.visit, lambda session: do(session, proved))
        elif member is None:
            attempt = Attempt(
                attempt.language, attempt.reachable, refused=Refused(Code.MEMBERSHIP_UNKNOWN, **refused.fields)
            )
    if attempt.done is None:
        _refuse(p, attempt)
        return
    await _seated(p, attempt.done, attempt, said)


async def _seated(p: Pressed, done: Done, attempt: Attempt[Done], said: Answer) -> None:
    """Tells him; who never met the bot is led to the private chat, where *Start* lets it write to him."""
    p.shell.changed(done.match)
    say = words(attempt.language)
    facts = await p.shell.store.read(people.facts, done.match)
    if attempt.reachable:
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

    attempt = await p.shell.attempt(p.visit, do)
    if attempt.done is None:
        _refuse(p, attempt)
        return
    done, running = attempt.done
    p.shell.changed(done.match)
    p.shell.answer(p.query, answer(Answer.LEFT_MATCH if running else Answer.LEFT, words(attempt.language)))
    if p.args:
        _tidy(p)


async def _new(p: Pressed) -> None:
    """A game is chosen: the message with the games becomes the lobby."""
    kind, place = p.arg(), p.visit.place
    if place is None or p.query.message is None or kind not in CATALOG:
        raise Refused(Code.UNKNOWN_BUTTON)
    if not _hangs(p):
        raise Refused(Code.OLD_BOARD)
    message_id = p.query.message.message_id
    attempt = await p.shell.attempt(
        p.visit, lambda session: lobby.open_lobby(session, place, p.who, kind, message_id, p.visit.now)
    )
    if attempt.done is None:
        _refuse(p, attempt)
        return
    await _seated(p, attempt.done, attempt, Answer.JOINED)


async def _lang(p: Pressed) -> None:
    """A language is chosen: for the group by an administrator, for himself in the private chat."""
    language, place = p.arg(), p.visit.place
    if place is None:
        attempt = await p.shell.attempt(p.visit, lambda s: people.set_language(s, p.who.id, language))
    else:
        admin = await p.shell.is_admin(place.chat_id, p.who.id)
        attempt = await p.shell.attempt(p.visit, lambda s: people.set_group_language(s, place, language, admin=admin))
    if attempt.done is None:
        _refuse(p, attempt)
        return
    for match_id in attempt.done:
        p.shell.changed(match_id)
    p.shell.answer(p.query, answer(Answer.LANGUAGE_SET, words(language)))


_OTHERS: dict[str, Callable[[Pressed], Awaitable[object]]] = {
    "hand": _hand,
    "history": _history,
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
    "colours": _hosted(_colours, Answer.OPTION_SET),
    "when": _hosted(_when, Answer.OPTION_SET),
    "kick": _hosted(_kick, Answer.KICKED),
    "start": _hosted(_start, Answer.STARTED),
    "cancel": _hosted(_call_off, Answer.CANCELLED),
}
