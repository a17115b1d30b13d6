"""What whoever runs the bot does while it runs: looks, stops, announces, copies; what logs and reports say of it."""

from __future__ import annotations

import json
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.bot.driver import World
from tests.bot.processes import PATIENCE, Bot, House
from tests.shell.sentry_fake import KEY, Sentry
from tgbot.__main__ import cli
from tgbot.config import Settings
from tgbot.store.migrate import migrate

SIX = "Ann Bob Cid Dee Eve Fay"
FOUR = "Ann Bob Cid Dee"


def bigben(bot: Bot, *words: str, code: int = 0, **env: str) -> str:
    """A command of the operator, in the bot's folder with its settings. What it says."""
    run = subprocess.run(
        [sys.executable, "-m", "tgbot", *words],
        cwd=bot.folder,
        env={**bot._environment(), **env},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert run.returncode == code, f"{run.stdout}\n{run.stderr}"
    assert "Traceback" not in run.stderr
    return run.stdout + run.stderr


def secrets_of(world: World) -> list[str]:
    """What may stand in no log and no report."""
    token = world.house.server.token
    found = [token, token.split(":")[1], *world.names, "sherlock", "moriarty", "Friday"]
    for match in world.records.matches(world.group):
        found += [match["secret"].hex(), repr(match["secret"]), match["token"], *json.loads(match["joins"])]
    return found


@pytest.fixture
def sentry() -> Iterator[Sentry]:
    made = Sentry()
    yield made
    made.close()


def test_case_c33_as_json_every_line_about_a_match_says_which_and_none_tells_a_secret(own_house: House) -> None:
    own_house.bot.stop()
    own_house.bot.start(LOG_FORMAT="json", HTTP_PORT="0")
    world = World(own_house, SIX)
    board = world.begin()
    number = world.match()["id"]
    for name in world.names:
        world.hand_of(name)
    world.press("Bob", board, "forged")
    world.play_out()
    world.settle()
    own_house.bot.stop()
    log = own_house.bot.log.partition('{"')
    lines: list[dict[str, Any]] = [json.loads(line) for line in (log[1] + log[2]).splitlines() if line[0] == "{"]
    assert all({"timestamp", "level", "logger", "event"} <= line.keys() for line in lines)
    done = [line for line in lines if line["event"] in ("done", "done by itself") and "position" in line]
    moved = [line for line in done if line["match"] == number and line["position"] > 1]
    assert len({line["position"] for line in moved}) >= 4
    assert all(isinstance(line["seat"], int) for line in moved)
    assert all(line["revision"] >= line["position"] for line in moved)
    pressed = [line for line in moved if line["event"] == "done"]
    assert len({line["update"] for line in pressed}) == len(pressed) >= 4
    assert done[-1]["status"] == "finished"
    assert not [secret for secret in secrets_of(world) if secret in own_house.bot.log]


def test_an_error_is_reported_with_the_match_and_without_names_and_secrets(own_house: House, sentry: Sentry) -> None:
    own_house.bot.stop()
    own_house.bot.start(SENTRY_DSN=sentry.dsn)
    world = World(own_house, FOUR)
    board = world.begin()
    match = world.match()
    with sqlite3.connect(own_house.bot.database, timeout=60) as connection:
        # A number where a time should be: everything that looks at the match fails.
        connection.execute("UPDATE match SET deadline = 7 WHERE id = ?", (match["id"],))
    own_house.forgiven += ["a press failed", "Traceback", "TypeError", "cannot be shown"]
    answer = world.tap(world.named(board.mover), board.targets[0])
    assert "Something went wrong on my side" in answer.text
    [event, *_] = sentry.events()
    assert event["message"] == "a press failed"
    assert event["tags"]["match"] == str(match["id"])
    assert event["exception"]["values"][-1]["type"] == "TypeError"
    own_house.bot.stop()
    assert KEY not in own_house.bot.log
    for text in sentry.raw:
        assert not [secret for secret in secrets_of(world) if secret in text]


def test_case_c33_while_telegram_is_out_of_reach_the_log_tells_no_token(own_house: House) -> None:
    own_house.bot.stop()
    own_house.forgiven += ["cannot be reached"]
    own_house.bot.url = "http://127.0.0.1:9"
    own_house.bot.launch(LOG_FORMAT="json")
    own_house.bot.until("it is told", lambda: own_house.bot.log.count("trying again") > 1)
    own_house.bot.stop()
    token = own_house.server.token
    assert token not in own_house.bot.log
    assert token.split(":")[1] not in own_house.bot.log


def test_a_backup_made_in_the_middle_of_a_match_is_a_bot_that_plays_on(own_house: House, tmp_path: Path) -> None:
    world = World(own_house, FOUR)
    world.begin(options=["1 h"])
    world.cut_safely()
    world.settle()
    said = bigben(own_house.bot, "backup", "copy.db")
    assert re.fullmatch(r"copy\.db: [\d,]+ bytes, checked\.\n", said)
    assert "copy.db exists" in bigben(own_house.bot, "backup", "copy.db", code=1)
    bigben(own_house.bot, "backup", "copy.db", "--force")
    position = world.match()["position"]
    world.cut_safely()
    assert "stop the bot first" in bigben(own_house.bot, "restore", "copy.db", "--force", code=1)
    assert world.match()["position"] == position + 1
    own_house.bot.stop()
    assert "exists; it is overwritten only with --force" in bigben(own_house.bot, "restore", "copy.db", code=1)
    assert "restored from copy.db" in bigben(own_house.bot, "restore", "copy.db", "--force")
    assert world.match()["position"] == position
    own_house.bot.start()
    own_house.forgiven += ["message is not modified"]
    world.until("the old board", lambda: world.board().position == position)
    world.cut_safely()


def test_status_and_health_tell_how_the_bot_stands(own_house: House) -> None:
    world = World(own_house, FOUR)
    world.begin(options=["1 h"])
    said = bigben(own_house.bot, "admin", "status")
    assert re.search(r"^bot +runs, last heartbeat \d+ s ago$", said, re.MULTILINE)
    assert re.search(r"^matches +1 running, 0 of them paused; 0 finished$", said, re.MULTILINE)
    assert re.search(r"^waiting +1 for a moment, 0 overdue$", said, re.MULTILINE)
    assert re.search(r"^known +4 people, 1 groups$", said, re.MULTILINE)
    assert bigben(own_house.bot, "admin", "stuck") == "Nothing is stuck.\n"
    assert bigben(own_house.bot, "health") == "The bot lives.\n"
    own_house.bot.stop()
    with sqlite3.connect(own_house.bot.database) as connection:
        connection.execute("UPDATE heartbeat SET at = '2020-01-01 00:00:00.000000'")
        connection.execute("UPDATE match SET wake_at = '2020-01-01 00:00:00.000000', revision = revision + 2")
    connection.close()
    assert re.search(
        r"^bot +does not run .*, last heartbeat \d+ d ago$", bigben(own_house.bot, "admin", "status"), re.MULTILINE
    )
    stuck = bigben(own_house.bot, "admin", "stuck", code=1)
    assert re.match(
        r"match 1 \(timebomb\): overdue for \d+ d, behind, shows revision \d+ of \d+\n\noverdue: see ", stuck
    )
    assert "The bot does not run" in bigben(own_house.bot, "health", code=1)


def test_health_asks_the_port_where_one_is_served(own_house: House) -> None:
    assert "nobody answers" in bigben(own_house.bot, "health", code=1, HTTP_PORT="9")
    own_house.bot.stop()
    port = str(_free_port())
    own_house.bot.start(HTTP_PORT=port)
    assert bigben(own_house.bot, "health", HTTP_PORT=port, HTTP_HOST="0.0.0.0") == "The bot lives.\n"


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def test_all_matches_are_stopped_and_go_on_by_order_and_the_group_is_told(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin(options=["1 h"])
    said = bigben(house.bot, "admin", "pause-all")
    assert "The bot tells the groups within seconds." in said
    told = world.until_said("has paused all matches for a while")
    world.until("the board says so", lambda: "by whoever runs this bot" in world.board().text)
    answer = world.press(world.named(board.mover), board, board.targets[0].data)
    assert "has paused all matches" in answer.text
    world.write("Ann", "/resume")
    world.until("an answer", lambda: len([m for m in world.messages() if "has paused all matches" in m.text]) > 1)
    assert re.search(r"^stopped +[1-9][0-9]* by", bigben(house.bot, "admin", "status"), re.MULTILINE)
    assert "0 matches stand still now." in bigben(house.bot, "admin", "pause-all")
    late = World(house, FOUR, title="Late")
    waits = late.begin()
    assert "by whoever runs this bot" in waits.text
    assert not waits.targets
    assert " on." in bigben(house.bot, "admin", "resume-all")
    late.until("the board says so", lambda: "by whoever runs this bot" not in late.board().text)
    late.cut_safely()
    world.until("the notice is gone", lambda: told.id not in {m.id for m in world.messages()})
    world.until("the board says so", lambda: "by whoever runs this bot" not in world.board().text)
    world.cut_safely()


def test_what_is_announced_is_said_in_groups_where_something_is_played(house: House) -> None:
    world, idle = World(house, FOUR), World(house, "Eve Fay", title="Idle")
    world.gather()
    assert "The bot tells the groups within seconds." in bigben(house.bot, "admin", "announce", "Tea & <b>cake</b>")
    message = world.until_said("From whoever runs this bot")
    assert message.text.endswith("Tea & <b>cake</b>")
    bigben(house.bot, "admin", "announce", "--restart", "5")
    world.until_said("I restart in 5 minutes")
    assert idle.saying("I restart") is None
    assert idle.saying("From whoever") is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["admin", "announce"], "Say what is to be said"),
        (["admin", "announce", "  "], "Say what is to be said"),
        (["admin", "announce", "tea", "--restart", "5"], "Say what is to be said"),
        (["admin", "announce", "x" * 1001], "at most 1000 characters, this one has 1001"),
        (["admin", "announce", "--restart", "-1"], "--restart"),
        (["admin", "dance"], "No such command"),
        (["admin", "status"], "DATABASE_URL names no database: there is no file"),
        (["admin", "stuck"], "DATABASE_URL names no database"),
        (["admin", "pause-all"], "DATABASE_URL names no database"),
        (["export", "1"], "DATABASE_URL names no database"),
        (["health"], "DATABASE_URL names no database"),
        (["backup"], "Missing argument"),
    ],
)
def test_a_wrong_command_is_answered_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], sentence: str
) -> None:
    said = _alone(tmp_path, words, 2, monkeypatch)
    assert sentence in " ".join(said.replace("│", " ").split())


