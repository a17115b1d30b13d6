"""The board in the group, the call to the player to move, and the keyboard they share."""

from __future__ import annotations

from markupsafe import Markup

from core.game import Seat
from core.timebomb import ROUNDS, TimeBombView
from tgbot import button
from tgbot.facts import By, MatchFacts, Status
from tgbot.screens.names import clean, isolate, seat_labels, text_names
from tgbot.screens.screen import Button, Keyboard, Screen, rows
from tgbot.screens.timebomb.signs import CUT, claim_sign, moved_by, newest_claims, title, wire_name, wires
from tgbot.screens.times import moment
from tgbot.words import Words

LINE = Markup("\n")
EVENTS = 3


def board(facts: MatchFacts, view: TimeBombView, say: Words) -> Screen:
    """The table as everybody sees it."""
    live = facts.status is Status.RUNNING and view.outcome is None
    text = Markup("\n\n").join(
        (
            LINE.join(_progress(view, say, live=live)),
            LINE.join(_rows(facts, view, say)),
            LINE.join(events(facts, view, say)),
            LINE.join(_whose_move(facts, view, say) if live else (_closed(facts, say),)),
        )
    )
    return Screen(text, _keyboard(facts, view, say) if live else ())


def turn(facts: MatchFacts, view: TimeBombView, say: Words, *, private: bool) -> Screen:
    """Calls the player to move."""
    if view.to_act is None:
        return Screen(say("🏁 The match is over."))
    when = moment(facts.deadline) if facts.deadline else Markup("–")
    if not private:
        name = text_names(facts, say)[view.to_act]
        mention = Markup('<a href="tg://user?id={id}">{name}</a>').format(
            id=facts.seats[view.to_act].person_id or 0, name=name
        )
        return Screen(say("✂️ {name}, it is your move! ⏳ Time is up: {when}", name=mention, when=when))
    lines = (
        say("✂️ <b>It is your move</b> in {group} · {game}", group=group_name(facts, say), game=title(say)),
        LINE.join(events(facts, view, say)),
        LINE.join((*_pointed(facts, view, say, "turn"), say("⏳ Time is up: {when}", when=when))),
    )
    return Screen(Markup("\n\n").join(lines), cutting_keyboard(facts, view, say, "turn"))


def group_name(facts: MatchFacts, say: Words) -> str:
    """The group's title, isolated."""
    return isolate(clean(facts.chat_title) or say.plain("your group"))


def events(facts: MatchFacts, view: TimeBombView, say: Words) -> list[Markup]:
    """The last three things that happened, a new deal among them, and a warning to whoever just ran out of time."""
    names = text_names(facts, say)
    told = []
    for reveal, by in list(zip(view.reveals, moved_by(facts, view), strict=True))[-EVENTS:]:
        fields = {"cutter": names[reveal.cutter], "owner": names[reveal.owner], "wire": wire_name(reveal.wire, say)}
        told.append(
            say("⏰ {cutter} ran out of time. Cut at random: {owner}, {wire}", **fields)
            if by is By.CLOCK
            else say("✂️ {cutter} → {owner}: {wire}", **fields)
        )
    if view.outcome is None and all(reveal.round != view.round for reveal in view.reveals):
        told = [*told, _dealt(view, say)][-EVENTS:]
    return told if view.outcome else [*told, *_warning(facts, view, say)]


def cutting_keyboard(facts: MatchFacts, view: TimeBombView, say: Words, where: str) -> Keyboard:
    """The two taps of a cut: first a player, then one of his face-down wires, which keep their numbers (TB-6)."""
    if (target := _target(facts, view, where)) is not None:
        return place_keyboard(facts, view, say, target, "unpoint", facts.position)
    names = seat_labels(facts, say)
    return rows(
        [
            Button(f"{names[seat]} · {view.left(seat)}", button.verb(facts.match, facts.position, f"point {seat}"))
            for seat in range(view.seats)
            if seat != view.holder and view.left(seat)
        ],
        2,
    )


def place_keyboard(
    facts: MatchFacts, view: TimeBombView, say: Words, target: Seat, back: str, back_position: int
) -> Keyboard:
    """The face-down wires of a player, and the way back."""
    places = tuple(
        Button(f"{CUT} {place + 1}", button.move(facts.match, facts.position, f"cut {target} {place}"))
        for place, wire in enumerate(view.rows[target])
        if wire is None
    )
    return places, (Button(say.plain("↩️ Back"), button.verb(facts.match, back_position, back)),)


