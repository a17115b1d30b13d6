"""Verbs of a match that is on: moves, pointing, claims, looking."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from core.timebomb import COLOURS
from tgbot import claims, table
from tgbot.handlers import doors
from tgbot.handlers.pressing import Pressed, attempt, refuse
from tgbot.refusals import Code, Refused
from tgbot.running import Done
from tgbot.screens import SCREENS
from tgbot.screens.texts import Answer, answer
from tgbot.store import Session
from tgbot.words import words


async def move(p: Pressed) -> None:
    """A move of the game; the answer says what it did."""
    tried = await attempt(
        p,
        lambda session: table.press(session, p.press.match, p.press.position, p.who.id, p.press.move, p.visit.now),
    )
    if tried is not None and tried.done is not None:
        told = SCREENS[tried.done.kind].told(tried.done.events, words(tried.language))
        p.shell.answer(p.query, told)


Simple = Callable[[Pressed], Callable[[Session], Done]]


async def _simple(p: Pressed, make: Simple, said: Answer | None) -> None:
    """A verb that does one thing to a match and is answered with one sentence."""
    tried = await attempt(p, make(p))
    if tried is not None:
        p.shell.answer(p.query, answer(said, words(tried.language)) if said else "")


def _point(p: Pressed) -> Callable[[Session], Done]:
    target, where = p.number(), p.where()
    return lambda session: table.point(session, p.press.match, p.who.id, target, where, p.visit.now, p.press.position)


def _unpoint(p: Pressed) -> Callable[[Session], Done]:
    where = p.where()
    return lambda session: table.point(session, p.press.match, p.who.id, None, where, p.visit.now, p.press.position)


def _aim(p: Pressed) -> Callable[[Session], Done]:
    target = p.number()
    return lambda session: table.point(session, p.press.match, p.who.id, target, "hand", p.visit.now)


def _unaim(p: Pressed) -> Callable[[Session], Done]:
    return lambda session: table.point(session, p.press.match, p.who.id, None, "hand", p.visit.now)


def _claim(p: Pressed) -> Callable[[Session], Done]:
    text = " ".join(("claim", *p.args))
    return lambda session: claims.claim(session, p.press.match, p.who.id, text, p.visit.now)


def _bomb(p: Pressed) -> Callable[[Session], Done]:
    said = {"yes": "bomb", "no": "nobomb", "-": ""}.get(p.arg())
    if said is None:
        raise Refused(Code.UNKNOWN_BUTTON)
    return lambda session: claims.claim_bomb(session, p.press.match, p.who.id, said, p.visit.now)


def _hold(p: Pressed) -> Callable[[Session], Done]:
    """What a claim says of the bombs of one colour: how many, or nothing."""
    match p.args:
        case [colour, "-"] if colour in COLOURS:
            n = None
        case [colour, digit] if colour in COLOURS and digit.isdecimal():
            n = int(digit)
        case _:
            raise Refused(Code.UNKNOWN_BUTTON)
    return lambda session: claims.claim_colour(session, p.press.match, p.who.id, colour, n, p.visit.now)


_SIMPLE: dict[str, tuple[Simple, Answer | None]] = {
    "point": (_point, None),
    "unpoint": (_unpoint, None),
    "aim": (_aim, None),
    "unaim": (_unaim, None),
    "claim": (_claim, Answer.CLAIMED),
    "bomb": (_bomb, Answer.CLAIMED),
    "hold": (_hold, Answer.CLAIMED),
}


async def _history(p: Pressed) -> None:
    """What happened so far, into the private chat; who has none is led there."""
    tried = await p.shell.attempt(p.visit, lambda session: table.onlook(session, p.press.match, p.who.id))
    look = tried.done
    if look is None:
        refuse(p, tried)
    elif not tried.reachable:
        p.shell.answer(p.query, url=f"https://t.me/{p.shell.bot.username}?start=h_{p.press.match}")
    else:
        say = words(tried.language)
        p.shell.deliverer.post(p.who.id, SCREENS[look.facts.kind].history(look.facts, look.view, say))
        p.shell.answer(p.query, answer(Answer.HISTORY_SENT, say))


def _said(make: Simple, said: Answer | None) -> Callable[[Pressed], Awaitable[object]]:
    return lambda p: _simple(p, make, said)


VERBS: dict[str, Callable[[Pressed], Awaitable[object]]] = {
    **{verb: _said(*simple) for verb, simple in _SIMPLE.items()},
    "hand": doors.by_press,
    "history": _history,
}
