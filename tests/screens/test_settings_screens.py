"""/settings: time zones by city, quiet hours, reminders (product, Time)."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from zoneinfo import ZoneInfo, available_timezones

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from tests.screens.limits import check, plain
from tests.screens.matches import NOON, verbs
from tgbot import button, zones
from tgbot.facts import Reminders
from tgbot.languages import LANGUAGES, ZONES
from tgbot.presets import GroupSettings
from tgbot.screens import settings
from tgbot.screens.screen import Screen
from tgbot.words import words

SAY = words("en")
PARIS = GroupSettings("Europe/Paris", True, (23 * 60, 8 * 60), "fr")


def chosen(screen: Screen) -> list[str]:
    return [one.data.split(":", 2)[2] for row in screen.keyboard for one in row if one.data and one.label[0] == "✅"]


def test_a_groups_settings_tell_its_zone_with_its_time_and_its_quiet_hours() -> None:
    text = plain(settings.group(PARIS, NOON, words("fr")))
    assert "Fuseau horaire\xa0: Paris, où il est 14:00" in text
    assert "Heures calmes\xa0: 23:00–08:00" in text
    assert "Langue\xa0: Français" in text
    assert "choisi" not in text


def test_a_zone_that_nobody_chose_is_called_so() -> None:
    text = plain(settings.group(GroupSettings("Asia/Ho_Chi_Minh", False, None, "vi"), NOON, words("vi")))
    assert "TP Hồ Chí Minh, ở đó đang là 19:00 (chưa ai chọn)" in text
    assert "Không có giờ nghỉ" in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("continent", zones.CONTINENTS)
def test_every_city_of_a_part_of_the_world_is_on_some_page(continent: str, language: str) -> None:
    say, page, seen = words(language), 0, list[str]()
    while True:
        screen = settings.cities(continent, page, say)
        check(screen)
        seen += [verb for verb in verbs(screen) if verb.startswith("set zone ")]
        if f"set cities {continent} {page + 1}" not in verbs(screen):
            break
        page += 1
    assert [zones.named(verb.split(" ")[2]) for verb in seen] == list(zones.cities(continent, language))
    last = settings.cities(continent, 10**9, say)
    assert last == settings.cities(continent, page, say)


def test_every_country_has_a_city_somewhere() -> None:
    offered = set(chain.from_iterable(zones.cities(continent, "en") for continent in zones.CONTINENTS))
    assert set(ZONES.values()) <= offered
    assert len(offered) > 400


def test_every_zone_fits_on_a_button_and_is_read_from_it() -> None:
    for zone in (zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")):
        press = button.read(button.verb(0, 0, f"set zone {zones.on_button(zone)}"))
        assert press is not None
        assert zones.named(press.args[1]) == zone


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Paris", "Europe/Paris"),
        ("europe/paris", "Europe/Paris"),
        ("Paris", "Europe/Paris"),
        ("Париж", "Europe/Paris"),
        ("New York", "America/New_York"),
        ("new_york", "America/New_York"),
        ("TP Hồ Chí Minh", "Asia/Ho_Chi_Minh"),
        ("ho chi minh", "Asia/Ho_Chi_Minh"),
        ("Hà Nội", "Asia/Ho_Chi_Minh"),
        ("ha noi", "Asia/Ho_Chi_Minh"),
        ("Việt Nam", "Asia/Ho_Chi_Minh"),
        ("Moscou", "Europe/Moscow"),
        ("санкт-петербург", "Europe/Moscow"),
        ("Королевство Великобритания", None),
        ("Великобритания", "Europe/London"),
        ("Japon", "Asia/Tokyo"),
        ("Etc/GMT+3", "Etc/GMT+3"),
        ("UTC", "UTC"),
        ("Singapore", "Asia/Singapore"),
        ("Atlantis", None),
        ("xy", None),
        ("", None),
        ("../etc/passwd", None),
        ("a" * 4000, None),
    ],
)
def test_a_place_is_found_by_city_country_or_zone_in_every_language(typed: str, zone: str | None) -> None:
    assert zones.find(typed) == (() if zone is None else (zone,))


@pytest.mark.parametrize("typed", ["USA", "U.S.", "us", "America", "Mỹ", "Amérique", "США"])
def test_the_united_states_are_found_by_what_people_call_them(typed: str) -> None:
    assert zones.find(typed) == zones.find("United States")
    assert {"America/New_York", "America/Los_Angeles", "Pacific/Honolulu"} <= set(zones.find(typed))
    check(settings.which(zones.find(typed), SAY))


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        *((name, "Europe/London") for name in ("UK", "U.K.", "England", "Scotland", "Anh", "Angleterre", "Англия")),
        ("Ý", "Europe/Rome"),
        ("Úc", "Australia/Sydney"),
        ("Miến Điện", "Asia/Yangon"),
        ("Birmanie", "Asia/Yangon"),
        ("Czech Republic", "Europe/Prague"),
        ("Белоруссия", "Europe/Minsk"),
        ("РФ", "Europe/Moscow"),
        ("Корея", "Asia/Seoul"),
    ],
)
def test_a_country_is_found_by_its_everyday_name(typed: str, zone: str) -> None:
    assert zone in zones.find(typed)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Sài Gòn", "Asia/Ho_Chi_Minh"),
        ("Kiev", "Europe/Kyiv"),
        ("Calcutta", "Asia/Kolkata"),
        ("Macao", "Asia/Macau"),
        ("Rangoon", "Asia/Yangon"),
        ("Ulan Bator", "Asia/Ulaanbaatar"),
        ("Easter Island", "Pacific/Easter"),
        ("Samoa", "Pacific/Apia"),
        ("Montreal", "America/Toronto"),
    ],
)
def test_an_old_name_finds_the_one_zone_that_is_offered_now(typed: str, zone: str) -> None:
    assert zones.find(typed) == (zone,)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_zones_that_one_word_offers_have_the_same_label(language: str) -> None:
    typable = {zone.rpartition("/")[2] for zone in available_timezones()}
    typable |= {zones.city(zone, one) for zone in available_timezones() for one in LANGUAGES}
    typable |= {name for one in LANGUAGES for name in Locale.parse(one).territories.values()}
    for typed in typable | {word[:3] for word in typable}:
        labels = [zones.city(zone, language) for zone in zones.find(typed)]
        assert len(labels) == len(set(labels)), typed


def test_a_word_that_fits_several_cities_offers_them() -> None:
    found = zones.find("san")
    assert {"America/Santiago", "Europe/San_Marino"} <= set(found)
    screen = settings.which(found, SAY)
    check(screen)
    assert "set zone america+santiago" in verbs(screen)


@given(st.text(max_size=40))
def test_whatever_is_typed_finds_zones_that_exist_or_none(typed: str) -> None:
    found = zones.find(typed)
    check(settings.which(found, SAY) if found else settings.unknown_place(SAY))
    for zone in found:
        ZoneInfo(zone)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_place_is_told_what_to_type(language: str) -> None:
    assert "/settings Paris" in plain(settings.unknown_place(words(language)))


def test_quiet_hours_mark_their_ends_or_that_there_are_none() -> None:
    assert chosen(settings.hours(PARIS, SAY)) == ["set from 1380", "set until 480"]
    assert chosen(settings.hours(GroupSettings("Europe/Paris", True, None, "fr"), SAY)) == ["set quiet off"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_are_switched_by_a_button_that_a_bot_without_them_does_not_have(language: str) -> None:
    def offered(pictures: bool | None) -> tuple[list[str], list[str]]:
        found, say = replace(PARIS, pictures=pictures), words(language)
        screens = (settings.group(found, NOON, say), settings.personal(Reminders.ALL, found, NOON, say))
        data = [[b.data or "" for b in chain.from_iterable(screen.keyboard)] for screen in screens]
        choices = [[one.rpartition(" ")[2] for one in found_ if ":set pictures " in one] for found_ in data]
        assert choices[0] == choices[1]
        return choices[0], [plain(screen) for screen in screens]

    (on, told_on), (off, told_off), (none, told_none) = map(offered, (True, False, None))
    assert (on, off, none) == (["off"], ["on"], [])
    assert len({*told_on, *told_off, *told_none}) == 6


@pytest.mark.parametrize("level", Reminders)
def test_reminders_are_chosen_among_all_gentle_and_none(level: Reminders) -> None:
    screen = settings.personal(level, PARIS, NOON, SAY)
    assert [verb for verb in verbs(screen) if "remind" in verb] == [f"set remind {one}" for one in Reminders]
    assert chosen(screen) == [f"set remind {level}"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_my_own_settings_have_the_zone_and_the_hours_of_my_private_tables(language: str) -> None:
    screen = settings.personal(Reminders.ALL, PARIS, NOON, words(language))
    assert "14:00" in plain(screen)
    assert "23:00–08:00" in plain(screen)
    assert {"set zones", "set hours", "set languages"} <= set(verbs(screen))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_zone_is_asked_for_in_other_words_for_a_group_than_for_oneself(language: str) -> None:
    say = words(language)
    assert settings.continents(say).text != settings.continents(say, group=False).text
    assert settings.cities("asia", 0, say).text != settings.cities("asia", 0, say, group=False).text
