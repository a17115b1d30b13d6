"""python-telegram-bot's bot with a short way for the calls that are made at every press."""

from __future__ import annotations

from typing import Any, cast

from telegram import TelegramObject
from telegram.ext import ExtBot
from telegram.request import RequestData

from tgbot.wire.request import Plain


class WireBot(ExtBot[None]):
    """The bot of the library; calls in plain values go straight to the transport.

    Its own way there looks for objects to translate, for defaults, for files and for another method of the same name,
    which costs a fifth of a call.
    """

    async def do_api_request(
        self,
        endpoint: str,
        api_kwargs: dict[str, Any] | None = None,
        return_type: type[TelegramObject] | None = None,
        **how: Any,
    ) -> Any:
        """What a method of the Bot API gives, as plain values. ``api_kwargs`` are JSON's own.

        Raises:
            TelegramError: InvalidToken, not EndPointNotFound, when there is no such method.
        """
        name = endpoint.replace("_", "")
        if return_type is not None or name == "getUpdates":
            # Updates have a transport of their own, which only the library can reach.
            return await super().do_api_request(endpoint, api_kwargs, return_type, **how)
        return await self.request.post(f"{self.base_url}/{name}", cast(RequestData, Plain(api_kwargs or {})), **how)
