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
from tgbot.gate import Limits

ROOT = Path(__file__).parents[2]
TOKEN = "123456:ABC-DEF_ghi"
HOOK = "A-z_9-16-letters"


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
    assert found.limits == Limits(frozenset(), 20, 20)


def test_the_environment_sets_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    given_ = {
        "BOT_TOKEN": TOKEN,
        "DATABASE_URL": "postgres://ann:s3cret@pooler/b",
        "DATABASE_DIRECT_URL": "postgresql://ann:s3creT@db/b",
        "BOT_API_URL": "http://localhost:8081/",
        "WEBHOOK_URL": "https://bot.example.org:8443",
        "WEBHOOK_SECRET": HOOK,
        "HTTP_HOST": "::",
        "HTTP_PORT": "0",
        "LOG_LEVEL": "DEBUG",
        "RETENTION_DAYS": "30",
        "LOG_FORMAT": "json",
        "SENTRY_DSN": "https://abc@sentry.example.org/sub/7",
        "BLOCKED": " 7, -1001234567890 ,",
        "COMMANDS_PER_MINUTE": "5",
        "LOBBIES_PER_HOUR": "0",
        "PICTURES": "off",
        "CLOCK_URL": "http://localhost:8081/sim/clock",
    }
    for name, value in given_.items():
        monkeypatch.setenv(name, value)
    found = settings()
    assert found.bot_token is not None
    assert found.bot_token.get_secret_value() == TOKEN
    assert found.database_url == "postgresql+psycopg://ann:s3cret@pooler/b"
    assert found.database_direct_url == "postgresql+psycopg://ann:s3creT@db/b"
    assert found.bot_api_url == "http://localhost:8081"
    assert (found.log_level, found.clock_url) == ("DEBUG", "http://localhost:8081/sim/clock")
    assert found.limits == Limits(frozenset({7, -1001234567890}), 5, 0)
    assert found.pictures == "off"
    assert (found.webhook_url, found.secret) == ("https://bot.example.org:8443/telegram", HOOK)
    assert (found.http_host, found.port) == ("::", 0)
    assert found.retention_days == 30
    assert (found.log_format, found.sentry_dsn.get_secret_value()) == ("json", given_["SENTRY_DSN"])
    assert set(found.kept) == {TOKEN, TOKEN.split(":")[1], HOOK, given_["SENTRY_DSN"], "s3cret", "s3creT"}
    assert not [word for word in found.kept if word in repr(found)]


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
        "postgresql://ann:secret@db",
        "postgresql://ann:secret@db/b?secret=1",
        "postgresql://ann:secret@db:secret/b",
        "mysql://ann:secret@db/b",
        "sqlite://",
        "sqlite:///:memory:",
        "x://a:secret@b:c/d",
    ],
    "DATABASE_DIRECT_URL": ["secret", "sqlite:///secret.db", "postgresql://ann:secret@db/b"],
    "BOT_API_URL": ["", "secret", "ftp://secret", "https://", "https:///bot", "api.telegram.org", "https://a b"],
    "WEBHOOK_URL": [
        "secret",
        "https://",
        "https://bot.example.org/secret?a=b",
        "https://ann:secret@bot.example.org/",
        "https://bot.example.org/metrics",
        "https://bot.example.org/readyz/",
        "http://bot.example.org/secret",
        "https://bot.example.org:8081/secret",
        "https://bot.example.org:65536/secret",
    ],
    "WEBHOOK_SECRET": ["secret secret secret", "a" * 257, "ключ" * 5, "secret", "secret-secret-secret"],
    "HTTP_HOST": [""],
    "HTTP_PORT": ["secret", "-1", "65536", "80.5"],
    "LOG_LEVEL": ["", "secret", "debug", "TRACE", "10"],
    "RETENTION_DAYS": ["", "secret", "-1", "0.5", "100000"],
    "LOG_FORMAT": ["", "secret", "JSON"],
    "SENTRY_DSN": [
        "secret",
        "https://sentry.example.org/7",
        "https://secret@host/",
        "https://secret@host/7?x",
        "http://@h/1",
    ],
    "BLOCKED": ["secret", "1;2", "@ann", "-", "1 2", "9" * 19],
    "COMMANDS_PER_MINUTE": ["", "secret", "-1", "1.5"],
    "LOBBIES_PER_HOUR": ["", "secret", "-1"],
    "PICTURES": ["", "secret", "ON", "1"],
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


def test_without_a_webhook_nothing_is_served_unless_a_port_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings().port is None
    monkeypatch.setenv("HTTP_PORT", "9000")
    assert settings().port == 9000
    monkeypatch.setenv("HTTP_PORT", "")
    monkeypatch.setenv("WEBHOOK_URL", "https://bot.example.org/a/b")
    assert settings().port == 8080


def test_the_secret_of_the_webhook_is_made_from_the_token_and_does_not_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBHOOK_URL", "https://bot.example.org/")
    secrets = []
    for token in (TOKEN, TOKEN, "123456:other"):
        monkeypatch.setenv("BOT_TOKEN", token)
        secrets.append(settings().secret)
    assert secrets[0] == secrets[1] != secrets[2]
    assert re.fullmatch(r"[A-Za-z0-9_-]{43,256}", secrets[0])
    assert TOKEN not in secrets[0]


def test_a_bot_api_server_of_ones_own_may_call_any_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_API_URL", "http://localhost:8081")
    monkeypatch.setenv("WEBHOOK_URL", "http://localhost:9000/telegram")
    assert settings().webhook_url == "http://localhost:9000/telegram"


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
