"""An update as it comes from Telegram, fetched or brought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from telegram import Bot, Update

_LOOKED_AT = ("message_id", "date", "chat", "message_thread_id", "is_topic_message")
"""Of a message whose button was pressed."""

_MOST = 2**53
"""No number of Telegram's has more significant bits than 52 (Bot API, ``Chat``)."""


@dataclass(frozen=True)
class _Shape:
    """What stands in an object, as far as handlers look at it: types, shapes, or lists of one."""

    always: Mapping[str, Any]
    perhaps: Mapping[str, Any]


_USER = _Shape(
    {"id": int, "is_bot": bool, "first_name": str}, {"last_name": str, "username": str, "language_code": str}
)
_CHAT = _Shape({"id": int, "type": str}, {"title": str})
_BUTTON = _Shape({}, {"callback_data": str})
_WRITTEN: dict[str, Any] = {
    "from": _USER,
    "sender_chat": _CHAT,
    "text": str,
    "entities": [_Shape({"type": str, "offset": int, "length": int}, {"user": _USER})],
    "message_thread_id": int,
    "is_topic_message": bool,
    "left_chat_member": _USER,
    "migrate_to_chat_id": int,
    "migrate_from_chat_id": int,
    "reply_markup": _Shape({"inline_keyboard": [[_BUTTON]]}, {}),
}
_MESSAGE = _Shape({"message_id": int, "date": int, "chat": _CHAT}, _WRITTEN)
_WRITTEN["reply_to_message"] = _MESSAGE
_MEMBER = _Shape(
    {"status": str, "user": _USER}, {"is_member": bool, "can_send_messages": bool, "can_manage_topics": bool}
)
_CHANGE = _Shape({"chat": _CHAT, "from": _USER, "old_chat_member": _MEMBER, "new_chat_member": _MEMBER}, {})
_UPDATE = _Shape(
    {"update_id": int},
    {
        "message": _MESSAGE,
        "edited_message": _MESSAGE,
        "channel_post": _MESSAGE,
        "edited_channel_post": _MESSAGE,
        "callback_query": _Shape({"id": str, "from": _USER}, {"data": str, "message": _MESSAGE}),
        "inline_query": _Shape({"id": str, "from": _USER, "query": str}, {}),
        "my_chat_member": _CHANGE,
        "chat_member": _CHANGE,
    },
)


def read(raw: dict[str, Any], bot: Bot) -> Update:
    """The update. One by one, so that one that is malformed holds up no other; raises whatever that leads to.

    What handlers look at is what the Bot API says it is. Text can be kept: what is no Unicode in it, and the character
    0, which PostgreSQL refuses, are replaced.
    """
    trimmed = _trimmed(raw)
    _check(trimmed, _UPDATE)
    return Update.de_json(trimmed, bot)


def _trimmed(raw: dict[str, Any]) -> dict[str, Any]:
    """The update with only that of a pressed message which handlers look at: where it stands, and the pressed button if
    it hangs there. Reading a board with its texts and buttons costs a twelfth of a press.
    """
    query = raw.get("callback_query")
    if not isinstance(query, dict) or not isinstance(message := query.get("message"), dict):
        return raw
    kept = {name: message[name] for name in _LOOKED_AT if name in message}
    data = query.get("data")
    pressed = [b for row in _keyboard(message) for b in row if data is not None and b.get("callback_data") == data]
    if pressed:
        kept["reply_markup"] = {"inline_keyboard": [pressed]}
    return {**raw, "callback_query": {**query, "message": kept}}


def _keyboard(message: dict[str, Any]) -> list[list[dict[str, Any]]]:
    keyboard: list[list[dict[str, Any]]] = (message.get("reply_markup") or {}).get("inline_keyboard") or []
    return keyboard


def _check(value: dict[str, Any], shape: _Shape) -> None:
    """Raises TypeError or ValueError where it is something else; mends texts."""
    for name, wanted in shape.always.items():
        if value.get(name) is None:
            raise ValueError(f"no {name}")
        value[name] = _checked(value[name], wanted)
    for name in value.keys() & shape.perhaps.keys():
        if value[name] is not None:
            value[name] = _checked(value[name], shape.perhaps[name])


def _checked(value: Any, wanted: Any) -> Any:
    kind: Any = dict if isinstance(wanted, _Shape) else list if isinstance(wanted, list) else wanted
    if type(value) is not kind:
        raise TypeError(f"{type(value).__name__}, not {kind.__name__}")
    if kind is str:
        return value if value.isascii() and "\0" not in value else _kept(value)
    if kind is int and abs(value) >= _MOST:
        raise ValueError("a number that is too great")
    if kind is list:
        return [_checked(one, wanted[0]) for one in value]
    if kind is dict:
        _check(value, wanted)
    return value


def _kept(text: str) -> str:
    """The text with nothing in it that no database keeps."""
    return text.encode(errors="replace").decode().replace("\0", "?")
