"""Every formatted text our bot sends is read by TDLib's own parser as the server reads it: same text, same entities."""

import sys
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from inspect import isfunction
from pkgutil import walk_packages
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalog import CATALOG
from core.record import Different
from playground.entities import parse_html, utf16_length
from playground.nesting import nested
from playground.texts import formatted, found
from tests.playground import tdlib
from tests.screens.matches import (
    HUGE,
    NAMES,
    NOON,
    PLAYED,
    Table,
    door_screens,
    lobby_screens,
    match_screens,
    quick_screens,
    rare_screens,
    table,
    waiting,
)
from tests.screens.test_screen_limits import LOBBIES, NASTY, tables
from tgbot import screens as screens_package
from tgbot.facts import Asker, Status
from tgbot.languages import LANGUAGES
from tgbot.screens import SCREENS
from tgbot.screens.fairness import file_caption
from tgbot.screens.screen import Screen, length
from tgbot.verifying import Checked, Export
from tgbot.words import words

MARKDOWN = frozenset("*_`~|[]()")
SURE = frozenset({"bot_command", "mention", "hashtag"})


def judge(screens: Iterable[tuple[str, Screen]]) -> int:
    """Compare the server's reading of all texts with TDLib's; how many there were."""
    texts = dict(screens)
    for name, screen in texts.items():
        for source in filter(None, (screen.text, screen.caption)):
            judge_text(name, source)
    return len(texts)


def judge_text(name: str, source: str) -> None:
    """Compare the server's reading of a text or a caption with TDLib's."""
    text, entities = parse_html(source)
    assert _sorted((text, entities)) == _sorted(tdlib.parse_html(source)), name
    assert utf16_length(text) == length(source), name
    theirs = [entity for entity in tdlib.found(text) if entity["type"] in SURE]
    assert [entity for entity in _by_place(found(text)) if entity["type"] in SURE] == theirs, name
    if not MARKDOWN & set(text) and not {"text_mention", "date_time"} & {entity["type"] for entity in entities}:
        assert nested(entities) == tdlib.nested(text, entities), name
    assert formatted(source, "HTML")[0].strip() == text.strip(), name


def _sorted(parsed: tuple[str, list[tdlib.Entity]]) -> tuple[str, list[tdlib.Entity]]:
    return parsed[0], sorted((dict(sorted(entity.items())) for entity in parsed[1]), key=repr)


def _by_place(entities: Iterable[tdlib.Entity]) -> list[tdlib.Entity]:
    return sorted(entities, key=lambda entity: entity["offset"])


@tdlib.needed
@settings(max_examples=60)
@given(tables(), st.sampled_from(sorted(LANGUAGES)))
def test_every_screen_of_a_match_is_read_as_tdlib_reads_it(at: Table, language: str) -> None:
    assert judge((*match_screens(at, words(language)), *quick_screens(at, words(language))))


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
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_seldom_happens_and_who_comes_to_a_lobby_is_read_as_tdlib_reads_it(language: str) -> None:
    say = words(language)
    # TDLib knows no numbers of people beyond 40 bits.
    askers = [Asker(2**39 - n, name, NOON) for n, name in enumerate(NASTY)]
    for lobby in LOBBIES:
        facts = waiting(NASTY, chat_title=NASTY[0], **lobby)
        assert judge(rare_screens(facts, say, NASTY[2])) > 10
        assert judge(door_screens(facts, say, askers)) > 10


@tdlib.needed
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_caption_of_a_file_is_read_as_tdlib_reads_it(language: str) -> None:
    construct: Any = Export.model_construct
    export = construct(match=HUGE)
    for different in (None, Different("plays[3].<move>", "cut 1 1", "cut 1 2")):
        judge_text("file", file_caption(Checked(export, different, Counter()), words(language)))


def test_no_screen_is_kept_from_the_judge() -> None:
    """Whatever function makes a screen is called by one of these generators."""
    made, say = set[tuple[str, str]](), words("en")

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and "/tgbot/screens/" in frame.f_code.co_filename:
            made.add((frame.f_globals["__name__"], frame.f_code.co_name))

    askers = [Asker(n, name, NOON) for n, name in enumerate(NAMES)]
    sys.setprofile(watch)
    try:
        for kind in SCREENS:
            for moves in (0, 3, 99):
                at = table(moves, names=NAMES[: max(CATALOG[kind].sizes)], kind=kind)
                dict((*match_screens(at, say), *quick_screens(at, say)))
            dict((*lobby_screens(waiting(kind=kind), say), *rare_screens(waiting(kind=kind), say)))
        dict(door_screens(waiting(), say, askers))
    finally:
        sys.setprofile(None)
    modules = [import_module(one.name) for one in walk_packages(screens_package.__path__, "tgbot.screens.")]
    there = {
        (module.__name__, name)
        for module in modules
        for name, one in vars(module).items()
        if isfunction(one) and one.__module__ == module.__name__ and one.__annotations__.get("return") == "Screen"
    }
    assert len(there) > 50
    assert there - made == set()


@tdlib.needed
def test_the_judge_tells_a_difference() -> None:
    class Sent:
        text, caption = "<b>a</b>", ""

    wrong: Any = {"one": Sent()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.playground.test_server_tdlib_screens.parse_html", lambda _: ("a", []))
        with pytest.raises(AssertionError, match="one"):
            judge(wrong.items())
