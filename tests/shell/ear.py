"""What anybody hears of a match: every call of the Bot API with all it carries, and what is logged."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import hashlib
import io
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import structlog
from telegram import InputFile, InputMedia, TelegramObject

from core.game import Seat
from tests.shell.setting import PEOPLE
from tests.shell.telegram_fake import TelegramFake

CALLS = ("send_", "edit_", "delete_", "pin_", "unpin_", "copy_", "forward_", "do_api_request")


@dataclass(frozen=True)
class Heard:
    """Something the bot did. ``where``: the chat, or ``whisper N`` in the group to somebody alone, or ``answer N`` to
    somebody's press, or ``log``.

    ``keys`` are the buttons; ``said`` is everything, as text.
    """

    at: float
    where: str
    method: str
    keys: str
    said: str
    secret: bool = False
    """An answer to who asks for his own hand."""


class Ear(TelegramFake):
    """A Telegram that writes down every call with all it carries, whichever methods the bot may use."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Heard] = []
        self.asked: dict[str, tuple[int, str]] = {}
        """Who pressed what, by the number of the query."""

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if not name.startswith(CALLS):
            return found

        async def call(*args: Any, **kwargs: Any) -> Any:
            self.note(name, args, kwargs)
            if name == "do_api_request" and "answer" in args[0].lower():
                return True
            return await found(*args, **kwargs)

        # The fake's own methods call each other: those are not calls of the bot.
        return found if asyncio.current_task() in self.inside else self._entered(call)

    @property
    def inside(self) -> set[Any]:
        """The tasks that are inside a call."""
        return cast(set[Any], self.__dict__.setdefault("_inside", set()))

    def _entered(self, call: Callable[..., Any]) -> Callable[..., Any]:
        async def entered(*args: Any, **kwargs: Any) -> Any:
            task = asyncio.current_task()
            self.inside.add(task)
            try:
                return await call(*args, **kwargs)
            finally:
                self.inside.discard(task)

        return entered

    def note(self, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Writes a call down."""
        values = {**{str(n): one for n, one in enumerate(args)}, **kwargs}
        flat = {**values, **next((one for one in args if isinstance(one, dict)), {})}
        where, secret = f"chat {flat.get('chat_id', args[0] if args else '')}", False
        shown = flat.get("api_kwargs", {}).get("ephemeral_message_parameters", flat)
        if "receiver_user_id" in shown:
            where = f"whisper {shown['receiver_user_id']}"
        if "callback_query_id" in flat:
            person, verb = self.asked[flat["callback_query_id"]]
            where, secret = f"answer {person}", verb == "hand"
        keys = written(flat.get("reply_markup"))
        self.heard.append(Heard(asyncio.get_running_loop().time(), where, method, keys, written(values), secret))


def written(value: Any) -> str:
    """A value as text that is the same for equal values; of files the digest."""
    if isinstance(value, InputMedia):
        return written({name: getattr(value, name) for name in ("media", "caption", "parse_mode", "has_spoiler")})
    if isinstance(value, TelegramObject):
        return value.to_json()
    if isinstance(value, InputFile):
        return written(value.input_file_content)
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name}: {written(value[name])}' for name in sorted(value))}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written, value))}]"
    return str(value)


@contextlib.contextmanager
def logs() -> Iterator[io.StringIO]:
    """Everything that is logged, at the level that says most."""
    told = io.StringIO()
    handler = logging.StreamHandler(told)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    quiet = {name: logging.getLogger(name).level for name in ("sqlalchemy", "apscheduler", "asyncio")}
    for name in quiet:
        logging.getLogger(name).setLevel(logging.WARNING)
    with structlog.testing.capture_logs() as events:
        try:
            yield told
        finally:
            root.removeHandler(handler)
            root.setLevel(level)
            for name, before in quiet.items():
                logging.getLogger(name).setLevel(before)
            for event in events:
                told.write(f"{sorted(event.items())}\n")


def for_ears_of(viewer: Seat | None, heard: Sequence[Heard]) -> list[Heard]:
    """What the viewer may compare: of what goes to others alone that it goes, when, and with which buttons."""
    others = [person for seat, person in enumerate(PEOPLE) if seat != viewer]
    own = {f"{door} {person}" for person in others for door in ("chat", "whisper")}
    answers = {f"answer {person}" for person in others}

    def open_to_him(one: Heard) -> Heard:
        private = one.where in own or (one.secret and one.where in answers)
        return dataclasses.replace(one, said="") if private else one

    return list(map(open_to_him, heard))
