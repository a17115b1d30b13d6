"""Whatever is changed in the file of a match is found, but for what nobody can compute (product, Fair shuffles)."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.automatic import clock_move, computer_move
from core.catalog import CATALOG
from core.fair import Fair, seed_of
from core.game import Game, Move, Refusal
from core.timebomb import TimeBomb
from tests.shell.exports import KINDS, exported
from tests.shell.setting import ANN, Scene
from tgbot import lobby
from tgbot.exporting import export
from tgbot.facts import By
from tgbot.store.snapshot import load_options
from tgbot.verifying import Unreadable, check, told

EVERY_KIND = pytest.mark.parametrize("kind", KINDS)
NOTHING_FOLLOWS = ("match", "seats[].name")
"""Places of a file that decide nothing in the match."""
Path_ = tuple[str | int, ...]


def places(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Where the plain values of some JSON stand."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*path, name))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from places(inner, (*path, number))
    else:
        yield path


def named(path: Path_) -> str:
    """A place without its numbers: ``plays[].move``."""
    return "".join("[]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def at(value: Any, path: Path_) -> Any:
    for part in path:
        value = value[part]
    return value


def changed(value: Any, data: st.DataObject, others: list[Any]) -> Any:
    """Another value: one that stands at such a place elsewhere, or one of its kind."""
    nearby = [other for other in others if other != value or type(other) is not type(value)]
    elsewhere: bool = bool(nearby) and data.draw(st.booleans())
    if elsewhere:
        return data.draw(st.sampled_from(nearby))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + data.draw(st.sampled_from([1, -1, 7]))
    if isinstance(value, str) and value:
        spot = data.draw(st.integers(0, len(value) - 1))
        return value[:spot] + ("0" if value[spot] != "0" else "1") + value[spot + 1 :]
    return data.draw(st.sampled_from(["x", 3, False])) if value is None else None


@lru_cache(maxsize=64)
def games(text: str) -> tuple[Game, ...]:
    """The match of a file before its first move, after it, and so on."""
    file = json.loads(text)
    options, seed = load_options(file["game"], file["options"]), seed_in(file)
    found = [CATALOG[file["game"]].game.deal(len(file["seats"]), options, Fair(seed, 0))]
    for play in file["plays"]:
        found.append(found[-1].play(play["seat"], play["move"], Fair(seed, play["position"]))[0])
    return tuple(found)


def seed_in(file: dict[str, Any]) -> bytes:
    return seed_of(bytes.fromhex(file["secret"]), file["joins"])


def drawn(file: dict[str, Any], number: int, by: str) -> Move:
    """The move the clock or the computer would have made in the place of a move."""
    play, game = file["plays"][number], games(json.dumps(file))[number]
    if by == By.CLOCK:
        return clock_move(game, play["seat"], seed_in(file), play["position"])
    heard = [c for c in file["claims"] if c["position"] <= play["position"]]
    said = [game.recall(c["seat"], c["round"], c["text"]) for c in heard]
    return computer_move(file["game"], game, play["seat"], said, seed_in(file), play["position"])


def hearable(file: dict[str, Any], number: int, said: dict[str, Any]) -> bool:
    """Whether a person may have said so in the place of a claim: his own words, at some position of their round."""
    computers, claims = [seat["computer"] for seat in file["seats"]], file["claims"]
    least = claims[number - 1]["position"] if number else 1
    most = claims[number + 1]["position"] if number + 1 < len(claims) else len(file["plays"]) + 1
    if said["seat"] not in range(len(computers)) or computers[said["seat"]]:
        return False
    if said["position"] not in range(least, most + 1):
        return False
    game = games(json.dumps(file))[said["position"] - 1]
    try:
        game.claim(said["seat"], said["text"])
    except Refusal:
        return False
    return bool(said["round"] == game.round)


def nobody_can_tell(file: dict[str, Any], path: Path_, new: Any) -> bool:
    """A change of what people do by their own will: what they say, and whether they moved themselves where chance or
    the computer would have made the same move; and of whether somebody was there at the start.
    """
    if named(path) == "seats[].computer":
        return new is False
    if path[0] not in ("plays", "claims"):
        return False
    entry = at(file, path[:2])
    if file["seats"][entry["seat"]]["computer"]:
        return False
    if named(path) == "plays[].by":
        return new == By.PERSON or (new in list(By) and entry["move"] == drawn(file, int(path[1]), new))
    return path[0] == "claims" and hearable(file, int(path[1]), {**entry, str(path[2]): new})


@EVERY_KIND
@given(st.data())
def test_whatever_is_changed_in_a_file_is_found(kind: str, data: st.DataObject) -> None:
    file = json.loads(exported(kind, data.draw(st.integers(1, 3))))
    kinds = sorted({named(path) for path in places(file)} - set(NOTHING_FOLLOWS))
    chosen = data.draw(st.sampled_from(kinds))
    paths = [path for path in places(file) if named(path) == chosen]
    path = data.draw(st.sampled_from(paths))
    new = changed(at(file, path), data, [at(file, other) for other in paths])
    if nobody_can_tell(file, path, new):
        return
    forged = copy.deepcopy(file)
    at(forged, path[:-1])[path[-1]] = new
    try:
        different = check(json.dumps(forged)).different
    except Unreadable:
        return
    assert different is not None, (path, new)


@EVERY_KIND
@given(st.data())
def test_a_move_taken_out_put_in_or_put_elsewhere_is_found(kind: str, data: st.DataObject) -> None:
    file = json.loads(exported(kind))
    plays = file["plays"]
    spot = data.draw(st.integers(0, len(plays) - 1))
    deed: str = data.draw(st.sampled_from(["out", "twice", "swapped"]))
    match deed:
        case "out":
            del plays[spot]
        case "twice":
            plays.insert(spot, plays[spot])
        case _:
            other = data.draw(st.integers(0, len(plays) - 1).filter(lambda n: n != spot))
            plays[spot], plays[other] = plays[other], plays[spot]
    different = check(json.dumps(file)).different
    assert different is not None
    assert different.place.startswith(("plays[", "claims[", "outcome"))


@pytest.mark.parametrize(
    ("path", "new", "place"),
    [
        (("plays", 3, "move"), "cut 0 99", "plays[3].move"),
        (("plays", 2, "seat"), 77, "plays[2].seat"),
        (("plays", 4, "position"), 77, "plays[4].position"),
        (("secret",), "00" * 32, "commitment"),
        (("outcome", "side"), "nobody", "outcome.side"),
        (("table", "holder"), 77, "table.holder"),
        (("seats",), [], "seats"),
        (("table",), None, "plays"),
        (("claims", 0, "seat"), 99, "claims[0].seat"),
        (("claims", 0, "text"), "claim 99", "claims[0].text"),
        (("claims", 0, "text"), "claim  1", "claims[0].text"),
        (("claims", 0, "round"), 2, "claims[0].round"),
    ],
)
def test_the_first_difference_is_named_with_what_was_said_and_what_was_computed(
    path: Path_, new: Any, place: str
) -> None:
    file = json.loads(exported("timebomb"))
    at(file, path[:-1])[path[-1]] = new
    checked = check(json.dumps(file))
    assert checked.different is not None
    assert checked.different.place == place
    said = told(checked)
    assert f"first difference is at {place}" in said
    assert str(checked.different.said) in said
    assert str(checked.different.computed) in said


@pytest.mark.parametrize("kind", ["timebomb", "evolution"])
def test_a_claim_of_the_computer_that_is_taken_out_or_put_elsewhere_is_found(kind: str) -> None:
    file = json.loads(exported(kind))
    spoken = [n for n, said in enumerate(file["claims"]) if file["seats"][said["seat"]]["computer"]]
    for number in spoken:
        silent, late, twice = copy.deepcopy(file), copy.deepcopy(file), copy.deepcopy(file)
        del silent["claims"][number]
        late["claims"].append(late["claims"].pop(number))
        late["claims"][-1]["position"] = len(file["plays"]) + 2
        twice["claims"].insert(number, file["claims"][number])
        for forged in (silent, late, twice):
            different = check(json.dumps(forged)).different
            assert different is not None
            assert different.place.startswith("claims[")


def test_what_somebody_says_after_the_end_is_found() -> None:
    file = json.loads(exported("timebomb"))
    person = next(n for n, seat in enumerate(file["seats"]) if not seat["computer"])
    late = {"position": len(file["plays"]) + 2, "seat": person, "round": 4, "text": "claim 0"}
    different = check(json.dumps(file | {"claims": [*file["claims"], late]})).different
    assert different is not None
    assert different.place == f"claims[{len(file['claims'])}].position"


def test_claims_of_a_match_that_was_never_dealt_are_found(scene: Scene) -> None:
    match = scene.lobby(4)
    scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
    file = json.loads(scene.do(export, match).text())
    said = json.loads(exported("timebomb"))["claims"][:1]
    different = check(json.dumps(file | {"claims": said})).different
    assert different is not None
    assert different.place == "claims"


def test_colours_that_do_not_fit_the_players_are_found() -> None:
    file = json.loads(exported("evolution"))
    file["options"]["colours"] = ["red"]
    different = check(json.dumps(file)).different
    assert different is not None
    assert different.place == "options"


def test_a_bot_that_deals_other_cards_than_its_secret_is_found_out(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = TimeBomb.deal.__func__  # type: ignore[attr-defined]
    with monkeypatch.context() as patch:
        other = classmethod(lambda cls, seats, options, chance: deal(cls, seats, options, _Stacked()))
        patch.setattr(TimeBomb, "deal", other)
        match = scene.running(4)
    scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
    different = check(scene.do(export, match).text()).different
    assert different is not None
    assert different.place.startswith("table.")


class _Stacked:
    """Chance that leaves every pile as it is."""

    def shuffle(self, items: Any) -> tuple[Any, ...]:
        return tuple(items)

    def choice(self, items: Any) -> Any:
        return items[0]

    def below(self, _: int) -> int:
        return 0
