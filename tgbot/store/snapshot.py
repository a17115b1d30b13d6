"""A game in progress as JSON, and back."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import TypeAdapter
from pydantic_core import to_jsonable_python

from core.catalog import CATALOG
from core.game import Game, Options


@cache
def _adapter(type_: Any) -> TypeAdapter[Any]:
    return TypeAdapter(type_)


def dump_game(game: Game) -> str:
    """The whole game as JSON text, secrets included: it goes into the database and nowhere else."""
    return _adapter(type(game)).dump_json(game).decode()


def load_game(kind: str, text: str) -> Game:
    """The game a text was made of. Raises pydantic.ValidationError when it is none."""
    game: Game = _adapter(CATALOG[kind].game).validate_json(text)
    return game


def dump_options(options: Options) -> dict[str, Any]:
    """The options as JSON values."""
    values: dict[str, Any] = to_jsonable_python(options)
    return values


def load_options(kind: str, values: dict[str, Any]) -> Options:
    """The options of a game of the catalog. Raises TypeError when the game has no such option."""
    made = CATALOG[kind].options(**values)
    # JSON has no tuples and no enums.
    type_: Any = type(made)
    options: Options = _adapter(type_).validate_python(values)
    return options
