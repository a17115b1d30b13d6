"""Who wins how often with computer players of different sense, and how long the sensible one thinks.

    python -m bench.brains [--matches 120] [GAME ...]

When a round is dealt everybody says what he holds, beginning with the holder of the cutters. The bars are meant for
2000 matches, those of the Hunt for 3000; with fewer the shares are rougher.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from bench import machine
from bench.rig.setups import SETUPS
from core.catalog import Entry
from core.fair import Fair
from core.game import Brain, Claim, Move, Outcome
from core.hunt import Side
from core.timebomb import Role

CLEARLY = (">= 3, and > 3 sigma",) * 4
"""Of what sense adds to a side's lead: the share of matches it wins less the share the other side wins. A side does
clearly better with sensible players if its lead grows by at least three matches in a hundred, whoever the others are,
and by more than chance explains. The same matches are compared, so chance is how much they differ among themselves.
"""

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
    "hunt": CLEARLY,
    "hunt-no-draws": CLEARLY,
    "race": (">= 1.2 of chance from 3 on", "<= 0.9 of chance from 3 on"),
}
"""By setup, of the rows of the table, or of those below it. Those of Evolution are 2 and 0.6 times what random play
gives; a Race of two is mostly luck.
"""


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


def match(entry: Entry, seats: int, seed: bytes, cast: Callable[[Any], Sequence[Brain]]) -> Outcome:
    """The outcome of a match in which the brains are those that ``cast`` gives the seats once it is dealt."""
    game: Any = entry.game.deal(seats, entry.options(), Fair(seed, 0))
    brains = cast(game)
    claims: list[Claim] = []
    position = round_ = 0
    while (seat := game.to_act) is not None:
        position += 1
        if game.options.claims and game.round > round_:
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

    def cast(game: Any) -> Sequence[Brain]:
        return [sherlock if role is Role.SHERLOCK else moriarty for role in game.roles]

    outcomes = (match(entry, seats, b"match %d" % number, cast) for number in range(matches))
    return fmean(outcome.side == Role.SHERLOCK for outcome in outcomes)


def hunts(entry: Entry, matches: int, detectives: Brain, criminals: Brain) -> Mapping[str, float]:
    """Which share of the matches of the Hunt each ``Side`` wins, and which are draws."""
    return shares_of(winners(entry, matches, detectives, criminals))


def winners(entry: Entry, matches: int, detectives: Brain, criminals: Brain) -> list[str]:
    """Of each match of the Hunt the ``Side``. Match n of any pairing has the same cards and the same luck."""

    def cast(game: Any) -> Sequence[Brain]:
        return [detectives if seat in game.detectives else criminals for seat in range(game.seats)]

    return [match(entry, 5, b"match %d" % number, cast).side for number in range(matches)]


def shares_of(sides: Sequence[str]) -> Mapping[str, float]:
    """How often each ``Side`` is among these."""
    return {side: sides.count(side) / len(sides) for side in Side}


def races(entry: Entry, seats: int, matches: int, one: Brain, others: Brain) -> float:
    """The share of matches of the Race that one player wins among others, his seat another each time."""

    def won(number: int) -> bool:
        brains = [one if seat == number % seats else others for seat in range(seats)]
        return number % seats in match(entry, seats, b"match %d" % number, lambda _: brains).winners

    return fmean(map(won, range(matches)))


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


def hunt_table(name: str, entry: Entry, matches: int) -> None:
    """Prints who wins the Hunt, and what sense adds to the lead of either side."""
    careless, sensible = entry.careless, Timed(entry.sensible)
    brains = {"careless": careless, "sensible": sensible}
    print(f"{name}\n{'detectives':11}{'criminals':10}" + "".join(f"{side:>11}" for side in Side))
    won: dict[tuple[str, str], Sequence[str]] = {}
    for detectives, criminals in product(brains, brains):
        sides = won[detectives, criminals] = winners(entry, matches, brains[detectives], brains[criminals])
        shares = shares_of(sides)
        print(f"{detectives:11}{criminals:10}" + "".join(f"{100 * shares[side]:11.1f}" for side in Side), flush=True)
    print("sense adds to the lead of")
    pairs = (
        *((Side.DETECTIVES, other, [won[brain, other] for brain in brains]) for other in brains),
        *((Side.CRIMINALS, other, [won[other, brain] for brain in brains]) for other in brains),
    )
    for (side, other, (without, with_)), bar in zip(pairs, BARS[name], strict=True):
        added = [lead(after, side) - lead(before, side) for before, after in zip(without, with_, strict=True)]
        sigma = stdev(added) / sqrt(matches) if matches > 1 else 0.0
        print(f"{side:10} against {other:9}{100 * fmean(added):6.1f}   3 sigma {300 * sigma:4.1f}   {bar}")
    print(f"ms a move, mean {1000 * fmean(sensible.seconds):.2f}, max {1000 * max(sensible.seconds):.2f}")


def lead(winner: str, side: Side) -> int:
    """What a match counts for a side: 1 it wins, -1 the other one, 0 nobody."""
    return 0 if winner == Side.DRAW else 1 if winner == side else -1


def race_table(name: str, entry: Entry, matches: int) -> None:
    """Prints how often one player wins the Race among others."""
    careless, sensible = entry.careless, Timed(entry.sensible)
    print(f"{name}\n{'one':9} {'others':9}" + "".join(f"{seats:7}" for seats in entry.sizes) + "   bar")
    pairings = (("sensible", "careless", sensible, careless), ("careless", "sensible", careless, sensible))
    for (one, others, brain, brains), bar in zip(pairings, BARS[name], strict=True):
        shares = [races(entry, seats, matches, brain, brains) for seats in entry.sizes]
        print(f"{one:10}{others:10}" + "".join(f"{100 * won:7.1f}" for won in shares) + f"   {bar}", flush=True)
    print(f"{'by chance':20}" + "".join(f"{100 / seats:7.1f}" for seats in entry.sizes))
    print(f"ms a move, mean {1000 * fmean(sensible.seconds):.2f}, max {1000 * max(sensible.seconds):.2f}")


TABLES: Mapping[str, Callable[[str, Entry, int], None]] = {
    "hunt": hunt_table,
    "hunt-no-draws": hunt_table,
    "race": race_table,
}
"""By setup, where it is not ``table``."""


def main() -> None:
    """Prints a table per setup."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=120, help="per pairing and size (default: 120)")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(BARS)} (default: all)")
    arguments = parser.parse_args()
    print(machine())
    print(f"shares of {arguments.matches} matches in %: Sherlock's or one racer's, by players, or each side's")
    for name in arguments.games or BARS:
        TABLES.get(name, table)(name, SETUPS[name], arguments.matches)


if __name__ == "__main__":
    main()
