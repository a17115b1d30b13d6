"""The parts of a hand: what one player alone may know."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from core.timebomb import ROUNDS, Hand, TimeBombView
from tgbot.facts import MatchFacts
from tgbot.screens.match import LINE, caption, group_name
from tgbot.screens.names import short_title
from tgbot.screens.screen import Keyboard, Screen
from tgbot.screens.waiting import own_lines
from tgbot.screens.wires.signs import role_name
from tgbot.words import Words


def own_hand(view: TimeBombView) -> Hand:
    """This round's hand of the seat that looks."""
    if not view.hands:
        raise ValueError("a hand is shown to the seat that holds it")
    return view.hands[-1]


def own_role(view: TimeBombView, say: Words) -> str:
    """The role of the seat that looks."""
    if view.role is None:
        raise ValueError("a role is shown to the seat that has it")
    return role_name(view.role, say)


def still_hidden(view: TimeBombView) -> Hand:
    """What the seat that looks still has face down: he can always tell (TB-4)."""
    dealt, row = own_hand(view), view.rows[view.seat or 0]
    open_ = Hand.of([wire for wire in row if wire is not None])
    gone = dict(open_.colours)
    return Hand(
        dealt.safe - open_.safe,
        dealt.defusing - open_.defusing,
        dealt.bomb - open_.bomb,
        tuple((colour, n - gone.get(colour, 0)) for colour, n in dealt.colours),
    )


def opening(facts: MatchFacts, view: TimeBombView, say: Words, name: str, wires: str, left: str) -> list[Markup]:
    """Role and ``wires`` in spoilers, since notifications show the first lines; ``left``: those still face down."""
    lines = [
        say("🎴 <b>Your hand</b> · {game} · {group}", game=name, group=group_name(facts, say)),
        say("Round {round} of {rounds}", round=view.round, rounds=ROUNDS),
        Markup(""),
        say("Your role: <tg-spoiler>{role}</tg-spoiler>", role=own_role(view, say)),
        say.many(
            "Your {n} wire as dealt: <tg-spoiler>{wires}</tg-spoiler>",
            "Your {n} wires as dealt: <tg-spoiler>{wires}</tg-spoiler>",
            view.hand_size,
            wires=wires,
        ),
    ]
    return [*lines, say("Still face down: <tg-spoiler>{wires}</tg-spoiler>", wires=left)] if left else lines


def lying(say: Words, legend: str) -> Markup:
    """What the signs mean, and that nobody knows where each wire lies."""
    return say("{legend}. They lie shuffled: nobody knows which is where, not even you.", legend=legend)


def closing(facts: MatchFacts, view: TimeBombView, say: Words, said: str, task: Sequence[Markup] = ()) -> list[Markup]:
    """The own claim of this round, unless claims are off, and what to do: a ``task``, else how to move."""
    lines = [Markup(""), *own_lines(facts, view.seat, say)]
    if view.claims_on:
        lines.append(say("🗣 You say this round (true or not): {said}", said=said or say.plain("nothing yet")))
    return [*lines, *(task or (say("✂️ When it is your move, tap a name below."),))]


def screen(lines: Sequence[Markup], legend: Markup, last: Sequence[Markup], keyboard: Keyboard = ()) -> Screen:
    """A hand: the ``lines`` that open it, the ``legend``, which a picture needs not, and the ``last`` ones."""
    text = LINE.join((*lines, legend, *last))
    return Screen(text, keyboard, caption(LINE.join(lines), (), [line for line in last if line]))


def finished(lines: Sequence[Markup], legend: Markup, over: Markup) -> Screen:
    """A hand of a match that is ``over``."""
    return screen(lines, legend, (Markup(""), over))


def alert(facts: MatchFacts, view: TimeBombView, say: Words, dealt: str, left: str, legend: str) -> str:
    """The same as plain text of at most 200 UTF-16 units."""
    return say.plain(
        "{role} · {group}\nRound {round} of {rounds}\nDealt: {dealt}\nStill hidden: {left}\n{legend}",
        role=own_role(view, say),
        group=short_title(facts),
        round=view.round,
        rounds=ROUNDS,
        dealt=dealt,
        left=left,
        legend=legend,
    )
