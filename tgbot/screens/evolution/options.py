"""The options of Evolution in the lobby: claims, the variant, the colours."""

from __future__ import annotations

from markupsafe import Markup

from core.evolution import SIZES, EvolutionOptions
from core.timebomb import COLOURS, Wire
from tgbot.facts import MatchFacts
from tgbot.screens.evolution.effects import attaching, variant_effect
from tgbot.screens.match import LINE
from tgbot.screens.options import choice, claims_line, claims_row
from tgbot.screens.screen import Button, Keyboard, rows
from tgbot.screens.wires.signs import colour_name
from tgbot.words import Words, filled


def option_lines(facts: MatchFacts, say: Words) -> list[Markup]:
    """What is chosen; of the variant also what it means."""
    picked = _picked(facts)
    lines = [claims_line(facts, say)]
    if picked:
        lines.append(say("🎨 Colours: {names}", names=", ".join(colour_name(colour, say) for colour in picked)))
        lines += _missing(facts, len(picked), say)
    else:
        lines.append(say("🎨 Colours: drawn by lot, one for each player"))
    if not _options(facts).variant:
        return [*lines, say("🎭 Variant: off")]
    effects = (variant_effect(colour, say) for colour in picked or COLOURS)
    told = LINE.join((attaching(say), *effects))
    return [*lines, say("🎭 Variant: on"), filled("<blockquote expandable>{told}</blockquote>", told=told)]


def option_rows(facts: MatchFacts, say: Words) -> Keyboard:
    """What can be chosen."""
    variant, picked = _options(facts).variant, _picked(facts)
    return (
        claims_row(facts, say),
        (
            choice(facts, say.plain("🎭 Variant on"), "variant on", variant),
            choice(facts, say.plain("🎭 Variant off"), "variant off", not variant),
        ),
        *rows([_colour(facts, colour, picked, say) for colour in COLOURS], 3),
        (choice(facts, say.plain("🎲 Draw the colours by lot"), "lot", not picked),),
    )


def _colour(facts: MatchFacts, colour: Wire, picked: tuple[Wire, ...], say: Words) -> Button:
    how = "off" if colour in picked else "on"
    return choice(facts, colour_name(colour, say), f"colour {colour} {how}", colour in picked)


def _missing(facts: MatchFacts, picked: int, say: Words) -> list[Markup]:
    """As many colours are needed as there are players, of whom enough to start are counted on (EV-1)."""
    needed = max(len(facts.seats), min(SIZES))
    if picked < needed:
        return [say("⚠️ Colours still to be picked: {n}", n=needed - picked)]
    return [say("⚠️ Colours too many: {n}", n=picked - needed)] if picked > needed else []


def _options(facts: MatchFacts) -> EvolutionOptions:
    if not isinstance(facts.options, EvolutionOptions):
        raise TypeError("Time Bomb Evolution has options of its own")
    return facts.options


def _picked(facts: MatchFacts) -> tuple[Wire, ...]:
    return tuple(colour for colour in COLOURS if colour in _options(facts).colours)
