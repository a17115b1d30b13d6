"""``bigben admin`` on both databases: how the bot stands, what is stuck, and orders to all matches."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from typer.testing import CliRunner

from core.catalog import RULES_VERSION
from tests.shell.setting import ANN, GROUP, Scene
from tests.shell.test_shell_versions import spoil
from tgbot import holding, lobby, timing
from tgbot.__main__ import cli
from tgbot.admin import _ADVICE
from tgbot.config import Settings
from tgbot.facts import Held, Status
from tgbot.lobby import Place
from tgbot.store import Session, queries

BEHIND = f"behind: {_ADVICE['behind']}"


class Operator:
    """Somebody at a terminal of the machine."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        # Deadlines and heartbeats are compared with the machine's clock.
        scene.now = datetime.now(UTC)

    def says(self, *words: str, code: int = 0) -> str:
        """A command and what it answers."""
        run = CliRunner().invoke(cli, words)
        assert run.exit_code == code, run.output
        return run.output


@pytest.fixture
def operator(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Operator:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DATABASE_URL", scene.store.url)
    return Operator(scene)


def figures(said: str) -> dict[str, str]:
    """Lines of a name and what is said of it."""
    return dict(re.findall(r"^(\w+(?: \w+)?) {2,}(.*)$", said, re.MULTILINE))


def late(session: Session, match: int, by: timedelta) -> None:
    timing.wake(queries.match_of(session, match), datetime.now(UTC) - by)


def test_status_counts_what_there_is(operator: Operator, scene: Scene) -> None:
    running, late_, over, waiting = scene.running(4), scene.running(4), scene.running(4), scene.lobby()
    scene.do(lobby.cancel, over, scene.who(ANN), scene.now)
    scene.do(late, late_, timedelta(hours=3))
    scene.do(queries.delivered, dict.fromkeys((running, over, waiting), 100))
    scene.do(queries.beat, datetime.now(UTC) - timedelta(seconds=7))
    said = figures(operator.says("admin", "status"))
    assert re.fullmatch(r"runs, last heartbeat ([7-9]|1\d) s ago", said["bot"])
    assert said["lobbies"] == "1 open"
    assert said["matches"] == "2 running, 0 of them paused; 0 finished"
    assert said["called off"] == "1 matches or lobbies, and 0 lobbies expired"
    assert said["waiting"] == "3 for a moment, 1 overdue, the oldest for 3 h"
    assert said["stopped"] == "0 by `bigben admin pause-all`, 0 cannot be read"
    assert said["behind"] == "1 matches do not show their newest state yet"
    assert said["known"] == "9 people, 1 groups"
    assert re.fullmatch(r"version \d{4}, rules \d+", said["database"])


def test_a_bot_that_never_ran_or_is_gone_is_told(operator: Operator, scene: Scene) -> None:
    assert figures(operator.says("admin", "status"))["bot"] == "has never run on this database"
    assert operator.says("health", code=1) == "The bot has never run on this database.\n"
    scene.do(queries.beat, datetime.now(UTC) - timedelta(minutes=5))
    assert "does not run or is out of touch" in figures(operator.says("admin", "status"))["bot"]
    assert "No bot runs: the groups are told when it does." in operator.says("admin", "announce", "Tea")
    scene.do(queries.beat, datetime.now(UTC))
    assert operator.says("health") == "The bot lives.\n"


def test_stuck_lists_what_does_not_go_on_and_nothing_else(operator: Operator, scene: Scene) -> None:
    fine, overdue, behind, broken = (scene.running(4) for _ in range(4))
    for match in (fine, overdue, broken):
        scene.do(queries.delivered, {match: 100})
    assert operator.says("admin", "stuck", code=1).splitlines()[1:] == ["", BEHIND]
    scene.do(late, overdue, timedelta(minutes=7))
    scene.do(holding.set_aside, broken, scene.now)
    revision = scene.row(behind).revision
    assert operator.says("admin", "stuck", code=1).splitlines() == [
        f"match {overdue} (timebomb): overdue for 7 min",
        f"match {behind} (timebomb): behind, shows revision 0 of {revision}",
        f"match {broken} (timebomb): set aside, cannot be read (rules {RULES_VERSION})",
        "",
        f"set aside: {_ADVICE['set aside']}",
        f"overdue: {_ADVICE['overdue']}",
        BEHIND,
    ]
    scene.do(queries.delivered, {behind: 100})
    scene.do(late, overdue, timedelta(seconds=-60))
    scene.do(lobby.cancel, broken, scene.who(ANN), scene.now)
    scene.do(queries.delivered, {broken: 100})
    assert operator.says("admin", "stuck") == "Nothing is stuck.\n"


def test_a_match_no_part_of_which_can_be_read_is_listed_and_given_up(operator: Operator, scene: Scene) -> None:
    match = scene.running(4)
    scene.do(queries.delivered, {match: 100})
    scene.do(late, match, timedelta(minutes=7))
    scene.do(spoil, match, {"state": "?", "options": {"?": 1}, "rules_version": 999})
    assert operator.says("admin", "stuck", code=1).startswith(f"match {match} (timebomb): overdue for 7 min")
    assert operator.says("admin", "call-off", str(match)).startswith(f"Match {match} is called off. No bot runs")
    assert scene.row(match).status == Status.CANCELLED
    assert operator.says("admin", "call-off", str(match), code=1) == f"Match {match} is over.\n"
    assert operator.says("admin", "call-off", "77", code=1) == "There is no match 77.\n"


def test_a_lobby_is_called_off_by_order_too(operator: Operator, scene: Scene) -> None:
    match = scene.lobby(3)
    operator.says("admin", "call-off", str(match))
    assert scene.row(match).status == Status.CANCELLED
    scene.lobby()


def test_everything_is_stopped_and_goes_on(operator: Operator, scene: Scene) -> None:
    matches = [scene.running(4) for _ in range(3)]
    assert operator.says("admin", "pause-all").startswith("3 matches stand still now.")
    matches.append(scene.running(4))
    assert [scene.row(match).held for match in matches] == [Held.OPERATOR] * 4
    said = figures(operator.says("admin", "status"))
    assert said["matches"].startswith("4 running, 4 of them paused")
    assert said["stopped"] == "4 by `bigben admin pause-all` and whatever starts, 0 cannot be read"
    assert operator.says("admin", "resume-all").startswith("4 matches go on.")
    matches.append(scene.running(4))
    assert [scene.row(match).held for match in matches] == [Held.NOT] * 5
    assert operator.says("admin", "resume-all").startswith("0 matches go on.")
    scene.play_out(matches[0])


def test_an_announcement_is_noted_for_every_place_with_its_end(operator: Operator, scene: Scene) -> None:
    scene.running(4)
    scene.lobby(place=Place(GROUP - 1, "Saturday"))
    assert operator.says("admin", "announce", " Tea at five ").startswith("To be said in 2 chats.")
    assert operator.says("admin", "announce", "--restart", "10").startswith("To be said in 2 chats.")
    noted = [row[3] for row in sorted(scene.dump()["announcement"])]
    assert noted == ["Tea at five"] * 2 + [""] * 2
