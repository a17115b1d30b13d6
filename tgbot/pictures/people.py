"""The names of the people at a table, as they can be drawn."""

from __future__ import annotations

from dataclasses import replace

from tgbot.facts import MatchFacts
from tgbot.pictures.lettering import known
from tgbot.screens.names import seat_names
from tgbot.words import Words


def names(facts: MatchFacts, say: Words) -> tuple[str, ...]:
    """The names by seat: those of which nothing can be drawn are replaced as blank ones are."""
    seats = tuple(replace(seated, name=seated.name if known(seated.name) else "") for seated in facts.seats)
    return seat_names(replace(facts, seats=seats), say)
