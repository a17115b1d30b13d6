"""What every game shows while a match waits: until when, who is away, a pause; and the call to the player to move.

Boards end their text with ``lines`` and their buttons with ``under_board``, hands with ``own_lines`` and ``own_row``.
Calls are made by ``call`` and ``private_call``, which are reminders as well (product, Time).
"""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from core.game import Seat
from tgbot import button
from tgbot.facts import SEAT_KEPT, SLOW, MatchFacts, Reminders, Seated, Status
from tgbot.screens.match import LINE, PARAGRAPH, group_name, mention, missed, time_is_up, until
from tgbot.screens.names import seat_labels, text_names
from tgbot.screens.screen import Button, Keyboard, Screen
from tgbot.screens.times import moment
from tgbot.words import Words

_LAST = 2
"""The last reminder of a turn."""


def lines(facts: MatchFacts, say: Words) -> list[Markup]:
    """Until when the match waits, or how long it is paused; and who is away."""
    told = clock_lines(facts, say)
    for seated in facts.seats:
        if seated.absent_since is None or seated.automatic:
            continue
        name = text_names(facts, say)[seated.seat]
        if facts.private:
            told.append(say("{name} is away: a minute for each turn, then chance moves.", name=name))
        else:
            free = moment(seated.absent_since + SEAT_KEPT, facts.zone, say.language)
            told.append(
                say(
                    "{name} is away: a minute for each turn, then chance moves. The seat is open to others: {when}",
                    name=name,
                    when=free,
                )
            )
    return told


def warning(facts: MatchFacts, say: Words) -> list[Markup]:
    """To whoever just ran out of time, among the last events; who counts as away is told so anyway, and who has come
    back has missed nothing any more.
    """
    late = missed(facts)
    if late is None or facts.seats[late].absent or not facts.seats[late].misses:
        return []
    return [
        say(
            "⚠️ {name}, keep an eye on the clock: one more miss, and the table goes on without waiting for you.",
            name=text_names(facts, say)[late],
        )
    ]


def paused(facts: MatchFacts, say: Words) -> Markup:
    """How long the pause lasts."""
    if facts.held:
        return say("🛠 <b>Paused</b> by whoever runs this bot. What is left on the clock is kept.")
    if facts.pause_until is None:
        return say("⏸ <b>Paused.</b> What is left on the clock is kept.")
    when = moment(facts.pause_until, facts.zone, say.language)
    return say("⏸ <b>Paused.</b> What is left on the clock is kept. It goes on by itself: {when}", when=when)


def under_board(facts: MatchFacts, say: Words) -> Keyboard:
    """The buttons of those who are away, of those who would take their seats, and of a pause."""
    away = [seated for seated in facts.seats if seated.absent and not seated.automatic]
    labels = seat_labels(facts, say) if away else ()
    back = (_back(facts, say),) if away else ()
    takes = [
        _button(facts, say.plain("🪑 Take over: {name}", name=labels[s.seat]), f"seat {s.seat}")
        for s in away
        # Nobody else sees a private table.
        if not facts.private
    ]
    resume = (_button(facts, say.plain("▶️ Go on"), "resume"),) if facts.paused and not facts.held else ()
    return tuple(row for row in (resume, back, *((take,) for take in takes)) if row)


def own_lines(facts: MatchFacts, seat: Seat | None, say: Words) -> list[Markup]:
    """What somebody who misses his turns has to know, privately."""
    if seat is None:
        return []
    seated = facts.seats[seat]
    if seated.absent:
        return [say("💤 You count as away: your turns last a minute. Tap <i>I'm back</i> and the table waits again.")]
    if seated.misses:
        return [say("⚠️ You missed your last turn. One more, and the table goes on without waiting for you.")]
    return []


def own_row(facts: MatchFacts, seat: Seat | None, say: Words) -> Keyboard:
    """The button of somebody who is away, in his private chat."""
    return ((_back(facts, say),),) if seat is not None and facts.seats[seat].absent else ()


def call(facts: MatchFacts, seat: Seat, say: Words) -> Screen:
    """Calls or reminds the player to move by a mention in the group."""
    name = mention(facts, seat, say)
    match facts.reminded:
        case 0:
            text = say("👉 {name}, it is your move! ⏳ Time is up: {when}", name=name, when=until(facts, say))
        case 1:
            text = say(
                "🔔 {name}, half of the time has passed, and it is your move! ⏳ Time is up: {when}",
                name=name,
                when=until(facts, say),
            )
        case _:
            text = say(
                "⏰ {name}, hurry, it is your move! ⏳ Time is up: {when}",
                name=name,
                when=until(facts, say),
            )
    return Screen(text, _turn_rows(facts, facts.seats[seat], say))


def private_call(
    facts: MatchFacts,
    seat: Seat,
    say: Words,
    name: str,
    happened: Iterable[Markup],
    task: Iterable[Markup],
    keyboard: Keyboard,
) -> Screen:
    """Calls or reminds the player to move in his private chat: what ``happened``, his ``task``, and the ``keyboard`` he
    moves with. ``name``: the game's title. At a private table all that stands on the board in the same chat: the call
    brings it below, when talk has come between.
    """
    if facts.private:
        happened, task, keyboard = (), (), ((_button(facts, say.plain("↗️ The board"), "board"),),)
    parts = (
        _head(facts, say, name),
        LINE.join(happened),
        LINE.join((*own_lines(facts, seat, say), *task, *clock_lines(facts, say))),
    )
    return Screen(PARAGRAPH.join(filter(None, parts)), (*keyboard, *_turn_rows(facts, facts.seats[seat], say)))


def _head(facts: MatchFacts, say: Words, name: str) -> Markup:
    table = group_name(facts, say)
    match facts.reminded:
        case 0:
            return say("👉 <b>It is your move</b> · {table} · {game}", table=table, game=name)
        case 1:
            return say(
                "🔔 Half of your time has passed, and <b>it is your move</b> · {table} · {game}", table=table, game=name
            )
        case _:
            return say("⏰ Your time is running out: <b>it is your move</b> · {table} · {game}", table=table, game=name)


def _turn_rows(facts: MatchFacts, seated: Seated, say: Words) -> Keyboard:
    """What the player to move may do with his clock."""
    if facts.status is not Status.RUNNING:
        return ()
    row = []
    if not seated.extended and not seated.absent and not facts.paused:
        row.append(_button(facts, say.plain("⏳ More time"), "extend"))
    if _reminders_follow(facts, seated):
        row.append(_button(facts, say.plain("🔕 No reminders now"), "mute"))
    return (*((tuple(row),) if row else ()), *own_row(facts, seated.seat, say))


def _reminders_follow(facts: MatchFacts, seated: Seated) -> bool:
    silent = seated.muted or seated.absent or seated.reminders is Reminders.NONE
    return not silent and facts.clock >= SLOW and facts.reminded < _LAST


def clock_lines(facts: MatchFacts, say: Words) -> list[Markup]:
    """A pause, or until when a person's clock runs; a computer player's pause for thought is nobody's business."""
    if facts.paused:
        return [paused(facts, say)]
    runs = facts.deadline is not None and facts.to_act is not None and not facts.seats[facts.to_act].automatic
    return [time_is_up(facts, say)] if runs else []


def _back(facts: MatchFacts, say: Words) -> Button:
    return _button(facts, say.plain("💤 I'm back"), "back")


def _button(facts: MatchFacts, label: str, words: str) -> Button:
    return Button(label, button.verb(facts.match, facts.position, words))
