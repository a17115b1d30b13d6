"""TDLib's own parser, the one in Telegram's server, as a judge of texts; its answers in the Bot API's words."""

import importlib.util
import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
INSTALLED = importlib.util.find_spec("tdjson") is not None

needed = pytest.mark.skipif(
    not INSTALLED, reason="tdjson is not installed (it is not built for every platform): TDLib judges no text here"
)

KINDS = {
    "Bold": "bold",
    "Italic": "italic",
    "Underline": "underline",
    "Strikethrough": "strikethrough",
    "Spoiler": "spoiler",
    "Code": "code",
    "Pre": "pre",
    "PreCode": "pre",
    "BlockQuote": "blockquote",
    "ExpandableBlockQuote": "expandable_blockquote",
    "TextUrl": "text_link",
    "MentionName": "text_mention",
    "CustomEmoji": "custom_emoji",
    "DateTime": "date_time",
    "Url": "url",
    "Mention": "mention",
    "BotCommand": "bot_command",
    "Hashtag": "hashtag",
    "Cashtag": "cashtag",
    "EmailAddress": "email",
    "PhoneNumber": "phone_number",
    "BankCardNumber": "bank_card_number",
}
Entity = dict[str, Any]
PARTS = {"None": "", "Short": "dt", "Long": "DT"}


def should_be_installed() -> bool:
    """Whether continuous integration runs on a platform for which the project asks for tdjson."""
    wanted = [Requirement(line) for line in PROJECT["dependency-groups"]["dev"] if line.startswith("tdjson")]
    assert wanted
    here = all(one.marker is None or one.marker.evaluate() for one in wanted)
    return here and os.environ.get("CI", "").lower() == "true"


class Refused(Exception):
    """TDLib's word on a text that it does not take."""


def execute(request: dict[str, Any]) -> dict[str, Any]:
    """Ask TDLib. Raises Refused."""
    import tdjson  # noqa: PLC0415 (where it is not installed the rest of this file still tells so)

    tdjson.td_execute(b'{"@type": "setLogVerbosityLevel", "new_verbosity_level": 0}')
    said = tdjson.td_execute(json.dumps(request).encode())
    assert said is not None
    answer: dict[str, Any] = json.loads(said)
    if answer["@type"] == "error":
        raise Refused(answer["message"])
    return answer


def parse_html(source: str) -> tuple[str, list[Entity]]:
    """The text and the entities of HTML. Raises Refused."""
    mode = {"@type": "textParseModeHTML"}
    answer = execute({"@type": "parseTextEntities", "text": source, "parse_mode": mode})
    return answer["text"], [_entity(entity) for entity in answer["entities"]]


def found(text: str) -> list[Entity]:
    """What Telegram finds in a text by itself; times of day, which the Bot API does not tell of, left out."""
    entities = execute({"@type": "getTextEntities", "text": text})["entities"]
    return [_entity(entity) for entity in entities if entity["type"]["@type"] != "textEntityTypeMediaTimestamp"]


def nested(text: str, entities: list[Entity]) -> list[Entity]:
    """What Telegram makes of the entities of a text without Markdown in it."""
    names = {kind: name for name, kind in reversed(KINDS.items())}

    def told(entity: dict[str, Any]) -> dict[str, Any]:
        kind = {"@type": f"textEntityType{names[entity['type']]}"} | ({"url": entity["url"]} if "url" in entity else {})
        return {"@type": "textEntity", "offset": entity["offset"], "length": entity["length"], "type": kind}

    given = {"@type": "formattedText", "text": text, "entities": list(map(told, entities))}
    return [_entity(entity) for entity in execute({"@type": "parseMarkdown", "text": given})["entities"]]


def _entity(entity: dict[str, Any]) -> dict[str, Any]:
    kind = dict(entity["type"])
    name = kind.pop("@type").removeprefix("textEntityType")
    said = {"type": KINDS[name], "offset": entity["offset"], "length": entity["length"]}
    form = _date_format(kind.pop("formatting_type", None))
    return said | kind | ({"date_time_format": form} if form else {})


def _date_format(told: dict[str, Any] | None) -> str:
    """How a date is shown, in the letters of the Bot API."""
    if told is None:
        return ""
    if told["@type"] == "dateTimeFormattingTypeRelative":
        return "r"
    date, time = (
        PARTS[told[f"{name}_precision"]["@type"].removeprefix("dateTimePartPrecision")] for name in ("date", "time")
    )
    return ("w" if told["show_day_of_week"] else "") + date[:1] + time[1:]
