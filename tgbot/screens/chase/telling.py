"""What happened, told as little stories: a draw, a meeting, a duel, a death."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from markupsafe import Markup

from core.chase import ChaseView, Did, Fact, Source
from core.game import Seat
from tgbot.facts import By, MatchFacts
from tgbot.screens.chase.log import Turn, turns
from tgbot.screens.chase.signs import MASK, PISTOL, card_sign
from tgbot.screens.match import EVENTS
from tgbot.screens.names import text_names
from tgbot.screens.waiting import warning
from tgbot.words import Words

Names = Sequence[str]
"""By seat: the sign of the figure and the name."""
Own = Callable[[Sequence[Fact], Names, Words], Markup | None]
"""Tells facts of one kind that only one of the games has; None for all others."""


def named(facts: MatchFacts, say: Words, signs: Sequence[str]) -> list[str]:
    """The names by seat with the ``signs`` of the figures, for HTML."""
    return [f"{sign} {name}" for sign, name in zip(signs, text_names(facts, say), strict=True)]


def events(facts: MatchFacts, view: ChaseView, say: Words, names: Names, own: Own) -> list[Markup]:
    """The last three turns, and a warning to whoever just ran out of time."""
    told = [story(turn, names, say, own) for turn in turns(facts, view)[-EVENTS:]]
    if not told:
        told.append(say("🔀 The cards are shuffled, the figures dealt."))
    return told if view.outcome else [*told, *warning(facts, say)]


def story(turn: Turn, names: Names, say: Words, own: Own) -> Markup:
    """A turn in a few sentences."""
    sentences = [_told(list(group), names, say, own) for _, group in groupby(turn.happened, key=_kind)]
    if turn.by is By.CLOCK:
        late = say("⏰ {who} ran out of time, chance plays.", who=names[turn.happened[0].seat])
        sentences.insert(0, late)
    return Markup(" ").join(filter(None, sentences))


def _kind(fact: Fact) -> tuple[object, ...]:
    """Facts of one kind that follow each other are told together."""
    if fact.did is Did.UNMASKED or (fact.did is Did.MASKED and fact.source is None and fact.other is None):
        return ("masks",)
    if fact.other is not None and fact.did in {Did.ARMED, Did.MASKED, Did.RESERVED}:
        return ("handed over", fact.seat)
    if fact.other is not None and fact.did is Did.CLUE:
        return (Did.CLUE,)
    return (Did.PASSED,) if fact.did is Did.PASSED else (id(fact),)


def _told(facts: Sequence[Fact], names: Names, say: Words, own: Own) -> Markup:
    first = facts[0]
    if _kind(first) == ("masks",):
        return _masks(facts, names, say)
    if _kind(first)[0] == "handed over":
        signs = "".join(PISTOL if fact.did is Did.ARMED else MASK for fact in facts)
        return say("{who} takes over {things}.", who=names[first.seat], things=signs)
    if (special := own(facts, names, say)) is not None:
        return special
    return _common(first, names, say, [fact.seat for fact in facts])


def _common(fact: Fact, names: Names, say: Words, seats: Iterable[Seat]) -> Markup:
    if fact.source:
        return drew(fact, names, say, _found(fact, say))
    who = names[fact.seat]
    other = names[fact.other] if fact.other is not None else ""
    match fact.did:
        case Did.ROLLED:
            return say("🎲 Duel! {who} takes aim at {other}, the die shows {n}.", who=who, other=other, n=fact.rolled)
        case Did.FIRED:
            return say.many(
                "🔫 {who} fires at {other}: {n} hit 🩸.",
                "🔫 {who} fires at {other}: {n} hits 🩸.",
                fact.hits or 0,
                who=who,
                other=other,
            )
        case Did.DIED:
            return say("☠️ {who} is dead.", who=who)
        case Did.PASSED:
            return say("✋ Pass: {names}.", names=", ".join(names[seat] for seat in seats))
    return Markup("")


def _found(fact: Fact, say: Words) -> Markup:
    match fact.did:
        case Did.ARMED:
            return say("a pistol 🔫")
        case Did.MASKED:
            return say("a mask 🎭, put on at once")
        case Did.RESERVED:
            return say("a mask 🎭 for the reserve")
    return say("of no use")


def drew(fact: Fact, names: Names, say: Words, what: Markup) -> Markup:
    """Where somebody drew which card, and ``what`` it is."""
    fields = {"who": names[fact.seat], "card": card_sign(fact.card, say) if fact.card else "", "what": what}
    match fact.source:
        case Source.POLICE:
            return say("🚓 {who} asks the police: {card}, {what}.", **fields)
        case Source.PRESS:
            return say("📰 {who} reads the paper: {card}, {what}.", **fields)
        case _:
            return say("🌃 {who} roams the streets: {card}, {what}.", **fields)


def _masks(facts: Sequence[Fact], names: Names, say: Words) -> Markup:
    """A meeting takes the masks of all who wear one (HU-8, RA-6), a shot that of its target (HU-10)."""
    fallen = [fact for fact in facts if fact.did is Did.UNMASKED]
    again = [names[fact.seat] for fact in facts if fact.did is Did.MASKED]
    lost = ", ".join(names[fact.seat] for fact in fallen)
    sentences = list(_fallen(fallen, lost, say))
    if again:
        sentences.append(say("🎭 From the reserve, another mask: {names}.", names=", ".join(again)))
    return Markup(" ").join(sentences)


def _fallen(fallen: Sequence[Fact], lost: str, say: Words) -> Iterator[Markup]:
    if not fallen:
        return
    if fallen[0].other is None:
        yield say("⚔️ Face to face! Masks off: {names}.", names=lost)
    else:
        yield say("🎭 The mask is off: {names}.", names=lost)
