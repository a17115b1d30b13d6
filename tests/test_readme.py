"""The README is true: what it tells people to type does what it says."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.shell.exports import exported
from tgbot.config import Settings
from tgbot.handlers.commands import COMMANDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)


def environment(**extra: str) -> dict[str, str]:
    ours = {name.upper() for name in Settings.model_fields}
    return {name: value for name, value in os.environ.items() if name not in ours} | extra


def test_the_readme_shows_the_commands_these_tests_know() -> None:
    assert [block.strip() for block in BLOCKS] == [
        "make run",
        ".venv/bin/python -m tgbot playground --auto --seed 7",
        "BOT_TOKEN=123456:ABC-DEF make run",
        "bigben verify match.json",
        "make test",
    ]


def test_a_file_of_a_match_is_checked_as_the_readme_says(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text(exported("timebomb"), encoding="utf-8")
    words = re.findall(r"python -m tgbot verify (\S+)\)", README.replace("`", ")"))
    command = [sys.executable, "-m", "tgbot", "verify", *words]
    run = subprocess.run(
        command,
        cwd=tmp_path,
        env=environment(PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "Everything agrees." in run.stdout


def test_the_match_that_plays_itself_prints_a_transcript_and_ends(tmp_path: Path) -> None:
    # What an operator has set for the bot on Telegram is not meant here.
    theirs = ("WEBHOOK_URL=https://bot.example.org", "HTTP_PORT=1", "DATABASE_DIRECT_URL=postgresql://nobody@nowhere/b")
    (tmp_path / ".env").write_text("\n".join(theirs))
    done = subprocess.run(
        [sys.executable, "-m", "tgbot", "playground", "--auto", "--seed", "7"],
        cwd=tmp_path,
        env=environment(PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "Ann taps [Time Bomb]" in done.stdout
    assert re.search(r"\(a picture\)\n.*round 1 of 4", done.stdout)
    assert re.search(r"(Sherlock|Moriarty)'s team wins!", done.stdout)
    assert re.search(r"Sherlock · .*\w", done.stdout)
    assert re.search(r"Moriarty · .*\w", done.stdout)
    assert re.search(r"Secret: [0-9a-f]{64}", done.stdout)


def test_without_a_token_the_playground_prints_its_address_and_serves_a_page_with_an_open_lobby(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tgbot"],
        cwd=tmp_path,
        env=environment(PYTHONPATH=str(ROOT)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = re.fullmatch(r"Big Ben is in the playground: (http://127\.0\.0\.1:\d+)\n", line)
        assert address, line
        with urllib.request.urlopen(address[1], timeout=10) as page:
            assert "<title>Playground</title>" in page.read().decode()
        with urllib.request.urlopen(f"{address[1]}/sim/chats", timeout=10) as answer:
            group = next(chat for chat in json.load(answer) if chat.get("title") == "Friday night")
        with urllib.request.urlopen(f"{address[1]}/sim/chats/{group['id']}/messages", timeout=10) as answer:
            assert "1 of 8 seats taken" in json.load(answer)[-1]["text"]
    finally:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 0
    assert errors == ""


def test_every_command_the_readme_names_is_known_to_the_bot() -> None:
    table = README.partition("## How to play")[2].partition("##")[0]
    named = set(re.findall(r"`/([a-z]+)`", table))
    assert named <= COMMANDS.keys()
    assert COMMANDS.keys() - named == {"start"}


def test_the_readme_names_every_setting_an_operator_may_set() -> None:
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", README, flags=re.MULTILINE)) == {
        name.upper() for name in Settings.model_fields if name != "clock_url"
    }


@pytest.mark.parametrize("link", re.findall(r"\]\((?!https?:)([^)]+)\)", README))
def test_the_files_the_readme_links_to_are_there(link: str) -> None:
    assert (ROOT / link).exists()
