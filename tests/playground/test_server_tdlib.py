"""TDLib's own parser judges the server's, on whatever comes up and on every text our bot sends."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from playground.entities import parse_html, utf16_length
from playground.errors import ApiError
from playground.nesting import CODE, QUOTES, STYLES, nested
from playground.texts import found
from tests.playground import tdlib

PIECES = st.sampled_from(
    [
        *(f"<{tag}>" for tag in ("b", "i", "u", "s", "code", "pre", "blockquote", "tg-spoiler", "a", "B", "foo", "")),
        *(f"</{tag}>" for tag in ("b", "i", "u", "s", "code", "pre", "blockquote", "tg-spoiler", "a", "B", "foo", "")),
        '<a href="https://example.com/?a=b&amp;c">',
        "<a href='tg://user?id=12'>",
        '<a href="javascript:x">',
        "<a href=t.me>",
        '<tg-time unix="1700000000" format="r">',
        '<tg-time unix="1700000000" format="wDT">',
        '<tg-time unix="1700000000">',
        '<tg-time unix="x" format="q">',
        "</tg-time>",
        '<tg-emoji emoji-id="5368324170671202286">',
        "</tg-emoji>",
        '<span class="tg-spoiler">',
        "<span>",
        "</span>",
        "<blockquote expandable>",
        '<code class="language-py">',
        "<b",
        "</b",
        "&lt;",
        "&amp",
        "&quot;",
        "&nbsp;",
        "&#39;",
        "&#x1F600;",
        "&#xD83D;",
        "&#0;",
        "&#99999999;",
        "<",
        ">",
        "&",
        '"',
        "é",
        "ж",
        "👍🏽",
        "\u2068Ann\u2069",
        " ",
        "\n",
        "x",
    ]
)


def test_tdlib_judges_in_continuous_integration_wherever_it_is_built() -> None:
    assert tdlib.INSTALLED or not tdlib.should_be_installed()


def ours(source: str) -> Any:
    """What the server makes of HTML: text and entities, or the word with which it refuses it."""
    try:
        text, entities = parse_html(source)
    except ApiError as refused:
        return refused.description.removeprefix("Bad Request: can't parse entities: ")
    return text, sorted(map(_comparable, entities), key=repr)


def theirs(source: str) -> Any:
    """What TDLib makes of it."""
    try:
        text, entities = tdlib.parse_html(source)
    except tdlib.Refused as refused:
        return str(refused).removeprefix("Can't parse entities: ")
    return text, sorted(map(_comparable, entities), key=repr)


def _comparable(entity: dict[str, Any]) -> dict[str, Any]:
    """An entity in which the letters of a date's format stand in one order."""
    letters = entity.get("date_time_format")
    said = {**entity, "date_time_format": "r" if letters == "R" else letters} if letters else entity
    return dict(sorted(said.items()))


@tdlib.needed
@settings(max_examples=600)
@given(st.lists(PIECES, max_size=12).map("".join) | st.lists(PIECES | st.text(max_size=3), max_size=6).map("".join))
@example("<b>a<i>b</b></i>")
@example("a < b")
@example("<À<B>")
def test_html_is_read_and_refused_as_tdlib_does(source: str) -> None:
    if "\0" not in source and not any("\ud800" <= character <= "\udfff" for character in source):
        assert ours(source) == theirs(source)


ENTITIES = st.builds(
    lambda kind, offset, length: {
        "type": kind,
        "offset": offset,
        "length": min(length, 10 - offset),
        **({"url": "http://t.me/x"} if kind == "text_link" else {}),
    },
    st.sampled_from(sorted({*STYLES, *QUOTES, *CODE, "text_link"})),
    st.integers(0, 9),
    st.integers(1, 10),
)


@tdlib.needed
@settings(max_examples=600)
@given(st.lists(ENTITIES, max_size=6))
def test_entities_that_overlap_are_cut_as_tdlib_does(entities: list[dict[str, Any]]) -> None:
    assert nested(entities) == tdlib.nested("abcdefghij", entities)


@tdlib.needed
@pytest.mark.parametrize(
    "text",
    [
        "see t.me/x, example.com/?a=b#c and https://a.example.org:8443/path_(x)",
        "/play@TestPlayBot /help, (/rules) a/b //c /заново",
        '#_ #1_ #é #a·b @gif @abcd@efgh @1abc @abcd.x /x@abc "/x" /ab-c </x> /x,y',
        "@durov, @ab @abcd (@TestPlayBot) a@b",
        "#tag #ж #123 #a1 a#b ##c #d#e",
        "/#x &#y .#z (#w) #_ #1_ #a_1# x",
        "(t.me/x) [t.me/x] t.me/x/(y)z) t.me/x'y t.me/x! t.me, t.me. t.me/? https://t.me/x`",
        "1.2 3.14 v1.0 Bảo.Ngọc J.R.R. Tolkien a.b",
    ],
)
def test_what_telegram_finds_by_itself_is_found(text: str) -> None:
    here = sorted(found(text), key=lambda entity: entity["offset"])
    assert here == tdlib.found(text)
    assert all(entity["offset"] + entity["length"] <= utf16_length(text) for entity in here)
