"""How often Sherlock wins Time Bomb with computer players of different sense, and how long the sensible one thinks.

    python -m bench.brains [--matches 120]

When a round is dealt everybody says what he holds, beginning with the holder of the cutters. The bars are meant for
2000 matches; with fewer the shares are rougher.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from statistics import fmean

from bench import machine
from core.brains.timebomb import Careless, Sensible
from core.fair import Fair
from core.game import Brain, Move, Options, Outcome
from core.timebomb import ROLE_CARDS, Claim, Role, TimeBomb, TimeBombView


class Silent(Careless):
    """Cuts any wire and says nothing."""

    def claim(self, view: TimeBombView, claims: Sequence[Claim], chance: Fair) -> str | None:
        return None


class Timed(Sensible):
    """A sensible player and the CPU seconds of his moves."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def move(self, view: TimeBombView, claims: Sequence[Claim], moves: Sequence[Move], chance: Fair) -> Move:
        start = time.thread_time()
        move = super().move(view, claims, moves, chance)
        self.seconds.append(time.thread_time() - start)
        return move


def match(seats: int, seed: bytes, sherlock: Brain, moriarty: Brain) -> Outcome:
    """The outcome of a match in which everybody of a role is played by one brain."""
    game = TimeBomb.deal(seats, Options(), Fair(seed, 0))
    brains = [sherlock if role is Role.SHERLOCK else moriarty for role in game.roles]
    claims: list[Claim] = []
    position = round_ = 0
    while game.outcome is None:
        position += 1
        if game.round > round_:
            round_ = game.round
            for step in range(seats):
                seat = (game.holder + step) % seats
                text = brains[seat].claim(game.view(seat), claims, Fair(seed, position, f"claim {seat}"))
                if text is not None:
                    claims.append(game.claim(seat, text))
        holder = game.holder
        move = brains[holder].move(game.view(holder), claims, game.moves(holder), Fair(seed, position, "computer"))
        game, _ = game.play(holder, move, Fair(seed, position))
    return game.outcome


def share(seats: int, matches: int, sherlock: Brain, moriarty: Brain) -> float:
    """The share of matches Sherlock wins. The seeds are fixed, so the same brains always give the same share."""
    outcomes = (match(seats, b"match %d" % number, sherlock, moriarty) for number in range(matches))
    return fmean(outcome.side == Role.SHERLOCK for outcome in outcomes)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=120, help="per pairing and size (default: 120)")
    matches = parser.parse_args().matches
    careless, silent, sensible = Careless(), Silent(), {seats: Timed() for seats in ROLE_CARDS}
    print(machine())
    print(f"Sherlock's share of {matches} matches, in %, by number of players")
    print(f"{'Sherlock':9} {'Moriarty':9}" + "".join(f"{seats:7}" for seats in ROLE_CARDS) + "   bar")
    for sherlock, moriarty, bar in (
        (None, careless, ">= 30"),
        (None, silent, ">= 30"),
        (careless, None, "<= 8 with 4, <= 4 with 5 to 8"),
        (silent, None, "none: silence hides all"),
        (None, None, "none: 30 to 60 is a good game"),
    ):
        names = "".join(
            f"{'sensible' if brain is None else type(brain).__name__.lower():10}" for brain in (sherlock, moriarty)
        )
        print(names, end="", flush=True)
        for seats, timed in sensible.items():
            print(f"{100 * share(seats, matches, sherlock or timed, moriarty or timed):7.1f}", end="", flush=True)
        print(f"   {bar}")
    for name, figure in (("mean", fmean), ("max", max)):
        print(f"ms a move, {name:9}" + "".join(f"{1000 * figure(timed.seconds):7.2f}" for timed in sensible.values()))


if __name__ == "__main__":
    main()
