"""A Telegram of ours for one bot: it keeps messages, answers late, and fails when it is told to."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, TypeVar, cast

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, PhotoSize
from telegram.error import BadRequest, EndPointNotFound, Forbidden, NetworkError, RetryAfter, TelegramError, TimedOut

T = TypeVar("T")

BLOCKED = "Forbidden: bot was blocked by the user"


@dataclass
class Sent:
    """A message that stands in a chat. It is what ``send_message`` gives back."""

    message_id: int
    chat_id: int
    text: str
    keyboard: InlineKeyboardMarkup | None
    thread_id: int | None = None
    silent: bool = False
    secret: bool = False
    api_kwargs: dict[str, Any] = field(default_factory=dict)
    picture: bytes | None = None
    """The file of a picture, whose caption is ``text``."""
    spoiler: bool = False
    photo: tuple[PhotoSize, ...] = ()


@dataclass
class Call:
    """A call of the Bot API, when it came, and the error it was answered with."""

    method: str
    chat_id: int
    message_id: int | None
    at: float
    error: str | None = None


@dataclass
class _Failure:
    error: TelegramError
    method: str | None
    chat_id: int | None
    after: bool

    def fits(self, call: Call) -> bool:
        return self.method in (None, call.method) and self.chat_id in (None, call.chat_id)


@dataclass
class TelegramFake:
    """``latency`` gives the seconds of the next call, ``shut`` names chats that cannot be written to."""

    latency: Callable[[], float] = lambda: 0.0
    username: str = "BigBenBot"
    id: int = 42
    calls: list[Call] = field(default_factory=list)
    chats: dict[int, dict[int, Sent]] = field(default_factory=dict)
    pins: dict[int, set[int]] = field(default_factory=dict)
    shut: set[int] = field(default_factory=set)
    may_pin: bool = True
    no_photos: set[int] = field(default_factory=set)
    """Chats to which no pictures may be sent."""
    files: dict[str, bytes] = field(default_factory=dict)
    """The pictures it has, by file id."""
    uploads: int = 0
    knows_whispers: bool = True
    """Whether it knows messages that one member sees; else it passes over what makes them so."""
    whispers: dict[tuple[int, int], dict[int, Sent]] = field(default_factory=dict)
    """They themselves, by chat and member."""
    most_at_once: Counter[int] = field(default_factory=Counter)
    """By chat: how many calls were under way at the same time, at the most."""
    _busy: Counter[int] = field(default_factory=Counter)
    _failures: list[_Failure] = field(default_factory=list)
    _last: int = 10**6

    @property
    def bot(self) -> Bot:
        """As python-telegram-bot's bot."""
        return cast(Bot, self)

    def fail(
        self,
        error: TelegramError,
        method: str | None = None,
        *,
        chat: int | None = None,
        times: int = 1,
        after: bool = False,
    ) -> None:
        """The next calls that fit fail; ``after``: they do what they should, and their answer is lost."""
        self._failures += [_Failure(error, method, chat, after)] * times

    def mend(self) -> None:
        """Nothing fails any more."""
        self._failures.clear()
        self.shut.clear()

    def stands(self, chat_id: int) -> list[Sent]:
        """The messages of a chat, oldest first."""
        return list(self.chats.get(chat_id, {}).values())

    def made(self, *methods: str, chat: int | None = None) -> list[Call]:
        """The calls that were made."""
        return [c for c in self.calls if (not methods or c.method in methods) and chat in (None, c.chat_id)]

    def remove(self, chat_id: int, message_id: int) -> None:
        """Somebody deletes a message."""
        del self.chats[chat_id][message_id]

    async def send_message(
        self,
        chat_id: int,
        text: str,
        *,
        reply_markup: InlineKeyboardMarkup | None = None,
        message_thread_id: int | None = None,
        disable_notification: bool = False,
        protect_content: bool = False,
        api_kwargs: dict[str, Any] | None = None,
        **_: Any,
    ) -> Sent:
        shown: Any = (api_kwargs or {}).get("ephemeral_message_parameters")

        def whisper() -> Sent:
            self._last += 1
            told = {"ephemeral_message_id": self._last}
            sent = Sent(0, chat_id, str(text), reply_markup, message_thread_id, True, protect_content, told)
            self.whispers.setdefault((chat_id, shown["receiver_user_id"]), {})[self._last] = sent
            return sent

        if shown is not None and self.knows_whispers:
            return await self._call("whisper", chat_id, None, whisper)

        def deed() -> Sent:
            self._last += 1
            sent = Sent(
                self._last, chat_id, str(text), reply_markup, message_thread_id, disable_notification, protect_content
            )
            self.chats.setdefault(chat_id, {})[sent.message_id] = sent
            return sent

        return await self._call("send", chat_id, None, deed)

    async def send_photo(
        self,
        chat_id: int,
        photo: bytes | str,
        *,
        caption: str,
        reply_markup: InlineKeyboardMarkup | None = None,
        message_thread_id: int | None = None,
        disable_notification: bool = False,
        protect_content: bool = False,
        has_spoiler: bool = False,
        **_: Any,
    ) -> Sent:
        def deed() -> Sent:
            size, picture = self._photo(chat_id, photo)
            self._last += 1
            sent = Sent(
                self._last, chat_id, caption, reply_markup, message_thread_id, disable_notification, protect_content
            )
            sent.picture, sent.spoiler, sent.photo = picture, has_spoiler, (size,)
            self.chats.setdefault(chat_id, {})[sent.message_id] = sent
            return sent

        return await self._call("send photo", chat_id, None, deed)

    async def edit_message_media(
        self,
        media: InputMediaPhoto,
        chat_id: int,
        message_id: int,
        *,
        reply_markup: InlineKeyboardMarkup | None = None,
    ) -> Sent:
        given: Any = media.media

        def deed() -> Sent:
            message = self._message(chat_id, message_id, "edit")
            size, picture = self._photo(chat_id, given if isinstance(given, str) else given.input_file_content)
            message.picture, message.photo, message.spoiler = picture, (size,), bool(media.has_spoiler)
            message.text, message.keyboard = str(media.caption), reply_markup
            return message

        return await self._call("edit photo", chat_id, message_id, deed)

    def _photo(self, chat_id: int, given: bytes | str) -> tuple[PhotoSize, bytes]:
        if chat_id in self.no_photos:
            raise BadRequest("Not enough rights to send photos to the chat")
        if isinstance(given, str):
            if given not in self.files:
                raise BadRequest("Wrong file identifier/http url specified")
            return PhotoSize(given, given, 4, 3), self.files[given]
        self.uploads += 1
        name = f"file {hashlib.sha256(given).hexdigest()}"
        self.files[name] = given
        return PhotoSize(name, name, 4, 3), given

    async def do_api_request(self, endpoint: str, values: dict[str, Any]) -> bool:
        """Calls by name: edits, and what becomes of messages that one member sees."""
        name = endpoint.replace("_", "").lower()
        keyboard = InlineKeyboardMarkup.de_json(values["reply_markup"], None) if "reply_markup" in values else None
        if "ephemeral" in name:
            return await self._about_a_whisper(name, values, keyboard)
        if name in ("editmessagecaption", "editmessagereplymarkup"):
            return await self._edit_below(name, values, keyboard)
        assert name == "editmessagetext"
        return await self.edit_message_text(
            values["text"], chat_id=values["chat_id"], message_id=values["message_id"], reply_markup=keyboard
        )

    async def _about_a_whisper(self, name: str, values: dict[str, Any], keyboard: InlineKeyboardMarkup | None) -> bool:
        there, number = (values["chat_id"], values["receiver_user_id"]), values["ephemeral_message_id"]
        to = "delete" if name == "deleteephemeralmessage" else "edit"

        def deed() -> bool:
            if not self.knows_whispers:
                raise EndPointNotFound(f"Endpoint '{name}' not found in Bot API")
            sent = self.whispers.get(there, {}).get(number)
            if sent is None:
                raise BadRequest(f"Message to {to} not found")
            if to == "delete":
                del self.whispers[there][number]
            else:
                assert name == "editephemeralmessagetext"
                sent.text, sent.keyboard = values["text"], keyboard
            return True

        return await self._call(f"{to} whisper", values["chat_id"], number, deed)

    async def _edit_below(self, name: str, values: dict[str, Any], keyboard: InlineKeyboardMarkup | None) -> bool:
        """Another caption or only other buttons under a picture."""

        def deed() -> bool:
            message = self._message(values["chat_id"], values["message_id"], "edit")
            if "caption" in values and message.picture is None:
                raise BadRequest("There is no caption in the message to edit")
            text = values.get("caption", message.text)
            if (message.text, message.keyboard) == (text, keyboard):
                raise BadRequest("Message is not modified: specified new message content is exactly the same")
            message.text, message.keyboard = text, keyboard
            return True

        what = "caption" if "caption" in values else "buttons"
        return await self._call(f"edit {what}", values["chat_id"], values["message_id"], deed)

    async def edit_message_text(
        self, text: str, *, chat_id: int, message_id: int, reply_markup: InlineKeyboardMarkup | None = None
    ) -> bool:
        def deed() -> bool:
            message = self._message(chat_id, message_id, "edit")
            if message.picture is not None:
                raise BadRequest("There is no text in the message to edit")
            if (message.text, message.keyboard) == (str(text), reply_markup):
                raise BadRequest("Message is not modified: specified new message content is exactly the same")
            message.text, message.keyboard = str(text), reply_markup
            return True

        return await self._call("edit", chat_id, message_id, deed)

    async def edit_message_reply_markup(self, *, chat_id: int, message_id: int, reply_markup: None) -> bool:
        def deed() -> bool:
            message = self._message(chat_id, message_id, "edit")
            if message.keyboard is None:
                raise BadRequest("Message is not modified: specified new message content is exactly the same")
            message.keyboard = None
            return True

        return await self._call("strip", chat_id, message_id, deed)

    async def delete_message(self, chat_id: int, message_id: int) -> bool:
        def deed() -> bool:
            self._message(chat_id, message_id, "delete")
            self.remove(chat_id, message_id)
            return True

        return await self._call("delete", chat_id, message_id, deed)

    async def pin_chat_message(self, chat_id: int, message_id: int, *, disable_notification: bool) -> bool:
        assert disable_notification

        def deed() -> bool:
            if not self.may_pin:
                raise BadRequest("Not enough rights to manage pinned messages in the chat")
            self._message(chat_id, message_id, "pin")
            self.pins.setdefault(chat_id, set()).add(message_id)
            return True

        return await self._call("pin", chat_id, message_id, deed)

    async def unpin_chat_message(self, chat_id: int, message_id: int) -> bool:
        def deed() -> bool:
            if message_id not in self.pins.get(chat_id, ()):
                raise BadRequest("Message to unpin not found")
            self.pins[chat_id].discard(message_id)
            return True

        return await self._call("unpin", chat_id, message_id, deed)

    def _message(self, chat_id: int, message_id: int, to: str) -> Sent:
        message = self.chats.get(chat_id, {}).get(message_id)
        if message is None:
            raise BadRequest(f"Message to {to} not found")
        return message

    async def _call(self, method: str, chat_id: int, message_id: int | None, deed: Callable[[], T]) -> T:
        call = Call(method, chat_id, message_id, asyncio.get_running_loop().time())
        self.calls.append(call)
        self._busy[chat_id] += 1
        self.most_at_once[chat_id] = max(self.most_at_once[chat_id], self._busy[chat_id])
        try:
            await asyncio.sleep(self.latency())
            return self._answer(call, deed)
        except TelegramError as error:
            call.error = error.message
            raise
        finally:
            self._busy[chat_id] -= 1

    def _answer(self, call: Call, deed: Callable[[], T]) -> T:
        failure = next((f for f in self._failures if f.fits(call)), None)
        if failure is not None:
            self._failures.remove(failure)
            if not failure.after:
                raise failure.error
        if call.chat_id in self.shut:
            raise Forbidden(BLOCKED)
        result = deed()
        if failure is not None:
            raise failure.error
        return result


def flood(seconds: float) -> RetryAfter:
    """A 429."""
    return RetryAfter(timedelta(seconds=seconds))


def timed_out() -> TimedOut:
    return TimedOut()


def network() -> NetworkError:
    return NetworkError("Bad Gateway")
