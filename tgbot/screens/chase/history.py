"""The history of a match: every turn in signs, so that a whole match fits into a message."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markupsafe import Markup, escape

from core.chase import ChaseView, Did, Fact
from core.game import Seat
from tgbot.facts import By, MatchFacts
from tgbot.screens.chase.log import Turn, turns
from tgbot.screens.chase.signs import DEAD, DIE, HIT, MASK, MEETING, PASS, PISTOL, SHUFFLED, SOURCES, card_sign
from tgbot.screens.chase.telling import named
from tgbot.screens.match import CLOCK, LINE, PARAGRAPH
from tgbot.screens.names import at_table
from tgbot.screens.screen import MAX_TEXT, Screen, length
from tgbot.words import Words, filled

Own = Callable[[Fact, Sequence[str]], str]
"""Signs for what only one of the games has, empty for all else."""
UNUSED = "✖️"


def history(facts: MatchFacts, view: ChaseView, say: Words, title: str, signs: Sequence[str], own: Own) -> Screen:
    """Who is who, then every turn; of a match too long for one message the newest turns."""
    head = say("📜 <b>{game}</b> · turn by turn", game=at_table(facts, title, say))
    names = escape("\n".join(named(facts, say, signs)))
    lines = [_line(turn, signs, say, own) for turn in turns(facts, view)] or [say("Nothing yet.")]
    room = MAX_TEXT - length(PARAGRAPH.join((head, names, _left_out(len(lines), say), Markup(""))))
    kept: list[Markup] = []
    for line in reversed(lines):
        room -= length(line) + 1
        if room < 0:
            break
        kept.insert(0, line)
    left_out = [_left_out(len(lines) - len(kept), say)] if len(kept) < len(lines) else []
    return Screen(PARAGRAPH.join((head, names, *left_out, LINE.join(kept))))


def _left_out(n: int, say: Words) -> Markup:
    return say.many("{n} earlier turn does not fit here.", "{n} earlier turns do not fit here.", n)


def _line(turn: Turn, signs: Sequence[str], say: Words, own: Own) -> Markup:
    facts = [fact for fact in turn.happened if fact.did is not Did.PASSED]
    mover = turn.happened[0].seat
    told = [part for fact in facts if (part := _drawn(fact, say) + (own(fact, signs) or _signs(fact, signs, mover)))]
    passed = [f"{PASS}{signs[fact.seat]}" for fact in turn.happened if fact.did is Did.PASSED]
    actor = [signs[mover]] if facts else []
    clock = [CLOCK] if turn.by is By.CLOCK else []
    return filled("{n}. {told}", n=turn.number, told=" ".join((*clock, *actor, *told, *passed)))


def _drawn(fact: Fact, say: Words) -> str:
    return f"{SOURCES[fact.source]} {card_sign(fact.card, say)} " if fact.source and fact.card else ""


def _signs(fact: Fact, signs: Sequence[str], mover: Seat) -> str:
    seat, other = signs[fact.seat], signs[fact.other] if fact.other is not None else ""
    who = "" if fact.source else seat
    told = {
        Did.ARMED: f"{who}{PISTOL}",
        Did.MASKED: f"{who}{MASK}",
        Did.RESERVED: f"{who}{MASK}",
        Did.DISCARDED: UNUSED,
        Did.UNMASKED: f"{'' if other else MEETING}{seat}{UNUSED}{MASK}",
        Did.ROLLED: f"{DIE}{fact.rolled}",
        Did.FIRED: f"{'' if fact.seat == mover else seat}{PISTOL}{other} {HIT * (fact.hits or 0)}",
        Did.DIED: f"{DEAD}{seat}",
        Did.RESHUFFLED: SHUFFLED,
    }
    return told.get(fact.did, "")
