"""``bigben picture`` draws what it is asked for, and says what it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from core.catalog import CATALOG
from tgbot.__main__ import cli
from tgbot.pictures import PICTURES
from tgbot.pictures.staged import WHICH, StageError, picture, staged


def kind_and_size(path: Path) -> tuple[str | None, tuple[int, int]]:
    with Image.open(path) as image:
        return image.format, image.size


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["picture", *arguments])
    return result.exit_code, result.output


def test_it_writes_the_picture_and_says_how_large_it_is(tmp_path: Path) -> None:
    out = tmp_path / "board.jpg"
    code, said = run("timebomb", "--players", "6", "--seed", "3", "--language", "vi", "--out", str(out))
    assert code == 0
    assert said == f"{out}: {out.stat().st_size:,} bytes\n"
    assert kind_and_size(out) == ("JPEG", (1280, 960))


@pytest.mark.parametrize("which", WHICH)
@pytest.mark.parametrize("kind", PICTURES)
def test_every_picture_of_every_game_can_be_asked_for(kind: str, which: str, tmp_path: Path) -> None:
    out = tmp_path / f"{which}.jpg"
    players = str(CATALOG[kind].sizes[0])
    assert run(kind, "--which", which, "--players", players, "--out", str(out))[0] == 0
    assert kind_and_size(out)[0] == "JPEG"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There are pictures of timebomb, evolution"),
        (["timebomb", "--which", "photo"], "There is a board, a hand, a result, a recap, but no photo."),
        (["timebomb", "--players", "3"], "This game is for 4, 5, 6, 7, 8 players, not 3."),
        (["timebomb", "--variant"], "This game has no option variant."),
        (["timebomb", "--language", "de"], "The languages are en, vi, fr, ru."),
        (["timebomb", "--out", "/nowhere/at/all.jpg"], "No such file or directory"),
    ],
)
def test_what_cannot_be_drawn_is_said(arguments: list[str], sentence: str) -> None:
    code, said = run(*arguments)
    assert code == 2
    assert sentence in said
    assert "Traceback" not in said


def test_the_same_seed_is_the_same_match_and_another_one_another() -> None:
    def drawn(seed: int) -> str:
        return picture("timebomb", "board", 5, seed, "en", moves=4, options={}).digest

    assert drawn(3) == drawn(3)
    assert drawn(3) != drawn(4)


def test_the_match_goes_on_to_its_end_and_moves_beyond_it_show_the_end() -> None:
    looks = staged("timebomb", 4, 1, CATALOG["timebomb"].options())
    assert looks[0].view is not None
    assert looks[0].view.outcome is None
    assert looks[-1].view is not None
    assert looks[-1].view.outcome
    last = picture("timebomb", "board", 4, 1, "en", moves=999, options={})
    assert last == picture("timebomb", "board", 4, 1, "en", moves=len(looks) - 1, options={})


def test_an_option_a_game_does_not_have_is_refused() -> None:
    with pytest.raises(StageError):
        picture("timebomb", "board", 5, 1, "en", moves=None, options={"colour": 1})