def test_a_database_of_another_version_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate(f"sqlite:///{tmp_path / 'bigben.db'}")
    for version, sentence in (("0001", "of an older version of Big Ben"), ("9999", "of a newer version of Big Ben")):
        with sqlite3.connect(tmp_path / "bigben.db") as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
        connection.close()
        for words in (["admin", "status"], ["admin", "pause-all"], ["export", "1"]):
            assert f"DATABASE_URL names a database {sentence}" in _alone(tmp_path, words, 2, monkeypatch)


def test_for_postgresql_the_commands_of_its_own_tools_are_printed_without_the_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, pooler = "postgresql://ben:verysecret@db.example.org/bigben", "postgresql://ben:other@pooler.example.org/b"
    for words, command in ((["backup", "b.dump"], "pg_dump"), (["restore", "b.dump"], "pg_restore")):
        said = _alone(tmp_path, words, 0, monkeypatch, DATABASE_URL=url)
        # Whoever copies a database talks to the server itself.
        assert said == _alone(tmp_path, words, 0, monkeypatch, DATABASE_URL=pooler, DATABASE_DIRECT_URL=url)
        assert said.startswith(f"{command} ")
        assert "ben@db.example.org/bigben" in said
        assert "PGPASSWORD" in said
        assert "verysecret" not in said


