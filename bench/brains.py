"""How often Sherlock wins with computer players of different sense, and how long the sensible one thinks.

    python -m bench.brains [--matches 120] [GAME ...]

When a round is dealt everybody says what he holds, beginning with the holder of the cutters. The bars are meant for
2000 matches; with fewer the shares are rougher.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from bench import machine
from bench.rig.setups import SETUPS
from core.catalog import Entry
from core.fair import Fair
from core.game import Brain, Claim, Move, Outcome
from core.timebomb import Role

BARS: Mapping[str, Sequence[str]] = {
    "timebomb": (
        ">= 30",
        ">= 30",
        "<= 8 with 4, <= 4 with 5 to 8",
        "none: silence hides all",
        "none: 30 to 60 is a good game",
    ),
    "evolution": (">= 34, 19, 10", ">= 34, 19, 10", "<= 10, 6, 3", "none: silence hides all", "none"),
    "evolution-variant": (">= 25, 14, 8", ">= 25, 14, 8", "<= 7, 4, 2.5", "none: silence hides all", "none"),
}
"""By setup, of the rows of the table. Those of Evolution are 2 and 0.6 times what random play gives."""


class Silent:
    """Moves as another brain, and says nothing."""

    def __init__(self, brain: Brain) -> None:
        self.brain = brain

    def move(self, view: Any, claims: Sequence[Any], moves: Sequence[Move], chance: Fair) -> Move:
        return self.brain.move(view, claims, moves, chance)

    def claim(self, view: Any, claims: Sequence[Any], chance: Fair) -> str | None:
        return None


class Timed:
    """Another brain and the CPU seconds of its moves."""

    def __init__(self, brain: Brain) -> None:
        self.brain = brain
        self.seconds: list[float] = []

    def move(self, view: Any, claims: Sequence[Any], moves: Sequence[Move], chance: Fair) -> Move:
        start = time.thread_time()
        move = self.brain.move(view, claims, moves, chance)
        self.seconds.append(time.thread_time() - start)
        return move

    def claim(self, view: Any, claims: Sequence[Any], chance: Fair) -> str | None:
        return self.brain.claim(view, claims, chance)


def match(entry: Entry, seats: int, seed: bytes, sherlock: Brain, moriarty: Brain) -> Outcome:
    """The outcome of a match in which everybody of a role is played by one brain."""
    game: Any = entry.game.deal(seats, entry.options(), Fair(seed, 0))
    brains = [sherlock if role is Role.SHERLOCK else moriarty for role in game.roles]
    claims: list[Claim] = []
    position = round_ = 0
    while (seat := game.to_act) is not None:
        position += 1
        if game.round > round_:
            round_ = game.round
            for step in range(seats):
                speaker = (game.holder + step) % seats
                text = brains[speaker].claim(game.view(speaker), claims, Fair(seed, position, f"claim {speaker}"))
                if text is not None:
                    claims.append(game.claim(speaker, text))
        move = brains[seat].move(game.view(seat), claims, game.moves(seat), Fair(seed, position, "computer"))
        game, _ = game.play(seat, move, Fair(seed, position))
    outcome: Outcome = game.outcome
    return outcome


def share(entry: Entry, seats: int, matches: int, sherlock: Brain, moriarty: Brain) -> float:
    """The share of matches Sherlock wins. The seeds are fixed, so the same brains always give the same share."""
    outcomes = (match(entry, seats, b"match %d" % number, sherlock, moriarty) for number in range(matches))
    return fmean(outcome.side == Role.SHERLOCK for outcome in outcomes)


def table(name: str, entry: Entry, matches: int) -> None:
    """Prints the shares of one setup."""
    careless, silent = entry.careless, Silent(entry.careless)
    sensible = {seats: Timed(entry.sensible) for seats in entry.sizes}
    print(f"{name}\n{'Sherlock':9} {'Moriarty':9}" + "".join(f"{seats:7}" for seats in entry.sizes) + "   bar")
    pairings = ((None, careless), (None, silent), (careless, None), (silent, None), (None, None))
    names = {None: "sensible", careless: "careless", silent: "silent"}
    for (sherlock, moriarty), bar in zip(pairings, BARS[name], strict=True):
        print(f"{names[sherlock]:10}{names[moriarty]:10}", end="", flush=True)
        for seats, timed in sensible.items():
            won = share(entry, seats, matches, sherlock or timed, moriarty or timed)
            print(f"{100 * won:7.1f}", end="", flush=True)
        print(f"   {bar}")
    for figure, of in (("mean", fmean), ("max", max)):
        print(f"ms a move, {figure:9}" + "".join(f"{1000 * of(timed.seconds):7.2f}" for timed in sensible.values()))


def main() -> None:
    """Prints a table per setup."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=120, help="per pairing and size (default: 120)")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(BARS)} (default: all)")
    arguments = parser.parse_args()
    print(machine())
    print(f"Sherlock's share of {arguments.matches} matches, in %, by number of players")
    for name in arguments.games or BARS:
        table(name, SETUPS[name], arguments.matches)


if __name__ == "__main__":
    main()
