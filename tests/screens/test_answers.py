"""Every press is answered in at most 200 UTF-16 units (case C53), in every language."""

from __future__ import annotations

import pytest

from core.catalog import CATALOG
from playground.entities import utf16_length
from tests.screens.matches import PLAYED, table, waiting
from tgbot.languages import LANGUAGES
from tgbot.refusals import Code
from tgbot.screens import SCREENS
from tgbot.screens.texts import Answer, answer, commands, expired, invite_description, invite_title, no_invites, refusal
from tgbot.words import words

WORST = "שׁ\u05b8" * 3 + "👍🏽" * 40
FIELDS = {"name": WORST, "title": WORST, "n": 8, "moves": 450, "place": "table.dealt[3][7].colours[5][0]"}
NASTY = "<b>&amp;{name}%s"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", Code)
def test_every_refusal_has_words(code: Code, language: str) -> None:
    said = refusal(code, FIELDS, words(language))
    assert 5 < utf16_length(said) <= 200
    assert "{" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", Answer)
def test_every_answer_has_words(name: Answer, language: str) -> None:
    said = answer(name, words(language), **FIELDS)
    assert 5 < utf16_length(said) <= 200
    assert "{" not in said


@pytest.mark.parametrize(
    ("code", "field"),
    [
        (Code.NOT_YOUR_TURN, "name"),
        (Code.NO_WIRE_LEFT, "name"),
        (Code.ONLY_AT, "name"),
        (Code.NOT_HOST, "name"),
        (Code.NOT_MEMBER, "title"),
        (Code.MEMBERSHIP_UNKNOWN, "title"),
        (Code.RIGHTS_UNKNOWN, "title"),
        (Code.HUSHED, "title"),
        (Code.NOT_ABSENT, "name"),
    ],
)
def test_a_refusal_names_names_literally(code: Code, field: str) -> None:
    """Case C48: an alert is plain text, nothing is escaped in it."""
    assert NASTY in refusal(code, {field: NASTY}, words("en"))


@pytest.mark.parametrize(("code", "n"), [(Code.FULL, 8), (Code.TOO_FEW, 2), (Code.WRONG_OPTIONS, 5)])
def test_a_refusal_names_numbers(code: Code, n: int) -> None:
    assert str(n) in refusal(code, {"n": n}, words("en"))


def test_codes_without_fields_need_none() -> None:
    with_fields = {
        *(Code.NOT_YOUR_TURN, Code.NO_WIRE_LEFT, Code.NOT_HOST, Code.NOT_MEMBER, Code.MEMBERSHIP_UNKNOWN),
        *(Code.FULL, Code.TOO_FEW, Code.ONLY_AT, Code.WRONG_OPTIONS, Code.NOT_ABSENT, Code.RIGHTS_UNKNOWN),
        *(Code.HUSHED, Code.BLOCKED_HERE, Code.NOBODY_FOUND, Code.ONLY_HOST),
    }
    for code in set(Code) - with_fields:
        assert refusal(code, {}, words("en"))


def test_blank_names_are_somebody() -> None:
    assert "somebody" in refusal(Code.NOT_YOUR_TURN, {"name": "\u200b"}, words("en"))


def test_answers_tell_what_was_cut_and_at_whom_the_cutters_point() -> None:
    say = words("en")
    assert "safe" in answer(Answer.CUT_SAFE, say)
    assert "defusing" in answer(Answer.CUT_DEFUSING, say)
    assert "bomb" in answer(Answer.CUT_BOMB, say)
    assert NASTY in answer(Answer.POINTED, say, name=NASTY)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "variant"), PLAYED)
def test_the_hand_fits_into_an_alert(kind: str, variant: bool, language: str) -> None:
    for seats in CATALOG[kind].sizes:
        at = table(names=["x"] * seats, chat_title=WORST, kind=kind, variant=variant)
        for seat in range(seats):
            said = SCREENS[kind].hand_alert(at.facts, at.game.view(seat), words(language))
            assert utf16_length(said) <= 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_lists_are_what_telegram_accepts(language: str) -> None:
    """Bot API, BotCommand: 1–32 of a–z, 0–9 and _, described in 1–256 characters."""
    lists = commands(words(language))
    assert [name for name, _ in lists["private"]] == [
        *("start", "play", "games", "table", "hand", "history", "status", "extend", "back", "pause", "resume"),
        *("nextgame", "settings", "language", "rules", "help", "leave", "cancel", "end", "privacy", "forgetme"),
    ]
    assert [name for name, _ in lists["group"]] == [
        *("play", "table", "hand", "history", "status", "extend", "back", "pause", "resume", "leave", "cancel", "end"),
        *("nextgame", "block", "unblock", "rules", "settings", "language", "help"),
    ]
    for entries in lists.values():
        assert all(1 <= utf16_length(text) <= 256 for _, text in entries)


@pytest.mark.parametrize("language", LANGUAGES)
def test_invitations_and_notices_are_told(language: str) -> None:
    say, facts = words(language), waiting(chat_title=NASTY)
    assert "Time Bomb" in invite_title(facts, say)
    assert NASTY in invite_description(facts, say)
    assert no_invites(say)
    assert "<b>Time Bomb</b>" in expired(facts, say)
