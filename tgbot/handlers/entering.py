"""Ways into a lobby but for a press in its group: Telegram is asked who is a member, and failing that the host."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from tgbot import joining, lobby, people, table
from tgbot.facts import Status, is_private
from tgbot.handlers import private
from tgbot.handlers.saying import Said
from tgbot.handlers.shell import Shell, Standing
from tgbot.lobby import Who
from tgbot.people import Attempt, Visit
from tgbot.refusals import Code, Refused
from tgbot.running import Done
from tgbot.screens import texts
from tgbot.store import Session

Sit = Callable[[Session, int | None], Done]
"""Seats somebody who is known to be in a group; None: in none."""


@dataclass(frozen=True)
class Entered:
    """What came of it. ``waits``: he is not seated yet, the host has been asked."""

    tried: Attempt[Done]
    waits: bool = False


async def enter(
    shell: Shell, visit: Visit, chat_id: int, title: str, sit: Sit, ask: Callable[[Session], Done] | None
) -> Entered:
    """Seats somebody in a lobby of a group if he is in it, or as a guest; else the host is asked if ``ask`` does so.

    Who is banned from the group is no guest of it either.
    """
    standing = await _standing(shell, visit, chat_id)
    if standing is Standing.MEMBER:
        return Entered(await shell.attempt(visit, lambda session: sit(session, chat_id)))
    if standing is Standing.BANNED:
        return Entered(await shell.attempt(visit, _refuse(Refused(Code.NOT_MEMBER, title=title))))
    tried = await shell.attempt(visit, lambda session: sit(session, None))
    doubtful = standing is Standing.UNKNOWN
    if not doubtful or tried.refused is None or tried.refused.code is not Code.NOT_MEMBER:
        return Entered(tried)
    asked = await shell.attempt(visit, ask or _refuse(tried.refused))
    if asked.refused is not None and asked.refused.code is Code.NOT_MEMBER:
        unknown = Refused(Code.MEMBERSHIP_UNKNOWN, **asked.refused.fields)
        return Entered(Attempt(asked.language, asked.reachable, refused=unknown))
    return Entered(asked, waits=asked.done is not None)


async def by_link(said: Said, who: Who, token: str) -> None:
    """An invite link: all or nothing, seated and told so, or told why not, or the host is asked."""
    shell = said.shell
    facts = await shell.store.read(people.match_invited_to, token)
    seated = facts.seat_of(who.id) is not None
    if seated and facts.private:
        # The table stands in his own chat.
        shell.changed((await shell.store.write(table.repost, facts.match, who.id)).match)
    if seated and facts.status is Status.RUNNING:
        # He comes late to a match that has begun with him: his hand is what he came for.
        shell.changed((await shell.store.write(table.ask_hand, facts.match, who.id)).match)
        return
    if not seated:
        if facts.status is not Status.LOBBY:
            raise Refused(Code.LOBBY_CLOSED)
        match, now = facts.match, said.visit.now
        entered = await enter(
            shell,
            said.visit,
            facts.chat_id,
            facts.chat_title,
            lambda session, group: lobby.join(session, match, who, group, now, token=token),
            lambda session: joining.ask(session, match, who, token, now),
        )
        if entered.tried.refused is not None and entered.tried.refused.code is not Code.ALREADY_SEATED:
            raise entered.tried.refused
        shell.changed(match)
        facts = await shell.store.read(people.facts, match)
        if entered.waits or any(one.person_id == who.id for one in facts.asks):
            # The lobby itself tells who has asked what became of it.
            return
    if not facts.private:
        said.reply(texts.joined_private(facts, said.say))
    elif not seated:
        private.sits_down(shell, facts, who)


async def _standing(shell: Shell, visit: Visit, chat_id: int) -> Standing:
    """At a private table nobody is a member: its link alone leads there."""
    if visit.who is None or is_private(chat_id):
        return Standing.OUTSIDE
    return await shell.standing(chat_id, visit.who.id)


def _refuse(refused: Refused) -> Callable[[Session], NoReturn]:
    def do(_: Session) -> NoReturn:
        raise refused

    return do
