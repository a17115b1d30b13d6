"""Who may come in, as people read it: the host's question, the answers, the list of those kept out, the next lobby."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.screens.limits import check, plain
from tests.screens.matches import BOT, HUGE, NOON, door_screens, verbs, waiting
from tests.screens.test_screen_limits import NAME
from tgbot.facts import ASKERS, LISTED, Asker, Seated
from tgbot.languages import LANGUAGES
from tgbot.members import Known
from tgbot.screens import admission
from tgbot.screens.lobby import lobby
from tgbot.words import words

SAY = words("en")
ZOE, MAX = Asker(7, "Zoë", NOON, username="zoe"), Asker(8, "Max", NOON)


def asked(*asks: Asker, **changes: Any) -> Any:
    return waiting(asks=asks, **changes)


@settings(max_examples=60, deadline=None)
@given(st.lists(NAME, min_size=1, max_size=ASKERS), NAME, st.sampled_from(sorted(LANGUAGES)))
def test_case_c48_c52_whatever_they_are_called_every_screen_keeps_the_limits(
    names: list[str], title: str, language: str
) -> None:
    askers = [Asker(HUGE - n, name, NOON, username="u" * 32) for n, name in enumerate(names)]
    seats = tuple(Seated(seat, names[0], 100 + seat, reachable=True) for seat in range(8))
    for _, screen in door_screens(waiting(seats=seats, chat_title=title, match=10**17), words(language), askers):
        check(screen)


def test_only_those_who_wait_are_asked_about() -> None:
    facts = asked(replace(ZOE, state="no"), MAX, replace(ZOE, person_id=9, name="Ina", state="in"))
    screen = admission.question(facts, SAY, private=True)
    assert verbs(screen) == ["admit 8", "reject 8"]
    assert verbs(lobby(facts, SAY, BOT)).count("admit 8") == 1
    for name in ("Zoë", "Ina"):
        assert name not in plain(screen)
        assert name not in plain(lobby(facts, SAY, BOT))


def test_the_question_shows_who_it_is_and_calls_the_host_only_in_the_group() -> None:
    facts = asked(ZOE, MAX)
    private, group = (admission.question(facts, SAY, private=private) for private in (True, False))
    for screen in (private, group):
        assert '<a href="tg://user?id=7">\u2068Zoë\u2069</a> @zoe' in screen.text
        assert verbs(screen) == ["admit 7", "reject 7", "admit 8", "reject 8"]
    assert "tg://user?id=100" in group.text
    assert "tg://user?id=100" not in private.text


def test_an_option_of_the_lobby_hides_nobody_who_waits() -> None:
    facts = asked(ZOE, panel="options")
    assert "Zoë" in plain(lobby(facts, SAY, BOT))
    assert "admit 7" not in verbs(lobby(facts, SAY, BOT))


def test_guests_are_an_option_of_a_group_and_not_of_a_private_table() -> None:
    group, table = waiting(guests=True), waiting(guests=True, chat_id=100)
    assert "Guests are welcome" in plain(lobby(group, SAY, BOT))
    assert "Guests are welcome" not in plain(lobby(table, SAY, BOT))
    options = {facts: verbs(lobby(replace(facts, panel="options"), SAY, BOT)) for facts in (group, table)}
    assert {"guests on", "guests off", "link"} <= set(options[group])
    assert "link" in options[table]
    assert not {"guests on", "guests off"} & set(options[table])


def test_the_news_of_a_lobby_join_without_touching_the_greeting() -> None:
    assert verbs(admission.opened(waiting(), SAY)) == ["join next"]


def test_the_buttons_about_somebody_name_him_and_who_was_asked() -> None:
    zoe = Known(7, "Zoë", "zoe")
    assert verbs(admission.confirm_block(zoe, 100, SAY)) == ["block 7 100", "spare 100"]
    assert verbs(admission.which_person([zoe, Known(8, "Zoë")], "pick", 0, SAY)) == ["pick 7 0", "pick 8 0"]


@pytest.mark.parametrize(
    ("blocked", "page", "shown", "turns"),
    [(0, 0, 0, []), (LISTED, 0, LISTED, []), (LISTED + 1, 0, LISTED, [1]), (LISTED + 1, 1, 1, [0]), (1, 9, 1, [])],
)
def test_the_list_of_those_kept_out_has_pages(blocked: int, page: int, shown: int, turns: list[int]) -> None:
    screen = admission.blocked([Known(n, f"Max {n}") for n in range(blocked)], page, SAY)
    assert sum(verb.startswith("set unblock") for verb in verbs(screen)) == shown
    assert [int(verb.split()[-1]) for verb in verbs(screen) if verb.startswith("set blocked")] == turns
    assert verbs(screen)[-1] == "set menu"


def test_who_waits_for_the_next_game_learns_how_he_can_be_told() -> None:
    told = admission.next_game("Zoë", True, False, "SomeBot", SAY, open_now=False)
    ((door,),) = told.keyboard
    assert door.url == "https://t.me/SomeBot?start=next"
    assert "press Start" in told.text
    for on, reachable in ((True, True), (False, False)):
        assert admission.next_game("Zoë", on, reachable, "SomeBot", SAY, open_now=False).keyboard == ()


def test_each_group_he_waits_for_has_a_way_out() -> None:
    screen = admission.waits_for([(-5, "Chess"), (-HUGE, "")], SAY)
    assert verbs(screen) == ["next off -5", f"next off -{HUGE}"]
    assert "2. \u2068your group" in screen.text
