"""Golden matches: whole matches as text, so that a change of the rules shows as a difference one can read.

``python -m tests.core.golden --write`` writes them anew. If a running match would replay differently, raise
``RULES_VERSION`` in ``core/catalog.py`` as well: the matches that computer players play say which version they are of.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from core.automatic import computer_claim, computer_move
from core.catalog import CATALOG, RULES_VERSION, Entry
from core.chase import Card, Character, Fact, Suit
from core.evolution import Evolution, EvolutionView
from core.fair import Fair
from core.game import Claim, Game
from core.hunt import Hunt
from core.race import Race
from core.timebomb import TimeBomb, TimeBombView, Wire
from tests.core.playing import EVERY_SETUP, played

SUITS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}


COMPUTERS = Path(__file__).parent / "golden" / "computers.txt"
"""Where the matches of computer players are kept."""


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
    """A dataclass with its fields by name, everything within it likewise; of a fact only those that are filled."""
    if isinstance(value, Card):
        return f"{SUITS[value.suit]}{value.rank}"
    if isinstance(value, Fact):
        filled = ((field.name, getattr(value, field.name)) for field in fields(value))
        return " ".join(f"{name}={plain(item)}" for name, item in filled if item is not None)
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


def chase(game: Any, before: Any | None) -> Iterator[str]:
    """Whose turn, the sources, the pair's clues in the Hunt; whoever changed, with all that lies before him."""
    view = game.view(None)
    if view.outcome:
        yield f"   end: {plain(view.outcome)}"
    lane = f", {view.lane}, clues {plain(view.clues)}, passes {view.passes}" if isinstance(game, Hunt) else ""
    left = " ".join(map(str, view.left))
    yield f"   round {view.round}, turn {view.turn} of seat {game.on_turn}, sources {left}{lane}"
    for seat, character in enumerate(view.characters):
        if before is None or before.characters[seat] != character:
            yield f"   seat {seat}: {_lying(character)}"


def _lying(character: Character) -> str:
    parts = ("pistols", "worn", "reserve", "hits", "fate", "cards", "file")
    filled = ((part, getattr(character, part)) for part in parts)
    told = "".join(f" {part} {plain(value)}" for part, value in filled if value)
    return f"{plain(character.figure)} at {character.cell}{told}"


TABLES: dict[type[Game], Callable[[Any, Any | None], Iterator[str]]] = {
    TimeBomb: timebomb,
    Evolution: evolution,
    Hunt: chase,
    Race: chase,
}


def computers() -> str:
    """What the computer players of every game do and say in a match of their own: as ``core.record`` computes it."""
    lines = [f"rules {RULES_VERSION}"]
    for name, entry in EVERY_SETUP.items():
        for seats in entry.sizes:
            lines += ["", f"{name} for {seats}", *_by_computers(entry, seats, b"computers")]
    return "\n".join(lines) + "\n"


def _by_computers(entry: Entry, seats: int, seed: bytes) -> Iterator[str]:
    kind = next(kind for kind, shelved in CATALOG.items() if shelved.game is entry.game)
    game, claims, position = entry.game.deal(seats, entry.options(), Fair(seed, 0)), list[Claim](), 0
    told = 0
    while (mover := game.to_act) is not None:
        if entry.hands and told != game.round:
            told = game.round
            for seat in range(seats):
                if said := computer_claim(kind, game, seat, claims, seed, position):
                    claims.append(game.claim(seat, said))
                    yield f"   seat {seat} says {said}"
        position += 1
        move = computer_move(kind, game, mover, claims, seed, position)
        yield f"{position}. seat {mover}: {move}"
        game, _ = game.play(mover, move, Fair(seed, position))


def main() -> None:
    """Writes every golden match, when asked to."""
    if sys.argv[1:] != ["--write"]:
        raise SystemExit("usage: python -m tests.core.golden --write")
    COMPUTERS.write_text(computers(), encoding="utf-8")
    for entry in EVERY_SETUP.values():
        for seats in entry.sizes:
            path(entry, seats).write_text(golden(entry, seats), encoding="utf-8")


if __name__ == "__main__":
    main()
