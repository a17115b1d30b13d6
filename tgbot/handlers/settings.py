"""/settings: of a group, by its administrators; of a person, in his private chat. Each press draws the message anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tgbot import members, people, preferences, zones
from tgbot.facts import Reminders
from tgbot.handlers.members import permit
from tgbot.handlers.pressing import Pressed, hangs, language
from tgbot.handlers.saying import Said, is_admin
from tgbot.handlers.shell import Shell
from tgbot.lobby import Place
from tgbot.presets import GroupSettings
from tgbot.refusals import Code, Refused
from tgbot.screens import admission, settings
from tgbot.screens.screen import Screen
from tgbot.screens.texts import Answer, answer
from tgbot.store import Session
from tgbot.words import Words, words

Choice = Callable[[Session], Sequence[int]]
"""Sets something; the matches that show it."""


async def command(said: Said) -> None:
    """/settings, in a group perhaps with a place whose time zone is chosen."""
    place, who = said.place, said.visit.who
    chat_id = place.chat_id if place else who.id if who else None
    if chat_id is None:
        return
    if said.payload:
        fitting = zones.find(said.payload)
        if len(fitting) != 1:
            said.reply(settings.which(fitting, said.say) if fitting else settings.unknown_place(said.say))
            return
        if place is not None:
            permit(await is_admin(said, place), place)
        for match_id in await said.shell.store.write(preferences.set_zone, chat_id, fitting[0]):
            said.shell.changed(match_id)
    found = await _settings(said.shell, chat_id, said.say)
    if place is not None:
        said.reply(settings.group(found, said.visit.now, said.say))
    else:
        level = await said.shell.store.read(preferences.reminders_of, chat_id)
        said.reply(settings.personal(level, found, said.visit.now, said.say))


async def verb(p: Pressed) -> None:
    """A button of the settings, which sets something or leads somewhere; then its message is drawn anew."""
    place = p.visit.place
    if place is not None:
        permit(await p.shell.is_admin(place.chat_id, p.who.id), place)
    choice = _personal_choice(p) if place is None else _group_choice(p, place)
    if choice is not None:
        tried = await p.shell.attempt(p.visit, choice)
        if tried.refused is not None:
            raise tried.refused
        for match_id in tried.done or ():
            p.shell.changed(match_id)
    say = await language(p.shell, p.query)
    _draw(p, await (_personal_screen(p, say) if place is None else _group_screen(p, place, say)))
    p.shell.answer(p.query, answer(Answer.OPTION_SET, say) if choice else "")


async def _settings(shell: Shell, chat_id: int, say: Words) -> GroupSettings:
    """A bot that draws nothing has no choice to offer about it."""
    found = await shell.store.read(preferences.group_settings, chat_id, say.language)
    return found if shell.deliverer.draws else replace(found, pictures=None)


def _group_choice(p: Pressed, place: Place) -> Choice | None:
    match p.args:
        case ["whisper", "on" | "off" as choice]:
            return lambda s: preferences.set_whispers(s, place.chat_id, choice == "on")
        case ["lang", code]:
            return lambda s: preferences.set_group_language(s, place, code, admin=True)
        case ["unblock", _, page] if page.isdecimal():
            person = p.telegram_id(1)
            return lambda s: _unblock(s, place.chat_id, person)
        case ["blocked", page] if page.isdecimal():
            return None
    return _shared_choice(p, place.chat_id)


def _unblock(session: Session, chat_id: int, person_id: int) -> Sequence[int]:
    """No match shows it."""
    members.unblock(session, chat_id, person_id)
    return ()


def _shared_choice(p: Pressed, chat_id: int) -> Choice | None:
    """The zone, the quiet hours and the pictures of a group, or of somebody's private tables."""
    match p.args:
        case ["zone", name] if zone := zones.named(name):
            return lambda s: preferences.set_zone(s, chat_id, zone)
        case ["quiet", "off"]:
            return lambda s: preferences.set_quiet(s, chat_id, None)
        case ["from", minutes] if minutes.isdecimal():
            return lambda s: preferences.set_quiet_hour(s, chat_id, begin=int(minutes))
        case ["until", minutes] if minutes.isdecimal():
            return lambda s: preferences.set_quiet_hour(s, chat_id, end=int(minutes))
        case ["pictures", "on" | "off" as choice] if p.shell.deliverer.draws:
            return lambda s: preferences.set_pictures(s, chat_id, choice == "on")
        case ["menu" | "zones" | "hours" | "languages"] | ["cities", _, _]:
            return None
    raise Refused(Code.UNKNOWN_BUTTON)


async def _group_screen(p: Pressed, place: Place, mine: Words) -> Screen:
    say = words(await p.shell.store.read(people.group_language, place.chat_id, mine.language))
    if p.args[0] in ("blocked", "unblock"):
        return admission.blocked(await p.shell.store.read(members.blocked, place.chat_id), int(p.args[-1]), say)
    found = await _settings(p.shell, place.chat_id, say)
    return _inner_screen(p, found, say, group=True) or settings.group(found, p.visit.now, say)


def _inner_screen(p: Pressed, found: GroupSettings, say: Words, *, group: bool) -> Screen | None:
    """Where a button leads, or what it leaves open; None: back to all of the settings."""
    match p.args:
        case ["zones"]:
            return settings.continents(say, group=group)
        case ["cities", continent, page] if continent in zones.CONTINENTS and page.isdecimal():
            return settings.cities(continent, int(page), say, group=group)
        case ["hours"] | ["from" | "until" | "quiet", _]:
            return settings.hours(found, say)
        case ["languages"]:
            return settings.languages(say, group=group)
        case ["cities", *_]:
            raise Refused(Code.UNKNOWN_BUTTON)
    return None


def _personal_choice(p: Pressed) -> Choice | None:
    match p.args:
        case ["remind", level] if level in tuple(Reminders):
            return lambda s: preferences.set_reminders(s, p.who.id, Reminders(level))
        case ["lang", code]:
            return lambda s: preferences.set_language(s, p.who.id, code)
    return _shared_choice(p, p.who.id)


async def _personal_screen(p: Pressed, say: Words) -> Screen:
    found = await _settings(p.shell, p.who.id, say)
    level = await p.shell.store.read(preferences.reminders_of, p.who.id)
    return _inner_screen(p, found, say, group=False) or settings.personal(level, found, p.visit.now, say)


def _draw(p: Pressed, screen: Screen) -> None:
    """The message with the button shows what is set now; whether it does already, a press does not tell."""
    message = p.query.message
    if message is not None and hangs(p):
        p.shell.deliverer.redraw(message.chat.id, message.message_id, screen)
