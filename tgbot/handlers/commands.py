"""Commands in groups and in private chats, and words that are none."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from markupsafe import Markup
from telegram import Message, Update

from tgbot import lobby, people, table
from tgbot.facts import MatchFacts, Status
from tgbot.handlers.shell import Shell, visit_of
from tgbot.languages import nearest
from tgbot.lobby import Place, Who
from tgbot.people import Visit
from tgbot.refusals import Code, Refused
from tgbot.screens import SCREENS, texts
from tgbot.screens.lobby import menu
from tgbot.screens.screen import Screen
from tgbot.screens.texts import Answer
from tgbot.store import Session
from tgbot.words import Words, words


@dataclass(frozen=True)
class Said:
    """A command under way. ``place``: the group it was said in, None in a private chat. ``who``: None for nobody in
    person. ``say``: the language of whoever reads the answer, the group's or his own.
    """

    shell: Shell
    message: Message
    visit: Visit
    say: Words
    payload: str

    @property
    def place(self) -> Place | None:
        """The group."""
        return self.visit.place

    def reply(self, screen: Screen) -> None:
        """Answers where it was said."""
        thread = self.place.thread_id if self.place else None
        self.shell.deliverer.post(self.message.chat_id, screen, thread_id=thread)

    def tell(self, text: str) -> None:
        """Answers with a sentence."""
        self.reply(Screen(Markup.escape(text)))

    async def matches(self) -> tuple[MatchFacts, ...]:
        """What a command is about: the matches of the place, or in private his own."""
        if self.place is not None:
            return await self.shell.store.read(people.matches_here, self.place)
        return await self.shell.store.read(people.matches_of, self.visit.who.id) if self.visit.who else ()


Command = Callable[[Said], Awaitable[None]]


def command(do: Command) -> Callable[[Shell, Update], Awaitable[None]]:
    """A handler for a command: who says it is met first, and a refusal is told."""

    async def handle(shell: Shell, update: Update) -> None:
        message = update.effective_message
        if message is None:
            return
        visit = visit_of(update, shell.clock.now)
        attempt = await shell.attempt(visit, lambda session: _language(session, visit))
        payload = (message.text or "").partition(" ")[2].strip()
        said = Said(shell, message, visit, words(attempt.done or attempt.language), payload)
        try:
            if visit.place is None and visit.who is not None:
                await shell.reach(visit.who.id, True)
            await do(said)
        except Refused as refused:
            said.tell(texts.refusal(refused.code, refused.fields, said.say))

    return handle


def _language(session: Session, visit: Visit) -> str:
    """In a group the group's, which is its host's or the asker's until one is chosen."""
    person = people.language(session, visit.who.id) if visit.who else None
    mine = person or nearest(visit.client_language) or "en"
    return people.group_language(session, visit.place.chat_id, mine) if visit.place else mine


async def start(said: Said) -> None:
    """/start: the door of the private chat, with or without something behind it."""
    who = said.visit.who
    if said.place is not None:
        await play(said)
    elif who is not None and said.payload.startswith("j_"):
        await _invited(said, who, said.payload.removeprefix("j_"))
    elif who is not None and said.payload.startswith("h_") and said.payload[2:].isdecimal():
        look = await said.shell.store.read(table.look, int(said.payload[2:][:18]), who.id)
        if look.view is None:
            raise Refused(Code.NOT_STARTED)
        said.reply(SCREENS[look.facts.kind].history(look.facts, look.view, said.say))
    elif who is not None:
        lobbies = await said.shell.store.read(people.lobbies_for, who.id)
        said.reply(texts.welcome(said.say, said.shell.bot.username, lobbies))


async def _invited(said: Said, who: Who, token: str) -> None:
    """An invite link: all or nothing, seated and told so, or told why not."""
    facts = await said.shell.store.read(people.match_invited_to, token)
    if facts.seat_of(who.id) is None:
        if facts.status is not Status.LOBBY:
            raise Refused(Code.LOBBY_CLOSED)
        facts = await _sit(said, who, facts)
    said.reply(texts.joined_private(facts, said.say))


