"""What whoever runs the bot has to say to everybody, and what the bot keeps of people."""

from __future__ import annotations

from datetime import datetime

from markupsafe import Markup

from tgbot import button
from tgbot.screens.screen import Button, Screen
from tgbot.screens.times import DAY, duration, roughly
from tgbot.words import Words

LONGEST = 1000
"""Characters of an announcement."""


def announcement(text: str, restart_at: datetime | None, now: datetime, say: Words) -> Screen:
    """The words of whoever runs the bot, or that the bot restarts soon."""
    if restart_at is None:
        return Screen(say("📣 <b>From whoever runs this bot</b>\n{said}", said=text))
    seconds = max(0, round((restart_at - now).total_seconds()))
    return Screen(
        say(
            "🔄 I restart in {time} and am away for a moment. Nothing is lost: all matches go on by themselves, and no "
            "clock loses time by it.",
            time=roughly(seconds, say),
        )
    )


def privacy(days: int, say: Words) -> Screen:
    """What is kept, why and how long. ``days``: that matches are kept when they are over; 0: for ever."""
    kept = (
        say(
            "⏳ <b>How long:</b> matches that are over {time}. People and groups I have not seen for as long are "
            "deleted, too.",
            time=duration(days * DAY, say),
        )
        if days
        else say("⏳ <b>How long:</b> until you say /forgetme, or whoever runs the bot deletes it.")
    )
    parts = (
        say("🔒 <b>What I keep of you, and why</b>"),
        say(
            "👤 <b>Of you:</b> your number, name and user name on Telegram, your language and reminders, and in which "
            "groups I have seen you. By that I know you, call you and write to you."
        ),
        say(
            "🎲 <b>Of matches:</b> who sat where, every move, claim and vote. So nothing is lost, and everybody can "
            "check the shuffles. I read nothing else that is written in your group."
        ),
        kept,
        say("👀 <b>Who sees it:</b> your table, and whoever runs this bot. Nobody else gets it."),
        say(
            "🧹 <b>/forgetme</b> in our private chat deletes what I keep of you. In old matches you become “Player 3” "
            "or the like. What is needed to check the shuffles stays: the numbers Telegram gave the presses and "
            "messages that seated people, from which your number can be told."
        ),
    )
    return Screen(Markup("\n\n").join(parts))


def confirm_forget(person_id: int, playing: int, say: Words) -> Screen:
    """Asks somebody whether he means to be forgotten; the button is for him alone. ``playing``: his matches now."""
    text = say(
        "🧹 <b>Shall I forget you?</b>\nYour name, language and settings are deleted, and you leave every lobby. In "
        "old matches you become “Player 3” or the like. This cannot be undone."
    )
    if playing:
        lost = say.many(
            "You are playing {n} match: the computer plays on for you, and you cannot come back to it.",
            "You are playing {n} matches: the computer plays on for you, and you cannot come back to them.",
            playing,
        )
        text = Markup("\n").join((text, lost))
    yes = Button(say.plain("🧹 Forget me"), button.verb(0, 0, f"forget {person_id}"), style="danger")
    no = Button(say.plain("👍 Never mind"), button.verb(0, 0, "forget no"))
    return Screen(text, ((yes, no),))


def forgotten(say: Words) -> Screen:
    """It is done."""
    return Screen(
        say(
            "🧹 Done: I have forgotten you. What stands in your chats you can delete yourself. Whenever you write to "
            "me or press one of my buttons again, we meet for the first time."
        )
    )
