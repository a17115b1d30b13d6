"""What goes wrong: answers to the bot, and refusals to whoever drives the people."""

from typing import Any


class ApiError(Exception):
    """A failed Bot API call; `code` is also the HTTP status, `parameters` Telegram's ResponseParameters."""

    def __init__(self, code: int, description: str, parameters: dict[str, Any] | None = None) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters


class NoAnswer(Exception):
    """The connection is cut instead of answering; the text says for the journal why."""


class SimError(Exception):
    """A refused control call: something a real person could not do, or a request that makes no sense."""


def migrated(chat_id: int) -> ApiError:
    """The 400 that tells where a group that became a supergroup is found now."""
    text = "Bad Request: group chat was upgraded to a supergroup chat"
    return ApiError(400, text, {"migrate_to_chat_id": chat_id})


def bad_request(text: str) -> ApiError:
    """A 400 with Telegram's prefix."""
    return ApiError(400, f"Bad Request: {text}")


def forbidden(text: str) -> ApiError:
    """A 403 with Telegram's prefix."""
    return ApiError(403, f"Forbidden: {text}")


def too_many_requests(seconds: int) -> ApiError:
    """A 429 that tells after how many seconds to try again."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})
