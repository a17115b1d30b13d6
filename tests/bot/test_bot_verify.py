"""*Verify* under a result: the bot computes the match again, and gives away the file with which anybody can."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from tests.bot.driver import World
from tests.bot.processes import House
from tests.bot.seen import HASH
from tgbot.__main__ import cli

FOUR = "Ann Bob Cid Dee"


def document_of(world: World, who: str) -> dict[str, Any]:
    """The message with a file in somebody's private chat."""

    def found() -> dict[str, Any] | None:
        return next((m.raw for m in reversed(world.messages(who)) if "document" in m.raw), None)

    return world.until("a file", found)


def bytes_of(world: World, message: dict[str, Any]) -> bytes:
    with urllib.request.urlopen(f"{world.sim.url}/sim/documents/{message['document']['file_id']}") as response:
        content: bytes = response.read()
    return content


def test_verify_answers_what_was_computed_and_sends_a_file_that_anybody_can_check(house: House, tmp_path: Path) -> None:
    world = World(house, FOUR)
    promised = HASH.findall(world.gather().text)
    world.tap("Ann", "▶️ Start")
    world.board()
    world.play_out()
    answer = world.tap("Bob", "Verify")
    assert answer.alert
    plays = world.records.plays(world.match()["id"])
    assert f"{len(plays)} moves agree" in answer.text
    message = document_of(world, "Bob")
    assert message["document"]["file_name"] == f"bigben-{world.match()['id']}.json"
    assert "everything agrees" in message["caption"]
    assert not message.get("has_protected_content")
    file = tmp_path / "match.json"
    file.write_bytes(bytes_of(world, message))
    assert [json.loads(file.read_text())["commitment"]] == promised
    run = CliRunner().invoke(cli, ["verify", str(file)])
    assert run.exit_code == 0, run.output
    assert promised[0] in run.output


def test_verify_leads_who_never_started_into_his_private_chat_and_gives_him_the_file_there(house: House) -> None:
    world = World(house, FOUR, strangers=["Bob"])
    board = world.begin()
    world.write("Ann", "/cancel")
    world.tap("Ann", world.until("the question", lambda: world.newest("End it")).having(r"end yes \d+")[0])
    world.until("the end", lambda: world.newest("Verify"))
    answer = world.tap("Bob", "Verify")
    assert answer.payload == f"v_{board.match}"
    world.start("Bob", answer.payload)
    file = json.loads(bytes_of(world, document_of(world, "Bob")))
    assert (file["ended"], file["match"]) == ("cancelled", board.match)


def test_case_c33_no_file_of_a_match_leaves_before_its_end_however_it_is_asked_for(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    answer = world.press("Bob", board, f"{board.match}:{board.position}:verify")
    assert "until then its secrets stay secret" in answer.text
    world.start("Bob", f"v_{board.match}")
    world.until_said("until then its secrets stay secret", "Bob")
    assert not [m for m in world.messages("Bob") if "document" in m.raw]


def test_a_match_of_another_group_is_not_given_to_a_stranger(house: House) -> None:
    ours, theirs = World(house, FOUR), World(house, "Kim Lou", title="Elsewhere")
    board = ours.begin()
    ours.write("Ann", "/cancel")
    ours.tap("Ann", ours.until("the question", lambda: ours.newest("End it")).having(r"end yes \d+")[0])
    ours.until("the end", lambda: ours.newest("Verify"))
    theirs.write("Kim", "/play")
    menu = theirs.until("the games", lambda: theirs.newest("Time Bomb"))
    assert "not playing in this match" in theirs.press("Kim", menu, f"{board.match}:1:verify").text
    theirs.start("Kim", f"v_{board.match}")
    theirs.until_said("not playing in this match", "Kim")
