"""The lobby and the choice of games (product, The lobby)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.catalog import CATALOG
from tests.screens.limits import plain
from tests.screens.matches import BOT, NAMES, NOON, verbs, waiting
from tgbot import button
from tgbot.facts import MatchFacts, Revelation, Seated, StartRule, Status
from tgbot.languages import LANGUAGES
from tgbot.presets import CLOCKS, DAILY_HOURS, START_IN
from tgbot.screens.lobby import lobby, menu
from tgbot.words import words

SAY = words("en")


def chosen(facts: MatchFacts, panel: str = "options") -> list[str]:
    _door, *rows = lobby(replace(facts, panel=panel), SAY, BOT).keyboard
    return [one.data.split(":", 2)[2] for row in rows for one in row if one.data and one.label.startswith("✅")]


def test_the_menu_offers_every_game() -> None:
    assert verbs(menu(SAY)) == ["new timebomb", "new evolution", "new hunt", "new race"]


def test_an_open_lobby_tells_options_seats_and_commitment() -> None:
    facts = waiting(clock=300)
    text = plain(lobby(facts, SAY, BOT))
    for line in (
        "⏱ Time for a move: 5 minutes",
        "👥 3 of 8 seats taken",
        "⏳ 1 more player is needed",
        facts.commitment,
    ):
        assert line in text
    assert "1. \u2068Ann\u2069 👑" in text
    assert "2. \u2068Bảo\u2069\n" in text


def test_the_buttons_of_an_open_lobby() -> None:
    screen = lobby(waiting(), SAY, BOT)
    assert verbs(screen) == ["join", "leave", "bot+", "panel clock", "panel options", "start", "cancel"]
    styles = {one.data.split(":")[2]: one.style for row in screen.keyboard for one in row if one.data and one.style}
    assert styles == {"join": "success", "start": "primary", "cancel": "danger"}


def test_an_invitation_is_shared_by_the_token() -> None:
    facts = waiting()
    assert [one.share for row in lobby(facts, SAY, BOT).keyboard for one in row if one.share] == [facts.token]


def test_a_computer_player_can_be_sent_away_only_when_one_sits() -> None:
    with_computer = waiting()
    seats = (*with_computer.seats, Seated(3, "Mycroft", None))
    assert "bot-" not in verbs(lobby(waiting(), SAY, BOT))
    assert "bot-" in verbs(lobby(replace(with_computer, seats=seats), SAY, BOT))


@pytest.mark.parametrize("kind", CATALOG)
@pytest.mark.parametrize("panel", ["", "options", "clock", "daily"])
def test_whatever_the_host_has_opened_whoever_comes_finds_join_in_a_group(panel: str, kind: str) -> None:
    facts = waiting(panel=panel, kind=kind)
    assert verbs(lobby(facts, SAY, BOT))[:2] == ["join", "leave"]
    assert "join" not in verbs(lobby(replace(facts, chat_id=100), SAY, BOT)), "at a private table all sit who see it"


def test_the_options_offer_every_start_and_the_way_back() -> None:
    expected = [
        *("join", "leave"),
        *("claims on", "claims off", "when hand", "when full"),
        *(f"when {minutes}" for minutes in START_IN),
        *("guests off", "guests on", "link", "kick 1", "kick 2", "panel -"),
    ]
    assert verbs(lobby(waiting(panel="options"), SAY, BOT)) == expected


def test_the_options_mark_what_is_chosen() -> None:
    facts = waiting(clock=8 * 3600, start_rule=StartRule.FULL)
    quiet = replace(facts, options=replace(facts.options, claims=False))
    assert chosen(facts) == ["claims on", "when full", "guests off"]
    assert chosen(replace(quiet, guests=True)) == ["claims off", "when full", "guests on"]


def test_the_clock_is_chosen_among_presets_a_fixed_hour_and_quiet_nights() -> None:
    expected = [
        "join",
        "leave",
        *(f"clock {seconds}" for seconds in CLOCKS),
        "panel daily",
        "quiet on",
        "quiet off",
        "panel -",
    ]
    assert verbs(lobby(waiting(panel="clock"), SAY, BOT)) == expected
    assert chosen(waiting(clock=28800), "clock") == ["clock 28800", "quiet on"]
    assert chosen(waiting(clock=28800, quiet_on=False), "clock") == ["clock 28800", "quiet off"]
    assert chosen(waiting(clock=86400, daily=1200), "clock") == ["panel daily"]


def test_clocks_of_minutes_and_fixed_hours_have_no_quiet_nights_to_choose() -> None:
    for facts in (waiting(clock=300, panel="clock"), waiting(clock=86400, daily=1200, panel="clock")):
        assert not {"quiet on", "quiet off"} & set(verbs(lobby(facts, SAY, BOT)))


def test_the_fixed_hour_is_chosen_among_the_hours_of_the_day() -> None:
    facts = waiting(panel="daily", daily=20 * 60)
    expected = ["join", "leave", *(f"daily {hour * 60}" for hour in DAILY_HOURS), "panel clock"]
    assert verbs(lobby(facts, SAY, BOT)) == expected
    assert chosen(facts, "daily") == ["daily 1200"]


@pytest.mark.parametrize(
    ("changes", "told", "untold"),
    [
        ({"quiet": (23 * 60, 480), "zone": "Asia/Tokyo"}, "🌙 No clock runs from 23:00 to 08:00 (Tokyo)", "at night"),
        ({"quiet_on": False}, "🌙 The clock runs at night, too", "No clock runs"),
        ({"clock": 300}, "⏱ Time for a move: 5 minutes", "🌙"),
        ({"clock": 86400, "daily": 1200}, "⏱ Time for a move: every day until 20:00 (London)", "🌙"),
    ],
)
def test_the_lobby_tells_the_clock_and_its_nights(changes: dict[str, Any], told: str, untold: str) -> None:
    text = plain(lobby(waiting(**changes), SAY, BOT))
    assert told in text
    assert untold not in text
    assert ("/settings" in text) == ("quiet" in changes)


def test_the_start_at_a_set_time_is_told_as_a_moment() -> None:
    text = lobby(waiting(start_rule=StartRule.TIME, deadline=NOON), SAY, BOT).text
    assert 'Starts by itself: <tg-time unix="1787572800" format="r">Mon, Aug 24, 13:00 (London)</tg-time>' in text


def test_who_cannot_be_written_to_is_led_to_the_private_chat() -> None:
    facts = waiting()
    silent = replace(facts, seats=(facts.seats[0], replace(facts.seats[1], reachable=False), facts.seats[2]))
    assert f'<a href="https://t.me/{BOT}">' in lobby(silent, SAY, BOT).text
    assert "✉️ \u2068Bảo\u2069: press Start" in plain(lobby(silent, SAY, BOT))
    assert "✉️" not in plain(lobby(facts, SAY, BOT))


def test_a_rematch_names_those_who_are_missing() -> None:
    text = plain(lobby(waiting(invited=("<Zoë>", "\u200b")), SAY, BOT))
    assert "not back yet: \u2068<Zoë>\u2069, \u2068somebody\u2069" in text


@pytest.mark.parametrize(
    ("status", "position", "told"),
    [
        (Status.RUNNING, 1, "the match has begun"),
        (Status.FINISHED, 20, "the match has begun"),
        (Status.CANCELLED, 7, "the match has begun"),
        (Status.CANCELLED, 0, "called off before it began"),
        (Status.EXPIRED, 0, "nobody started this game"),
    ],
)
def test_a_lobby_that_is_over_says_how_and_has_nothing_to_press(status: Status, position: int, told: str) -> None:
    screen = lobby(waiting(NAMES[:4], status=status, position=position, panel="options"), SAY, BOT)
    assert told in plain(screen)
    assert screen.keyboard == ()


def test_the_secret_is_published_when_a_lobby_is_called_off() -> None:
    over = waiting(status=Status.CANCELLED, revelation=Revelation("5ec2e7", ("callback 1", "message -100 2")))
    assert "Secret: 5ec2e7\nJoins:\ncallback 1\nmessage -100 2" in plain(lobby(over, SAY, BOT))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("panel", ["options", "clock", "daily"])
def test_the_buttons_do_the_same_in_every_language(panel: str, language: str) -> None:
    facts = waiting(panel=panel)
    assert verbs(lobby(facts, words(language), BOT)) == verbs(lobby(facts, SAY, BOT))


def test_every_button_is_bound_to_its_match_and_position() -> None:
    for row in lobby(waiting(position=3), SAY, BOT).keyboard:
        for one in row:
            press = button.read(one.data) if one.data else None
            assert press is None or (press.match, press.position) == (12, 3)
