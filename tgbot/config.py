"""The settings, from the environment and from ``.env``, checked before anything starts."""

from __future__ import annotations

import hmac
import re
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from tgbot.gate import Limits
from tgbot.store.address import direct, is_sqlite, password_of, usable


class ConfigError(Exception):
    """A setting cannot be used. The text is one sentence that names its variable."""


def _token(value: SecretStr | None) -> SecretStr | None:
    given = value.get_secret_value() if value else ""
    if given and not re.fullmatch(r"[0-9]+:[A-Za-z0-9_-]+", given):
        raise ValueError("is not a bot token; @BotFather gives one that looks like 123456:ABC-DEF")
    return value if given else None


def _numbers(value: str) -> str:
    numbers = [part.strip() for part in value.split(",") if part.strip()]
    if not all(re.fullmatch(r"-?[0-9]{1,18}", number) for number in numbers):
        raise ValueError("is no list of Telegram's numbers such as 123456789,-1001234567890")
    return ",".join(numbers)


def _address(value: str) -> str:
    if not re.fullmatch(r"https?://[^\s/]+(/[^\s]*)?", value):
        raise ValueError("is not an address such as https://api.telegram.org")
    return value.rstrip("/")


HOOK = "/telegram"
"""Where Telegram calls when ``WEBHOOK_URL`` names no path."""
TAKEN = ("/healthz", "/readyz", "/metrics")
"""Paths on the same port that are not Telegram's to call."""
PORTS = (443, 80, 88, 8443)
"""Telegram calls no other (Bot API ``setWebhook``)."""


def _webhook(value: str) -> str:
    if not value:
        return ""
    found = re.fullmatch(r"https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?(/[A-Za-z0-9_.~/-]*)?", value)
    if not found or int((found[2] or ":0")[1:]) > 65535:
        raise ValueError("is not an address such as https://bot.example.org/telegram")
    path = (found[3] or "").rstrip("/") or HOOK
    if path in TAKEN:
        raise ValueError("must end with a path of its own, not with that of the health checks or metrics")
    return value[: len(value) - len(found[3] or "")] + path


def _secret(value: SecretStr) -> SecretStr:
    # Bot API, ``setWebhook``; shorter ones could be guessed.
    if not re.fullmatch(r"([A-Za-z0-9_-]{16,256})?", value.get_secret_value()):
        raise ValueError("must have 16 to 256 letters, digits, _ and -")
    return value


def _dsn(value: SecretStr) -> SecretStr:
    form = r"(https?://[0-9A-Za-z]+(:[0-9A-Za-z]+)?@[0-9A-Za-z.-]+(:[0-9]{1,5})?(/[^\s@?#]*)?/[0-9]+)?"
    if not re.fullmatch(form, value.get_secret_value()):
        raise ValueError("is not an address as Sentry gives it, such as https://KEY@HOST/NUMBER")
    return value


