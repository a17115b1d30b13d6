"""The languages we speak, and which of them somebody's app asks for."""

from __future__ import annotations

LANGUAGES = {"en": "English", "vi": "Tiếng Việt", "fr": "Français", "ru": "Русский"}
"""Their names in themselves, by ISO 639-1 code."""

ZONES = {"en": "Europe/London", "vi": "Asia/Ho_Chi_Minh", "fr": "Europe/Paris", "ru": "Europe/Moscow"}
"""The time zone of a group that has chosen none, by its language."""


def nearest(code: str | None) -> str | None:
    """Our language for an IETF tag such as ``fr-CA``, as Telegram's clients send it; None when we have none."""
    language = (code or "").split("-")[0].lower()
    return language if language in LANGUAGES else None
