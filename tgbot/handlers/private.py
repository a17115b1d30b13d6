"""Private tables: where one is set up, and what people are told who do not see it, or not yet."""

from __future__ import annotations

from tgbot import people
from tgbot.facts import MatchFacts, Seated
from tgbot.handlers.pressing import Pressed
from tgbot.handlers.shell import Shell
from tgbot.lobby import Place, Who
from tgbot.screens import private
from tgbot.words import words


async def place_of(p: Pressed) -> Place | None:
    """Where a press sets up a table: the group, or the private chat of whoever presses; None: in neither."""
    if p.visit.place is None and p.chat_id == p.who.id:
        # A press here proves that the bot may write to him, whatever went wrong before.
        await p.shell.reach(p.who.id, True)
        return Place(p.who.id, "")
    return p.visit.place


def sits_down(shell: Shell, facts: MatchFacts, who: Who) -> None:
    """The host, who waits for it, is told that somebody has come by the link."""
    host = facts.seat_of(facts.host_id)
    if facts.private and host is not None and host.reachable:
        shell.deliverer.post(facts.host_id, private.sits_down(facts, who.name, words(host.language)))


def removed(shell: Shell, facts: MatchFacts, seat: int) -> None:
    """Whoever sat there, before the host removed him, is told where he does not see it: at a private table, whose lobby
    goes from his chat, and as a guest.
    """
    for one in facts.seats[seat : seat + 1]:
        if (facts.private or one.guest) and one.person_id is not None and one.reachable:
            shell.deliverer.post(one.person_id, private.removed(facts, words(one.language)))


async def called_again(p: Pressed, match_id: int) -> None:
    """The rematch of a private table was opened, or joined: when it has just been opened the others are called."""
    ended = await p.shell.store.read(people.facts, p.press.match)
    lobby = await p.shell.store.read(people.facts, match_id)
    if not ended.private or sum(one.person_id is not None for one in lobby.seats) > 1:
        return
    for one in filter(_there, ended.seats):
        if one.person_id is not None and one.person_id != p.who.id:
            p.shell.deliverer.post(one.person_id, private.again(ended, p.who.name, words(one.language)))


def _there(seated: Seated) -> bool:
    return seated.reachable and not seated.automatic
