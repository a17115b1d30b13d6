"""A game in progress as JSON, and back.

The law
    What another version of the program has written is read as far as it can be. Where it cannot the match is refused,
    with a reason and without a word of what stands there: in it are secrets.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

from core.catalog import CATALOG, PLAYABLE, RULES_VERSION
from core.game import Game, Options
from tgbot.refusals import Code, Refused


class Unloadable(Refused):
    """A match that this version of the program cannot read."""


def check_rules(kind: str, rules: int) -> None:
    """Whether a match of a game, played by a version of its rules, can go on here.

    Raises:
        Unloadable
    """
    if rules > RULES_VERSION or kind not in CATALOG:
        raise Unloadable(Code.NEWER_VERSION)
    if rules not in PLAYABLE:
        raise Unloadable(Code.OLDER_VERSION)


@cache
def _adapter(type_: Any) -> TypeAdapter[Any]:
    return TypeAdapter(type_)


def dump_game(game: Game) -> str:
    """The whole game as JSON text, secrets included: it goes into the database and nowhere else."""
    return _adapter(type(game)).dump_json(game).decode()


@lru_cache(maxsize=256)
def load_game(kind: str, text: str) -> Game:
    """The game a text was made of. A press reads the same text several times, and games never change.

    Raises:
        Unloadable: it is none.
    """
    try:
        game: Game = _adapter(CATALOG[kind].game).validate_json(text)
    except ValidationError:
        # Its sentences quote the text.
        raise Unloadable(Code.BROKEN) from None
    return game


def dump_options(options: Options) -> dict[str, Any]:
    """The options as JSON values."""
    values: dict[str, Any] = to_jsonable_python(options)
    return values


def load_options(kind: str, values: dict[str, Any]) -> Options:
    """The options of a game of the catalog.

    Raises:
        Unloadable: they are none of this game.
    """
    try:
        made = CATALOG[kind].options(**values)
        # JSON has no tuples and no enums.
        type_: Any = type(made)
        options: Options = _adapter(type_).validate_python(values)
    except (TypeError, ValueError):
        raise Unloadable(Code.BROKEN) from None
    return options
