"""What the Bot API accepts of a screen (product, Limits the bot respects), judged by the playground's own parser."""

from __future__ import annotations

import json
from itertools import chain
from typing import Any

from playground.entities import parse_html, utf16_length
from tgbot import button
from tgbot.screens.screen import Button, Screen, length


def plain(screen: Screen) -> str:
    """The text as people read it."""
    return parse_html(screen.text)[0]


def check(screen: Screen) -> None:
    """The screen is accepted by Telegram and its buttons by us."""
    text = plain(screen)
    assert text.strip()
    assert utf16_length(text) == length(screen.text) <= 4096
    caption = parse_html(screen.caption)[0]
    assert caption.strip() or not screen.caption
    assert utf16_length(caption) == length(screen.caption) <= 1024
    buttons = list(chain.from_iterable(screen.keyboard))
    assert len(buttons) <= 100
    assert all(0 < len(row) <= 8 for row in screen.keyboard)
    assert len(json.dumps({"inline_keyboard": [list(map(_sent, row)) for row in screen.keyboard]})) <= 10_000
    for one in buttons:
        assert one.label.strip()
        assert [one.data, one.url, one.share].count(None) == 2
        if one.data is not None:
            assert len(one.data.encode()) <= 64
            assert button.read(one.data) is not None


def _sent(one: Button) -> dict[str, Any]:
    share = {"query": one.share, "allow_group_chats": True, "allow_user_chats": True} if one.share else None
    fields = {
        "text": one.label,
        "callback_data": one.data,
        "url": one.url,
        "switch_inline_query_chosen_chat": share,
        "style": one.style,
    }
    return {name: value for name, value in fields.items() if value is not None}
