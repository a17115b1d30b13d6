"""HTML to entities. The expected values were measured with TDLib 1.8.69, the parser of Telegram's own server."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.entities import parse_html, utf16_length
from playground.errors import ApiError
from playground.texts import formatted, piece

LONE_SURROGATE = (
    "Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units"
)


def one(kind: str, length: int = 1, offset: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": kind, "offset": offset, "length": length, **more}


CUT_BY_A_LINK = [one("bold"), one("text_link", 1, 1, url="http://t.me/x"), one("bold", 1, 1), one("bold", 1, 2)]


@pytest.mark.parametrize(
    ("html", "error"),
    [
        ("<b>oops", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<b>a<i>b</b></i>", 'Unmatched end tag at byte offset 8, expected "</i>", found "</b>"'),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("é < b", 'Unsupported start tag "" at byte offset 3'),
        ("<foo>x</foo>", 'Unsupported start tag "foo" at byte offset 0'),
        ("<br>", 'Unsupported start tag "br" at byte offset 0'),
        ("<b/>", 'Unsupported start tag "b/" at byte offset 0'),
        ("</b>", "Unexpected end tag at byte offset 0"),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("<b ", 'Empty attribute name in the tag "b" at byte offset 0'),
        ("<b foo", 'Unclosed start tag "b" at byte offset 0'),
        ("<b foo=", 'Unclosed start tag "b" at byte offset 0'),
        ('<b foo="x', "Unclosed start tag at byte offset 0"),
        ("<b foo=x/y>a</b>", "Unexpected end of name token at byte offset 7"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<b>x</b x>", "Unclosed end tag at byte offset 4"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("<tg-emoji>x</tg-emoji>", "Invalid custom emoji identifier specified"),
        ('<tg-time unix="1700000000" format="q">x</tg-time>', "Invalid date format used"),
        ("&#xD800;", LONE_SURROGATE),
    ],
)
def test_wrong_html_is_refused_with_telegrams_words(html: str, error: str) -> None:
    with pytest.raises(ApiError) as refused:
        parse_html(html)
    assert (refused.value.code, refused.value.description) == (400, f"Bad Request: can't parse entities: {error}")


@pytest.mark.parametrize(
    ("html", "text", "entities"),
    [
        ("<b>x</b><strong>y</strong>", "xy", [one("bold"), one("bold", offset=1)]),
        ("<i>x</i><em>y</em>", "xy", [one("italic"), one("italic", offset=1)]),
        ("<u>x</u><ins>y</ins>", "xy", [one("underline"), one("underline", offset=1)]),
        ("<s>x</s><del>y</del>", "xy", [one("strikethrough"), one("strikethrough", offset=1)]),
        ("<strike>x</strike>", "x", [one("strikethrough")]),
        ('<span class="tg-spoiler">x</span>', "x", [one("spoiler")]),
        ("<tg-spoiler>x</tg-spoiler>", "x", [one("spoiler")]),
        ("<code>x</code>", "x", [one("code")]),
        ("<pre>x</pre>", "x", [one("pre")]),
        ('<pre><code class="language-py">x</code></pre>', "x", [one("pre", language="py")]),
        ('<code class="language-py">x</code>', "x", [one("code")]),
        ("<blockquote>x</blockquote>", "x", [one("blockquote")]),
        ("<blockquote expandable>x</blockquote>", "x", [one("expandable_blockquote")]),
        ('<a href="x.com">y</a>', "y", [one("text_link", url="http://x.com/")]),
        ("<a href='https://t.me/B?start=a&amp;b'>y</a>", "y", [one("text_link", url="https://t.me/B?start=a&b")]),
        ("<a href=''>x.com</a>", "x.com", [one("text_link", 5, url="http://x.com/")]),
        ('<a href="tg://user?id=12">y</a>', "y", [one("text_mention", user_id=12)]),
        ('<a href="javascript:x">y</a>', "y", []),
        ('<tg-emoji emoji-id="536">👍</tg-emoji>', "👍", [one("custom_emoji", 2, custom_emoji_id="536")]),
        (
            '<tg-time unix="1700000000" format="r">soon</tg-time>',
            "soon",
            [one("date_time", 4, unix_time=1700000000, date_time_format="r")],
        ),
        ('<tg-time unix="1700000000">soon</tg-time>', "soon", [one("date_time", 4, unix_time=1700000000)]),
        ('<tg-time unix="x">soon</tg-time>', "soon", []),
        ("👍<b>é👍</b>", "👍é👍", [one("bold", 3, 2)]),
        ("<b>a<i>b</i>c</b>", "abc", [one("bold", 3), one("italic", 1, 1)]),
        ("<B>x</b >", "x", [one("bold")]),
        ("<b>x</>", "x", [one("bold")]),
        ("<b></b>x", "x", []),
        ("&lt;&gt;&amp;&quot;&#39;&#x41;&lt", "<>&\"'A<", []),
        ("&apos;&nbsp;&foo; & &#0;", "&apos;&nbsp;&foo; & &#0;", []),
    ],
)
def test_html_becomes_text_and_entities(html: str, text: str, entities: list[Any]) -> None:
    assert parse_html(html) == (text, entities)


@pytest.mark.parametrize(
    ("html", "text", "entities"),
    [
        (" <b> a </b> ", " a", [one("bold", 2)]),
        (" a <b>b</b> ", "a b", [one("bold", 1, 2)]),
        ("<b>a<a href='t.me/x'>b</a>c</b>", "abc", CUT_BY_A_LINK),
        ("<b>a t.me/x</b>", "a t.me/x", [one("bold", 2), one("url", 6, 2), one("bold", 6, 2)]),
        ("<b>a<i>b</i>c</b>", "abc", [one("bold"), one("bold", 2, 1), one("italic", 1, 1)]),
        ("<b>a<code>b</code>c</b>", "abc", [one("bold"), one("code", 1, 1), one("bold", 1, 2)]),
        ("<b>a</b><b>b</b>", "ab", [one("bold", 2)]),
        ("<b><b>x</b>y</b>", "xy", [one("bold", 2)]),
        ("a<b> </b>b", "a b", []),
        ("<code><b>x</b></code>", "x", [one("code")]),
        ("<blockquote>a<blockquote>b</blockquote></blockquote>", "ab", [one("blockquote", 2)]),
    ],
)
def test_a_message_keeps_trimmed_joined_and_allowed_entities(html: str, text: str, entities: list[Any]) -> None:
    assert formatted(html, "HTML") == (text, entities)


@pytest.mark.parametrize(
    ("text", "kind", "covered"),
    [
        ("/start", "bot_command", "/start"),
        ("/start@TestPlayBot x", "bot_command", "/start@TestPlayBot"),
        ("👍 /foo bar", "bot_command", "/foo"),
        ("(/x)", "bot_command", "/x"),
        ("hi @botname!", "mention", "@botname"),
        ("see example.com, too", "url", "example.com"),
        ("http://a.b/c?d=1.", "url", "http://a.b/c?d=1"),
        ("#tag", "hashtag", "#tag"),
    ],
)
def test_telegram_finds_commands_mentions_addresses_and_hashtags(text: str, kind: str, covered: str) -> None:
    (entity,) = formatted(text, "")[1]
    assert (entity["type"], piece(text, entity)) == (kind, covered)


@pytest.mark.parametrize("text", ["a/foo", "//x", "/x@bo", "@abc", "1.2", "a@example", "<code>/x</code>"])
def test_telegram_finds_nothing_in(text: str) -> None:
    assert [entity for entity in formatted(text, "HTML")[1] if entity["type"] != "code"] == []


def test_entities_are_given_without_a_parse_mode_too() -> None:
    given_entities = [
        one("bold", 2, 1),
        one("bold", 0, 3),
        one("italic", 0, 4),
        {"type": "of_2031", "offset": 0, "length": 1},
    ]
    assert formatted("abcd ", "", given_entities) == ("abcd", [one("bold", 2, 1)])


@pytest.mark.parametrize(
    ("entity", "error"),
    [
        (one("bold", 3, 2), "entity beginning at UTF-16 offset 2 ends after the end of the text at UTF-16 offset 4"),
        (one("bold", 3, -2), "receive an entity with incorrect negative offset -2"),
    ],
)
def test_entities_outside_of_the_text_are_refused(entity: dict[str, Any], error: str) -> None:
    with pytest.raises(ApiError) as refused:
        formatted("abcd", "", [entity])
    assert refused.value.description == f"Bad Request: {error}"


@pytest.mark.parametrize("entities", [[5], [{"type": "bold"}], [{"type": "bold", "offset": "0", "length": 1}]])
def test_misshapen_entities_are_refused(entities: list[Any]) -> None:
    with pytest.raises(ApiError, match="can't parse entities"):
        formatted("x", "", entities)


def test_a_message_has_at_most_100_entities() -> None:
    assert len(formatted("<b>a</b> " * 120, "HTML")[1]) == 100


@pytest.mark.parametrize("mode", ["MarkdownV2", "Markdown", "XML"])
def test_other_parse_modes_are_refused_plainly(mode: str) -> None:
    with pytest.raises(ApiError, match="parse_mode"):
        formatted("x", mode)


@given(st.text(st.sampled_from("<>/=\"' &;abiué👍\n#0")) | st.text())
def test_any_text_is_parsed_or_refused_and_entities_stay_inside(source: str) -> None:
    try:
        text, entities = formatted(source, "HTML")
    except ApiError as refused:
        text, entities = refused.description.removeprefix("Bad Request: can't parse entities: "), []
        assert text[0].isupper()
    length = utf16_length(text)
    assert all(0 <= e["offset"] < e["offset"] + e["length"] <= length for e in entities)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_escaped_text_comes_back_as_it_was(text: str) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert parse_html(f"<b>{escaped}</b>") == (text, [one("bold", utf16_length(text))] if text else [])
