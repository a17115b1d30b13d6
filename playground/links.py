"""Which addresses Telegram takes in links and buttons."""

import re
from urllib.parse import urlsplit

_APP = re.compile(r"(tg|ton|tonsite):(?://)?([^\s/?#][^\s]*)", re.IGNORECASE)
START_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")


def web_address(text: str) -> str | None:
    """The normal form of an http, https, tg or ton address, None if Telegram would not take it.

    A missing scheme means http; a host needs a dot or to be an address in numbers.
    """
    text = text.strip()
    app = _APP.fullmatch(text)
    if app:
        return f"{app[1].lower()}://{app[2]}"
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]*)://", text)
    if scheme and scheme[1].lower() not in ("http", "https"):
        return None
    return _http(text if scheme else f"http://{text}")


def _http(text: str) -> str | None:
    try:
        parts = urlsplit(re.sub(r"\s", lambda space: f"%{ord(space[0]):02X}", text))
        port = parts.port
    except ValueError:
        return None
    host = (parts.hostname or "").lower()
    if "%" in host or not (re.fullmatch(r"[^.\s]+(\.[^.\s]+)+", host) or ":" in host):
        return None
    user = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    place = f"[{host}]" if ":" in host else host
    rest = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    rest += f"#{parts.fragment}" if parts.fragment else ""
    return f"{parts.scheme.lower()}://{user}{place}{f':{port}' if port else ''}{rest}"


def deep_link(url: str, username: str) -> dict[str, str] | None:
    """The parameters of a link that opens the bot itself, such as `{"start": "j_x"}`; None for any other address."""
    found = re.fullmatch(
        rf"(?:(?:https?://)?(?:t|telegram)\.me/{username}/?|tg:(?://)?resolve\?domain={username})(?:[?&](.*))?",
        url,
        re.IGNORECASE,
    )
    if not found:
        return None
    pairs = [pair.partition("=") for pair in (found[1] or "").split("&") if pair]
    return {name: value for name, _, value in pairs}
