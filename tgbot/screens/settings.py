"""The settings of a group and of a person: /settings. Each button sets something; none depends on what was before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from markupsafe import Markup

from tgbot import button, zones
from tgbot.facts import Reminders
from tgbot.languages import LANGUAGES
from tgbot.presets import GroupSettings
from tgbot.screens.screen import Button, Screen, rows
from tgbot.screens.times import of_day
from tgbot.words import Words
from tgbot.zones import city

LINE, PARAGRAPH = Markup("\n"), Markup("\n\n")
PAGE = 24
"""So many cities stand on one page."""
QUIET_FROM = tuple(h * 60 for h in (20, 21, 22, 23, 0, 1))
"""When quiet hours may begin, in minutes after midnight."""
QUIET_UNTIL = tuple(h * 60 for h in (6, 7, 8, 9, 10, 11))
"""When quiet hours may end."""


def group(settings: GroupSettings, now: datetime, say: Words) -> Screen:
    """A group's settings, and what can be changed. ``now`` shows which time its zone has."""
    zone = _zone(settings, now, say)
    if not settings.zone_chosen:
        zone += say(" (nobody has chosen one yet)")
    language = say("🌐 Language: {language}", language=LANGUAGES[settings.language])
    parts = (
        say("⚙️ <b>Settings of this group</b>"),
        LINE.join((zone, _quiet(settings, say), language, *_pictures(settings, say))),
        _whispers(settings, say),
        say("Administrators can change them. Another zone or other quiet hours count from the next turn."),
    )
    languages_, pictures = _set(say.plain("🌐 Language"), "languages"), _pictures_button(settings, say)
    blocked = _set(say.plain("⛔ Blocked people"), "blocked 0")
    last = (*pictures, _whispers_button(settings, say))
    return Screen(PARAGRAPH.join(parts), (_hours_row(say), (languages_, blocked), last))


def continents(say: Words, *, group: bool = True) -> Screen:
    """The parts of the world, the first step to a time zone."""
    names = {
        "europe": say.plain("🌍 Europe"),
        "asia": say.plain("🌏 Asia"),
        "america": say.plain("🌎 America"),
        "africa": say.plain("🌍 Africa"),
        "pacific": say.plain("🌏 Oceania"),
        "ocean": say.plain("🌊 Other islands"),
    }
    buttons = [_set(name, f"cities {key} 0") for key, name in names.items()]
    text = (
        say("🕰 <b>Where is this group at home?</b>\n{how}", how=_how(say))
        if group
        else say("🕰 <b>Where are you at home?</b>\n{how}", how=_how(say))
    )
    return Screen(text, (*rows(buttons, 2), _back(say)))


def cities(continent: str, page: int, say: Words, *, group: bool = True) -> Screen:
    """The cities of a part of the world, a page of them."""
    all_ = zones.cities(continent, say.language)
    last = (len(all_) - 1) // PAGE
    page = min(page, last)
    turn = [
        _set(sign, f"cities {continent} {to}") for sign, to in (("◀️", page - 1), ("▶️", page + 1)) if 0 <= to <= last
    ]
    text = (
        say("🕰 <b>Which city has the group's time?</b>\n{how}", how=_how(say))
        if group
        else say("🕰 <b>Which city has your time?</b>\n{how}", how=_how(say))
    )
    buttons = rows([_city_button(zone, say) for zone in all_[page * PAGE : (page + 1) * PAGE]], 3)
    back = (_set(say.plain("↩️ Back"), "zones"),)
    return Screen(text, (*buttons, *((tuple(turn),) if turn else ()), back))


def which(found: Sequence[str], say: Words) -> Screen:
    """What was typed fits several cities."""
    buttons = [_city_button(zone, say) for zone in found[: 2 * PAGE]]
    return Screen(say("🕰 <b>Which of these cities do you mean?</b>"), (*rows(buttons, 3), _back(say)))


def unknown_place(say: Words) -> Screen:
    """What was typed is no place we know."""
    return Screen(
        say("🤷 I do not know that place. {how}", how=_how(say)), ((_set(say.plain("🕰 Time zone"), "zones"),),)
    )


def hours(settings: GroupSettings, say: Words) -> Screen:
    """The quiet hours to choose: their beginning, their end, or none."""
    start, end = settings.quiet or (None, None)
    begins = [_choice(say.plain("From {time}", time=of_day(m)), f"from {m}", m == start) for m in QUIET_FROM]
    ends = [_choice(say.plain("Until {time}", time=of_day(m)), f"until {m}", m == end) for m in QUIET_UNTIL]
    none = _choice(say.plain("☀️ No quiet hours"), "quiet off", settings.quiet is None)
    text = LINE.join(
        (
            _quiet(settings, say),
            say("Matches with a fixed hour of the day, or with clocks of minutes, have no quiet hours."),
        )
    )
    return Screen(text, (*rows(begins, 3), *rows(ends, 3), (none,), _back(say)))