async def _sit(said: Said, who: Who, facts: MatchFacts) -> MatchFacts:
    member = await said.shell.is_member(facts.chat_id, who.id)
    if not member:
        code = Code.MEMBERSHIP_UNKNOWN if member is None else Code.NOT_MEMBER
        raise Refused(code, title=facts.chat_title)
    attempt = await said.shell.attempt(
        said.visit, lambda session: lobby.join(session, facts.match, who, facts.chat_id, said.visit.now)
    )
    if attempt.refused is not None and attempt.refused.code is not Code.ALREADY_SEATED:
        raise attempt.refused
    said.shell.changed(facts.match)
    return await said.shell.store.read(people.facts, facts.match)


async def play(said: Said) -> None:
    """/play: the games to choose from."""
    if said.place is None:
        said.reply(texts.welcome(said.say, said.shell.bot.username, ()))
    else:
        said.reply(menu(said.say))


async def show_table(said: Said) -> None:
    """/table: the newest message of each match again, below the talk."""
    if said.place is None:
        said.tell(texts.answer(Answer.GROUP_ONLY, said.say))
        return
    matches = await said.matches()
    if not matches:
        said.reply(texts.status((), said.say))
    for facts in matches:
        done = await said.shell.store.write(table.repost, facts.match)
        said.shell.changed(done.match)


async def hand(said: Said) -> None:
    """/hand: my role and hand of each match, privately. In a group never in open text."""
    who = said.visit.who
    if who is None:
        return
    mine = [f for f in await said.matches() if f.status is Status.RUNNING and f.seat_of(who.id)]
    if not mine:
        raise Refused(Code.NOT_YOUR_MATCH)
    seated = mine[0].seat_of(who.id)
    if seated is None or not seated.reachable:
        said.tell(texts.answer(Answer.START_FIRST, said.say))
        return
    for facts in mine:
        done = await said.shell.store.write(table.ask_hand, facts.match, who.id)
        said.shell.changed(done.match)
    if said.place is not None:
        said.tell(texts.answer(Answer.HAND_SENT, said.say))


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
    said.reply(texts.status(await said.matches(), said.say))


async def games(said: Said) -> None:
    """/games: all my matches, wherever they are."""
    who = said.visit.who
    if who is not None:
        mine = await said.shell.store.read(people.matches_of, who.id)
        said.reply(texts.games(mine, who.id, said.say))


async def leave(said: Said) -> None:
    """/leave: out of a lobby at once; out of a match when he has confirmed it."""
    who = said.visit.who
    if who is None:
        return
    mine = [f for f in await said.matches() if f.seat_of(who.id)]
    if not mine:
        raise Refused(Code.NOT_YOUR_MATCH)
    for facts in mine:
        if facts.status is Status.RUNNING:
            said.reply(texts.confirm_leave(facts, who.id, said.say))
            continue
        done = await said.shell.store.write(lobby.leave, facts.match, who.id, said.visit.now)
        said.shell.changed(done.match)
        said.tell(texts.answer(Answer.LEFT, said.say))


async def cancel(said: Said) -> None:
    """/cancel: the host or an administrator ends a lobby; a match when he has confirmed it."""
    place = said.place
    if place is None:
        said.tell(texts.answer(Answer.GROUP_ONLY, said.say))
        return
    matches = await said.matches()
    if not matches:
        said.reply(texts.status((), said.say))
        return
    facts = matches[0]
    who, admin = said.visit.who, await _is_admin(said, place)
    if not admin and (who is None or who.id != facts.host_id):
        host = next((s.name for s in facts.seats if s.person_id == facts.host_id), "")
        raise Refused(Code.NOT_HOST, name=host)
    if facts.status is Status.RUNNING:
        said.reply(texts.confirm_end(facts, said.say))
        return
    by = who or Who(0, "", f"message {said.message.chat_id} {said.message.message_id}")
    done = await said.shell.store.write(lobby.cancel, facts.match, by, said.visit.now, admin=admin)
    said.shell.changed(done.match)


async def _is_admin(said: Said, place: Place) -> bool:
    """Anonymous administrators speak as the group itself."""
    if said.message.sender_chat is not None:
        return said.message.sender_chat.id == place.chat_id
    return said.visit.who is not None and await said.shell.is_admin(place.chat_id, said.visit.who.id)


async def rules(said: Said) -> None:
    """/rules: every game explained."""
    for screens in SCREENS.values():
        said.reply(screens.rules(said.say))


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
    "hand": hand,
    "history": history,
    "status": status,
    "games": games,
    "leave": leave,
    "cancel": cancel,
    "rules": rules,
    "language": language,
    "help": help_,
}
"""By name as typed. The lists shown in Telegram's menu stand in ``tgbot.screens.texts.commands``."""
