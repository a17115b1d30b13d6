"""Golden matches: whole matches as text, so that a change of the rules shows as a difference one can read.

``python -m tests.core.golden --write`` writes them anew. If a running match would replay differently, raise
``RULES_VERSION`` in ``core/catalog.py`` as well.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from core.catalog import Entry
from core.evolution import Evolution, EvolutionView
from core.game import Game
from core.timebomb import TimeBomb, TimeBombView, Wire
from tests.core.playing import EVERY_SETUP, played


def path(entry: Entry, seats: int) -> Path:
    """Where the golden match of a game and size is kept."""
    return Path(__file__).parent / "golden" / f"{entry.kind}-{seats}.txt"


def golden(entry: Entry, seats: int) -> str:
    """The match as text: seed, options, the table, each move with its events and the table after it."""
    # The longest of a few shows the most.
    match = max((played(entry, seats, number) for number in range(20)), key=lambda match: len(match.turns))
    lines = [f"{entry.kind} for {seats}", f"seed {match.seed.hex()}", f"options {plain(match.options)}"]
    show = TABLES[entry.game]
    lines += ["", *show(match.games[0], None)]
    for position, ((seat, move), events) in enumerate(zip(match.turns, match.events, strict=True), 1):
        lines += ["", f"{position}. seat {seat}: {move}", *(f"   {plain(event)}" for event in events)]
        lines += show(match.games[position], match.games[position - 1])
    return "\n".join(lines) + "\n"


def plain(value: object) -> str:
    """A dataclass with its fields by name, everything within it likewise."""
    if is_dataclass(value) and not isinstance(value, type):
        inner = " ".join(f"{field.name}={plain(getattr(value, field.name))}" for field in fields(value))
        return f"{type(value).__name__}({inner})"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return f"[{' '.join(map(plain, value))}]"
    return str(value)


def timebomb(game: Any, before: Any | None) -> Iterator[str]:
    """The board as everybody sees it; each seat's secrets when a round is dealt; everything at the end."""
    letters = {Wire.SAFE: "s", Wire.DEFUSING: "D", Wire.BOMB: "B", None: "."}
    view: TimeBombView = game.view(None)
    if view.outcome:
        yield f"   end: {plain(view.outcome)} roles={plain(view.roles)} spare={plain(view.spare)}"
        yield f"   laid: {' '.join(''.join(letters[wire] for wire in hand) for hand in view.laid or ())}"
        return
    rows = " ".join("".join(letters[wire] for wire in row) for row in view.rows)
    cutters = f"{view.cuts_left} cuts left, cutters at {view.holder}"
    yield f"   round {view.round}, {cutters}, found {view.found}/{view.needed}: {rows}"
    if before is None or before.round != view.round:
        for seat in range(view.seats):
            own: TimeBombView = game.view(seat)
            hand = own.hands[-1]
            yield f"   seat {seat} sees: {own.role}, {hand.safe} safe, {hand.defusing} defusing, {hand.bomb} bomb"


def evolution(game: Any, before: Any | None) -> Iterator[str]:
    """As of Time Bomb, with the bombs of each colour, what is waited for, and at the end the cards put aside."""
    view: EvolutionView = game.view(None)
    if view.outcome:
        yield f"   end: {plain(view.outcome)} roles={plain(view.roles)} spare={plain(view.spare)}"
        yield f"   laid: {' '.join(map(_row, view.laid or ()))} aside: {_row(view.aside or ())}"
        return
    cutters = f"{view.cuts_left} cuts left, cutters at {view.holder}"
    yield f"   round {view.round}, {cutters}, found {view.found}/{view.needed}: {' '.join(map(_row, view.rows))}"
    counts = (f"{bomb.colour} {bomb.revealed}/{bomb.limit}{' defused' * bomb.defused}" for bomb in view.bombs)
    yield f"   bombs: {', '.join(counts)}; choice {plain(view.choice)}, draw {view.draw}"
    if before is None or before.round != view.round:
        for seat in range(view.seats):
            own: EvolutionView = game.view(seat)
            hand = own.hands[-1]
            held = "".join(f", {n} {colour}" for colour, n in hand.colours)
            yield f"   seat {seat} sees: {own.role}, {hand.defusing} defusing{held}"


def _row(wires: Sequence[Wire | None]) -> str:
    """A defusing wire is D, a bomb the first letter of its colour."""
    return "".join("." if wire is None else "D" if wire is Wire.DEFUSING else wire[0] for wire in wires)


TABLES: dict[type[Game], Callable[[Any, Any | None], Iterator[str]]] = {TimeBomb: timebomb, Evolution: evolution}


def main() -> None:
    """Writes every golden match, when asked to."""
    if sys.argv[1:] != ["--write"]:
        raise SystemExit("usage: python -m tests.core.golden --write")
    for entry in EVERY_SETUP.values():
        for seats in entry.sizes:
            path(entry, seats).write_text(golden(entry, seats), encoding="utf-8")


if __name__ == "__main__":
    main()