def _alone(folder: Path, words: list[str], code: int, monkeypatch: pytest.MonkeyPatch, **env: str) -> str:
    """A command without a bot, in this very process."""
    monkeypatch.chdir(folder)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    run = CliRunner(env={"COLUMNS": "200", **env}).invoke(cli, words)
    assert run.exit_code == code, run.output
    assert run.exception is None or isinstance(run.exception, SystemExit)
    return run.output


def test_what_is_kept_is_told_and_forgotten_by_who_it_is_about_alone(house: House) -> None:
    world = World(house, "Ann Bertram Cid Dee")
    board = world.begin(options=["1 h"])
    world.write("Bertram", "/privacy", private=True)
    told = world.until_said("What I keep of you, and why", "Bertram")
    assert "matches that are over 365 days" in told.text
    world.write("Bertram", "/forgetme")
    world.until_said("Write this to me in our private chat.")
    world.write("Bertram", "/forgetme", private=True)
    asked = world.until_there("Forget me", "Bertram")
    assert "You are playing 1 match" in asked.text
    world.press("Ann", board, f"0:0:forget {world.ids['Bertram']}")
    world.tap("Bertram", "Never mind", private=True)
    world.until("the question is gone", lambda: world.newest("Forget me", "Bertram") is None)
    assert _stored(house, world.ids["Bertram"], "Bertram")
    world.write("Bertram", "/forgetme", private=True)
    world.until_there("Forget me", "Bertram")
    answer = world.tap("Bertram", "Forget me", private=True)
    assert answer.text == "🧹 I have forgotten you."
    world.until_said("Done: I have forgotten you.", "Bertram")
    world.settle()
    world.until("his hand has no buttons", lambda: not [m for m in world.messages("Bertram") if m.having("history")])
    # Only that he may not come back to the match, as long as it runs.
    assert _stored(house, world.ids["Bertram"], "Bertram") == ["match.former"]
    assert "Bertram" not in world.board().text
    assert "Player 2" in world.board().text


