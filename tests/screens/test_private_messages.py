"""Somebody may sit in several matches at once: every private message says which it is about (product, the lobby)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.screens.limits import check, plain
from tests.screens.matches import GROUP, NAMES, PLAYED, Table, table, waiting
from tgbot.facts import Ballot, Status
from tgbot.languages import LANGUAGES
from tgbot.screens import SCREENS, admission, lobby, texts, votes
from tgbot.screens import private as told
from tgbot.screens.names import isolate
from tgbot.screens.screen import Screen
from tgbot.words import Words, words


def about_a_match(at: Table, say: Words) -> Iterator[tuple[str, Screen]]:
    """What people read of it in their private chats."""
    game, facts = SCREENS[at.facts.kind], at.facts
    mine = at.game.view(at.game.to_act)
    yield "hand", game.hand(facts, mine, say)
    yield "call", game.turn(facts, mine, say, private=True)
    yield "history", game.history(facts, at.public, say)
    yield "vote", votes.vote(replace(facts, ballot=Ballot("end", needed=3)), say, private=True)
    yield "leave?", texts.confirm_leave(facts, 100, say)
    if not facts.private:
        yield "hushed", votes.hushed(facts, say)
        yield "topic closed", votes.hushed(replace(facts, topic_closed=True), say)


def about_a_lobby(kind: str, say: Words) -> Iterator[tuple[str, Screen]]:
    facts = waiting(kind=kind)
    yield "joined", texts.joined_private(facts, say)
    yield "waiting", admission.waiting(facts, say)
    yield "turned away", admission.turned_away(facts, say)
    yield "question", admission.question(facts, say, private=True)
    yield "opened", admission.opened(facts, say)
    yield "removed", told.removed(facts, say)
    for status in (Status.CANCELLED, Status.EXPIRED):
        yield f"{status}", lobby.called_off(replace(facts, status=status), say)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "variant"), PLAYED)
def test_every_private_message_names_its_match(kind: str, variant: bool, language: str) -> None:
    say = words(language)
    title = SCREENS[kind].title(say)
    found = [(GROUP, one) for one in about_a_lobby(kind, say)]
    for chat_id, where in ((-100, GROUP), (100, say.plain("{name}'s table {n}", name=NAMES[0], n=12))):
        at = table(3, kind=kind, variant=variant, chat_id=chat_id, chat_title=NAMES[0] if chat_id > 0 else GROUP)
        found += [(where, one) for one in about_a_match(at, say)]
    for where, (name, screen) in found:
        check(screen)
        assert title in plain(screen), name
        assert isolate(where) in plain(screen), name
