"""Which entities of a text Telegram keeps, and where it cuts them.

As TDLib does it: what cannot be divided (links, code, mentions, quotes) does not overlap its like; a style is one piece
as far as it reaches, but is cut wherever something indivisible begins or ends and wherever another style begins, and
does not reach into code. Offsets and lengths are UTF-16 code units.
"""

import itertools
from collections.abc import Iterable

from playground.entities import Entity

STYLES = ("bold", "italic", "underline", "strikethrough", "spoiler")
CODE = frozenset({"code", "pre"})
QUOTES = frozenset({"blockquote", "expandable_blockquote"})
_FIRST = ("pre", "code", "text_link", "text_mention")
_LAST = (*STYLES, "custom_emoji")


def end(entity: Entity) -> int:
    """The offset behind an entity."""
    return int(entity["offset"] + entity["length"])


def nested(given: Iterable[Entity]) -> list[Entity]:
    """The entities that are kept, cut as Telegram cuts them, in its order."""
    entities = ordered(given)
    quotes = _apart(entity for entity in entities if entity["type"] in QUOTES)
    solid = _apart(entity for entity in entities if entity["type"] not in QUOTES and entity["type"] not in STYLES)
    solid = [entity for entity in solid if all(_fits(entity, quote) for quote in quotes)]
    spans = {style: _united(entity for entity in entities if entity["type"] == style) for style in STYLES}
    cuts = {place for entity in (*quotes, *solid) for place in (entity["offset"], end(entity))}
    cuts |= {begin for pieces in spans.values() for begin, _ in pieces}
    code = [entity for entity in solid if entity["type"] in CODE]
    styled = [
        {"type": style, "offset": begin, "length": until - begin}
        for style, pieces in spans.items()
        for begin, until in _cut(pieces, cuts)
        if not any(entity["offset"] <= begin < end(entity) for entity in code)
    ]
    return ordered([*quotes, *solid, *styled])


def ordered(entities: Iterable[Entity]) -> list[Entity]:
    """Entities from left to right, the longer first, and of the same place in Telegram's order of kinds."""

    def rank(kind: str) -> int:
        if kind in QUOTES:
            return -1
        if kind in _FIRST:
            return _FIRST.index(kind)
        return len(_FIRST) + (_LAST.index(kind) + 1 if kind in _LAST else 0)

    return sorted(entities, key=lambda entity: (entity["offset"], -entity["length"], rank(entity["type"])))


def _apart(entities: Iterable[Entity]) -> list[Entity]:
    """Of those that overlap the first."""
    kept: list[Entity] = []
    for entity in entities:
        if not kept or entity["offset"] >= end(kept[-1]):
            kept.append(entity)
    return kept


def _fits(entity: Entity, quote: Entity) -> bool:
    """Whether an entity is inside a quote or outside of it."""
    inside = quote["offset"] <= entity["offset"] and end(entity) <= end(quote)
    return inside or end(entity) <= quote["offset"] or end(quote) <= entity["offset"]


def _united(entities: Iterable[Entity]) -> list[tuple[int, int]]:
    """Where a style begins and ends, touching pieces as one."""
    spans: list[tuple[int, int]] = []
    for entity in entities:
        begin, until = entity["offset"], end(entity)
        if spans and begin <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], until))
        else:
            spans.append((begin, until))
    return spans


def _cut(spans: list[tuple[int, int]], cuts: set[int]) -> Iterable[tuple[int, int]]:
    for begin, until in spans:
        places = [begin, *sorted(place for place in cuts if begin < place < until), until]
        yield from itertools.pairwise(places)
