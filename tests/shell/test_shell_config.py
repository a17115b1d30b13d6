"""Settings are checked before anything starts, and an error names its variable and no secret (issue: bad input)."""

from __future__ import annotations

import re
import traceback
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tgbot.config import ConfigError, Settings, settings

ROOT = Path(__file__).parents[2]
TOKEN = "123456:ABC-DEF_ghi"


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without .env, and no variable of ours."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return tmp_path


def test_without_settings_there_is_no_token_a_file_here_and_telegrams_own_server() -> None:
    found = settings()
    assert found.bot_token is None
    assert found.database_url == "sqlite:///bigben.db"
    assert found.bot_api_url == "https://api.telegram.org"
    assert (found.log_level, found.clock_url) == ("INFO", "")


def test_the_environment_sets_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    given_ = {
        "BOT_TOKEN": TOKEN,
        "DATABASE_URL": "sqlite:////data/b.db",
        "BOT_API_URL": "http://localhost:8081/",
        "LOG_LEVEL": "DEBUG",
        "CLOCK_URL": "http://localhost:8081/sim/clock",
    }
    for name, value in given_.items():
        monkeypatch.setenv(name, value)
    found = settings()
    assert found.bot_token is not None
    assert found.bot_token.get_secret_value() == TOKEN
    assert (found.database_url, found.bot_api_url) == ("sqlite:////data/b.db", "http://localhost:8081")
    assert (found.log_level, found.clock_url) == ("DEBUG", "http://localhost:8081/sim/clock")


def test_a_file_sets_everything_and_the_environment_wins(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (empty / ".env").write_text(f"# ours\nBOT_TOKEN={TOKEN}\nLOG_LEVEL=ERROR\nSOMETHING_ELSE=1\n", encoding="utf-8")
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")
    found = settings()
    assert found.bot_token is not None
    assert found.bot_token.get_secret_value() == TOKEN
    assert found.log_level == "DEBUG"


def test_an_empty_token_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", "")
    assert settings().bot_token is None


BAD = {
    "BOT_TOKEN": [
        "secret",
        "123:",
        ":abc",
        "123456:ABC DEF",
        f"{TOKEN}\n",
        f" {TOKEN}",
        f"{TOKEN}/getMe",
        "１２３:abc",
    ],
    "DATABASE_URL": [
        "",
        "secret",
        "postgresql://ann:secret@db/b",
        "sqlite://",
        "sqlite:///:memory:",
        "x://a:secret@b:c/d",
    ],
    "BOT_API_URL": ["", "secret", "ftp://secret", "https://", "https:///bot", "api.telegram.org", "https://a b"],
    "LOG_LEVEL": ["", "secret", "debug", "TRACE", "10"],
    "CLOCK_URL": ["secret", "file:///etc/secret"],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in BAD.items() for value in values])
def test_a_setting_that_cannot_be_used_is_told_in_one_sentence_that_names_it(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError) as caught:
        settings()
    said = str(caught.value)
    assert said.startswith((f"{name} ", f"{name}: "))
    assert said.endswith(".")
    assert "\n" not in said
    assert "secret" not in "".join(traceback.format_exception(caught.value))


@given(st.text(alphabet=st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), min_size=1))
def test_no_error_quotes_a_token_whatever_it_looks_like(value: str) -> None:
    with pytest.raises((ValidationError, AssertionError)) as caught:
        assert Settings(bot_token=f"77{value}\n77").bot_token is None  # type: ignore[arg-type]
    assert f"77{value}\n77" not in str(caught.value)


def test_settings_that_are_printed_hide_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    found = settings()
    assert TOKEN not in f"{found!r} {found} {found.model_dump()} {found.model_dump_json()}"


def test_a_file_that_is_no_text_is_told_by_name(empty: Path) -> None:
    (empty / ".env").write_bytes(b"# caf\xe9\nBOT_TOKEN=123:abc\n")
    with pytest.raises(ConfigError, match=r"^\.env .*UTF-8"):
        settings()


def test_the_example_has_exactly_the_settings_an_operator_may_set() -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    names = re.findall(r"^([A-Z_]+)=", text, re.MULTILINE)
    of_the_playground = {"CLOCK_URL"}
    assert len(names) == len(set(names))
    assert set(names) == {name.upper() for name in Settings.model_fields} - of_the_playground
    for name in names:
        assert re.search(rf"^#[^\n]+\n{name}=", text, re.MULTILINE), f"{name} is not explained"


def test_the_example_is_what_is_taken_without_it(empty: Path) -> None:
    plain = settings()
    (empty / ".env").write_text((ROOT / ".env.example").read_text(encoding="utf-8"), encoding="utf-8")
    assert settings() == plain


def test_the_example_promises_no_database_that_is_refused() -> None:
    assert "PostgreSQL" not in (ROOT / ".env.example").read_text(encoding="utf-8")
