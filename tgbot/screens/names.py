"""Names of people as they may be shown: safe, short and told apart, whatever they contain.

The law
    A name appears literally. What would disturb the line around it goes: controls, bidirectional controls, invisible
    characters, more than four combining marks in a row. White space is folded, length is cut between graphemes.
    In HTML a name stands between U+2068 and U+2069, so that right-to-left names leave the rest of the line alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count

import regex

from tgbot.facts import MatchFacts, Seated
from tgbot.screens.screen import units
from tgbot.words import Words

GRAPHEMES = 24
"""The length of a name in texts. A grapheme may take two UTF-16 units on the average, an emoji does."""
ON_BUTTONS = 16
"""The length of a name on a button."""

_BLANK = regex.compile(r"[\s\p{Z}\u115f\u1160\u2800\u3164\uffa0]+")
# The joiners hold emoji and some scripts together, the selectors choose an emoji's look, the tags make regional flags.
_FLAG = r"\U0001f3f4[\U000e0020-\U000e007e]{1,6}\U000e007f"
_UNSEEN = regex.compile(
    rf"({_FLAG})|[[\p{{Cc}}\p{{Cs}}\p{{Default_Ignorable_Code_Point}}\ufff9-\ufffb]--[\u200c\u200d\ufe0e\ufe0f]]",
    regex.V1,
)
_HEAPED = regex.compile(r"(\p{M}{4})\p{M}+")
_SEEN = regex.compile(r"[^\s\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]")
_GRAPHEME = regex.compile(r"\X")


@lru_cache(maxsize=4096)
def clean(name: str, graphemes: int = GRAPHEMES) -> str:
    """The name as it may be shown: at most ``graphemes`` graphemes and twice as many UTF-16 units, empty if blank."""
    text = _UNSEEN.sub(lambda found: found[1] or "", _BLANK.sub(" ", name))
    text = unicodedata.normalize("NFC", _HEAPED.sub(r"\1", _BLANK.sub(" ", text))).strip()
    if not _SEEN.search(text):
        return ""
    whole = _GRAPHEME.findall(text)
    if len(whole) <= graphemes and units(text) <= 2 * graphemes:
        return text
    kept, room = "", 2 * graphemes - units("…")
    for grapheme in whole[: graphemes - 1]:
        room -= units(grapheme)
        if room < 0:
            break
        kept += grapheme
    return f"{kept.rstrip()}…" if kept else ""


def isolate(name: str) -> str:
    """The name between FSI and PDI (Unicode UAX 9)."""
    return f"\u2068{name}\u2069"


@lru_cache(maxsize=4096)
def label(name: str) -> str:
    """The name for buttons and alerts, isolated only where its direction calls for it: their room is small."""
    turns = any(unicodedata.bidirectional(character) in {"R", "AL", "AN"} for character in name)
    return isolate(name) if turns else name


def distinct(names: Sequence[str]) -> Iterator[str]:
    """The names, equal ones numbered from the second on: Ann, Ann 2."""
    given, used = set(map(_same, names)), set[str]()
    for name in names:
        own = name
        if _same(name) in used:
            own = next(new for n in count(2) if _same(new := f"{name} {n}") not in given | used)
        used.add(_same(own))
        yield own


def seat_names(facts: MatchFacts, say: Words, graphemes: int = GRAPHEMES) -> tuple[str, ...]:
    """The names by seat, as plain text: blank ones replaced, equal ones numbered, and marked whose seats the computer
    plays or who is away.
    """
    shown = _shown(tuple(seated.name for seated in facts.seats), say, graphemes)
    return tuple(_marked(seated, name) for seated, name in zip(facts.seats, shown, strict=True))


@lru_cache(maxsize=1024)
def _shown(given: tuple[str, ...], say: Words, graphemes: int) -> tuple[str, ...]:
    """The names of all who sit together: every screen needs them, and they seldom change."""
    return tuple(distinct([clean(name, graphemes) or say.plain("Player {n}", n=n) for n, name in enumerate(given, 1)]))


def text_names(facts: MatchFacts, say: Words, graphemes: int = GRAPHEMES) -> tuple[str, ...]:
    """The names by seat, isolated: for HTML, where they still have to be escaped."""
    return tuple(map(isolate, seat_names(facts, say, graphemes)))


def seat_labels(facts: MatchFacts, say: Words) -> tuple[str, ...]:
    """The names by seat, for buttons."""
    return tuple(map(label, seat_names(facts, say, ON_BUTTONS)))


def group_title(facts: MatchFacts, say: Words) -> str:
    """The group's title as it may be shown; of a private table whose it is, and its number."""
    if not facts.private:
        return clean(facts.chat_title) or say.plain("your group")
    return say.plain("{name}'s table {n}", name=label(clean(facts.chat_title) or say.plain("somebody")), n=facts.match)


def short_title(facts: MatchFacts) -> str:
    """The same where there is little room."""
    return f"🏠 {facts.match}" if facts.private else label(clean(facts.chat_title, ON_BUTTONS))


def titled(facts: MatchFacts, name: str, say: Words) -> str:
    """The game's name, at a private table with the table's: in his chat somebody may have several."""
    return at_table(facts, name, say) if facts.private else name


def at_table(facts: MatchFacts, name: str, say: Words) -> str:
    """The game's name with that of its table or group, for what people read in their private chats."""
    return f"{name} · {isolate(group_title(facts, say))}"


def _same(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _marked(seated: Seated, name: str) -> str:
    if seated.person_id is None:
        return f"🤖 {name}"
    return f"{name} 🤖" if seated.left else f"{name} 💤" if seated.absent else name
