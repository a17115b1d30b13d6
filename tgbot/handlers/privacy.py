"""/privacy and /forgetme: what is kept of people, and that it is deleted when they want it."""

from __future__ import annotations

from tgbot import forgetting, people
from tgbot.facts import Status
from tgbot.handlers.pressing import Pressed, hangs, language, tidy
from tgbot.handlers.saying import Said
from tgbot.refusals import Code, Refused
from tgbot.screens import operation
from tgbot.screens.texts import Answer, answer


async def privacy(said: Said) -> None:
    """/privacy: what I keep, why, how long."""
    said.reply(operation.privacy(said.shell.retention_days, said.say))


async def forget_me(said: Said) -> None:
    """/forgetme: in private, when he has confirmed it."""
    who = said.visit.who
    if said.place is not None or who is None:
        said.tell(answer(Answer.PRIVATE_ONLY, said.say))
        return
    mine = await said.shell.store.read(people.matches_of, who.id)
    playing = sum(facts.status is Status.RUNNING for facts in mine)
    said.reply(operation.confirm_forget(who.id, playing, said.say))


async def verb(p: Pressed) -> None:
    """The answer to the question whether he means it. Nobody can be forgotten by somebody else."""
    if p.arg() == "no":
        tidy(p)
        p.shell.answer(p.query)
        return
    if p.number() != p.who.id or p.visit.place is not None:
        raise Refused(Code.UNKNOWN_BUTTON)
    say = await language(p.shell, p.query)
    for match_id in await p.shell.store.write(forgetting.forget, p.who.id, p.visit.now):
        p.shell.changed(match_id)
    message = p.query.message
    if message is not None and hangs(p):
        p.shell.deliverer.redraw(message.chat.id, message.message_id, operation.forgotten(say))
    p.shell.answer(p.query, answer(Answer.FORGOTTEN, say))


COMMANDS = {"privacy": privacy, "forgetme": forget_me}
VERBS = {"forget": verb}
