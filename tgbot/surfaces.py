"""Which messages show a match, and what each should show now. Pure: the deliverer makes Telegram agree.

A match shows itself on these surfaces:
    ``lobby``   in the group, from the message with the games on
    ``board``   in the group, a new one each round and when /table asks
    ``hand N``  in the private chat of seat N, a new one each round and when /hand asks
    ``turn``    slow matches: calls the player to move, privately or by a mention in the group; the last one is deleted
    ``result``  in the group, at the end
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.game import View
from tgbot.facts import Look, MatchFacts, Seated, Status
from tgbot.screens import SCREENS
from tgbot.screens.lobby import lobby
from tgbot.screens.screen import Screen
from tgbot.words import words

STAYS = ""
"""The epoch of a message that may be edited, and is never replaced by a new one."""


@dataclass(frozen=True)
class Wanted:
    """A message as it should be. A new ``epoch`` asks for a new message, within one the message is edited.

    ``silent``: sent without a notification. ``fleeting``: deleted when a newer one stands, else it only loses its
    buttons. ``pinned``: pinned where the bot may. ``secret``: may not be forwarded.
    """

    which: str
    chat_id: int
    thread_id: int | None
    epoch: str
    screen: Screen
    silent: bool = False
    fleeting: bool = False
    pinned: bool = False
    secret: bool = False


def wanted(look: Look, views: Sequence[View], bot: str) -> Iterator[Wanted]:
    """What should stand at Telegram. ``views`` are by seat; ``bot`` is the bot's user name, for invite links."""
    facts = look.facts
    say = words(facts.language)
    chat, thread = facts.chat_id, facts.thread_id
    yield Wanted("lobby", chat, thread, _lobby_epoch(facts), lobby(facts, say, bot), silent=True)
    view = look.view
    if view is None:
        return
    screens = SCREENS[facts.kind]
    over = facts.status != Status.RUNNING
    yield Wanted(
        "board",
        chat,
        thread,
        f"{view.round}.{facts.reposted}",
        screens.board(facts, view, say),
        silent=view.round > 1,
        pinned=not over,
    )
    for seated, mine in zip(facts.seats, views, strict=True):
        if seated.person_id is not None and seated.reachable and not seated.left:
            yield _hand(facts, seated, seated.person_id, mine)
    if over:
        yield Wanted("result", chat, thread, "end", screens.result(facts, view, say))
    elif facts.slow and view.to_act is not None and not facts.seats[view.to_act].automatic:
        yield _turn(facts, facts.seats[view.to_act], view, views[view.to_act])


def _lobby_epoch(facts: MatchFacts) -> str:
    """A lobby is posted again when asked for; the message of one that is over stays where it is."""
    return str(facts.reposted) if facts.status == Status.LOBBY else STAYS


def _hand(facts: MatchFacts, seated: Seated, person_id: int, mine: View) -> Wanted:
    say = words(seated.language)
    return Wanted(
        f"hand {seated.seat}",
        person_id,
        None,
        f"{mine.round}.{seated.asked}",
        SCREENS[facts.kind].hand(facts, mine, say),
        silent=not facts.slow and mine.round > 1,
        secret=True,
    )


def _turn(facts: MatchFacts, seated: Seated, public: View, mine: View) -> Wanted:
    private = seated.reachable and seated.person_id is not None
    say = words(seated.language if private else facts.language)
    return Wanted(
        "turn",
        seated.person_id if private and seated.person_id is not None else facts.chat_id,
        None if private else facts.thread_id,
        # Who blocks the bot while it is his move is called anew, in the group.
        f"{facts.position}.{'private' if private else 'group'}",
        SCREENS[facts.kind].turn(facts, mine if private else public, say, private=private),
        fleeting=True,
    )
