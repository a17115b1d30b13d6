"""docs/operations.md is true: its commands are run beside a bot, its settings and files are those there are."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
import typer

from tests import postgresql
from tests.bot.driver import World
from tests.bot.processes import PATIENCE, ROOT, House
from tgbot.__main__ import cli
from tgbot.config import Settings
from tgbot.metrics import REGISTRY
from tgbot.store.address import conninfo_of
from tgbot.store.migrate import migrate

TEXT = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)
RUN = [script for kind, script in BLOCKS if not kind]
"""What is run here."""
TOLD = [script for kind, script in BLOCKS if kind == "sh"]
"""What needs root, Docker or the network, and is only looked at."""
CRON = [script for kind, script in BLOCKS if kind == "cron"]
SAVING, RESTORING = (script for script in TOLD if "docker compose exec -T postgres" in script)
FOUR = "Ann Bob Cid Dee"


def test_the_commands_of_the_handbook_do_what_it_says(own_house: House, tmp_path: Path) -> None:
    _, looking, ordering, exporting, saving, restoring = RUN
    bot, world = own_house.bot, World(own_house, FOUR)
    world.begin()
    world.play_out()
    world.settle()
    world.write("Ann", "/play")
    world.begin(options=["1 h"])
    world.cut_safely()
    position = world.match()["position"]

    said = sh(own_house, looking)
    assert "1 running" in said
    assert said.endswith("Nothing is stuck.\n")
    said = sh(own_house, ordering)
    assert [line.partition(" The bot")[0] for line in said.splitlines()] == [
        "1 match stands still now.",
        "1 match goes on.",
        "To be said in 1 chat.",
        "To be said in 1 chat.",
    ]
    world.until_said("The bot moves to a new machine tonight.")
    world.until_said("I restart in ")
    assert "Everything agrees." in sh(own_house, exporting)
    sh(own_house, saving)
    world.cut_safely()
    bot.stop()
    own_house.forgiven += ["message is not modified"]
    restore, run = restoring.splitlines()
    sh(own_house, restore)
    assert world.match()["position"] == position
    assert run == "bigben run"
    bot.start()
    world.until("the board as it was then", lambda: world.board().position == position)
    world.cut_safely()


def test_the_settings_are_for_their_owner_alone(tmp_path: Path) -> None:
    shutil.copy(ROOT / ".env.example", tmp_path)
    subprocess.run(["sh", "-e", "-c", RUN[0]], cwd=tmp_path, check=True)
    assert (tmp_path / ".env").stat().st_mode & 0o777 == 0o600


DOCKER = """#!/bin/sh
# What runs in the container of PostgreSQL runs here; the test starts and stops the bot itself.
[ "$1 $2" != "compose exec" ] || { shift 4 && exec "$@"; }
"""


def test_in_the_composition_matches_go_on_from_a_copy_whatever_a_newer_version_has_added(tmp_path: Path) -> None:
    server = postgresql.alone()
    postgresql.command(server, "CREATE DATABASE bigben")
    url = server.replace("/postgres?", "/bigben?")
    house = House(tmp_path, database_url=url)
    try:
        house.bot.start()
        world = World(house, FOUR)
        world.begin(options=["1 h"])
        world.cut_safely()
        world.settle()
        position = world.match()["position"]
        in_the_composition(house, SAVING, server)
        world.cut_safely()
        world.settle()
        house.bot.stop()
        postgresql.command(url, "CREATE TABLE newer (match_id bigint REFERENCES match (id))")
        in_the_composition(house, RESTORING, server)
        assert world.match()["position"] == position
        with psycopg.connect(conninfo_of(url)) as connection:
            assert connection.execute("SELECT to_regclass('newer')").fetchone() == (None,)
        house.forgiven += ["message is not modified"]
        house.bot.start()
        world.until("the board as it was then", lambda: world.board().position == position)
        world.cut_safely()
    finally:
        house.close()


def in_the_composition(house: House, script: str, server: str) -> None:
    """Runs a block of the handbook with the programs and the server of the tests in the place of the container's."""
    bin_ = house.bot.folder / "bin"
    bin_.mkdir(exist_ok=True)
    (bin_ / "docker").write_text(DOCKER)
    (bin_ / "docker").chmod(0o755)
    host = str(psycopg.conninfo.conninfo_to_dict(conninfo_of(server))["host"])
    path = f"{bin_}:{postgresql.programs()}:{os.environ['PATH']}"
    subprocess.run(
        ["sh", "-e", "-c", script],
        cwd=house.bot.folder,
        env={**os.environ, "PATH": path, "PGHOST": host},
        check=True,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize("line", CRON[0].splitlines())
def test_a_line_for_cron_makes_a_copy_as_cron_runs_it_night_after_night(tmp_path: Path, line: str) -> None:
    migrate(f"sqlite:///{tmp_path / 'bigben.db'}")
    [program] = re.findall(r"\S+/bin/bigben", line)
    (tmp_path / "bigben").write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m tgbot "$@"\n')
    (tmp_path / "bigben").chmod(0o755)
    *_, command = line.split(maxsplit=5)
    # From the first % that is not escaped on it is what the command reads (crontab(5)).
    command = re.split(r"(?<!\\)%", command)[0].replace("\\%", "%").replace(program, str(tmp_path / "bigben"))
    for _ in range(2):
        subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=tmp_path,
            env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
            check=True,
            timeout=PATIENCE,
        )
    [copy] = tmp_path.glob("backup-*.db")
    assert re.fullmatch(r"backup-[1-7]\.db", copy.name)


