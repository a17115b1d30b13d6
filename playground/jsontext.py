"""Reading JSON that can be written again."""

import json
from typing import Any


def read_json(text: str | bytes) -> Any:
    """The value of a JSON text. Raises ValueError for what is none, for NaN and the like, and for text with half of a
    surrogate pair, which could not be answered in UTF-8.
    """
    try:
        value = json.loads(text, parse_constant=_no_constant)
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
