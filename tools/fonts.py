"""Makes the fonts in ``tgbot/pictures/fonts``: ``python -m tools.fonts SOURCE``.

``SOURCE`` is a folder with these packages unpacked side by side or one in another:

    npm pack @expo-google-fonts/playfair-display @expo-google-fonts/fira-sans-condensed @expo-google-fonts/noto-emoji
    apt-get download fonts-noto-core fonts-noto-cjk

A font whose name is reserved (OFL, clause 3) is copied as it is; the others are cut down to what names and texts need.
``coverage.json`` tells which characters each file can draw, in the order in which they are asked.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parents[1] / "tgbot" / "pictures" / "fonts"
RESERVED = "PlayfairDisplay-ExtraBold.ttf"


@dataclass(frozen=True)
class Cut:
    """A font cut down: the file it comes from, its face there, and the characters kept (None: all)."""

    file: str
    source: str
    characters: Iterable[int] | None = None
    face: int = -1


def blocks(*edges: tuple[int, int]) -> list[int]:
    """The characters of some ranges, ends included."""
    return [code for first, last in edges for code in range(first, last + 1)]


def encoded(codec: str, leads: range, trails: Iterable[int]) -> Iterator[int]:
    """The characters of a block of an old double-byte code."""
    pairs = (bytes((lead, trail)) for lead in leads for trail in trails)
    return (ord(text) for pair in pairs if len(text := pair.decode(codec, "ignore")) == 1)


def east_asian() -> set[int]:
    """Kana, the common characters of China (GB 2312 and Big5, level 1) and Japan (JIS, level 1), Hangul (KS X 1001)."""
    high = range(0xA1, 0xFF)
    common = chain(
        encoded("gb2312", range(0xB0, 0xD8), high),
        encoded("big5", range(0xA4, 0xC7), chain(range(0x40, 0x7F), high)),
        encoded("euc_jp", range(0xB0, 0xD0), high),
        encoded("euc_kr", range(0xB0, 0xC9), high),
    )
    return {*common, *blocks((0x3001, 0x301C), (0x3041, 0x30FF), (0x3131, 0x318E), (0xFF01, 0xFF5E))}


LETTERS = blocks((0x20, 0x24F), (0x259, 0x259), (0x2B0, 0x36F), (0x370, 0x52F), (0x1E00, 0x1FFF), (0x2010, 0x2044))
LETTERS += blocks(
    (0x2070, 0x209C), (0x20A0, 0x20C0), (0x2100, 0x218B), (0x2190, 0x21FF), (0x2200, 0x22FF), (0x25A0, 0x25FF)
)
SIGNS = blocks((0x2190, 0x21FF), (0x2300, 0x23FF), (0x2460, 0x27BF), (0x2900, 0x297F), (0x2B00, 0x2BFF))
SCRIPTS = ("Arabic", "Hebrew", "Armenian", "Georgian", "Devanagari", "Bengali", "Tamil", "Thai")

CUTS = (
    Cut("FiraSansCondensed-SemiBold.ttf", "FiraSansCondensed_600SemiBold.ttf", LETTERS),
    Cut("NotoEmoji-SemiBold.ttf", "NotoEmoji_600SemiBold.ttf"),
    Cut(
        "NotoSans-Bold.ttf",
        "NotoSans-Bold.ttf",
        blocks((0x250, 0x2AF), (0x1D00, 0x1DBF), (0x2C60, 0x2C7F), (0xA720, 0xA7FF)),
    ),
    *(Cut(f"NotoSans{script}-Bold.ttf", f"NotoSans{script}-Bold.ttf") for script in SCRIPTS),
    Cut("NotoSansCJKsc-Bold.otf", "NotoSansCJK-Bold.ttc", east_asian(), face=2),
    Cut("NotoSansSymbols2-Regular.ttf", "NotoSansSymbols2-Regular.ttf", SIGNS),
)
"""In the order in which they are asked for a character."""


def cut(wanted: Cut, source: Path) -> None:
    """Writes one font, without hints and without features that horizontal text does not use."""
    font = TTFont(_find(source, wanted.source), fontNumber=wanted.face)
    options = Options(
        hinting=False,
        notdef_outline=True,
        name_IDs=["*"],
        desubroutinize=False,
        drop_tables=["vhea", "vmtx", "VORG", "DSIG"],
    )
    # The marks of Vietnamese and the joining of Arabic; no small capitals, fractions or figures of other shapes.
    options.layout_features = [
        "ccmp",
        "locl",
        "mark",
        "mkmk",
        "kern",
        "liga",
        "rlig",
        "calt",
        "init",
        "medi",
        "fina",
        "isol",
        "rclt",
    ]
    options.layout_features += [
        "nukt",
        "akhn",
        "rphf",
        "rkrf",
        "blwf",
        "half",
        "vatu",
        "cjct",
        "pres",
        "abvs",
        "blws",
        "psts",
        "haln",
        "abvm",
        "blwm",
        "dist",
        "pref",
        "pstf",
        "ljmo",
        "vjmo",
        "tjmo",
    ]
    subsetter = Subsetter(options)
    characters = font.getBestCmap().keys() if wanted.characters is None else wanted.characters
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.save(FOLDER / wanted.file)


def coverage(file: str) -> list[list[int]]:
    """The characters a font can draw, as ranges with both ends."""
    ranges: list[list[int]] = []
    for code in sorted(TTFont(FOLDER / file).getBestCmap()):
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return ranges


def _find(source: Path, name: str) -> Path:
    found = sorted(source.rglob(name))
    if not found:
        raise SystemExit(f"{name} is not in {source}; see python -m pydoc tools.fonts")
    return found[0]


def main() -> None:
    """Writes all fonts and what they cover."""
    if len(sys.argv) != 2:
        raise SystemExit("python -m tools.fonts SOURCE")
    source = Path(sys.argv[1])
    shutil.copyfile(_find(source, "PlayfairDisplay_800ExtraBold.ttf"), FOLDER / RESERVED)
    for wanted in CUTS:
        cut(wanted, source)
    files = [RESERVED, *(wanted.file for wanted in CUTS)]
    lines = (f"{json.dumps(file)}: {json.dumps(coverage(file), separators=(',', ':'))}" for file in files)
    (FOLDER / "coverage.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
    for file in files:
        print(f"{(FOLDER / file).stat().st_size:9,} {file}")


if __name__ == "__main__":
    main()
