"""A judge that knows nothing of us: aiogram's models, which are made from Telegram's documentation.

Everything the server answers has to fit them: no value of another kind, no missing field, and no field that they do not
know.
"""

import functools
import json
from typing import Any

import aiogram
from aiogram import methods
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.methods import Response, TelegramMethod
from pydantic import BaseModel, TypeAdapter


@functools.cache
def _returned() -> dict[str, Any]:
    """What every method of the Bot API returns, by its documented name in small letters."""
    found = [getattr(methods, name) for name in methods.__all__]
    kinds = [kind for kind in found if isinstance(kind, type) and issubclass(kind, TelegramMethod)]
    return {kind.__api_method__.lower(): kind.__returning__ for kind in kinds if kind is not TelegramMethod}


@functools.cache
def _adapter(method: str) -> TypeAdapter[Any]:
    return TypeAdapter(_returned()[method.lower()])


def judge(method: str, result: Any) -> None:
    """Check the result of a call. Raises AssertionError or pydantic's ValidationError."""
    model = _adapter(method).validate_json(json.dumps(result))
    check(model, result, method)


def judge_failure(body: dict[str, Any]) -> None:
    """Check the whole answer to a failed call."""
    model = Response[bool].model_validate_json(json.dumps(body))
    check(model, body, "answer")
    assert body["ok"] is False
    assert set(body) - {"parameters"} == {"ok", "error_code", "description"}


def check(model: Any, raw: Any, place: str) -> None:
    """Check that a model has taken up every part of what it was made from, without changing its kind."""
    if isinstance(model, BaseModel):
        assert not model.model_extra, f"{place} has fields that nobody knows: {sorted(model.model_extra)}"
        assert isinstance(raw, dict)
        names = {field.alias or name: name for name, field in type(model).model_fields.items()}
        for key, value in raw.items():
            assert value is not None, f"{place}.{key} is null; Telegram leaves such fields out"
            check(getattr(model, names[key]), value, f"{place}.{key}")
    elif isinstance(raw, list):
        assert isinstance(model, list)
        for number, (one, part) in enumerate(zip(model, raw, strict=True)):
            check(one, part, f"{place}[{number}]")
    elif isinstance(raw, bool | str):
        assert model == raw, f"{place} is {raw!r} and was read as {model!r}"
        assert isinstance(model, type(raw)), f"{place} is {raw!r} and was read as {model!r}"
    else:
        assert isinstance(raw, int), f"{place} is {raw!r}"


class JudgingSession(AiohttpSession):
    """aiogram's own HTTP, which has every answer judged before aiogram reads it. It counts what it judged."""

    def __init__(self, base: str) -> None:
        super().__init__(api=TelegramAPIServer.from_base(base))
        self.judged: dict[str, int] = {}

    def check_response(
        self, bot: aiogram.Bot, method: TelegramMethod[Any], status_code: int, content: str
    ) -> Response[Any]:
        body = json.loads(content)
        if body["ok"]:
            judge(method.__api_method__, body["result"])
        else:
            assert status_code == body["error_code"]
            judge_failure(body)
        self.judged[method.__api_method__] = self.judged.get(method.__api_method__, 0) + 1
        return super().check_response(bot, method, status_code, content)
