"""Reply markup: what of it Telegram takes, and how it is said back.

Source: Bot API, InlineKeyboardMarkup and InlineKeyboardButton.
"""

import json
from collections.abc import Iterator
from typing import Any

from playground.errors import bad_request
from playground.limits import MAX_BUTTONS, MAX_CALLBACK_DATA, MAX_MARKUP_BYTES, MAX_ROW
from playground.links import START_PAYLOAD, deep_link, web_address

Markup = dict[str, Any]
Button = dict[str, Any]

ACTIONS = (
    "url",
    "callback_data",
    "web_app",
    "login_url",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
    "callback_game",
    "pay",
    "disabled",
)
STYLES = ("primary", "success", "danger")
OTHER_KINDS = ("keyboard", "remove_keyboard", "force_reply")


def inline_keyboard(markup: Any, bot_username: str) -> Markup | None:
    """The inline keyboard of a message; None for no markup, for the other kinds of it and for an empty one.

    Raises ApiError 400 for everything Telegram would refuse.
    """
    if markup is None:
        return None
    if not isinstance(markup, dict):
        raise bad_request("object expected as reply markup")
    if "inline_keyboard" not in markup:
        return None
    rows = markup["inline_keyboard"]
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request('field "inline_keyboard" of the InlineKeyboardMarkup should be an Array of Arrays')
    checked = [[_button(button, bot_username) for button in row] for row in rows if row]
    if not checked:
        return None
    if sum(map(len, checked)) > MAX_BUTTONS or max(map(len, checked)) > MAX_ROW:
        raise bad_request("reply markup is too long")
    keyboard = {"inline_keyboard": checked}
    if len(json.dumps(keyboard, ensure_ascii=False, separators=(",", ":")).encode()) > MAX_MARKUP_BYTES:
        raise bad_request("reply markup is too long")
    return keyboard


def buttons(markup: Markup | None) -> Iterator[Button]:
    """The buttons of a keyboard in reading order."""
    for row in (markup or {}).get("inline_keyboard", ()):
        yield from row


def _button(button: Any, bot_username: str) -> Button:
    if not isinstance(button, dict):
        raise bad_request("can't parse inline keyboard button: an Object expected")
    text = button.get("text")
    if not isinstance(text, str):
        raise bad_request("can't parse inline keyboard button: Can't find field \"text\"")
    if not text.strip():
        raise bad_request("inline keyboard button text must be non-empty")
    style = button.get("style")
    if style is not None and style not in STYLES:
        raise bad_request("can't parse inline keyboard button: invalid button style specified")
    actions = [name for name in ACTIONS if button.get(name) is not None and button.get(name) is not False]
    if not actions:
        raise bad_request("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if len(actions) > 1:
        raise bad_request(
            f"can't parse inline keyboard button: only one action is allowed, found {' and '.join(actions)}"
        )
    looks = {name: button[name] for name in ("text", "icon_custom_emoji_id", "style") if button.get(name) is not None}
    return looks | _action(actions[0], button[actions[0]], bot_username)


def _action(name: str, value: Any, bot_username: str) -> Button:
    """The action in the form in which it is said back."""
    if name == "callback_data":
        if not isinstance(value, str) or not 1 <= len(value.encode("utf-8", "surrogatepass")) <= MAX_CALLBACK_DATA:
            raise bad_request("BUTTON_DATA_INVALID")
    elif name == "url":
        return {"url": _url(value, bot_username)}
    elif name in ("switch_inline_query", "switch_inline_query_current_chat"):
        if not isinstance(value, str):
            raise bad_request(f'can\'t parse inline keyboard button: Field "{name}" must be of type String')
    elif name == "copy_text":
        text = value.get("text") if isinstance(value, dict) else None
        if not isinstance(text, str) or not 1 <= len(text) <= 256:
            raise bad_request("BUTTON_COPY_TEXT_INVALID")
    elif name != "pay" and not isinstance(value, dict):
        raise bad_request(f'can\'t parse inline keyboard button: Field "{name}" must be of type Object')
    return {name: value}


def _url(value: Any, bot_username: str) -> str:
    if not isinstance(value, str):
        raise bad_request('can\'t parse inline keyboard button: Field "url" must be of type String')
    address = web_address(value)
    if address is None:
        raise bad_request(f"inline keyboard button URL '{value}' is invalid: Wrong HTTP URL")
    for name, payload in (deep_link(address, bot_username) or {}).items():
        if name in ("start", "startgroup") and not START_PAYLOAD.fullmatch(payload):
            raise bad_request("BUTTON_URL_INVALID")
    return address
