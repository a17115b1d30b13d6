"""Texts that fit, whatever they hold: the last resort behind screens that say less when there is much to say.

The law
    A text within its limit is left alone. A longer one is cut between graphemes and ends with an ellipsis. Of HTML
    every tag that is open there is closed, and no character reference is cut. Isolated names stay isolated: what is
    opened with U+2068 is closed with U+2069.
"""

from __future__ import annotations

import html

import regex
from markupsafe import Markup

from tgbot.screens.screen import MAX_ALERT, MAX_TEXT, plain, units

_ELLIPSIS = "…"
_OPEN, _CLOSE = "\u2068", "\u2069"
_TOKEN = regex.compile(r"<(/?)([a-z-]+)[^>]*>|&[#a-zA-Z0-9]+;|[^<&]+|.", regex.DOTALL)
_GRAPHEME = regex.compile(r"\X")


def fit(text: str, limit: int = MAX_TEXT) -> Markup:
    """HTML of at most ``limit`` UTF-16 units after parsing (Bot API: 4096 in a message, 1024 in a caption)."""
    # No character takes more than two units, and parsing adds none: most texts need not be looked at.
    if 2 * len(text) > limit and units(bare := plain(text)) > limit:
        text = _cut(text, _kept(bare, limit))
    # Cutting well-formed HTML leaves it well-formed.
    return Markup(text)  # noqa: S704


def fit_plain(text: str, limit: int = MAX_ALERT) -> str:
    """Plain text of at most ``limit`` UTF-16 units (Bot API: 200 in an answer to a press)."""
    if 2 * len(text) <= limit or units(text) <= limit:
        return text
    kept = _kept(text, limit)
    return kept + _tail(kept)


def _kept(bare: str, limit: int) -> str:
    """As much of a plain text as leaves room for its tail: whole graphemes from its beginning."""
    graphemes: list[str] = []
    room = limit - units(_ELLIPSIS)
    depth = 0
    for found in _GRAPHEME.finditer(bare):
        grapheme = found[0]
        deeper = max(0, depth + grapheme.count(_OPEN) - grapheme.count(_CLOSE))
        if units(grapheme) + deeper > room:
            break
        graphemes.append(grapheme)
        room -= units(grapheme)
        depth = deeper
    return "".join(graphemes).rstrip()


def _tail(kept: str) -> str:
    depth = 0
    for character in kept:
        depth = depth + 1 if character == _OPEN else max(0, depth - 1) if character == _CLOSE else depth
    return _ELLIPSIS + _CLOSE * depth


def _cut(text: str, kept: str) -> str:
    """The HTML of which ``kept`` is the beginning, closed."""
    left, tags, parts = len(kept), list[str](), list[str]()
    for found in _TOKEN.finditer(text):
        if left == 0:
            break
        token, name = found[0], found[2]
        if name is None:
            token = token[:left] if token[0] != "&" else token
            left -= len(html.unescape(token))
        elif found[1]:
            tags.pop()
        else:
            tags.append(name)
        parts.append(token)
    return "".join((*parts, _tail(kept), *(f"</{name}>" for name in reversed(tags))))
