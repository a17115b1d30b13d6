"""What people do about the clock of a match: more time, silence, a pause, coming back, votes. By button and command."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime

from tgbot import absence, ballots, people, table
from tgbot.facts import MatchFacts, Status
from tgbot.handlers.pressing import Pressed, attempt, language
from tgbot.handlers.saying import Command, Said, is_admin
from tgbot.handlers.shell import Shell
from tgbot.lobby import Who
from tgbot.refusals import Code, Refused
from tgbot.running import Done
from tgbot.screens import texts
from tgbot.screens.texts import Answer, answer
from tgbot.store import Session
from tgbot.words import words


def _decided(session: Session, what: str, match_id: int, who: Who, now: datetime, *, admin: bool) -> Done:
    """A pause or its end, by the host or an administrator at once and by others with a vote; an early end with one."""
    if what == "end":
        return ballots.ask_end(session, match_id, who, now)
    return (ballots.pause if what == "pause" else ballots.resume)(session, match_id, who, now, admin=admin)


async def _came_of(shell: Shell, match_id: int, what: str) -> Answer:
    """What came of a decision: it is so now, or the others are asked."""
    facts = await shell.store.read(people.facts, match_id)
    if facts.status is not Status.RUNNING:
        return Answer.CANCELLED
    if facts.paused == (what == "pause") and what != "end":
        return Answer.PAUSED if facts.paused else Answer.RESUMED
    return Answer.ASKED_HERE if facts.private else Answer.ASKED


async def _decide(p: Pressed) -> None:
    """The button that pauses a match or ends a pause."""
    what, match = p.press.verb, p.press.match
    facts = await p.shell.store.read(people.facts, match)
    admin = facts.host_id != p.who.id and bool(await p.shell.is_admin(facts.chat_id, p.who.id))
    tried = await attempt(p, lambda session: _decided(session, what, match, p.who, p.visit.now, admin=admin))
    if tried is not None:
        p.shell.answer(p.query, answer(await _came_of(p.shell, match, what), words(tried.language)))


async def _stop(p: Pressed) -> None:
    """The match that /end means, of several: the host or an administrator is asked whether he is sure, others vote."""
    facts = await p.shell.store.read(people.facts, p.press.match)
    if facts.status is not Status.RUNNING:
        raise Refused(Code.MATCH_OVER)
    admin = facts.host_id != p.who.id and bool(await p.shell.is_admin(facts.chat_id, p.who.id))
    if admin or facts.host_id == p.who.id:
        where, say = facts.chat_id, words(facts.language)
        if facts.private:
            where, say = p.who.id, await language(p.shell, p.query)
        p.shell.deliverer.post(where, texts.confirm_end(facts, p.who.id, say), thread_id=facts.thread_id)
        p.shell.answer(p.query)
        return
    tried = await attempt(p, lambda session: ballots.ask_end(session, facts.match, p.who, p.visit.now))
    if tried is not None:
        p.shell.answer(p.query, answer(await _came_of(p.shell, facts.match, "end"), words(tried.language)))


async def _said(p: Pressed, do: Callable[[Session], Done], said: Answer) -> None:
    tried = await attempt(p, do)
    if tried is not None:
        p.shell.answer(p.query, answer(said, words(tried.language)))


async def _extend(p: Pressed) -> None:
    """More time; the press is for the turn it was drawn for."""

    def do(session: Session) -> Done:
        if people.facts(session, p.press.match).position != p.press.position:
            raise Refused(Code.OLD_BOARD)
        return table.extend(session, p.press.match, p.who.id, p.visit.now)

    await _said(p, do, Answer.EXTENDED)


async def _mute(p: Pressed) -> None:
    await _said(p, lambda s: table.mute(s, p.press.match, p.who.id, p.press.position), Answer.MUTED)


async def _back(p: Pressed) -> None:
    await _said(p, lambda s: absence.back(s, p.press.match, p.who.id, p.visit.now), Answer.BACK)


async def _vote(p: Pressed) -> None:
    """Yes or no to the question on the button."""
    match p.args:
        case ["yes" | "no" as said, *question] if question:
            yes, what = said == "yes", " ".join(question)
        case _:
            raise Refused(Code.UNKNOWN_BUTTON)
    await _said(p, lambda s: ballots.vote(s, p.press.match, p.who.id, what, yes, p.visit.now), Answer.VOTED)


async def _seat(p: Pressed) -> None:
    """Somebody asks for the seat of somebody absent; his press in the group proves that he is in it."""
    seat, group = p.number(), p.visit.place.chat_id if p.visit.place else None
    await _said(p, lambda s: absence.ask_seat(s, p.press.match, p.who, seat, group, p.visit.now), Answer.ASKED)


async def _board(p: Pressed) -> None:
    """A new board of a private table comes into the private chat."""

    def do(session: Session) -> Done:
        if not people.facts(session, p.press.match).private:
            raise Refused(Code.UNKNOWN_BUTTON)
        return table.repost(session, p.press.match, p.who.id)

    await _said(p, do, Answer.BOARD_SENT)


async def _show(p: Pressed) -> None:
    """My hand of this match comes into the private chat, with all I need to move."""
    await _said(p, lambda s: table.ask_hand(s, p.press.match, p.who.id), Answer.HAND_SENT)


VERBS: dict[str, Callable[[Pressed], Awaitable[object]]] = {
    "extend": _extend,
    "mute": _mute,
    "back": _back,
    "pause": _decide,
    "resume": _decide,
    "stop": _stop,
    "vote": _vote,
    "seat": _seat,
    "show": _show,
    "board": _board,
}


async def _change(said: Said, do: Callable[[Session], Done]) -> None:
    """Does something to a match; a refusal is told by whoever called."""
    tried = await said.shell.change(said.visit, do)
    if tried.refused is not None:
        raise tried.refused


def _decision(what: str) -> Command:
    """/pause, /resume and /end: about the one match that is played here, or whichever of several is chosen. Privately
    about those at private tables: of the others the group decides.
    """

    async def do(said: Said) -> None:
        running = [f for f in await said.matches_here() if f.status is Status.RUNNING]
        if said.place is None and not running:
            said.tell(answer(Answer.GROUP_ONLY, said.say))
            return
        who, admin = said.visit.who, said.place is not None and bool(await is_admin(said, said.place))
        mine = [f for f in running if who is not None and (f.seat_of(who.id) or f.host_id == who.id)]
        about = mine or (running if admin else [])
        if not about:
            if running:
                raise Refused(Code.NOT_YOUR_MATCH)
            said.reply(texts.status((), said.say))
        elif len(about) > 1:
            said.reply(texts.which(about, "stop" if what == "end" else what, said.say))
        else:
            await _decide_said(said, about[0], what, admin=admin)

    return do


async def _decide_said(said: Said, facts: MatchFacts, what: str, *, admin: bool) -> None:
    who = said.visit.who or Who(0, "", f"message {said.message.chat_id} {said.message.message_id}")
    if what == "end" and (admin or facts.host_id == who.id):
        said.reply(texts.confirm_end(facts, who.id, said.say))
        return
    await _change(said, lambda s: _decided(s, what, facts.match, who, said.visit.now, admin=admin))
    came = await _came_of(said.shell, facts.match, what)
    if came is not Answer.ASKED:  # The vote stands right below the command.
        said.tell(answer(came, said.say))


async def _mine(said: Said) -> list[MatchFacts]:
    """The running matches a command is about in which he sits."""
    who = said.visit.who
    if who is None:
        raise Refused(Code.IN_PERSON)
    mine = [f for f in await said.matches() if f.status is Status.RUNNING and f.seat_of(who.id)]
    if not mine:
        raise Refused(Code.NOT_YOUR_MATCH)
    return mine


async def extend(said: Said) -> None:
    """/extend: half a clock more for the move I have to make."""
    who, mine = said.visit.who, await _mine(said)
    if who is None:
        return
    waiting = [f for f in mine if f.to_act is not None and f.seats[f.to_act] == f.seat_of(who.id)]
    if len(waiting) > 1:
        said.reply(texts.which(waiting, "extend", said.say))
        return
    facts = (waiting or mine)[0]
    await _change(said, lambda s: table.extend(s, facts.match, who.id, said.visit.now))
    said.tell(answer(Answer.EXTENDED, said.say))


async def back(said: Said) -> None:
    """/back: I am at every table again."""
    who, mine = said.visit.who, await _mine(said)
    if who is None:
        return
    away = [f for f in mine if (seated := f.seat_of(who.id)) is not None and seated.absent]
    for facts in away:
        match = facts.match
        await _change(said, lambda s, match=match: absence.back(s, match, who.id, said.visit.now))  # type: ignore[misc]
    said.tell(answer(Answer.BACK if away else Answer.HERE, said.say))


COMMANDS: dict[str, Command] = {
    "pause": _decision("pause"),
    "resume": _decision("resume"),
    "end": _decision("end"),
    "extend": extend,
    "back": back,
}
