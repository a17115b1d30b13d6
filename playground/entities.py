"""Telegram's HTML formatting: tags to message entities, with the errors of its own parser.

Source: Bot API, "Formatting options" and "MessageEntity". Offsets of entities are UTF-16 code units, offsets in errors
are bytes of UTF-8.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from playground.errors import ApiError, bad_request
from playground.links import web_address

Entity = dict[str, Any]

SPACE = " \t\r\n\0\v"
STYLES = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "span": "spoiler",
    "tg-spoiler": "spoiler",
}
TAGS = frozenset(STYLES) | {"a", "code", "pre", "blockquote", "tg-emoji", "tg-time"}
NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_CHARACTER = re.compile(r"&(?:#x([0-9a-fA-F]+)|#([0-9]+)|([a-zA-Z]+));?")
_TIME_FORMAT = re.compile(r"[rR]|[wdDtT]*")


def utf16_length(text: str) -> int:
    """The length of a text in UTF-16 code units, in which Telegram counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def parse_html(source: str) -> tuple[str, list[Entity]]:
    """The plain text and the entities of a text in Telegram's HTML, not yet trimmed or merged.

    A mention by number has the key `user_id` instead of `user`. Raises ApiError 400 with Telegram's text.
    """
    reader = _Reader(source)
    while reader.at < len(source):
        if source[reader.at] == "<":
            if source.startswith("</", reader.at):
                reader.end_tag()
            else:
                reader.start_tag()
        else:
            reader.plain()
    if reader.open:
        raise reader.error(f'Can\'t find end tag corresponding to start tag "{reader.open[-1].tag}"')
    text = "".join(reader.parts)
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise reader.error(
            "Text contains invalid Unicode characters after decoding HTML entities, "
            "check for unmatched surrogate code units"
        )
    for entity in reader.entities:
        if entity["type"] == "code":
            entity.pop("language", None)
    return text, sorted(reader.entities, key=lambda entity: (entity["offset"], -entity["length"]))


@dataclass
class _Open:
    tag: str
    begin: int
    offset: int
    attributes: dict[str, str]
    parts: int


