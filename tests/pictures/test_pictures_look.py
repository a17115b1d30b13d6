"""Pictures can be read: nothing clipped, nothing covered, every letter there, enough contrast, small enough to send."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops

from core.hunt import Reason as HuntReason
from core.race import Reason as RaceReason
from core.timebomb import Wire
from tests.pictures.looks import GAMES, ONES, STRANGE, clipped, faint, laid, meeting, overlapping, pictures, texts
from tests.screens.matches import NAMES, Table, ended, table
from tgbot.languages import LANGUAGES
from tgbot.pictures import PICTURES, medals, palette
from tgbot.pictures import canvas as canvas_module
from tgbot.pictures.canvas import HEIGHT, LIMIT, WIDTH
from tgbot.pictures.lettering import UNKNOWN, Line, drawable, fit
from tgbot.words import words

PEOPLE = {"plain": NAMES, "strange": STRANGE, "short": ONES}
MOVES = [0, 40, 400]


@pytest.mark.parametrize(
    ("people", "moves"), [("plain", 9), ("plain", 400), ("strange", 0), ("strange", 40), ("short", 9)]
)
@pytest.mark.parametrize(("kind", "variant", "seats"), GAMES)
def test_no_text_is_clipped_covered_or_faint(kind: str, variant: bool, seats: int, people: str, moves: int) -> None:
    at = laid(kind, variant, seats, moves, PEOPLE[people])
    for language in LANGUAGES if people == "plain" else ["vi"]:
        for name, picture in pictures(at, language):
            canvas = picture.canvas()
            assert len(texts(canvas)) > 2, name
            assert clipped(canvas) == [], (name, language)
            assert overlapping(canvas) == [], (name, language)
            assert faint(canvas) == [], (name, language)


@pytest.mark.parametrize("moves", [0, 1, 3, 9, 400])
@pytest.mark.parametrize(("kind", "variant", "seats"), [game for game in GAMES if game[0] in ("timebomb", "evolution")])
def test_no_sign_hides_a_wire(kind: str, variant: bool, seats: int, moves: int) -> None:
    seen = 0
    for name, picture in pictures(laid(kind, variant, seats, moves), "en"):
        marks = picture.canvas().marks
        signs = [mark for mark in marks if mark.what in ("cutters", "role", "lot")]
        wires = [mark for mark in marks if mark.what.startswith("wire ")]
        seen += len(signs) * len(wires)
        assert [(a.what, b.what) for a in signs for b in wires if meeting(a.ink, b.ink)] == [], name
    assert seen


@pytest.mark.parametrize("moves", [0, 40])
@pytest.mark.parametrize(("kind", "variant", "seats"), GAMES)
def test_the_smallest_text_is_eight_pixels_high_on_a_phone_360_wide(
    kind: str, variant: bool, seats: int, moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: dict[str, int] = {}

    def fitted(text: str, *how: Any) -> Line:
        line = fit(text, *how)
        sizes[text] = min(line.size, sizes.get(text, line.size))
        return line

    monkeypatch.setattr(canvas_module, "fit", fitted)
    for _, picture in pictures(laid(kind, variant, seats, moves), "vi"):
        picture.canvas()
    assert len(sizes) > 10
    assert {text: size for text, size in sizes.items() if size * 360 / WIDTH < 8} == {}


@pytest.mark.parametrize("wires", list(combinations(Wire, 2)), ids="-".join)
def test_what_is_told_by_a_colour_is_told_by_a_shape_as_well(
    wires: tuple[Wire, Wire], monkeypatch: pytest.MonkeyPatch
) -> None:
    for wire in palette.BOMBS:
        monkeypatch.setitem(palette.BOMBS, wire, (128, 128, 128))
    one, other = (medals._draw(wire).sized(58).convert("L") for wire in wires)
    apart = sum(ImageChops.difference(one, other).point(lambda value: value > 60 and 255).histogram()[255:])
    assert apart > 58 * 58 / 16, "of its pixels are clearly another grey"


@pytest.mark.parametrize("moves", MOVES)
@pytest.mark.parametrize(("kind", "variant", "seats"), GAMES)
def test_a_picture_is_a_jpeg_of_its_size_and_at_most_120_kb(kind: str, variant: bool, seats: int, moves: int) -> None:
    for name, picture in pictures(laid(kind, variant, seats, moves), "ru"):
        file = picture.jpeg()
        image = Image.open(BytesIO(file))
        assert (image.format, image.mode) == ("JPEG", "RGB")
        assert image.size == (WIDTH, 720 if name.startswith("hand") else HEIGHT)
        assert len(file) <= LIMIT == 120_000


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        *(("timebomb", reason) for reason in ("defused", "bomb", "time")),
        *(("evolution", reason) for reason in ("defused", "explosion green", "pair", "time")),
    ],
)
def test_every_end_is_told_in_full(kind: str, reason: str, language: str) -> None:
    at = ended(reason, kind=kind, variant=kind == "evolution")
    say = words(language)
    for picture in (PICTURES[kind].result(at.facts, at.public, say), PICTURES[kind].recap(at.facts, at.public, say)):
        canvas = picture.canvas()
        assert clipped(canvas) == []
        assert overlapping(canvas) == []
        side = "Sherlock's team wins!" if reason == "defused" else "Moriarty's team wins!"
        assert texts(canvas)[0].what.split() == say.plain(side).split()


SELDOM: dict[tuple[str, str], int] = {
    ("hunt", HuntReason.ESCAPE): 838,
    ("hunt", HuntReason.MURDER): 78,
    ("race", RaceReason.LAST): 107,
}
"""From which seed on it is worth looking for an end."""


@cache
def over(kind: str, reason: str, seats: int) -> Table:
    """A match of people with strange names that ended for a reason."""
    how = {"kind": kind, "names": STRANGE[:seats], "variant": reason == HuntReason.COUNT}
    first = SELDOM.get((kind, reason), 0)
    tries = (table(999, seed=n.to_bytes(2, "big"), **how) for n in range(first, first + 3000))  # type: ignore[arg-type]
    return next(at for at in tries if at.game.outcome and at.game.outcome.reason == reason)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("kind", "reason", "seats"),
    [
        *(("hunt", reason, 5) for reason in HuntReason),
        *(("race", RaceReason.FINISH, seats) for seats in (2, 3, 4, 6, 7)),
        *(("race", RaceReason.LAST, seats) for seats in (2, 8)),
    ],
)
def test_every_end_of_a_chase_is_told_in_full(kind: str, reason: str, seats: int, language: str) -> None:
    at = over(kind, reason, seats)
    say = words(language)
    for picture in (PICTURES[kind].result(at.facts, at.public, say), PICTURES[kind].recap(at.facts, at.public, say)):
        canvas = picture.canvas()
        assert clipped(canvas) == []
        assert overlapping(canvas) == []
        assert faint(canvas) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "variant", "seats"), GAMES)
def test_every_letter_of_our_own_texts_is_in_the_fonts(kind: str, variant: bool, seats: int, language: str) -> None:
    for _, picture in pictures(laid(kind, variant, seats, 9, NAMES), language):
        for mark in texts(picture.canvas()):
            # The narrow space of French is as wide as any other here.
            assert drawable(mark.what) == mark.what.replace("\u202f", " ")
            assert UNKNOWN not in mark.what