def languages(say: Words, *, group: bool) -> Screen:
    """The languages to choose from, within the settings."""
    text = (
        say("🌐 Which language shall I speak in this group?")
        if group
        else say("🌐 Which language shall I speak with you?")
    )
    buttons = [_choice(name, f"lang {code}", code == say.language) for code, name in LANGUAGES.items()]
    return Screen(text, (*rows(buttons, 2), _back(say)))


def personal(level: Reminders, settings: GroupSettings, now: datetime, say: Words) -> Screen:
    """Somebody's own settings; ``settings`` are those of his private tables, ``now`` shows which time they have."""
    told = {
        Reminders.ALL: say("🔔 I remind you of your move when half of the time has passed, and again near the end."),
        Reminders.GENTLE: say("🔔 I remind you of your move only when time is running out."),
        Reminders.NONE: say("🔕 I call you once when it is your move, and never remind you."),
    }
    labels = {
        Reminders.ALL: say.plain("🔔 All reminders"),
        Reminders.GENTLE: say.plain("🔔 Only near the end"),
        Reminders.NONE: say.plain("🔕 No reminders"),
    }
    choices = [(_choice(labels[one], f"remind {one}", one is level),) for one in Reminders]
    language = say("🌐 Language: {language}", language=LANGUAGES[say.language])
    hours = (
        say("🏠 At the tables you set up here:"),
        _zone(settings, now, say),
        _quiet(settings, say),
        *_pictures(settings, say),
    )
    parts = (
        say("⚙️ <b>Your settings</b>"),
        LINE.join((told[level], language)),
        LINE.join(hours),
        say("Only clocks of an hour or more have reminders. In a group its own hours hold: /settings there."),
    )
    last = (_set(say.plain("🌐 Language"), "languages"), *_pictures_button(settings, say))
    return Screen(PARAGRAPH.join(parts), (*choices, _hours_row(say), last))


def _zone(settings: GroupSettings, now: datetime, say: Words) -> Markup:
    there = now.astimezone(ZoneInfo(settings.zone))
    return say(
        "🕰 Time zone: <b>{city}</b>, where it is {time}",
        city=_city(settings.zone, say),
        time=of_day(there.hour * 60 + there.minute),
    )


def _hours_row(say: Words) -> tuple[Button, ...]:
    return _set(say.plain("🕰 Time zone"), "zones"), _set(say.plain("🌙 Quiet hours"), "hours")


def _quiet(settings: GroupSettings, say: Words) -> Markup:
    if settings.quiet is None:
        return say("☀️ No quiet hours: the clocks run day and night")
    return say(
        "🌙 Quiet hours: {start}–{end}, in which no clock runs",
        start=of_day(settings.quiet[0]),
        end=of_day(settings.quiet[1]),
    )


def _whispers(settings: GroupSettings, say: Words) -> Markup:
    if settings.whispers:
        return say(
            "🤫 <i>My hand</i> is whispered: a message in the group that only you see, with its buttons. Where "
            "Telegram cannot show it, a pop-up opens."
        )
    return say(
        "🎴 <i>My hand</i> opens a pop-up. With whispers it comes as a message in the group that only you see, with "
        "its buttons."
    )


def _whispers_button(settings: GroupSettings, say: Words) -> Button:
    if settings.whispers:
        return _set(say.plain("🎴 No whispers"), "whisper off")
    return _set(say.plain("🤫 With whispers"), "whisper on")


def _pictures(settings: GroupSettings, say: Words) -> list[Markup]:
    if settings.pictures is None:
        return []
    if settings.pictures:
        return [say("🖼 The board and the hands are shown as pictures")]
    return [say("📝 The board and the hands are shown as text only")]


def _pictures_button(settings: GroupSettings, say: Words) -> list[Button]:
    if settings.pictures is None:
        return []
    if settings.pictures:
        return [_set(say.plain("📝 No pictures"), "pictures off")]
    return [_set(say.plain("🖼 With pictures"), "pictures on")]


def _how(say: Words) -> Markup:
    return say("You can also type a city, a country or a zone: <code>/settings Paris</code>")


def _city(zone: str, say: Words) -> str:
    return city(zone, say.language)


def _city_button(zone: str, say: Words) -> Button:
    return _set(_city(zone, say), f"zone {zones.on_button(zone)}")


def _back(say: Words) -> tuple[Button, ...]:
    return (_set(say.plain("↩️ Back"), "menu"),)


def _choice(label: str, words: str, chosen: bool) -> Button:
    return _set(f"✅ {label}" if chosen else label, words)


def _set(label: str, words: str) -> Button:
    return Button(label, button.verb(0, 0, f"set {words}"))
