"""Every measurement, one after the other, each as a process of its own.

    python -m bench [--whole]

As they are, all of them together take five minutes on two cores: they show what moves, and where something breaks. The
bars of the tables are for measurements at the size a command takes when it is called alone; those are made with
``--whole``. Nothing else should run meanwhile. The exit code is that of the first one that failed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

BRIEF: Mapping[str, Sequence[str]] = {
    "brains": ("--matches", "8"),
    "calls": (),
    "crash": ("--minutes", "0.25"),
    "deadlines": ("--waiting", "10000", "--at-once", "500", "--single", "60", "--slices", "2"),
    "fuzz": ("--examples", "80"),
    "pictures": ("--matches", "1"),
    "press": ("--slices", "5", "--seconds", "6", "--burst", "200", "--rest", "2"),
    "rules": ("--matches", "150"),
    "storage": ("--matches", "2"),
}
"""By measurement, with what it is soon over."""


def measurements() -> list[str]:
    """The names of all there are."""
    return sorted(file.stem for file in Path(__file__).parent.glob("[a-z]*.py"))


def main() -> None:
    """Makes them all and prints how long each took."""
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--whole", action="store_true", help="at the sizes that the bars are for")
    given = parser.parse_args()
    began = time.perf_counter()
    for name in measurements():
        start = time.perf_counter()
        command = [sys.executable, "-m", f"bench.{name}", *(() if given.whole else BRIEF[name])]
        print(f"==> {' '.join(command[1:])}", flush=True)
        failed = subprocess.run(command, check=False).returncode
        if failed:
            sys.exit(failed)
        print(f"({time.perf_counter() - start:.0f} s)\n", flush=True)
    print(f"all: {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
