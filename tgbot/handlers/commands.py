"""Commands in groups and in private chats, and words that are none."""

from __future__ import annotations

from tgbot import lobby, people, table
from tgbot.facts import Status
from tgbot.handlers import doors, entering, fairness, members, privacy, rules, settings, waiting
from tgbot.handlers.saying import Command, Said, is_admin
from tgbot.lobby import Who
from tgbot.refusals import Code, Refused
from tgbot.screens import SCREENS, texts
from tgbot.screens.lobby import menu
from tgbot.screens.texts import Answer


async def start(said: Said) -> None:
    """/start: the door of the private chat, with or without something behind it."""
    who = said.visit.who
    if said.place is not None:
        await play(said)
    elif who is not None and said.payload.startswith("j_"):
        await entering.by_link(said, who, said.payload.removeprefix("j_"))
    elif said.payload == "next":
        await members.next_game(said)
    elif who is not None and said.payload.startswith("h_") and said.payload[2:].isdecimal():
        look = await said.shell.store.read(table.onlook, int(said.payload[2:][:18]), who.id)
        said.reply(SCREENS[look.facts.kind].history(look.facts, look.view, said.say))
    elif who is not None and said.payload.startswith("v_") and said.payload[2:].isdecimal():
        await fairness.send(said, who, int(said.payload[2:][:18]))
    elif who is not None:
        lobbies = await said.shell.store.read(people.lobbies_for, who.id)
        said.reply(texts.welcome(said.say, said.shell.bot.username, lobbies))


async def play(said: Said) -> None:
    """/play: the games to choose from, in the private chat for a private table."""
    said.reply(menu(said.say, private=said.place is None))


async def show_table(said: Said) -> None:
    """/table: the newest message of each match again, below the talk; privately of those at private tables, and the way
    to those that stand in groups.
    """
    matches, who = await said.matches_here(), said.visit.who
    if not matches and said.place is None and await said.matches():
        await games(said)
    elif not matches and said.place is None:
        said.tell(texts.answer(Answer.GROUP_ONLY, said.say))
    elif not matches:
        said.reply(texts.status((), said.say))
    for facts in matches:
        done = await said.shell.store.write(table.repost, facts.match, who.id if who else 0)
        said.shell.changed(done.match)


async def history(said: Said) -> None:
    """/history: what happened so far."""
    running = [f for f in await said.matches() if f.status is Status.RUNNING]
    if not running:
        said.reply(texts.status((), said.say) if said.place else texts.games((), 0, said.say))
    for facts in running:
        look = await said.shell.store.read(table.look, facts.match)
        if look.view is not None:
            said.reply(SCREENS[facts.kind].history(look.facts, look.view, said.say))


async def status(said: Said) -> None:
    """/status: whom the matches here wait for."""
    said.reply(texts.status(await said.matches(), said.say, private=said.place is None))


async def games(said: Said) -> None:
    """/games: all my matches, wherever they are."""
    who = said.visit.who
    if who is None:
        raise Refused(Code.IN_PERSON)
    mine = await said.shell.store.read(people.waiting_first, who.id)
    links = await said.shell.store.read(people.board_links, mine)
    said.reply(texts.games(mine, who.id, said.say, links))


async def leave(said: Said) -> None:
    """/leave: out of a lobby at once; out of a match when he has confirmed it."""
    who = said.visit.who
    if who is None:
        raise Refused(Code.IN_PERSON)
    mine = [f for f in await said.matches() if f.seat_of(who.id)]
    if not mine:
        raise Refused(Code.NOT_YOUR_MATCH)
    lobbies = [f for f in mine if f.status is Status.LOBBY]
    if said.place is None and len(lobbies) > 1:
        # Wherever they are: he may mean one of them only.
        said.reply(texts.which(lobbies, "leave", said.say))
        mine = [f for f in mine if f not in lobbies]
    for facts in mine:
        if facts.status is Status.RUNNING:
            said.reply(texts.confirm_leave(facts, who.id, said.say))
            continue
        done = await said.shell.store.write(lobby.leave, facts.match, who.id, said.visit.now)
        said.shell.changed(done.match)
        said.tell(texts.answer(Answer.LEFT, said.say))


async def cancel(said: Said) -> None:
    """/cancel: the host or an administrator ends a lobby; a match when he has confirmed it."""
    place, matches = said.place, await said.matches_here()
    if not matches and place is None:
        said.tell(texts.answer(Answer.GROUP_ONLY, said.say))
        return
    if not matches:
        said.reply(texts.status((), said.say))
        return
    who, admin = said.visit.who, place is not None and await is_admin(said, place)
    facts = next((f for f in matches if who is not None and f.host_id == who.id), matches[0])
    if not admin and (who is None or who.id != facts.host_id):
        host = next((s.name for s in facts.seats if s.person_id == facts.host_id), "")
        raise Refused(Code.ONLY_HOST if facts.private else Code.NOT_HOST, name=host)
    if facts.status is Status.RUNNING:
        said.reply(texts.confirm_end(facts, who.id if who else 0, said.say))
        return
    by = who or Who(0, "", f"message {said.message.chat_id} {said.message.message_id}")
    done = await said.shell.store.write(lobby.cancel, facts.match, by, said.visit.now, admin=bool(admin))
    said.shell.changed(done.match)


async def language(said: Said) -> None:
    """/language: the group's, or in private my own."""
    said.reply(texts.language(said.say, said.place is not None))


async def help_(said: Said) -> None:
    """/help: how it works."""
    said.reply(texts.help(said.say))


async def other(said: Said) -> None:
    """Anything else in a private chat: what one can type."""
    if said.place is None:
        said.reply(texts.help(said.say))


COMMANDS: dict[str, Command] = {
    "start": start,
    "play": play,
    "table": show_table,
    "hand": doors.by_command,
    "history": history,
    "status": status,
    "games": games,
    "leave": leave,
    "cancel": cancel,
    **waiting.COMMANDS,
    **members.COMMANDS,
    **privacy.COMMANDS,
    "settings": settings.command,
    "rules": rules.command,
    "language": language,
    "help": help_,
}
"""By name as typed. The lists shown in Telegram's menu stand in ``tgbot.screens.texts.commands``."""
