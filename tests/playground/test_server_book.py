"""The README of the playground tells of every control call and of no other."""

import re
from pathlib import Path

from starlette.routing import Route

from playground.server import application
from playground.state import Playground, Settings
from tests.playground.driver import TOKEN


def test_the_readme_lists_exactly_the_control_calls_there_are() -> None:
    book = (Path(__file__).parents[2] / "playground/README.md").read_text("utf-8")
    told = set()
    for verb, path, more in re.findall(r"^\| `(GET|POST) ([^`]+)`(?:, `(\w+)`)? \|", book, re.MULTILINE):
        told.add((verb, path))
        if more:
            told.add((verb, f"{path.rpartition('/')[0]}/{more}"))
    there = {
        (verb, route.path.removeprefix("/sim/").replace("{person}", "{id}"))
        for route in application(Playground(Settings(TOKEN))).routes
        if isinstance(route, Route) and route.path.startswith("/sim/")
        for verb in (route.methods or set()) - {"HEAD"}
    }
    assert told == there
