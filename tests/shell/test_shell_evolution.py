"""Time Bomb Evolution at the table: its options in the lobby, pointing after red, choices, claims by colour."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core.timebomb import COLOURS
from tests.shell.setting import ANN, BAO, GROUP, PEOPLE, PLACE, Scene
from tgbot import choosing, claims, lobby, people, table
from tgbot.refusals import Code
from tgbot.store import Session
from tgbot.store.tables import Match
from tgbot.surfaces import wanted
from tgbot.wanted import Wanted

SEEDS = 300


def gathering(scene: Scene, persons: int = 5, **options: Any) -> int:
    for person in PEOPLE[:persons]:
        scene.meet(person)
        scene.do(people.reach, person, True)
    match = scene.do(lobby.open_lobby, PLACE, scene.who(ANN), "evolution", 1000 + scene.said, scene.now).match
    for person in PEOPLE[1:persons]:
        scene.do(lobby.join, match, scene.who(person), GROUP, scene.now)
    for name, value in options.items():
        scene.do(choosing.set_option, match, scene.who(ANN), name, value, scene.now)
    return match


def begun(scene: Scene, number: int, persons: int = 5) -> int:
    match = gathering(scene, persons, variant=True)
    scene.do(set_secret, match, number)
    scene.do(lobby.start, match, scene.who(ANN), scene.now)
    return match


def set_secret(session: Session, match_id: int, number: int) -> None:
    match = session.get(Match, match_id)
    assert match is not None
    match.secret, match.joins = number.to_bytes(32, "big"), [str(n) for n in range(5)]


def reached(scene: Scene, wanted_: Callable[[Any], bool]) -> int:
    """A match played to a state."""
    for number in range(SEEDS):
        match = begun(scene, number)
        while scene.row(match).status == "running":
            if wanted_(scene.game(match)):
                return match
            scene.press(match)
    raise LookupError("no such state")


def asked(scene: Scene, kind: str) -> int:
    return reached(scene, lambda game: game.choice is not None and game.choice.kind == kind)


def shown(scene: Scene, match: int) -> dict[str, Wanted]:
    with scene.store.reading() as session:
        look, views = table.looks(session, match)
    return {one.which: one for one in wanted(look, views, "bot")}


def test_ev_1_a_match_is_played_with_the_colours_that_were_picked(scene: Scene) -> None:
    match = gathering(scene, colours=list(COLOURS[1:]), variant=True)
    scene.do(lobby.start, match, scene.who(ANN), scene.now)
    game: Any = scene.game(match)
    assert game.colours == COLOURS[1:]
    assert game.options.variant


@pytest.mark.parametrize("picked", [COLOURS[:4], COLOURS])
def test_ev_1_a_match_does_not_start_with_too_few_or_too_many_colours(scene: Scene, picked: tuple[str, ...]) -> None:
    match = gathering(scene, colours=list(picked))
    refused = scene.refused(lobby.start, match, scene.who(ANN), scene.now)
    assert (refused.code, refused.fields) == (Code.WRONG_OPTIONS, {"n": 5})


def test_ev_1_colours_are_picked_and_given_back_one_by_one_in_whatever_order(scene: Scene) -> None:
    match = gathering(scene)
    for colour, picked in (("red", True), ("green", True), ("red", True), ("pink", False), ("blue", True)):
        scene.do(choosing.pick_colour, match, scene.who(ANN), colour, picked, scene.now)
    assert scene.row(match).options["colours"] == ["green", "blue", "red"]
    scene.do(choosing.pick_colour, match, scene.who(ANN), "green", False, scene.now)
    assert scene.row(match).options["colours"] == ["blue", "red"]
    assert scene.refused(choosing.pick_colour, match, scene.who(BAO), "pink", True, scene.now).code is Code.NOT_HOST


def test_ev_1_time_bomb_has_no_colours_to_pick(scene: Scene) -> None:
    match = scene.lobby(3)
    assert (
        scene.refused(choosing.pick_colour, match, scene.who(ANN), "red", True, scene.now).code is Code.UNKNOWN_BUTTON
    )


def test_ev_18_pointing_elsewhere_after_red_is_refused_with_the_name_of_the_player_drawn(scene: Scene) -> None:
    match = reached(scene, lambda game: game.draw is not None and game.draw != game.holder)
    game: Any = scene.game(match)
    other = next(seat for seat in range(5) if seat not in (game.draw, game.holder))
    refused = scene.refused(table.point, match, PEOPLE[game.holder], other, "hand", scene.now)
    assert refused.code is Code.ONLY_AT
    assert refused.fields["name"] == scene.facts(match).seats[game.draw].name
    scene.do(table.point, match, PEOPLE[game.holder], game.draw, "hand", scene.now)
    assert scene.row(match).pointing == game.draw


@pytest.mark.parametrize("kind", ["attach", "detach"])
def test_ev_20_nothing_can_be_pointed_at_before_the_choice(scene: Scene, kind: str) -> None:
    match = asked(scene, kind)
    game: Any = scene.game(match)
    assert scene.refused(table.point, match, PEOPLE[game.choice.seat], 0, "hand", scene.now).code is Code.CHOOSE_FIRST
    other = next(seat for seat in range(5) if seat != game.choice.seat)
    assert scene.refused(table.point, match, PEOPLE[other], 0, "hand", scene.now).code is Code.NOT_YOUR_TURN


@pytest.mark.parametrize("kind", ["attach", "detach"])
def test_ev_20_a_choice_is_a_move_with_a_fresh_clock(scene: Scene, kind: str) -> None:
    match = asked(scene, kind)
    row, game = scene.row(match), scene.game(match)
    assert row.deadline is not None
    scene.now = row.deadline
    done = scene.do(table.time_out, match, scene.now)
    assert done is not None
    after: Any = scene.game(match)
    assert scene.row(match).position == row.position + 1
    assert after.effects[:-1] == getattr(game, "effects")  # noqa: B009 - the contract of all games knows no effects
    assert after.effects[-1].chosen
    assert after.choice is None


def test_ev_20_only_the_chooser_gets_other_messages_while_a_choice_waits(scene: Scene) -> None:
    """Calls per cut (quality): one edit of one private message more, and none for the others."""
    number = next(n for n in range(SEEDS) if _asks(scene, n))
    match = begun(scene, number)
    before = shown(scene, match)
    while not getattr(scene.game(match), "choice", None):
        before = shown(scene, match)
        scene.press(match)
    after = shown(scene, match)
    game: Any = scene.game(match)
    changed = {which for which in after if which.startswith("hand") and before[which].screen != after[which].screen}
    assert changed == {f"hand {game.choice.seat}"}


def _asks(scene: Scene, number: int) -> bool:
    match = begun(scene, number)
    while scene.row(match).status == "running":
        if getattr(scene.game(match), "choice", None):
            return True
        scene.press(match)
    return False


class TestClaims:
    def claims(self, scene: Scene, match: int) -> list[str]:
        return [claim.text for claim in scene.facts(match).claims if claim.seat == 1]

    def hold(self, scene: Scene, match: int, colour: str, n: int | None) -> None:
        scene.do(claims.claim_colour, match, BAO, colour, n, scene.now)

    def test_ev_7_colours_are_added_changed_and_taken_back_one_by_one(self, scene: Scene) -> None:
        match = begun(scene, 1)
        game: Any = scene.game(match)
        first, second, *_ = game.colours
        scene.do(claims.claim, match, BAO, "claim 1", scene.now)
        for colour, n in ((second, 2), (first, 0), (second, 1), (first, None)):
            self.hold(scene, match, colour, n)
        assert self.claims(scene, match) == [
            "claim 1",
            f"claim 1 {second}2",
            f"claim 1 {first}0 {second}2",
            f"claim 1 {first}0 {second}1",
            f"claim 1 {second}1",
        ]

    def test_ev_7_what_is_too_much_or_not_in_the_match_is_refused(self, scene: Scene) -> None:
        match = begun(scene, 1)
        game: Any = scene.game(match)
        missing = next(colour for colour in COLOURS if colour not in game.colours)
        scene.do(claims.claim, match, BAO, "claim 3", scene.now)
        for colour, n in ((game.colours[0], 3), (missing, 0), (game.colours[0], 17)):
            refused = scene.refused(claims.claim_colour, match, BAO, colour, n, scene.now)
            assert refused.code is Code.CLAIM_TOO_MUCH

    def test_ev_7_the_number_of_defusing_wires_comes_first(self, scene: Scene) -> None:
        match = begun(scene, 1)
        assert scene.refused(claims.claim_colour, match, BAO, "red", 1, scene.now).code is Code.CLAIM_NUMBER_FIRST

    def test_time_bomb_knows_no_colours(self, scene: Scene) -> None:
        match = scene.running()
        scene.do(claims.claim, match, BAO, "claim 1 bomb", scene.now)
        assert scene.refused(claims.claim_colour, match, BAO, "red", 1, scene.now).code is Code.CLAIM_TOO_MUCH
