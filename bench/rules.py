"""How many matches a second the rules play, who wins them, and how long the longest is, every move any legal one.

python -m bench.rules [--matches 2000] [GAME ...]
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter

from bench import machine
from bench.rig.setups import SETUPS
from core.catalog import Entry
from core.fair import Fair
from core.game import Outcome


def random_match(entry: Entry, seats: int, seed: bytes, pick: random.Random) -> tuple[Outcome, int]:
    """The outcome of a match through the public contract, every move any legal one, and how many moves it took."""
    game = entry.game.deal(seats, entry.options(), Fair(seed, 0))
    position = 0
    while game.outcome is None:
        assert game.to_act is not None
        position += 1
        moves = game.moves(game.to_act)
        game, _ = game.play(game.to_act, moves[int(pick.random() * len(moves))], Fair(seed, position))
    return game.outcome, position


def main() -> None:
    """Prints a line per game and size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=2000, help="per game and size (default: 2000)")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(SETUPS)} (default: all)")
    arguments = parser.parse_args()
    matches = arguments.matches
    print(machine())
    print(f"{matches} random matches per game and size; shares in % by winning side and reason")
    for name in arguments.games or SETUPS:
        entry = SETUPS[name]
        for seats in entry.sizes:
            pick = random.Random(seats)
            start = time.perf_counter()
            played = [random_match(entry, seats, b"%d" % match, pick) for match in range(matches)]
            rate = matches / (time.perf_counter() - start)
            ends = Counter((outcome.side, outcome.reason) for outcome, _ in played)
            longest = max(moves for _, moves in played)
            shares = "  ".join(
                f"{side} ({reason}) {100 * n / matches:.1f}" for (side, reason), n in sorted(ends.items())
            )
            print(f"{name} {seats}: {rate:6.0f} matches/s   longest {longest:3} moves   {shares}")


if __name__ == "__main__":
    main()
