"""The parameters of one call, however they came: JSON, form or query string."""

import json
import re
from typing import Any

from playground.errors import bad_request
from playground.jsontext import read_json

TRUE = frozenset({"true", "yes", "1"})


class Params:
    """Named parameters and uploaded files. A value is text from a form, or any JSON value."""

    def __init__(
        self, values: dict[str, Any], files: dict[str, bytes] | None = None, names: dict[str, str] | None = None
    ) -> None:
        self._values = values
        self.files = files or {}
        self._file_names = names or {}

    @property
    def names(self) -> set[str]:
        """The names of all parameters that were given, also empty ones."""
        return set(self._values)

    def has(self, name: str) -> bool:
        """Whether the parameter was given and is not empty."""
        return self._values.get(name) not in (None, "")

    def text(self, name: str, default: str = "") -> str:
        """A string; numbers are said as JSON does."""
        value = self._values.get(name)
        if value is None:
            return default
        return value if isinstance(value, str) else json.dumps(value)

    def integer(self, name: str, default: int = 0) -> int:
        """A number; like Telegram's server, what is none counts as the default."""
        found = re.fullmatch(r"\s*([+-]?[0-9]{1,18})\s*", self.text(name))
        return int(found[1]) if found else default

    def flag(self, name: str) -> bool:
        """A boolean, false unless it says true, yes or 1."""
        return self.text(name).strip().lower() in TRUE

    def structure(self, name: str) -> Any:
        """A JSON value, None when absent. Raises ApiError 400 when it cannot be read."""
        if not self.has(name):
            return None
        value = self._values[name]
        if not isinstance(value, str):
            return value
        try:
            return read_json(value)
        except ValueError:
            raise bad_request(f"can't parse {name.replace('_', ' ')} JSON object") from None

    def file_name(self, name: str) -> str:
        """The name that an uploaded file came with."""
        field = self.text(name).removeprefix("attach://") or name
        return self._file_names.get(field, "")

    def upload(self, name: str) -> bytes | str:
        """The bytes of an uploaded file, or the text (a file id or address) given in its place."""
        if name in self.files:
            return self.files[name]
        text = self.text(name)
        if text.startswith("attach://"):
            attached = text.removeprefix("attach://")
            if attached not in self.files:
                raise bad_request(f'can\'t find file "{attached}" to attach')
            return self.files[attached]
        return text
