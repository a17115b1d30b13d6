"""Every formatted text our bot sends is read by TDLib's own parser as the server reads it: same text, same entities."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalog import CATALOG
from playground.entities import parse_html, utf16_length
from playground.nesting import nested
from playground.texts import formatted, found
from tests.playground import tdlib
from tests.screens.matches import NAMES, PLAYED, Table, lobby_screens, match_screens, table, waiting
from tests.screens.test_screen_limits import LOBBIES, NASTY, tables
from tgbot.facts import Status
from tgbot.languages import LANGUAGES
from tgbot.screens.screen import Screen, length
from tgbot.words import words

MARKDOWN = frozenset("*_`~|[]()")
SURE = frozenset({"bot_command", "mention", "hashtag"})


def judge(screens: Iterable[tuple[str, Screen]]) -> int:
    """Compare the server's reading of all texts with TDLib's; how many there were."""
    texts = dict(screens)
    for name, screen in texts.items():
        text, entities = parse_html(screen.text)
        assert _sorted((text, entities)) == _sorted(tdlib.parse_html(screen.text)), name
        assert utf16_length(text) == length(screen.text), name
        theirs = [entity for entity in tdlib.found(text) if entity["type"] in SURE]
        assert [entity for entity in _by_place(found(text)) if entity["type"] in SURE] == theirs, name
        if not MARKDOWN & set(text) and not {"text_mention", "date_time"} & {entity["type"] for entity in entities}:
            assert nested(entities) == tdlib.nested(text, entities), name
        assert formatted(screen.text, "HTML")[0].strip() == text.strip(), name
    return len(texts)


def _sorted(parsed: tuple[str, list[tdlib.Entity]]) -> tuple[str, list[tdlib.Entity]]:
    return parsed[0], sorted((dict(sorted(entity.items())) for entity in parsed[1]), key=repr)


def _by_place(entities: Iterable[tdlib.Entity]) -> list[tdlib.Entity]:
    return sorted(entities, key=lambda entity: entity["offset"])


@tdlib.needed
@settings(max_examples=60)
@given(tables(), st.sampled_from(sorted(LANGUAGES)))
def test_every_screen_of_a_match_is_read_as_tdlib_reads_it(at: Table, language: str) -> None:
    assert judge(match_screens(at, words(language)))


@tdlib.needed
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lobby", LOBBIES, ids=lambda lobby: lobby["kind"])
def test_every_screen_of_a_lobby_is_read_as_tdlib_reads_it(language: str, lobby: dict[str, Any]) -> None:
    for names in (NASTY, ("Ann", "Bảo", "Дима")):
        for status in (Status.LOBBY, Status.RUNNING, Status.CANCELLED, Status.EXPIRED):
            facts = waiting(names, status=status, invited=NASTY, chat_title=NASTY[0], **lobby)
            assert judge(lobby_screens(facts, words(language))) > 10


@tdlib.needed
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "variant"), PLAYED)
def test_a_match_is_read_as_tdlib_reads_it_from_its_first_move_to_its_last(
    kind: str, variant: bool, language: str
) -> None:
    read = 0
    for moves in range(0, 40, 4):
        at = table(moves, names=NAMES[: max(CATALOG[kind].sizes)], kind=kind, variant=variant)
        read += judge(match_screens(at, words(language)))
    assert read > 100


@tdlib.needed
def test_the_judge_tells_a_difference() -> None:
    class Sent:
        text = "<b>a</b>"

    wrong: Any = {"one": Sent()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.playground.test_server_tdlib_screens.parse_html", lambda _: ("a", []))
        with pytest.raises(AssertionError, match="one"):
            judge(wrong.items())