def _stored(house: House, person: int, name: str) -> list[str]:
    """Where the database has somebody's number or name, but for the numbers of presses that seated people."""
    with sqlite3.connect(house.bot.database, timeout=60) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        found = []
        for table in names:
            rows = connection.execute(f'SELECT * FROM "{table}"')
            columns = [column[0] for column in rows.description]
            for row in rows:
                found += [
                    f"{table}.{column}"
                    for column, value in zip(columns, row, strict=True)
                    if column != "joins" and re.search(rf"(?<![-0-9]){person}(?![0-9])|^{name}$", str(value))
                ]
    connection.close()
    return found


def test_a_match_that_cannot_be_read_is_set_aside_and_the_others_go_on(own_house: House) -> None:
    world = World(own_house, FOUR)
    board = world.begin(options=["1 h"])
    with sqlite3.connect(own_house.bot.database, timeout=60) as connection:
        connection.execute(
            "UPDATE match SET rules_version = 99, wake_at = ?, deadline = ?", ("2020-01-01 00:00:00.000000",) * 2
        )
    own_house.forgiven += ["cannot be read", "cannot be resolved", "message is not modified"]
    own_house.bot.until("it is set aside", lambda: world.match()["held"] == "broken")
    answer = world.tap(world.named(board.mover), board.targets[0])
    assert "A newer version of this bot has begun this match." in answer.text
    stuck = bigben(own_house.bot, "admin", "stuck", code=1)
    assert "match 1 (timebomb): set aside, cannot be read (rules 99)" in stuck
    other = World(own_house, FOUR, title="Saturday")
    other.begin()
    other.cut_safely()
    assert own_house.bot.log.count("a deadline cannot be resolved") == 1
    own_house.bot.stop()
    with sqlite3.connect(own_house.bot.database) as connection:
        connection.execute("UPDATE match SET rules_version = 1 WHERE id = 1")
    connection.close()
    own_house.bot.start()
    world.until("it goes on", lambda: world.match()["held"] == "")
    # Nothing was left on the clock when it was set aside, and nobody is punished for that.
    world.cut_safely()
