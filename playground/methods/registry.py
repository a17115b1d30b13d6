"""Which methods there are, and what a call of each costs."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from playground.errors import ApiError
from playground.methods.params import Params
from playground.state import Playground

Method = Callable[[Playground, Params], Any]


@dataclass(frozen=True)
class Entry:
    """A method under its documented name; `act` is what the flood limits count it as, None what they let pass."""

    name: str
    run: Method
    act: str | None


METHODS: dict[str, Entry] = {}


def method(name: str, act: str | None = None) -> Callable[[Method], Method]:
    """Register a Bot API method under its documented name."""

    def register(run: Method) -> Method:
        METHODS[name.lower()] = Entry(name, run, act)
        return run

    return register


def entry(name: str) -> Entry:
    """The method of that name, whatever its capitals. Raises ApiError 404."""
    found = METHODS.get(name.lower())
    if found is None:
        raise ApiError(404, "Not Found: method not found")
    return found


async def call(playground: Playground, found: Entry, params: Params) -> Any:
    """Carry out one call, unless a fault was planned for it, and give its result. Raises ApiError or NoAnswer."""
    fault = playground.faults.strike(found.name, params.integer("chat_id") or None)
    if fault is None:
        return await carry_out(playground, found, params)
    await playground.faults.before(fault)
    try:
        return await carry_out(playground, found, params)
    finally:
        await playground.faults.after(fault)


async def carry_out(playground: Playground, found: Entry, params: Params) -> Any:
    """Carry out one call and give its result. Raises ApiError."""
    if found.act:
        playground.flood.spend(found.act, None if params.has("inline_message_id") else params.integer("chat_id"))
    result = found.run(playground, params)
    return await result if isinstance(result, Awaitable) else result