@dataclass
class _Reader:
    source: str
    at: int = 0
    length: int = 0
    parts: list[str] = field(default_factory=list)
    open: list[_Open] = field(default_factory=list)
    entities: list[Entity] = field(default_factory=list)

    def error(self, text: str, at: int | None = None) -> ApiError:
        place = "" if at is None else f" at byte offset {self.byte(at)}"
        return bad_request(f"can't parse entities: {text}{place}")

    def byte(self, at: int) -> int:
        return len(self.source[:at].encode("utf-8", "surrogatepass"))

    def plain(self) -> None:
        end = self.source.find("<", self.at)
        end = len(self.source) if end < 0 else end
        piece = decode_characters(self.source[self.at : end])
        self.parts.append(piece)
        self.length += utf16_length(piece)
        self.at = end

    def skip_space(self) -> None:
        while self.at < len(self.source) and self.source[self.at] in SPACE:
            self.at += 1

    def take_until(self, stops: str) -> str:
        begin = self.at
        while self.at < len(self.source) and self.source[self.at] not in stops:
            self.at += 1
        return self.source[begin : self.at]

    def start_tag(self) -> None:
        begin = self.at
        self.at += 1
        tag = _small(self.take_until(SPACE + ">"))
        if self.at >= len(self.source):
            raise self.error("Unclosed start tag", begin)
        if tag not in TAGS:
            raise self.error(f'Unsupported start tag "{tag}"', begin)
        attributes = self.attributes(tag, begin)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise self.error('Tag "span" must have class "tg-spoiler"', begin)
        self.open.append(_Open(tag, begin, self.length, attributes, len(self.parts)))

    def attributes(self, tag: str, begin: int) -> dict[str, str]:
        found: dict[str, str] = {}
        while True:
            self.skip_space()
            if self.source.startswith(">", self.at):
                self.at += 1
                return found
            name = self.take_until(SPACE + "=>/\"'")
            if not name:
                raise self.error(f'Empty attribute name in the tag "{tag}"', begin)
            self.skip_space()
            value = ""
            if self.source.startswith("=", self.at):
                self.at += 1
                self.skip_space()
                if self.at < len(self.source):
                    value = self.attribute_value(begin)
            if self.at >= len(self.source):
                raise self.error(f'Unclosed start tag "{tag}"', begin)
            found.setdefault(_small(name), value)

    def attribute_value(self, begin: int) -> str:
        quote = self.source[self.at]
        if quote in "\"'":
            self.at += 1
            value = decode_characters(self.take_until(quote))
            self.at += 1
        else:
            token = self.at
            value = _small(self.take_until(SPACE + ">"))
            if not re.fullmatch(r"[a-z0-9.-]*", value):
                raise self.error("Unexpected end of name token", token)
        if self.at >= len(self.source):
            raise self.error("Unclosed start tag", begin)
        return value

    def end_tag(self) -> None:
        begin = self.at
        if not self.open:
            raise self.error("Unexpected end tag", begin)
        self.at += 2
        tag = _small(self.take_until(SPACE + ">"))
        self.skip_space()
        if not self.source.startswith(">", self.at):
            raise self.error("Unclosed end tag", begin)
        self.at += 1
        opened = self.open[-1]
        if tag and tag != opened.tag:
            offset = self.byte(begin)
            raise self.error(f'Unmatched end tag at byte offset {offset}, expected "</{opened.tag}>", found "</{tag}>"')
        self.open.pop()
        self.close(opened)

    def close(self, opened: _Open) -> None:
        length = self.length - opened.offset
        inner = "".join(self.parts[opened.parts :])
        if length:
            entity = self.meaning(opened, inner)
            if entity:
                self.entities.append({"type": entity.pop("type"), "offset": opened.offset, "length": length, **entity})

    def meaning(self, opened: _Open, inner: str) -> Entity | None:
        """What a closed tag says about the text in it, without the place; None for a tag that says nothing."""
        tag, attributes = opened.tag, opened.attributes
        if tag in STYLES:
            return {"type": STYLES[tag]}
        if tag == "a":
            return _link(attributes.get("href") or inner)
        if tag == "blockquote":
            return {"type": "expandable_blockquote" if "expandable" in attributes else "blockquote"}
        if tag == "tg-emoji":
            return self.emoji(attributes.get("emoji-id", ""))
        if tag == "tg-time":
            return self.time(attributes.get("unix", ""), attributes.get("format", ""))
        return self.code(opened, attributes.get("class", ""))

    def emoji(self, identifier: str) -> Entity:
        if not identifier.isdecimal() or not int(identifier):
            raise self.error("Invalid custom emoji identifier specified")
        return {"type": "custom_emoji", "custom_emoji_id": identifier}

    def time(self, unix: str, form: str) -> Entity | None:
        digits = re.match(r"[0-9]*", unix)
        seconds = int(digits[0]) if digits and digits[0] else 0
        if not _TIME_FORMAT.fullmatch(form):
            raise self.error("Invalid date format used")
        if not seconds:
            return None
        return {"type": "date_time", "unix_time": seconds, **({"date_time_format": form} if form else {})}

    def code(self, opened: _Open, style: str) -> Entity | None:
        """`pre` and `code`; a language is given by a `code` that fills a `pre` exactly."""
        language = style.removeprefix("language-") if style.startswith("language-") else ""
        inner = self.entities[-1] if self.entities else None
        fills = inner and inner["offset"] == opened.offset and inner["length"] == self.length - opened.offset
        if opened.tag == "pre":
            if inner and fills and inner["type"] == "code" and "language" in inner:
                self.entities.pop()
                return {"type": "pre", "language": inner["language"]}
            return {"type": "pre"}
        return {"type": "code", **({"language": language} if language and self._inside("pre") else {})}

    def _inside(self, tag: str) -> bool:
        return any(opened.tag == tag for opened in self.open)


def _small(text: str) -> str:
    """Latin letters without accents in their small form, everything else as it is."""
    return "".join(character.lower() if character.isascii() else character for character in text)


def decode_characters(text: str) -> str:
    """Replace the four named and the numeric character references; anything else stays as it is."""

    def one(match: re.Match[str]) -> str:
        hexadecimal, decimal, name = match.groups()
        if name:
            return NAMED.get(name, match[0])
        digits = hexadecimal or decimal
        code = int(digits, 16 if hexadecimal else 10) if len(digits) < 12 else 0
        return chr(code) if 0 < code < 0x10FFFF else match[0]

    return _CHARACTER.sub(one, text)


def _link(target: str) -> Entity | None:
    mention = re.fullmatch(r"tg:(?://)?user\?id=([1-9][0-9]*)", target)
    if mention:
        return {"type": "text_mention", "user_id": int(mention[1])}
    url = web_address(target)
    return {"type": "text_link", "url": url} if url else None
