"""Pictures can be read: nothing clipped, nothing covered, every letter there, enough contrast, small enough to send."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from tests.pictures.looks import GAMES, ONES, STRANGE, clipped, faint, laid, meeting, overlapping, pictures, texts
from tests.screens.matches import NAMES, ended
from tgbot.languages import LANGUAGES
from tgbot.pictures import PICTURES
from tgbot.pictures.canvas import HEIGHT, LIMIT, WIDTH
from tgbot.pictures.lettering import UNKNOWN, drawable
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "variant", "seats"), GAMES)
def test_every_letter_of_our_own_texts_is_in_the_fonts(kind: str, variant: bool, seats: int, language: str) -> None:
    for _, picture in pictures(laid(kind, variant, seats, 9, NAMES), language):
        for mark in texts(picture.canvas()):
            # The narrow space of French is as wide as any other here.
            assert drawable(mark.what) == mark.what.replace("\u202f", " ")
            assert UNKNOWN not in mark.what