def claim_row(facts: MatchFacts, view: TimeBombView, position: int, chosen: int | None = None) -> tuple[Button, ...]:
    """One tap to say how many defusing wires one holds (TB-12). Empty when claims are off."""
    if not view.claims_on:
        return ()
    return tuple(
        Button(f"{'✅' if n == chosen else '🗣'} {n}", button.verb(facts.match, position, f"claim {n}"))
        for n in range(view.hand_size + 1)
    )


def _progress(view: TimeBombView, say: Words, *, live: bool) -> list[Markup]:
    found = "🔵" * view.found + "▫️" * (view.needed - view.found)
    lines = [
        say("💣 <b>{game}</b> · round {round} of {rounds}", game=title(say), round=view.round, rounds=ROUNDS),
        say("{signs} found: {found} of {needed}", signs=found, found=view.found, needed=view.needed),
    ]
    if live:
        lines.append(say.many("✂️ {n} cut left in this round", "✂️ {n} cuts left in this round", view.cuts_left))
    return lines


def _rows(facts: MatchFacts, view: TimeBombView, say: Words) -> list[Markup]:
    claims = newest_claims(facts, view.round)
    holder = view.to_act if facts.status is Status.RUNNING else None
    return [
        Markup("{wires} {name}{said}").format(
            wires=wires(view.rows[seat]),
            name=Markup("{cut} <b>{name}</b>").format(cut=CUT, name=name) if seat == holder else name,
            said=f" · {claim_sign(claims[seat])}" if seat in claims else "",
        )
        for seat, name in enumerate(text_names(facts, say))
    ]


def _dealt(view: TimeBombView, say: Words) -> Markup:
    return say.many(
        "🔀 Round {round}: shuffled and dealt, {n} wire each",
        "🔀 Round {round}: shuffled and dealt, {n} wires each",
        view.hand_size,
        round=view.round,
    )


def _whose_move(facts: MatchFacts, view: TimeBombView, say: Words) -> list[Markup]:
    name = text_names(facts, say)[view.holder]
    if facts.seats[view.holder].automatic:
        return [say("💭 <b>{name}</b> is thinking…", name=name)]
    lines = [say("👉 Move: <b>{name}</b>", name=name), *_pointed(facts, view, say, "board")]
    return [*lines, say("⏳ Time is up: {when}", when=moment(facts.deadline))] if facts.deadline else lines


def _warning(facts: MatchFacts, view: TimeBombView, say: Words) -> list[Markup]:
    """To whoever just ran out of time, while he is still there to read it."""
    if not view.reveals or moved_by(facts, view)[-1] is not By.CLOCK:
        return []
    late = view.reveals[-1].cutter
    if facts.seats[late].automatic:
        return []
    name = text_names(facts, say)[late]
    return [say("⚠️ {name}, keep an eye on the clock: when it runs out, chance does the cutting.", name=name)]


def _pointed(facts: MatchFacts, view: TimeBombView, say: Words, where: str) -> list[Markup]:
    target = _target(facts, view, where)
    if target is None:
        return []
    return [say("✂️ → <b>{name}</b>: which wire?", name=text_names(facts, say)[target])]


def _target(facts: MatchFacts, view: TimeBombView, where: str) -> Seat | None:
    return facts.pointing if facts.pointing_in == where and view.to_act is not None else None


def _closed(facts: MatchFacts, say: Words) -> Markup:
    if facts.status is Status.CANCELLED:
        return say("🚫 The match was cancelled.")
    return say("🏁 The match is over, see the result below.")


def _keyboard(facts: MatchFacts, view: TimeBombView, say: Words) -> Keyboard:
    cutting = () if facts.seats[view.holder].automatic else cutting_keyboard(facts, view, say, "board")
    claims = claim_row(facts, view, facts.position)
    always = (
        Button(say.plain("🎴 My hand"), button.verb(facts.match, facts.position, "hand")),
        Button(say.plain("📜 History"), button.verb(facts.match, facts.position, "history")),
    )
    return (*cutting, *([claims] if claims else ()), always)
