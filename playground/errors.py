"""What goes wrong: answers to the bot, and refusals to whoever drives the people."""

from typing import Any


class ApiError(Exception):
    """A failed Bot API call; `code` is also the HTTP status, `parameters` Telegram's ResponseParameters."""

    def __init__(self, code: int, description: str, parameters: dict[str, Any] | None = None) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters


class SimError(Exception):
    """A refused control call: something a real person could not do, or a request that makes no sense."""


def bad_request(text: str) -> ApiError:
    """A 400 with Telegram's prefix."""
    return ApiError(400, f"Bad Request: {text}")


def forbidden(text: str) -> ApiError:
    """A 403 with Telegram's prefix."""
    return ApiError(403, f"Forbidden: {text}")


def too_many_requests(seconds: int) -> ApiError:
    """A 429 that tells after how many seconds to try again."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})
