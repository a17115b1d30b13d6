"""Messages about those at the door of a lobby: who asks to be let in, and who is told that it is open. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from tgbot.facts import MatchFacts
from tgbot.screens import texts
from tgbot.screens.admission import opened, question, turned_away, waiting
from tgbot.wanted import Wanted
from tgbot.words import words


def visitors(facts: MatchFacts) -> Iterator[Wanted]:
    """Of a lobby: who asks to be let in, what became of it, and who is told that it is open."""
    if facts.askers:
        yield _question(facts)
    for one in facts.asks:
        if one.reachable:
            say = words(one.language)
            screen = {"open": waiting, "no": turned_away, "in": texts.joined_private}[one.state](facts, say)
            yield Wanted(f"ask {one.person_id}", one.person_id, None, one.state, screen)
    asked = {one.person_id for one in facts.asks}
    for told in facts.awaiting:
        if told.person_id not in asked:
            screen = opened(facts, words(told.language))
            yield Wanted(f"next {told.person_id}", told.person_id, None, "next", screen)


def _question(facts: MatchFacts) -> Wanted:
    """Whom the host lets in: one message, whose epoch is the newest of all who ever asked."""
    host, newest = facts.seat_of(facts.host_id), facts.asks[-1]
    epoch = f"{newest.person_id} {newest.at.timestamp():.0f}"
    if host is not None and host.reachable:
        screen = question(facts, words(host.language), private=True)
        return Wanted("asks", facts.host_id, None, epoch, screen)
    screen = question(facts, words(facts.language), private=False)
    return Wanted("asks", facts.chat_id, facts.thread_id, epoch, screen)
