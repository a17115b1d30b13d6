"""A command under way, and what every command does with one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from markupsafe import Markup
from telegram import Message, Update

from tgbot import people
from tgbot.facts import MatchFacts
from tgbot.handlers.shell import Shell, visit_of
from tgbot.lobby import Place
from tgbot.people import Visit
from tgbot.pictures import Picture
from tgbot.refusals import Refused
from tgbot.screens import texts
from tgbot.screens.screen import Screen
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

    def show(self, picture: Picture, screen: Screen) -> None:
        """Answers with a picture, where one can be shown."""
        thread = self.place.thread_id if self.place else None
        self.shell.deliverer.post_picture(self.message.chat_id, picture, screen, thread_id=thread)

    def tell(self, text: str) -> None:
        """Answers with a sentence."""
        self.reply(Screen(Markup.escape(text)))

    async def matches(self) -> tuple[MatchFacts, ...]:
        """What a command is about: the matches of the place, or in private his own."""
        if self.place is not None:
            return await self.shell.store.read(people.matches_here, self.place)
        return await self.shell.store.read(people.matches_of, self.visit.who.id) if self.visit.who else ()

    async def matches_here(self) -> tuple[MatchFacts, ...]:
        """What is played where it was said: the matches of the place, or in private those at private tables."""
        return tuple(facts for facts in await self.matches() if self.place is not None or facts.private)


Command = Callable[[Said], Awaitable[None]]


def command(do: Command) -> Callable[[Shell, Update], Awaitable[None]]:
    """A handler for a command: who says it is met first, and a refusal is told."""

    async def handle(shell: Shell, update: Update) -> None:
        message = update.effective_message
        if message is None:
            return
        visit = visit_of(update, shell.clock.now)
        attempt = await shell.attempt(visit, lambda session: people.read_there(session, visit))
        payload = (message.text or "").partition(" ")[2].strip()
        if visit.place is not None:
            shell.heard(visit.place.chat_id, visit.place.thread_id)
        said = Said(shell, message, visit, words(attempt.done or attempt.language), payload)
        try:
            if visit.place is None and visit.who is not None:
                await shell.reach(visit.who.id, True)
            await do(said)
        except Refused as refused:
            said.tell(texts.refusal(refused.code, refused.fields, said.say))

    return handle


async def is_admin(said: Said, place: Place) -> bool | None:
    """Whether an administrator says this; anonymous ones speak as the group itself. None: Telegram does not tell."""
    if said.message.sender_chat is not None:
        return said.message.sender_chat.id == place.chat_id
    return await said.shell.is_admin(place.chat_id, said.visit.who.id) if said.visit.who else False
