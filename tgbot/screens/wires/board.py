"""The parts of a board: how far the match is, the wires, what happened, whose move it is; and the call to move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from markupsafe import Markup

from core.game import Seat
from core.timebomb import ROUNDS, TimeBombView
from tgbot.facts import By, MatchFacts, Status
from tgbot.screens.names import clean, isolate, text_names
from tgbot.screens.screen import Keyboard, Screen
from tgbot.screens.times import moment
from tgbot.screens.wires.cutting import target_of
from tgbot.screens.wires.signs import CUT, LINE, PARAGRAPH, moved_by, running, wire_name, wires
from tgbot.words import Words

EVENTS = 3
Follow = Mapping[int, Sequence[Markup]]
"""What else a cut did, by its number, counted from 1."""
NOTHING: Follow = MappingProxyType({})


def progress(facts: MatchFacts, view: TimeBombView, say: Words, name: str) -> list[Markup]:
    """The game, the round, what is found, and the cuts left. ``name`` is the game's."""
    found = "🔵" * view.found + "▫️" * (view.needed - view.found)
    lines = [
        say("💣 <b>{game}</b> · round {round} of {rounds}", game=name, round=view.round, rounds=ROUNDS),
        say("{signs} found: {found} of {needed}", signs=found, found=view.found, needed=view.needed),
    ]
    if running(facts, view):
        lines.append(say.many("✂️ {n} cut left in this round", "✂️ {n} cuts left in this round", view.cuts_left))
    return lines


def seat_rows(facts: MatchFacts, view: TimeBombView, say: Words, said: Mapping[Seat, str]) -> list[Markup]:
    """The wires of every seat, who holds the cutters, in bold who is to act, and what everybody ``said``."""
    live = facts.status is Status.RUNNING and view.to_act is not None
    return [
        Markup("{wires} {cut}{name}{said}").format(
            wires=wires(view.rows[seat]),
            cut=f"{CUT} " if live and seat == view.holder else "",
            name=Markup("<b>{}</b>").format(name) if live and seat == view.to_act else name,
            said=f" · {said[seat]}" if seat in said else "",
        )
        for seat, name in enumerate(text_names(facts, say))
    ]


def events(facts: MatchFacts, view: TimeBombView, say: Words, follow: Follow = NOTHING) -> list[Markup]:
    """The last three things that happened, a new deal among them, and a warning to whoever just ran out of time."""
    names = text_names(facts, say)
    told: list[Markup] = []
    for number, (reveal, by) in list(enumerate(zip(view.reveals, moved_by(facts, view), strict=True), 1))[-EVENTS:]:
        fields = {"cutter": names[reveal.cutter], "owner": names[reveal.owner], "wire": wire_name(reveal.wire, say)}
        told.append(
            say("⏰ {cutter} ran out of time. Cut at random: {owner}, {wire}", **fields)
            if by is By.CLOCK
            else say("✂️ {cutter} → {owner}: {wire}", **fields)
        )
        told += follow.get(number, ())
    if view.outcome is None and all(reveal.round != view.round for reveal in view.reveals):
        told.append(_dealt(view, say))
    return told[-EVENTS:] if view.outcome else [*told[-EVENTS:], *_warning(facts, say)]


def whose_move(facts: MatchFacts, view: TimeBombView, say: Words, task: Iterable[Markup] = ()) -> list[Markup]:
    """Who is to act, what is his ``task`` besides cutting, and until when."""
    if not running(facts, view) or view.to_act is None:
        return [_closed(facts, say)]
    name = text_names(facts, say)[view.to_act]
    if facts.seats[view.to_act].automatic:
        return [say("💭 <b>{name}</b> is thinking…", name=name), *task]
    lines = [say("👉 Move: <b>{name}</b>", name=name), *task, *pointed(facts, view, say, "board")]
    return [*lines, say("⏳ Time is up: {when}", when=moment(facts.deadline))] if facts.deadline else lines


def pointed(facts: MatchFacts, view: TimeBombView, say: Words, where: str) -> list[Markup]:
    """At whom the cutters point, as far as it shows on a surface."""
    target = target_of(facts, view, where)
    return [] if target is None else [say("✂️ → <b>{name}</b>: which wire?", name=text_names(facts, say)[target])]


def call(facts: MatchFacts, seat: Seat, say: Words) -> Screen:
    """Calls the player to move by a mention in the group."""
    mention = Markup('<a href="tg://user?id={id}">{name}</a>').format(
        id=facts.seats[seat].person_id or 0, name=text_names(facts, say)[seat]
    )
    return Screen(say("✂️ {name}, it is your move! ⏳ Time is up: {when}", name=mention, when=_until(facts)))


def private_call(
    facts: MatchFacts, say: Words, name: str, happened: Iterable[Markup], task: Iterable[Markup], keyboard: Keyboard
) -> Screen:
    """Calls the player to move in his private chat, with what ``happened`` and all he needs to move."""
    lines = (
        say("✂️ <b>It is your move</b> in {group} · {game}", group=group_name(facts, say), game=name),
        LINE.join(happened),
        LINE.join((*task, say("⏳ Time is up: {when}", when=_until(facts)))),
    )
    return Screen(PARAGRAPH.join(lines), keyboard)


def group_name(facts: MatchFacts, say: Words) -> str:
    """The group's title, isolated."""
    return isolate(clean(facts.chat_title) or say.plain("your group"))


def _until(facts: MatchFacts) -> Markup:
    return moment(facts.deadline) if facts.deadline else Markup("–")


def _dealt(view: TimeBombView, say: Words) -> Markup:
    return say.many(
        "🔀 Round {round}: shuffled and dealt, {n} wire each",
        "🔀 Round {round}: shuffled and dealt, {n} wires each",
        view.hand_size,
        round=view.round,
    )


def _warning(facts: MatchFacts, say: Words) -> list[Markup]:
    """To whoever just ran out of time, while he is still there to read it."""
    if not facts.plays or facts.plays[-1].by is not By.CLOCK:
        return []
    late = facts.plays[-1].seat
    if facts.seats[late].automatic:
        return []
    name = text_names(facts, say)[late]
    return [say("⚠️ {name}, keep an eye on the clock: when it runs out, chance does the cutting.", name=name)]


def _closed(facts: MatchFacts, say: Words) -> Markup:
    if facts.status is Status.CANCELLED:
        return say("🚫 The match was cancelled.")
    return say("🏁 The match is over, see the result below.")
