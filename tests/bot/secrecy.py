"""That nobody was told anybody else's secrets, over everything the bot has ever said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tests.bot.driver import World
from tests.bot.seen import Message, hand_in, plain

_ROLES = "🕵️|🦹|Sherlock|Moriarty"
_ASIDE = "🗄|Put aside"


def assert_secrets_kept(world: World) -> None:
    """Looks through the messages and the answers of a match that is over. Its roles, its hands and the cards put aside
    reach the group with the result and not before, and everybody is told his own hand of each round.
    """
    for message in world.said():
        assert not re.search(r"🔵 \d  \S+ \d", message.text), message.text
        if not message.having("rematch"):
            assert not re.search(f"{_ROLES}|{_ASIDE}", without_the_blurb(message)), message.text
    game = world.game()
    for seat, name in enumerate(world.names):
        for message in world.said(name):
            _assert_own(game, seat, message.text, "Your role" in message.text)
        for answer in answers(world, name):
            _assert_own(game, seat, answer, bool(re.search(r"Round \d", answer)))
        reachable = world.records.person(world.ids[name])["reachable"]
        assert not reachable or any("Your role" in message.text for message in world.said(name))


def _assert_own(game: dict[str, Any], seat: int, text: str, is_hand: bool) -> None:
    """A hand is his own of its round; what is none names no role."""
    assert not re.search(_ASIDE, text), text
    if not is_hand:
        assert not re.search(_ROLES, text), text
        return
    round_ = int(re.findall(r"Round (\d)", text)[0])
    dealt = as_counts(game["dealt"][round_ - 1][seat], game.get("colours", ()))
    assert told_hand(text) == (game["roles"][seat], dealt)


def without_the_blurb(message: Message) -> str:
    """The lobby says what the game is about."""
    return re.sub("🕵️ Sherlock's team wants.+?whose side", "", message.text)


def answers(world: World, who: str) -> list[str]:
    """All texts somebody was answered with."""
    given = world.sim.get("answers", person=world.ids[who])
    return [plain(one["answer"]["text"] or "") for one in given]


def told_hand(text: str) -> tuple[str, tuple[int, ...]]:
    """Role and hand as dealt."""
    hand = hand_in(text)
    return hand.role, hand.dealt


def as_counts(hand: dict[str, Any], colours: Sequence[str] = ()) -> tuple[int, ...]:
    """A hand of the database in the order in which it is told; ``colours``: those of a match of Evolution."""
    if colours:
        held = dict(hand["colours"])
        return hand["defusing"], *(held.get(colour, 0) for colour in colours)
    return hand["defusing"], hand["safe"], hand["bomb"]
