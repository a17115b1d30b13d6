"""Updates of any shape, fair, forged and impossible, through the bot's own door: how many, how long, how many faults.

    python -m bench.fuzz [--examples 300] [--seed 0]

An example is a copy of a town in the middle of its games, and one to six updates. What must hold,
``tests.shell.fuzzing`` says; what each update may be, ``tests.shell.shapes``. Each kind of fault is printed once, with
the updates that led there. The bar: no fault.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter

from hypothesis import HealthCheck, Phase, given, seed, settings

from bench import machine
from tests.shell.fuzzing import faults, town
from tests.shell.shapes import Update, batches

SHOWN = 4000
"""Characters of the updates that led to a fault."""


def main() -> None:
    """Searches, and prints the figures and the faults; exit code 1 when there is a fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=300, help="how many (default: 300)")
    parser.add_argument("--seed", type=int, default=0, help="of the search (default: 0)")
    arguments = parser.parse_args()
    print(machine(), flush=True)
    counts, kinds, shortest = Counter[str](), Counter[str](), dict[str, tuple[str, str]]()

    @seed(arguments.seed)
    @settings(
        max_examples=arguments.examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(batches(town(), most=6))
    def search(batch: list[Update]) -> None:
        found, counted = faults(batch)
        counts.update(counted, examples=1, updates=len(batch), faults=len(found))
        led = json.dumps([raw for raw, _ in batch])
        for fault in found:
            kind = re.sub(r"\d+", "N", fault)
            kinds[kind] += 1
            shortest[kind] = min(shortest.get(kind, (fault, led)), (fault, led), key=lambda one: len(one[1]))

    start = time.perf_counter()
    search()
    seconds = time.perf_counter() - start
    print(
        f"seed {arguments.seed}: {counts['examples']} examples, {counts['updates']} updates in {seconds:.0f} s; "
        f"{counts['read']} could be read, {counts['changes']} changed a match; faults: {counts['faults']}"
    )
    for kind, number in kinds.most_common():
        fault, led = shortest[kind]
        print(f"\n{number} times: {fault}\n  after {led[:SHOWN]}")
    sys.exit(bool(kinds))


if __name__ == "__main__":
    main()
