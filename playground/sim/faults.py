"""Control calls that plan faults."""

from typing import Any

from playground.errors import ApiError, SimError
from playground.methods.registry import entry
from playground.sim.asked import Asked
from playground.state import Playground

DONE = {"ok": True}


def add(playground: Playground, asked: Asked) -> Any:
    """Enter a fault into the plan."""
    method = asked.text("method", "*")
    try:
        method = method if method == "*" else entry(method).name
    except ApiError:
        raise SimError(f"there is no method {method}") from None
    fault = playground.faults.add(
        str(asked.values.get("kind")),
        method,
        chat_id=asked.whole("chat") if asked.has("chat") else None,
        seconds=asked.number("seconds") if asked.has("seconds") else None,
        count=asked.whole("count") if asked.has("count") else None,
        probability=asked.number("probability", 1.0),
        seed=asked.whole("seed") if asked.has("seed") else None,
    )
    return fault.json(playground.clock.now())


def listing(playground: Playground, _: Asked) -> Any:
    """What stands in the plan."""
    return playground.faults.listing()


def clear(playground: Playground, asked: Asked) -> Any:
    """Take one fault out of the plan, or all."""
    playground.faults.clear(asked.whole("id") if asked.has("id") else None)
    return DONE
