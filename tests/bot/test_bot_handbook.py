"""docs/operations.md is true: its commands are run beside a bot, its settings and files are those there are."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.bot.driver import World
from tests.bot.processes import PATIENCE, ROOT, House
from tgbot.__main__ import cli
from tgbot.config import Settings
from tgbot.metrics import REGISTRY

TEXT = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)
RUN = [script for kind, script in BLOCKS if not kind]
"""What is run here."""
TOLD = [script for kind, script in BLOCKS if kind == "sh"]
"""What needs root, Docker or the network, and is only looked at."""
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
