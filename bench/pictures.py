"""How long a picture takes to draw, how many bytes it has, and how much memory drawing takes.

    python -m bench.pictures [--matches 3] [GAME ...]

Bars: p50 at most 25 ms, at most 120 kB. Every picture is drawn after each move of whole matches of the largest table,
with nothing kept from one to the next but what is drawn once: fonts, medals, plates, the sky.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import time
from collections.abc import Iterator, Sequence

from bench import machine
from core.catalog import CATALOG
from tgbot.pictures import PICTURES, Picture
from tgbot.pictures.staged import WHICH, staged
from tgbot.words import words

LANGUAGES = ("en", "vi", "fr", "ru")


def drawn(kind: str, which: str, matches: int) -> Iterator[Picture]:
    """A kind of picture after each move of some matches, in one language after the other."""
    entry = CATALOG[kind]
    for seed in range(matches):
        say = words(LANGUAGES[seed % len(LANGUAGES)])
        seat = 0 if which == "hand" else None
        for look in staged(kind, entry.sizes[-1], seed, entry.options(), seat):
            yield getattr(PICTURES[kind], which)(look.facts, look.view, say)


def measured(pictures: Sequence[Picture]) -> tuple[list[float], list[int]]:
    """The CPU milliseconds and the bytes of each, after a first drawing of all that warms up."""
    for picture in pictures:
        picture.draw(picture.scene, False)
    times, sizes = [], []
    for picture in pictures:
        start = time.process_time()
        file = picture.draw(picture.scene, False).jpeg()
        times.append(1000 * (time.process_time() - start))
        sizes.append(len(file))
    return times, sizes


def memory() -> float:
    """The most this process ever held, in MB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1_000_000 if sys.platform == "darwin" else 1000)


def main() -> None:
    """Prints a line per game and picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=3, help="per game (default: 3)")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(PICTURES)} (default: all)")
    arguments = parser.parse_args()
    before = memory()
    print(machine())
    print(f"{'game':10} {'picture':8} {'drawn':>6} {'p50 ms':>7} {'p95 ms':>7} {'mean kB':>8} {'max kB':>7}")
    for kind in arguments.games or PICTURES:
        for which in WHICH:
            times, sizes = measured(list(drawn(kind, which, arguments.matches)))
            p50, p95 = statistics.median(times), statistics.quantiles(times, n=20, method="inclusive")[-1]
            row = f"{p50:7.1f} {p95:7.1f} {statistics.fmean(sizes) / 1000:8.1f} {max(sizes) / 1000:7.1f}"
            print(f"{kind:10} {which:8} {len(times):6} {row}")
    print(f"memory: {before:.0f} MB before, {memory():.0f} MB at most (bars: p50 <= 25 ms, max <= 120 kB)")


if __name__ == "__main__":
    main()
