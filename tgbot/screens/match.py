"""What the screens of every match share: whose move it is and until when, texts that fit, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from markupsafe import Markup

from core.game import Seat, View
from tgbot import button
from tgbot.facts import By, MatchFacts, Status
from tgbot.screens.fairness import revealed, secret_only, verify_button
from tgbot.screens.fitting import fit
from tgbot.screens.names import GRAPHEMES, group_title, isolate, text_names, titled
from tgbot.screens.screen import MAX_CAPTION, MAX_TEXT, Button, Screen, length
from tgbot.screens.times import moment
from tgbot.words import Words, filled

LINE, PARAGRAPH = Markup("\n"), Markup("\n\n")
CLOCK = "⏰"
EVENTS = 3
"""So many of the last things that happened stand on the board."""
Names = tuple[str, ...]
_LIMITS = (GRAPHEMES, 16, 10, 6)


def running(facts: MatchFacts, view: View) -> bool:
    """Whether the match goes on."""
    return facts.status is Status.RUNNING and view.outcome is None


def group_name(facts: MatchFacts, say: Words) -> str:
    """The group's title, isolated."""
    return isolate(group_title(facts, say))


def closed(facts: MatchFacts, say: Words) -> Markup:
    """On the board of a match that goes on no more."""
    if facts.status is Status.CANCELLED:
        return say("🚫 The match was cancelled.")
    return say("🏁 The match is over, see the result below.")


def over(facts: MatchFacts, won: Markup, say: Words) -> Markup:
    """In the private chat, when a match goes on no more: who ``won`` it and why."""
    return say("🚫 The match was cancelled.") if facts.status is Status.CANCELLED else won


@cache
def goes_on(say: Words) -> Screen:
    """Under a board that is not the newest any more."""
    text = say("⏬ The match goes on below.")
    return Screen(text, (), text)


def thinking(facts: MatchFacts, seat: Seat, say: Words) -> Markup:
    """The computer is to move."""
    return say("💭 <b>{name}</b> is thinking…", name=text_names(facts, say)[seat])


def move_of(facts: MatchFacts, seat: Seat, say: Words) -> Markup:
    """A person is to move."""
    return say("👉 Move: <b>{name}</b>", name=text_names(facts, say)[seat])


def time_is_up(facts: MatchFacts, say: Words) -> Markup:
    """When the clock of the player to move runs out."""
    return say("⏳ Time is up: {when}", when=until(facts, say))


def until(facts: MatchFacts, say: Words) -> Markup:
    """The deadline as a moment; a dash when no clock runs."""
    return moment(facts.deadline, facts.zone, say.language) if facts.deadline else Markup("–")


def nobody_waits(say: Words) -> Markup:
    """In the rules of every game: what the clocks do at night, and who plays for whoever stays away or leaves."""
    return say(
        "At night slow clocks stand still. Whoever misses two turns in a row has a minute for each turn 💤, until they "
        "are back. Whoever leaves is replaced by the computer 🤖."
    )


def mention(facts: MatchFacts, seat: Seat, say: Words) -> Markup:
    """A name that notifies whom it names."""
    return filled(
        '<a href="tg://user?id={id}">{name}</a>', id=facts.seats[seat].person_id or 0, name=text_names(facts, say)[seat]
    )


def missed(facts: MatchFacts) -> Seat | None:
    """Whoever just ran out of time, while he is still there to read a warning; computers that have moved since, four
    seconds each, do not count.
    """
    last = next((play for play in reversed(facts.plays) if play.by is not By.COMPUTER), None)
    if last is None or last.by is not By.CLOCK or facts.seats[last.seat].automatic:
        return None
    return last.seat


def pointing(facts: MatchFacts, where: str) -> Seat | None:
    """At whom somebody points, if he did it on this kind of surface. At a private table the board and the call stand in
    the same chat, and are one.
    """
    one = ("board", "turn")
    here = facts.pointing_in == where or (facts.private and facts.pointing_in in one and where in one)
    return facts.pointing if here else None


def always(facts: MatchFacts, say: Words) -> tuple[Button, ...]:
    """The buttons that stand under every board."""
    return (
        Button(say.plain("🎴 My hand"), button.verb(facts.match, facts.position, "hand")),
        Button(say.plain("📜 History"), button.verb(facts.match, facts.position, "history")),
    )


def back(facts: MatchFacts, say: Words, words: str, position: int) -> tuple[Button, ...]:
    """The way back from whom one points at."""
    return (Button(say.plain("↩️ Back"), button.verb(facts.match, position, words)),)


def fitting(told: Callable[[int], Markup], limit: int = MAX_TEXT) -> Markup:
    """The text with names as long as fit into one message; ``told`` gets their length in graphemes."""
    for graphemes in _LIMITS:
        text = told(graphemes)
        if length(text) <= limit:
            return text
    return fit(told(_LIMITS[-1]), limit)


def caption(head: Markup, happened: Sequence[Markup], last: Sequence[Markup]) -> Markup:
    """What stands under a picture. Where it gets too long the oldest of what ``happened`` goes first, then lines from
    the end of the ``last`` paragraph, but for the first two: who is to do what until when.
    """
    told, due = list(happened), list(last)
    while True:
        text = PARAGRAPH.join(filter(None, (head, LINE.join(told), LINE.join(due))))
        # No character takes more than two units, and parsing adds none.
        if 2 * len(text) <= MAX_CAPTION or length(text) <= MAX_CAPTION:
            return text
        if told:
            del told[0]
        elif len(due) > 2:
            del due[-1]
        else:
            return fit(text, MAX_CAPTION)


def result(facts: MatchFacts, say: Words, name: str, parts: Callable[[Names], Sequence[Markup]], short: int) -> Screen:
    """The end of a match: ``parts`` with these names, and the secret of its chance. ``name``: the title.

    A caption has only the first ``short`` of the parts, and of the chance no more than the secret.
    """

    def told(graphemes: int, parts_: slice, fairness: Markup) -> Markup:
        game = titled(facts, name, say)
        head = say("🏁 <b>{game}</b> · the match is over", game=game)
        if facts.status is Status.CANCELLED:
            head = say("🚫 <b>{game}</b> · the match was cancelled", game=game)
        shown = parts(text_names(facts, say, graphemes))[parts_]
        return PARAGRAPH.join((head, *filter(None, (*shown, fairness))))

    full = revealed(facts, say)
    text = fitting(lambda graphemes: told(graphemes, slice(None), full))
    if facts.status is Status.CANCELLED:
        return Screen(text, ((verify_button(facts, say),),))
    secret = secret_only(facts, say)
    under = fitting(lambda graphemes: told(graphemes, slice(short), secret), MAX_CAPTION)
    again = Button(say.plain("🔁 Rematch"), button.verb(facts.match, facts.position, "rematch"), style="success")
    history = Button(say.plain("📜 History"), button.verb(facts.match, facts.position, "history"))
    return Screen(text, ((again, history), (verify_button(facts, say),)), under)
