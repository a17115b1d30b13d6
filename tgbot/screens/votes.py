"""Questions the people of a match decide by vote, and what the bot says when it was away or cannot write in the group
(product, Time and People coming and going).
"""

from __future__ import annotations

from markupsafe import Markup

from tgbot import button
from tgbot.facts import Ballot, MatchFacts
from tgbot.screens import SCREENS
from tgbot.screens.match import LINE, PARAGRAPH
from tgbot.screens.names import at_table, clean, group_title, isolate, text_names, titled
from tgbot.screens.screen import Button, Screen
from tgbot.screens.times import roughly
from tgbot.words import Words, filled


def vote(facts: MatchFacts, say: Words, *, private: bool = False) -> Screen:
    """The open question of a match, who is for it and who against, and the buttons to say so. ``private``: in a private
    chat it says which match it is about.
    """
    ballot = facts.ballot
    if ballot is None:
        return Screen(say("🗳 The vote is over."))
    name = SCREENS[facts.kind].title(say)
    head = say("🗳 <b>{game}</b> · a vote", game=(at_table if private else titled)(facts, name, say))
    tally = (
        say(
            "👍 {n} of {needed} needed{names}",
            n=len(ballot.yes),
            needed=ballot.needed,
            names=_named(facts, ballot.yes, say),
        ),
        filled("👎 {n}{names}", n=len(ballot.no), names=_named(facts, ballot.no, say)),
    )
    row = (
        Button(
            say.plain("👍 Yes · {n}", n=len(ballot.yes)),
            button.verb(facts.match, facts.position, f"vote yes {ballot.key}"),
            style="success",
        ),
        Button(
            say.plain("👎 No · {n}", n=len(ballot.no)),
            button.verb(facts.match, facts.position, f"vote no {ballot.key}"),
        ),
    )
    return Screen(PARAGRAPH.join((head, _question(facts, ballot, say), LINE.join(tally))), (row,))


def away(facts: MatchFacts, say: Words) -> Screen:
    """The bot was away, and gave the time back."""
    return Screen(
        say(
            "🔌 I was out of reach for {time}. Nobody loses time by it: the clock of <b>{game}</b> got it back.",
            time=roughly(facts.away, say),
            game=titled(facts, SCREENS[facts.kind].title(say), say),
        )
    )


def held(facts: MatchFacts, say: Words) -> Screen:
    """Whoever runs the bot has stopped all matches."""
    return Screen(
        say(
            "🛠 Whoever runs this bot has paused all matches for a while. Nothing is lost: what is left on the clock of "
            "<b>{game}</b> is kept, and I say when it goes on.",
            game=titled(facts, SCREENS[facts.kind].title(say), say),
        )
    )


def hushed(facts: MatchFacts, say: Words) -> Screen:
    """The bot cannot write in the group, or in its topic; for the private chat of whoever plays."""
    if facts.topic_closed:
        return Screen(
            say(
                "🔒 The topic in {group} where you play <b>{game}</b> is closed, so the match is paused. Nothing is "
                "lost: what is left on the clock is kept, and the match goes on by itself when the topic is open "
                "again.",
                group=isolate(group_title(facts, say)),
                game=SCREENS[facts.kind].title(say),
            )
        )
    return Screen(
        say(
            "🔇 I cannot write in {group} any more, so <b>{game}</b> is paused. Nothing is lost: what is left on the "
            "clock is kept, and the match goes on by itself as soon as I can write there again.",
            group=isolate(group_title(facts, say)),
            game=SCREENS[facts.kind].title(say),
        )
    )


def _question(facts: MatchFacts, ballot: Ballot, say: Words) -> Markup:
    match ballot.what:
        case "pause":
            return say("⏸ Pause the match, for a week at the most? What is left on the clock is kept.")
        case "resume":
            return say("▶️ End the pause and go on?")
        case "end":
            return say("🚫 End the match for everybody? Nobody wins then.")
        case _:
            return say(
                "🪑 {candidate} would take over the seat of {name}, with all its secrets. {name} can agree alone, or "
                "more than half of the others decide.",
                candidate=isolate(clean(ballot.candidate) or say.plain("somebody")),
                name=text_names(facts, say)[ballot.seat or 0],
            )


def _named(facts: MatchFacts, seats: tuple[int, ...], say: Words) -> str:
    names = text_names(facts, say)
    return f" ({', '.join(names[seat] for seat in seats)})" if seats else ""
