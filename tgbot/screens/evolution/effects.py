"""What cuts do in the variant, told: done already, or waited for."""

from __future__ import annotations

from markupsafe import Markup

from core.evolution import Did, Effect, EvolutionView, Kind, Why
from core.game import Outcome
from core.timebomb import Wire
from tgbot.facts import By, MatchFacts
from tgbot.screens.names import text_names
from tgbot.screens.wires.signs import colour_name
from tgbot.words import Words


def effects(facts: MatchFacts, view: EvolutionView, names: tuple[str, ...], say: Words) -> dict[int, list[Markup]]:
    """What happened after which cut, counted from 1."""
    choices = iter([play.by for play in facts.plays if not play.move.startswith("cut ")])
    lines: dict[int, list[Markup]] = {}
    for effect in view.effects:
        by = next(choices, By.PERSON) if effect.chosen else By.PERSON
        cutter = names[view.reveals[effect.after - 1].cutter]
        lines.setdefault(effect.after, []).append(_told(effect, cutter, by, names, say))
    return lines


def task(facts: MatchFacts, view: EvolutionView, say: Words) -> list[Markup]:
    """What the player to act has to do besides cutting where he likes (EV-18, EV-20)."""
    if view.choice and view.choice.kind is Kind.ATTACH:
        return [say("🔵 Which colour is to be defused?")]
    if view.choice:
        return [say("💎 Which colour loses its defusing wire?")]
    if view.draw is None or view.to_act is None:
        return []
    return [say("🍒 The next cut must be made at <b>{name}</b>", name=text_names(facts, say)[view.draw])]


def variant_effect(colour: Wire, say: Words) -> Markup:
    """What the bombs of a colour do (EV-13 to EV-19)."""
    does = {
        Wire.GREEN: say("explodes at the third bomb, unless defused."),
        Wire.ORANGE: say("every one cut in rounds 1 to 3 takes one cut off round 4. If none is left, time is up."),
        Wire.PINK: say("two straight after each other explode, even defused, even across rounds."),
        Wire.YELLOW: say("can never be defused."),
        Wire.BLUE: say("whoever cut it takes the 🔵 off a defused colour, which explodes if it has enough bombs."),
        Wire.RED: say("a player is drawn by lot: the next cut must be made there, even at oneself."),
    }
    return say("{colour}: {effect}", colour=colour_name(colour, say), effect=does[colour])


def attaching(say: Words) -> Markup:
    """What a defusing wire does (EV-10, EV-11, EV-20)."""
    return say(
        "🔵 A defusing wire is attached to a colour that has shown a bomb: it is defused and no longer explodes by "
        "number, but keeps its trick. Whoever cut the wire chooses; one wire to a colour."
    )


def exploded(outcome: Outcome) -> Wire | None:
    """The colour that ended the match (EV-4, EV-15); None when none did."""
    match outcome.reason.split(" "):
        case [Why.PAIR]:
            return Wire.PINK
        case [Why.EXPLOSION, colour]:
            return Wire(colour)
    return None


def _told(effect: Effect, cutter: str, by: By, names: tuple[str, ...], say: Words) -> Markup:
    colour = colour_name(effect.colour, say) if effect.colour else ""
    match effect.did:
        case Did.ATTACHED:
            return _attached(colour, cutter, by, say, chosen=effect.chosen)
        case Did.DETACHED:
            return _detached(colour, cutter, by, say, chosen=effect.chosen)
    name = names[effect.seat or 0]
    if effect.did is Did.FREE:
        return say("🍒 Drawn: {name}. No wire is left there: {name} takes the cutters and cuts freely", name=name)
    return say("🍒 Drawn: {name}", name=name)


def _attached(colour: str, cutter: str, by: By, say: Words, *, chosen: bool) -> Markup:
    if not chosen:
        return say("🔵 Defused, since there was no other: {colour}", colour=colour)
    if by is By.CLOCK:
        return say("⏰ {name} ran out of time. Defused at random: {colour}", name=cutter, colour=colour)
    return say("🔵 {name} has defused: {colour}", name=cutter, colour=colour)


def _detached(colour: str, cutter: str, by: By, say: Words, *, chosen: bool) -> Markup:
    if not chosen:
        return say("💎 No longer defused, since there was no other: {colour}", colour=colour)
    if by is By.CLOCK:
        return say("⏰ {name} ran out of time. No longer defused, at random: {colour}", name=cutter, colour=colour)
    return say("💎 {name} has taken the defusing wire off: {colour}", name=cutter, colour=colour)