class Settings(BaseSettings):
    """What an operator may set. Each field is the environment variable of the same name in capitals."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", hide_input_in_errors=True
    )

    bot_token: Annotated[SecretStr | None, AfterValidator(_token)] = None
    """From @BotFather. Without one the playground runs."""
    # They hold passwords: nobody prints them.
    database_url: Annotated[str, AfterValidator(usable)] = Field(default="sqlite:///bigben.db", repr=False)
    database_direct_url: Annotated[str, AfterValidator(direct)] = Field(default="", repr=False)
    """PostgreSQL's server itself, where ``DATABASE_URL`` names a pooler before it. Empty: there is none."""
    bot_api_url: Annotated[str, AfterValidator(_address)] = "https://api.telegram.org"
    """A Bot API server."""
    webhook_url: Annotated[str, AfterValidator(_webhook)] = ""
    """Where Telegram calls with updates, with the path. Empty: the bot asks for them itself."""
    webhook_secret: Annotated[SecretStr, AfterValidator(_secret)] = SecretStr("")
    """What Telegram's calls carry to prove that they are its own. Empty: made from the token."""
    http_host: Annotated[str, Field(min_length=1)] = "127.0.0.1"
    """Where the webhook, the health checks and the metrics are served."""
    http_port: Annotated[
        Annotated[int, Field(ge=0, le=65535)] | None, BeforeValidator(lambda v: None if v == "" else v)
    ] = None
    """0: any free one. None: 8080 with a webhook, else nothing is served."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["console", "json"] = "console"
    """Lines for eyes, or a JSON object a line."""
    sentry_dsn: Annotated[SecretStr, AfterValidator(_dsn)] = SecretStr("")
    """Where errors are reported to. Empty: nowhere."""
    blocked: Annotated[str, AfterValidator(_numbers)] = ""
    """Numbers of people and groups, with commas between, whom the bot does not serve."""
    commands_per_minute: Annotated[int, Field(ge=0)] = Limits.commands
    """By one person; three times as many in one group. 0: any number."""
    lobbies_per_hour: Annotated[int, Field(ge=0)] = Limits.lobbies
    """Presses by one person that open a lobby. 0: any number."""
    pictures: Literal["on", "off"] = "on"
    """Off: everything is text, whatever groups want; drawing needs processor time and memory."""
    retention_days: Annotated[int, Field(ge=0, le=36500)] = 365
    """How long matches that are over are kept, and people and groups that are not seen. 0: for ever."""
    clock_url: Annotated[str, AfterValidator(lambda v: _address(v) if v else "")] = Field(default="")
    """For the playground: whose clock to keep to. Empty: this machine's."""

    @model_validator(mode="after")
    def _telegram_calls_only_some_addresses(self) -> Self:
        if not self.webhook_url:
            if self.webhook_secret.get_secret_value():
                raise ValueError("WEBHOOK_SECRET is of no use without WEBHOOK_URL")
            return self
        if self.bot_api_url == "https://api.telegram.org":
            parts = urlsplit(self.webhook_url)
            if parts.scheme != "https":
                raise ValueError("WEBHOOK_URL must begin with https://, Telegram calls nothing else")
            if (parts.port or 443) not in PORTS:
                raise ValueError("WEBHOOK_URL must have one of the ports 443, 80, 88 and 8443, Telegram calls no other")
        return self

    @model_validator(mode="after")
    def _a_pooler_stands_before_postgresql(self) -> Self:
        if self.database_direct_url and is_sqlite(self.database_url):
            raise ValueError("DATABASE_DIRECT_URL is of no use without PostgreSQL in DATABASE_URL")
        return self

    @property
    def secret(self) -> str:
        """What Telegram's calls carry (Bot API ``setWebhook``, ``secret_token``): the same in every process."""
        given = self.webhook_secret.get_secret_value()
        token = self.bot_token.get_secret_value() if self.bot_token else ""
        return given or hmac.new(token.encode(), b"webhook", "sha256").hexdigest()

    @property
    def kept(self) -> tuple[str, ...]:
        """What must stand in no log."""
        token = self.bot_token.get_secret_value() if self.bot_token else ""
        passwords = password_of(self.database_url), password_of(self.database_direct_url)
        return token, token.partition(":")[2], self.secret, self.sentry_dsn.get_secret_value(), *filter(None, passwords)

    @property
    def port(self) -> int | None:
        """The port to serve at; None: nothing is served."""
        return 8080 if self.http_port is None and self.webhook_url else self.http_port

    @property
    def limits(self) -> Limits:
        """Who is let in, and how often."""
        ids = frozenset(map(int, self.blocked.split(","))) if self.blocked else frozenset()
        return Limits(ids, self.commands_per_minute, self.lobbies_per_hour)


def settings() -> Settings:
    """Reads the settings.

    Raises:
        ConfigError: one of them cannot be used.
    """
    try:
        return Settings()
    except UnicodeDecodeError:
        raise ConfigError(".env is not UTF-8 text.") from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        reason = first["msg"].removeprefix("Value error, ")
        if not first["loc"]:
            # Two settings contradict each other; the sentence begins with the name of one.
            raise ConfigError(f"{reason}.") from None
        name = str(first["loc"][0]).upper()
        raise ConfigError(f"{name} {reason}." if first["type"] == "value_error" else f"{name}: {reason}.") from None
