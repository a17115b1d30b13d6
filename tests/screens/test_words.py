"""Four languages, complete and equal (product, Words)."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from playground.entities import parse_html
from tgbot.languages import LANGUAGES, nearest
from tgbot.words import words

TGBOT = Path(__file__).parents[2] / "tgbot"
SPOKEN_BY = {"say": None, "plain": None, "many": (1, 2), "plain_many": (1, 2), "spoken": None}
TRANSLATED = sorted(LANGUAGES.keys() - {"en"})
SIGNS = "🔵⚪💣🟫🕵🦹✂🗣🎴📜👑🤖⏰⏳🔐🚫✅🍀🍊🌸⭐💎🍒🎨🎭🎲❗⚠💥🗄🎩🩺🔫🩸🔎🗂⚔🚔☠🏠🏚🚓📰🌃🏁🏃👣🃏🤝⚖✋♠♥♦♣"
SAME_SOMEWHERE = {
    *(
        "Time Bomb",
        "Time Bomb Evolution",
        "orange",
        "Sherlock",
        "Moriarty",
        "{n} h",
        "{n} min",
        "{n} minutes",
        "⚙️ Options",
        "🌍 Europe",
    ),
    *("✂️ {cutter} → {owner}: {wire}", "{colour}: {effect}"),
    *("Holmes", "Watson", "A K Q J", "Police", "{n} points ⭐"),
}

Key = str | tuple[str, str]


@cache
def in_the_code() -> frozenset[Key]:
    found = extract_from_dir(TGBOT, method_map=[("**.py", "python")], keywords=SPOKEN_BY)
    return frozenset(message if isinstance(message, str) else (message[0], message[1]) for _, _, message, _, _ in found)


@cache
def catalog(language: str) -> Catalog:
    with (TGBOT / "words" / f"{language}.po").open("rb") as source:
        return read_po(source, locale=language, abort_invalid=True)


def messages(language: str) -> list[Message]:
    return [message for message in catalog(language) if message.id]


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def key(message: Message) -> Key:
    return message.id if isinstance(message.id, str) else (message.id[0], message.id[1])


def source(message: Message) -> str:
    """The English text, for numbers the one for many."""
    return message.id if isinstance(message.id, str) else message.id[1]


def every_form(language: str) -> Iterator[tuple[str, str]]:
    for message in messages(language):
        yield from ((source(message), form) for form in forms(message))


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def tags(text: str) -> Counter[str]:
    return Counter(re.findall(r"<[^>]*>", text))


def test_the_code_is_searched_for_what_it_says() -> None:
    assert {"✅ Join", ("{n} hour", "{n} hours"), "👌 Already done."} <= in_the_code()


def literals(call: ast.Call) -> Key | None:
    given = [one.value if isinstance(one, ast.Constant) and isinstance(one.value, str) else None for one in call.args]
    plural = isinstance(call.func, ast.Attribute) and call.func.attr in {"many", "plain_many"}
    if plural:
        return (given[0], given[1]) if given[0] and given[1] else None
    return given[0]


def calls() -> Iterator[tuple[str, Key | None]]:
    for path in sorted(TGBOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case (
                    ast.Call(func=ast.Name(id="say" | "spoken"))
                    | ast.Call(func=ast.Attribute(value=ast.Name(id="say"), attr="plain" | "many" | "plain_many"))
                ):
                    yield f"{path.relative_to(TGBOT)}:{node.lineno}", literals(node)


def test_no_text_escapes_the_search() -> None:
    """Babel does not look into f-strings, nor behind variables; only the tables of answers are spoken from a table."""
    said = list(calls())
    assert {text for _, text in said if text} == in_the_code()
    assert {place.split(":")[0] for place, text in said if text is None} == {"screens/answers.py"}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_and_nothing_else(language: str) -> None:
    translated = {key(message) for message in messages(language)}
    assert sorted(map(str, in_the_code() - translated)) == []
    assert sorted(map(str, translated - in_the_code())) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_empty_doubtful_or_left_over(language: str) -> None:
    assert [message.id for message in messages(language) if not all(forms(message))] == []
    assert [message.id for message in messages(language) if message.fuzzy] == []
    assert not catalog(language).obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_differs_from_english_unless_the_word_is_the_same(language: str) -> None:
    untouched = {english for english, form in every_form(language) if english == form}
    assert untouched <= SAME_SOMEWHERE


def test_no_french_sign_can_stand_alone_at_the_beginning_of_a_line() -> None:
    """Spaces beside high punctuation are kept together (Imprimerie nationale): a narrow one before ; ! and ?."""
    wrong = re.compile(r" [?!;:»]|« |\xa0[?!;]|\u202f[:»]|«\u202f")
    assert [form for _, form in every_form("fr") if wrong.search(form)] == []


def test_no_french_word_that_would_lose_its_vowel_stands_before_what_people_chose_themselves() -> None:
    """*de Ann*, *que Ida*: a name or a title may begin with a vowel. No game's does."""
    chosen = "name|names|title|group|who|other|table|city|owner|candidate|cutter|shooter|target"
    wrong = re.compile(
        rf"\b(?:de|que|jusque|lorsque|puisque|ne|le|la|se|me|te) (?:<\w+>|« ?)*{{(?:{chosen})\b", re.IGNORECASE
    )
    assert [form for _, form in every_form("fr") if wrong.search(form)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_form_fills_in_the_same_fields(language: str) -> None:
    wrong = [form for english, form in every_form(language) if placeholders(form) != placeholders(english)]
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_form_has_the_same_tags_signs_lines_and_ends(language: str) -> None:
    for english, form in every_form(language):
        assert tags(form) == tags(english)
        assert {sign: form.count(sign) for sign in SIGNS} == {sign: english.count(sign) for sign in SIGNS}, form
        assert form.count("\n") == english.count("\n"), form
        assert len(form) - len(form.lstrip()) == len(english) - len(english.lstrip()), form
        assert form == form.rstrip(), form


@pytest.mark.parametrize("language", TRANSLATED)
def test_tags_are_closed_in_order(language: str) -> None:
    for english, form in every_form(language):
        for text in (english, form):
            if "<" in text:
                parse_html(text)


@pytest.mark.parametrize("language", TRANSLATED)
def test_plurals_are_the_languages_own(language: str) -> None:
    """Two forms in French would fall back to English silently: Babel counts three."""
    written = catalog(language)
    proper = Catalog(locale=language)
    assert written.plural_forms == proper.plural_forms
    numbers = [message for message in messages(language) if message.pluralizable]
    assert numbers
    assert {len(forms(message)) for message in numbers} == {proper.num_plurals}


@pytest.mark.parametrize(
    ("language", "n", "said"),
    [
        ("en", 1, "1 day"),
        ("en", 2, "2 days"),
        ("vi", 1, "1 ngày"),
        ("vi", 5, "5 ngày"),
        ("fr", 0, "0 jour"),
        ("fr", 1, "1 jour"),
        ("fr", 2, "2 jours"),
        ("fr", 1_000_000, "1000000 de jours"),
        ("ru", 1, "1 день"),
        ("ru", 3, "3 дня"),
        ("ru", 5, "5 дней"),
        ("ru", 11, "11 дней"),
        ("ru", 21, "21 день"),
        ("ru", 22, "22 дня"),
    ],
)
def test_numbers_are_told_as_people_tell_them(language: str, n: int, said: str) -> None:
    assert words(language).plain_many("{n} day", "{n} days", n) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_filled_in_is_escaped_in_html_and_only_there(language: str) -> None:
    say = words(language)
    assert "&lt;b&gt;{0}&amp;" in say("💭 <b>{name}</b> is thinking…", name="<b>{0}&")
    assert "<b>{0}&" in say.plain("Player {n}", n="<b>{0}&")


@pytest.mark.parametrize(
    ("code", "language"),
    [("fr-CA", "fr"), ("RU", "ru"), ("vi", "vi"), ("en-GB", "en"), ("de", None), ("", None), (None, None)],
)
def test_the_nearest_language_of_a_telegram_app(code: str | None, language: str | None) -> None:
    assert nearest(code) == language


def test_an_unknown_language_is_english() -> None:
    assert words("tlh").plain("✅ Join") == "✅ Join"
