"""A match that is over, as a file: anybody can compute it again, and whatever was changed in it is found (product, Fair
shuffles).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from tests.shell.exports import KINDS, exported, open_table
from tests.shell.setting import ANN, BAO, GROUP, Scene
from tgbot import gathering, lobby, people
from tgbot.__main__ import cli
from tgbot.exporting import export
from tgbot.facts import By
from tgbot.refusals import Code
from tgbot.verifying import Unreadable, check, told

EVERY_KIND = pytest.mark.parametrize("kind", KINDS)
NOTHING_FOLLOWS = ("match", "seats[].name")
"""Places of a file that decide nothing in the match."""
Path_ = tuple[str | int, ...]


@EVERY_KIND
@pytest.mark.parametrize("number", range(1, 6))
def test_a_match_as_it_was_played_agrees_with_its_file(kind: str, number: int) -> None:
    checked = check(exported(kind, number))
    assert checked.different is None
    assert checked.export.ended == "finished"
    assert "Everything agrees." in told(checked)


@EVERY_KIND
def test_the_matches_of_these_tests_hold_all_that_a_file_may_hold(kind: str) -> None:
    files = [json.loads(exported(kind, number)) for number in range(1, 6)]
    assert {play["by"] for file in files for play in file["plays"]} == set(By)
    if kind in {"timebomb", "evolution"}:
        computers = {(file["secret"], n) for file in files for n, s in enumerate(file["seats"]) if s["computer"]}
        speakers = {(file["secret"], said["seat"]) for file in files for said in file["claims"]}
        assert speakers & computers
        assert speakers - computers


@EVERY_KIND
@pytest.mark.parametrize("most", [0, 1, 7])
def test_a_match_that_was_cancelled_agrees_up_to_there(kind: str, most: int) -> None:
    checked = check(exported(kind, 1, most))
    assert checked.different is None
    assert checked.export.ended == "cancelled"
    assert len(checked.export.plays) <= most
    assert "called off" in told(checked)


def test_a_lobby_that_was_cancelled_or_expired_shows_that_nothing_was_dealt(scene: Scene) -> None:
    cancelled = open_table(scene, "timebomb", 3, 0)
    scene.do(lobby.cancel, cancelled, scene.who(ANN), scene.now)
    expired = open_table(scene, "timebomb", 3, 0)
    scene.do(lobby.time_out, expired, scene.later(gathering.LIFE))
    for match in (cancelled, expired):
        checked = check(scene.do(export, match).text())
        assert checked.different is None
        assert "Nothing was dealt" in told(checked)


@pytest.mark.parametrize("begun", [False, True])
def test_nothing_leaves_before_the_end(scene: Scene, begun: bool) -> None:
    match = scene.running(4) if begun else scene.lobby(4)
    assert scene.refused(export, match).code is Code.NOT_OVER
    assert scene.refused(export, match, ANN).code is Code.NOT_OVER


def test_only_who_sat_there_or_was_seen_in_the_group_gets_a_match(scene: Scene) -> None:
    match = scene.running(4)
    scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
    stranger = scene.who(BAO)
    scene.do(people.migrate, GROUP, GROUP + 1)
    for viewer in (ANN, stranger.id):
        assert scene.do(export, match, viewer).match == match
    assert scene.refused(export, match, 77).code is Code.NOT_YOUR_MATCH


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "bigben match 9"}, "see format"),
        ({"game": "chess"}, "knows no game 'chess'"),
        ({"rules": 99}, "version 99 of the rules"),
        ({"options": {"cheating": True}}, "no options of the game"),
        ({"options": {"claims": 1}}, "no options of the game"),
        ({"options": {}}, "no options of the game"),
        ({"commitment": "0" * 63}, "see commitment"),
        ({"more": 1}, "see more"),
        ({"seats": [{"name": 7, "computer": False}]}, "see seats[0].name"),
    ],
)
def test_a_file_that_is_none_says_where(change: dict[str, Any], words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        check(json.dumps(json.loads(exported("timebomb")) | change))
    assert words in str(caught.value)


@given(st.text() | st.binary().map(repr))
@settings(max_examples=50)
def test_any_text_is_read_or_refused_but_nothing_else(text: str) -> None:
    with pytest.raises(Unreadable):
        check(text)


@pytest.fixture
def kept(scene: Scene, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Scene:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", scene.store.url)
    return scene


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, list(words))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_export_and_verify_go_hand_in_hand(kept: Scene, tmp_path: Path) -> None:
    match = kept.running(3, 2)
    kept.play_out(match)
    assert run("export", str(match), "--out", "m.json") == (
        0,
        f"m.json: match {match}; `bigben verify m.json` checks it.\n",
    )
    code, said = run("verify", "m.json")
    assert code == 0
    assert "Everything agrees." in said
    assert "cannot" not in said.partition("What no file can prove")[0]
    assert "did not look at the secret" in said
    code, printed = run("export", str(match))
    assert (code, printed) == (0, (tmp_path / "m.json").read_text(encoding="utf-8"))


def test_verify_needs_neither_a_database_nor_a_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BOT_TOKEN", raising=False)
    monkeypatch.setenv("DATABASE_URL", "nonsense")
    Path("m.json").write_text(exported("evolution"), encoding="utf-8")
    assert run("verify", "m.json")[0] == 0
    assert [path.name for path in tmp_path.iterdir()] == ["m.json"]


def test_verify_ends_with_1_for_a_difference_and_with_2_for_what_it_cannot_read(tmp_path: Path) -> None:
    forged, nothing, binary = tmp_path / "forged.json", tmp_path / "nothing.json", tmp_path / "binary.json"
    forged.write_text(exported("race").replace('"by": "computer"', '"by": "person"', 1), encoding="utf-8")
    binary.write_bytes(b"\xff\xfe")
    code, said = run("verify", str(forged))
    assert code == 1
    assert ".by" in said
    assert run("verify", str(nothing)) == (2, f"{nothing} cannot be read: No such file or directory.\n")
    assert run("verify", str(binary)) == (2, f"{binary} is not UTF-8 text.\n")


def test_export_says_clearly_why_it_does_not(kept: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = kept.running(4)
    assert run("export", str(match)) == (1, f"Match {match} is not over: nothing of it leaves before the end.\n")
    assert run("export", "99") == (1, "There is no match 99.\n")
    kept.do(lobby.cancel, match, kept.who(ANN), kept.now)
    code, said = run("export", str(match), "--out", "none/m.json")
    assert (code, said) == (2, "none/m.json cannot be written: No such file or directory.\n")
    monkeypatch.setenv("DATABASE_URL", "sqlite:///none.db")
    assert run("export", "1") == (2, "DATABASE_URL names no database: there is no file none.db.\n")
    assert not (tmp_path / "none.db").exists()
