"""The settings, from the environment and from ``.env``, checked before anything starts."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from tgbot.store.engine import usable


class ConfigError(Exception):
    """A setting cannot be used. The text is one sentence that names its variable."""


def _token(value: SecretStr | None) -> SecretStr | None:
    given = value.get_secret_value() if value else ""
    if given and not re.fullmatch(r"[0-9]+:[A-Za-z0-9_-]+", given):
        raise ValueError("is not a bot token; @BotFather gives one that looks like 123456:ABC-DEF")
    return value if given else None


def _address(value: str) -> str:
    if not re.fullmatch(r"https?://[^\s/]+(/[^\s]*)?", value):
        raise ValueError("is not an address such as https://api.telegram.org")
    return value.rstrip("/")


class Settings(BaseSettings):
    """What an operator may set. Each field is the environment variable of the same name in capitals."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", hide_input_in_errors=True
    )

    bot_token: Annotated[SecretStr | None, AfterValidator(_token)] = None
    """From @BotFather. Without one the playground runs."""
    database_url: Annotated[str, AfterValidator(usable)] = "sqlite:///bigben.db"
    bot_api_url: Annotated[str, AfterValidator(_address)] = "https://api.telegram.org"
    """A Bot API server."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    clock_url: Annotated[str, AfterValidator(lambda v: _address(v) if v else "")] = Field(default="")
    """For the playground: whose clock to keep to. Empty: this machine's."""


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
        name = str(first["loc"][0]).upper() if first["loc"] else "The configuration"
        reason = first["msg"].removeprefix("Value error, ")
        raise ConfigError(f"{name} {reason}." if first["type"] == "value_error" else f"{name}: {reason}.") from None
