"""From what a bot or a person writes to the text and entities of a message."""

import re
from collections.abc import Iterable
from typing import Any

from playground.entities import SPACE, Entity, parse_html, utf16_length
from playground.errors import ApiError, bad_request

MAX_ENTITIES = 100
STYLES = frozenset({"bold", "italic", "underline", "strikethrough", "spoiler"})
WHOLE = frozenset({"code", "pre"})
QUOTES = frozenset({"blockquote", "expandable_blockquote"})
KNOWN = STYLES | WHOLE | QUOTES | {"text_link", "text_mention", "custom_emoji", "date_time"}

_FOUND = {
    "url": re.compile(
        r"(?<![\w@.-])(?:(?:https?|tg|ton)://[^\s<>\"]+"
        r"|(?:[\w-]+\.)+(?:com|org|net|me|io|dev|app|info|vn|fr|ru|de|uk)(?![\w.-]*\w)(?::\d+)?(?:[/?#][^\s<>\"]*)?)",
        re.IGNORECASE,
    ),
    "bot_command": re.compile(r"(?<![\w/<>\[\]])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>@])"),
    "mention": re.compile(r"(?<![\w@/])@[A-Za-z0-9_]{4,32}(?![\w@])"),
    "hashtag": re.compile(r"(?<![\w#&/])#(?=\w*[^\W\d])\w{1,256}(?![\w#])"),
}
_URL_END = ".,:;!?'\")]"


def formatted(text: str, parse_mode: str, entities: list[Any] | None = None) -> tuple[str, list[Entity]]:
    """The text and entities of a message: tags read, blanks at the ends cut, entities in Telegram's order.

    `parse_mode` is empty or HTML; `entities` are used only without it. Raises ApiError 400.
    """
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise bad_request("strings must be encoded in UTF-8")
    if parse_mode.lower() == "html":
        text, given = parse_html(text)
    elif parse_mode and parse_mode.lower() != "none":
        raise unsupported(parse_mode)
    else:
        given = [_checked(entity) for entity in entities or []]
    text, given = _trimmed(text, _nested(given))
    return text, _ordered(given + list(found(text, given)))[:MAX_ENTITIES]


def unsupported(parse_mode: str) -> ApiError:
    """The refusal of a parse mode: Telegram's own for an unknown one, a plain word for the Markdowns."""
    if parse_mode.lower() in ("markdown", "markdownv2"):
        return bad_request(f"parse_mode {parse_mode} is not supported by this server, use HTML")
    return bad_request("unsupported parse_mode")


def found(text: str, given: Iterable[Entity] = ()) -> Iterable[Entity]:
    """What Telegram finds by itself: addresses, commands, mentions and hashtags outside of code and links."""
    closed = [(e["offset"], e["offset"] + e["length"]) for e in given if e["type"] not in STYLES | QUOTES]
    for kind, pattern in _FOUND.items():
        for match in pattern.finditer(text):
            piece = match[0].rstrip(_URL_END) if kind == "url" else match[0]
            begin = utf16_length(text[: match.start()])
            end = begin + utf16_length(piece)
            if all(end <= other_begin or begin >= other_end for other_begin, other_end in closed):
                closed.append((begin, end))
                yield {"type": kind, "offset": begin, "length": end - begin}


def piece(text: str, entity: Entity) -> str:
    """The part of a text that an entity covers."""
    units = text.encode("utf-16-le", "surrogatepass")
    begin = 2 * entity["offset"]
    return units[begin : begin + 2 * entity["length"]].decode("utf-16-le", "surrogatepass")


def _checked(entity: Any) -> Entity:
    if not isinstance(entity, dict) or not isinstance(entity.get("type"), str):
        raise bad_request("can't parse entities: object expected as MessageEntity")
    if not isinstance(entity.get("offset"), int) or not isinstance(entity.get("length"), int):
        raise bad_request("can't parse entities: offset and length must be of type Number")
    if entity["type"] == "text_mention" and isinstance(entity.get("user"), dict):
        rest = {name: value for name, value in entity.items() if name != "user"}
        return {**rest, "user_id": entity["user"].get("id", 0)}
    return dict(entity)


def _nested(given: list[Entity]) -> list[Entity]:
    """Drop what Telegram does not keep (unknown kinds, style inside code, quotes inside quotes) and join equal
    neighbours.
    """
    kept: list[Entity] = []
    code_end = quote_end = 0
    for entity in _ordered([entity for entity in given if entity["type"] in KNOWN]):
        end = entity["offset"] + entity["length"]
        before = next((other for other in reversed(kept) if other["type"] == entity["type"]), None)
        if entity["type"] not in QUOTES and entity["offset"] < code_end:
            continue
        if entity["type"] in QUOTES and entity["offset"] < quote_end:
            continue
        if before and entity["type"] in STYLES and entity["offset"] <= before["offset"] + before["length"]:
            before["length"] = max(before["length"], end - before["offset"])
            continue
        code_end = end if entity["type"] in WHOLE else code_end
        quote_end = end if entity["type"] in QUOTES else quote_end
        kept.append(entity)
    return kept


def _trimmed(text: str, given: list[Entity]) -> tuple[str, list[Entity]]:
    text = text.rstrip(SPACE)
    front = len(text) - len(text.lstrip(SPACE))
    text = text[front:]
    units, kept = utf16_length(text), []
    for entity in given:
        begin = max(0, entity["offset"] - front)
        end = min(units, entity["offset"] - front + entity["length"])
        if begin < end and piece(text, {"offset": begin, "length": end - begin}).strip(SPACE):
            kept.append({**entity, "offset": begin, "length": end - begin})
    return text, kept


_ORDER = ("blockquote", "expandable_blockquote", "pre", "code", "text_link", "text_mention")


def _ordered(entities: list[Entity]) -> list[Entity]:
    def key(entity: Entity) -> tuple[int, int, int]:
        kind = entity["type"]
        return entity["offset"], -entity["length"], _ORDER.index(kind) if kind in _ORDER else len(_ORDER)

    return sorted(entities, key=key)
