"""Time zones as people name them: by continent and city, by country, or by their IANA names.

The cities are those of the zone database's own table for people who choose (``zone.tab``): one at least per country.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from zoneinfo import available_timezones

from babel import Locale
from babel.core import get_global
from babel.dates import get_timezone_location

from tgbot.languages import LANGUAGES

CONTINENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "europe": ("Europe", "Arctic"),
        "asia": ("Asia",),
        "america": ("America",),
        "africa": ("Africa",),
        "pacific": ("Australia", "Pacific"),
        "ocean": ("Atlantic", "Indian", "Antarctica"),
    }
)
"""Parts of the world, by the beginnings of the names of their zones."""
_BIG = {
    "Asia/Ho_Chi_Minh": ("Hà Nội", "Đà Nẵng", "Ханой"),
    "Europe/Paris": ("Lyon", "Marseille", "Toulouse", "Nice", "Лион"),
    "Europe/Moscow": ("Санкт-Петербург", "Saint Petersburg", "Казань", "Kazan"),
    "Europe/London": ("Manchester", "Birmingham", "Edinburgh"),
}
"""Big cities without a zone of their own, where our languages are spoken at home."""
_EVERYDAY = {
    "AE": ("UAE", "Эмираты"),
    "BR": ("Brasil",),
    "BY": ("Белоруссия",),
    "CZ": ("Czech Republic", "Cộng hòa Séc", "République tchèque"),
    "GB": (
        *("UK", "Britain", "Great Britain", "England", "Scotland", "Wales", "Northern Ireland", "Anh", "Anh Quốc"),
        *("Grande-Bretagne", "Angleterre", "Écosse", "Британия", "Англия", "Шотландия"),
    ),
    "IT": ("Ý",),
    "KP": ("Bắc Triều Tiên",),
    "KR": ("Korea", "Corée", "Корея", "Южная Корея"),
    "MD": ("Молдавия",),
    "MK": ("Macedonia", "Македония"),
    "MM": ("Burma", "Miến Điện", "Birmanie", "Бирма"),
    "NL": ("Holland", "The Netherlands", "Hollande", "Голландия"),
    "PS": ("Palestine", "Палестина"),
    "RU": ("РФ",),
    "TM": ("Туркмения",),
    "US": ("US", "USA", "America", "Mỹ", "Amérique", "США", "Америка"),
}
"""What people call countries (ISO 3166), where the Unicode tables have other names for them."""
_MANY = 24
"""So many cities at most are offered for a word that fits several."""
_SHORT = 3
"""Fewer letters are no beginning of a city's name."""


@cache
def city(zone: str, language: str) -> str:
    """The city that stands for a zone, as people of a language call it."""
    return get_timezone_location(zone, locale=language, return_city=True)


@cache
def cities(continent: str, language: str) -> tuple[str, ...]:
    """The zones of a part of the world, in the order of their cities' names."""
    here = [zone for zone in _countries() if zone.split("/")[0] in CONTINENTS[continent]]
    return tuple(sorted(here, key=lambda zone: _folded(city(zone, language))))


def named(name: str) -> str | None:
    """The zone of this IANA name, whatever its case; ``+`` stands for ``/`` on buttons. None when there is none."""
    asked = name.strip().replace(" ", "_").casefold()
    return _iana().get(asked) or _iana().get(asked.replace("+", "/"))


def on_button(zone: str) -> str:
    """A zone as a button carries it."""
    return zone.replace("/", "+").lower()


def find(text: str) -> tuple[str, ...]:
    """The zones somebody may mean: by an IANA name, a city or a country in any of our languages, or the beginning of a
    city's name. Empty when nothing fits, or too much.
    """
    wanted, zone = _folded(text), named(text)
    if "/" not in text and wanted in _names():
        return _names()[wanted]
    if zone is not None:
        return (zone,)
    if len(wanted) < _SHORT:
        return ()
    begun = {zone: None for name, zones in _names().items() if name.startswith(wanted) for zone in zones}
    return tuple(begun) if len(begun) <= _MANY else ()


@cache
def _countries() -> Mapping[str, tuple[str, ...]]:
    """The zones to choose from, and the countries each is used in (ISO 3166)."""
    table = (files("tzdata.zoneinfo") / "zone.tab").read_text("utf-8")
    rows = (line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
    return {zone: tuple(codes.split(",")) for codes, _, zone, *_ in rows}


@cache
def _iana() -> Mapping[str, str]:
    return {zone.casefold(): zone for zone in available_timezones() if zone not in ("Factory", "localtime")}


@cache
def _names() -> Mapping[str, tuple[str, ...]]:
    """Zones by every name people have for them.

    A city's name means the city, not a country called the same, and a country's not an older name of a zone.
    """
    names: dict[str, tuple[str, ...]] = {}
    for kind in (_older_names(), _country_names(), _city_names()):
        zones: dict[str, dict[str, None]] = defaultdict(dict)
        for name, zone in kind:
            zones[_folded(name)][zone] = None
        names |= {name: tuple(found) for name, found in zones.items()}
    return names


def _city_names() -> Iterator[tuple[str, str]]:
    for zone in _countries():
        yield zone.rpartition("/")[2], zone
        yield from ((city(zone, language), zone) for language in LANGUAGES)
    yield from ((name, zone) for zone, names in _BIG.items() for name in names)


def _country_names() -> Iterator[tuple[str, str]]:
    tables = [Locale.parse(language).territories for language in LANGUAGES]
    for zone, codes in _countries().items():
        for code in codes:
            yield from ((names.get(code, code), zone) for names in tables)
            yield from ((name, zone) for name in _EVERYDAY.get(code, ()))


def _older_names() -> Iterator[tuple[str, str]]:
    """Zones that are called differently now, such as Asia/Saigon: each is the zone that is offered to choose."""
    first: Mapping[str, str] = get_global("zone_aliases")
    offered = {first.get(zone, zone): zone for zone in _countries()}
    for zone in sorted(available_timezones() - _countries().keys()):
        if "/" in zone and not zone.startswith("Etc/"):
            yield zone.rpartition("/")[2], offered.get(first.get(zone, zone), zone)


def _folded(name: str) -> str:
    """A name without case, accents and punctuation."""
    bare = unicodedata.normalize("NFKD", name.casefold().replace("đ", "d"))
    letters = "".join(c if c.isalnum() else " " for c in bare if not unicodedata.combining(c))
    return "".join(letters.split())
