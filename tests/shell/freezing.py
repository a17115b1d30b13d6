"""Snapshots of matches as versions of the program have written them into databases, each shape in a folder.

``python -m tests.shell.freezing --write`` freezes the present shape into the next folder; nothing that lies there is
ever written anew. It is asked for when the newest folder does not hold what this version writes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.catalog import RULES_VERSION, Entry
from core.game import Game
from tests.core.playing import EVERY_SETUP, played
from tgbot.store.snapshot import dump_game, dump_options

FOLDER = Path(__file__).parent / "snapshots"
PARTS = 5
"""A match is frozen at the beginning of each of so many parts, and at its last two positions."""


@dataclass(frozen=True)
class Frozen:
    """A match as it stood in a database. ``shape``: the folder; ``position`` counts moves."""

    shape: int
    name: str
    kind: str
    rules: int
    options: dict[str, Any]
    seats: int
    position: int
    state: str


def shapes() -> list[int]:
    """The folders, oldest first."""
    return sorted(int(path.name) for path in FOLDER.iterdir())


def frozen() -> Iterator[Frozen]:
    """Every snapshot there is."""
    for shape in shapes():
        for path in sorted((FOLDER / str(shape)).glob("*.jsonl")):
            head, *rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
            for row in rows:
                state = json.dumps(row["state"], ensure_ascii=False)
                yield Frozen(shape, path.stem, **head, position=row["position"], state=state)


def snapshots(name: str, entry: Entry) -> str:
    """Snapshots of one match of a game, a long one, as lines of JSON."""
    seats = entry.sizes[len(entry.sizes) // 2]
    match = max((played(entry, seats, number) for number in range(20)), key=lambda match: len(match.turns))
    kind = name.partition("-")[0]
    head = {"kind": kind, "rules": RULES_VERSION, "options": dump_options(match.options), "seats": seats}
    last = len(match.games) - 1
    positions = sorted({*range(0, last, max(1, last // PARTS)), last - 1, last})
    rows = [{"position": position, "state": _state(match.games[position])} for position in positions]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in (head, *rows))


def _state(game: Game) -> Any:
    return json.loads(dump_game(game))


def main() -> None:
    """Freezes the present shape, when asked to."""
    if sys.argv[1:] != ["--write"]:
        raise SystemExit("usage: python -m tests.shell.freezing --write")
    folder = FOLDER / str(max(shapes(), default=0) + 1 if FOLDER.exists() else 1)
    folder.mkdir(parents=True)
    for name, entry in EVERY_SETUP.items():
        (folder / f"{name}.jsonl").write_text(snapshots(name, entry), encoding="utf-8")


if __name__ == "__main__":
    main()