def sh(house: House, script: str) -> str:
    """Runs a block of the handbook in the bot's folder, with its settings. What it says."""
    bin_ = house.bot.folder / "bin"
    bin_.mkdir(exist_ok=True)
    command = bin_ / "bigben"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m tgbot "$@"\n')
    command.chmod(0o755)
    environment = house.bot._environment()
    run = subprocess.run(
        ["sh", "-e", "-c", script],
        cwd=house.bot.folder,
        env={**environment, "PATH": f"{bin_}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert run.returncode == 0, f"{script}\n{run.stdout}{run.stderr}"
    return run.stdout


@pytest.mark.parametrize("script", [*RUN, *TOLD])
def test_every_block_is_a_shell_script_that_names_files_and_commands_there_are(script: str) -> None:
    subprocess.run(["sh", "-n", "-c", script], check=True)
    for path in re.findall(r"(?:deploy|docs)/[\w./-]+|requirements[\w-]*\.txt|(?<!\S)\.env\.[a-z]+", script):
        assert (ROOT / path).is_file(), path
    for words in re.findall(r"(?:^|[/ ])(?<!-u )bigben ((?:(?!bigben)[a-z][a-z-]* ?)+)", script, re.MULTILINE):
        known(words.split())


@pytest.mark.parametrize("words", sorted(set(re.findall(r"`bigben ([a-z-]+(?: [a-z-]+)?)", TEXT))))
def test_every_command_that_is_named_exists(words: str) -> None:
    known(words.split())


def known(words: list[str]) -> None:
    """Whether there is such a command; what follows it are its arguments."""
    group: Any = typer.main.get_command(cli)
    for word in words:
        if not hasattr(group, "commands"):
            return
        assert word in group.commands, words
        group = group.commands[word]


def test_every_setting_is_told_with_its_default() -> None:
    table = TEXT.partition("## Settings")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", table, re.MULTILINE))
    ours = {name.upper(): field.default for name, field in Settings.model_fields.items() if name != "clock_url"}
    assert set(rows) == set(ours)
    for name, told in rows.items():
        if told.startswith("`"):
            assert told == f"`{ours[name]}`", name


def test_every_figure_that_is_worth_an_alarm_is_one_that_is_served() -> None:
    served = {family.name for family in REGISTRY.collect()}
    names = set(re.findall(r"`(bigben_[a-z_]+)`", TEXT))
    assert len(names) > 3
    assert names <= served


@pytest.mark.parametrize("link", re.findall(r"\]\((?!https?:)([^)]+)\)", TEXT))
def test_the_files_it_links_to_are_there(link: str) -> None:
    assert (ROOT / "docs" / link).exists()


def test_every_button_of_botfather_it_names_is_a_command_of_his() -> None:
    named = set(re.findall(r"^- \[ \] .*$", TEXT, re.MULTILINE))
    commands = {one for line in named for one in re.findall(r"`/([a-z]+)`", line)}
    assert commands <= {
        *("newbot", "setinline", "setprivacy", "setjoingroups", "setuserpic", "setdescription", "setabouttext"),
    }
