"""One control call: the values in its path, its query string and its JSON body."""

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from playground.errors import SimError
from playground.jsontext import read_json

MAX_WAIT = 120.0


@dataclass(frozen=True)
class Asked:
    """The values of a call by name; those in the path win. All readers raise SimError for a value of the wrong kind."""

    values: dict[str, Any]

    @classmethod
    async def read(cls, request: Request) -> "Asked":
        """The values of a request."""
        body = await request.body()
        try:
            given = read_json(body) if body else {}
        except ValueError:
            raise SimError("the body is not JSON") from None
        if not isinstance(given, dict):
            raise SimError("the body is not a JSON object")
        return cls({**request.query_params, **given, **request.path_params})

    def has(self, name: str) -> bool:
        return self.values.get(name) is not None

    def text(self, name: str, default: str = "") -> str:
        value = self.values.get(name, default)
        if value is None:
            return default
        if not isinstance(value, str):
            raise SimError(f"{name} is not a text")
        return value

    def whole(self, name: str, default: int | None = None) -> int:
        """A whole number; without a default it must be there."""
        value = self.values.get(name)
        if value is None and default is not None:
            return default
        return as_whole(name, value)

    def number(self, name: str, default: float | None = None) -> float:
        """Any number; without a default it must be there."""
        value = self.values.get(name, default)
        try:
            return float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            raise SimError(f"{name} is not a number") from None

    def seconds(self, name: str, default: float) -> float:
        """How long to wait, at most two minutes."""
        return min(max(self.number(name, default), 0.0), MAX_WAIT)

    def flag(self, name: str, default: bool) -> bool:
        value = self.values.get(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise SimError(f"{name} is not true or false")
        return value

    def listing(self, name: str) -> list[Any]:
        value = self.values.get(name, [])
        if not isinstance(value, list):
            raise SimError(f"{name} is not a list")
        return value


def as_whole(name: str, value: Any) -> int:
    """A value as a whole number. Raises SimError."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    try:
        return int(value)
    except (TypeError, ValueError):
        raise SimError(f"{name} is not a whole number") from None
