"""The doors by which somebody's role and hand reach him alone (product, Secrets): here alone it is chosen among them.

Who presses *My hand* on the board is shown
    a whisper   a message in the group that only he sees, where the group wants it (/settings). Telegram may refuse it,
                or its server may not know it: then within the same press
    an alert    which needs no right and no chat, and works for who has blocked the bot.
A refusal is remembered with the person, and for a day he gets the alert at once. Who presses again within half a minute
gets it, too: that he has seen the whisper is not certain.

Who types /hand is sent
    a message   in his private chat; where the bot may not write to him
    a whisper   which without a press only a bot that administers the group can send; else
    the way     into the private chat, told in the group.

Each door shows what ``view(seat)`` gives, and nothing but the doors shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from tgbot import table
from tgbot.facts import Look, MatchFacts, Seated, Status
from tgbot.handlers.pressing import Pressed, log, refuse
from tgbot.handlers.saying import Said
from tgbot.handlers.shell import Shell
from tgbot.lobby import Place, Who
from tgbot.refusals import Code, Refused
from tgbot.screens import SCREENS, texts
from tgbot.screens.texts import Answer, answer
from tgbot.surfaces import whisper, whispered
from tgbot.words import words

DAY = timedelta(days=1)


async def by_press(p: Pressed) -> None:
    """My role and my hand, for a press of *My hand*."""
    tried = await p.shell.attempt(p.visit, lambda session: table.look(session, p.press.match, p.who.id))
    look = tried.done
    if look is None:
        refuse(p, tried)
        return
    if look.view is None:
        raise Refused(Code.NOT_STARTED)
    seated = look.facts.seat_of(p.who.id)
    say = words(tried.language)
    alert = SCREENS[look.facts.kind].hand_alert(look.facts, look.view, say)

    async def show(mine: Seated) -> None:
        if await _whispered(p.shell, look, mine, p.query.id):
            p.shell.answer(p.query, answer(Answer.WHISPERED, say))
        else:
            p.shell.answer(p.query, alert, alert=True)

    if seated is not None and _may_whisper(look.facts, seated, p.visit.place, p.visit.now):
        p.shell.spawn(show(seated))
    else:
        p.shell.answer(p.query, alert, alert=True)


async def by_command(said: Said) -> None:
    """My role and my hand of each match, for /hand. In a group never in open text."""
    who = said.visit.who
    if who is None:
        raise Refused(Code.IN_PERSON)
    mine = [f for f in await said.matches() if f.status is Status.RUNNING and f.seat_of(who.id)]
    if not mine:
        raise Refused(Code.NOT_YOUR_MATCH)
    seated = mine[0].seat_of(who.id)
    if seated is None or not seated.reachable:
        said.shell.spawn(_without_a_chat(said, who, mine))
        return
    for facts in mine:
        done = await said.shell.store.write(table.ask_hand, facts.match, who.id)
        said.shell.changed(done.match)
    if said.place is not None:
        said.tell(texts.answer(Answer.HAND_SENT, said.say))


async def _without_a_chat(said: Said, who: Who, mine: Sequence[MatchFacts]) -> None:
    """For somebody whom the bot may not write to: whispers, or at least the way."""
    shown = []
    for facts in mine:
        look = await said.shell.store.read(table.look, facts.match, who.id)
        seated = look.facts.seat_of(who.id)
        may = seated is not None and _may_whisper(look.facts, seated, said.place, said.visit.now)
        shown.append(seated is not None and may and await _whispered(said.shell, look, seated, ""))
    if not all(shown):
        said.tell(texts.answer(Answer.START_FIRST, said.say))


def _may_whisper(facts: MatchFacts, seated: Seated, place: Place | None, now: datetime) -> bool:
    """Whether a whisper is worth a try: wanted, in the match's own group, and not refused to him within a day."""
    here = place is not None and place.chat_id == facts.chat_id and not facts.hushed
    failed = seated.whisper_failed_at
    return here and whispered(facts, seated) and (failed is None or now - failed >= DAY)


async def _whispered(shell: Shell, look: Look, seated: Seated, query_id: str) -> bool:
    """Shows the whisper. Whatever goes wrong, another door is left."""
    facts = look.facts
    if look.view is None:
        return False
    try:
        return await shell.whispers.show(facts.match, facts.revision, whisper(facts, seated, look.view), query_id)
    except Exception as error:
        log.error("a whisper failed", match=facts.match, error=type(error).__name__)
        return False
