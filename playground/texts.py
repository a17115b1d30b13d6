"""From what a bot or a person writes to the text and entities of a message."""

import re
from collections.abc import Iterable
from typing import Any

from playground.entities import SPACE, Entity, parse_html, utf16_length
from playground.errors import ApiError, bad_request
from playground.nesting import CODE, QUOTES, STYLES, end, nested

MAX_ENTITIES = 100
KNOWN = QUOTES | CODE | {*STYLES, "text_link", "text_mention", "custom_emoji", "date_time"}

_FOUND = {
    "url": re.compile(
        r"(?<![\w@.-])(?:(?:https?|tg|ton)://[^\s<>\"]+"
        r"|(?:[\w-]+\.)+(?:com|org|net|me|io|dev|app|info|vn|fr|ru|de|uk)(?![\w.-]*\w)(?::\d+)?(?:[/?#][^\s<>\"]*)?)",
        re.IGNORECASE,
    ),
    "bot_command": re.compile(r"(?<![\w/<>\[\]])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>@])"),
    "mention": re.compile(r"(?<![\w@/])@(?:[A-Za-z0-9_]{4,32}|gif|vid|pic)(?!\w)"),
    "hashtag": re.compile(
        r"(?<![\w\u200c])#(?=[\w\u200c·]*[^\W\d_])[\w\u200c·]{1,256}(?![\w\u200c·]*#)(?![\w\u200c·])"
    ),
}
_URL_END = ".:;,('?!`"
_BRACKETS = {")": "(", "]": "[", "}": "{"}


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
        given = [entity for entity in map(_checked, entities or []) if entity["length"] > 0]
        _check_inside(text, given)
    text, given = _trimmed(text, nested(entity for entity in given if entity["type"] in KNOWN))
    return text, nested([*given, *found(text, given)])[:MAX_ENTITIES]


def unsupported(parse_mode: str) -> ApiError:
    """The refusal of a parse mode: Telegram's own for an unknown one, a plain word for the Markdowns."""
    if parse_mode.lower() in ("markdown", "markdownv2"):
        return bad_request(f"parse_mode {parse_mode} is not supported by this server, use HTML")
    return bad_request("unsupported parse_mode")


def found(text: str, given: Iterable[Entity] = ()) -> Iterable[Entity]:
    """What Telegram finds by itself: addresses, commands, mentions and hashtags outside of code and links."""
    closed = [(one["offset"], end(one)) for one in given if one["type"] not in QUOTES and one["type"] not in STYLES]
    for kind, pattern in _FOUND.items():
        for match in pattern.finditer(text):
            piece = _address(match[0]) if kind == "url" else match[0]
            begin = utf16_length(text[: match.start()])
            until = begin + utf16_length(piece)
            if all(until <= other_begin or begin >= other_end for other_begin, other_end in closed):
                closed.append((begin, until))
                yield {"type": kind, "offset": begin, "length": until - begin}


def _address(matched: str) -> str:
    """An address without the punctuation behind it, up to a closing bracket that none opens."""
    address = matched.rstrip(_URL_END)
    opened = dict.fromkeys(_BRACKETS.values(), 0)
    for place, character in enumerate(address):
        if character in opened:
            opened[character] += 1
        elif character in _BRACKETS:
            opened[_BRACKETS[character]] -= 1
            if opened[_BRACKETS[character]] < 0:
                return address[:place]
    return address


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


def _check_inside(text: str, given: list[Entity]) -> None:
    most = utf16_length(text)
    for entity in given:
        if entity["offset"] < 0:
            raise bad_request(f"receive an entity with incorrect negative offset {entity['offset']}")
        if end(entity) > most:
            raise bad_request(
                f"entity beginning at UTF-16 offset {entity['offset']} ends after the end of the text "
                f"at UTF-16 offset {most}"
            )


def _trimmed(text: str, given: list[Entity]) -> tuple[str, list[Entity]]:
    """Without blanks at the end, and at the beginning as far as no entity covers them; entities of blanks go."""
    text = text.rstrip(SPACE)
    most = utf16_length(text)
    kept = []
    for entity in given:
        length = min(most, end(entity)) - entity["offset"]
        if length > 0 and piece(text, {**entity, "length": length}).strip(SPACE):
            kept.append({**entity, "length": length})
    free = kept[0]["offset"] if kept else most
    front = min(len(text) - len(text.lstrip(SPACE)), free)
    return text[front:], [{**entity, "offset": entity["offset"] - front} for entity in kept]
